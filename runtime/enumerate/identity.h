// Identities of the real numbers, as plain data: what the enumeration of orderings rewrites by.
//
// An Identity replaces what looks like `from` by `to`; both are infix text (runtime/order/infix.h) whose names stand for any value. Signs, powers of
// two and the order of the operands of + and * need no identities of their own, and a - b is a + (-b). An identity that is used in both directions is
// two.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::enumerate {

/// What must hold for `to` to be defined wherever `from` is. `expression` is infix text over the names of `from`.
struct SideCondition {
  enum class Kind : unsigned char {
    Nonzero,     // assumed of everything that is not zero by construction: a pole at single points is the measurement's business
    Nonnegative, // must be provable, or stated of the leaves
    Positive,    // as well
  };
  Kind kind = Kind::Nonzero;
  std::string expression;
  bool operator==(const SideCondition &) const = default;
};

struct Identity {
  std::string name; // of the rule or of the law: "associativity", "sqrt-quotient"
  std::string from, to;
  std::vector<SideCondition> conditions;
  std::string assumed; // why it holds, where the prover of runtime/order/equality.h cannot show it: "half-angle identity"
  bool fuses = false;  // forms a fused multiply-add: for targets that have one
};

/// The conditions under which `to` is defined wherever `from` is: denominators, radicands and arguments of logarithms that `to` has and `from` does
/// not imply. Both are infix text; what does not parse has no conditions.
std::vector<SideCondition> sideConditions(std::string_view from, std::string_view to);

/// Associativity, distribution, quotients and reciprocals, fused multiply-add, conjugates, differences of squares, and the elementary functions
/// (exp, log, expm1, log1p, hypot, half angles, differences of trigonometric functions).
std::span<const Identity> basicIdentities();

} // namespace fporder::enumerate
