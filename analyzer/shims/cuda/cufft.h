// Fourier transforms by the host.
#pragma once

#include "cuComplex.h"
#include "fporder_cuda.h"

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
enum cufftResult { CUFFT_SUCCESS };
enum cufftType { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
template <class... A> cufftResult cufftPlan1d(A...);
template <class... A> cufftResult cufftPlan2d(A...);
template <class... A> cufftResult cufftPlan3d(A...);
template <class... A> cufftResult cufftPlanMany(A...);
template <class... A> cufftResult cufftExecC2C(A...);
template <class... A> cufftResult cufftExecR2C(A...);
template <class... A> cufftResult cufftExecC2R(A...);
template <class... A> cufftResult cufftDestroy(A...);
