#include "runtime/elementary/mpfr_functions.h"

#include <unordered_map>

namespace fporder::elementary {

namespace {

/// True where MPFR 4.2's series for erf fails an assertion: at 1 - x^2 / 3 = 2^-1000 its error estimate, a double, overflows, whatever is asked of
/// it.
bool nearRootOfThree(mpfr_srcptr x) {
  constexpr mpfr_exp_t close = -400;
  if (mpfr_regular_p(x) == 0 || mpfr_get_exp(x) != 1)
    return false;
  mpfr_t square;
  mpfr_init2(square, 1 - 2 * close);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_sub_ui(square, square, 3, MPFR_RNDN);
  const bool near = mpfr_zero_p(square) != 0 || mpfr_get_exp(square) < close;
  mpfr_clear(square);
  return near;
}

/// erfc(|x|) as the upper incomplete gamma function of 1/2 at x^2 over the root of pi: a bound below or above when `rounding` is directed.
int complementByGamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  const mpfr_rnd_t opposite = rounding == MPFR_RNDU ? MPFR_RNDD : rounding == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDN;
  mpfr_t half, square, root;
  mpfr_inits2(mpfr_get_prec(result) + 64, half, square, root, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(half, 0.5, MPFR_RNDN);
  mpfr_sqr(square, x, opposite); // the function falls
  mpfr_gamma_inc(square, half, square, rounding);
  mpfr_const_pi(root, opposite);
  mpfr_sqrt(root, root, opposite);
  mpfr_div(result, square, root, rounding);
  mpfr_clears(half, square, root, static_cast<mpfr_ptr>(nullptr));
  return rounding == MPFR_RNDU ? 1 : -1; // never exact
}

int errorFunction(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  if (!nearRootOfThree(x))
    return mpfr_erf(result, x, rounding);
  const bool negative = mpfr_signbit(x) != 0;
  const bool down = rounding == MPFR_RNDD, directed = down || rounding == MPFR_RNDU;
  // 1 - erfc(|x|), and its negative: the complement is bounded from the side that the sign asks for.
  complementByGamma(result, x, !directed ? MPFR_RNDN : down != negative ? MPFR_RNDU : MPFR_RNDD);
  (void)(negative ? mpfr_sub_ui(result, result, 1, rounding) : mpfr_ui_sub(result, 1, result, rounding));
  return rounding == MPFR_RNDU ? 1 : -1;
}

int complementaryErrorFunction(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  if (!nearRootOfThree(x))
    return mpfr_erfc(result, x, rounding);
  if (mpfr_signbit(x) == 0)
    return complementByGamma(result, x, rounding);
  complementByGamma(result, x, rounding == MPFR_RNDU ? MPFR_RNDD : rounding == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDN);
  mpfr_ui_sub(result, 2, result, rounding);
  return rounding == MPFR_RNDU ? 1 : -1;
}

int logGamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}
int floorOf(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_floor(result, x); }
int ceilingOf(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_ceil(result, x); }
int truncated(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_trunc(result, x); }
int roundedAway(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_round(result, x); }
int roundedEven(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_roundeven(result, x); }
int reciprocal(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_ui_div(result, 1, x, rounding); }

} // namespace

UnaryFunction unaryNamed(std::string_view name) {
  static const std::unordered_map<std::string_view, UnaryFunction> table{
      {"exp", mpfr_exp},      {"exp2", mpfr_exp2},      {"exp10", mpfr_exp10},      {"expm1", mpfr_expm1},      {"log", mpfr_log},
      {"log2", mpfr_log2},    {"log10", mpfr_log10},    {"log1p", mpfr_log1p},      {"sin", mpfr_sin},          {"cos", mpfr_cos},
      {"tan", mpfr_tan},      {"asin", mpfr_asin},      {"acos", mpfr_acos},        {"atan", mpfr_atan},        {"sinh", mpfr_sinh},
      {"cosh", mpfr_cosh},    {"tanh", mpfr_tanh},      {"asinh", mpfr_asinh},      {"acosh", mpfr_acosh},      {"atanh", mpfr_atanh},
      {"cbrt", mpfr_cbrt},    {"rsqrt", mpfr_rec_sqrt}, {"rcp", reciprocal},        {"erf", errorFunction},     {"erfc", complementaryErrorFunction},
      {"tgamma", mpfr_gamma}, {"lgamma", logGamma},     {"floor", floorOf},         {"ceil", ceilingOf},        {"trunc", truncated},
      {"round", roundedAway}, {"rint", roundedEven},    {"nearbyint", roundedEven}, {"roundeven", roundedEven}, {"fabs", mpfr_abs},
  };
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

BinaryFunction binaryNamed(std::string_view name) {
  static const std::unordered_map<std::string_view, BinaryFunction> table{
      {"pow", mpfr_pow}, {"hypot", mpfr_hypot}, {"atan2", mpfr_atan2}, {"fmod", mpfr_fmod}, {"remainder", mpfr_remainder}, {"fdim", mpfr_dim},
  };
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

bool namedConstant(std::string_view name, mpfr_ptr result) {
  struct Constant {
    std::string_view name;
    enum { Pi, Exponential, Logarithm, Root } kind;
    int argument;  // of the exponential, logarithm or root
    bool inverse;  // 1 over it
    double factor; // exact
  };
  static constexpr Constant table[]{
      {"E", Constant::Exponential, 1, false, 1},  {"LOG2E", Constant::Logarithm, 2, true, 1},  {"LOG10E", Constant::Logarithm, 10, true, 1},
      {"LN2", Constant::Logarithm, 2, false, 1},  {"LN10", Constant::Logarithm, 10, false, 1}, {"PI", Constant::Pi, 0, false, 1},
      {"PI_2", Constant::Pi, 0, false, 0.5},      {"PI_4", Constant::Pi, 0, false, 0.25},      {"M_1_PI", Constant::Pi, 0, true, 1},
      {"M_2_PI", Constant::Pi, 0, true, 2},       {"SQRT2", Constant::Root, 2, false, 1},      {"SQRT1_2", Constant::Root, 2, true, 1},
      {"M_2_SQRTPI", Constant::Root, 0, true, 2},
  };
  for (const Constant &constant : table) {
    if (constant.name != name)
      continue;
    mpfr_set_si(result, constant.argument, MPFR_RNDN);
    if (constant.argument == 0)
      mpfr_const_pi(result, MPFR_RNDN);
    if (constant.kind == Constant::Exponential)
      mpfr_exp(result, result, MPFR_RNDN);
    else if (constant.kind == Constant::Logarithm)
      mpfr_log(result, result, MPFR_RNDN);
    else if (constant.kind == Constant::Root)
      mpfr_sqrt(result, result, MPFR_RNDN);
    if (constant.inverse)
      mpfr_ui_div(result, 1, result, MPFR_RNDN);
    mpfr_mul_d(result, result, constant.factor, MPFR_RNDN);
    return true;
  }
  return false;
}

} // namespace fporder::elementary
