// The forms of sum.cpp.
#pragma once

float forward(const float *x, int n);
float pairwise(const float *x, int n);
float lanes(const float *x, int n);
float compensated(const float *x, int n);
