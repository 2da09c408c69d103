"""Shapes in the languages and libraries that kernels are written in."""

from control_shapes import function


def openmp(n):
    lines = []
    for i in range(n):
        lines.append("#pragma omp parallel for reduction(+ : s)\n  for (int i = 0; i < m; ++i)")
        lines.append(f"    s += a[i] * x / {i + 3};")
    return function("const double *a, double x, int m", ["  double s = 0;", *lines, "  return s;"])


def openmp_clauses(n):
    names = [f"s{i}" for i in range(n)]
    clauses = " ".join(f"reduction(+ : {name})" for name in names)
    lines = [f"    {name} += a[i] * x / {i + 3};" for i, name in enumerate(names)]
    head = f"  double {', '.join(f'{name} = 0' for name in names)};\n#pragma omp parallel for {clauses}\n  for (int i = 0; i < m; ++i) {{"
    stores = [f"  r[{i}] = {name};" for i, name in enumerate(names)]
    return function("double *r, const double *a, double x, int m", [head, *lines, "  }", *stores], "void")


def simd(n):
    lines = [f"  x = _mm256_div_ps(_mm256_mul_ps(x, _mm256_loadu_ps(a + {8 * i})), y);" for i in range(n)]
    return "#include <immintrin.h>\n" + function("__m256 x, __m256 y, const float *a", [*lines, "  return x;"], "__m256")


def ascendc(n):
    lines = ["  AscendC::Mul(t, t, v, m);\n  AscendC::Div(t, t, w, m);"] * n
    parameters = "AscendC::LocalTensor<float> t, AscendC::LocalTensor<float> v, AscendC::LocalTensor<float> w, int m"
    return '#include "kernel_operator.h"\n' + function(parameters, lines, "void")


def cuda(n):
    lines = [f"  x += __shfl_down_sync(0xffffffffu, x, {1 << i % 5});\n  x = x * y / a[{i}];" for i in range(n)]
    return "#include <cuda_runtime.h>\n__global__ " + function("float *r, const float *a, float x, float y", [*lines, "  r[0] = x;"], "void")


def opencl(n):
    lines = [f"  x = x * y / a[{i}];\n  x.x = x.y * x.z / y.x;" for i in range(n)]
    return "__kernel " + function("__global float4 *a, float4 x, float4 y", [*lines, "  a[0] = x;"], "void")


def complex_numbers(n):
    lines = [f"  x = x * y / a[{i}];" for i in range(n)]
    return function("const double _Complex *a, double _Complex x, double _Complex y", [*lines, "  return x;"], "double _Complex")
