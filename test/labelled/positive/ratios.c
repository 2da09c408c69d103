// Products and quotients in physics, finance and sensor code.
#include <math.h>
#include <stdint.h>

// class: R1
double ideal_gas_pressure(double moles, double temperature, double volume) {
  const double gas_constant = 8.314462618;
  double nrt = moles * gas_constant * temperature;
  return nrt / volume; // expect-remark: mul-then-div
}

// class: R1
int adc_to_code(float reading, float full_scale, float reference) {
  float ratio = reading * full_scale;
  ratio /= reference;        // expect: mul-then-div #q
  return (int)lrintf(ratio); // expect: mul-then-div #q
}

// class: R1
float percent_change(float before, float after) {
  float delta = after - before;
  float relative = delta / before;
  return relative * 100.0f; // expect-remark: div-then-mul
}

struct body {
  float pos[3];
  float mass;
};

// class: R1
void accelerate(const struct body *restrict a, const struct body *restrict b, float *restrict acc, float g) {
  float d[3], r2 = 1e-6f;
  for (int k = 0; k < 3; k++) {
    d[k] = b->pos[k] - a->pos[k];
    r2 += d[k] * d[k];
  }
  const float r = sqrtf(r2);
  const float r3 = r2 * r;
  const float pull = g * b->mass;
  const float f = pull / r3; // expect-remark: mul-then-div
  for (int k = 0; k < 3; k++)
    acc[k] = f;
}

// class: R1b
double bond_yield(double face, double rate, double years, double factor) {
  double coupon = face * rate;
  double scaled = coupon * years;
  return scaled * factor; // expect-remark: product-order
}

// class: R1
float normalise_pixel(const uint8_t *px, float gain, float white) { return (float)px[0] * gain / white; } // expect-remark: mul-then-div

// class: R1
float lens_shift(float focal, float baseline, float disparity, float pixel_pitch) {
  return focal * (baseline / (disparity + pixel_pitch)); // expect-remark: div-then-mul
}

// class: R1
double nested_ratio(double a, double b, double c) {
  double first = a / b;
  double second = first / c; // expect-remark: divide-chain
  return second;
}

// class: R1
static double over(double x, double y) { return x / y; } // expect-remark: mul-then-div #h

double through_helper(double conc, double coefficient, double thickness) {
  double flux = conc * coefficient;
  return over(flux, thickness); // expect-remark: mul-then-div #h
}
