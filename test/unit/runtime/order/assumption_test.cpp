// Lists of assumptions.
#include "runtime/order/assumption.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using fporder::order::Assumption;
using fporder::order::Assumptions;

TEST_CASE("assumptions of one kind and reason are one, at the place of the first") {
  Assumptions all;
  CHECK(all.empty());
  CHECK(!all.find(Assumption::Kind::Type, "the type of 'x' is not known"));
  const std::uint32_t type = all.add({Assumption::Kind::Type, "the type of 'x' is not known", {7}});
  const std::uint32_t pointer = all.add({Assumption::Kind::Pointer, "the type of 'x' is not known", {}});
  CHECK(type != pointer);
  CHECK(all.add({Assumption::Kind::Type, "the type of 'x' is not known", {9}}) == type);
  CHECK(all[type].place.index == 7);
  CHECK(all.find(Assumption::Kind::Pointer, "the type of 'x' is not known") == pointer);
  CHECK(all.size() == 2);
}

TEST_CASE("positions count in the order in which assumptions were first made") {
  Assumptions all;
  constexpr std::uint32_t many = 20'000;
  const auto reason = [](std::uint32_t i) { return "the type of 'm" + std::to_string(i) + "' is not known"; };
  for (std::uint32_t i = 0; i < many; ++i)
    REQUIRE(all.add({Assumption::Kind::Type, reason(i), {}}) == i);
  for (std::uint32_t i = 0; i < many; ++i)
    REQUIRE(all.find(Assumption::Kind::Type, reason(i)) == i);
  std::vector<std::string> seen;
  for (const Assumption &each : all)
    seen.push_back(each.reason);
  CHECK(seen.size() == many);
  CHECK(seen.back() == reason(many - 1));
}
