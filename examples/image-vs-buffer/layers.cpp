// Two fully connected layers, with the activations between them stored in half precision, as a backend that keeps tensors as images does.
#include <algorithm>

void twoLayers(const float *in, const float *first, const float *second, _Float16 *between, float *out, int channels, int classes) {
  for (int c = 0; c < channels; ++c) {
    float sum = 0;
    for (int k = 0; k < channels; ++k)
      sum += first[c * channels + k] * in[k];
    between[c] = static_cast<_Float16>(std::max(0.0f, sum));
  }
  for (int c = 0; c < classes; ++c) {
    float sum = 0;
    for (int k = 0; k < channels; ++k)
      sum += second[c * channels + k] * static_cast<float>(between[k]);
    out[c] = sum;
  }
}
