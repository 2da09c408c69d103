#include "analyzer/findings/expression_text.h"

#include <doctest/doctest.h>

using namespace fporder::findings;

TEST_CASE("expression text: how strongly source text binds") {
  for (const char *text : {"x", "1.5f", "p->x[i].y", "f(a, b + c)", "std::sqrt(x)", "(a + b)", "(a)[1]", "::g(1)", "a.b(c)(d)",
                           "static_cast<float>(x - y)", "std::bit_cast<V<V<int>>>(x).y"})
    CHECK_MESSAGE(precedenceOf(text) == Precedence::Postfix, text);
  for (const char *text : {"-x", "(float)x", "(float)(x)", "*p", "(double)p[1]", "- -x"})
    CHECK_MESSAGE(precedenceOf(text) == Precedence::Unary, text);
  for (const char *text : {"a * b", "a*b/c", "(a + b) * -c", "(float)n * x", "static_cast<float>(n) * x", "a[i + 1] / f(b - c)"})
    CHECK_MESSAGE(precedenceOf(text) == Precedence::Multiplicative, text);
  for (const char *text : {"a + b", "a * b - c", "-a + b", "1 - (a)"})
    CHECK_MESSAGE(precedenceOf(text) == Precedence::Additive, text);
  for (const char *text : {"a ? b : c", "a < b", "static_cast<float(x)", "my_cast < b", "a = b", "a, b", "a b", "", "std::max<float>(a, b)", "!x",
                           "a % b", "sizeof a", "[] { return 1; }()"})
    CHECK_MESSAGE(precedenceOf(text) == Precedence::Assignment, text);
}

TEST_CASE("expression text: calls that may do more than return a value") {
  CHECK(actingCalls("sqrt(x) + std::sqrtf(y) * float(n) / std::max(a, b)") == 0);
  CHECK(actingCalls("next() * sqrt(next())") == 2);
  CHECK(actingCalls("v.at(i) + (a) * (b)") == 1);
}
