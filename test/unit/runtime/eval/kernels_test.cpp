// The kernels of every instruction set against scalar arithmetic: the same bits.
#include "runtime/eval/kernels.h"

#include "test/unit/runtime/format/mpfr_truth.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace fporder;
using namespace fporder::eval;

namespace {

template <class T> std::vector<T> anyPatterns(std::mt19937_64 &random, std::size_t count) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::vector<T> values;
  for (std::size_t index = 0; index < count; ++index) {
    const T value = std::bit_cast<T>(static_cast<Bits>(random()));
    values.push_back(index % 5 == 0 && std::isfinite(value) && value != 0 ? std::ldexp(value, -std::ilogb(value)) : index % 31 == 0 ? T{0} : value);
  }
  return values;
}

template <class T> std::size_t mismatches(const std::vector<T> &left, const std::vector<T> &right) {
  std::size_t wrong = 0;
  for (std::size_t index = 0; index < left.size(); ++index)
    wrong += format::sameBits(static_cast<double>(left[index]), static_cast<double>(right[index])) ? 0 : 1;
  return wrong;
}

template <class T> void checkBinary(const LaneKernels<T> &kernels) {
  std::mt19937_64 random(53);
  constexpr std::size_t count = 20'003;
  const std::vector<T> a = anyPatterns<T>(random, count), b = anyPatterns<T>(random, count), c = anyPatterns<T>(random, count);
  std::vector<T> out(count), expected(count);
  const auto check = [&](const char *what, auto &&scalar) {
    for (std::size_t index = 0; index < count; ++index)
      expected[index] = scalar(a[index], b[index], c[index]);
    CHECK_MESSAGE(mismatches(out, expected) == 0, what);
  };
  const auto run = [&](BinaryKernel kernel) { kernels.binary[static_cast<std::size_t>(kernel)](a.data(), b.data(), out.data(), count); };
  run(BinaryKernel::Add), check("add", [](T x, T y, T) { return x + y; });
  run(BinaryKernel::Sub), check("sub", [](T x, T y, T) { return x - y; });
  run(BinaryKernel::Mul), check("mul", [](T x, T y, T) { return x * y; });
  run(BinaryKernel::Div), check("div", [](T x, T y, T) { return x / y; });
  run(BinaryKernel::CopySign), check("copysign", [](T x, T y, T) { return std::copysign(x, y); });
  run(BinaryKernel::Min), check("min", [](T x, T y, T) { return x == 0 && y == 0 ? (std::signbit(x) ? x : y) : std::fmin(x, y); });
  run(BinaryKernel::Max), check("max", [](T x, T y, T) { return x == 0 && y == 0 ? (std::signbit(x) ? y : x) : std::fmax(x, y); });
  kernels.fma(a.data(), b.data(), c.data(), out.data(), count), check("fma", [](T x, T y, T z) { return std::fma(x, y, z); });
  kernels.unary[static_cast<std::size_t>(UnaryKernel::Sqrt)](a.data(), out.data(), count), check("sqrt", [](T x, T, T) { return std::sqrt(x); });
  kernels.unary[static_cast<std::size_t>(UnaryKernel::Neg)](a.data(), out.data(), count), check("neg", [](T x, T, T) { return -x; });
  kernels.unary[static_cast<std::size_t>(UnaryKernel::Abs)](a.data(), out.data(), count), check("abs", [](T x, T, T) { return std::fabs(x); });
  out = a;
  kernels.flush(out.data(), T{1}, count), check("flush", [](T x, T, T) { return std::fabs(x) < 1 ? std::copysign(T{0}, x) : x; });
  std::vector<double> condition(count), truth(count);
  for (std::size_t relation = 0; relation < 6; ++relation) {
    kernels.compare[relation](a.data(), b.data(), condition.data(), count);
    for (std::size_t index = 0; index < count; ++index) {
      const T x = a[index], y = b[index];
      const bool holds[] = {x<y, x <= y, x> y, x >= y, x == y, x != y};
      truth[index] = holds[relation] ? 1 : 0;
    }
    CHECK(mismatches(condition, truth) == 0);
  }
  kernels.select(condition.data(), a.data(), b.data(), out.data(), count), check("select", [](T x, T y, T) { return x != y ? x : y; });
}

void checkUnusual(const Kernels &kernels) {
  std::vector<float> ordinary(37, 2.0F);
  CHECK_FALSE(kernels.single.anyUnusual(ordinary.data(), 1, 4, ordinary.size()));
  for (const float odd : {0.5F, 0.0F, 5.0F, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), -0.5F})
    for (std::size_t at = 0; at < ordinary.size(); ++at) {
      std::vector<float> values = ordinary;
      values[at] = odd;
      CHECK(kernels.single.anyUnusual(values.data(), 1, 4, values.size()));
    }
}

void checkConversions(const Kernels &kernels) {
  std::mt19937_64 random(59);
  const std::vector<double> wide = anyPatterns<double>(random, 5001);
  std::vector<float> narrow(wide.size());
  kernels.narrow(wide.data(), narrow.data(), wide.size());
  std::vector<double> expected, back(wide.size());
  for (const double value : wide)
    expected.push_back(format::roundTo(format::Format::Binary32, value));
  kernels.widen(narrow.data(), back.data(), narrow.size());
  CHECK(mismatches(back, expected) == 0);
  for (const format::Format to :
       {format::Format::Binary16, format::Format::BFloat16, format::Format::Tf32, format::Format::E4M3FN, format::Format::E5M2}) {
    std::vector<double> block = wide;
    for (std::size_t index = 0; index < block.size(); index += 2)
      expected[index] = block[index] = std::ldexp(1 + std::fabs(std::fmod(wide[index], 1)), static_cast<int>(index % 60) - 30);
    kernels.round(format::NearestEven(to), block.data(), block.size());
    for (std::size_t index = 0; index < block.size(); ++index)
      expected[index] = format::roundTo(to, index % 2 == 0 ? expected[index] : wide[index]);
    CHECK(mismatches(block, expected) == 0);
  }
}

} // namespace

TEST_CASE("kernels of every instruction set give the bits of scalar arithmetic") {
  const Kernels *const sets[] = {&baselineKernels(), avx2Kernels()};
  for (const Kernels *kernels : sets) {
    if (kernels == nullptr) {
      MESSAGE("this processor has no AVX2: those kernels are not tested here");
      continue;
    }
    CAPTURE(kernels->instructionSet);
    checkBinary(kernels->single);
    checkBinary(kernels->wide);
    checkUnusual(*kernels);
    checkConversions(*kernels);
  }
}
