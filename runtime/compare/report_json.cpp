#include "runtime/compare/json_writer.h"
#include "runtime/compare/report.h"
#include "runtime/format/rounding.h"

#include <cmath>

namespace fporder::compare {

namespace {

using measure::CriterionResult;
using measure::PairElement;

void writeIndex(JsonWriter &json, const data::Shape &shape, std::size_t index) {
  data::Shape indices(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    indices[axis] = index % shape[axis];
    index /= shape[axis];
  }
  json.beginArray("index");
  for (const std::size_t each : indices)
    json.element(each);
  json.endArray();
}

void writeElement(JsonWriter &json, std::string_view key, const std::optional<PairElement> &element, const TensorComparison &tensor) {
  if (!element) {
    json.null(key);
    return;
  }
  json.beginObject(key);
  writeIndex(json, tensor.shape, element->index);
  json.number("golden", element->golden);
  json.number("actual", element->actual);
  json.text("goldenHex", hexadecimal(element->golden));
  json.text("actualHex", hexadecimal(element->actual));
  if (tensor.statistics.hasUlp)
    json.number("ulp", std::fabs(element->actual - element->golden) / format::ulp(tensor.format, element->golden));
  else
    json.null("ulp");
  json.endObject();
}

void writeCriteria(JsonWriter &json, std::string_view key, const std::vector<CriterionResult> &results) {
  json.beginArray(key);
  for (const CriterionResult &result : results) {
    json.beginObject();
    json.text("name", result.name);
    json.boolean("applicable", !result.notApplicable);
    if (result.notApplicable)
      json.text("why", *result.notApplicable);
    json.boolean("passed", result.passed);
    json.beginObject("parameters");
    for (const measure::ParameterValue &parameter : result.parameters)
      json.number(parameter.name, parameter.value);
    json.endObject();
    json.beginArray("checks");
    for (const measure::Check &check : result.checks) {
      json.beginObject();
      json.text("what", check.what);
      json.number("value", check.value);
      if (check.limit)
        json.number("limit", *check.limit);
      else
        json.null("limit");
      json.boolean("strict", check.strict);
      json.boolean("passed", check.passed);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endArray();
}

void writeErrors(JsonWriter &json, const TensorComparison &tensor) {
  const measure::PairStatistics &statistics = tensor.statistics;
  json.count("elements", statistics.count);
  json.count("differing", statistics.differing);
  json.count("finite", statistics.finite);
  json.beginObject("nonFinite");
  json.count("goldenNan", statistics.goldenNan);
  json.count("actualNan", statistics.actualNan);
  json.count("goldenInfinite", statistics.goldenInfinite);
  json.count("actualInfinite", statistics.actualInfinite);
  json.count("mismatches", statistics.notFinite.mismatches);
  json.endObject();
  json.number("maxAbsolute", statistics.maxAbsolute);
  json.number("maxRelative", statistics.maxRelative);
  if (statistics.hasUlp) {
    json.number("maxUlp", statistics.maxUlp);
    json.number("meanUlp", statistics.meanUlp);
  } else {
    json.null("maxUlp");
    json.null("meanUlp");
  }
  json.beginArray("ulpHistogram");
  for (const measure::UlpBin &bin : statistics.histogram) {
    json.beginObject();
    json.number("above", bin.lower);
    json.number("to", bin.upper);
    json.count("count", bin.count);
    json.endObject();
  }
  json.endArray();
  writeElement(json, "firstDiffering", statistics.firstDiffering, tensor);
  writeElement(json, "firstMismatch", statistics.firstMismatch, tensor);
  writeElement(json, "worst", statistics.hasUlp ? statistics.worstUlp : statistics.worstAbsolute, tensor);
}

void writeTensor(JsonWriter &json, const TensorComparison &tensor) {
  json.beginObject();
  json.text("name", tensor.name);
  json.text("golden", tensor.goldenFile);
  json.text("actual", tensor.actualFile);
  json.text("goldenType", elementTypeName(tensor.goldenType));
  json.text("actualType", elementTypeName(tensor.actualType));
  json.text("format", format::name(tensor.format));
  json.beginArray("shape");
  for (const std::size_t extent : tensor.shape)
    json.element(extent);
  json.endArray();
  json.boolean("passed", tensor.passed);
  writeErrors(json, tensor);
  writeCriteria(json, "decidedBy", tensor.deciding);
  writeCriteria(json, "criteria", tensor.all);
  json.endObject();
}

void writeTexts(JsonWriter &json, std::string_view key, const std::vector<std::string> &texts) {
  json.beginArray(key);
  for (const std::string &each : texts)
    json.element(each);
  json.endArray();
}

} // namespace

std::string jsonReport(const Comparison &comparison) {
  JsonWriter json;
  json.beginObject();
  json.boolean("passed", comparison.exitStatus() == 0);
  json.count("exitStatus", static_cast<std::size_t>(comparison.exitStatus()));
  json.beginArray("tensors");
  for (const TensorComparison &tensor : comparison.tensors)
    writeTensor(json, tensor);
  json.endArray();
  writeTexts(json, "notes", comparison.notes);
  writeTexts(json, "errors", comparison.errors);
  json.endObject();
  return json.take();
}

} // namespace fporder::compare
