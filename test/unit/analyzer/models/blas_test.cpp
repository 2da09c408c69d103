#include "analyzer/models/model.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

/// Source code with the models that ship.
class Modelled {
public:
  explicit Modelled(const std::string &code, const std::vector<std::string> &headers = {})
      : translated(code, {"-std=c++20"}, "input.cpp", options(code, headers)) {}
  std::string returned(const std::string &function) const { return translated.returned(function); }
  std::string stored(const std::string &function, const std::string &target) const { return translated.stored(function, target); }
  const order::Procedure &procedure(const std::string &function) const { return translated.procedure(function); }

private:
  static frontend::Options options(const std::string &code, const std::vector<std::string> &headers) {
    static const auto builtIn = models::Models::builtIn();
    frontend::Options result;
    result.vendors = builtIn->vendorsOf({"input.cpp", code, headers});
    return result;
  }
  test::Translated translated;
};

} // namespace

TEST_CASE("BLAS calls are sums in an unspecified order") {
  const Modelled code(R"(
    extern "C" {
    float cblas_sdot(int, const float *, int, const float *, int);
    double cblas_dnrm2(int, const double *, int);
    double ddot_(const int *, const double *, const int *, const double *, const int *);
    float sasum(const int *, const float *, const int *);
    }
    float dot(const float *x, const float *y, int n) { return cblas_sdot(n, x, 1, y, 1); }
    double norm(const double *x, int n) { return cblas_dnrm2(n, x, 1); }
    double fortran(const double *x, const double *y, int n) { int one = 1; return ddot_(&n, x, &one, y, &one); }
    float plain(const float *x, int n) { int one = 1; return sasum(&n, x, &one); })");
  CHECK(code.returned("dot") == "sum<unspecified>(i, x[i] * y[i], 0, n)");
  CHECK(code.returned("norm") == "sqrt(sum<unspecified>(i, x[i] * x[i], 0, n))");
  CHECK(code.returned("fortran") == "sum<unspecified>(i, x[i] * y[i])");
  CHECK(code.returned("plain") == "sum<unspecified>(i, abs(x[i]))");
}

TEST_CASE("matrix products write what they compute") {
  const Modelled code(R"(
    extern "C" void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
    extern "C" void cblas_sgemv(int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
    extern "C" void cblas_saxpy(int, float, const float *, int, float *, int);
    void product(double *c, const double *a, const double *b, int n) { cblas_dgemm(101, 111, 111, n, n, n, 1.0, a, n, b, n, 0.0, c, n); }
    void vector(float *y, const float *a, const float *x, int n) { cblas_sgemv(101, 111, n, n, 2.0f, a, n, x, 1, 1.0f, y, 1); }
    void update(float *y, const float *x, float s, int n) { cblas_saxpy(n, s, x, 1, y, 1); })");
  CHECK(code.stored("product", "c[k]") == "gemm(1, 0, c[k], sum<unspecified>(i, a[i] * b[i], 0, n))");
  CHECK(code.stored("vector", "y[k]") == "gemv(2, 1, y[k], sum<unspecified>(i, a[i] * x[i]))");
  CHECK(code.stored("update", "y[k]") == "s * x[k] + y[k]");
}

TEST_CASE("the sum inside a library is no operation of the caller, what is made from it is") {
  const Modelled code(R"(
    extern "C" float cblas_sdot(int, const float *, int, const float *, int);
    float scaled(const float *x, const float *y, int n, float s) { return s * cblas_sdot(n, x, 1, y, 1); })");
  const order::Procedure &scaled = code.procedure("scaled");
  REQUIRE(scaled.computations.size() == 1);
  CHECK(scaled.graph[scaled.computations[0].node].op == order::Op::Mul);
}

TEST_CASE("a function of the user's with such a name is what it is") {
  const Modelled code("static float sdot(int n, const float *x, int, const float *y, int) { return x[n] - y[n]; }\n"
                      "float own(const float *x, const float *y) { return sdot(3, x, 1, y, 1); }");
  CHECK(code.returned("own") == "x[3] - y[3]");
}

TEST_CASE("Eigen's reductions") {
  const std::string declared = R"(
    namespace Eigen {
    template <class T, int R, int C> class Matrix { public: T dot(const Matrix &) const; T norm() const; T sum() const; };
    typedef Matrix<double, -1, 1> VectorXd;
    }
    double dot(const Eigen::VectorXd &x, const Eigen::VectorXd &y) { return x.dot(y); }
    double norm(const Eigen::VectorXd &x) { return x.norm(); }
    struct Own { double dot(const Own &) const; };
    double total(const Eigen::VectorXd &x) { return x.sum(); })";
  const Modelled code(declared, {"Eigen/Dense"});
  CHECK(code.returned("dot").starts_with("sum<unspecified>("));
  CHECK(code.returned("norm").starts_with("sqrt(sum<unspecified>("));
  CHECK(code.returned("total").starts_with("sum<unspecified>("));
  const Modelled other(declared);
  CHECK_FALSE(other.returned("dot").starts_with("sum"));
}
