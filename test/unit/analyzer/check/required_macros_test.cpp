#include "analyzer/check/required_macros.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

/// What is put before a source in which `unknown` is not declared where it is used, and `defined` are macros.
std::string prelude(const std::string &source, const std::string &unknown, const std::vector<std::string> &defined = {}) {
  clang::SourceManagerForFile file("x.cpp", source);
  (void)file.get().getBufferData(file.get().getMainFileID()); // as a parse reads it
  RequiredMacros macros;
  UnknownNames names;
  names.names = {{unknown, "x.cpp"}};
  const auto isMacro = [&](const std::string &name) { return llvm::is_contained(defined, name); };
  CHECK(macros.learn(names, file.get(), isMacro) == !macros.prelude().empty());
  CHECK_FALSE(macros.learn(names, file.get(), isMacro)); // nothing new
  return macros.prelude();
}

} // namespace

TEST_CASE("a name that is declared under conditions only needs the first one's macros") {
  const std::string source = "#if defined(USE_FLOAT)\ntypedef float real;\n#elif defined(USE_DOUBLE)\ntypedef double real;\n#endif\nreal x;\n";
  CHECK(prelude(source, "real") == "#define USE_FLOAT 1\n");
  CHECK(prelude("#ifdef A\nstruct S {};\n#endif\n", "S") == "#define A 1\n");
  CHECK(prelude("#ifdef A\nusing S = float;\n#endif\n", "S") == "#define A 1\n");
  CHECK(prelude("#ifdef A\ntemplate <class T> concept S = true;\n#endif\n", "S") == "#define A 1\n");
  CHECK(prelude("#if A\n#define S float\n#endif\n", "S") == "#define A 1\n");
  CHECK(prelude("#if defined(A) || defined(B)\n#define S float\n#endif\n", "S") == "#define A 1\n");
  CHECK(prelude("#if defined(A) && defined(B)\n#ifdef C\n#define S float\n#endif\n#endif\n", "S") == "#define A 1\n#define B 1\n#define C 1\n");
  CHECK(prelude("#ifdef A\n#ifdef B\ntypedef short S;\n#else\ntypedef float S;\n#endif\n#endif\n", "S") == "#define A 1\n");
}

TEST_CASE("what is a macro already is not defined again, and what needs more than a definition is passed over") {
  CHECK(prelude("#if defined(A) && defined(B)\n#define S float\n#endif\n", "S", {"A"}) == "#define B 1\n");
  CHECK(prelude("#ifdef A\ntypedef float S;\n#endif\n", "S", {"A"}).empty());
  CHECK(prelude("#if A == 2\ntypedef float S;\n#endif\n", "S").empty());
  CHECK(prelude("#ifdef _MSC_VER\ntypedef float S;\n#endif\n", "S").empty());
  CHECK(prelude("#ifndef A\ntypedef float S;\n#endif\n", "S").empty());
  CHECK(prelude("typedef float S;\n", "S").empty());
  CHECK(prelude("struct S { float x; };\n#ifdef A\ntypedef struct S S;\n#endif\n", "S") == "#define A 1\n");
  CHECK(prelude("#if A\nusing S = float;\n#else\nusing S = double;\n#endif\n", "S").empty());
  CHECK(prelude("#ifdef A\ntypedef float S;\n#endif\n#ifndef B\ntypedef double S;\n#endif\n", "S").empty());
}

TEST_CASE("only declarations count") {
  CHECK(prelude("#ifdef A\nfloat f(S x) { return x * S(2); }\n#endif\n", "S").empty());
  CHECK(prelude("#ifdef A\nusing B::S;\nusing T = S;\n#endif\n", "S").empty());
}

TEST_CASE("the macros are listed with what needs them") {
  clang::SourceManagerForFile file("x.cpp", "#ifdef A\ntypedef float S;\n#endif\n");
  (void)file.get().getBufferData(file.get().getMainFileID());
  RequiredMacros macros;
  CHECK_FALSE(macros.report("x.cpp"));
  UnknownNames names;
  names.names = {{"S", "x.cpp"}};
  REQUIRE(macros.learn(names, file.get(), [](const std::string &) { return false; }));
  CHECK(macros.report("x.cpp")->why == "taken for defined, as a name is declared only where it is: A ('S')");
}

TEST_CASE("names that one macro declares need no other one, and each of the others gets its own in the same round") {
  const std::string source = "#ifdef A\nstruct R {};\nstruct S {};\n#endif\n#ifdef B\nstruct S {};\n#endif\n#ifdef C\nstruct T {};\n#endif\n";
  clang::SourceManagerForFile file("x.cpp", source);
  (void)file.get().getBufferData(file.get().getMainFileID());
  RequiredMacros macros;
  UnknownNames names;
  names.names = {{"R", "x.cpp"}, {"S", "x.cpp"}, {"T", "x.cpp"}};
  REQUIRE(macros.learn(names, file.get(), [](const std::string &) { return false; }));
  CHECK(macros.prelude() == "#define A 1\n#define C 1\n");
}
