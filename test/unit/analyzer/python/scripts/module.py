# inputs: x float32 8 64
import numpy as np


class Norm:
    def __init__(self, eps=1e-3):
        self.eps = eps

    def forward(self, x):
        return x / (np.sqrt(np.mean(x * x, -1, keepdims=True)) + self.eps)


def f(x):
    return Norm(eps=0.01).forward(x)
