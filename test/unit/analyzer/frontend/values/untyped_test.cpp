#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::order::Op;
using fporder::test::Translated;
namespace order = fporder::order;

namespace {

unsigned products(const Translated &code, const char *function) {
  unsigned count = 0;
  for (const auto &computation : code.procedure(function).computations)
    count += code.procedure(function).graph[computation.node].op == Op::Mul;
  return count;
}

/// What the function's values rest on, in order.
std::string assumed(const Translated &code, const char *function) {
  std::string result;
  for (const auto &assumption : code.procedure(function).assumptions)
    result += (result.empty() ? "" : "; ") + assumption.reason;
  return result;
}

} // namespace

TEST_CASE("products of integers and members of unknown type that become offsets are none of floating point") {
  Translated code(R"(
    template <class Params> void offset(Params p, int batch, float *out) {
      const long start = (long)batch * p.rows * p.stride;
      out[start] = 1;
    }
    template <class Params> void inLoop(Params p, float *out) {
      for (int b = 0; b < 4; ++b) {
        const long start = b * p.rows * p.stride;
        out[start] = 1;
      }
    }
    template <class T> signed char quantised(T x, T scale) { return static_cast<signed char>(x * 127 * scale); }
    template <class T> int truncated(T x, T y, T z) { int i = x * y * z; return i; }
    template <class T> T product(T x, int n, T y) { return x * n * y; })");
  CHECK(products(code, "offset") == 0);
  CHECK(products(code, "inLoop") == 0);
  CHECK(products(code, "quantised") == 2);
  CHECK(products(code, "truncated") == 0); // becomes an integer, and nothing is known to be floating
  CHECK(products(code, "product") == 2);
}

TEST_CASE("integers that a template or a missing type leaves open compute nothing") {
  Translated code(R"(
    #include <string>
    template <class T> struct Sizes { unsigned count_ = 0, capacity_ = 1; };
    template <class T> struct Tiler : Sizes<T> {
      unsigned blocks() { return (this->count_ + this->capacity_ - 1) / this->capacity_; }
      auto area() { return this->count_ * this->capacity_ / 3; }
    };
    template <class Self> unsigned long address(Self *self, unsigned i) { return i * self->ctx.width * self->ctx.depth + self->ctx.base; }
    template <class E> std::string info(const E &t) {
      std::string s = "type: " + name_of<typename E::value_type>();
      s += ")\nsize: " + std::to_string(t.size()) + "\n";
      return s;
    }
    long stride(const MissingType &m) { return m.c * m.d / m.e; }
    template <class D> void index(float *x, const D &d, int i) { x[i * d.w / d.h * d.c] = 1; }
    template <class D> void bound(float *x, const D &d) { for (int i = 0; i < d.w * d.h / d.c; ++i) x[i] = 1; }
    template <class D> bool flag(const D &a) { return a.x * a.y / a.z % 2; }
    template <class It> long distance(It first, It last) { auto n = last - first; long m = n * 2 / 3; return m; }
    template <class C> auto blocksOf(const C &c, unsigned k) { return (c.size() + k - 1) / k; }
    template <class Traits> auto perThread(unsigned n) { return n * Traits::ROWS / Traits::THREADS; }
    template <class T> T gain(T in, T level, T reference) { return in * level / reference; }
    template int gain(int, int, int);)");
  for (const char *function :
       {"Tiler::blocks", "Tiler::area", "address", "info", "stride", "index", "bound", "flag", "distance", "blocksOf", "perThread", "gain"}) {
    CAPTURE(function);
    CHECK(code.procedure(function).computations.empty());
  }
}

TEST_CASE("what nothing proves is taken for floating point, and the procedure says so") {
  Translated code(R"(
    template <class M> void member(const M &m) { auto x = m.c * m.d / m.e; use(x); }
    template <class T> T parameter(T a, T b) { return a * b / 3; }
    void missing(const Gone &m) { auto x = m.c * m.d; use(x); })");
  CHECK(products(code, "member") == 1);
  CHECK(assumed(code, "member").starts_with("the type of 'm.c' is not known; the type of 'm.d' is not known; the type of 'm.e' is not known"));
  CHECK(assumed(code, "parameter") == "the type of 'a' is not known; the type of 'b' is not known");
}

TEST_CASE("operations rest on what their operands rest on, unless one of these is proven") {
  Translated code("template <class M> float scaled(const M &m, float x) { auto y = m.a * m.b; use(y); return x * m.c / m.d; }");
  const auto &procedure = code.procedure("scaled");
  unsigned marked = 0, unmarked = 0;
  for (const auto &computation : procedure.computations)
    if (const Op op = procedure.graph[computation.node].op; op == Op::Mul || op == Op::Div)
      ++(procedure.assumedNodes.contains(computation.node.index) ? marked : unmarked);
  CHECK(marked == 1);
  CHECK(unmarked == 2);
}

TEST_CASE("nothing is assumed where uses or instantiations prove the type") {
  Translated code(R"(
    #include <cmath>
    template <class T> T root(T a, T b) { return std::sqrt(a * a + b * b); }
    template <class T> T half(T a, T b) { return T(0.5) * a / b; }
    template <class M> float stored(const M &m) { float x = m.c * m.d / m.e; return x; }
    template <class T> T known(T a, T b) { return a * b / 3; }
    template float known(float, float);
    template <class T> struct Base { T lo, hi; };
    template <class T> struct Range : Base<T> { T middle() { return (this->lo + this->hi) * this->lo; } };
    template struct Range<double>;)");
  for (const char *function : {"root", "half", "stored", "known", "Range::middle"}) {
    CAPTURE(function);
    CHECK(assumed(code, function).empty());
    CHECK_FALSE(code.procedure(function).computations.empty());
  }
}

TEST_CASE("a result behind a word that is taken for an attribute rests on that") {
  Translated code("#define WORD __attribute__((annotate(\"fporder: unknown word WORD\")))\n"
                  "WORD float scaled(float v, float s, float t) { return v * s / t; }");
  CHECK(code.returned("scaled") == "v * s / t");
  CHECK(assumed(code, "scaled") == "the unknown word 'WORD' is taken for an attribute");
}

TEST_CASE("an integer by evidence is read from the object that it was, after the same write") {
  Translated code(R"(
    template <class T> struct Limits;
    template <class T> T scaled(T x) { T n = Limits<T>::count() % 2; return x * n / 3; })");
  const order::Procedure &scaled = code.procedure("scaled");
  const auto isCount = [&](order::NodeId node) { return order::isLeaf(scaled.graph[node].op) && scaled.graph.symbol(node) == "Limits<T>::count()"; };
  bool found = false;
  for (std::uint32_t index = 0; index < scaled.graph.size(); ++index)
    if (const order::NodeId node{index}; isCount(node)) {
      found = true;
      REQUIRE(scaled.graph.storage(node));
      CHECK(order::rootOf(scaled.graph, scaled.graph.storage(node)).kind == order::Storage::Kind::Result);
    }
  CHECK(found);
}
