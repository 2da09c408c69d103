// flags: -mfma

struct Pair {
  float re, im;
};

Pair squared(Pair z) {
  Pair result;
  result.re = z.re * z.re + z.im * z.im;
  result.im = z.im * z.re - z.re * z.im; // expect-audit: fma-cancellation
  return result;
}
