// fporder::shadow<T>: shadow execution of a kernel that is templated on its number type, or names it in a typedef.
//
//     #include <fporder/shadow.h>                       // before the kernel, so that its std::sqrt(x) finds the functions of shadow values
//     using real = fporder::shadow<float>;              // was: float; double, fporder::half and fporder::bfloat16 work alike
//     ... run the kernel on sample data ...
//     fporder::output("w", w);                          // optional: what the report is about
//
// Link with -lmpfr -lgmp; needs C++20 and their headers. At exit the report goes to standard error; see fporder/shadow/report.h for writing it
// elsewhere, as text or JSON. Safe to use from several threads; nothing is printed differently for their number or their schedule.
//
// What differs from the plain type:
// - Conversions to built-in types are explicit, and so is what a template deduces: std::accumulate(first, last, 0.0f) needs real(0).
// - std::is_floating_point and std::floating_point do not hold: the standard lets no program change them.
// - printf and other variadic functions need static_cast<double>(x); long double does not mix.
// - The functions of <cmath> and <algorithm> that shadow values need are added to namespace std (fporder/shadow/std_functions.h says which and why).
//   With FPORDER_SHADOW_NO_STD defined they are not: then a kernel has to call sqrt(x) unqualified.
#pragma once

#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : __cplusplus < 202002L
#error "fporder/shadow.h needs C++20: compile this file with -std=c++20 or later"
#else

#include <version>

#ifndef __cpp_lib_source_location
#error "fporder/shadow.h needs a standard library with std::source_location, such as that of GCC 11, and a compiler that supports it"
#else

#include <fporder/shadow/report.h>
#include <fporder/shadow/value.h>

#ifndef FPORDER_SHADOW_NO_STD
#include <fporder/shadow/std_functions.h>
#endif

#endif
#endif
