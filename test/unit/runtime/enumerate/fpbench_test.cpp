// Eight kernels of the FPBench suite whose published rewrites reassociate: such orders are reached from the expression as it stands, at once.
#include "runtime/enumerate/enumerate.h"
#include "runtime/order/fpcore.h"
#include "runtime/order/roundings.h"

#include <doctest/doctest.h>

#include <chrono>
#include <unordered_set>

using namespace fporder;
using namespace fporder::enumerate;
using order::Graph;
using order::NodeId;

namespace {

struct Kernel {
  const char *name, *arguments, *written;
  std::vector<const char *> orders; // reassociated by hand
};

const Kernel kernels[]{
    {"doppler1",
     "u v T",
     "(let ((t1 (+ 331.4 (* 0.6 T)))) (/ (* (- t1) v) (* (+ t1 u) (+ t1 u))))",
     {"(let ((t1 (+ 331.4 (* 0.6 T)))) (/ (/ (* (- t1) v) (+ t1 u)) (+ t1 u)))",
      "(let ((t1 (+ 331.4 (* 0.6 T))) (s (+ 331.4 (+ (* 0.6 T) u)))) (/ (* (- t1) v) (* s s)))",
      "(let ((t1 (+ 331.4 (* 0.6 T)))) (- (* t1 (/ v (* (+ t1 u) (+ t1 u))))))"}},
    {"rigidBody1",
     "x1 x2 x3",
     "(- (- (- (- (* x1 x2)) (* 2 (* x2 x3))) x1) x3)",
     {"(- (+ (+ (* x1 x2) (* 2 (* x2 x3))) (+ x1 x3)))", "(- (- (- (- (* x1 x2)) x1) x3) (* 2 (* x2 x3)))"}},
    {"rigidBody2",
     "x1 x2 x3",
     "(- (+ (- (+ (* 2 (* (* x1 x2) x3)) (* (* 3 x3) x3)) (* (* (* x2 x1) x2) x3)) (* (* 3 x3) x3)) x2)",
     {"(- (+ (+ (* 2 (* (* x1 x2) x3)) (* (* 3 x3) x3)) (- (* (* 3 x3) x3) (* (* (* x2 x1) x2) x3))) x2)",
      "(- (+ (- (+ (* 2 (* x1 (* x2 x3))) (* (* 3 x3) x3)) (* (* (* x2 x1) x2) x3)) (* (* 3 x3) x3)) x2)"}},
    {"predatorPrey",
     "x",
     "(/ (* (* 4.0 x) x) (+ 1 (* (/ x 1.11) (/ x 1.11))))",
     {"(* 4.0 (* x (/ x (+ 1 (* (/ x 1.11) (/ x 1.11))))))", "(/ (* (* 4.0 x) x) (+ 1 (/ (/ (* x x) 1.11) 1.11)))"}},
    {"turbine1",
     "v w r",
     "(- (- (+ 3 (/ 2 (* r r))) (/ (* (* 0.125 (- 3 (* 2 v))) (* (* (* w w) r) r)) (- 1 v))) 4.5)",
     {"(- (- (+ 3 (/ 2 (* r r))) (/ (* (* 0.125 (- 3 (* 2 v))) (* (* w w) (* r r))) (- 1 v))) 4.5)",
      "(- (- (+ 3 (/ 2 (* r r))) (* 0.125 (* (- 3 (* 2 v)) (/ (* (* (* w w) r) r) (- 1 v))))) 4.5)"}},
    {"kepler0",
     "x1 x2 x3 x4 x5 x6",
     "(+ (- (- (+ (* x2 x5) (* x3 x6)) (* x2 x3)) (* x5 x6)) (* x1 (+ (+ (- (+ (+ (- x1) x2) x3) x4) x5) x6)))",
     {"(+ (- (+ (* x2 x5) (* x3 x6)) (+ (* x2 x3) (* x5 x6))) (* x1 (+ (+ (- (+ (+ (- x1) x2) x3) x4) x5) x6)))",
      "(+ (- (- (+ (* x2 x5) (* x3 x6)) (* x2 x3)) (* x5 x6)) (* x1 (+ (- (+ (+ (- x1) x2) x3) x4) (+ x5 x6))))",
      "(- (+ (- (+ (* x2 x5) (* x3 x6)) (* x2 x3)) (* x1 (+ (+ (- (+ (+ (- x1) x2) x3) x4) x5) x6))) (* x5 x6))"}},
};

NodeId core(Graph &graph, const Kernel &kernel, const char *body) {
  const std::string text = "(FPCore " + std::string(kernel.name) + " (" + kernel.arguments + ") :precision binary64 " + body + ")";
  const auto parsed = order::parseFpcore(text, graph);
  REQUIRE(std::holds_alternative<NodeId>(parsed));
  return std::get<NodeId>(parsed);
}

} // namespace

TEST_CASE("reassociated orders of the FPBench kernels are candidates, within a second") {
  for (const Kernel &kernel : kernels) {
    Graph graph;
    const NodeId root = core(graph, kernel, kernel.written);
    const auto start = std::chrono::steady_clock::now();
    const Enumeration found = enumerateOrderings(graph, root);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    MESSAGE(std::string(kernel.name), ": ", found.orderings.size(), " orderings in ", seconds * 1000, " ms, ", found.leftOut, " or more left out");
    CHECK(found.orderings.front().node == root);
    CHECK(found.separated == 0);
    std::unordered_set<std::uint32_t> values;
    for (const Ordering &ordering : found.orderings) {
      CHECK(ordering.proof != Proof::Points); // rational functions are proven
      values.insert(graph.value(exactFactorNormalForm(graph, ordering.node)).index);
    }
    for (const char *order : kernel.orders) {
      CAPTURE(std::string(order));
      CHECK(values.contains(graph.value(exactFactorNormalForm(graph, core(graph, kernel, order))).index));
    }
  }
}
