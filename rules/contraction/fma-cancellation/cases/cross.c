// flags: -mavx2 -mfma
// Intrinsics are functions of their own: Clang fuses within an expression and not across them, unless `-ffp-contract=fast` says so.

#include <immintrin.h>

__m128 cross(__m128 ay, __m128 az, __m128 by, __m128 bz) { return _mm_sub_ps(_mm_mul_ps(ay, bz), _mm_mul_ps(az, by)); }
