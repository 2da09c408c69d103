// What device code may call without including anything: intrinsics, warp and block operations, atomics, memory hints.
#pragma once

#define FPORDER_UNARY(type, name) extern "C" type name(type) noexcept;
#define FPORDER_BINARY(type, name) extern "C" type name(type, type) noexcept;
#define FPORDER_TERNARY(type, name) extern "C" type name(type, type, type) noexcept;

// Arithmetic with the rounding in the name, approximations.
#define FPORDER_ROUNDED(rounding)                                                                                                                    \
  FPORDER_BINARY(float, __fadd_##rounding)                                                                                                           \
  FPORDER_BINARY(float, __fsub_##rounding)                                                                                                           \
  FPORDER_BINARY(float, __fmul_##rounding)                                                                                                           \
  FPORDER_BINARY(float, __fdiv_##rounding)                                                                                                           \
  FPORDER_TERNARY(float, __fmaf_##rounding)                                                                                                          \
  FPORDER_TERNARY(float, __fmaf_ieee_##rounding)                                                                                                     \
  FPORDER_UNARY(float, __frcp_##rounding)                                                                                                            \
  FPORDER_UNARY(float, __fsqrt_##rounding)                                                                                                           \
  FPORDER_BINARY(double, __dadd_##rounding)                                                                                                          \
  FPORDER_BINARY(double, __dsub_##rounding)                                                                                                          \
  FPORDER_BINARY(double, __dmul_##rounding)                                                                                                          \
  FPORDER_BINARY(double, __ddiv_##rounding)                                                                                                          \
  FPORDER_TERNARY(double, __fma_##rounding)                                                                                                          \
  FPORDER_UNARY(double, __drcp_##rounding)                                                                                                           \
  FPORDER_UNARY(double, __dsqrt_##rounding)                                                                                                          \
  extern "C" int __float2int_##rounding(float) noexcept;                                                                                             \
  extern "C" unsigned __float2uint_##rounding(float) noexcept;                                                                                       \
  extern "C" long long __float2ll_##rounding(float) noexcept;                                                                                        \
  extern "C" unsigned long long __float2ull_##rounding(float) noexcept;                                                                              \
  extern "C" int __double2int_##rounding(double) noexcept;                                                                                           \
  extern "C" unsigned __double2uint_##rounding(double) noexcept;                                                                                     \
  extern "C" long long __double2ll_##rounding(double) noexcept;                                                                                      \
  extern "C" unsigned long long __double2ull_##rounding(double) noexcept;                                                                            \
  extern "C" float __double2float_##rounding(double) noexcept;                                                                                       \
  extern "C" float __int2float_##rounding(int) noexcept;                                                                                             \
  extern "C" float __uint2float_##rounding(unsigned) noexcept;                                                                                       \
  extern "C" float __ll2float_##rounding(long long) noexcept;                                                                                        \
  extern "C" float __ull2float_##rounding(unsigned long long) noexcept;                                                                              \
  extern "C" double __int2double_##rounding(int) noexcept;                                                                                           \
  extern "C" double __uint2double_##rounding(unsigned) noexcept;                                                                                     \
  extern "C" double __ll2double_##rounding(long long) noexcept;                                                                                      \
  extern "C" double __ull2double_##rounding(unsigned long long) noexcept;
FPORDER_ROUNDED(rn)
FPORDER_ROUNDED(rz)
FPORDER_ROUNDED(ru)
FPORDER_ROUNDED(rd)
#undef FPORDER_ROUNDED

FPORDER_BINARY(float, __fdividef)
FPORDER_BINARY(float, fdividef)
FPORDER_BINARY(double, fdivide)
FPORDER_UNARY(float, __frsqrt_rn)
FPORDER_UNARY(float, __expf)
FPORDER_UNARY(float, __exp10f)
FPORDER_UNARY(float, __logf)
FPORDER_UNARY(float, __log2f)
FPORDER_UNARY(float, __log10f)
FPORDER_BINARY(float, __powf)
FPORDER_UNARY(float, __sinf)
FPORDER_UNARY(float, __cosf)
FPORDER_UNARY(float, __tanf)
FPORDER_UNARY(float, __tanhf)
FPORDER_UNARY(float, __saturatef)
FPORDER_UNARY(float, rsqrtf)
FPORDER_UNARY(double, rsqrt)
FPORDER_UNARY(float, rcbrtf)
FPORDER_UNARY(double, rcbrt)
FPORDER_UNARY(float, sinpif)
FPORDER_UNARY(double, sinpi)
FPORDER_UNARY(float, cospif)
FPORDER_UNARY(double, cospi)
FPORDER_UNARY(float, normcdff)
FPORDER_UNARY(double, normcdf)
FPORDER_UNARY(float, normcdfinvf)
FPORDER_UNARY(double, normcdfinv)
FPORDER_UNARY(float, erfinvf)
FPORDER_UNARY(double, erfinv)
FPORDER_UNARY(float, erfcinvf)
FPORDER_UNARY(double, erfcinv)
FPORDER_UNARY(float, erfcxf)
FPORDER_UNARY(double, erfcx)
FPORDER_UNARY(float, exp10f)
FPORDER_UNARY(double, exp10)
FPORDER_UNARY(float, cyl_bessel_i0f)
FPORDER_UNARY(float, cyl_bessel_i1f)
FPORDER_BINARY(float, rhypotf)
FPORDER_BINARY(double, rhypot)
FPORDER_TERNARY(float, norm3df)
FPORDER_TERNARY(double, norm3d)
FPORDER_TERNARY(float, rnorm3df)
FPORDER_TERNARY(double, rnorm3d)
extern "C" float norm4df(float, float, float, float) noexcept;
extern "C" float rnorm4df(float, float, float, float) noexcept;
extern "C" double norm4d(double, double, double, double) noexcept;
extern "C" double rnorm4d(double, double, double, double) noexcept;
extern "C" void __sincosf(float, float *, float *) noexcept;
extern "C" void sincosf(float, float *, float *) noexcept;
extern "C" void sincos(double, double *, double *) noexcept;
extern "C" void sincospif(float, float *, float *) noexcept;
extern "C" void sincospi(double, double *, double *) noexcept;
static inline float rsqrt(float x) { return rsqrtf(x); }

// Bits and integers.
extern "C" int __float_as_int(float) noexcept;
extern "C" unsigned __float_as_uint(float) noexcept;
extern "C" float __int_as_float(int) noexcept;
extern "C" float __uint_as_float(unsigned) noexcept;
extern "C" long long __double_as_longlong(double) noexcept;
extern "C" double __longlong_as_double(long long) noexcept;
extern "C" int __double2hiint(double) noexcept;
extern "C" int __double2loint(double) noexcept;
extern "C" double __hiloint2double(int, int) noexcept;
extern "C" int __clz(int) noexcept;
extern "C" int __clzll(long long) noexcept;
extern "C" int __ffs(int) noexcept;
extern "C" int __ffsll(long long) noexcept;
extern "C" int __popc(unsigned) noexcept;
extern "C" int __popcll(unsigned long long) noexcept;
extern "C" unsigned __brev(unsigned) noexcept;
extern "C" unsigned __byte_perm(unsigned, unsigned, unsigned) noexcept;
extern "C" unsigned __funnelshift_l(unsigned, unsigned, unsigned) noexcept;
extern "C" unsigned __funnelshift_r(unsigned, unsigned, unsigned) noexcept;
extern "C" int __mul24(int, int) noexcept;
extern "C" unsigned __umul24(unsigned, unsigned) noexcept;
extern "C" int __mulhi(int, int) noexcept;
extern "C" unsigned __umulhi(unsigned, unsigned) noexcept;
extern "C" long long __mul64hi(long long, long long) noexcept;
extern "C" unsigned long long __umul64hi(unsigned long long, unsigned long long) noexcept;
extern "C" unsigned __usad(unsigned, unsigned, unsigned) noexcept;
extern "C" int __dp4a(int, int, int) noexcept;
extern "C" unsigned __vadd4(unsigned, unsigned) noexcept;
extern "C" int __vsubss4(int, int) noexcept;

// Synchronisation.
extern "C" void __syncthreads();
extern "C" int __syncthreads_count(int) noexcept;
extern "C" int __syncthreads_and(int) noexcept;
extern "C" int __syncthreads_or(int) noexcept;
extern "C" void __syncwarp(unsigned = 0xffffffffu) noexcept;
extern "C" void __threadfence() noexcept;
extern "C" void __threadfence_block() noexcept;
extern "C" void __threadfence_system() noexcept;
extern "C" void __nanosleep(unsigned) noexcept;
extern "C" void __trap() noexcept;
extern "C" void __brkpt() noexcept;
extern "C" void __prof_trigger(int) noexcept;
extern "C" long long clock64() noexcept;
extern "C" unsigned long long __globaltimer() noexcept;
extern "C" unsigned __activemask() noexcept;
extern "C" int __all_sync(unsigned, int) noexcept;
extern "C" int __any_sync(unsigned, int) noexcept;
extern "C" unsigned __ballot_sync(unsigned, int) noexcept;
extern "C" int __all(int) noexcept;
extern "C" int __any(int) noexcept;
extern "C" unsigned __ballot(int) noexcept;
extern "C" unsigned __reduce_add_sync(unsigned, unsigned) noexcept;
extern "C" unsigned __reduce_max_sync(unsigned, unsigned) noexcept;
extern "C" unsigned __reduce_min_sync(unsigned, unsigned) noexcept;
extern "C" unsigned __cvta_generic_to_shared(const void *) noexcept;
extern "C" int __isGlobal(const void *) noexcept;
extern "C" int __isShared(const void *) noexcept;

// Warp exchanges.
template <class T> T __shfl_sync(unsigned mask, T value, int lane, int width = 32) noexcept;
template <class T> T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) noexcept;
template <class T> T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) noexcept;
template <class T> T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) noexcept;
template <class T> T __shfl(T value, int lane, int width = 32) noexcept;
template <class T> T __shfl_up(T value, unsigned delta, int width = 32) noexcept;
template <class T> T __shfl_down(T value, unsigned delta, int width = 32) noexcept;
template <class T> T __shfl_xor(T value, int lanes, int width = 32) noexcept;
template <class T> unsigned __match_any_sync(unsigned mask, T value) noexcept;
template <class T> unsigned __match_all_sync(unsigned mask, T value, int *same) noexcept;

// Memory hints.
template <class T> T __ldg(const T *address) noexcept;
template <class T> T __ldcg(const T *address) noexcept;
template <class T> T __ldca(const T *address) noexcept;
template <class T> T __ldcs(const T *address) noexcept;
template <class T> T __ldlu(const T *address) noexcept;
template <class T> T __ldcv(const T *address) noexcept;
template <class T> void __stcg(T *address, T value) noexcept;
template <class T> void __stcs(T *address, T value) noexcept;
template <class T> void __stwb(T *address, T value) noexcept;
template <class T> void __stwt(T *address, T value) noexcept;

// Atomics.
#define FPORDER_ATOMIC(name)                                                                                                                         \
  template <class T> struct fporder_same_##name {                                                                                                    \
    typedef T type;                                                                                                                                  \
  };                                                                                                                                                 \
  template <class T> T name(T *address, typename fporder_same_##name<T>::type value) noexcept;                                                       \
  template <class T> T name##_block(T *address, typename fporder_same_##name<T>::type value) noexcept;                                               \
  template <class T> T name##_system(T *address, typename fporder_same_##name<T>::type value) noexcept;
FPORDER_ATOMIC(atomicAdd)
FPORDER_ATOMIC(atomicSub)
FPORDER_ATOMIC(atomicExch)
FPORDER_ATOMIC(atomicMin)
FPORDER_ATOMIC(atomicMax)
FPORDER_ATOMIC(atomicInc)
FPORDER_ATOMIC(atomicDec)
FPORDER_ATOMIC(atomicAnd)
FPORDER_ATOMIC(atomicOr)
FPORDER_ATOMIC(atomicXor)
#undef FPORDER_ATOMIC
template <class T> T atomicCAS(T *address, typename fporder_same_atomicAdd<T>::type compare, typename fporder_same_atomicAdd<T>::type value) noexcept;

// min and max in the global namespace.
#define FPORDER_MINMAX(type)                                                                                                                         \
  type min(type, type) noexcept;                                                                                                                     \
  type max(type, type) noexcept;
FPORDER_MINMAX(int)
FPORDER_MINMAX(unsigned)
FPORDER_MINMAX(long)
FPORDER_MINMAX(unsigned long)
FPORDER_MINMAX(long long)
FPORDER_MINMAX(unsigned long long)
FPORDER_MINMAX(float)
FPORDER_MINMAX(double)
double min(float, double) noexcept;
double min(double, float) noexcept;
double max(float, double) noexcept;
double max(double, float) noexcept;
unsigned min(int, unsigned) noexcept;
unsigned min(unsigned, int) noexcept;
unsigned max(int, unsigned) noexcept;
unsigned max(unsigned, int) noexcept;
#undef FPORDER_MINMAX
#undef FPORDER_UNARY
#undef FPORDER_BINARY
#undef FPORDER_TERNARY
