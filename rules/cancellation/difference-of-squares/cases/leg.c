#include <math.h>

float leg(float hypotenuse, float other) {
  float h2 = powf(hypotenuse, 2.0f);
  float o2 = powf(other, 2.0f);
  return sqrtf(h2 - o2); // expect-remark: difference-of-squares
}
