#include "analyzer/frontend/types/matrices.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

const std::string matrices = R"(
    template <class T, int M, int N> struct Matrix {
      T data[M * N];
      T &operator()(int i, int j) { return data[i * N + j]; }
      Matrix<T, N, M> transpose() const;
    };
    template <class T> struct Vector { T x, y, z; };
    )";

} // namespace

TEST_CASE("products of matrices in templates do not commute") {
  Translated code(matrices + R"(
    template <class T, int N> auto between(const Matrix<T, N, N> &a, const Matrix<T, N, N> &b) { return a * b * a.transpose(); }
    template <class T> auto later(const Matrix<T, 3, 3> &a, const Matrix<T, 3, 3> &b) { auto both = a + b; return both * a; }
    template <class T> auto moved(const Matrix<T, 3, 3> &a, const Vector<T> &v) { return a * v; })");
  CHECK(code.returned("between") == "`operator*`(`operator*`(a, b), `a.transpose()`)");
  CHECK(code.returned("later") == "`operator*`(a + b, a)");
  CHECK(code.returned("moved") == "`operator*`(a, v)");
}

TEST_CASE("multiples of matrices, and products of other objects and of numbers, do") {
  Translated code(matrices + R"(
    template <class T> auto scaled(const Matrix<T, 3, 3> &a, T s) { return a * s; }
    template <class T> auto both(const Vector<T> &a, const Vector<T> &b) { return a * b; }
    template <class T> T numbers(T a, T b) { return a * b; })");
  CHECK(code.returned("scaled") == "a * s");
  CHECK(code.returned("both") == "a * b");
  CHECK(code.returned("numbers") == "a * b");
}
