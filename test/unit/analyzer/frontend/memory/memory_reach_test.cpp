#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a callee gets what the pointers in an object that it is given lead to") {
  Translated code(R"(
    struct Held { float *p; float v; };
    struct Outer { Held *inner; };
    extern void hand(Held *); extern void look(const Held *); extern void deep(Outer); extern void take(float **);
    float written(float a) { float t = a * a; Held h{&t, a}; hand(&h); return t / a; }
    float through(float a) { float t = a * a; Held h{&t, a}; look(&h); return t / a; } // the object is constant, what it points to is not
    float nested(float a) { float t = a * a; Held h{&t, a}; Outer o{&h}; deep(o); return t / a; }
    float pointer(float a) { float t = a * a; float *p = &t; take(&p); return t / a; }
    float around(float a) { float u[3] = {a, a, a}; Held h{u + 1, a}; hand(&h); return u[0] / a; })");
  for (const char *name : {"written", "through", "nested", "pointer"}) {
    CAPTURE(name);
    CHECK(code.returned(name) == "t / a");
  }
  CHECK(code.returned("around") == "u[0] / a");
}

TEST_CASE("objects that no pointer leads to are left alone") {
  Translated code(R"(
    struct Held { float *p; float v; };
    extern void hand(Held *); extern void look(const Held *);
    float other(float a) { float t = a * a, u = a; Held h{&u, a}; hand(&h); return t / a; }
    float never(float a) { float t = a * a, u = a; Held h{&t, a}; h.p = &u; float *kept = h.p; *kept = a; return t / *kept; }
    float member(float a) { float t = a; Held h{&t, a * a}; look(&h); return h.v / a; })");
  CHECK(code.returned("other") == "a * a / a");
  CHECK(code.returned("never") == "a * a / a");
  CHECK(code.returned("member") == "a * a / a");
}

TEST_CASE("what is stored in an object that others see is seen from then on") {
  Translated code(R"(
    struct Held { float *p; };
    extern void hand(Held *); extern void keeps(float *); extern void any(int *);
    float stored(float a, int n) { Held h{}; hand(&h); float t = a; h.p = &t; t = a * a; any(&n); return t / a; }
    float apart(float a, int n) { Held h{}; hand(&h); float t = a * a; any(&n); return t / a; })");
  CHECK(code.returned("stored") == "t / a");
  CHECK(code.returned("apart") == "a * a / a");
}
