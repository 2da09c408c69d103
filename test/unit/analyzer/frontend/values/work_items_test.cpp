#include "analyzer/frontend/values/work_items.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace frontend = fporder::frontend;
namespace order = fporder::order;

namespace {

/// The number that a function returns, in CUDA as declared here.
std::optional<frontend::WorkItemNumber> returned(const std::string &body) {
  const Translated code("struct uint3 { unsigned x, y, z; };\nextern const uint3 threadIdx, blockDim;\nextern const int warpSize;\n" + body,
                        {"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib"}, "input.cu");
  const order::Procedure &in = code.procedure("f");
  for (const order::Effect &effect : in.effects)
    if (effect.kind == order::Effect::Kind::Return) {
      order::NodeId node = effect.node;
      while (in.graph[node].op == order::Op::Cast)
        node = in.graph.operand(node, 0);
      return frontend::workItemNumber(in.graph, node);
    }
  return std::nullopt;
}

} // namespace

TEST_CASE("a thread's number is one by any alias") {
  for (const char *body : {"float f() { return threadIdx.x; }", "float f() { const int tid = threadIdx.x; return tid; }",
                           "float f() { const uint3 &t = threadIdx; return t.x; }", "float f() { const uint3 t = threadIdx; return t.x; }",
                           "unsigned lane(uint3 t) { return t.x; } float f() { return lane(threadIdx); }"}) {
    const auto number = returned(body);
    REQUIRE_MESSAGE(number, body);
    CHECK(number->query == order::WorkItemQuery::LocalId);
    CHECK(number->dimension == 'x');
  }
  CHECK(returned("float f() { return blockDim.z; }")->dimension == 'z');
  CHECK(returned("float f() { return warpSize; }")->query == order::WorkItemQuery::WarpSize);
}

TEST_CASE("what only bears the name of a thread's number is none") {
  CHECK_FALSE(returned("float f(uint3 threadIdx) { return threadIdx.x; }"));
  CHECK_FALSE(returned("namespace host { extern uint3 threadIdx; } float f() { return host::threadIdx.x; }"));
  CHECK_FALSE(returned("unsigned my_thread_rank(); float f() { return my_thread_rank(); }"));
}

TEST_CASE("a single thread comes where its number in the launch is given") {
  const auto single = [](const std::string &condition) {
    const Translated code("struct uint3 { unsigned x, y, z; };\nextern const uint3 threadIdx, blockIdx, blockDim;\nvoid f(float *out, int n) {\n"
                          "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
                              condition + "\n}",
                          {"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib"}, "input.cu");
    const order::Procedure &in = code.procedure("f");
    for (const order::Effect &effect : in.effects)
      if (effect.kind == order::Effect::Kind::Store)
        return frontend::isSingleThread(in.graph, effect.guard);
    FAIL("nothing is stored");
    return false;
  };
  for (const char *condition : {"if (i == 0) *out = 1;", "if (i != 0) return; *out = 1;", "if (!i) *out = 1;", "if (n - 1 == i) *out = 1;",
                                "if (blockIdx.x * 256 + threadIdx.x == 0) *out = 1;", "if (threadIdx.x == 0 && blockIdx.x == 0) *out = 1;",
                                "if (blockIdx.x == n) if (threadIdx.x == 3) *out = 1;"})
    CHECK_MESSAGE(single(condition), std::string(condition));
  for (const char *condition :
       {"if (threadIdx.x == 0) *out = 1;", "if (i < n) *out = 1;", "if (i % 32 == 0) *out = 1;", "if (i == threadIdx.x) *out = 1;",
        "if (threadIdx.x == 0 && blockIdx.y == 0) *out = 1;", "if (blockIdx.x * 2 + threadIdx.x == 5) *out = 1;",
        "if (blockIdx.x * n + threadIdx.x == 0) *out = 1;", "if (threadIdx.x * n == 0 && blockIdx.x == 0) *out = 1;",
        "const int j = blockIdx.y; if (i == 0) *out = j;", "if (i != 0) *out = 1;", "*out = 1;"})
    CHECK_MESSAGE(!single(condition), std::string(condition));
}
