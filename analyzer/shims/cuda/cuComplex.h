// Complex numbers as pairs.
#pragma once

#include <math.h>

#include "fporder_cuda_vectors.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
float cuCrealf(cuFloatComplex);
float cuCimagf(cuFloatComplex);
cuFloatComplex make_cuFloatComplex(float, float);
cuFloatComplex make_cuComplex(float, float);
cuFloatComplex cuConjf(cuFloatComplex);
cuFloatComplex cuCaddf(cuFloatComplex, cuFloatComplex);
cuFloatComplex cuCsubf(cuFloatComplex, cuFloatComplex);
cuFloatComplex cuCmulf(cuFloatComplex, cuFloatComplex);
cuFloatComplex cuCdivf(cuFloatComplex, cuFloatComplex);
float cuCabsf(cuFloatComplex);
double cuCreal(cuDoubleComplex);
double cuCimag(cuDoubleComplex);
cuDoubleComplex make_cuDoubleComplex(double, double);
cuDoubleComplex cuConj(cuDoubleComplex);
cuDoubleComplex cuCadd(cuDoubleComplex, cuDoubleComplex);
cuDoubleComplex cuCsub(cuDoubleComplex, cuDoubleComplex);
cuDoubleComplex cuCmul(cuDoubleComplex, cuDoubleComplex);
cuDoubleComplex cuCdiv(cuDoubleComplex, cuDoubleComplex);
double cuCabs(cuDoubleComplex);
