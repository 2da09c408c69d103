// The shadow and the error figures against plain MPFR at 1,200 bits, which runs the same programs by itself; and classic programs whose answers are
// known.
#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <vector>

using fporder::shadow;
using namespace fporder::shadowing;

namespace {

constexpr mpfr_prec_t referenceBits = 1200;

/// A number of plain MPFR, with nothing of the library under test.
class Reference {
public:
  Reference(double x = 0) {
    mpfr_init2(value, referenceBits);
    mpfr_set_d(value, x, MPFR_RNDN);
  }
  Reference(const Reference &other) : Reference() { mpfr_set(value, other.value, MPFR_RNDN); }
  Reference &operator=(const Reference &other) {
    mpfr_set(value, other.value, MPFR_RNDN);
    return *this;
  }
  ~Reference() { mpfr_clear(value); }
  double to(double working) const { // working - this
    Reference difference;
    mpfr_d_sub(difference.value, working, value, MPFR_RNDN);
    return mpfr_get_d(difference.value, MPFR_RNDN);
  }
  double approximate() const { return mpfr_get_d(value, MPFR_RNDN); }
  template <class Operation> static Reference of(Operation operation, const Reference &a, const Reference &b) {
    Reference result;
    operation(result.value, a.value, b.value, MPFR_RNDN);
    return result;
  }
  template <class Operation> static Reference of(Operation operation, const Reference &a) {
    Reference result;
    operation(result.value, a.value, MPFR_RNDN);
    return result;
  }

private:
  mpfr_t value;
};

/// A straight-line program on random inputs, run on shadows and on the reference alike.
template <class T> struct Machine {
  std::vector<shadow<T>> values;
  std::vector<Reference> exact;

  void input(double x) {
    values.push_back(fporder::input(shadow<T>(x)));
    exact.emplace_back(static_cast<double>(values.back().value()));
  }
  void step(unsigned operation, std::size_t i, std::size_t j) {
    const shadow<T> a = values[i], b = values[j];
    const Reference x = exact[i], y = exact[j];
    switch (operation) {
    case 0:
      return push(a + b, Reference::of(mpfr_add, x, y));
    case 1:
      return push(a - b, Reference::of(mpfr_sub, x, y));
    case 2:
      return push(a * b, Reference::of(mpfr_mul, x, y));
    case 3:
      return push(a / b, Reference::of(mpfr_div, x, y));
    case 4:
      return push(sqrt(fabs(a)), Reference::of(mpfr_sqrt, Reference::of(mpfr_abs, x)));
    case 5:
      return push(atan(a), Reference::of(mpfr_atan, x));
    case 6:
      return push(hypot(a, b), Reference::of(mpfr_hypot, x, y));
    default:
      return push(-cos(a), Reference::of(mpfr_neg, Reference::of(mpfr_cos, x)));
    }
  }
  void push(const shadow<T> &value, const Reference &reference) {
    values.push_back(value);
    exact.push_back(reference);
  }
};

template <class T> void checkPrograms(int programs) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  int wrong = 0, unexplained = 0, undecided = 0, checked = 0;
  for (int program = 0; program < programs; ++program) {
    Machine<T> machine;
    for (int index = 0; index < 3; ++index)
      machine.input(normal(random));
    for (int index = 0; index < 12; ++index)
      machine.step(static_cast<unsigned>(random() % 8), random() % machine.values.size(), random() % machine.values.size());
    for (std::size_t index = 0; index < machine.values.size(); ++index) {
      const shadow<T> &value = machine.values[index];
      const auto working = static_cast<double>(value.value());
      if (!std::isfinite(working) || !std::isfinite(machine.exact[index].approximate()))
        continue;
      if (!value.isDecided()) {
        ++undecided;
        continue;
      }
      ++checked;
      const double expected = machine.exact[index].to(working);
      const double unit = ulp(WorkingType<T>::format, machine.exact[index].approximate());
      wrong += std::fabs(value.error() - expected) > 0x1p-40 * std::fabs(expected) + unit / 32 ? 1 : 0;
      double explained = 0;
      const Contributions &sources = Access::core(value).trail.sources;
      for (unsigned share = 0; share < sources.size(); ++share)
        explained += sources[share].error;
      unexplained += std::fabs(explained - expected) > 0.01 * std::fabs(expected) + unit / 32 ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
  CHECK(checked > 12 * programs);
  // The difference of a rounded shadow with itself: nothing is known about a zero that rounding may have made.
  CHECK(undecided < checked / 50);
  // Eight shares a value: a dozen steps may have more sources than that, seldom ones that matter.
  CHECK(unexplained < checked / 200);
}

} // namespace

TEST_CASE("shadow errors: random programs against MPFR at 1,200 bits, the shares of the sources add up to the error") {
  const bool full = std::getenv("FPORDER_FULL") != nullptr;
  const int programs = full ? 20'000 : 1'000;
  if (!full)
    MESSAGE("reduced: 1,000 of 20,000 programs");
  checkPrograms<float>(programs);
  checkPrograms<double>(programs);
  checkPrograms<fporder::bfloat16>(programs);
  fporder::resetReport();
}

TEST_CASE("shadow errors: the rounding of one operation alone, at the ends of the range") {
  fporder::resetReport();
  const auto born = [](const char *operation) {
    double largest = -1;
    for (const PlaceReport &place : makeReport().places)
      if (place.site.operation == operation)
        largest = std::max(largest, place.statistics.born.largest);
    return largest;
  };
  const shadow<double> tiny = 0x1p-600, x = 3.0 * 0x1p-474;
  CHECK((tiny * x).value() == 0x1.8p-1073); // 3 * 2^-1074, exact: nothing is born
  CHECK(born("*") == 0);
  const shadow<double> y = 0x1.8p-474;
  CHECK((tiny * y).value() == 0x1p-1073); // 1.5 of the smallest subnormal, a tie: to even, 2
  CHECK(born("*") == 0.5);
  const shadow<float> one = 1, three = 3;
  const shadow<float> third = one / three;
  CHECK(third.error() == doctest::Approx(static_cast<double>(1.0f / 3.0f) - 1.0 / 3).epsilon(1e-7));
  CHECK(third.errorInUlp() == doctest::Approx(1.0 / 3).epsilon(1e-7)); // 1/3 = 0.0101..: the tail is a third of a unit
  CHECK(born("/") == doctest::Approx(1.0 / 3).epsilon(1e-7));
  fporder::resetReport();
}

TEST_CASE("shadow errors: Muller's recurrence") {
  // x(n+1) = 111 - 1130/x(n) + 3000/(x(n) x(n-1)) from 11/2 and 61/11 has the limit 6; rounding of any kind makes it 100. The exact iterates are
  // (6^(n+1) + 5^(n+1)) / (6^n + 5^n).
  shadow<double> before = 5.5, now = shadow<double>(61) / 11;
  for (int n = 2; n <= 30; ++n) {
    const shadow<double> next = 111 - 1130 / now + 3000 / (now * before);
    before = now;
    now = next;
  }
  CHECK(now.value() == doctest::Approx(100).epsilon(1e-9));
  const double exact = (std::pow(6.0, 31) + std::pow(5.0, 31)) / (std::pow(6.0, 30) + std::pow(5.0, 30));
  CHECK(static_cast<double>(now.exact()) == doctest::Approx(exact).epsilon(1e-13));
  CHECK(now.isDecided());
  fporder::resetReport();
}

TEST_CASE("shadow errors: a zero from an uncertain factor is certain") {
  // An FFT's first twiddle factor: sin and cos of 0 times a rounded 2 pi / n.
  const shadow<float> step = -2 * acos(shadow<float>(-1)) / 64;
  const shadow<float> zero = step * 0;
  const shadow<float> sine = sin(zero), sum = sine * shadow<float>(3) / 7 + shadow<float>(1) / 3, whole = floor(step * -1);
  CHECK(zero.isDecided());
  CHECK(sine.isDecided());
  CHECK(sum.isDecided());
  CHECK(sum.errorInUlp() == doctest::Approx(1.0 / 3).epsilon(1e-6));
  CHECK(whole.exact() == 0);
  CHECK((whole + step).isDecided());
  fporder::resetReport();
}

namespace {

template <class T> T rump(T a, T b) {
  const T b2 = b * b, b4 = b2 * b2, b6 = b4 * b2, b8 = b4 * b4, a2 = a * a;
  return 333.75 * b6 + a2 * (11 * a2 * b2 - b6 - 121 * b4 - 2) + 5.5 * b8 + a / (2 * b);
}

} // namespace

TEST_CASE("shadow errors: Rump's polynomial, and a shadow too short to tell") {
  const shadow<double> r = rump<shadow<double>>(77617, 33096);
  CHECK(r.value() == rump<double>(77617, 33096));
  CHECK(static_cast<double>(r.exact()) == doctest::Approx(-54767.0 / 66192).epsilon(1e-14));
  CHECK(r.isDecided());
  const shadow<double, 120> shortOne = rump<shadow<double, 120>>(77617, 33096);
  CHECK_FALSE(shortOne.isDecided());
  fporder::resetReport();
  fporder::output("rump", shortOne);
  const Report report = makeReport();
  REQUIRE(report.outputs.size() == 1);
  CHECK(report.outputs[0].statistics.undecided == 1);
  CHECK(report.outputs[0].statistics.error.count == 0);
  fporder::resetReport();
}

TEST_CASE("shadow errors: a compensated sum is nearly exact, a plain one is not") {
  const auto plain = [](const auto &terms) {
    auto sum = terms[0] - terms[0];
    for (const auto &term : terms)
      sum += term;
    return sum;
  };
  const auto kahan = [](const auto &terms) {
    auto sum = terms[0] - terms[0], compensation = sum;
    for (const auto &term : terms) {
      const auto corrected = term - compensation;
      const auto next = sum + corrected;
      compensation = (next - sum) - corrected;
      sum = next;
    }
    return sum;
  };
  std::mt19937_64 random(11);
  std::uniform_real_distribution<float> uniform;
  std::vector<shadow<float>> terms;
  std::vector<float> numbers;
  Reference exact;
  for (int index = 0; index < 100'000; ++index) {
    numbers.push_back(uniform(random));
    terms.emplace_back(numbers.back());
    exact = Reference::of(mpfr_add, exact, Reference(static_cast<double>(numbers.back())));
  }
  const shadow<float> sum = plain(terms), compensated = kahan(terms);
  CHECK(sum.value() == plain(numbers));
  CHECK(compensated.value() == kahan(numbers));
  CHECK(sum.error() == exact.to(static_cast<double>(plain(numbers))));
  CHECK(compensated.error() == exact.to(static_cast<double>(kahan(numbers))));
  CHECK(sum.errorInUlp() > 5);
  CHECK(compensated.errorInUlp() <= 1);
  fporder::resetReport();
}
