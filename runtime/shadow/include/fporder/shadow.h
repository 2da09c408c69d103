// fporder::shadow<T>: shadow execution of a kernel that is templated on its number type, or names it in a typedef.
//
//     #include <fporder/shadow.h>
//     using real = fporder::shadow<float>;              // was: float; double, fporder::half and fporder::bfloat16 work alike
//     ... run the kernel on sample data ...
//     fporder::output("w", w);                          // optional: what the report is about
//
// Link with -lmpfr -lgmp; needs C++20 and Boost.Multiprecision's headers. At exit the report goes to standard error; see fporder/shadow/report.h for
// writing it elsewhere, as text or JSON. Safe to use from several threads; nothing is printed differently for their number or their schedule.
//
// What differs from the plain type: conversions to built-in types are explicit; `std::sqrt(x)` needs fporder/shadow_std.h or ADL; long double does
// not mix; an integer argument of pow takes the other argument's type.
#pragma once

#include <fporder/shadow/report.h>
#include <fporder/shadow/value.h>
