#include "analyzer/findings/description.h"

#include <doctest/doctest.h>

using namespace fporder::findings;

TEST_CASE("a description's lines: the function, its outputs, their facts") {
  const Description description{"adam", {"adam.cpp", 3, 1, 3, 1}, {{"w[i]", {{"formula", "w[i] - u"}, {"format", "binary32"}}}}};
  CHECK(descriptionLines(description) == std::vector<std::string>{"adam.cpp:3: adam", "  w[i]", "    formula: w[i] - u", "    format: binary32"});
  CHECK(descriptionLines({"f", {"a.cpp"}, {}}) == std::vector<std::string>{"a.cpp: f"});
}
