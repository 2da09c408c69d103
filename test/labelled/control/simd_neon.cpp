// flags: --target=aarch64-linux-gnu -march=armv8.2-a+fp16 -ffreestanding -nostdinc++
#include <arm_neon.h>

// control: one multiplication
void gain(float *x, float g, int n) {
  for (int i = 0; i < n; i += 4)
    vst1q_f32(x + i, vmulq_n_f32(vld1q_f32(x + i), g));
}

// control: halving is exact
float32x4_t half_of(float32x4_t a) { return vmulq_n_f32(a, 0.5f); }

// control: fixed point
int16x8_t doubled(int16x8_t a, int16x8_t b) { return vqdmulhq_s16(a, b); }

// control: the quotient alone
float64x2_t quotient(float64x2_t a, float64x2_t b) { return vdivq_f64(a, b); }

// control: lanes move
float32x4_t swapped(float32x4_t x) { return vextq_f32(x, x, 2); }

// control: the slot is rewritten between
void rewritten(const float *a, const float *b, const float *c, float *out) {
  float32x4_t t = vmulq_f32(vld1q_f32(a), vld1q_f32(b));
  vst1q_f32(out, t);
  t = vld1q_f32(c);
  vst1q_f32(out + 4, vdivq_f32(t, vld1q_f32(b)));
}
