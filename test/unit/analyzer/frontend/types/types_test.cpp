#include "analyzer/frontend/types/types.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using fporder::format::Format;
using fporder::frontend::TypeClass;
using fporder::frontend::Types;
using fporder::order::Shape;
using fporder::test::Snippet;

namespace {

struct Expectation {
  const char *variable;
  TypeClass kind;
  Format stored;
  Shape shape;
};

void check(Snippet &snippet, std::initializer_list<Expectation> expectations) {
  Types types(snippet.context());
  for (const Expectation &expected : expectations) {
    CAPTURE(expected.variable);
    const auto &info = types.info(snippet.typeOf(expected.variable));
    CHECK(info.kind == expected.kind);
    CHECK(info.stored.format == expected.stored);
    CHECK(info.stored.shape == expected.shape);
  }
}

} // namespace

TEST_CASE("scalar types have their IEEE formats") {
  Snippet snippet("float f; double d; int i; bool b; char c; enum E { A } e; float *p; float a[3]; double &r = d; const float k = 1; void g();");
  check(snippet, {{"f", TypeClass::Floating, Format::Binary32, Shape::Scalar},
                  {"d", TypeClass::Floating, Format::Binary64, Shape::Scalar},
                  {"i", TypeClass::Integer, Format::Integer, Shape::Scalar},
                  {"b", TypeClass::Boolean, Format::Boolean, Shape::Scalar},
                  {"c", TypeClass::Integer, Format::Integer, Shape::Scalar},
                  {"e", TypeClass::Integer, Format::Integer, Shape::Scalar},
                  {"p", TypeClass::Pointer, Format::Unknown, Shape::Scalar},
                  {"a", TypeClass::Array, Format::Unknown, Shape::Scalar},
                  {"r", TypeClass::Floating, Format::Binary64, Shape::Scalar},
                  {"k", TypeClass::Floating, Format::Binary32, Shape::Scalar},
                  {"g", TypeClass::Function, Format::Unknown, Shape::Scalar}});
}

TEST_CASE("long double follows the target") {
  const std::pair<const char *, Format> targets[] = {{"x86_64-linux-gnu", Format::X87Extended},
                                                     {"aarch64-linux-gnu", Format::Binary128},
                                                     {"powerpc64le-linux-gnu", Format::DoubleDouble},
                                                     {"x86_64-pc-windows-msvc", Format::Binary64}};
  for (const auto &[target, format] : targets) {
    CAPTURE(target);
    Snippet snippet("long double x;", {std::string("--target=") + target});
    check(snippet, {{"x", TypeClass::Floating, format, Shape::Scalar}});
  }
}

TEST_CASE("half precision is computed in binary32 where the target has no native arithmetic") {
  const char *code = "_Float16 h; __bf16 b; float f; typedef _Float16 h8 __attribute__((vector_size(16))); h8 v;";
  Snippet plain(code, {"--target=x86_64-linux-gnu"});
  Types types(plain.context());
  CHECK(types.stored(plain.typeOf("h")).format == Format::Binary16);
  CHECK(types.computed(plain.typeOf("h")).format == Format::Binary32);
  CHECK(types.stored(plain.typeOf("b")).format == Format::BFloat16);
  CHECK(types.computed(plain.typeOf("b")).format == Format::Binary32);
  CHECK_FALSE(types.info(plain.typeOf("f")).hasExcessPrecision());
  CHECK(types.stored(plain.typeOf("v")).shape == Shape::Lanes);
  Snippet native("_Float16 h;", {"--target=x86_64-linux-gnu", "-mavx512fp16"});
  Types nativeTypes(native.context());
  CHECK_FALSE(nativeTypes.info(native.typeOf("h")).hasExcessPrecision());
  Snippet off("_Float16 h;", {"--target=x86_64-linux-gnu", "-Xclang", "-ffloat16-excess-precision=none"});
  Types offTypes(off.context());
  CHECK_FALSE(offTypes.info(off.typeOf("h")).hasExcessPrecision());
}

TEST_CASE("x87 targets compute in 80 bits") {
  Snippet snippet("float f; double d;", {"--target=i386-linux-gnu", "-mno-sse"});
  Types types(snippet.context());
  CHECK(types.stored(snippet.typeOf("f")).format == Format::Binary32);
  CHECK(types.computed(snippet.typeOf("f")).format == Format::X87Extended);
  CHECK(types.computed(snippet.typeOf("d")).format == Format::X87Extended);
}

TEST_CASE("number-like classes are numbers, same-named others are not") {
  Snippet snippet(R"(
    #include <complex>
    #include <valarray>
    #include <vector>
    namespace Eigen { struct half { unsigned short x; }; struct bfloat16 { unsigned short x; }; }
    struct half { void *edge; void *twin; };
    std::complex<float> z; std::valarray<double> v; std::vector<float> w; Eigen::half h; Eigen::bfloat16 g; ::half mesh;
    auto closure(const std::valarray<double> &a) { return a * a + a; }
    float __attribute__((vector_size(16))) q; int __attribute__((vector_size(16))) qi; _Complex double c;)");
  check(snippet, {{"z", TypeClass::Floating, Format::Binary32, Shape::Complex},
                  {"v", TypeClass::Floating, Format::Binary64, Shape::Lanes},
                  {"w", TypeClass::Record, Format::Unknown, Shape::Scalar},
                  {"h", TypeClass::Floating, Format::Binary16, Shape::Scalar},
                  {"g", TypeClass::Floating, Format::BFloat16, Shape::Scalar},
                  {"mesh", TypeClass::Record, Format::Unknown, Shape::Scalar},
                  {"q", TypeClass::Floating, Format::Binary32, Shape::Lanes},
                  {"qi", TypeClass::Integer, Format::Integer, Shape::Lanes},
                  {"c", TypeClass::Floating, Format::Binary64, Shape::Complex}});
  Types types(snippet.context());
  auto closure = types.stored(snippet.find<clang::FunctionDecl>("closure")->getReturnType());
  CHECK(closure.format == Format::Binary64);
  CHECK(closure.shape == Shape::Lanes);
}

TEST_CASE("dependent types are numbers unless visibly integral") {
  Snippet snippet(R"(
    #include <complex>
    #include <vector>
    template <class T, class Index, typename N, typename U> struct S {
      T t; Index i; N n; typename U::size_type s; typename U::value_type e; std::complex<T> z; std::vector<T> v; T *p;
    };
    template <typename K> K table(K index, const float *data) { return data[index] + index % 3; })");
  check(snippet, {{"t", TypeClass::Dependent, Format::Dependent, Shape::Scalar},
                  {"i", TypeClass::Integer, Format::Integer, Shape::Scalar},
                  {"n", TypeClass::Integer, Format::Integer, Shape::Scalar},
                  {"s", TypeClass::Integer, Format::Integer, Shape::Scalar},
                  {"e", TypeClass::Dependent, Format::Dependent, Shape::Scalar},
                  {"z", TypeClass::Dependent, Format::Dependent, Shape::Complex},
                  {"v", TypeClass::Record, Format::Unknown, Shape::Scalar},
                  {"p", TypeClass::Pointer, Format::Unknown, Shape::Scalar}});
  Types types(snippet.context());
  clang::QualType index = snippet.typeOf("index");
  CHECK(types.info(index).kind == TypeClass::Dependent);
  types.declare(index->getAs<clang::TemplateTypeParmType>()->getDecl(), true);
  CHECK(types.info(index).kind == TypeClass::Integer);
}

TEST_CASE("what the uses of a parameter prove counts more than its name") {
  Snippet snippet("template <class N> N scaled(N value) { return value; }");
  Types types(snippet.context());
  const clang::QualType type = snippet.typeOf("value");
  CHECK(types.info(type).kind == TypeClass::Integer);
  types.declare(type->getAs<clang::TemplateTypeParmType>()->getDecl(), false);
  CHECK(types.info(type).kind == TypeClass::Dependent);
}
