#include <math.h>

float sample_exponential(float uniform, float mean) {
  float tail = 1.0f - uniform;
  return -mean * logf(tail); // expect-warning: log1p-form
}
