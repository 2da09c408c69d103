// Constants fold; comments, strings, sizeof and inactive code are not arithmetic.
#include <math.h>
#include <stdio.h>

static const double kDegree = 3.14159265358979323846 / 180.0;

// control: the factor is a constant
double to_radians(double deg) { return deg * (3.14159265358979323846 / 180.0); }

// control: the factor is a folded constant object
double to_radians_table(double deg) { return deg * kDegree; }

// control: only constants are divided
double fahrenheit(double c) { return c * (9.0 / 5.0) + 32.0; }

// control: constants on the left fold first
float angular(float f) { return 2.0f * 3.14159265f * f; }

// control: text, not code
void explain(void) {
  // The old form was w -= lr * m / d;
  /* var = sq / n - mean * mean; */
  puts("a * b / c and exp(x) - 1.0");
}

// control: inactive code
float inactive(float a, float b, float c) {
#if 0
  return a * b / c;
#else
  (void)b;
  return a / c;
#endif
}

// control: unevaluated
size_t unevaluated(float a, float b, float c) {
  (void)a, (void)b, (void)c;
  return sizeof(a * b / c);
}
