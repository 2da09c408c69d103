#include "analyzer/check/unknown_words.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

bool noMacro(const std::string &) { return false; }

/// What the source is parsed with after one parse that met `word`.
std::string prelude(const std::string &source, const std::string &word = "WORD") {
  UnknownNames unknown;
  unknown.errors = 1;
  unknown.texts["x.cpp"] = source;
  unknown.names.push_back({word, "x.cpp"});
  UnknownWords words;
  words.learn(unknown, noMacro);
  return words.prelude();
}

const std::string attribute = "#define WORD __attribute__((annotate(\"fporder: unknown word WORD\")))\n";

} // namespace

TEST_CASE("a word before a whole declaration is an attribute") {
  CHECK(prelude("WORD float f(float x);") == attribute);
  CHECK(prelude("WORD static double f(double x);") == attribute);
  CHECK(prelude("template <class T> WORD T f(T x);") == attribute);
  CHECK(prelude("extern \"C\" WORD void f(void);") == attribute);
  CHECK(prelude("WORD Vector<float, 3> f(int x);") == attribute);
  CHECK(prelude("WORD ns::Vector const *f(int x);") == attribute);
  CHECK(prelude("void f(WORD float *x, WORD const Vector &y);") == attribute);
  CHECK(prelude("struct S { WORD inline float f() { return 1; } };") == attribute);
}

TEST_CASE("a word that is a type, a function or a value is none") {
  CHECK(prelude("WORD f(float x);").empty());
  CHECK(prelude("WORD x = 3;").empty());
  CHECK(prelude("void f(const WORD &x);").empty());
  CHECK(prelude("void f(WORD const &x);").empty());
  CHECK(prelude("WORD ns::S::f(float x) {}").empty());
  CHECK(prelude("WORD operator+(S a, S b);").empty());
  CHECK(prelude("float g() { return WORD * 2; }").empty());
  CHECK(prelude("float g() { return WORD(2); }").empty());
  CHECK(prelude("WORD float f(float x); float g() { return WORD; }").empty());
}

TEST_CASE("an attribute that leads to errors is nothing at all") {
  UnknownNames unknown;
  unknown.texts["x.cpp"] = "WORD float f(float x);";
  unknown.names.push_back({"WORD", "x.cpp"});
  UnknownWords words;
  CHECK(words.learn(unknown, noMacro));
  CHECK_FALSE(words.learn(unknown, noMacro));
  unknown.macros.insert("WORD");
  CHECK(words.learn(unknown, noMacro));
  CHECK(words.prelude() == "#define WORD\n");
  CHECK_FALSE(words.learn(unknown, noMacro));
}

TEST_CASE("the words are reported") {
  CHECK_FALSE(UnknownWords().report("x.cpp"));
  UnknownNames unknown;
  unknown.texts["x.cpp"] = "WORD float f(float x);";
  unknown.names.push_back({"WORD", "x.cpp"});
  UnknownWords words;
  words.learn(unknown, noMacro);
  CHECK(words.report("x.cpp")->why == "taken for an attribute: WORD");
}

TEST_CASE("a word with arguments before a declaration is nothing") {
  CHECK(prelude("WORD(16) static float table[4];") == "#define WORD(...)\n");
  CHECK(prelude("WORD(a, b)\nnamespace c { float f(float x); }") == "#define WORD(...)\n");
  CHECK(prelude("float f(float x);\nWORD(f)\n#include \"x.h\"\n") == "#define WORD(...)\n");
  CHECK(prelude("WORD(f)\ntemplate <class T> T g(T x);\nWORD(g)\nstruct S {};") == "#define WORD(...)\n");
  CHECK(prelude("void f(int x) { WORD(x); }").empty());
  CHECK(prelude("void f(int x) { WORD(x) x = 1; }").empty());
  CHECK(prelude("float f(float x) { return WORD(x); }").empty());
  CHECK(prelude("WORD(f);\nfloat f(float x);").empty());
}

TEST_CASE("a word with arguments before a name, its parameters and a body is the result's type") {
  CHECK(prelude("WORD(float) f(float x) { return x; }") == "#define WORD(...) __attribute__((annotate(\"fporder: unknown word WORD\"))) auto\n");
  CHECK(prelude("WORD(float) f(float x);").empty());
}

TEST_CASE("a word behind parameters or before the name of a class is nothing") {
  CHECK(prelude("float f(float x) WORD { return x; }") == "#define WORD\n");
  CHECK(prelude("struct S { float f(float x) const WORD { return x; } };") == "#define WORD\n");
  CHECK(prelude("struct WORD S { float x; };") == "#define WORD\n");
  CHECK(prelude("class WORD S : public T {};") == "#define WORD\n");
  CHECK(prelude("void f(int x) { if (x) WORD {} }").empty());
  CHECK(prelude("struct WORD { float x; };").empty());
  CHECK(prelude("struct WORD x;").empty());
}

TEST_CASE("a word with small letters that no error names, and a macro, are left alone") {
  UnknownNames unknown;
  unknown.errors = 1;
  unknown.texts["x.cpp"] = "float f(float x) word { return x; }\nfloat g(float x) WORD { return x; }";
  UnknownWords words;
  CHECK_FALSE(words.learn(unknown, [](const std::string &name) { return name == "WORD"; }));
  CHECK(words.learn(unknown, noMacro));
  CHECK(words.prelude() == "#define WORD\n");
}
