# inputs: w float32 300; g float32 300; m float32 300; v float32 300 positive
import numpy as np


def f(w, g, m, v, lr=0.01):
    m *= 0.9
    m += 0.1 * g
    v[:] = 0.99 * v + 0.01 * np.square(g)
    w -= lr * (m / np.sqrt(v))
    return w
