#include "analyzer/check/function_words.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

/// Nothing: -1; else the number of names, and 10 more for a member of a fixture.
int use(const std::string &text, const std::string &word = "WORD") {
  const SourceTokens tokens(text);
  const std::optional<FunctionWord> found = FunctionWords(tokens).useOf(word);
  return found ? static_cast<int>(found->names) + (found->ofFixture ? 10 : 0) : -1;
}

} // namespace

TEST_CASE("a word of capitals before a body is the head of a function") {
  CHECK(use("WORD(Sums, pairwise) { f(1); }") == 2);
  CHECK(use("WORD(pairwise) {}\nWORD(other) {}") == 1);
  CHECK(use("WORD() {}") == 0);
  CHECK(use("WORD(\"sums\", \"[x]\") {}") == 0);
  CHECK(use("WORD(Sums, pairwise<float>) {}") == 0);
  CHECK(use("WORD(one) {}\nWORD(two, three) {}") == 0);
  CHECK(use("#include \"x.h\"\nnamespace a::b { namespace { extern \"C\" { WORD(x, y) {} } } }") == 2);
}

TEST_CASE("one with small letters needs a string") {
  CHECK(use("scenario(\"sums\") {}", "scenario") == 0);
  CHECK(use("main() { return 0; }", "main") == -1);
  CHECK(use("add(a, b) int a, b; { return a + b; }", "add") == -1);
  CHECK(use("add(a, b) { return a + b; }", "add") == -1);
}

TEST_CASE("inside a class or a function, or used in another way, it is none") {
  CHECK(use("void f() { WORD(x) { g(); } }") == -1);
  CHECK(use("struct S { WORD(x) {} };") == -1);
  CHECK(use("namespace n { struct S { void f() { WORD(x) {} } }; }") == -1);
  CHECK(use("WORD(x);\nWORD(y) {}") == -1);
  CHECK(use("void WORD(int) {}") == -1);
  CHECK(use("WORD(int) f() {}") == -1);
  CHECK(use("int x = WORD(y) {};") == -1);
}

TEST_CASE("a class of the source is a fixture") {
  CHECK(use("struct Grid : Base { float h; };\nWORD(Grid, sums) { h = 1; }") == 12);
  CHECK(use("class Grid { float h; };\nWORD(Grid, sums) {}\nWORD(Other, sums) {}") == 0);
  CHECK(use("struct Grid;\nWORD(Grid, sums) {}") == 2);
}

TEST_CASE("definitions") {
  CHECK(functionWordDefinition("WORD", {}) == "#define WORD(...) static void FPORDER_JOINED(WORD_, __COUNTER__)(void)\n");
  CHECK(functionWordDefinition("WORD", {2, false}) == "#define WORD(fporder_0, fporder_1) static void fporder_0##_##fporder_1##_WORD(void)\n");
}
