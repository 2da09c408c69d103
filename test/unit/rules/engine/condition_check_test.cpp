#include "rules/engine/condition.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <set>

using namespace fporder;
using namespace fporder::rules;

namespace {

using Texts = std::vector<std::string>;

/// A condition over a match that binds a and b.
struct Checked {
  explicit Checked(const std::string &text)
      : condition{text, std::get<order::NodeId>(order::parseInfix(text, patterns, {format::Format::Unknown, order::Shape::Scalar})), {}} {
    const Texts names{"a", "b"};
    std::vector<DocumentError> found, old;
    checkCondition(patterns, condition, names, found, old);
    for (const DocumentError &error : found)
      errors.push_back(error.message);
    for (const DocumentError &error : old)
      outdated.push_back(error.message);
  }

  order::Graph patterns;
  Pattern condition;
  Texts errors, outdated;
};

Texts errorsOf(const std::string &text) { return Checked(text).errors; }

std::set<std::string> identified(const std::string &text) {
  const Checked checked(text);
  std::vector<std::string_view> names;
  namesIdentified(checked.patterns, checked.condition, names);
  return std::set<std::string>(names.begin(), names.end());
}

using Names = std::set<std::string>;

} // namespace

TEST_CASE("condition check: predicates, comparisons and words that are understood") {
  for (const char *text : {"!fused() || trip(a) >= 64 && narrow(b)", "operation(a) == loop_value", "format(a) == format(b)", "trip(a) > -1",
                           "representable(a * b, binary16)", "schedule(match) != lanes", "feeds(exp)"}) {
    CAPTURE(std::string(text));
    CHECK(errorsOf(text).empty());
  }
}

TEST_CASE("condition check: what cannot be compared, or not like this") {
  CHECK(errorsOf("narrow(a) == binary16") == Texts{"'narrow' cannot be compared"});
  CHECK(errorsOf("trip(a) >= b") == Texts{"'trip' is compared with a number"});
  CHECK(errorsOf("format(a) < binary32") == Texts{"'format' can be compared by == and != only"});
  CHECK(errorsOf("format(a) == operation(b)") == Texts{"'format' and 'operation' cannot be compared"});
  CHECK(errorsOf("format(a)") == Texts{"'format' is no condition by itself: compare it, as in format(e) == ..."});
}

TEST_CASE("condition check: arguments are as many as the predicate takes, of names that the match binds") {
  CHECK(errorsOf("same(a)") == Texts{"'same' takes 2 arguments"});
  CHECK(errorsOf("narrow(a, b)") == Texts{"'narrow' takes 1 argument"});
  CHECK(errorsOf("constant(a + quotient)") == Texts{"the match binds no 'quotient'"});
  CHECK(errorsOf("a + b") == Texts{"expected a predicate such as constant(a), or a comparison of one"});
  CHECK(errorsOf("narrow(quotient) && same(a)").size() == 2);
}

TEST_CASE("condition check: a predicate of an earlier release is outdated, and no error") {
  const Checked checked("leaf(a) && narrow(b)");
  CHECK(checked.errors.empty());
  CHECK(checked.outdated == Texts{"'leaf' is no predicate any more: it is taken not to hold"});
}

TEST_CASE("condition check: names are identified by what says that values are known or the same, outside of negations") {
  CHECK(identified("constant(a) && !same(a, b)") == Names{"a"});
  CHECK(identified("same(a, b + 1) || narrow(b)") == Names{"a", "b"});
  CHECK(identified("narrow(a) && rounded(b)") == Names{});
  CHECK(identified("trip(a) == 3") == Names{});
}
