// Names results of a program for shadow execution: built by fporder-c++ or fporder-cc its report tells their errors under these names, beside those
// of what is printed and written. For any other compiler there is nothing here. C and C++.
//
//     fporder_output("energy", energy);            // a number that matters
//     FPORDER_OUTPUT double step(double t);        // each number that the function returns
#pragma once

#ifdef FPORDER_SHADOWS
#ifdef __cplusplus
extern "C" {
#endif
/// The name is a literal; the value may be a float as well.
void fporder_output(const char *name, double value);
#ifdef __cplusplus
}
#endif
#define FPORDER_OUTPUT __attribute__((annotate("fporder_output")))
#else
static inline void fporder_output(const char *name, double value) {
  (void)name;
  (void)value;
}
#define FPORDER_OUTPUT
#endif
