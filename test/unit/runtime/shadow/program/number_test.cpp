// Numbers against MPFR at 2,000 bits: the real number that a result stands for lies in its ball, whatever real numbers of the operands' balls it was
// made of; and cells give back what contains it.
#include "runtime/shadow/program/number_arithmetic.h"
#include "runtime/shadow/program/number_cells.h"

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <cmath>
#include <cstring>
#include <random>
#include <utility>

using namespace fporder::program;

namespace {

class Exact {
public:
  Exact() { mpfr_init2(number, 2000); }
  Exact(const Exact &) = delete;
  Exact &operator=(const Exact &) = delete;
  ~Exact() { mpfr_clear(number); }
  operator mpfr_ptr() { return number; } // NOLINT(google-explicit-constructor)

private:
  mpfr_t number;
};

struct Precision {
  explicit Precision(unsigned bits) : before(std::exchange(fporder_number_bits, bits)), layoutBefore(std::exchange(layout, numberLayout(bits))) {}
  Precision(const Precision &) = delete;
  Precision &operator=(const Precision &) = delete;
  ~Precision() {
    fporder_number_bits = before;
    layout = layoutBefore;
  }
  unsigned before;
  Layout layoutBefore;
};

/// A value, its number, and a real number in the ball.
struct Operand {
  double value = 0;
  Number number{};
  bool hasNumber = false;
  const Number *get() const { return hasNumber ? &number : nullptr; }
};

class Draw {
public:
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }

  void operand(Operand &result, mpfr_ptr real, double near = 0) {
    result.value = near != 0 && uniform(0, 1) < 0.5 ? near : std::ldexp(uniform(-1, 1), static_cast<int>(uniform(-20, 20)));
    result.hasNumber = uniform(0, 1) < 0.8;
    mpfr_set_d(real, result.value, MPFR_RNDN);
    if (!result.hasNumber)
      return;
    // An exact value that is off by some share, in 2^-60 steps to be long; the ball around it from nothing to as large as the value.
    NumberResult number(&result.number);
    mpfr_set_d(number, result.value, MPFR_RNDN);
    mpfr_add_d(number, number, result.value * uniform(-1, 1) * std::ldexp(1.0, -static_cast<int>(uniform(0, 90))), MPFR_RNDN);
    const double radius = uniform(0, 1) < 0.4 ? 0 : std::ldexp(uniform(0, 1), -static_cast<int>(uniform(2, 130)));
    mpfr_set(real, number, MPFR_RNDN);
    const std::int64_t exponent = number.exponent(0);
    result.hasNumber = number.finish(radius, exponent, false, result.value) != nullptr;
    if (!result.hasNumber)
      return;
    Exact offset;
    mpfr_set_d(offset, uniform(0, 1) < 0.5 ? std::copysign(radius, uniform(-1, 1)) : radius * uniform(-1, 1), MPFR_RNDN);
    mpfr_mul_2si(offset, offset, static_cast<long>(exponent), MPFR_RNDN);
    mpfr_add(real, real, offset, MPFR_RNDN);
  }

private:
  std::mt19937_64 random{42};
};

/// The ball contains the real number, and the error is number - x.
bool holds(mpfr_ptr real, double x, const Number *number) {
  Exact difference, radius;
  if (number == nullptr)
    return mpfr_cmp_d(real, x) == 0;
  if (number->kind == 0 || std::isinf(number->radius))
    return true; // says nothing
  const NumberOperand held(0, number);
  mpfr_sub_d(difference, held, x, MPFR_RNDN);
  if (!(std::fabs(mpfr_get_d(difference, MPFR_RNDN) - number->error) <= std::fabs(number->error) * 0x1p-50))
    return false;
  mpfr_sub(difference, real, held, MPFR_RNDN);
  mpfr_set_d(radius, number->radius, MPFR_RNDN);
  mpfr_mul_2si(radius, radius, number->exponent, MPFR_RNDN);
  return mpfr_cmpabs(difference, radius) <= 0;
}

constexpr int draws = 30'000;

void checkArithmetic(unsigned bits) {
  const Precision precision(bits);
  Draw draw;
  int wrong[7] = {};
  for (int index = 0; index < draws; ++index) {
    Operand a, b, c;
    Exact realA, realB, realC, real;
    Number result;
    draw.operand(a, realA);
    draw.operand(b, realB, -a.value);
    draw.operand(c, realC, -a.value * b.value);
    mpfr_add(real, realA, realB, MPFR_RNDN);
    const double sum = a.value + b.value, product = a.value * b.value, quotient = a.value / b.value;
    wrong[0] += !holds(real, sum, fporder_number_add(&result, a.value, a.get(), b.value, b.get(), sum, false));
    mpfr_sub(real, realA, realB, MPFR_RNDN);
    wrong[1] += !holds(real, a.value - b.value, fporder_number_add(&result, a.value, a.get(), b.value, b.get(), a.value - b.value, true));
    mpfr_mul(real, realA, realB, MPFR_RNDN);
    wrong[2] += !holds(real, product, fporder_number_multiply(&result, a.value, a.get(), b.value, b.get(), product));
    mpfr_div(real, realA, realB, MPFR_RNDN);
    wrong[3] += !holds(real, quotient, fporder_number_divide(&result, a.value, a.get(), b.value, b.get(), quotient));
    mpfr_fma(real, realA, realB, realC, MPFR_RNDN);
    const double fused = std::fma(a.value, b.value, c.value);
    wrong[4] += !holds(real, fused, fporder_number_fma(&result, a.value, a.get(), b.value, b.get(), c.value, c.get(), fused));
    mpfr_max(real, realA, realB, MPFR_RNDN);
    wrong[5] += !holds(real, std::fmax(a.value, b.value),
                       fporder_number_extremum(&result, a.value, a.get(), b.value, b.get(), std::fmax(a.value, b.value), true));
    if (mpfr_sgn(static_cast<mpfr_ptr>(realA)) < 0 || a.value < 0)
      continue;
    mpfr_sqrt(real, realA, MPFR_RNDN);
    wrong[6] += !holds(real, std::sqrt(a.value), fporder_number_sqrt(&result, a.value, a.get(), std::sqrt(a.value)));
  }
  for (const int count : wrong)
    CHECK(count == 0);
}

} // namespace

TEST_CASE("shadow program: numbers hold the real results in their balls") {
  for (const unsigned bits : {64U, 120U, 191U, 383U}) {
    CAPTURE(bits);
    checkArithmetic(bits);
  }
}

TEST_CASE("shadow program: products of values are exact, from the smallest to the largest, and none where they are the result") {
  Draw draw;
  int wrong = 0, none = 0;
  for (const unsigned bits : {64U, 106U, 120U, 191U, 383U}) {
    const Precision precision(bits);
    for (int index = 0; index < draws; ++index) {
      const auto value = [&] {
        const double any = std::ldexp(draw.uniform(-1, 1), static_cast<int>(draw.uniform(-1100, 1024)));
        return index % 3 == 0 ? static_cast<double>(static_cast<float>(std::ldexp(draw.uniform(-1, 1), static_cast<int>(draw.uniform(-60, 60)))))
                              : any;
      };
      const double a = value(), b = value(), product = a * b;
      Exact real;
      Number result;
      mpfr_set_d(real, a, MPFR_RNDN);
      mpfr_mul_d(real, real, b, MPFR_RNDN);
      const Number *const number = fporder_number_multiply(&result, a, nullptr, b, nullptr, product);
      none += number == nullptr;
      wrong += !holds(real, product, number) && std::isfinite(product);
      wrong += bits >= 106 && number != nullptr && number->radius != 0;
      wrong += !std::isfinite(product) && (number == nullptr || !std::isnan(number->error));
    }
  }
  CHECK(wrong == 0);
  CHECK(none > draws);
}

TEST_CASE("shadow program: functions of numbers") {
  const Precision precision(191);
  enum : unsigned {
#define FPORDER_FUNCTION(NAME, OPERANDS) NAME##Number,
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
  };
  Draw draw;
  int wrong[8] = {}, unknown = 0;
  for (int index = 0; index < draws / 10; ++index) {
    Operand a;
    Exact realA, real, two;
    Number result;
    draw.operand(a, realA);
    const auto check = [&](unsigned number, double x, int (*reference)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)) {
      reference(real, realA, MPFR_RNDN);
      return !holds(real, x, fporder_number_function(&result, number, 1, x, a.value, a.get(), 0, nullptr));
    };
    if (std::fabs(a.value) < 700)
      wrong[0] += check(expNumber, std::exp(a.value), mpfr_exp);
    wrong[1] += check(cosNumber, std::cos(a.value), mpfr_cos);
    wrong[2] += check(atanNumber, std::atan(a.value), mpfr_atan);
    wrong[3] += check(tanhNumber, std::tanh(a.value), mpfr_tanh);
    // What has poles or jumps is unknown where a ball may hold one, which is rare.
    wrong[5] += check(tanNumber, std::tan(a.value), mpfr_tan);
    unknown += std::isinf(result.radius);
    if (std::fabs(a.value) < 100)
      wrong[6] += check(tgammaNumber, std::tgamma(a.value), mpfr_gamma);
    mpfr_set_d(two, 2.5, MPFR_RNDN);
    mpfr_fmod(real, realA, two, MPFR_RNDN);
    const double rest = std::fmod(a.value, 2.5);
    wrong[7] += !holds(real, rest, fporder_number_function(&result, fmodNumber, 2, rest, a.value, a.get(), 2.5, nullptr));
    mpfr_hypot(real, realA, two, MPFR_RNDN);
    const double root = std::hypot(a.value, 2.5);
    wrong[4] += !holds(real, root, fporder_number_function(&result, hypotNumber, 2, root, a.value, a.get(), 2.5, nullptr));
  }
  for (const int count : wrong)
    CHECK(count == 0);
  CHECK(unknown < draws / 100);
}

TEST_CASE("shadow program: an exact zero and what is not known") {
  const Precision precision(120);
  Number result, unknown{};
  unknown.kind = MPFR_REGULAR_KIND;
  unknown.limb[1] = std::uint64_t{1} << 63;
  unknown.exponent = 1;
  unknown.radius = HUGE_VAL;
  CHECK(fporder_number_multiply(&result, 0, nullptr, 1, &unknown, 0) == nullptr); // 0 times anything
  const Number *const sum = fporder_number_add(&result, 1, nullptr, 1, &unknown, 2, false);
  REQUIRE(sum != nullptr);
  CHECK(std::isinf(sum->radius));
  CHECK(fporder_number_divide(&result, 1, nullptr, 0, nullptr, HUGE_VAL)->kind == 0);
  // Over the reals the product is a number.
  const Number *const product = fporder_number_multiply(&result, 1e200, nullptr, 1e200, nullptr, HUGE_VAL);
  REQUIRE(product != nullptr);
  Number back;
  CHECK(fporder_number_divide(&back, HUGE_VAL, product, 1e300, nullptr, 1e100)->error == doctest::Approx(0).epsilon(1e90));
}

TEST_CASE("shadow program: cells of numbers contain what was stored") {
  for (const unsigned bits : {64U, 120U, 191U, 383U}) {
    const Precision precision(bits);
    alignas(64) static char memory[64];
    const auto page = reinterpret_cast<std::uintptr_t>(wideCellOf(memory)) & ~std::uintptr_t{4095};
    mmap(reinterpret_cast<void *>(page), 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    Draw draw;
    int wrong = 0, lost = 0;
    for (int index = 0; index < draws / 10; ++index) {
      Operand a;
      Exact real;
      draw.operand(a, real);
      for (const unsigned size : {2U, 4U, 8U}) {
        const std::uint64_t image = 0x123456789abcdef0U >> (64 - 8 * size);
        Number back;
        fporder_number_store(memory, image, size, a.get());
        const Number *const loaded = fporder_number_load(&back, memory, image, size, a.value);
        wrong += !holds(real, a.value, loaded) && a.hasNumber;
        lost += (loaded == nullptr) != !a.hasNumber;
        wrong += fporder_number_load(&back, memory, image ^ 1, size, a.value) != nullptr;
      }
    }
    CHECK(wrong == 0);
    CHECK(lost == 0);
  }
}
