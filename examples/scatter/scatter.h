// The forms of scatter.cpp.
#pragma once

void scatterAdd(float *table, const int *slots, const float *updates, int count);
void scatterUpdate(float *table, const int *slots, const float *updates, int count);
void scatterAddAtomic(float *table, const int *slots, const float *updates, int count);
