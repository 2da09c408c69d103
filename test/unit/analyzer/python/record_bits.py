"""Runs each of scripts/*.py on made inputs with the NumPy of this interpreter and records the bits of what it returns in scripts/*.bits.

  python3 record_bits.py [SUFFIX]

The tests read these and need no NumPy. The first line of a script names the inputs: name, dtype, sizes, "positive"; element k of input a is
u / 2^32 * 4 - 2 for u = (k * 2654435761 + a * 1013904223 + 12345) modulo 2^32, its magnitude plus 2^-10 where it is to be positive, rounded to the dtype;
integers are rounded towards zero after a multiplication by 8. SUFFIX is put before ".bits": for other versions.
"""

import pathlib
import sys

import numpy as np


def made(index, dtype, sizes, positive):
    count = int(np.prod(sizes))
    u = (np.arange(count, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(index * 1013904223 + 12345)) % np.uint64(1 << 32)
    values = u.astype(np.float64) / 2.0**32 * 4 - 2
    if positive:
        values = np.abs(values) + 2.0**-10
    if dtype.startswith("int"):
        values = np.trunc(values * 8)
    return values.astype(dtype).reshape(sizes)


def main():
    suffix = sys.argv[1] if len(sys.argv) > 1 else ""
    for script in sorted((pathlib.Path(__file__).parent / "scripts").glob("*.py")):
        text = script.read_text()
        inputs = []
        for index, entry in enumerate(text.splitlines()[0].removeprefix("# inputs: ").split("; ")):
            words = entry.split()
            positive = words[-1] == "positive"
            inputs.append(made(index, words[1], [int(word) for word in words[2 : len(words) - positive]], positive))
        names = {}
        exec(compile(text, str(script), "exec"), names)
        result = np.asarray(names["f"](*inputs))
        bits = np.ascontiguousarray(result).view(f"uint{8 * result.dtype.itemsize}").ravel()
        lines = [f"numpy {np.__version__}", f"{result.dtype} " + " ".join(str(size) for size in result.shape)]
        script.with_suffix(suffix + ".bits").write_text("\n".join([*lines, *(f"{int(word):x}" for word in bits)]) + "\n")


main()
