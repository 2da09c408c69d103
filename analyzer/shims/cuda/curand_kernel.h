// Random numbers in kernels.
#pragma once

#include "fporder_cuda.h"

struct curandStateXORWOW {
  unsigned d, v[5];
};
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
template <class S> void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *state);
template <class S> unsigned curand(S *state);
template <class S> uint4 curand4(S *state);
template <class S> float curand_uniform(S *state);
template <class S> float4 curand_uniform4(S *state);
template <class S> double curand_uniform_double(S *state);
template <class S> double2 curand_uniform2_double(S *state);
template <class S> float curand_normal(S *state);
template <class S> float2 curand_normal2(S *state);
template <class S> float4 curand_normal4(S *state);
template <class S> double curand_normal_double(S *state);
template <class S> float curand_log_normal(S *state, float mean, float deviation);
template <class S> unsigned curand_poisson(S *state, double lambda);
template <class S> void skipahead(unsigned long long count, S *state);
