#include "rules/engine/open_types.h"

#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::NodeId;
using order::Op;

namespace {

/// Of the value that is stored, where the types of the inputs are assumed (but for those in `known`).
bool mayBe(const std::string &statement, const std::string &known = "", bool onDevice = false) {
  order::Procedure procedure = test::procedureOf(statement, format::Format::Dependent);
  procedure.onDevice = onDevice;
  for (std::uint32_t i = 0; i < procedure.graph.size(); ++i)
    if (const order::Node stored = procedure.graph[{i}]; order::isLeaf(stored.op) && stored.op != Op::Constant)
      if (procedure.graph.symbol({i}) != known)
        procedure.assume({i}, {order::Assumption::Kind::Type, "its type is not known", {}});
  return rules::mayBeMatrices(procedure, procedure.effects.at(0).node);
}

} // namespace

TEST_CASE("open types: products of what only an assumption makes numbers may be products of matrices") {
  CHECK(mayBe("u = k * h * p"));
  CHECK(mayBe("u = p - k * h * p / r"));
  CHECK(mayBe("u = 2 * k * h"));
}

TEST_CASE("open types: a proven input, an element, and a constant that is added are numbers") {
  CHECK_FALSE(mayBe("u = k * h * p", "h"));
  CHECK_FALSE(mayBe("u = k * x[i] * p"));
  CHECK_FALSE(mayBe("u = k * p / (1 + h)"));
  CHECK_FALSE(mayBe("u = (h - 0.5) * k * p"));
}

TEST_CASE("open types: code for a device computes with numbers") { CHECK_FALSE(mayBe("u = k * h * p", "", true)); }
