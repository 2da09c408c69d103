"""The same update in PyTorch, written out and as torch's optimizers have it. See README.md."""

import torch


def applyAdam(w, m, v, lr: float, eps: float):
    w -= m / (v.sqrt() + eps) * lr


def addcdiv(w, m, v, lr: float, eps: float):
    w.addcdiv_(m, v.sqrt() + eps, value=-lr)
