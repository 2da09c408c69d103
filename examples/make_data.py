"""Writes the .npz files of the examples: small arrays from fixed seeds, without NumPy. Running it again gives the same bytes.

    python3 examples/make_data.py            all of them, each into its folder
    python3 examples/make_data.py adam       one
"""

import pathlib
import random
import struct
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"<f4": "f", "<f2": "e", "<f8": "d", "<i4": "i"}


def npy(values, shape, kind):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}{TYPES[kind]}", *values)


def write(name, **arrays):
    """arrays: name=(values, shape, type)."""
    with zipfile.ZipFile(HERE / name / f"{name}.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for array, parts in arrays.items():
            entry = zipfile.ZipInfo(f"{array}.npy", date_time=(2000, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, npy(*parts))


def vector(draw, count, kind="<f4"):
    return [draw() for _ in range(count)], (count,), kind


def matrix(draw, rows, columns, kind="<f4"):
    return [draw() for _ in range(rows * columns)], (rows, columns), kind


def scalar(value, kind="<f4"):
    return [value], (), kind


def adam(generator):
    """Weights and moments of the size that training leaves: squared gradients spread over many magnitudes."""
    count = 10_000
    write(
        "adam",
        w=vector(lambda: generator.gauss(0, 1), count),
        m=vector(lambda: generator.gauss(0, 1), count),
        v=vector(generator.random, count),
        learningRate=scalar(1e-3),
        epsilon=scalar(1e-8),
    )


def cdist(generator):
    """Feature vectors far from the origin compared with their distances, in half precision."""
    draw = lambda: generator.gauss(6.5, 1.7638)
    write("cdist", x=matrix(draw, 32, 1024, "<f2"), y=matrix(draw, 32, 1024, "<f2"), depth=scalar(1024, "<i4"))


def variance(generator):
    """Rows whose mean is a thousand standard deviations."""
    write("variance", x=matrix(lambda: generator.gauss(1000, 1), 32, 1024), n=scalar(1024, "<i4"))


def softmax(generator):
    """Logits as wide as those of a confident classifier."""
    write("softmax", logits=matrix(lambda: generator.uniform(-20, 20), 256, 64), n=scalar(64, "<i4"))


def lerp(generator):
    """Two ends of either sign and widely different sizes, and a place between them."""
    sided = lambda: generator.choice((-1, 1)) * 2.0 ** generator.uniform(-20, 20)
    write("lerp", a=vector(sided, 10_000), b=vector(sided, 10_000), t=vector(generator.random, 10_000))


def sum_(generator):
    """Numbers between 0 and 1: nothing cancels."""
    write("sum", x=matrix(generator.random, 8, 4096), n=scalar(4096, "<i4"))


EXAMPLES = {"adam": adam, "cdist": cdist, "variance": variance, "softmax": softmax, "lerp": lerp, "sum": sum_}

if __name__ == "__main__":
    for chosen in sys.argv[1:] or EXAMPLES:
        EXAMPLES[chosen](random.Random(42))
