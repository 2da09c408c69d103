// The forms of cdist.cpp.
#pragma once

void expanded(const _Float16 *x, const _Float16 *y, _Float16 *distance, int rows, int columns, int depth);
void reordered(const _Float16 *x, const _Float16 *y, _Float16 *distance, int rows, int columns, int depth);
void direct(const _Float16 *x, const _Float16 *y, _Float16 *distance, int rows, int columns, int depth);
void expandedSingle(const float *x, const float *y, float *distance, int rows, int columns, int depth);
void directSingle(const float *x, const float *y, float *distance, int rows, int columns, int depth);
