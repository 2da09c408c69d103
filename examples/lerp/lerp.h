// The forms of lerp.cpp.
#pragma once

void fromA(const float *a, const float *b, const float *t, float *out, int n);
void weighted(const float *a, const float *b, const float *t, float *out, int n);
