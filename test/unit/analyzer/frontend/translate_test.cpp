#include "analyzer/frontend/translate.h"
#include "test/unit/analyzer/frontend/translated.h"

#include "llvm/ADT/STLExtras.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

/// All procedures of a unit, in order.
struct Unit {
  explicit Unit(const std::string &code) : snippet(code, {"-std=c++20"}) {
    summary = frontend::translate(snippet.context(), {}, [this](order::Procedure &&procedure) {
      names.push_back(procedure.name);
      procedures.take(std::move(procedure));
    });
  }

  test::Snippet snippet;
  std::vector<std::string> names;
  test::Procedures procedures;
  frontend::UnitSummary summary;
};

} // namespace

TEST_CASE("functions with a body get a procedure, wherever in the unit they stand") {
  const Unit unit(R"(
    float declared(float);
    float plain(float x) { return x * 2; }
    namespace a::inline b { float scoped(float x) { return x * 3; } namespace { float hidden(float x) { return x * 4; } } }
    struct S { float member(float x) { return x * 5; } struct T { float inner(float x) { return x * 6; } }; S() = default; float gone(float) = delete; };
    extern "C" { float linked(float x) { return x * 7; } })");
  CHECK(unit.names == std::vector<std::string>{"plain", "a::scoped", "a::hidden", "S::member", "S::T::inner", "linked"});
}

TEST_CASE("templates are translated as they are written and as they are instantiated") {
  const Unit unit("template <class T> T open(T x) { return x * 2; }\ntemplate <class T> struct C { T f(T x) { return x * 3; } };\n"
                  "float use(float x, double y) { return open(x) + open(y) + C<float>().f(x); }");
  CHECK(llvm::count(unit.names, "open") == 3);
  CHECK(llvm::count(unit.names, "C::f") == 1);
  CHECK(llvm::count(unit.names, "C<float>::f") == 1);
  CHECK(unit.summary.functions == 3); // as written
}

TEST_CASE("what has no number in it gets no procedure, and is counted all the same") {
  const Unit unit("struct Text { const char *t; }; const char *text(Text x) { return x.t; }\nfloat number(float x) { return x * x + 1; }");
  CHECK(unit.names == std::vector<std::string>{"number"});
  CHECK(unit.summary.functions == 2);
  CHECK(unit.summary.floatingOperations == 2);
}

TEST_CASE("a header's functions get procedures only where the header is the user's own") {
  CHECK(Unit("#include <cmath>\nfloat own(float x) { return std::sqrt(x); }").names == std::vector<std::string>{"own"});
  const std::string lines = "# 1 \"other.h\" 1\nfloat theirs(float x) { return x * 2; }\n# 2 \"input.cpp\" 2\n";
  CHECK(Unit(lines + "float own(float x) { return theirs(x); }").names.back() == "own");
}

TEST_CASE("each procedure begins with what its parameters hold, not with what another function left") {
  const Unit unit("float g; float first(float x) { g = x * 2; return g; }\nfloat second(float x) { return g * x; }");
  CHECK(unit.procedures.returned("first") == "x * 2");
  CHECK(unit.procedures.returned("second") == "g * x");
}
