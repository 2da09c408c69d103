# inputs: x float32 128; y float32 128
import numpy as np


def f(x, y):
    z = np.where(x > y, x * 0.25, y / 3)
    return np.clip(z, -0.4, 0.3) + np.maximum(x, 0) * np.abs(y) - np.minimum(x, y)
