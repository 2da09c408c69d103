#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

constexpr const char *torch = R"(
namespace at {
template <class T, int N> struct TensorAccessor { TensorAccessor<T, N - 1> operator[](long) const; long size(long) const; };
template <class T> struct TensorAccessor<T, 1> { T &operator[](long) const; long size(long) const; };
template <class T, int N> using Packed = TensorAccessor<T, N>;
struct Tensor { template <class T, int N> TensorAccessor<T, N> accessor() const; long size(long) const; long numel() const; };
}
)";

} // namespace

TEST_CASE("rows of a tensor lead to its elements") {
  const Translated code(std::string(torch) + R"(
    void scale(at::TensorAccessor<float, 2> out, at::TensorAccessor<float, 2> in, int i, int j, float a) { out[i][j] = in[i][j] * a / 3; }
    template <class T> void open(at::Packed<T, 2> out, at::Packed<T, 2> in, int i, int j, T a) { out[i][j] = in[i][j] * a / 3; }
    float kept(at::TensorAccessor<float, 2> in, int i, float a) { auto row = in[i]; row[2] = a * a; return in[i][2] / a; }
    float sum(at::Tensor x) { auto a = x.accessor<float, 1>(); float s = 0; for (long i = 0; i < x.size(0); ++i) s += a[i]; return s; }
    float all(at::TensorAccessor<float, 1> a) { float s = 0; for (long i = 0; i < a.size(0); ++i) s += a[i]; return s; })");
  CHECK(code.stored("scale", "out[i][j]") == "in[i][j] * a / 3");
  CHECK(code.stored("open", "out[i][j]") == "in[i][j] * a / 3");
  CHECK(code.returned("kept") == "a * a / a");
  CHECK(code.notHeld("sum") == "");
  CHECK(code.notHeld("all") == "");
}

TEST_CASE("a class of that name elsewhere is none of PyTorch's") {
  const Translated code(R"(
    struct TensorAccessor { float v[4]; float &operator[](long i) { return v[i]; } };
    float kept(TensorAccessor in, float a) { TensorAccessor other = in; other[2] = a * a; return in[2] / a; })");
  CHECK(code.returned("kept") == "in.v[2] / a");
}
