"""AscendC kernels with no toolkit: one command, findings at the calls, silence where the order does not matter."""

import unittest

from checker import EXIT_CLEAN, EXIT_FINDINGS, SOURCE_DIR, CheckerTest

# The fused optimizer step of the report that this project began with: slices of one buffer, barriers, a class template nobody instantiates.
KERNEL = """#include "kernel_operator.h"
#include "adam_tiling.h"
using namespace AscendC;
template <typename T> class KernelApplyAdam {{
public:
  __aicore__ inline void Init(GM_ADDR x, const AdamTiling &tiling) {{
    pipe.InitBuffer(inQueue, 2, 4 * tiling.tile);
    len = tiling.tile;
    expAvg = 2 * len;
  }}
  __aicore__ inline void Compute(uint32_t n) {{
    LocalTensor<T> inCast = inQueue.DeQue<T>();
    LocalTensor<T> outCast = outQueue.AllocTensor<T>();
    DataCopy(outCast[expAvg], inCast[expAvg], n);
    Sqrt(inCast[var], inCast[square], n);
    PipeBarrier<PIPE_V>();
    Adds(inCast[var], inCast[var], epsilon, n);
    {scale}
    PipeBarrier<PIPE_V>();
    {between}
    Div(inCast[var], outCast[{divided}], inCast[var], n);
    PipeBarrier<PIPE_V>();
    Sub(outCast[param], inCast[param], inCast[var], n);
    outQueue.EnQue(outCast);
  }}
private:
  TPipe pipe;
  TQue<QuePosition::VECIN, 2> inQueue;
  TQue<QuePosition::VECOUT, 2> outQueue;
  uint32_t len, expAvg, var, square, param;
  T stepSize, epsilon;
}};
"""
SCALE, DIV = 18, 21


class AscendC(CheckerTest):
    def findings(self, name="kernel.h", **parts):
        self.write(name, KERNEL.format(**{"scale": "Muls(outCast[expAvg], outCast[expAvg], stepSize, n);", "between": "", "divided": "expAvg", **parts}))
        outcome = self.check_json(name)
        return outcome, [finding for finding in outcome.findings if finding["rule"] == "mul-then-div"]

    def test_found_across_slices_and_barriers(self):
        for name in ("kernel.h", "kernel.cpp", "kernel.cce", "kernel.asc"):
            outcome, (finding,) = self.findings(name)
            self.assertStatus(outcome, EXIT_FINDINGS)
            self.assertEqual((finding["severity"], finding["line"], finding["column"]), ("warning", DIV, 5), name)
            self.assertIn(SCALE, [note.get("line") for note in finding["notes"]])
            self.assertIsNone(finding["fix"])

    def test_missing_headers_are_named(self):
        outcome, _ = self.findings()
        self.assertIn('header "adam_tiling.h"', [entry["what"] for entry in outcome.report["notAnalysed"]])

    def test_power_of_two_is_silent(self):
        outcome, found = self.findings(scale="Muls(outCast[expAvg], outCast[expAvg], (T)0.25, n);")
        self.assertEqual(found, [])
        self.assertStatus(outcome, EXIT_CLEAN)

    def test_reassigned_in_between_is_silent(self):
        _, found = self.findings(between="DataCopy(outCast[expAvg], inCast[expAvg], n);")
        self.assertEqual(found, [])

    def test_other_slice_is_silent(self):
        _, found = self.findings(divided="param")
        self.assertEqual(found, [])

    def test_toolkit_headers_win(self):
        self.write("sdk/kernel_operator.h", "#define MINE 1\n")
        self.write("uses.cpp", '#include "kernel_operator.h"\n#if MINE\nfloat f(float a, float b, float c) { return a * b / c; }\n#endif\n')
        outcome = self.check_json("uses.cpp", "--", "-Isdk")
        self.assertEqual([finding["rule"] for finding in outcome.findings], ["mul-then-div"])

    def test_known_by_its_words_alone(self):
        self.write("bare.cpp", "__aicore__ inline void f(AscendC::LocalTensor<float> w, AscendC::LocalTensor<float> m, AscendC::LocalTensor<float> d,\n"
                   "                         float lr, int n) {\n  AscendC::Muls(m, m, lr, n);\n  AscendC::Div(m, m, d, n);\n  AscendC::Sub(w, w, m, n);\n}\n")
        self.assertEqual([(finding["rule"], finding["line"]) for finding in self.check_json("bare.cpp").findings], [("mul-then-div", 4)])

    def test_types_that_bind_operations(self):
        self.write("adam_dag.h", """#include "atvoss/util/dag.h"
#include "atvoss/util/vec.h"
using namespace Ops::Base;
template <typename T, typename U> struct ApplyAdam {
  using W = Bind<Vec::CopyIn<T>, Placeholder::In0<T>>;
  using M = Bind<Vec::CopyIn<T>, Placeholder::In1<T>>;
  using V = Bind<Vec::CopyIn<T>, Placeholder::In2<T>>;
  using Root = Bind<Vec::Sqrt<U>, Bind<Vec::Cast<U, T, 0>, V>>;
  using Den = Bind<Vec::Adds<U>, Root, Placeholder::Var<U, 1>>;
  using Product = Bind<Vec::Muls<U>, M, Placeholder::Var<U, 0>>;
  using Step = Bind<Vec::Div<U>, Product, Den>;
  using Next = Bind<Vec::Sub<U>, W, Step>;
  using Out = Bind<Vec::CopyOut<T>, Placeholder::Out0<T>, Next>;
  using OpDag = DAGSch<Elems<Out>, void, MemOptCfg<MemLevel::LEVEL_2>>;
};
""")
        outcome = self.check_json("adam_dag.h")
        (finding,) = [finding for finding in outcome.findings if finding["rule"] == "mul-then-div"]
        self.assertEqual((finding["line"], finding["severity"]), (11, "warning"))
        self.assertIn(10, [note.get("line") for note in finding["notes"]])

    def test_measured_as_in_plain_cpp(self):
        """The same arrays give the same figures as examples/adam/adam.cpp: 34 % of the bits differ, neither order is more accurate."""
        adam = SOURCE_DIR / "examples" / "adam"
        figures = {}
        for source in ("adam.cpp", "adam_ascendc.h"):
            outcome = self.check_json(f"--measure={adam / 'adam.npz'}", str(adam / source))
            finding = next(finding for finding in outcome.findings if finding["rule"] == "mul-then-div" and "measured" in finding["orders"][0])
            figures[source] = [(order["measured"]["maxUlp"], order["measured"]["bitsDiffer"], order["measured"]["samples"]) for order in finding["orders"][:3]]
        self.assertEqual(sorted(figures["adam.cpp"]), sorted(figures["adam_ascendc.h"]))


if __name__ == "__main__":
    unittest.main()
