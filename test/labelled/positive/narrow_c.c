// The same in C: half storage, float in a double computation.
#include <math.h>

typedef _Float16 f16;

// class: R7
f16 mean_half(const f16 *restrict v, int n) {
  f16 s = 0;
  int i = 0;
  while (i < n) {
    s = s + v[i]; // expect: narrow-accumulator
    ++i;
  }
  return s / (f16)n;
}

// class: R7
double angle_difference(double phase_a, double phase_b, double two_pi) {
  float a = (float)(phase_a * two_pi); // expect: early-narrowing #n
  float b = (float)(phase_b * two_pi); // expect: early-narrowing #n
  double d = a - b;                    // expect: early-narrowing #n
  return d;
}

// class: R7
_Float16 round_twice(double exact) {
  _Float16 out;
  float single = (float)exact;
  out = (_Float16)single; // expect-remark: double-rounding
  return out;
}
