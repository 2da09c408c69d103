#include "runtime/conform/signs.h"
#include "runtime/order/infix.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

/// The text of `formula` with its signs in one form.
std::string signedForm(std::string_view formula) {
  order::Graph from, into;
  const auto parsed = order::parseInfix(formula, from, binary32);
  REQUIRE(std::holds_alternative<order::NodeId>(parsed));
  std::vector<order::NodeId> copied;
  for (std::uint32_t index = 0; index <= std::get<order::NodeId>(parsed).index; ++index) {
    const order::NodeId node{index};
    if (order::isLeaf(from[node].op)) {
      copied.push_back(from[node].op == order::Op::Constant ? into.constant(from.number(node), from[node].type)
                                                            : into.input(from.symbol(node), binary32));
      continue;
    }
    std::vector<order::NodeId> operands;
    for (const order::NodeId operand : from.operands(node))
      operands.push_back(copied[operand.index]);
    copied.push_back(internSigned(into, {.op = from[node].op, .type = from[node].type, .operands = operands, .symbol = from.symbol(node)}));
  }
  return order::printInfix(into, copied.back());
}

} // namespace

TEST_CASE("a sum with a negated addend is a difference") {
  CHECK(signedForm("w + -x") == "w - x");
  CHECK(signedForm("-x + w") == "w - x");
  CHECK(signedForm("w - -x") == "w + x");
  CHECK(signedForm("-w - -x") == "x - w");
}

TEST_CASE("signs of products, quotients and conversions are those of their results") {
  CHECK(signedForm("w + (-lr * m) / d") == "w - lr * m / d");
  CHECK(signedForm("(-a) * (-b)") == "a * b");
  CHECK(signedForm("a / -b") == "-(a / b)");
  CHECK(signedForm("cast<binary16>(-a)") == "-cast<binary16>(a)");
  CHECK(signedForm("fma(a, -b, c)") == signedForm("fma(-a, b, c)"));
  CHECK(signedForm("fma(-a, -b, c)") == "fma(a, b, c)");
}

TEST_CASE("where zeros get another sign nothing is moved") {
  CHECK(signedForm("-(a - b)") == "-(a - b)");
  CHECK(signedForm("-a - b") == "-a - b");
}
