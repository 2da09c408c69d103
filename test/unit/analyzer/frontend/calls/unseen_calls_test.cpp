#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

#include <algorithm>

using fporder::test::Translated;

namespace {

/// What a function returns that starts with u = 1 and x, and ends with `return u / x`.
std::string after(const std::string &parameters, const std::string &body, const std::string &before = {}) {
  const Translated code(before + "\ntemplate <class C, class D> float f(C &c, D d, float x" + parameters + ") { float u = 1; " + body +
                            " return u / x; }",
                        {"-std=c++20", "-ferror-limit=0", "-Wno-everything"});
  return code.returned("f");
}

const char *const pair = "struct P { float v, w; };";
const char *const known = "1 / x", *const unknown = "u / x";

} // namespace

TEST_CASE("a callee that a template leaves open writes variables that it is given") {
  CHECK(after("", "c.load(u);") == unknown);
  CHECK(after("", "load(c, u);") == unknown);
  CHECK(after("", "c.template load<float>(u);") == unknown);
  CHECK(after("", "C::load(u);") == unknown);
  CHECK(after("", "d(u);") == unknown);
  CHECK(after("", "d(c, u, 1);") == unknown);
  CHECK(after("", "c(u);") == unknown);
  CHECK(after("", "c >> u;") == unknown);
  CHECK(after("", "c << u;") == unknown);
  CHECK(after("", "c >> d >> u;") == unknown);
  CHECK(after("", "c.load((u));") == unknown);
  CHECK(after("", "c.load(static_cast<float &>(u));") == unknown);
  CHECK(after("", "c.load((D &)u);") == unknown);
  CHECK(after("", "c.load(x > 0 ? u : x);") == "u / x");
  CHECK(after("", "c.load(u = 1);") == unknown);
  CHECK(after("", "c.load(&u);") == unknown);
  CHECK(after("", "c.load({&u, 1});") == unknown);
  CHECK(after("", "c.load(D{u});") == "1 / x"); // a number's conversion
  CHECK(after("", "float &r = u; c.load(r);") == unknown);
  CHECK(after("", "float &r = u, &s = r; c.load(s);") == unknown);
  CHECK(after("", "float *p = &u; c.load(p);") == unknown);
  CHECK(after("", "float *p = &u; c.load(*p);") == unknown);
  CHECK(after("", "float *p = &u; float **q = &p; c.load(q);") == unknown);
  CHECK(after("", "c.load(std::move(u));", "#include <utility>") == unknown);
  CHECK(after("", "c.load(std::forward<float &>(u));", "#include <utility>") == unknown);
  CHECK(after("", "c.load(std::ref(u));", "#include <functional>") == unknown);
  CHECK(after("", "D e(&u);") == unknown);
  CHECK(after("", "G<C> g(u, c);", "template <class T> struct G { G(float &, T &); };") == unknown);
  CHECK(after("", "G<C> g{u, c};", "template <class T> struct G { G(float &, T &); };") == unknown);
  CHECK(after("", "typename C::template G<D> g{u};") != "nothing");
  CHECK(after("", "new C(u);") == unknown);
  CHECK(after("", "auto *p = new C{u}; p->go();") == unknown);
}

TEST_CASE("arrays and parts of objects that a callee is given are written") {
  CHECK(after("", "float a[2] = {1, 1}; c.fill(a); u = a[1];") == "a[1] / x");
  CHECK(after("", "float a[2] = {1, 1}; c.fill(a[0]); u = a[1];") == "a[1] / x");
  CHECK(after("", "P p{1, 1}; c.fill(p); u = p.w;", pair) == "p.w / x");
  CHECK(after("", "P p{1, 1}; c.fill(p.v); u = p.v;", pair) == "p.v / x");
  CHECK(after("", "P p{1, 1}; c.fill(p.v); u = p.w;", pair) == "p.w / x"); // the address of p is out
  CHECK(after("", "P p{1, 1}; auto &[v, w] = p; c.fill(v); u = p.v;", pair) == "p.v / x");
  CHECK(after("", "float a[2][2] = {{1, 1}, {1, 1}}; c.fill(a[1]); u = a[1][1];") == "a[1][1] / x");
}

TEST_CASE("a callee that is declared writes what its parameters let it write") {
  const std::string before = R"(
    struct V { float *p; }; struct W { const float *p; };
    void byValue(float); void byConst(const float &); void byReference(float &); void byRvalue(float &&); void byPointer(float *);
    void byConstPointer(const float *); void open(...); void withV(V); void withConstV(const V &); void withW(W); void any();
    struct Keeps { Keeps(float &); void go() const; }; struct Reads { Reads(const float &); void go(); };
    extern float *kept; extern V held; V *somewhere();
    extern "C" int scanf(const char *, ...); extern "C" int printf(const char *, ...);
    template <class T> void toNumber(const T &, float); template <class T> void toBoth(T &, float &); template <class T> void either(T, float);
    template <class T> void either(T, float &);
    #include <utility>
    )";
  const auto of = [&](const char *body) { return after("", body, before); };
  CHECK(of("byValue(u);") == known);
  CHECK(of("byConst(u);") == known);
  CHECK(of("byReference(u);") == unknown);
  CHECK(of("byRvalue(std::move(u));") == unknown);
  CHECK(of("byPointer(&u);") == unknown);
  CHECK(of("byConstPointer(&u);") == known);
  CHECK(of("open(u);") == known);
  CHECK(of("open(&u);") == unknown);
  CHECK(of("scanf(\"%f\", &u);") == unknown);
  CHECK(of("printf(\"%f\", u);") == known);
  CHECK(of("withV({&u});") == unknown);
  CHECK(of("V v{&u}; withV(v);") == unknown);
  CHECK(of("V v{&u}; withConstV(v);") == unknown);
  CHECK(of("V v; v.p = &u; V w = v; withV(w);") == unknown);
  CHECK(of("V v{&u}; any();") == known);
  CHECK(of("W w{&u}; withW(w);") == "u / x"); // whether the pointee is const is not followed through objects
  CHECK(of("Keeps k(u); u = 1; k.go();") == unknown);
  CHECK(of("Keeps k(u); u = 1; any();") == unknown);
  CHECK(of("new Keeps(u); u = 1; any();") == unknown);
  CHECK(of("Reads r(u); r.go();") == known);
  CHECK(of("byReference(u); u = 1; any();") == unknown);
  CHECK(of("kept = &u; any();") == unknown);
  CHECK(of("held.p = &u; any();") == unknown);
  CHECK(of("V v{&u}; held = v; any();") == unknown);
  CHECK(of("somewhere()->p = &u; any();") == unknown);
  CHECK(of("toNumber(c, u);") == known);
  CHECK(of("toBoth(c, u);") == unknown);
  CHECK(of("either(c, u);") == unknown);
  CHECK(of("const float v = 1; load(c, v); u = v;") == known);
  CHECK(of("load(c, u + 0.0f, 1);") == known);
}

TEST_CASE("closures are called with what they capture") {
  const std::string before = "void later(float); template <class F> void run(F f); struct Any { template <class F> Any(F f); void go(); };";
  const auto of = [&](const char *body) { return after("", body, before); };
  CHECK(of("auto l = [&] { u = x; }; c.run(l);") == "u / x");
  CHECK(of("auto l = [&](float y) { u = y; }; c.run(l); c.run(1);") == "u / x");
  CHECK(of("auto l = [u] { return u; }; c.run(l);") == known);
  CHECK(of("auto l = [&] { later(u); }; c.run(l);") == known);
  CHECK(of("auto l = [&](auto y) { u = y; }; c.run(l);") == "u / x");
  CHECK(of("Any a([&] { u = x; }); a.go();") == "u / x");
}

TEST_CASE("pointers that a loop changes may lead to whatever they led to") {
  Translated code(R"(
    float assigned(float x, int n) { float u = 1, v = 1; float *p = &u; for (int i = 0; i < n; ++i) p = &v; *p = 5; return v / x; }
    float chosen(float x, int n) { float u = 1, v = 1; float *p = &u; for (int i = 0; i < n; ++i) p = i & 1 ? &v : &u; *p = 5; return v / x; }
    float before(float x, int n) { float u = 1, v = 1; float *p = &u; for (int i = 0; i < n; ++i) if (i == n) p = &v; *p = 5; return u / x; })");
  CHECK(code.returned("assigned") == "v / x");
  CHECK(code.returned("chosen") == "v / x");
  CHECK(code.returned("before") == "u / x");
}

TEST_CASE("a call that is not declared writes what it is given") {
  Translated code(R"(
    float called(float x) { float u = 1; fill_in(u); return u / x; }
    float built(float x) { float u = 1; Missing m(u); return u / x; }
    float wrong(float x) { float u = 1; wrongly(u, u); return u / x; }
    float scaled(float x) { float u = 1; float v = missing(u + 1) * 2; return u / x; })",
                  {"-std=c++20", "-ferror-limit=0"});
  CHECK(code.returned("called") == unknown);
  CHECK(code.returned("wrong") == unknown);
  CHECK(code.returned("scaled") == known);
}

TEST_CASE("what a callee writes in a loop is another value in every iteration") {
  Translated code(R"(
    extern "C" int scanf(const char *, ...);
    float read(int n) { float u, s = 0; for (int i = 0; i < n; ++i) { scanf("%f", &u); s += u; } return s; }
    float late(int n) { float u, s = 0; scanf("%f", &u); for (int i = 0; i < n; ++i) { s += u; scanf("%f", &u); } return s; }
    template <class C> float load(C &c, int n) { float u = 0, s = 0; for (int i = 0; i < n; ++i) { c.load(u); s += u; } return s; }
    template <class C> float walk(C &c, const float *p, int n) { float s = 0; for (int i = 0; i < n; ++i) { c.next(p); s += p[0]; } return s; })");
  CHECK(code.reductions("read") == "sequential sum u[i]");
  CHECK(code.reductions("late") == "sequential sum u[i]");
  CHECK(code.reductions("load") == "sequential sum u[i]");
  CHECK(code.reductions("walk") == "sequential sum p[0][i]");
}

TEST_CASE("elements of a pointer that comes from something unknown stay apart") {
  Translated code(R"(
    struct Blob { void *memory; operator const float *() const; };
    const float *get(int); void *raw();
    template <class M> float converted(const M &w, int n) {
      float s = 0; for (int k = 0; k < n; k++) { const float *p = (const float *)w + k * 9; for (int m = 0; m < 3; m++) { s = p[0] - p[1] + p[2]; p += 3; } } return s;
    }
    template float converted(const Blob &, int);
    float returned(int n) { float s = 0; for (int k = 0; k < n; k++) { const float *p = get(k); s = p[0] - p[1] + p[2]; } return s; }
    float untyped(int n) { float s = 0; for (int k = 0; k < n; k++) { const float *p = (const float *)raw(); p += k; s = p[0] - p[1] + p[2]; } return s; }
    float moved(int n) { float s = 0; for (int k = 0; k < n; k++) { const float *p = get(k); float a = *p++, b = *p++, c = *p; s = a - b + c; } return s; }
    float recovered(const NotDeclared &w, int n) { float s = 0; for (int k = 0; k < n; k++) { const float *p = (const float *)w; s = p[0] - p[1] + p[2]; } return s; })",
                  {"-std=c++20", "-ferror-limit=0"});
  for (const char *function : {"converted", "returned", "untyped", "moved", "recovered"}) {
    INFO(function);
    const auto &procedure = code.procedure(function);
    std::size_t differences = 0;
    for (const auto &computation : procedure.computations)
      if (procedure.graph[computation.node].op == fporder::order::Op::Sub) {
        ++differences;
        CHECK_FALSE(procedure.graph.sameValue(procedure.graph.operand(computation.node, 0), procedure.graph.operand(computation.node, 1)));
      }
    CHECK(differences >= 1);
    for (const auto &computation : procedure.computations)
      if (procedure.graph[computation.node].op == fporder::order::Op::Add) {
        const auto difference = procedure.graph.operand(computation.node, 0), third = procedure.graph.operand(computation.node, 1);
        CHECK_FALSE(procedure.graph.sameValue(third, procedure.graph.operand(difference, 0)));
        CHECK_FALSE(procedure.graph.sameValue(third, procedure.graph.operand(difference, 1)));
      }
  }
}

TEST_CASE("that a call which is not declared, and given nothing, writes no globals is an assumption") {
  const Translated code("float held; float f(float x) { held = 2; touch(); return held / x; }", {"-std=c++20", "-ferror-limit=0", "-Wno-everything"});
  CHECK(code.returned("f") == "2 / x");
  CHECK(std::ranges::any_of(code.procedure("f").assumptions, [](const fporder::order::Assumption &each) {
    return each.reason == "'touch()' is not seen and is assumed not to write globals and fields";
  }));
}

TEST_CASE("an object that gets a value of open type is another one") {
  CHECK(after("", "P p{1, x}; p = c.get(); u = p.v;", pair) == "p.v / x");
  CHECK(after("", "P p{1, x}; p = d; u = p.v;", pair) == "p.v / x");
  CHECK(after("", "P p{1, x}; p = made(missing(x)); u = p.v;", pair + std::string("P made(float);")) == "p.v / x");
}

TEST_CASE("memory that an object is placed in may be another name of a variable") {
  CHECK(after("", "auto *p = new (&u) float(3); u = 1; *p = 2;", "#include <new>") == unknown);
  CHECK(after("", "auto *p = new float(3); u = 1; *p = 2;") == known);
  CHECK(after("", "auto *p = new (std::nothrow) float(3); u = 1; *p = 2;", "#include <new>") == known);
}

TEST_CASE("what a variadic function is given is what is written, not what it is promoted to") {
  const Translated code("int printf(const char *, ...); void f(float x, float y) { printf(\"%g\", x * y); }");
  const fporder::order::Procedure &in = code.procedure("f");
  const auto given = std::ranges::find(in.effects, fporder::order::Effect::Kind::Argument, &fporder::order::Effect::kind);
  REQUIRE(given != in.effects.end());
  CHECK(in.graph[given->node].op == fporder::order::Op::Mul);
}
