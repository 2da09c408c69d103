# inputs: w float32 200; m float32 200; v float32 200 positive
import numpy as np

BETA1 = 0.9


def correction(beta, step):
    return 1 - beta**step


def f(w, m, v):
    m_hat = m / correction(0.9, 2)
    v_hat = v / correction(0.999, 2)
    return w - 0.001 * (m_hat / (np.sqrt(v_hat) + 1e-8))
