// Terms of a polynomial are polynomial-form's, and products of sines and cosines neither leave the range nor have scales to fold.

float cubic(float x) { return x * x * x * 0.3333333f; }

#include <math.h>
float rotation(float roll, float pitch, float yaw) { return cosf(yaw) * cosf(pitch) * cosf(roll) - sinf(yaw) * sinf(roll); }
