// Random functions over everything that reaching definitions must see through: fields, unions, arrays, references, pointers, helpers that write,
// branches, switches, loops, nests of loops over arrays, copies and swaps of objects. Every one is constexpr, so that Clang's own constant evaluator
// says what it returns.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace fporder::test {

constexpr const char *randomProgramsPrelude = R"(
  struct P { double a, b;
    constexpr double &at(int i) { switch (i) { default: case 0: return a; case 1: return b; } }
    constexpr double &pick(bool first) { return first ? a : b; }
    constexpr P &operator+=(const P &o) { a += o.a; b += o.b; return *this; }
    constexpr double both() const { return a + b; } };
  constexpr P operator*(P o, double s) { o.a *= s; o.b *= s; return o; }
  struct Q { union { double a; }; union { double b; };
    constexpr Q(double x, double y) : a(x), b(y) {}
    constexpr Q(const Q &) = default;
    constexpr Q &operator=(const Q &) = default;
    constexpr Q &operator-=(const Q &o) { return *this = Q(a - o.a, b - o.b); } };
  struct Base { double m[2][2]; constexpr double &el(int i, int j) { return m[i][j]; } };
  struct R : Base { P e[2]; double *where = nullptr;
    constexpr R(double x, double y) : Base{{{x, y}, {y, x}}}, e{{x, x}, {y, x}} {}
    constexpr P &operator[](int i) { return e[i]; }
    constexpr double trace() const { double t = 0; for (int i = 0; i < 2; ++i) t += m[i][i]; return t; }
    constexpr double cells() const { double t = 0; for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) t += m[i][j]; return t; }
    constexpr void transpose() { double t = m[0][1]; m[0][1] = m[1][0]; m[1][0] = t; } };
  constexpr P made(double x, double y) { P r{y, x}; r.a += x; return r; }
  constexpr P chosen(bool c, const P &x, const P &y) { if (c) return x; return y; }
  constexpr double walked(const double *x) { double s = *x++; s -= *x; return s * x[1]; }
  constexpr double summed(const double (&x)[3]) { double s = 1; for (double e : x) s += e; return s; }
  constexpr double highest(const double *x, int n) { double m = x[0]; for (int i = 1; i < n; ++i) if (x[i] > m) m = x[i]; return m; }
  constexpr double until(const double *x, int n, double limit) { double s = 0; for (int i = 0; i < n; ++i) { if (s > limit) break; s += x[i]; } return s; }
  constexpr double skipping(const double *x, int n) { double s = 0; int i = 0; do { if (i != 1) s += x[i]; ++i; } while (i < n); return s; }
  constexpr double horner(const double *x, double t) { double s = 0; for (int i = 2; i >= 0; --i) s = s * t + x[i]; return s; }
  constexpr double recursive(double x, int n) { return n <= 0 ? x : recursive(x * 0.5 + n, n - 1); }
  constexpr void set(double &x, double y) { x = y; }
  constexpr void put(double *x, double y) { *x = y; }
  constexpr void trade(double &x, double &y) { double t = x; x = y; y = t; }
  template <class T> constexpr void swapped(T &x, T &y) { T t = x; x = y; y = t; }
  constexpr double &larger(double &x, double &y) { return x < y ? y : x; }
  constexpr double early(double x, double y) { if (x < y) return x * 2; if (y < 0.25) return y + 1; return x - y; }
  constexpr double total(const double *x, int n) { double s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; }
  constexpr void scale(double *x, int n, double s) { for (int i = 0; i < n; ++i) x[i] *= s; }
)";

class RandomProgram {
public:
  explicit RandomProgram(std::uint64_t seed) : random(seed) {}

  /// constexpr double NAME(double x, double y, double z, int n, bool c); n is 0, 1 or 2.
  std::string function(const std::string &name) {
    plain = below(2) == 0;
    subject = 3;
    std::string body = "constexpr double " + name + heading + "  double d0 = x, d1 = y, v[3] = {z, x, y};\n" + objects + arrays;
    for (unsigned i = 0, count = 2 + below(5); i < count; ++i)
      body += statement(2);
    return body + "  return " + expression(1) + ";\n}\n";
  }

  /// Likewise, of nests of loops and what they leave in arrays.
  std::string nestFunction(const std::string &name) {
    plain = below(2) == 0;
    subject = below(3);
    std::string body = "constexpr double " + name + heading + "  double d0 = x, d1 = y, v[3] = {z, x, y};\n" + objects + arrays;
    for (unsigned i = 0, count = 1 + below(2); i < count; ++i)
      body += "  " + nest() + "\n";
    static constexpr const char *results[3][3] = {
        {"acc[0]", "acc[2]", "acc[n]"}, {"grid[0][2]", "grid[1][0]", "grid[1][1]"}, {"flat[1]", "flat[4]", "flat[3]"}};
    if (below(3) == 0)
      return body + "  return " + one(results[subject]) + ";\n}\n";
    return body + "  d0 = d1 = 0;\n  " + readBack() + "\n  return d0 + d1;\n}\n";
  }

  /// Likewise, of loops in which several variables advance, each by a step of its own, and what they leave in arrays.
  std::string walkFunction(const std::string &name) {
    subject = below(12);
    std::string body = "constexpr double " + name + heading +
                       "  double d0 = x, d1 = 0, flat[20] = {}, src[12] = {x, y, z, y - x, 2, x * z, y, 3, z, 1, x, y};\n  P cell[8] = {};\n";
    for (unsigned i = 0, count = below(4) ? 1 : 2; i < count; ++i)
      body += "  " + walk() + "\n";
    return body + "  " + walkedBack() + "\n  return d0 + d1;\n}\n";
  }

private:
  static constexpr const char *heading = "(double x, double y, double z, int n, bool c) {\n",
                              *objects = "  P p{x, z}, q{y, x};\n  Q u(z, y), w(x, z);\n  R h(y, z);\n",
                              *arrays = "  double acc[3] = {0}, grid[2][3] = {}, flat[8] = {};\n";

  unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }
  template <std::size_t N> std::string one(const char *const (&choices)[N]) { return choices[below(N)]; }

  std::string place() {
    static constexpr const char *known[] = {"d0",        "d1",         "v[0]",    "v[1]",     "v[2]",     "p.a",       "p.b", "q.a",
                                            "h.m[0][1]", "h.el(1, 1)", "h[1].a",  "h.e[0].b", "*(v + 1)", "h.m[1][0]", "q.b", "u.a",
                                            "u.b",       "w.a",        "p.at(1)", "p.at(0)",  "w.b",      "x"};
    static constexpr const char *oneOfSeveral[] = {"v[n]",    "v[2 - n]",  "h[n / 2].a",     "h.m[n / 2][0]",
                                                   "q.at(n)", "q.pick(c)", "larger(d0, d1)", "larger(p.a, q.b)"};
    return plain || below(5) ? one(known) : one(oneOfSeveral);
  }
  /// An element that loops over k and j name, or the program does, mostly of the array that the function is about; some of these names meet.
  std::string element() {
    static constexpr const char *ofRow[] = {"acc[j]", "acc[j]", "acc[k]", "acc[2 - j]", "acc[j]", "acc[0]"},
                                *ofGrid[] = {"grid[k][j]", "grid[k][j]", "grid[1][j]", "grid[k][0]", "grid[0][k]", "grid[1][2]"},
                                *ofFlat[] = {"flat[k * 3 + j]", "flat[3 * k + j]", "flat[k + j]",
                                             "flat[k * 2 + j]", "flat[j * 2 + k]", "flat[j + 3]"};
    static constexpr const char *others[] = {"v[j]", "v[k]", "flat[2 * j]", "flat[4]", "grid[0][k]"};
    const unsigned array = below(4) ? subject : below(5);
    if (!plain && below(20) == 0)
      return "acc[n]";
    return array == 0 ? one(ofRow) : array == 1 ? one(ofGrid) : array == 2 ? one(ofFlat) : one(others);
  }

  std::string nestedUpdate() {
    static constexpr const char *operations[] = {" += ", " += ", " += ", " -= ", " = ", " = ", " *= "};
    // What arrays with elements of their own hold at k nobody is expected to know; sums of indices everybody is.
    static constexpr const char *known[] = {"x * (k + 2 * j)", "(j + 1) * y", "(k - j) * z", "(3 * k + j + 1)", "(x - k) * (y + j)"};
    const std::string target = element() + one(operations);
    switch (below(8)) {
    case 0:
      return target + element() + ";";
    case 1:
      return target + element() + " * " + element() + ";";
    case 2:
      return target + element() + " + " + expression(0) + ";";
    case 3:
      return target + expression(0) + ";";
    default:
      return target + one(known) + ";";
    }
  }

  /// Loops over k < 2 and j < 3 in this order or the other, plain or not quite, and now and then another around them.
  std::string nest() {
    static constexpr const char *inner[] = {"j < 3", "j < 3", "j < 3", "j < 2", "j < n", "j <= k", "j < k + 1"};
    std::string body = nestedUpdate();
    if (below(4) == 0)
      body = "{ " + body + " " + nestedUpdate() + " }";
    if (below(6) == 0)
      body = "if (" + condition() + ") " + body;
    const bool kOutside = below(4) != 0;
    const std::string k = std::string("for (int k = 0; k < ") + (below(5) ? "2" : "n") + "; ++k) ";
    const std::string j = std::string("for (int j = ") + (below(6) ? "0" : "1") + "; " + (kOutside ? one(inner) : "j < 3") + "; ++j) ";
    const std::string innerName = kOutside ? "j" : "k";
    std::string text = (kOutside ? j : k) + body;
    switch (below(8)) {
    case 0:
      text = "{ { const int " + innerName + " = 1; " + nestedUpdate() + " } " + text + " }";
      break;
    case 1:
      text = "{ " + text + " { const int " + innerName + " = 0; " + nestedUpdate() + " } }";
      break;
    case 2:
      text = "{ if (" + condition() + ") " + std::string(below(2) ? "continue" : "break") + "; " + text + " }";
      break;
    default:
      break;
    }
    text = (kOutside ? k : j) + text;
    return below(4) ? text : "for (int l = 0; l < 2; ++l) " + text;
  }

  /// Into d0 or d1.
  std::string readBack() {
    switch (below(5)) {
    case 0:
      return "for (int i = 0; i < 2; ++i) for (int j = 0; j < 3; ++j) d1 += grid[i][j] * flat[i * 3 + j];";
    case 1:
      return "d0 = acc[1] + acc[2] - grid[0][1] * flat[3] + flat[5];";
    default: {
      const bool kOutside = below(4) != 0;
      const std::string k = "for (int k = 0; k < 2; ++k) ", j = "for (int j = 0; j < 3; ++j) ";
      return (kOutside ? k + j : j + k) + "d1 += " + element() + " * (j + 1);";
    }
    }
  }

  /// An element of the function's own choice of names, most of the time.
  std::string walkedElement() {
    static constexpr const char *single[] = {"flat[p]", "flat[i]", "flat[2 * i]", "flat[i + 6]", "*q", "cell[i].b"},
                                *pairs[][2] = {{"flat[p]", "flat[p + 1]"}, {"flat[i]", "flat[i + 1]"}, {"*q", "q[1]"},
                                               {"cell[i].a", "cell[i].b"}, {"flat[i]", "flat[p]"},     {"flat[2 * i]", "flat[p]"}};
    if (below(12) == 0)
      return one(single);
    return subject < std::size(single) ? single[subject] : one(pairs[subject - std::size(single)]);
  }
  std::string walkedValue() {
    static constexpr const char *values[] = {"src[i]", "src[p]", "*r", "src[i] * y", "src[i + 1]", "*r + x", "i", "p * z", "r[1]"};
    return below(6) ? one(values) : walkedElement();
  }
  std::string walkedUpdate() {
    static constexpr const char *operations[] = {" = ", " = ", " = ", " = ", " += ", " -= "};
    const std::string update = walkedElement() + one(operations) + walkedValue() + "; ";
    return below(10) ? update : "if (" + std::string(below(2) ? "c" : "src[i] < y") + ") " + update;
  }

  /// A loop over i, from any place upwards or downwards, in which p, q and r advance as well, in its head or in its body.
  std::string walk() {
    static constexpr const char *steps[] = {"1", "1", "1", "2", "2", "2", "3", "n + 1"}, *starts[] = {"0", "0", "0", "0", "1", "2", "1", "n"};
    const std::string first = one(starts), step = one(steps), byP = one(steps), byQ = one(steps), byR = below(2) ? "1" : "2";
    std::string text = "{ int p = " + one(starts) + "; double *q = flat + " + one(starts) + "; const double *r = src; ";
    const std::string advance = "p += " + byP + (below(2) ? ", q += " + byQ : ", q -= -(" + byQ + ")") + (byR == "1" ? ", ++r" : ", r += 2");
    std::string body;
    for (unsigned i = 0, count = 1 + below(3); i < count; ++i)
      body += walkedUpdate();
    switch (below(10)) {
    case 0:
      return text + "int i = " + first + "; while (i < 5) { " + body + advance + "; i += " + step + "; } }";
    case 1:
      return text + "for (int i = 4; i >= 0; --i, " + advance + ") { " + body + "} }";
    case 2:
      return text + "for (int i = " + first + "; i < 5; ++i) { " + body + advance + "; } }";
    case 3:
      return text + "int i = 0; for (double e : flat) { " + body + "d1 += e; if (++i == 5) break; " + advance + "; } }";
    default:
      return text + "for (int i = " + first + "; i < " + (below(5) ? "5" : "3 + n") + "; " + advance + ", i += " + step + ") { " + body + "} }";
    }
  }

  std::string walkedBack() {
    static constexpr const char *read[] = {"flat[j]", "flat[j]", "flat[j + 1]", "flat[2 * j]", "flat[j + 6]"};
    static constexpr const char *known[] = {"flat[0]", "flat[1]", "flat[2]", "flat[3]", "flat[4]", "flat[6]", "flat[8]"};
    static constexpr const char *cells[] = {"cell[0].a", "cell[1].a", "cell[1].b", "cell[2].b", "cell[j].a", "cell[j].a * cell[j].b"};
    const std::string element = subject == 5 || subject == 9 ? one(cells) : below(3) == 0 ? one(read) : one(known);
    if (element.find('j') == std::string::npos)
      return "d1 += " + element + ";";
    return "for (int j = 0; j < 5; j += " + std::string(below(3) ? "1" : "2") + ") d1 += " + element + " * (j + 1);";
  }

  std::string object() { return below(2) ? "p" : "q"; }
  std::string unions() { return below(2) ? "u" : "w"; }

  std::string expression(unsigned depth) {
    static constexpr const char *constants[] = {"0.5", "1.25", "2", "3.0", "z", "x", "acc[0]", "grid[1][0]", "flat[3]"};
    static constexpr const char *calls[] = {"total(v, 3)",      "total(v, 2)",      "p.both()",        "early(d0, y)",      "early(p.a, d1)",
                                            "(p * x).both()",   "early(v[1], q.b)", "made(x, d0).b",   "chosen(c, p, q).a", "walked(v)",
                                            "summed(v)",        "highest(v, 3)",    "until(v, 3, d1)", "skipping(v, 2)",    "horner(v, y)",
                                            "recursive(d0, 2)", "h.trace()",        "h.cells()",       "(c ? p : q).b"};
    if (depth == 0 || below(4) == 0)
      return below(4) == 0 ? one(constants) : below(6) == 0 ? one(calls) : place();
    static constexpr const char *operations[] = {" + ", " - ", " * "};
    if (below(8) == 0)
      return "(" + condition() + " ? " + expression(depth - 1) + " : " + expression(depth - 1) + ")";
    return "(" + expression(depth - 1) + one(operations) + expression(depth - 1) + ")";
  }

  std::string condition() {
    switch (below(4)) {
    case 0:
      return "c";
    case 1:
      return "n == " + std::to_string(below(3));
    case 2:
      return "n < " + std::to_string(1 + below(2));
    default:
      return place() + " < " + place();
    }
  }

  std::string block(unsigned depth) {
    std::string text = "{ ";
    for (unsigned i = 0, count = 1 + below(2); i < count; ++i)
      text += statement(depth);
    return text + "}";
  }

  std::string simple() {
    static constexpr const char *assignments[] = {" = ", " += ", " -= ", " *= "};
    switch (below(20)) {
    case 0:
      return object() + " = " + object() + ";";
    case 1:
      return "swapped(p, q);";
    case 2:
      return "swapped(u, w);";
    case 3:
      return unions() + " -= " + unions() + ";";
    case 4:
      return object() + " += " + object() + ";";
    case 5:
      return "set(" + place() + ", " + expression(1) + ");";
    case 6:
      return "put(&" + place() + ", " + expression(1) + ");";
    case 7:
      return "trade(" + place() + ", " + place() + ");";
    case 8:
      return "scale(v, " + std::to_string(1 + below(3)) + ", " + expression(0) + ");";
    case 9:
      return object() + " = made(" + expression(0) + ", " + expression(1) + ");";
    case 10:
      return "h[" + std::to_string(below(2)) + "] = " + object() + ";";
    case 11:
      return below(2) ? "h.transpose();" : object() + " = h[" + std::to_string(below(2)) + "];";
    case 12:
      return "{ R g = h; h.transpose(); g.m[0][0] = " + expression(1) + "; h = g; }";
    case 13:
      return "{ auto [first, second] = " + object() + "; first += second; " + place() + " = first; }";
    case 14:
      return "{ auto f = [=, &d1](double s) { d1 += s * d0; return s - " + place() + "; }; " + place() + " = f(" + expression(0) + "); }";
    default:
      return place() + one(assignments) + expression(2) + ";";
    }
  }

  std::string loop(unsigned depth) {
    const std::string limit = below(3) == 0 ? "n" : std::to_string(1 + below(3));
    const std::string head = "for (int k = 0; k < " + limit + "; ++k) ";
    switch (below(9)) {
    case 6:
      return "for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) h.m[i][j] " + std::string(below(2) ? "*= " : "= h.m[j][i] + ") + expression(0) +
             ";";
    case 7:
      return "for (int i = 0; i < 2; ++i) { h[i].a = v[i]; h.e[i].b += v[i + 1]; }";
    case 8:
      return head + "{ const double t = v[k]; v[k] = " + place() + "; " + place() + " = t; }";
    case 0:
      return head + "v[k] = " + expression(1) + ";";
    case 1:
      return head + place() + " += v[k];";
    case 2:
      return head + "{ if (" + condition() + ") " + (below(2) ? "break; " : "continue; ") + simple() + " }";
    case 3:
      return head + "p.at(k) += " + expression(1) + ";";
    case 4:
      return "{ int k = " + limit + "; while (k > 0) { --k; " + simple() + " } }";
    default:
      return head + block(depth - 1);
    }
  }

  std::string statement(unsigned depth) {
    if (depth == 0 || below(5) < 2)
      return "  " + simple() + "\n";
    switch (below(17)) {
    case 11:
    case 12:
      return "  " + nest() + "\n  " + readBack() + "\n";
    case 13:
      return "  " + nest() + "\n  " + nest() + "\n  " + readBack() + "\n";
    case 14:
      return "  " + nest() + "\n";
    case 0:
      return "  if (" + condition() + ") " + block(depth - 1) + "\n";
    case 1:
      return "  if (" + condition() + ") " + block(depth - 1) + " else " + block(depth - 1) + "\n";
    case 2:
      return "  switch (n) { case 0: " + simple() + " break; case 1: " + simple() + (below(2) ? " break;" : "") + " default: " + simple() + " }\n";
    case 3:
      return "  { double &r = " + condition() + " ? " + place() + " : " + place() + "; r " + (below(2) ? "+= " : "= ") + expression(1) + "; }\n";
    case 4:
      return "  { double *r = &" + place() + "; if (" + condition() + ") r = &" + place() + "; *r = " + expression(1) + "; " + simple() + " }\n";
    case 5:
      return "  [&] { " + simple() + " " + simple() + " }();\n";
    case 6:
      return "  { P t = " + object() + "; " + simple() + " " + object() + " = t; }\n";
    case 7:
      return "  { P &r = " + std::string(below(2) ? "c ? p : q" : "h[1]") + "; r.a = " + expression(1) + "; " + simple() + " r.b -= r.a; }\n";
    case 8:
      return "  { double *r = v; ++r; *r += " + expression(0) + "; r[" + std::string(below(2) ? "-1" : "1") + "] = *r; }\n";
    case 9:
      return "  { P *r = &" + object() + "; r->b = " + expression(1) + "; P s = *r; r = &h[0]; *r = s; }\n";
    case 10:
      return "  for (double &r : v) r " + std::string(below(2) ? "*= " : "-= ") + expression(0) + ";\n";
    default:
      return "  " + loop(depth) + "\n";
    }
  }

  std::mt19937_64 random;
  bool plain = false;   // every place is known when the program is written
  unsigned subject = 3; // what a function of nests is about: acc, grid, flat, any; what one of walks names elements by
};

} // namespace fporder::test
