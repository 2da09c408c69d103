// What nvcc puts in front of every .cu file, as declarations: read in place of a CUDA toolkit.
//
// Nothing here carries __host__ or __device__: the analysis lets device code call host declarations, so that one declaration serves both sides. Kernels
// and functions of the source keep their attributes, and with them CUDA's overloading by side.
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define CUDA_VERSION 12080
#define CUDART_VERSION 12080
#define __CUDA_API_VERSION 12080

#define __host__ __attribute__((host))
#ifdef __CUDA__
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#else // a header that is read by itself, as C++: see frontend/syntax/environment.cpp
#define __device__ __attribute__((annotate("fporder: device")))
#define __global__ __attribute__((annotate("fporder: device")))
#endif
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__
#define __grid_constant__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__ __attribute__((pure))
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUBLASWINAPI
#define CUBLASAPI

#include <math.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <assert.h>

#include "fporder_cuda_vectors.h"

extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
extern const int warpSize;

#include "fporder_cuda_device.h"
#include "fporder_cuda_host.h"
