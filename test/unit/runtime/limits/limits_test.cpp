#include "runtime/limits/limits.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace fporder::limits;

TEST_CASE("rows of limits are in the order of the enumeration, and each says what is counted and given up") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const Row &at = rows()[i];
    CHECK(static_cast<std::size_t>(at.limit) == i);
    CHECK(&row(at.limit) == &at);
    CHECK(most(at.limit) == at.value);
    CHECK(at.value > 0);
    CHECK(names.insert(at.name).second);
    CHECK(at.counted.size() > 10);
    CHECK(at.givenUp.size() > 10);
  }
}

TEST_CASE("the page of limits has each row once") {
  const std::string page = text();
  for (const Row &at : rows()) {
    const std::string name = " (" + std::string(at.name) + "): ";
    const std::size_t found = page.find(name);
    REQUIRE(found != std::string::npos);
    CHECK(page.find(name, found + 1) == std::string::npos);
    CHECK(page.find(std::to_string(at.value) + "  " + std::string(at.counted) + name + std::string(at.givenUp) + "\n") != std::string::npos);
  }
}

TEST_CASE("a limit that is named says its number and what is given up") {
  CHECK(whatOf(Limit::SumTerms) == "limit SumTerms");
  CHECK(whyOf(Limit::SumTerms) == "no more than 200000 terms of one sum: beyond these the sum is judged in parts");
}

TEST_CASE("a limit is exceeded beyond its value and reached at it") {
  const Watch watch(0);
  CHECK(!exceeds(Limit::NestParts, 16));
  CHECK(!reaches(Limit::NestParts, 15));
  CHECK(watch.hits().empty());
  CHECK(exceeds(Limit::NestParts, 17));
  CHECK(reaches(Limit::NormFactors, 8));
  CHECK(watch.hits().size() == 2);
}
