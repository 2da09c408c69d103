#include "runtime/compare/json_writer.h"

#include <doctest/doctest.h>

#include <limits>

using fporder::compare::JsonWriter;

TEST_CASE("JSON: structure, escapes, numbers") {
  JsonWriter json;
  json.beginObject();
  json.text("a\"b", "x\n\x01\\\xc3\xa9\xff\xed\xa0\x80");
  json.number("tenth", 0.1);
  json.number("nan", -std::numeric_limits<double>::quiet_NaN());
  json.number("inf", -std::numeric_limits<double>::infinity());
  json.beginArray("list");
  json.element(std::size_t{1});
  json.element("two");
  json.beginObject();
  json.endObject();
  json.endArray();
  json.beginArray("none");
  json.endArray();
  json.null("null");
  json.boolean("yes", true);
  json.endObject();
  CHECK(json.take() ==
        "{\n  \"a\\\"b\": \"x\\u000a\\u0001\\\\\xc3\xa9\\ufffd\\ufffd\\ufffd\\ufffd\",\n  \"tenth\": 0.1,\n  \"nan\": \"nan\",\n  \"inf\": "
        "\"-inf\",\n  \"list\": [\n    1,\n    \"two\",\n    {}\n  ],\n  \"none\": [],\n  \"null\": null,\n  \"yes\": true\n}\n");
}
