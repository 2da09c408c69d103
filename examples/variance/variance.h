// The forms of variance.cpp.
#pragma once

float onePass(const float *x, int n);
float twoPass(const float *x, int n);
float welford(const float *x, int n);
