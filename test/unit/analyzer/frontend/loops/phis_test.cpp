// Loops whose carried values are recorded for evaluation: what they start from, what an iteration makes of them, when the loop ends.
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

#include <regex>

using fporder::test::Translated;
using namespace fporder;

namespace {

std::string text(const order::Procedure &in, order::NodeId node) {
  return node ? order::printInfix(in.graph, node, {.forReaders = true}) : std::string("always");
}

/// "s: 0 -> s * a + x[i]; 3 + 2 * k, n times, enters ..., stays ..." of each loop of f, in order.
std::string carried(const std::string &body, const std::string &before = {}) {
  const Translated code("#include <cmath>\n" + before + "float f(const float *x, float a, int n) { " + body + " }");
  const order::Procedure &in = code.procedure("f");
  std::string result;
  for (const auto &[number, loop] : in.carryingLoops) {
    result += result.empty() ? "" : " | ";
    for (const order::LoopPhi &phi : loop.phis)
      result += text(in, phi.value) + ": " + text(in, phi.initial) + " -> " + text(in, phi.next) + "; ";
    result += "from " + text(in, loop.first) + " by " + text(in, loop.step) + ", " + text(in, loop.count) + " times";
    result += loop.enters ? ", enters while " + text(in, loop.enters) : "";
    result += loop.stays ? ", stays while " + text(in, loop.stays) : "";
  }
  return result;
}

/// What of f's last value loops leave: the names.
std::string results(const std::string &body) {
  const Translated code("float f(const float *x, float a, int n) { " + body + " }");
  const order::Procedure &in = code.procedure("f");
  std::string result;
  for (const order::Effect &effect : in.effects)
    if (effect.kind == order::Effect::Kind::Return) {
      result.clear();
      for (const order::NodeId node : order::reachable(in.graph, effect.node, [](order::NodeId) { return false; }))
        if (const auto found = in.loopResults.find(in.graph.value(node).index); found != in.loopResults.end())
          result += (result.empty() ? "" : ", ") + text(in, found->second.phi);
    }
  return result;
}

} // namespace

TEST_CASE("a value that is no sum is carried from its start by what an iteration makes of it") {
  CHECK(carried("float s = 1; for (int i = 0; i < n; ++i) s = s * a + x[i]; return s;") == "s: 1 -> s * a + x[i]; from 0 by 1, n times");
  CHECK(carried("float s = 0, p = 1; for (int i = 1; i < n; i += 2) { s += x[i] * p; p *= a; } return s;") ==
        "s: 0 -> s + x[i] * p; p: 1 -> p * a; from 1 by 2, n / 2 times");
  CHECK(results("float s = 1; for (int i = 0; i < n; ++i) s = s * a + x[i]; return s * 2;") == "s");
}

TEST_CASE("a loop that is left by break or return stays while neither runs") {
  CHECK(carried("float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) break; s += x[i]; } return s;").find("n times, stays while") !=
        std::string::npos);
  CHECK(carried("float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) return s; s += x[i]; } return s;").find("(returned): ") !=
        std::string::npos);
  CHECK(carried("float s = 0; for (int i = 0; i < n; ++i) { s += x[i]; if (s > a) break; } return s;").find("stays while !(s + x[i] > a)") !=
        std::string::npos);
}

TEST_CASE("a test bounds the loop by what compares the index, and is evaluated for the rest") {
  CHECK(carried("float s = 0; for (int i = 0; i < n && s < a; ++i) s += x[i]; return s;").find("n times, enters while s < a") != std::string::npos);
  CHECK(carried("float s = 1; int i = 0; do { s *= x[i]; } while (++i < n && s < a); return s;").find("stays while") != std::string::npos);
  CHECK(carried("float s = 0; int i = 0; while (true) { if (i >= n) break; s += x[i]; ++i; } return s;").find(", n times") != std::string::npos);
}

TEST_CASE("a loop with a way out that is not seen is not recorded") {
  CHECK(carried("float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) goto out; s = s * a; } out: return s;") == "");
  CHECK(carried("float s = 1; while (s > a) s = s * s; return s;") == "");
  CHECK(
      carried(
          "return find(x, n) + a;",
          "static float find(const float *x, int n) { float s = 1; for (int i = 0; i < n; ++i) { if (x[i] > 0) return s; s *= x[i]; } return 0; }\n")
          .empty());
}

TEST_CASE("a loop that is entered twice has values with two meanings") {
  CHECK(carried("auto fold = [&](float s) { for (int i = 0; i < n; ++i) s = s * a + x[i]; return s; }; return fold(1);") != "");
  CHECK(carried("float s = 1; auto fold = [&] { for (int i = 0; i < n; ++i) s = s * a + x[i]; }; fold(); fold(); return s;").find(" | ") !=
        std::string::npos);
}

TEST_CASE("elements of an array that the loop writes are what the iteration before left, or what was there before the loop") {
  CHECK(carried("float o[9]; o[0] = a; for (int i = 1; i < 9; ++i) o[i] = o[i - 1] * x[i]; return o[8];").find("o[i - 1]: a -> o[i - 1] * x[i]; ") !=
        std::string::npos);
  const std::string smooth = "static void smooth(float *y) { for (int i = 1; i < 8; ++i) y[i] = (y[i - 1] + y[i + 1]) * 0.5f; }\n";
  const std::string stencil = carried("float t[9]; for (int i = 0; i < 9; ++i) t[i] = x[i]; smooth(t); return t[4];", smooth);
  CHECK(stencil.find("t[i - 1]: ") != std::string::npos);
  CHECK(stencil.find("t[i + 1]: always -> ") != std::string::npos);
  // What goes down overtakes nothing that it has not written.
  CHECK(carried("float o[9] = {}; for (int i = 7; i >= 0; --i) o[i] = o[i + 1] * a + x[i]; return o[0];").find("o[i + 1]: 0 -> ") !=
        std::string::npos);
  CHECK(carried("float o[9] = {}; for (int k = 0; k < n; ++k) for (int i = 0; i < 9; ++i) o[i] = o[i] * a + x[k]; return o[0];")
            .find("o[i]: 0 -> o[i] * a + x[k]; ") != std::string::npos);
  CHECK(carried("float o[9] = {}; for (int i = 1; i < 9; ++i) { o[i] = o[i - 1] * a; o[n] = 2; } return o[8];").find("o[i - 1]") ==
        std::string::npos);
}

TEST_CASE("a loop that work-items of a launch divide among each other goes over all elements, one that each runs over its own") {
  const auto loops = [](const std::string &first, const std::string &step) {
    const Translated code("struct uint3 { unsigned x, y, z; };\nextern const uint3 threadIdx, blockIdx, blockDim, gridDim;\n"
                          "void f(float *out, const float *x, int n, int by) { for (int i = " +
                              first + "; i < n; i += " + step + ") out[i] = x[i] * x[i]; }",
                          {"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib"}, "input.cu");
    return code.procedure("f").carryingLoops.size();
  };
  CHECK(loops("blockIdx.x * blockDim.x + threadIdx.x", "gridDim.x * blockDim.x") == 0);
  CHECK(loops("0", "blockDim.x") == 1);
  CHECK(loops("threadIdx.x", "by") == 1);
  CHECK(loops("by", "by") == 1);
}
