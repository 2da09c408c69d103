#include "test/unit/analyzer/frontend/translated.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>

using fporder::order::Effect;
using fporder::test::Translated;

namespace {

/// "x: a + b; y: ..." of the effects of a kind that have a name.
std::string leaving(const Translated &code, const char *function, Effect::Kind kind = Effect::Kind::Return) {
  const auto &procedure = code.procedure(function);
  std::string text;
  for (const Effect &effect : procedure.effects)
    if (effect.kind == kind && effect.node)
      text += (text.empty() ? "" : "; ") + effect.target + ": " + fporder::order::printInfix(procedure.graph, effect.node);
  return text;
}

} // namespace

TEST_CASE("leaving members: what is computed in an object that is returned is an effect for each member") {
  const Translated code(R"(
    struct Base { float w; };
    struct Inner { float u, v; Inner *next = nullptr; };
    struct Point : Base { float x, y; Inner inner; float row[2]; };
    struct Vector { float x, y; Vector(float a, float b) : x(a), y(b) {} };
    union Bits { float number; unsigned bits; };
    template <class T> struct Pair { T first, second; };
    Point members(float a, float b) { Point p; p.x = a + b; p.y = a; p.w = a - b; p.inner.v = a * b; p.row[1] = a / b; return p; }
    Vector constructed(float a, float b) { return Vector(a * b, 0); }
    Inner braced(float a, float b) { return {a / b, b, nullptr}; }
    const Point &reference(const Point &p) { return p; }
    Bits overlaid(float a, float b) { Bits x; x.number = a * b; return x; }
    template <class T> Pair<T> pattern(T a, T b) { Pair<T> p; p.first = a * b; p.second = a; return p; })");
  CHECK(leaving(code, "members") == "w: a - b; x: a + b; inner.v: a * b; row[1]: a / b");
  CHECK(leaving(code, "constructed") == "x: a * b");
  CHECK(leaving(code, "braced") == "u: a / b");
  CHECK(leaving(code, "reference") == "");
  CHECK(leaving(code, "overlaid") == "");
  CHECK(leaving(code, "pattern") == "first: a * b");
}

TEST_CASE("leaving members: elements of the library's arrays, pairs and tuples") {
  const Translated code(R"(
    #include <array>
    #include <tuple>
    #include <utility>
    #include <vector>
    std::pair<float, int> pair(float a, float b) { return {a * b, 1}; }
    std::array<float, 2> array(float a, float b) { return {a, a / b}; }
    std::tuple<int, float, float> tuple(float a, float b) { return std::make_tuple(1, a - b, b); }
    std::vector<float> vector(float a, float b) { std::vector<float> v(2); v[0] = a * b; return v; })");
  CHECK(leaving(code, "pair") == "[0]: a * b");
  CHECK(leaving(code, "array") == "[1]: a / b");
  CHECK(leaving(code, "tuple") == "[1]: a - b");
  CHECK(leaving(code, "vector") == "[0]: a * b");
}

TEST_CASE("leaving members: of a large object the first, and that there are more is told") {
  const Translated code(R"(
    struct Large { float x[100]; };
    Large large(float a, float b) { Large l; l.x[0] = a * b; l.x[99] = a / b; return l; })");
  CHECK(leaving(code, "large") == "x[0]: a * b");
  CHECK(std::ranges::any_of(code.procedure("large").unanalysed, [](const auto &entry) { return entry.what == "limit LeavingMembers"; }));
}

TEST_CASE("leaving members: an object that an unseen function gets has them as its arguments") {
  const Translated code(R"(
    struct Vector { float x, y; Vector(float a, float b) : x(a), y(b) {} };
    void take(Vector);
    void look(const Vector &);
    void byValue(float a, float b) { take(Vector(a * b, a)); }
    void byReference(float a, float b) { look(Vector(a, a / b)); })");
  CHECK(leaving(code, "byValue", Effect::Kind::Argument) == "take: a * b");
  CHECK(leaving(code, "byReference", Effect::Kind::Argument) == "look: a / b");
}

TEST_CASE("leaving members: elements that an object's own functions give leave with it") {
  const Translated code(R"(
    struct Array { float &operator()(int); float operator()(int) const; Array(int); };
    void look(const Array &);
    Array returned(float a, float b) { Array c(3); c(2) = a * b; return c; }
    Array overwritten(float a, float b) { Array c(3); c(2) = a * b; c(2) = a / b; return c; }
    void given(float a, float b) { Array c(3); c(1) = a - b; look(c); }
    void assigned(float a, float b, Array *to) { Array c(3); c(0) = a + b; *to = c; }
    void dropped(float a, float b) { Array c(3); c(0) = a + b; })");
  CHECK(leaving(code, "returned") == "[2]: a * b");
  CHECK(leaving(code, "overwritten") == "[2]: a / b");
  CHECK(leaving(code, "given", Effect::Kind::Argument) == "Array: 3; look: a - b");
  CHECK(leaving(code, "assigned", Effect::Kind::Store) == "to[0][0]: a + b");
  CHECK(leaving(code, "dropped") == "");
}

TEST_CASE("leaving members: of a list that a template returns each part is an argument") {
  const Translated code(R"(
    template <class T> struct Row { Row(T, T); };
    template <class T> struct Matrix { Matrix(Row<T>, Row<T>); };
    template <class T> Matrix<T> rows(T a, T b) { return {{a * b, a}, {b, a / b}}; }
    template <class T> T braced(T a, T b) { return {a * b}; })");
  CHECK(leaving(code, "rows", Effect::Kind::Argument).find("a * b") != std::string::npos);
  CHECK(leaving(code, "rows", Effect::Kind::Argument).find("a / b") != std::string::npos);
  CHECK(leaving(code, "braced") == ": a * b");
}
