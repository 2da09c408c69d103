# inputs: w float32 6 50; g float32 6 50; m float32 6 50; v float32 6 50 positive
import numpy as np


def f(w, g, m, v, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    m = beta1 * m + (1 - beta1) * g
    v = beta2 * v + (1 - beta2) * g * g
    return w - lr * m / (np.sqrt(v) + eps)
