// The forms of softmax.cpp.
#pragma once

void plain(const float *logits, float *out, int rows, int n);
void shifted(const float *logits, float *out, int rows, int n);
