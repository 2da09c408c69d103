"""Adam's weight update in NumPy: the division first. See README.md."""

import numpy as np


def applyAdam(w, m, v, lr: float, eps: float):
    return w - lr * (m / (np.sqrt(v) + eps))
