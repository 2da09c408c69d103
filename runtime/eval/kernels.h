// Elementwise operations on lanes of binary32 and binary64, for the instruction sets of the host.
//
// Every kernel gives the same bits on every instruction set; only its speed differs. Sources and target may be the same array where their element
// types are the same, and do not overlap otherwise. None needs alignment.
#pragma once

#include "runtime/format/nearest_even.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fporder::eval {

enum class BinaryKernel : std::uint8_t { Add, Sub, Mul, Div, Min, Max, CopySign };
enum class UnaryKernel : std::uint8_t { Sqrt, Neg, Abs };
enum class Relation : std::uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };

template <class T> struct LaneKernels {
  using Binary = void (*)(const T *a, const T *b, T *out, std::size_t count);
  using Unary = void (*)(const T *a, T *out, std::size_t count);
  using Ternary = void (*)(const T *a, const T *b, const T *c, T *out, std::size_t count);
  using Comparison = void (*)(const T *a, const T *b, double *out, std::size_t count);
  std::array<Binary, 7> binary;
  std::array<Unary, 3> unary;
  Ternary fma;
  std::array<Comparison, 6> compare; // 0 or 1
  void (*select)(const double *condition, const T *a, const T *b, T *out, std::size_t count);
  /// Numbers below `smallest` in magnitude become zeros of their sign.
  void (*flush)(T *values, T smallest, std::size_t count);
  /// Whether some value is not a number of magnitude smallest .. largest.
  bool (*anyUnusual)(const T *values, T smallest, T largest, std::size_t count);
};

struct Kernels {
  const char *instructionSet;
  LaneKernels<float> single;
  LaneKernels<double> wide;
  void (*widen)(const float *values, double *out, std::size_t count);
  void (*narrow)(const double *values, float *out, std::size_t count);
  void (*round)(const format::NearestEven &toFormat, double *values, std::size_t count);
};

const Kernels &baselineKernels();
/// Null where the processor lacks AVX2 or FMA, or the build has no such kernels.
const Kernels *avx2Kernels();
/// The fastest that this processor runs; the environment variable FPORDER_BASELINE=1 asks for the portable ones.
const Kernels &hostKernels();

} // namespace fporder::eval
