// The cross-check against graphs with planted mistakes: for each kind of loop what the front end translates agrees with the source, and every other
// order of the same expression is told from it.
#include "analyzer/check/cross_check.h"

#include "analyzer/frontend/translate.h"
#include "runtime/order/traversal.h"
#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>
#include <unordered_map>

using namespace fporder;
using findings::CrossCheck;
using order::NodeId;
using order::Op;

namespace {

/// A function of a snippet with the value that it returns or stores last.
class Checked {
public:
  explicit Checked(const std::string &code, std::vector<std::string> arguments = {"-std=c++20"}) : snippet(code, std::move(arguments)) {
    frontend::translate(snippet.context(), {}, [this](order::Procedure &&each) {
      if (each.name == "f")
        procedure = std::move(each);
    });
  }

  NodeId written() const {
    for (auto effect = procedure.effects.rbegin(); effect != procedure.effects.rend(); ++effect)
      if ((effect->kind == order::Effect::Kind::Return || effect->kind == order::Effect::Kind::Store) && effect->node &&
          format::isFloatingPoint(procedure.graph[effect->node].type.format) && !order::isLeaf(procedure.graph[effect->node].op))
        return effect->node;
    throw std::runtime_error("nothing is returned or stored");
  }

  NodeId operandOfWritten(unsigned position) const { return procedure.graph.operand(written(), position); }

  measure::Subject subject() const { return subjectOf(written()); }
  measure::Subject subjectOf(NodeId root) const {
    const NodeId roots[] = {root};
    const std::string texts[] = {"f"};
    const auto computed = std::ranges::find(procedure.computations, roots[0], &order::Computation::node);
    return measure::SubjectBuilder(procedure).build(roots, texts, computed != procedure.computations.end() ? computed->guard : NodeId{});
  }

  CrossCheck check(measure::Subject &subject) { return checkAs(procedure, subject); }
  /// What the graph of another text claims of this one.
  CrossCheck checkClaimOf(const Checked &other) {
    measure::Subject claimed = other.subject();
    return checkAs(other.procedure, claimed);
  }

private:
  CrossCheck checkAs(const order::Procedure &claiming, measure::Subject &subject) {
    return check::CrossChecker(snippet.context()).check(claiming, subject);
  }

  test::Snippet snippet;
  order::Procedure procedure;
};

/// The written expression with `wrong` in the place of `node`.
NodeId replaced(measure::Subject &subject, NodeId node, NodeId wrong) {
  order::Graph &graph = subject.graph;
  const NodeId root = subject.orderings.front().root;
  std::unordered_map<std::uint32_t, NodeId> now{{node.index, wrong}};
  const std::vector<NodeId> reached = order::reachable(graph, root, [](NodeId) { return false; });
  std::vector<NodeId> ordered(reached.begin(), reached.end());
  std::ranges::sort(ordered);
  for (const NodeId each : ordered) {
    std::vector<NodeId> operands(graph.operands(each).begin(), graph.operands(each).end());
    bool changed = false;
    for (NodeId &operand : operands)
      if (const auto found = now.find(operand.index); found != now.end())
        operand = found->second, changed = true;
    if (changed && each != node)
      now[each.index] = graph.withOperands(each, operands);
  }
  return now.contains(root.index) ? now[root.index] : root;
}

struct Planted {
  std::string mistake;
  NodeId root;
};

NodeId scheduled(order::Graph &graph, NodeId sum, order::Schedule schedule) {
  order::Reduction other = graph.reduction(sum);
  other.schedule = schedule;
  order::NodeSpec spec;
  spec.op = Op::Reduce;
  spec.type = graph[sum].type;
  spec.operands = graph.operands(sum);
  spec.reduction = &other;
  spec.place = graph[sum].place;
  return graph.intern(spec);
}

void plantInSum(measure::Subject &subject, NodeId sum, std::vector<Planted> &all) {
  order::Graph &graph = subject.graph;
  if (graph.reduction(sum).schedule != order::Schedule::Sequential)
    return;
  if (graph.reduction(sum).continues) // part of a chain, whose schedule is that of the whole
    return;
  for (const auto &[schedule, name] : {std::pair{order::Schedule::Pairwise, "pairwise"}, std::pair{order::Schedule::Reverse, "reversed"}})
    all.push_back({name, replaced(subject, sum, scheduled(graph, sum, schedule))});
  std::vector<NodeId> operands(graph.operands(sum).begin(), graph.operands(sum).end());
  if (operands.size() > 2) {
    const order::ValueType integer = graph[operands[2]].type;
    const NodeId one = graph.constant(order::Number::fromInteger(1), integer);
    operands[2] = graph[operands[2]].op == Op::Constant ? one : graph.binary(Op::Sub, operands[2], one, integer);
    all.push_back({"fewer terms", replaced(subject, sum, graph.withOperands(sum, operands))});
  }
}

void plantInOperation(measure::Subject &subject, NodeId node, std::vector<Planted> &all) {
  order::Graph &graph = subject.graph;
  const order::Node operation = graph[node];
  const auto binary = [&](Op op, NodeId a, NodeId b) { return graph.binary(op, a, b, operation.type, operation.place); };
  if (operation.op == Op::Fma)
    all.push_back(
        {"a fused step split",
         replaced(subject, node, binary(Op::Add, binary(Op::Mul, graph.operand(node, 0), graph.operand(node, 1)), graph.operand(node, 2)))});
  if (operation.op != Op::Add && operation.op != Op::Mul)
    return;
  const NodeId left = graph.operand(node, 0), right = graph.operand(node, 1);
  if (graph[left].op == operation.op && graph[left].type == operation.type)
    all.push_back(
        {"regrouped", replaced(subject, node, binary(operation.op, graph.operand(left, 0), binary(operation.op, graph.operand(left, 1), right)))});
  if (operation.op == Op::Add && graph[left].op == Op::Mul && graph[left].type == operation.type) {
    const NodeId operands[] = {graph.operand(left, 0), graph.operand(left, 1), right};
    order::NodeSpec spec;
    spec.op = Op::Fma;
    spec.type = operation.type;
    spec.operands = operands;
    spec.place = operation.place;
    all.push_back({"fused", replaced(subject, node, graph.intern(spec))});
  }
}

std::vector<Planted> plant(measure::Subject &subject) {
  std::vector<Planted> all;
  const std::vector<NodeId> reached = order::reachable(subject.graph, subject.orderings.front().root, [](NodeId) { return false; });
  for (const NodeId node : std::vector<NodeId>(reached.begin(), reached.end())) {
    if (subject.graph[node].op == Op::Reduce)
      plantInSum(subject, node, all);
    else if (format::isFloatingPoint(subject.graph[node].type.format))
      plantInOperation(subject, node, all);
  }
  return all;
}

void everyOtherOrderIsTold(const std::string &code, std::vector<std::string> arguments = {"-std=c++20"}) {
  CAPTURE(code);
  Checked checked(code, std::move(arguments));
  measure::Subject subject = checked.subject();
  const CrossCheck right = checked.check(subject);
  CAPTURE(right.reason);
  CHECK(right.verdict == CrossCheck::Verdict::Agrees);
  CHECK(right.values > 0);
  const std::vector<Planted> wrong = plant(subject);
  CHECK(!wrong.empty());
  for (const Planted &each : wrong) {
    CAPTURE(each.mistake);
    subject.orderings.front().root = each.root;
    const CrossCheck told = checked.check(subject);
    CAPTURE(told.reason);
    CHECK(told.verdict == CrossCheck::Verdict::Differs);
  }
}

/// The graph of `claimed` is taken for that of `code`, a text that differs in so many characters as `claimed` but moves none: as if the front end had
/// overlooked what they differ in.
void claimIsTold(const std::string &code, const std::string &claimed) {
  CAPTURE(code);
  CAPTURE(claimed);
  REQUIRE(code.size() == claimed.size());
  Checked written(code), overlooking(claimed);
  const CrossCheck sound = overlooking.checkClaimOf(overlooking);
  CAPTURE(sound.reason);
  CHECK(sound.verdict == CrossCheck::Verdict::Agrees);
  const CrossCheck told = written.checkClaimOf(overlooking);
  CAPTURE(told.reason);
  CHECK(told.verdict == CrossCheck::Verdict::Differs);
}

CrossCheck checkOf(const std::string &code, std::vector<std::string> arguments = {"-std=c++20"}) {
  Checked checked(code, std::move(arguments));
  measure::Subject subject = checked.subject();
  return checked.check(subject);
}

} // namespace

TEST_SUITE("cross-check") {

  TEST_CASE("a planted order is told from the written one in each kind of loop") {
    const std::string sum = "float f(const float *x, const float *y, int n) { float s = 0; ";
    // Plain, from an offset, strided, backwards, while, do, pointers.
    everyOtherOrderIsTold(sum + "for (int i = 0; i < n; i++) s += x[i]; return s; }");
    everyOtherOrderIsTold(sum + "for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }");
    everyOtherOrderIsTold(sum + "for (int i = 0; i < n; i++) s += x[3 * i] + y[i] + 1.1f; return s; }");
    everyOtherOrderIsTold(sum + "int i = 0; while (i < n) { s += x[i]; ++i; } return s; }");
    everyOtherOrderIsTold("double f(const float *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += (double)x[i] * x[i] * 3.3; return s; }");
    // Rows of a matrix; a function that is called; a record; a constant number of terms, too many for the limit included.
    everyOtherOrderIsTold("void f(const float *x, float *o, int r, int d) { for (int i = 0; i < r; i++) { float s = 0; for (int j = 0; j < d; j++) "
                          "s += x[i * d + j]; o[i] = s; } }");
    everyOtherOrderIsTold("static float g(const float *p, int k) { float t = 0; for (int j = 0; j < k; j++) t += p[j]; return t; }\n"
                          "float f(const float *x, int n) { return g(x, n); }");
    everyOtherOrderIsTold(
        "struct V { const float *at; int n; }; float f(V v) { float s = 0; for (int i = 0; i < v.n; i++) s += v.at[i]; return s; }");
    everyOtherOrderIsTold("float f(const float *x) { float s = 0; for (int i = 0; i < 100; i++) s += x[i]; return s; }");
    everyOtherOrderIsTold("float f(const float (&x)[24]) { float s = 0; for (float v : x) s += v; return s; }");
  }

  TEST_CASE("a planted order is told from the written one in chains of additions") {
    const std::string begin = "float f(const float *x, const float *y, int n) { float s = 0; ";
    // Nests, several additions an iteration, unrolled with a remainder, tiled, triangular, backwards, fused.
    everyOtherOrderIsTold(begin + "for (int i = 0; i < n; i++) for (int j = 0; j < 6; j++) s += x[i * 6 + j]; return s; }");
    everyOtherOrderIsTold(begin + "for (int i = 0; i < n; i++) { s += x[i]; s += y[i]; } return s; }");
    everyOtherOrderIsTold(begin + "for (int i = 0; i < n; i++) s = s + x[i] + y[i]; return s; }");
    everyOtherOrderIsTold(
        "float f(const float *x) { float s = 0; for (int i = 0; i < 64; i += 4) { s += x[i]; s += x[i + 1]; s += x[i + 2]; s += x[i + 3]; } "
        "return s; }");
    everyOtherOrderIsTold(
        "void f(const float *x, float *o, int rows) { for (int r = 0; r < rows; r++) { float s = 0; for (int b = 0; b < 64; b += 8) "
        "{ float u = 0; for (int i = b; i < b + 8; i++) u += x[r * 64 + i]; s += u; } o[r] = s; } }");
    everyOtherOrderIsTold(
        "void f(const float *x, float *o) { for (int i = 0; i < 30; i++) { float s = 0; for (int j = 0; j <= i; j++) s += x[i * 30 + j]; "
        "o[i] = s; } }");
    everyOtherOrderIsTold(
        "void f(const float *x, float *o) { for (int r = 8; r < 56; r++) { float u = 0; for (int i = r - 8; i < r; i++) u += x[i]; o[r] = u; } }");
    everyOtherOrderIsTold(begin + "for (int i = n - 1; i >= 0; i--) s += x[i]; return s; }");
    everyOtherOrderIsTold(begin + "for (int i = 0; i < n; i++) s = __builtin_fmaf(x[i], y[i], s); return s; }");
  }

  TEST_CASE("a planted order is told from the written one in expressions") {
    everyOtherOrderIsTold("float f(float a, float b, float c, float d) { return a + b + c + d; }");
    everyOtherOrderIsTold(
        "void f(float *o, const float *a, const float *b, const float *c, int n) { for (int i = 0; i < n; i++) o[i] = a[i] * b[i] * c[i]; }");
    everyOtherOrderIsTold("void f(float *o, const float *a, const float *b, const float *c, int n) { for (int i = 0; i < n; i++) o[i] = "
                          "__builtin_fmaf(a[i], b[i], c[i]); }");
    everyOtherOrderIsTold("void f(double *o, const double *a, int n, double t) { for (int i = n - 1; i > 0; i--) o[i] = a[i] * t + a[i - 1]; }");
    everyOtherOrderIsTold("struct P { float x, y, z; float dot(const P &o) const { return x * o.x + y * o.y + z * o.z; } };\n"
                          "float f(const P &a, const P &b) { return a.dot(b); }");
    everyOtherOrderIsTold("template <class T> T g(T a, T b, T c) { return a * b + c; } float f(float a, float b, float c) { return g(a, b, c); }");
    everyOtherOrderIsTold("_Float16 f(_Float16 a, _Float16 b, _Float16 c) { return a + b + c; }",
                          {"-std=c++20", "-Xclang", "-ffloat16-excess-precision=none"});
  }

  TEST_CASE("a planted order is told from the written one in do loops and in loops over pointers") {
    const std::string begin = "float f(const float *x, const float *y, int n) { float s = 0; ";
    everyOtherOrderIsTold(begin + "int i = 0; do { s += x[i]; ++i; } while (i < 20); return s; }");
    everyOtherOrderIsTold(begin + "for (const float *p = x; p < x + n; ++p) s += *p; return s; }");
    everyOtherOrderIsTold(begin + "for (int i = 0; i < n; ++i) s += *x++ * *y++; return s; }");
    // A condition at the end that runs the body once more than one at the beginning; a pointer that steps over elements.
    claimIsTold(begin + "int i = 0; do { s += x[i]; ++i; } while (i <= n); return s; }",
                begin + "int i = 0; do { s += x[i]; ++i; } while (i <  n); return s; }");
    claimIsTold(begin + "for (const float *p = x; p < x + n; p += 2) s += *p; return s; }",
                begin + "for (const float *p = x; p < x + n; p += 1) s += *p; return s; }");
  }

  TEST_CASE("a sum that overlooks how its loop is left is told from the written one") {
    const std::string begin = "float f(const float *x, const float *y, int n) { float s = 0; for (int i = 0; i < n; i++) { ";
    claimIsTold(begin + "if (x[i] > 1.5f) break; s += x[i]; } return s; }", begin + "if (x[i] > 1.5f)      ; s += x[i]; } return s; }");
    claimIsTold(begin + "s += x[i]; if (s > 4) break; } return s; }", begin + "s += x[i]; if (s > 4)      ; } return s; }");
    claimIsTold(begin + "if (y[i] < 0.2f) return s; s += x[i]; } return s; }", begin + "if (y[i] < 0.2f)         ; s += x[i]; } return s; }");
    claimIsTold(begin + "if (y[i] > 1) continue; s += x[i]; } return s; }", begin + "if (y[i] > 1)         ; s += x[i]; } return s; }");
  }

  TEST_CASE("a sum that overlooks what the loop carries is told from the written one") {
    const std::string begin = "float f(const float *x, const float *y, int n) { float s = 0, t = 1; for (int i = 0; i < n; i++) { ";
    claimIsTold(begin + "s += (x[i] - s) / (i + 1); } return s; }", begin + "s += (x[i] - 0) / (i + 1); } return s; }");
    claimIsTold(begin + "s = s * 0.5f + x[i]; } return s; }", begin + "s = s + 0.5f + x[i]; } return s; }");
    claimIsTold(begin + "s += x[i] * t; t = y[i]; } return s; }", begin + "s += x[i] * t;           } return s; }");
  }

  TEST_CASE("an order that overlooks which accumulator is added to is told from the written one") {
    const std::string begin = "float f(const float *x) { float a[4] = {0}, s = 0; for (int i = 0; i < 32; i += 4) ";
    const std::string end = " s += a[0]; s += a[1]; return s; }";
    claimIsTold(begin + "{ a[0] += x[i]; a[1] += x[i + 1]; }" + end, begin + "{ a[0] += x[i]; a[0] += x[i + 1]; }" + end);
    claimIsTold("float f(const float *x) { float a[4] = {0}; for (int i = 0; i < 32; i++) a[i % 4] += x[i]; return a[1]; }",
                "float f(const float *x) { float a[4] = {0}; for (int i = 0; i < 32; i++) a[  1  ] += x[i]; return a[1]; }");
  }

  TEST_CASE("samples under another guard than the written one are a difference") {
    const std::string begin = "void f(const float *a, const float *b, float *o, int n) { for (int i = 0; i < n; i++) { ";
    const std::string store = " o[i] = a[i] * b[i] / 3; } }";
    claimIsTold(begin + "if (b[i] > 1.0f)" + store, begin + "if (b[i] > 0.5f)" + store); // a weaker one
    claimIsTold(begin + "if (b[i] > 1.0f)" + store, begin + "if (b[i] < 1.0f)" + store); // its opposite
    claimIsTold(begin + "if (b[i] > 1.0f)" + store, begin + "                " + store); // none
    claimIsTold(begin + "if (b[i] > 1) continue;" + store, begin + "                       " + store);
    claimIsTold(begin + "if (b[i] > 1 && a[i] < 1)" + store, begin + "if (b[i] > 1            )" + store);
    // A part of the samples: the values agree, and the rest of what the program computes is missing.
    claimIsTold(begin + "if (b[i] > 0.5f)" + store, begin + "if (b[i] > 1.0f)" + store);
  }

  TEST_CASE("samples that the program steps over are a difference") {
    claimIsTold("void f(const float *a, const float *b, float *o, int n, int d) { for (int i = 0; i < n; i += 3) o[i] = a[i] * b[i] / 3; }",
                "void f(const float *a, const float *b, float *o, int n, int d) { for (int i = 0; i < n; i += 1) o[i] = a[i] * b[i] / 3; }");
    claimIsTold("void f(const float *a, const float *b, float *o, int n, int d) { for (int i = 0; i < n; i += d) o[i] = a[i] * b[i] / 3; }",
                "void f(const float *a, const float *b, float *o, int n, int d) { for (int i = 0; i < n; i += 1) o[i] = a[i] * b[i] / 3; }");
  }

  TEST_CASE("the consumer's values are compared as well") {
    Checked checked("void f(float *w, const float *a, const float *b, const float *c, int n) { for (int i = 0; i < n; i++) w[i] = w[i] - a[i] * b[i] "
                    "/ c[i]; }");
    measure::Subject subject = checked.subjectOf(checked.operandOfWritten(1));
    REQUIRE(subject.hasConsumer());
    CHECK(findings::text(checked.check(subject)).ends_with("the program's bits"));
    order::Graph &graph = subject.graph;
    NodeId &consumed = subject.orderings.front().consumed;
    consumed = graph.binary(Op::Add, graph.operand(consumed, 0), graph.operand(consumed, 1), graph[consumed].type, graph[consumed].place);
    CHECK(checked.check(subject).verdict == CrossCheck::Verdict::Differs);
  }

  TEST_CASE("vectors and spans are executed, and functions with the bits that both sides round correctly") {
    const std::string library = R"(
namespace std {
template <class T> struct allocator {};
template <class T, class A = allocator<T>> class vector {
  T *first, *last;
public:
  vector(unsigned long n, const T &value = T());
  vector(const vector &);
  ~vector();
  const T &operator[](unsigned long i) const; T &operator[](unsigned long i);
  unsigned long size() const; const T *begin() const; const T *end() const; void push_back(const T &value);
};
template <class T> class span { T *at; public: T &operator[](unsigned long i) const; unsigned long size() const; T *begin() const; T *end() const; };
}
extern "C" float expf(float); extern "C" double pow(double, double);
)";
    everyOtherOrderIsTold(library +
                          "float f(const std::vector<float> &x) { float s = 0; for (unsigned long i = 0; i < x.size(); ++i) s += x[i] * x[i]; "
                          "return s; }");
    everyOtherOrderIsTold(library + "float f(const std::vector<float> &x) { float s = 0; for (float v : x) s += v; return s; }");
    everyOtherOrderIsTold(library + "float f(std::span<const float> x) { float s = 0; for (float v : x) s += v; return s; }");
    const CrossCheck local =
        checkOf(library + "float f(const std::vector<float> &x, float c) { std::vector<float> t(x.size(), 2.0f); t.push_back(c); "
                          "t[0] = x[1]; return t[0] * c / 3; }");
    CHECK(local.verdict != CrossCheck::Verdict::Differs);
    const CrossCheck functions = checkOf(library + "float f(float a, float b, float c) { return expf(a) * expf(b) * expf(c); }");
    CHECK(findings::text(functions).ends_with(", with exp correctly rounded"));
    CHECK(checkOf(library + "double f(double a, double b, double c) { return pow(a, b) * c / 3; }").verdict == CrossCheck::Verdict::Agrees);
  }

  TEST_CASE("a loop that is too long is checked over its beginning") {
    Checked checked("float f(const float *x) { float s = 0; for (int i = 0; i < 60000; i++) s += x[i]; return s; }");
    measure::Subject subject = checked.subject();
    const CrossCheck right = checked.check(subject);
    CHECK(right.verdict == CrossCheck::Verdict::Agrees);
    CHECK(findings::text(right).ends_with("iterations of a long loop"));
    for (const order::Schedule schedule : {order::Schedule::Pairwise, order::Schedule::Reverse}) {
      const NodeId written = subject.orderings.front().root;
      subject.orderings.front().root = scheduled(subject.graph, written, schedule);
      CHECK(checked.check(subject).verdict == CrossCheck::Verdict::Differs);
      subject.orderings.front().root = written;
    }
  }

  TEST_CASE("what cannot be executed is said") {
    const auto reason = [](const std::string &code, std::vector<std::string> arguments = {"-std=c++20"}) {
      const CrossCheck result = checkOf(code, std::move(arguments));
      CHECK(result.verdict == CrossCheck::Verdict::NotChecked);
      return findings::text(result);
    };
    CHECK(reason("float g(float); float f(float a, float b) { return g(a) * b; }") == "not cross-checked: it calls 'g', whose body is not seen");
    CHECK(reason("float f(float a, float b, float c) { return a * b + c; }", {"-std=c++20", "-mfma"}) ==
          "not cross-checked: the compiler may contract a product and a sum to a fused multiply-add");
    CHECK(reason("template <class T> T f(T a, T b, T c) { return a * b * c; }").starts_with("not cross-checked: its function"));
    CHECK(reason("float f(const float *x, int n) { float s = 0;\n#pragma omp parallel for reduction(+ : s)\nfor (int i = 0; i < n; i++) s += x[i]; "
                 "return s; }",
                 {"-std=c++20", "-fopenmp"}) == "not cross-checked: the program leaves the order of a sum open");
  }

  TEST_CASE("the verdicts' words") {
    CHECK(findings::text({CrossCheck::Verdict::Agrees, 24, ""}) == "cross-checked: 24 values have the program's bits");
    CHECK(findings::text({CrossCheck::Verdict::Agrees, 1, ""}) == "cross-checked: 1 value has the program's bits");
    CHECK(findings::text({CrossCheck::Verdict::Differs, 1, "the graph's order of 's' gives 0x1.8p+3, the source 0x1.9p+3"}) ==
          "internal error: the graph's order of 's' gives 0x1.8p+3, the source 0x1.9p+3; no figure is printed");
  }
}
