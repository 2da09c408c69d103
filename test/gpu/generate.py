"""Writes the random CUDA kernels of this folder: elementwise.cu, block.cu, warp.cu, narrow.cu and launches.inc. The same seed writes the same
kernels.

    python3 generate.py [folder [seed]]
"""

import pathlib
import sys

import block_kernels
import elementwise_kernels
import narrow_kernels
import warp_kernels

SEED = 20261126
CLASSES = [("elementwise", elementwise_kernels.kernel, 67), ("block", block_kernels.kernel, 67), ("warp", warp_kernels.kernel, 66),
           ("narrow", narrow_kernels.kernel, 100)]
HEADER = """// Random kernels that generate.py wrote: {name}. Do not edit.
{headers}"""
HEADERS = {"narrow": "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"}
PARAMETERS = "const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n"


def write(folder, seed=SEED):
    """The five files, into `folder`."""
    launches = ["// LAUNCH(kernel, class, form, blocks, threads, outputs, type of an output, n)"]
    number = 0
    for name, kernel, count in CLASSES:
        text = HEADER.format(name=name, headers=HEADERS.get(name, "#include <cuda_runtime.h>\n"))
        for _ in range(count):
            made = kernel(seed * 1000 + number)
            spelled = f"k{number:03}"
            text += f"\n// {made['form']}\n__global__ void {spelled}({made['type']} *out, {PARAMETERS}) {{\n{made['body']}}}\n"
            numbers = ", ".join(str(made[key]) for key in ("blocks", "threads", "outputs", "type", "n"))
            launches.append(f"LAUNCH({spelled}, {name}, \"{made['form']}\", {numbers})")
            number += 1
        (folder / f"{name}.cu").write_text(text, encoding="utf-8")
    (folder / "launches.inc").write_text("\n".join(launches) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent), int(sys.argv[2]) if len(sys.argv) > 2 else SEED)
