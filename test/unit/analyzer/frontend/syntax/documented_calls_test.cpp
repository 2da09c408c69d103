#include "analyzer/frontend/syntax/documented_calls.h"

#include "test/unit/analyzer/frontend/library/made_up_vendor.h"
#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

namespace vendor = fporder::test::vendor;
using fporder::frontend::DocumentedCall;
using fporder::frontend::documentedCall;
using fporder::frontend::Types;

namespace {

/// The columns of the callees' names that count, in `body` of a function template over T.
std::vector<unsigned> counted(const std::string &body) {
  fporder::test::Snippet snippet(std::string(vendor::declarations) +
                                 "void vsub(const float *, const float *, const float *, int) {}\n"
                                 "template <class T> void f(Tensor<T> t, Tensor<float> x, Tensor<int> i, float *p, int *q, int n) {\n" +
                                 body + "\n}");
  Types types(snippet.context(), vendor::vendors());
  std::vector<unsigned> columns;
  for (const clang::CallExpr *call : snippet.all<clang::CallExpr>())
    if (const DocumentedCall modelled = documentedCall(types, vendor::vendors(), call); modelled.kind == DocumentedCall::Kind::Computes)
      columns.push_back(snippet.context().getSourceManager().getSpellingColumnNumber(modelled.name));
  return columns;
}

} // namespace

TEST_CASE("calls that a document models as arithmetic on numbers are counted, whatever their type is") {
  CHECK(counted("vmul(x, x, x, n);  ::vdiv(t, t, t, n); vsum(x, x, n);") == std::vector<unsigned>{1, 22, 40});
  CHECK(counted("vmul(p, p, p, n);") == std::vector<unsigned>{1});
  CHECK(counted("float a = scalar_mul_ps(p[0], p[1]);") == std::vector<unsigned>{11});
}

TEST_CASE("calls that compute nothing, or nothing on floating-point numbers, are not counted") {
  CHECK(counted("vcopy(x, x, n); vcast(x, x, RM_ZERO, n); vfence(); unknown(x); x.set(0, x.get(1));").empty());
  CHECK(counted("vmul(i, i, i, n); vmla(i, i, i, n);").empty());
  CHECK(counted("vmul(x, x, n); n = n / 2;").empty()); // another number of arguments
}

TEST_CASE("what a document models without arithmetic is told from what none models") {
  fporder::test::Snippet snippet(std::string(vendor::declarations) + "void f(Tensor<float> x) { vcopy(x, x, 1); unknown(x); }");
  Types types(snippet.context(), vendor::vendors());
  const auto calls = snippet.all<clang::CallExpr>();
  REQUIRE(calls.size() == 2);
  CHECK(documentedCall(types, vendor::vendors(), calls[0]).kind == DocumentedCall::Kind::Moves);
  CHECK(documentedCall(types, vendor::vendors(), calls[1]).kind == DocumentedCall::Kind::None);
}

TEST_CASE("a function that the unit defines itself is no vendor's") { CHECK(counted("vsub(p, p, p, n);").empty()); }

TEST_CASE("without vendors no call is modelled") {
  fporder::test::Snippet snippet(std::string(vendor::declarations) + "void f(Tensor<float> x) { vmul(x, x, x, 1); }");
  Types plain(snippet.context()), types(snippet.context(), vendor::vendors());
  const clang::CallExpr *call = snippet.all<clang::CallExpr>().front();
  CHECK(documentedCall(plain, {}, call).kind == DocumentedCall::Kind::None);
  CHECK(documentedCall(types, vendor::vendors(), call).kind == DocumentedCall::Kind::Computes);
}
