// Included last before a program over the reals: its types and C's names of functions, which would narrow a Real. See reals.h.
#pragma once

#include <cstdlib>

// In C a pointer to void is a pointer to anything.
struct Allocated {
  void *memory;
  template <class T> operator T *() const { return static_cast<T *>(memory); }
};
inline Allocated allocated(std::size_t size) { return {std::malloc(size)}; }
inline Allocated cleared(std::size_t count, std::size_t size) { return {std::calloc(count, size)}; }
#define malloc(size) allocated(size)
#define calloc(count, size) cleared(count, size)

#define sqrtf sqrt
#define cbrtf cbrt
#define expf exp
#define exp2f exp2
#define expm1f expm1
#define logf log
#define log2f log2
#define log10f log10
#define log1pf log1p
#define sinf sin
#define cosf cos
#define tanf tan
#define asinf asin
#define acosf acos
#define atanf atan
#define sinhf sinh
#define coshf cosh
#define tanhf tanh
#define asinhf asinh
#define acoshf acosh
#define atanhf atanh
#define floorf floor
#define ceilf ceil
#define truncf trunc
#define roundf round
#define rintf rint
#define nearbyintf nearbyint
#define erff erf
#define erfcf erfc
#define lgammaf lgamma
#define tgammaf tgamma
#define fabsf fabs
#define powf pow
#define hypotf hypot
#define atan2f atan2
#define fmodf fmod
#define fminf fmin
#define fmaxf fmax
#define copysignf copysign
#define fdimf fdim
#define fmaf fma
#define ldexpf ldexp
#define lroundf lround
#define lrintf lrint
// A real number has another size.
#define static_assert(...) static_assert(true)
#define _Static_assert(...) static_assert(true)
#define float Real
#define double Real
