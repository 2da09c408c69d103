#include "runtime/enumerate/identity.h"

namespace fporder::enumerate {

namespace {

struct Law {
  const char *name, *from, *to;
  bool bothWays = false;
  const char *assumed = "";
  bool fuses = false;
  bool unconditional = false; // `from` is defined only where `to` is, which its text does not show
};

// Special forms first: when room runs out, the reorderings of long sums have had theirs.
constexpr Law laws[] = {
    {"square-of-root", "sqrt(a) * sqrt(a)", "a"},
    {"root-of-square", "sqrt(a * a)", "abs(a)"},
    {"root-of-square", "sqrt(b * (a * a))", "abs(a) * sqrt(b)", false, "", false, true},
    {"root-of-square", "sqrt(b / (a * a))", "sqrt(b) / abs(a)", false, "", false, true},
    {"root-of-quotient", "sqrt(a / b)", "sqrt(a) / sqrt(b)", true},
    {"root-of-product", "sqrt(a * b)", "sqrt(a) * sqrt(b)", true},
    {"conjugate", "sqrt(a) - sqrt(b)", "(a - b) / (sqrt(a) + sqrt(b))"},
    {"conjugate", "sqrt(a) + b", "(a - b * b) / (sqrt(a) - b)"},
    {"cube-root-difference", "cbrt(a) - cbrt(b)", "(a - b) / ((cbrt(a) * cbrt(a) + cbrt(a) * cbrt(b)) + cbrt(b) * cbrt(b))"},
    {"difference-of-squares", "a * a - b * b", "(a - b) * (a + b)", true},
    {"difference-of-squares", "1 - a * a", "(1 - a) * (1 + a)", true},
    {"hypot", "sqrt(a * a + b * b)", "hypot(a, b)", true},
    {"expm1", "exp(a) - 1", "expm1(a)", true},
    {"log1p", "log(1 + a)", "log1p(a)", true},
    {"exp-of-sum", "exp(a) * exp(b)", "exp(a + b)", true},
    {"exp-of-sum", "exp(a) / exp(b)", "exp(a - b)"},
    {"exp-of-sum", "1 / exp(a)", "exp(-a)", true},
    {"exp-difference", "exp(a) - exp(b)", "exp(b) * expm1(a - b)"},
    {"log-of-quotient", "log(a) - log(b)", "log(a / b)", true, "log(a) - log(b) = log(a / b)"},
    {"log-of-product", "log(a) + log(b)", "log(a * b)", true, "log(a) + log(b) = log(a b)"},
    {"exp-of-zero", "exp(0)", "1"},
    {"log-of-one", "log(1)", "0"},
    {"log-of-exp", "log(exp(a))", "a"},
    {"exp-of-log", "exp(log(a))", "a", false, "e^(log a) = a"},
    {"square", "pow(a, 2)", "a * a"},
    {"root", "pow(a, 0.5)", "sqrt(a)"},
    {"half-angle", "1 - cos(a)", "2 * (sin(a / 2) * sin(a / 2))", false, "half-angle identity"},
    {"half-angle", "(1 - cos(a)) / sin(a)", "tan(a / 2)", false, "half-angle identity"},
    {"half-angle", "sin(a) / (1 + cos(a))", "tan(a / 2)", false, "half-angle identity"},
    {"tangent", "sin(a) / cos(a)", "tan(a)", true, "definition of tan"},
    {"sine-difference", "sin(a) - sin(b)", "2 * (sin((a - b) / 2) * cos((a + b) / 2))", false, "sum-to-product identity"},
    {"cosine-difference", "cos(a) - cos(b)", "2 * (sin((b - a) / 2) * sin((a + b) / 2))", false, "sum-to-product identity"},
    {"tangent-difference", "tan(a) - tan(b)", "sin(a - b) / (cos(a) * cos(b))", false, "addition theorem"},
    {"arc-tangent-difference", "atan(a) - atan(b)", "atan2(a - b, 1 + a * b)", false, "addition theorem, where a b > -1"},
    {"hyperbolic", "exp(a) - exp(-a)", "2 * sinh(a)", true, "definition of sinh"},
    {"hyperbolic", "exp(a) + exp(-a)", "2 * cosh(a)", true, "definition of cosh"},
    {"hyperbolic", "cosh(a) - 1", "2 * (sinh(a / 2) * sinh(a / 2))", false, "half-argument identity"},
    {"area-tangent", "log((1 + a) / (1 - a))", "2 * atanh(a)", false, "definition of atanh"},
    {"area-tangent", "log((1 - a) / (1 + a))", "-2 * atanh(a)", false, "definition of atanh"},
    {"cube-root", "pow(a, 1 / 3)", "cbrt(a)"},
    {"sum-of-angles", "sin(a + b)", "sin(a) * cos(b) + cos(a) * sin(b)", false, "addition theorem"},
    {"sum-of-angles", "cos(a + b)", "cos(a) * cos(b) - sin(a) * sin(b)", false, "addition theorem"},

    {"cancelling", "(a + b) - a", "b"},
    {"cancelling", "(a * b) / b", "a"},
    {"cancelling", "(a / b) * b", "a"},
    {"common-denominator", "a / b + c / d", "(a * d + c * b) / (b * d)"},
    {"common-denominator", "a + b / c", "(a * c + b) / c"},
    {"divide-chain", "a / (b / c)", "(a * c) / b"},
    {"divide-chain", "(a / b) / c", "a / (b * c)", true},
    {"reciprocal-multiply", "a / b", "a * (1 / b)", true},
    {"mul-then-div", "(a * b) / c", "a * (b / c)", true},
    {"factoring", "a * b + a * c", "a * (b + c)", true},
    {"factoring", "a / c + b / c", "(a + b) / c", true},
    {"factoring", "a * b + a", "a * (b + 1)", true},
    {"fused-multiply-add", "a * b + c", "fma(a, b, c)", false, "", true},
    {"fused-multiply-add", "fma(a, b, c)", "a * b + c"},
    {"associativity", "(a * b) * c", "a * (b * c)"},
    {"associativity", "(a + b) + c", "a + (b + c)"},
};

std::vector<Identity> build() {
  std::vector<Identity> result;
  for (const Law &law : laws) {
    result.push_back(
        {law.name, law.from, law.to, law.unconditional ? std::vector<SideCondition>() : sideConditions(law.from, law.to), law.assumed, law.fuses});
    if (law.bothWays)
      result.push_back({law.name, law.to, law.from, sideConditions(law.to, law.from), law.assumed, false});
  }
  return result;
}

} // namespace

std::span<const Identity> basicIdentities() {
  static const std::vector<Identity> identities = build();
  return identities;
}

} // namespace fporder::enumerate
