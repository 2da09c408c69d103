#include "analyzer/frontend/syntax/plain_runs.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <doctest/doctest.h>

#include <string>

using fporder::frontend::PlainRuns;

namespace {

/// "a b; c": the names of the plain runs of a text, one after another.
std::string runsIn(const std::string &text) {
  clang::LangOptions language;
  language.CPlusPlus = true;
  clang::IdentifierTable names(language);
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(), text.data() + text.size());
  PlainRuns runs;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof))
      break;
    if (token.is(clang::tok::raw_identifier)) {
      clang::IdentifierInfo &name = names.get(token.getRawIdentifier());
      token.setKind(name.getTokenID());
      token.setIdentifierInfo(&name);
    }
    runs.take(token);
  }
  std::string found;
  for (std::uint32_t run = 0; run < runs.current(); ++run)
    if (const auto plain = runs.names(run)) {
      found += found.empty() ? "" : "; ";
      for (const clang::IdentifierInfo *name : *plain)
        found += (found.empty() || found.back() == ' ' ? "" : " ") + name->getName().str();
    }
  return found;
}

} // namespace

TEST_CASE("runs of names and integer literals between delimiters are plain") {
  CHECK(runsIn("x = a + b * 2;") == "a b");
  CHECK(runsIn("f(a - 1, b / c, (d + e) * g);") == "a; b c; d e");
  CHECK(runsIn("return a + b < c * d ? e - 1 : x[g % 4];") == "a b; c d; e; g");
  CHECK(runsIn("{ k += n * 0x1e; }") == "k n");
}

TEST_CASE("other runs tell nothing") {
  for (const char *text :
       {"f(*p + 1);", "f(-a * b);", "f(a.b + c);", "f(a + b.c);", "f(a + g(c));", "f(a + h[2]);", "f(h[2] + a);", "x = (float)a * b;", "f(a * 2.5);",
        "f(a * 1e3);", "f(a::b + c);", "f(a + b::c);", "float a * b;", "f(a b + c);", "f(a++ + b);", "a + b"}) {
    CAPTURE(std::string(text));
    CHECK(runsIn(text) == "");
  }
}

TEST_CASE("a run that has not ended, and one that is not there, have no names") {
  PlainRuns runs;
  CHECK(!runs.names(0));
  CHECK(!runs.names(runs.current()));
}
