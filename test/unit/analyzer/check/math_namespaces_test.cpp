#include "analyzer/check/math_namespaces.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

std::string prelude(const std::string &source, const std::string &name) {
  UnknownNames unknown;
  unknown.texts["x.cpp"] = source;
  unknown.names.push_back({name, "x.cpp"});
  MathNamespaces namespaces;
  CHECK(namespaces.learn(unknown) == !namespaces.prelude().empty());
  CHECK_FALSE(namespaces.learn(unknown)); // nothing new
  return namespaces.prelude();
}

} // namespace

TEST_CASE("the functions of a library's namespace that is not declared are those of std") {
  const std::string text = prelude("float f(float x) { return Kokkos::sqrt(x); }", "Kokkos");
  CHECK(text.find("#include <algorithm>\n#include <cmath>\nnamespace Kokkos {") == 0);
  CHECK(text.find(" using ::std::sqrt;") != std::string::npos);
  CHECK(prelude("double f(double x) { return Eigen::numext::log(x); }", "Eigen").find("namespace Eigen::numext {") != std::string::npos);
}

TEST_CASE("functions with the suffix of float, and the larger of two numbers, are known as well") {
  const std::string text = prelude("float f(float x) { return cuda::std::fabsf(x); }", "cuda");
  CHECK(text.find("namespace cuda::std {") != std::string::npos);
  CHECK(text.find(" using ::fabsf;") != std::string::npos);
  CHECK(prelude("float f(float x) { return glm::max(x, 0.0f); }", "glm").find(" using ::std::max;") != std::string::npos);
  CHECK(prelude("float f(float x) { return glm::ff(x); }", "glm") == "");
}

TEST_CASE("other names, and other uses of a library, declare nothing") {
  CHECK(prelude("float f(float x) { return mine::sqrt(x); }", "mine") == "");
  CHECK(prelude("Kokkos::View<float *> v;", "Kokkos") == "");
  CHECK(prelude("float f(float x) { return Eigen::sqrt(x); }", "Eigen") == "");
  CHECK(prelude("auto *f = &Kokkos::sqrt;", "Kokkos") == "");
}

TEST_CASE("a library is looked for in all files with errors, whichever names it first") {
  UnknownNames unknown;
  unknown.texts["types.h"] = "Kokkos::View<float *> v;";
  unknown.texts["x.cpp"] = "float f(float x) { return Kokkos::sqrt(x); }";
  unknown.names.push_back({"Kokkos", "types.h"});
  MathNamespaces namespaces;
  CHECK(namespaces.learn(unknown));
}

TEST_CASE("a standard library of its own has the types of std as well") {
  const std::string text = prelude("template <class T> constexpr bool same = cuda::std::is_same_v<T, float>;", "cuda");
  CHECK(text.find("#include <type_traits>") != std::string::npos);
  CHECK(text.find("namespace cuda::std { using namespace ::std;") != std::string::npos);
  CHECK(prelude("float f(float x) { return Kokkos::sqrt(x); }", "Kokkos").find("using namespace") == std::string::npos);
}

TEST_CASE("the namespaces are reported") {
  CHECK_FALSE(MathNamespaces().report("x.cpp"));
  UnknownNames unknown;
  unknown.texts["x.cpp"] = "float f(float x) { return sycl::exp(x) + cl::sycl::log(x); }";
  unknown.names = {{"sycl", "x.cpp"}, {"cl", "x.cpp"}};
  MathNamespaces namespaces;
  namespaces.learn(unknown);
  CHECK(namespaces.report("x.cpp")->what == "2 undeclared namespaces");
  CHECK(namespaces.report("x.cpp")->why == "mathematical functions are taken for those of std: sycl, cl::sycl");
}
