#include "runtime/elementary/correctly_rounded.h"

#include "runtime/elementary/mpfr_functions.h"
#include "runtime/format/arithmetic.h"
#include "runtime/order/function_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace fporder::elementary {

namespace {

using format::Conversion;
using format::Format;
using format::RoundingMode;

/// -infinity at -0, as C23 has it.
int reciprocalRoot(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  const int ternary = mpfr_rec_sqrt(result, x, rounding);
  if (mpfr_zero_p(x) != 0)
    mpfr_set_inf(result, mpfr_signbit(x) != 0 ? -1 : 1);
  return ternary;
}

/// The sum of the squares of doubles is exact with so many bits: exponents from -2148 to 2048, and three of them.
constexpr mpfr_prec_t squareBits = 4200;

int hypotenuseOfThree(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_rnd_t rounding) {
  if (mpfr_inf_p(x) != 0 || mpfr_inf_p(y) != 0 || mpfr_inf_p(z) != 0) {
    mpfr_set_inf(result, 1);
    return 0;
  }
  mpfr_t sum, square;
  mpfr_inits2(squareBits, sum, square, static_cast<mpfr_ptr>(nullptr));
  mpfr_sqr(sum, x, MPFR_RNDN);
  for (const mpfr_srcptr term : {y, z}) {
    mpfr_sqr(square, term, MPFR_RNDN);
    mpfr_add(sum, sum, square, MPFR_RNDN);
  }
  const int ternary = mpfr_sqrt(result, sum, rounding);
  mpfr_clears(sum, square, static_cast<mpfr_ptr>(nullptr));
  return ternary;
}

/// What unaryNamed has no row for: the oracle knows no ranges of them.
constexpr std::array<std::pair<std::string_view, UnaryFunction>, 11> further{{{"exp2m1", mpfr_exp2m1},
                                                                              {"exp10m1", mpfr_exp10m1},
                                                                              {"log2p1", mpfr_log2p1},
                                                                              {"sinpi", mpfr_sinpi},
                                                                              {"cospi", mpfr_cospi},
                                                                              {"tanpi", mpfr_tanpi},
                                                                              {"rsqrt", reciprocalRoot},
                                                                              {"j0", mpfr_j0},
                                                                              {"j1", mpfr_j1},
                                                                              {"y0", mpfr_y0},
                                                                              {"y1", mpfr_y1}}};

std::vector<Function> makeTable() {
  std::vector<Function> table;
  for (const order::FunctionFacts &facts : order::functionTable())
    if (const UnaryFunction function = unaryNamed(facts.name);
        function != nullptr && facts.arity == 1 && facts.op == order::Op::Call && !facts.integral)
      table.push_back({facts.name, 1, function, nullptr, nullptr, laneFunctionNamed(facts.name)});
  for (const auto &[name, function] : further)
    table.push_back({name, 1, function, nullptr, nullptr, laneFunctionNamed(name)});
  for (const std::string_view name : {"pow", "hypot", "atan2", "fdim"})
    table.push_back({name, 2, nullptr, binaryNamed(name), nullptr, laneFunctionNamed(name)});
  table.push_back({"hypot", 3, nullptr, nullptr, hypotenuseOfThree});
  return table;
}

/// A number of MPFR that frees itself.
class Big {
public:
  explicit Big(mpfr_prec_t bits) { mpfr_init2(handle, bits); }
  Big(mpfr_prec_t bits, double value) : Big(bits) { mpfr_set_d(handle, value, MPFR_RNDN); }
  ~Big() { mpfr_clear(handle); }
  Big(const Big &) = delete;
  Big &operator=(const Big &) = delete;
  mpfr_t handle;
};

/// Rounded to odd, so that a second rounding to fewer bits is that of the real value; a zero that is not exact becomes 2^-2000.
void evaluate(const Function &function, const Arguments &arguments, Big &result) {
  const Big a(53, arguments.a), b(53, arguments.b), c(53, arguments.c);
  const int ternary = function.arity == 1   ? function.one(result.handle, a.handle, MPFR_RNDZ)
                      : function.arity == 2 ? function.two(result.handle, a.handle, b.handle, MPFR_RNDZ)
                                            : function.three(result.handle, a.handle, b.handle, c.handle, MPFR_RNDZ);
  if (ternary == 0 || mpfr_nan_p(result.handle) != 0 || mpfr_inf_p(result.handle) != 0)
    return;
  if (mpfr_zero_p(result.handle) != 0)
    mpfr_set_si_2exp(result.handle, mpfr_signbit(result.handle) != 0 ? -1 : 1, -2000, MPFR_RNDN);
  else if (mpfr_min_prec(result.handle) < mpfr_get_prec(result.handle))
    mpfr_sgn(result.handle) > 0 ? mpfr_nextabove(result.handle) : mpfr_nextbelow(result.handle);
}

/// An integer, in the conversion's mode.
void roundToInteger(Big &value, RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    mpfr_roundeven(value.handle, value.handle);
    break;
  case RoundingMode::NearestAway:
    mpfr_round(value.handle, value.handle);
    break;
  case RoundingMode::TowardZero:
    mpfr_trunc(value.handle, value.handle);
    break;
  case RoundingMode::Up:
    mpfr_ceil(value.handle, value.handle);
    break;
  case RoundingMode::Down:
    mpfr_floor(value.handle, value.handle);
    break;
  case RoundingMode::ToOdd: {
    const bool integer = mpfr_integer_p(value.handle) != 0, negative = mpfr_signbit(value.handle) != 0;
    mpfr_trunc(value.handle, value.handle);
    Big half(mpfr_get_prec(value.handle));
    mpfr_div_2ui(half.handle, value.handle, 1, MPFR_RNDN);
    if (!integer && mpfr_integer_p(half.handle) != 0)
      mpfr_add_si(value.handle, value.handle, negative ? -1 : 1, MPFR_RNDN);
    break;
  }
  }
}

/// A finite value of at least 56 bits, rounded to odd, in binary64.
double toDouble(Big &value, const Conversion &conversion) {
  constexpr double largest = std::numeric_limits<double>::max();
  const double sign = mpfr_signbit(value.handle) != 0 ? -1 : 1;
  const mpfr_exp_t exponent = mpfr_get_exp(value.handle) - 1;
  if (exponent > 1023)
    return format::multiply(Format::Binary64, sign * largest, 2, conversion);
  const int quantum = static_cast<int>(std::max<mpfr_exp_t>(exponent, -1022)) - 52;
  mpfr_mul_2si(value.handle, value.handle, -quantum, MPFR_RNDN);
  roundToInteger(value, conversion.mode);
  const double integer = mpfr_get_d(value.handle, MPFR_RNDN);
  const double result = std::copysign(std::ldexp(std::fabs(integer), quantum), sign);
  if (std::isinf(result))
    return format::multiply(Format::Binary64, sign * largest, 2, conversion);
  return format::roundTo(Format::Binary64, result, conversion); // which flushes where that is asked for
}

/// To a format of at most 51 bits, by a binary64 rounded to odd; exponents beyond every such format are cut.
double toNarrow(Format format, const Big &value, const Conversion &conversion) {
  const double sign = mpfr_signbit(value.handle) != 0 ? -1 : 1;
  const mpfr_exp_t exponent = mpfr_get_exp(value.handle);
  const double inDouble = exponent > 1000 ? sign * 0x1p1000 : exponent < -1000 ? sign * 0x1p-1000 : mpfr_get_d(value.handle, MPFR_RNDN);
  return format::roundTo(format, inDouble, conversion);
}

double byMpfr(const Function &function, Format format, const Arguments &arguments, const Conversion &conversion) {
  const bool wide = !format::isHeldInDouble(format) || format == Format::Binary64;
  Big result(wide ? 64 : 53);
  evaluate(function, arguments, result);
  if (mpfr_regular_p(result.handle) == 0) // zeros, infinities and NaN
    return format::roundTo(wide ? Format::Binary64 : format, mpfr_get_d(result.handle, MPFR_RNDN), conversion);
  return wide ? toDouble(result, conversion) : toNarrow(format, result, conversion);
}

constexpr std::size_t chunk = 128;

/// A chunk of arguments and of what the lanes make of them.
class LaneChunk {
public:
  LaneChunk(const Function &what, Format format) : function(what), grid(*Grid::of(format::isHeldInDouble(format) ? format : Format::Binary64)) {}

  void run(const double *a, const double *b, std::size_t count) {
    const LaneKernels &kernels = bestLaneKernels();
    kernels.call(*function.lanes, columns(result), load(left, a, count), function.arity == 2 ? load(right, b, count) : columns(left), count);
    kernels.decide(columns(result), grid, {rounded, decided}, count);
  }
  /// Zeros are left to MPFR, which knows their sign.
  std::optional<double> operator[](std::size_t index) const {
    return decided[index] != 0 && rounded[index] != 0 ? std::optional(rounded[index]) : std::nullopt;
  }

private:
  using Storage = double[3][chunk];
  static LaneColumn columns(Storage &storage) { return {storage[0], storage[1], storage[2]}; }
  static LaneColumn load(Storage &storage, const double *values, std::size_t count) {
    for (std::size_t index = 0; index < count; ++index) {
      storage[0][index] = values[index];
      storage[1][index] = 0;
      storage[2][index] = std::isfinite(values[index]) ? 0 : std::numeric_limits<double>::infinity();
    }
    return columns(storage);
  }

  const Function &function;
  Grid grid;
  Storage left, right, result;
  double rounded[chunk];
  unsigned char decided[chunk];
};

} // namespace

const Function *functionNamed(std::string_view name, std::size_t arguments) {
  static const std::vector<Function> table = makeTable();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Function &each) { return each.arity == arguments && each.name == name; });
  return found == table.end() ? nullptr : &*found;
}

double correctlyRounded(const Function &function, Format format, const Arguments &arguments, const Conversion &conversion) {
  if (function.lanes && conversion.mode == RoundingMode::NearestEven && !conversion.saturate) {
    LaneChunk lanes(function, format);
    lanes.run(&arguments.a, &arguments.b, 1);
    if (lanes[0])
      return format::roundTo(format::isHeldInDouble(format) ? format : Format::Binary64, *lanes[0], conversion);
  }
  return byMpfr(function, format, arguments, conversion);
}

void correctlyRounded(const Function &function, Format format, std::span<const double> a, std::span<const double> b, std::span<double> out) {
  const bool two = function.arity == 2;
  for (std::size_t first = 0; first < out.size(); first += chunk) {
    const std::size_t count = std::min(chunk, out.size() - first);
    LaneChunk lanes(function, format);
    if (function.lanes)
      lanes.run(a.data() + first, two ? b.data() + first : nullptr, count);
    for (std::size_t index = 0; index < count; ++index) {
      const std::optional<double> value = function.lanes ? lanes[index] : std::nullopt;
      const Arguments arguments{a[first + index], two ? b[first + index] : 0};
      out[first + index] = value ? *value : byMpfr(function, format, arguments, {});
    }
  }
}

} // namespace fporder::elementary
