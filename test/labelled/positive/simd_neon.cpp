// flags: --target=aarch64-linux-gnu -march=armv8.2-a+fp16 -ffreestanding -nostdinc++
// Kernels in Arm vector intrinsics.
#include <arm_neon.h>

// class: R1
void adam_neon(float *w, const float *m, const float *v, float lr, float eps, int n) {
  const float32x4_t e = vdupq_n_f32(eps);
  for (int i = 0; i < n; i += 4) {
    float32x4_t num = vmulq_n_f32(vld1q_f32(m + i), lr);
    float32x4_t den = vaddq_f32(vsqrtq_f32(vld1q_f32(v + i)), e);
    vst1q_f32(w + i, vsubq_f32(vld1q_f32(w + i), vdivq_f32(num, den))); // expect: mul-then-div
  }
}

// class: R1
void attenuate(float64_t *x, const float64_t *gain, const float64_t *loss, int n) {
  for (int i = 0; i < n; i += 2) {
    float64x2_t t = vld1q_f64(x + i);
    t = vmulq_f64(t, vld1q_f64(gain + i));
    t = vdivq_f64(t, vld1q_f64(loss + i)); // expect-remark: mul-then-div
    vst1q_f64(x + i, t);
  }
}

// class: R2
void divide_fast(const float *x, const float *d, int32_t *q, int n) {
  for (int i = 0; i < n; i += 4) {
    float32x4_t den = vld1q_f32(d + i);
    float32x4_t r = vrecpeq_f32(den);
    r = vmulq_f32(vrecpsq_f32(den, r), r);
    float32x4_t quotient = vmulq_f32(vld1q_f32(x + i), r); // expect: reciprocal-multiply
    vst1q_s32(q + i, vcvtnq_s32_f32(quotient));
  }
}

// class: R2
float32x4_t scaled(float32x4_t x, float range) {
  const float inverse = 1.0f / range;
  return vmulq_n_f32(x, inverse); // expect-remark: reciprocal-multiply
}

// class: R7
float16_t sum_half(const float16_t *x, int n) {
  float16x8_t acc = vdupq_n_f16(0);
  for (int i = 0; i < n; i += 8)
    acc = vaddq_f16(acc, vld1q_f16(x + i)); // expect: narrow-accumulator
  float16_t lanes[8];
  vst1q_f16(lanes, acc);
  return lanes[0] + lanes[4];
}

// class: R8
float32x4_t determinant(float32x4_t a, float32x4_t b, float32x4_t c, float32x4_t d) {
  return vfmsq_f32(vmulq_f32(a, d), b, c); // expect: fma-cancellation
}

// class: R10
float32x4_t difference(float32x4_t x, float32x4_t y) {
  float32x4_t xx = vmulq_f32(x, x);
  return vsubq_f32(xx, vmulq_f32(y, y)); // expect: difference-of-squares
}

// class: R9
float total(const float *x, int n) {
  float32x4_t acc = vdupq_n_f32(0);
  for (int i = 0; i < n; i += 4)
    acc = vaddq_f32(acc, vld1q_f32(x + i)); // expect-remark: serial-sum
  return vaddvq_f32(acc);
}
