// What the operations of residue.h compute with: a double, or a pack of doubles, one in each lane. A mask says for each lane whether something holds;
// masks are joined by & and |, and are denied by `== 0`.
//
// Packs are an extension of Clang's, here for x86-64; only what the pass links into programs has them.
#pragma once

namespace fporder::program {

inline double magnitude(double x) { return __builtin_fabs(x); }
/// a * b + c, rounded once.
inline double multiplyAdd(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline double choose(bool condition, double whenTrue, double whenFalse) { return condition ? whenTrue : whenFalse; }
inline bool isAny(bool mask) { return mask; }

#if defined(__clang__) && defined(__x86_64__)
using Pack2 = double __attribute__((ext_vector_type(2)));
using Pack4 = double __attribute__((ext_vector_type(4)));
using Mask2 = long __attribute__((ext_vector_type(2)));
using Mask4 = long __attribute__((ext_vector_type(4)));

inline Pack2 magnitude(Pack2 x) { return __builtin_elementwise_abs(x); }
inline Pack4 magnitude(Pack4 x) { return __builtin_elementwise_abs(x); }
inline Pack2 multiplyAdd(Pack2 a, Pack2 b, Pack2 c) { return __builtin_elementwise_fma(a, b, c); }
inline Pack4 multiplyAdd(Pack4 a, Pack4 b, Pack4 c) { return __builtin_elementwise_fma(a, b, c); }
inline Pack2 choose(Mask2 condition, Pack2 whenTrue, Pack2 whenFalse) { return condition ? whenTrue : whenFalse; }
inline Pack4 choose(Mask4 condition, Pack4 whenTrue, Pack4 whenFalse) { return condition ? whenTrue : whenFalse; }
// The lanes' signs, in one instruction; LLVM makes seven of a mask that is reduced by `or`.
inline bool isAny(Mask2 mask) { return __builtin_ia32_movmskpd(static_cast<__attribute__((vector_size(16))) double>(mask)) != 0; }
inline bool isAny(Mask4 mask) { return __builtin_ia32_movmskpd256(static_cast<__attribute__((vector_size(32))) double>(mask)) != 0; }
#endif

} // namespace fporder::program
