# inputs: x float32 5 1003; gamma float32 1003
import numpy as np


def f(x, gamma):
    n = x.shape[-1]
    mean = x.sum(axis=-1)[:, None] / n
    centred = x - mean
    var = (centred**2).sum(axis=1, keepdims=True) / n
    return gamma * (centred / np.sqrt(var + 1e-6))
