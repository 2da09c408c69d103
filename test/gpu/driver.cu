// Runs every kernel of this folder once and writes a line for each to the file that is its argument: the kernel's name, then the bits of the outputs
// that are kept, in hexadecimal.
#include "inputs.h"

#include "block.cu"
#include "elementwise.cu"
#include "narrow.cu"
#include "warp.cu"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace fporder::gpu;

static void succeeds(cudaError_t status, const char *what) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

template <class T> static T *onDevice(const std::vector<T> &values) {
  T *memory = nullptr;
  succeeds(cudaMalloc(&memory, values.size() * sizeof(T)), "cudaMalloc");
  succeeds(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  return memory;
}

static float asFloat(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

struct Inputs {
  float *a, *b;
  double *d;
  int *m;
  float4 *v;

  explicit Inputs(bool isTricky) {
    std::vector<float> as, bs;
    std::vector<double> ds(elements);
    std::vector<int> ms;
    std::vector<float4> vs;
    for (std::size_t i = 0; i < elements; ++i) {
      as.push_back(asFloat(floatBits(isTricky, Array::A, i)));
      bs.push_back(asFloat(floatBits(isTricky, Array::B, i)));
      const std::uint64_t bits = doubleBits(isTricky, Array::D, i);
      std::memcpy(&ds[i], &bits, sizeof bits);
      ms.push_back(integer(i));
      float members[4];
      for (unsigned k = 0; k < 4; ++k)
        members[k] = asFloat(floatBits(isTricky, Array::V, 4 * i + k));
      vs.push_back(make_float4(members[0], members[1], members[2], members[3]));
    }
    a = onDevice(as);
    b = onDevice(bs);
    d = onDevice(ds);
    m = onDevice(ms);
    v = onDevice(vs);
  }
};

template <class T>
static void launch(std::FILE *file, const char *name,
                   void (*kernel)(T *, const float *, const float *, const double *, const int *, const float4 *, float, int), unsigned blocks,
                   unsigned threads, unsigned outputs, int n) {
  static const Inputs plain(false), special(true);
  const Inputs &in = tricky(static_cast<unsigned>(std::atoi(name + 1))) ? special : plain;
  std::vector<T> values(outputs);
  std::memset(values.data(), untouched, outputs * sizeof(T));
  T *out = onDevice(values);
  kernel<<<blocks, threads>>>(out, in.a, in.b, in.d, in.m, in.v, scalar, n);
  succeeds(cudaDeviceSynchronize(), name);
  succeeds(cudaMemcpy(values.data(), out, outputs * sizeof(T), cudaMemcpyDeviceToHost), name);
  std::fputs(name, file);
  for (unsigned k = 0; k < outputs && k < mostKept; ++k) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &values[keptIndex(k, outputs)], sizeof(T));
    std::fprintf(file, " %0*llx", static_cast<int>(2 * sizeof(T)), static_cast<unsigned long long>(bits));
  }
  std::fputc('\n', file);
  succeeds(cudaFree(out), name);
}

int main(int, char **arguments) {
  std::FILE *file = std::fopen(arguments[1], "w");
  if (!file)
    return 1;
#define LAUNCH(kernel, group, form, blocks, threads, outputs, type, n) launch(file, #kernel, kernel, blocks, threads, outputs, n);
#include "launches.inc"
  std::fclose(file);
}
