// cuBLASLt: descriptors and the matrix product.
#pragma once

#include "cublas_v2.h"

typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct cublasLtMatmulDescOpaque *cublasLtMatmulDesc_t;
typedef struct cublasLtMatrixLayoutOpaque *cublasLtMatrixLayout_t;
typedef struct cublasLtMatmulPreferenceOpaque *cublasLtMatmulPreference_t;
struct cublasLtMatmulDescOpaque_t {
  unsigned long long data[32];
};
struct cublasLtMatrixLayoutOpaque_t {
  unsigned long long data[8];
};
struct cublasLtMatmulPreferenceOpaque_t {
  unsigned long long data[8];
};
struct cublasLtMatmulAlgo_t {
  unsigned long long data[8];
};
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
};
enum cublasLtMatmulDescAttributes_t {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE,
  CUBLASLT_MATMUL_DESC_SCALE_TYPE,
  CUBLASLT_MATMUL_DESC_POINTER_MODE,
  CUBLASLT_MATMUL_DESC_TRANSA,
  CUBLASLT_MATMUL_DESC_TRANSB,
  CUBLASLT_MATMUL_DESC_TRANSC,
  CUBLASLT_MATMUL_DESC_FILL_MODE,
  CUBLASLT_MATMUL_DESC_EPILOGUE,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER,
  CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
  CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE
};
enum cublasLtEpilogue_t {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36,
  CUBLASLT_EPILOGUE_RELU_AUX = 130,
  CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
  CUBLASLT_EPILOGUE_GELU_AUX = 160,
  CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  CUBLASLT_EPILOGUE_DRELU = 136,
  CUBLASLT_EPILOGUE_DRELU_BGRAD = 152,
  CUBLASLT_EPILOGUE_DGELU = 192,
  CUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
  CUBLASLT_EPILOGUE_BGRADA = 256,
  CUBLASLT_EPILOGUE_BGRADB = 512
};
enum cublasLtMatmulPreferenceAttributes_t { CUBLASLT_MATMUL_PREF_SEARCH_MODE, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES };
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_TYPE,
  CUBLASLT_MATRIX_LAYOUT_ORDER,
  CUBLASLT_MATRIX_LAYOUT_ROWS,
  CUBLASLT_MATRIX_LAYOUT_COLS,
  CUBLASLT_MATRIX_LAYOUT_LD,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET
};
enum cublasLtPointerMode_t { CUBLASLT_POINTER_MODE_HOST, CUBLASLT_POINTER_MODE_DEVICE };
template <class... A> cublasStatus_t cublasLtCreate(A...);
template <class... A> cublasStatus_t cublasLtDestroy(A...);
template <class... A> cublasStatus_t cublasLtMatmul(A...);
template <class... A> cublasStatus_t cublasLtMatmulAlgoGetHeuristic(A...);
template <class... A> cublasStatus_t cublasLtMatmulDescCreate(A...);
template <class... A> cublasStatus_t cublasLtMatmulDescInit(A...);
template <class... A> cublasStatus_t cublasLtMatmulDescDestroy(A...);
template <class... A> cublasStatus_t cublasLtMatmulDescSetAttribute(A...);
template <class... A> cublasStatus_t cublasLtMatrixLayoutCreate(A...);
template <class... A> cublasStatus_t cublasLtMatrixLayoutInit(A...);
template <class... A> cublasStatus_t cublasLtMatrixLayoutDestroy(A...);
template <class... A> cublasStatus_t cublasLtMatrixLayoutSetAttribute(A...);
template <class... A> cublasStatus_t cublasLtMatmulPreferenceCreate(A...);
template <class... A> cublasStatus_t cublasLtMatmulPreferenceInit(A...);
template <class... A> cublasStatus_t cublasLtMatmulPreferenceDestroy(A...);
template <class... A> cublasStatus_t cublasLtMatmulPreferenceSetAttribute(A...);
