#include "analyzer/frontend/calls/queue_links.h"

#include "test/unit/analyzer/frontend/library/made_up_vendor.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using test::vendor::Kernel;

namespace {

/// Of each store of a function what it replaces besides what it goes to: "u[k] for t[k]".
std::string replaced(const Kernel &kernel, const std::string &function) {
  const order::Procedure &in = kernel.procedure(function);
  std::string result;
  for (const order::Effect &effect : in.effects)
    for (const order::ValueId value : effect.replaced)
      for (std::uint32_t node = 0; node < in.graph.size(); ++node)
        if (in.graph.value({node}) == value) {
          CHECK(order::storesTo(in.graph, effect, {node}));
          result += (result.empty() ? "" : ", ") + effect.target + " for " + test::Procedures::text(in, {node});
          break;
        }
  return result;
}

const std::string compute = R"(
  void compute() {
    Tensor<T> t = in.pop<T>();
    Tensor<T> u = out.alloc<T>();
    vmuls(u, m, lr, n);
    vsub(u, t, u, n);
    out.push(u);
  })";

/// A class whose functions copy as written, around a computation.
Kernel kernelOf(const std::string &copyIn, const std::string &copyOut, const std::string &between = compute) {
  return Kernel("typedef float T;\nstruct Op {\n  Queue in, out;\n  Tensor<T> w, m, x;\n  T lr;\n  int n, offset;\n" + between +
                "\n  void copyIn() { Tensor<T> t = in.alloc<T>(); " + copyIn + " in.push(t); }\n  void copyOut() { Tensor<T> u = out.pop<T>(); " +
                copyOut + " }\n};\n");
}

} // namespace

TEST_CASE("what goes through queues to where a value came from replaces it") {
  CHECK(replaced(kernelOf("vcopy(t, w, n);", "vcopy(w, u, n);"), "Op::compute") == "u[k] for t[k]");
  CHECK(replaced(kernelOf("vcopy(t, w[offset * n], n);", "vcopy(w[offset * n], u, n);"), "Op::compute") == "u[k] for t[k]");
}

TEST_CASE("another object, another element, or one of them in one of the functions only, is not replaced") {
  CHECK(replaced(kernelOf("vcopy(t, w, n);", "vcopy(x, u, n);"), "Op::compute") == "");
  CHECK(replaced(kernelOf("vcopy(t, w, n);", "vcopy(m, u, n);"), "Op::compute") == "u[k] for m[k]");
  CHECK(replaced(kernelOf("vcopy(t, w[n], n);", "vcopy(w, u, n);"), "Op::compute") == "");
  CHECK(replaced(kernelOf("vcopy(t, w[n], n);", "vcopy(w[offset], u, n);"), "Op::compute") == "");
  CHECK(replaced(kernelOf("vcopy(t, w, n);", "vcopy(w, u[n], n);"), "Op::compute") == "");
  CHECK(replaced(kernelOf("vmuls(t, w, lr, n);", "vcopy(w, u, n);"), "Op::compute") == "");
  CHECK(
      replaced(kernelOf("vcopy(t, w, n);", "vcopy(w, u, n);", compute + "void first() { Tensor<T> t = in.alloc<T>(); vcopy(t, m, n); in.push(t); }"),
               "Op::compute") == "");
}

TEST_CASE("an index that may be another one when the next function runs decides nothing") {
  CHECK(replaced(kernelOf("vcopy(t, w[offset], n); offset = offset + n;", "vcopy(w[offset], u, n);"), "Op::compute") == "");
  const Kernel parameters("typedef float T;\nstruct Op {\n  Queue in, out;\n  Tensor<T> w, m;\n  T lr;\n  int n;\n" + compute + R"(
    void copyIn(int i) { Tensor<T> t = in.alloc<T>(); vcopy(t, w[i * n], n); in.push(t); }
    void copyOut(int i) { Tensor<T> u = out.pop<T>(); vcopy(w[i * n], u, n); }
  };)");
  CHECK(replaced(parameters, "Op::compute") == "");
}

TEST_CASE("one of the two sides may be the object itself") {
  const std::string stores = "void compute() { Tensor<T> t = in.pop<T>(); vmuls(m, m, lr, n); vsub(w, t, m, n); }";
  CHECK(replaced(kernelOf("vcopy(t, w, n);", "", stores), "Op::compute") == "w[k] for t[k]");
  const std::string reads = "void compute() { Tensor<T> u = out.alloc<T>(); vsub(u, w, m, n); out.push(u); }";
  CHECK(replaced(kernelOf("", "vcopy(w, u, n);", reads), "Op::compute") == "u[k] for w[k]");
}

TEST_CASE("parts of buffers are told apart by their offsets") {
  const std::string packed = R"(void compute() {
    Tensor<T> t = in.pop<T>(), u = out.alloc<T>();
    vsub(u[n], t[offset], t, n);
    vsub(u, t, t[offset], n);
    out.push(u);
  })";
  CHECK(replaced(kernelOf("vcopy(t, m, n); vcopy(t[offset], w, n);", "vcopy(m[n], u, n); vcopy(w, u[n], n);", packed), "Op::compute") ==
        "u[...] for t[offset + k]");
}

TEST_CASE("templates that nothing instantiates have such functions as well") {
  const Kernel kernel(R"(
    template <class T> struct Op {
      Queue in, out;
      Tensor<T> w, m;
      T lr;
      int n;
      void copyIn() { Tensor<T> t = in.alloc<T>(); vcopy(t, w, n); in.push(t); }
      void compute() {
        Tensor<T> t = in.pop<T>(), u = out.alloc<T>();
        vmuls(u, m, lr, n);
        vsub(u, t, u, n);
        out.push(u);
      }
      void copyOut() { Tensor<T> u = out.pop<T>(); vcopy(w, u, n); }
    };)");
  CHECK(replaced(kernel, "Op::compute") == "u[k] for t[k]");
}

TEST_CASE("what a function puts into a queue leaves it, unless it takes that back") {
  const Kernel kernel = kernelOf("vcopy(t, w, n);", "vcopy(w, u, n);", compute + "void process() { copyIn(); compute(); copyOut(); }");
  CHECK(kernel.stored("Op::compute", "u[k]") == "t[k] - m[k] * lr");
  CHECK(kernel.stored("Op::process", "u[k]") == "nothing");
  CHECK(kernel.stored("Op::process", "w[k]") == "w[k] - m[k] * lr");
}
