#include <math.h>

float decay(float base, float steps) {
  float l = log2f(base);
  float e = steps * l;
  return exp2f(e); // expect: pow-by-logs
}
