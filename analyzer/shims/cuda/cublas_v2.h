// cuBLAS: handles, enumerations and the calls that kernels' hosts make.
#pragma once

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "fporder_cuda.h"

typedef struct cublasContext *cublasHandle_t;
enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS,
  CUBLAS_STATUS_NOT_INITIALIZED,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR,
  CUBLAS_STATUS_NOT_SUPPORTED,
  CUBLAS_STATUS_LICENSE_ERROR
};
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasMath_t { CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH };
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99 };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *);
cublasStatus_t cublasDestroy(cublasHandle_t);
cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t);
cublasStatus_t cublasGetStream(cublasHandle_t, cudaStream_t *);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
cublasStatus_t cublasGetMathMode(cublasHandle_t, cublasMath_t *);
cublasStatus_t cublasSetPointerMode(cublasHandle_t, cublasPointerMode_t);
cublasStatus_t cublasGetPointerMode(cublasHandle_t, cublasPointerMode_t *);
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t);
const char *cublasGetStatusString(cublasStatus_t);
}
#define FPORDER_CUBLAS(letter, type)                                                                                                                 \
  extern "C" cublasStatus_t cublas##letter##gemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const type *, const type *,    \
                                                 int, const type *, int, const type *, type *, int);                                                 \
  extern "C" cublasStatus_t cublas##letter##gemmStridedBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const type *,    \
                                                               const type *, int, long long, const type *, int, long long, const type *, type *,     \
                                                               int, long long, int);                                                                 \
  extern "C" cublasStatus_t cublas##letter##gemv(cublasHandle_t, cublasOperation_t, int, int, const type *, const type *, int, const type *, int,    \
                                                 const type *, type *, int);                                                                         \
  extern "C" cublasStatus_t cublas##letter##axpy(cublasHandle_t, int, const type *, const type *, int, type *, int);                                 \
  extern "C" cublasStatus_t cublas##letter##scal(cublasHandle_t, int, const type *, type *, int);                                                    \
  extern "C" cublasStatus_t cublas##letter##dot(cublasHandle_t, int, const type *, int, const type *, int, type *);                                  \
  extern "C" cublasStatus_t cublas##letter##nrm2(cublasHandle_t, int, const type *, int, type *);                                                    \
  extern "C" cublasStatus_t cublas##letter##asum(cublasHandle_t, int, const type *, int, type *);                                                    \
  extern "C" cublasStatus_t cublas##letter##geam(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, const type *, const type *, int,    \
                                                 const type *, const type *, int, type *, int);
FPORDER_CUBLAS(S, float)
FPORDER_CUBLAS(D, double)
FPORDER_CUBLAS(H, __half)
#undef FPORDER_CUBLAS
template <class... A> cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, A...);
template <class... A> cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, A...);
template <class... A> cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, A...);
