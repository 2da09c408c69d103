# inputs: x float32 64; h float16 64; k int32 64; d float64 64
import numpy as np


def f(x, h, k, d):
    a = h * 0.1 + 1
    b = a * x / 3
    c = k * 0.5 + d
    return b - c / np.float32(7) + k / 3
