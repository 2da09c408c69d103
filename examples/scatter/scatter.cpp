// Scattered updates: where indices repeat, the order of the updates decides.
#include "scatter.h"

// ScatterAdd: a gradient of an embedding, a histogram with weights.
void scatterAdd(float *table, const int *slots, const float *updates, int count) {
  for (int i = 0; i < count; ++i)
    table[slots[i]] += updates[i];
}

// ScatterNDUpdate: the last update of a slot wins.
void scatterUpdate(float *table, const int *slots, const float *updates, int count) {
  for (int i = 0; i < count; ++i)
    table[slots[i]] = updates[i];
}

// What a device with atomic additions does, whatever its schedule was: the same updates in another order.
void scatterAddAtomic(float *table, const int *slots, const float *updates, int count) {
#pragma omp parallel for
  for (int i = 0; i < count; ++i)
#pragma omp atomic
    table[slots[i]] += updates[i];
}
