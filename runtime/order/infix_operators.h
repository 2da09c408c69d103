// The operators of the infix notation with C++'s precedence: one table for its printer and its parser.
#pragma once

#include "runtime/order/operation.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace fporder::order {

/// Binding strengths, loosest first; an operand weaker than its place asks for gets parentheses. Binary operators associate to the left.
enum class Precedence : std::uint8_t {
  Any,
  Ternary,
  OrElse,
  AndAlso,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  ThreeWay,
  Shift,
  Sum,
  Product,
  Prefix,
  Primary,
};

constexpr Precedence tighter(Precedence precedence) { return static_cast<Precedence>(static_cast<std::uint8_t>(precedence) + 1); }

struct BinaryOperator {
  std::string_view text;
  Precedence precedence;
  Op op; // Compare, and Call for the operators of integers alone, have `text` as their symbol
};

inline constexpr std::array<BinaryOperator, 19> binaryOperators{{
    {"||", Precedence::OrElse, Op::Or},        {"&&", Precedence::AndAlso, Op::And},      {"|", Precedence::BitOr, Op::Call},
    {"^", Precedence::BitXor, Op::Call},       {"&", Precedence::BitAnd, Op::Call},       {"==", Precedence::Equality, Op::Compare},
    {"!=", Precedence::Equality, Op::Compare}, {"<", Precedence::Relation, Op::Compare},  {"<=", Precedence::Relation, Op::Compare},
    {">", Precedence::Relation, Op::Compare},  {">=", Precedence::Relation, Op::Compare}, {"<=>", Precedence::ThreeWay, Op::Call},
    {"<<", Precedence::Shift, Op::Call},       {">>", Precedence::Shift, Op::Call},       {"+", Precedence::Sum, Op::Add},
    {"-", Precedence::Sum, Op::Sub},           {"*", Precedence::Product, Op::Mul},       {"/", Precedence::Product, Op::Div},
    {"%", Precedence::Product, Op::Call},
}};

/// The operator that writes an operation of two operands; nullptr when none does.
constexpr const BinaryOperator *binaryOperator(Op op, std::string_view symbol) {
  const bool named = op == Op::Compare || op == Op::Call;
  for (std::size_t position = binaryOperators.size(); position-- > 0;) // the most frequent come last
    if (const BinaryOperator &candidate = binaryOperators[position]; candidate.op == op && (!named || candidate.text == symbol))
      return &candidate;
  return nullptr;
}

} // namespace fporder::order
