// The exact side's own arithmetic against MPFR: pairs are exact, limbs are rounded as MPFR rounds, bit for bit.
#include <fporder/shadow/real.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

using namespace fporder::shadowing;

namespace {

int cases() {
  if (std::getenv("FPORDER_FULL") != nullptr)
    return 2'000'000;
  MESSAGE("reduced: 40,000 of 2,000,000 operand pairs");
  return 40'000;
}

class Number {
public:
  explicit Number(mpfr_prec_t bits) { mpfr_init2(value, bits); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  ~Number() { mpfr_clear(value); }
  operator mpfr_ptr() { return value; }

private:
  mpfr_t value;
};

/// Runs of ones and zeros, so that carries, ties and cancellation are frequent.
template <unsigned Bits> Limbs<Bits> randomLimbs(std::mt19937_64 &random) {
  Limbs<Bits> result{};
  for (mp_limb_t &limb : result.data) {
    const std::uint64_t choice = random() % 4;
    limb = choice == 0 ? 0 : choice == 1 ? ~mp_limb_t{0} : choice == 2 ? random() : mp_limb_t{1} << (random() % 64);
  }
  result.data[Limbs<Bits>::size - 1] |= mp_limb_t{1} << 63;
  result.data[0] &= ~mp_limb_t{0} << Limbs<Bits>::unused;
  result.exponent = static_cast<std::int64_t>(random() % (random() % 2 == 0 ? 4 : 500)) - 2;
  result.negative = random() % 2 == 0;
  return result;
}

template <unsigned Bits> PackedReal<Bits> packed(const Limbs<Bits> &limbs) {
  PackedReal<Bits> result;
  result.set(limbs);
  return result;
}

template <unsigned Bits> void checkLimbs(unsigned seed) {
  std::mt19937_64 random(seed);
  Number expected(Bits);
  int wrong = 0;
  const int count = cases();
  for (int index = 0; index < count; ++index) {
    const Limbs<Bits> a = randomLimbs<Bits>(random);
    Limbs<Bits> b = random() % 4 == 0 ? a : randomLimbs<Bits>(random);
    b.negative = random() % 2 == 0;
    const bool subtract = random() % 2 == 0;
    Limbs<Bits> sum{}, product{};
    bool inexact = false;
    const bool nonZero = addLimbs(a, b, subtract, sum, inexact);
    int ternary = (subtract ? mpfr_sub : mpfr_add)(expected, Reading<Bits>(packed(a)), Reading<Bits>(packed(b)), MPFR_RNDN);
    if (nonZero)
      wrong += mpfr_equal_p(expected, Reading<Bits>(packed(sum))) == 0 || inexact != (ternary != 0) ? 1 : 0;
    else
      wrong += (mpfr_zero_p)(static_cast<mpfr_ptr>(expected)) == 0 ? 1 : 0;
    inexact = multiplyLimbs(a, b, product);
    ternary = mpfr_mul(expected, Reading<Bits>(packed(a)), Reading<Bits>(packed(b)), MPFR_RNDN);
    wrong += mpfr_equal_p(expected, Reading<Bits>(packed(product))) == 0 || inexact != (ternary != 0) ? 1 : 0;
    double nearest = 0;
    wrong += !nearestDouble(product, nearest) || nearest != mpfr_get_d(Reading<Bits>(packed(product)), MPFR_RNDN) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

/// Doubles of few or many bits, near each other or far apart.
double randomDouble(std::mt19937_64 &random) {
  const auto bits = static_cast<unsigned>(random() % 53);
  const double significand = static_cast<double>(random() >> (11 + bits));
  return std::ldexp(random() % 2 == 0 ? significand : -significand,
                    static_cast<int>(random() % (random() % 8 == 0 ? 2000 : 80)) - 40 - (random() % 8 == 0 ? 1000 : 0));
}

Pair randomPair(std::mt19937_64 &random) {
  const double high = randomDouble(random);
  return random() % 2 == 0 ? Pair{high, 0} : twoSum(high, std::ldexp(randomDouble(random), -30));
}

} // namespace

TEST_CASE("shadow real: limbs add, subtract and multiply as MPFR does") {
  checkLimbs<255>(1);
  checkLimbs<120>(2);
  checkLimbs<128>(3);
  checkLimbs<64>(4);
}

TEST_CASE("shadow real: a pair is the exact sum, product, quotient or root, or there is none") {
  std::mt19937_64 random(5);
  const auto set = [](mpfr_ptr number, const Pair &pair) {
    mpfr_set_d(number, pair.high, MPFR_RNDN);
    mpfr_add_d(number, number, pair.low, MPFR_RNDN);
  };
  Number a(5000), b(5000), expected(5000), got(5000);
  int wrong = 0, sums = 0, products = 0, quotients = 0, roots = 0, differences = 0;
  const int count = cases();
  for (int index = 0; index < count; ++index) {
    const Pair x = randomPair(random), y = randomPair(random);
    if (!std::isfinite(x.high) || !std::isfinite(y.high))
      continue;
    set(a, x);
    set(b, y);
    Pair result;
    const auto check = [&](bool exists, int &counted, auto operation) {
      if (!exists)
        return;
      ++counted;
      operation();
      set(got, result);
      wrong += mpfr_equal_p(got, expected) == 0 || mpfr_get_d(expected, MPFR_RNDN) != result.high ? 1 : 0;
    };
    check(exactSum(x, y, result), sums, [&] { mpfr_add(expected, a, b, MPFR_RNDN); });
    check(exactProduct(x, y, result), products, [&] { mpfr_mul(expected, a, b, MPFR_RNDN); });
    check(exactQuotient(x, y, result), quotients, [&] { mpfr_div(expected, a, b, MPFR_RNDN); });
    check(exactRoot(x, result), roots, [&] { mpfr_sqrt(expected, a, MPFR_RNDN); });
    double rounded = 0;
    if (differenceOf(y.high, x, rounded)) {
      ++differences;
      mpfr_d_sub(expected, y.high, a, MPFR_RNDN);
      wrong += rounded != mpfr_get_d(expected, MPFR_RNDN) ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
  CHECK(sums > count / 4);
  CHECK(products > count / 4);
  CHECK(quotients > count / 1000);
  CHECK(roots > count / 1000);
  CHECK(differences > count / 4);
}
