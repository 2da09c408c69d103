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
            self.assertStatus(outcome, EXIT_CLEAN)
            self.assertEqual((finding["severity"], finding["line"], finding["column"]), ("remark", DIV, 5), name)
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
        outcome = self.check_json("adam_dag.h", "--level=audit") # of which type T is nothing says
        (finding,) = [finding for finding in outcome.findings if finding["rule"] == "mul-then-div"]
        self.assertEqual((finding["line"], finding["severity"]), (11, "audit"))
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


class TilingData(CheckerTest):
    """Tiling data whose structure only the host declares, and keys that choose among kernels."""

    def test_plain_tiling_data_is_no_syntax_error(self):
        self.write("kernel.cpp", """#include "kernel_operator.h"
extern "C" __global__ __aicore__ void kernel(GM_ADDR out, GM_ADDR tiling) {
  GET_TILING_DATA(data, tiling);
  KERNEL_TASK_TYPE(1, KERNEL_TYPE_MIX_AIC_1_2);
  if (TILING_KEY_IS(1)) {
    float x = *(float *)out;
    *(float *)out = expf(x) - 1.0f + data.eps;
  } else if (TILING_KEY_VAR == 2) {
  }
}
""")
        outcome = self.check_json("kernel.cpp")
        self.assertEqual([finding["rule"] for finding in outcome.findings], ["expm1-form"])
        self.assertEqual(outcome.report["notAnalysed"], [])

    def test_the_size_of_the_cube_is_known(self):
        self.write(
            "cube.cpp",
            "__aicore__ uint32_t blocks(uint32_t n) { return (n + 15) / AscendC::BLOCK_CUBE; }\n"
            "__aicore__ float mean(float a, float b, float c) { return a * b / c; }\n",
        )
        outcome = self.check_json("cube.cpp")
        self.assertEqual([], [entry for entry in outcome.report["notAnalysed"] if entry["what"] == "syntax error"])
        self.assertEqual(2, next(entry["operators"] for entry in outcome.report["coverage"] if entry["file"] == "cube.cpp"))

    def test_the_word_hides_no_error_of_the_users(self):
        self.write("kernel.cpp", '#include "kernel_operator.h"\nfloat f(float x) { auto y = fporder_unseen(x); return x; }\n')
        outcome = self.check_json("kernel.cpp")
        self.assertEqual([entry["what"] for entry in outcome.report["notAnalysed"]], ["syntax error"])

    def test_either_core_runs_its_part(self):
        self.write("kernel.cpp", """#include "kernel_operator.h"
__aicore__ float f(float x, AscendC::LocalTensor<float> t) {
  if ASCEND_IS_AIC { AscendC::Mmad(t, t, t, 1); return expf(x) - 1.0f; }
  if ASCEND_IS_AIV { AscendC::SetFlag<AscendC::HardEvent::MTE1_M>(0); return logf(1.0f + x); }
  return x / AscendC::GetSubBlockNum();
}
""")
        outcome = self.check_json("kernel.cpp")
        self.assertEqual([finding["rule"] for finding in outcome.findings], ["expm1-form", "log1p-form"])
        self.assertEqual([entry for entry in outcome.report["notAnalysed"] if entry["what"] != "call"], [])

    def test_a_member_has_its_type(self):
        self.write("kernel.cpp", """#include "kernel_operator.h"
struct Tiling { float eps; };
__aicore__ float f(float x, GM_ADDR tiling) { GET_TILING_DATA_MEMBER(Tiling, eps, eps, tiling); return expf(x * eps) - 1.0f; }
__aicore__ float g(float x, GM_ADDR tiling) { GET_TILING_DATA_PTR_WITH_STRUCT(Tiling, data, tiling); return expf(x * data->eps) - 1.0f; }
""")
        outcome = self.check_json("kernel.cpp")
        self.assertEqual([finding["line"] for finding in outcome.findings if finding["rule"] == "expm1-form"], [3, 4])
        self.assertEqual(outcome.report["notAnalysed"], [])


class Numbers(CheckerTest):
    def test_square_root_of_float_is_float(self):
        self.write("kernel.cpp", """#include "kernel_operator.h"
__aicore__ float f(float x) { static_assert(sizeof(sqrt(x)) == sizeof(float)); return sqrt(x); }
""")
        outcome = self.check_json("kernel.cpp")
        self.assertEqual(outcome.report["notAnalysed"], [])

    def test_reductions_in_half_are_narrow(self):
        calls = ["ReduceSum(d, s, w, n)", "ReduceSum<T>(d, s, w, 128, n, 8)", "WholeReduceSum(d, s, 128, n, 1, 1, 8)", "BlockReduceSum(d, s, n, 128, 1, 1, 8)"]
        for element, expected in (("half", ["narrow-accumulator"]), ("float", [])):
            for call in calls:
                self.write("kernel.cpp", f"""#include "kernel_operator.h"
using namespace AscendC;
using T = {element};
__aicore__ void f(LocalTensor<T> d, LocalTensor<T> s, LocalTensor<T> w, int n) {{ {call}; }}
""")
                self.assertEqual([finding["rule"] for finding in self.check_json("kernel.cpp").findings], expected, (element, call))

    def test_a_register_helper_yields_through_its_first_parameter(self):
        self.write("kernel.cpp", """#include "kernel_operator.h"
using namespace AscendC;
__simd_callee__ inline void more(MicroAPI::RegTensor<float> &result, MicroAPI::RegTensor<float> &x, MicroAPI::MaskReg &mask) {
  MicroAPI::Adds(result, x, 1.0f, mask);
}
__simd_vf__ inline void f(__local_mem__ float *out, __local_mem__ float *in) {
  MicroAPI::MaskReg mask = MicroAPI::CreateMask<float>();
  MicroAPI::RegTensor<float> x, y;
  MicroAPI::DataCopy(x, in);
  more(y, x, mask);
  MicroAPI::Log(y, y, mask);
  MicroAPI::DataCopy(out, y, mask);
}
""")
        self.assertIn("log1p-form", [finding["rule"] for finding in self.check_json("kernel.cpp").findings])

    def test_types_that_the_build_defines_are_taken_for_float_and_findings_say_so(self):
        text = KERNEL.format(scale="Muls(outCast[expAvg], outCast[expAvg], stepSize, n);", between="", divided="expAvg").replace("template <typename T> class", "class")
        self.write("kernel.cpp", text.replace("<T>", "<DTYPE_VAR>").replace("  T stepSize", "  DTYPE_VAR stepSize").replace('#include "adam_tiling.h"\n', "struct AdamTiling { uint32_t tile; };\n"))
        outcome = self.check_json("kernel.cpp")
        (finding,) = [finding for finding in outcome.findings if finding["rule"] == "mul-then-div"]
        self.assertEqual(DIV, finding["line"])
        self.assertIn("the build's types are taken for float: DTYPE_VAR", str(finding["assumed"]))
        self.assertIsNone(finding["fix"])
        self.assertEqual([("a type of the build", "taken for float: DTYPE_VAR")], [(entry["what"], entry["why"]) for entry in outcome.report["notAnalysed"]])
        self.assertEqual({100.0}, {100.0 * entry["inGraphs"] / entry["operators"] for entry in outcome.report["coverage"]})
        self.assertNotAnalysed(self.check_json("--no-repairs", "kernel.cpp"), "syntax error", "DTYPE_VAR")


if __name__ == "__main__":
    unittest.main()
