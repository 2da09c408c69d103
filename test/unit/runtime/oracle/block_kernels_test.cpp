// Double-double's error bounds against MPFR at 3,000 bits, and the two compilations of the kernels against each other.
#include "runtime/oracle/block_kernels.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace fporder;
using namespace fporder::oracle;
using format::Format;

namespace {

struct Columns {
  std::vector<double> high, low, error;
  explicit Columns(std::size_t count) : high(count), low(count), error(count) {}
  LaneColumn lanes() { return {high.data(), low.data(), error.data()}; }
};

/// Lanes of all sizes and kinds: exact doubles, normalised pairs, with and without errors, zeros, extremes, things unknown.
class Lanes {
public:
  explicit Lanes(std::uint64_t seed) : random(seed) {}
  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }

  void fill(Columns &columns) {
    for (std::size_t index = 0; index < columns.high.size(); ++index)
      one(columns.high[index], columns.low[index], columns.error[index]);
  }
  /// Operands whose sums and comparisons are hard: equal up to a few last places.
  void near(const Columns &from, Columns &to) {
    for (std::size_t index = 0; index < from.high.size(); ++index)
      if (below(3) == 0) {
        const double sign = below(2) != 0 ? 1 : -1; // of both parts: a pair stays one
        to.high[index] = sign * from.high[index];
        to.low[index] = below(2) != 0 ? sign * from.low[index] : 0;
        to.error[index] = below(2) != 0 ? 0 : from.error[index];
      }
  }

private:
  double number(int exponents) {
    const double significand = static_cast<double>(random() >> (below(3) == 0 ? 53 : 11)) + 1;
    const int exponent = static_cast<int>(below(static_cast<unsigned>(2 * exponents))) - exponents;
    return std::ldexp(significand, exponent - static_cast<int>(std::log2(significand))) * (below(2) != 0 ? 1 : -1);
  }
  void one(double &high, double &low, double &error) {
    static constexpr int spreads[]{3, 30, 130, 400, 1070};
    const int spread = spreads[below(5)];
    high = below(20) == 0 ? 0 : std::clamp(number(spread), -0x1.8p1023, 0x1.8p1023); // never infinite
    low = below(3) == 0 || high == 0 ? 0 : high * 0x1p-54 * number(2) * (below(4) == 0 ? std::ldexp(1.0, -static_cast<int>(below(900))) : 1.0);
    if (high + low != high)
      low = 0;
    error = below(2) != 0 ? 0 : std::abs(high) * std::ldexp(1.0, -static_cast<int>(below(160)));
    if (below(50) == 0)
      error = std::numeric_limits<double>::infinity();
  }
  std::mt19937_64 random;
};

class Big {
public:
  Big() { mpfr_init2(handle, 3000); }
  ~Big() { mpfr_clear(handle); }
  Big(const Big &) = delete;
  Big &operator=(const Big &) = delete;
  mpfr_t handle;
};

/// A real value that a lane stands for: at `where` = -1, 0 or 1 of its error.
void valueOf(Big &result, const Columns &lanes, std::size_t index, int where) {
  mpfr_set_d(result.handle, lanes.high[index], MPFR_RNDN);
  mpfr_add_d(result.handle, result.handle, lanes.low[index], MPFR_RNDN);
  if (where != 0)
    mpfr_add_d(result.handle, result.handle, where * lanes.error[index], MPFR_RNDN);
}

/// Far below the last of so many bits of `exact`: a rounding of the reference.
bool isRounding(const Big &distance, const Big &exact, mpfr_exp_t bits) {
  return mpfr_zero_p(distance.handle) != 0 || (mpfr_zero_p(exact.handle) == 0 && mpfr_get_exp(distance.handle) < mpfr_get_exp(exact.handle) - bits);
}

bool isKnown(const Columns &lanes, std::size_t index) { return lanes.error[index] <= std::numeric_limits<double>::max(); }

/// The action on real values; false where it has none.
bool real(Action action, Big &result, const Big &a, const Big &b, const Big &c) {
  switch (action) {
  case Action::Add:
    mpfr_add(result.handle, a.handle, b.handle, MPFR_RNDN);
    break;
  case Action::Sub:
    mpfr_sub(result.handle, a.handle, b.handle, MPFR_RNDN);
    break;
  case Action::Mul:
    mpfr_mul(result.handle, a.handle, b.handle, MPFR_RNDN);
    break;
  case Action::Div:
    mpfr_div(result.handle, a.handle, b.handle, MPFR_RNDN);
    break;
  case Action::Sqrt:
    mpfr_sqrt(result.handle, a.handle, MPFR_RNDN);
    break;
  case Action::Fma:
    mpfr_fma(result.handle, a.handle, b.handle, c.handle, MPFR_RNDN);
    break;
  case Action::Absolute:
    mpfr_abs(result.handle, a.handle, MPFR_RNDN);
    break;
  case Action::Min:
    mpfr_min(result.handle, a.handle, b.handle, MPFR_RNDN);
    break;
  case Action::Max:
    mpfr_max(result.handle, a.handle, b.handle, MPFR_RNDN);
    break;
  case Action::Less:
    mpfr_set_ui(result.handle, mpfr_less_p(a.handle, b.handle) != 0 ? 1 : 0, MPFR_RNDN);
    break;
  case Action::Equal:
    mpfr_set_ui(result.handle, mpfr_equal_p(a.handle, b.handle) != 0 ? 1 : 0, MPFR_RNDN);
    break;
  case Action::Floor:
    mpfr_floor(result.handle, a.handle);
    break;
  case Action::Truncate:
    mpfr_trunc(result.handle, a.handle);
    break;
  case Action::Ceiling:
    mpfr_ceil(result.handle, a.handle);
    break;
  default:
    return false;
  }
  return mpfr_number_p(result.handle) != 0;
}

constexpr Action actions[]{Action::Add, Action::Sub, Action::Mul,  Action::Div,   Action::Sqrt,     Action::Fma,   Action::Absolute,
                           Action::Min, Action::Max, Action::Less, Action::Equal, Action::Truncate, Action::Floor, Action::Ceiling};

bool isFull() {
  const char *wanted = std::getenv("FPORDER_FULL");
  return wanted != nullptr && std::strcmp(wanted, "1") == 0;
}

/// Whether the lane `index` of `result` holds the real result for operands anywhere in theirs.
bool isEnclosed(Action action, const Columns &result, const Columns (&operands)[3], std::size_t index) {
  Big a, b, c, exact, distance;
  for (int where = -1; where <= 1; ++where)
    for (const int other : {where, -where}) {
      valueOf(a, operands[0], index, where);
      valueOf(b, operands[1], index, other);
      valueOf(c, operands[2], index, other);
      if (!real(action, exact, a, b, c))
        return false;
      valueOf(distance, result, index, 0);
      mpfr_sub(distance.handle, distance.handle, exact.handle, MPFR_RNDN);
      // 3,000 bits do not hold every quotient: half a unit of the last of them is allowed.
      if (isRounding(distance, exact, 2900))
        continue;
      mpfr_abs(distance.handle, distance.handle, MPFR_RNDN);
      if (mpfr_cmp_d(distance.handle, result.error[index]) > 0)
        return false;
    }
  return true;
}

} // namespace

TEST_CASE("error bounds hold the real result") {
  const std::size_t count = isFull() ? 400'000 : 4'000;
  Lanes random(1);
  for (const Action action : actions) {
    Columns operands[3]{Columns(count), Columns(count), Columns(count)}, result(count);
    for (Columns &operand : operands)
      random.fill(operand);
    random.near(operands[0], operands[1]);
    bestKernels().apply(action, result.lanes(), operands[0].lanes(), operands[1].lanes(), operands[2].lanes(), count);
    std::size_t known = 0, wrong = 0;
    const bool binary = action == Action::Add || action == Action::Sub || action == Action::Mul || action == Action::Div || action == Action::Fma ||
                        action == Action::Min || action == Action::Max || action == Action::Less || action == Action::Equal;
    for (std::size_t index = 0; index < count; ++index) {
      if (!isKnown(result, index))
        continue;
      ++known;
      const bool operandsKnown =
          isKnown(operands[0], index) && (!binary || isKnown(operands[1], index)) && (action != Action::Fma || isKnown(operands[2], index));
      wrong += operandsKnown && isEnclosed(action, result, operands, index) ? 0 : 1;
      wrong += result.high[index] + result.low[index] == result.high[index] ? 0 : 1;
    }
    CAPTURE(static_cast<int>(action));
    CHECK(wrong == 0);
    CHECK(known > count / 10);
  }
}

namespace {

struct Known {
  std::string_view name;
  int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  int (*two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t) = nullptr; // in its place
  bool everywhere = true;                                               // a domain of more than [-1, 1] or what lies beyond 1
};
constexpr Known functions[]{{"exp", mpfr_exp},
                            {"exp2", mpfr_exp2},
                            {"exp10", mpfr_exp10},
                            {"expm1", mpfr_expm1},
                            {"exp2m1", mpfr_exp2m1},
                            {"exp10m1", mpfr_exp10m1},
                            {"log", mpfr_log},
                            {"log2", mpfr_log2},
                            {"log10", mpfr_log10},
                            {"log1p", mpfr_log1p},
                            {"log2p1", mpfr_log2p1},
                            {"sinh", mpfr_sinh},
                            {"cosh", mpfr_cosh},
                            {"tanh", mpfr_tanh},
                            {"asinh", mpfr_asinh},
                            {"acosh", mpfr_acosh, nullptr, false},
                            {"atanh", mpfr_atanh, nullptr, false},
                            {"sin", mpfr_sin},
                            {"cos", mpfr_cos},
                            {"tan", mpfr_tan},
                            {"sinpi", mpfr_sinpi},
                            {"cospi", mpfr_cospi},
                            {"tanpi", mpfr_tanpi},
                            {"asin", mpfr_asin, nullptr, false},
                            {"acos", mpfr_acos, nullptr, false},
                            {"atan", mpfr_atan},
                            {"cbrt", mpfr_cbrt},
                            {"rsqrt", mpfr_rec_sqrt},
                            {"rcp", [](mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) { return mpfr_ui_div(result, 1, x, mode); }},
                            {"pow", nullptr, mpfr_pow},
                            {"hypot", nullptr, mpfr_hypot},
                            {"atan2", nullptr, mpfr_atan2}};

/// Arguments of functions: some tens at most, with and without tails and errors; near 0 and 1 too.
void fillArguments(Lanes &random, Columns &columns) {
  random.fill(columns);
  for (std::size_t index = 0; index < columns.high.size(); ++index) {
    int exponent = 0;
    const double fraction = std::frexp(columns.high[index], &exponent);
    const int wanted = static_cast<int>(random.below(random.below(3) == 0 ? 300 : 12)) * (random.below(4) == 0 ? 1 : -1) + 6;
    const double power = std::ldexp(1.0, std::min(wanted, 8) - exponent);
    if (fraction == 0 || std::isinf(power) || power < 0x1p-900)
      continue;
    columns.high[index] *= power;
    columns.low[index] *= power;
    columns.error[index] *= power;
    if (random.below(6) == 0) {
      columns.high[index] = 1 + std::ldexp(fraction, -static_cast<int>(random.below(50)));
      columns.low[index] = columns.error[index] = 0;
    }
    if (columns.high[index] + columns.low[index] != columns.high[index])
      columns.low[index] = 0;
  }
}

} // namespace

TEST_CASE("error bounds of functions hold the real result") {
  const std::size_t count = isFull() ? 50'000 : 1'500;
  Lanes random(13);
  for (const Known &known : functions) {
    CAPTURE(known.name);
    Columns a(count), b(count), result(count), other(count);
    fillArguments(random, a);
    fillArguments(random, b);
    const LaneFunction function = *laneFunctionNamed(known.name);
    bestKernels().call(function, result.lanes(), a.lanes(), b.lanes(), count);
    portableKernels().call(function, other.lanes(), a.lanes(), b.lanes(), count);
    CHECK(result.error == other.error);
    std::size_t wrong = 0, decided = 0, different = 0;
    Big x, y, exact, distance;
    for (std::size_t index = 0; index < count; ++index) {
      if (!isKnown(result, index))
        continue;
      ++decided;
      different += result.high[index] == other.high[index] && result.low[index] == other.low[index] ? 0 : 1;
      for (const int where : {-1, 0, 1}) {
        valueOf(x, a, index, where);
        valueOf(y, b, index, -where);
        mpfr_prec_round(x.handle, 3000, MPFR_RNDN);
        mpfr_set_prec(exact.handle, 500);
        known.function != nullptr ? known.function(exact.handle, x.handle, MPFR_RNDN) : known.two(exact.handle, x.handle, y.handle, MPFR_RNDN);
        valueOf(distance, result, index, 0);
        mpfr_sub(distance.handle, distance.handle, exact.handle, MPFR_RNDN);
        mpfr_abs(distance.handle, distance.handle, MPFR_RNDN);
        // 500 bits do not hold every result.
        const double allowed = result.error[index] + std::abs(result.high[index]) * 0x1p-490;
        wrong += mpfr_number_p(exact.handle) != 0 && (isRounding(distance, exact, 480) || mpfr_cmp_d(distance.handle, allowed) <= 0) ? 0 : 1;
      }
    }
    CHECK(wrong == 0);
    CHECK(different == 0);
    CHECK(decided > count / (known.everywhere ? 4 : 25));
  }
}

TEST_CASE("bounds of functions are small: within 2^-88 of the result") {
  const std::size_t count = 2'000;
  Columns a(count), b(count), result(count);
  for (std::size_t index = 0; index < count; ++index) {
    a.high[index] = 1.5 + static_cast<double>(index) * 0.00371;
    b.high[index] = 2 + static_cast<double>(index) * 0.0113;
  }
  for (const Known &known : functions) {
    CAPTURE(known.name);
    Columns within = a; // the domain
    for (double &value : within.high)
      value = known.everywhere || known.name == "acosh" ? value : 0.001 + value / 10;
    bestKernels().call(*laneFunctionNamed(known.name), result.lanes(), within.lanes(), b.lanes(), count);
    for (std::size_t index = 0; index < count; ++index)
      if (known.name != "tanpi" || within.high[index] != 1.5)                                    // a pole
        CHECK(result.error[index] <= std::max(std::abs(result.high[index]) * 0x1p-88, 0x1p-97)); // beside a zero of the function
  }
}

TEST_CASE("bounds are small: within 2^-98 of the result for operands without error") {
  const std::size_t count = 20'000;
  std::mt19937_64 bits(5);
  for (const Action action : {Action::Add, Action::Mul, Action::Div, Action::Sqrt}) {
    Columns a(count), b(count), result(count);
    for (std::size_t index = 0; index < count; ++index) {
      a.high[index] = 0x1p52 + static_cast<double>(bits() >> 12);
      b.high[index] = 0x1p52 + static_cast<double>(bits() >> 12);
      a.low[index] = std::ldexp(static_cast<double>(bits() >> 11), -54);
      b.low[index] = std::ldexp(static_cast<double>(bits() >> 11), -54);
    }
    bestKernels().apply(action, result.lanes(), a.lanes(), b.lanes(), b.lanes(), count);
    for (std::size_t index = 0; index < count; ++index)
      CHECK(result.error[index] <= std::abs(result.high[index]) * 0x1p-98);
  }
}

TEST_CASE("the portable kernels and those for this processor give the same bits") {
  const std::size_t count = 20'011;
  Lanes random(7);
  Columns operands[3]{Columns(count), Columns(count), Columns(count)}, one(count), other(count);
  for (Columns &operand : operands)
    random.fill(operand);
  random.near(operands[0], operands[1]);
  for (int action = static_cast<int>(Action::Add); action <= static_cast<int>(Action::RoundEven); ++action) {
    const LaneColumn a = operands[0].lanes(), b = operands[1].lanes(), c = operands[2].lanes();
    bestKernels().apply(static_cast<Action>(action), one.lanes(), a, b, c, count);
    portableKernels().apply(static_cast<Action>(action), other.lanes(), a, b, c, count);
    CHECK(one.error == other.error);
    for (std::size_t index = 0; index < count; ++index)
      if (isKnown(one, index)) { // what is unknown means nothing
        CHECK(one.high[index] == other.high[index]);
        CHECK(one.low[index] == other.low[index]);
      }
  }
  for (const Format format : {Format::Binary64, Format::Binary32, Format::Binary16, Format::E4M3FN}) {
    const Target target = *Target::of(format);
    std::vector<double> rounded(count), otherRounded(count);
    std::vector<unsigned char> decided(count), otherDecided(count);
    bestKernels().decide(operands[0].lanes(), target, {rounded.data(), decided.data()}, count);
    portableKernels().decide(operands[0].lanes(), target, {otherRounded.data(), otherDecided.data()}, count);
    CHECK(decided == otherDecided);
    for (std::size_t index = 0; index < count; ++index)
      CHECK((decided[index] == 0 || rounded[index] == otherRounded[index] || std::isnan(rounded[index])));
  }
}

TEST_CASE("decisions of the double-double stage are those of MPFR") {
  const std::size_t count = isFull() ? 1'000'000 : 30'000;
  Lanes random(11);
  for (const Format format : {Format::Binary64, Format::Binary32, Format::Tf32, Format::BFloat16, Format::Binary16, Format::E5M2, Format::E4M3FN}) {
    const Target target = *Target::of(format);
    Columns values(count);
    random.fill(values);
    for (std::size_t index = 0; index < count; index += 3) // halfway points and neighbours of the format
      values.high[index] = std::ldexp(std::nearbyint(std::ldexp(std::frexp(values.high[index], std::array<int, 1>{}.data()), target.precision + 1)),
                                      static_cast<int>(random.below(20)) - 10);
    std::vector<double> rounded(count);
    std::vector<unsigned char> decided(count);
    bestKernels().decide(values.lanes(), target, {rounded.data(), decided.data()}, count);
    std::size_t wrong = 0, yes = 0;
    Big end;
    for (std::size_t index = 0; index < count; ++index) {
      if (decided[index] == 0)
        continue;
      ++yes;
      for (const int where : {-1, 0, 1}) {
        valueOf(end, values, index, where);
        const double expected = target.round(end.handle);
        wrong += expected == rounded[index] || (std::isnan(expected) && std::isnan(rounded[index])) ? 0 : 1;
      }
    }
    CAPTURE(format::name(format));
    CHECK(wrong == 0);
    CHECK(yes > count / 4);
  }
}
