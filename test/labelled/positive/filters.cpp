// Instantiates part of filters.h and adds code of its own.
#include "filters.h"

#include <algorithm>
#include <complex>
#include <valarray>

float smooth(float a, float b) {
  dsp::OnePole<float> pole(0.1f);
  pole.process(a);
  return pole.process(b);
}

void normaliseBlock(std::vector<double> &block, double peak) { dsp::Normaliser<double>(peak).run(block); }

float mixBlock(const float *in, std::size_t n) { return dsp::Mixer<float>().mix(in, n); }

// class: R1
void scaleSpectrum(std::valarray<double> &bins, double gain, double peak) {
  for (double &b : bins) {
    auto boosted = b * gain;
    b = boosted / peak; // expect-remark: mul-then-div
  }
}

// class: R1
void agc(std::vector<float> &block, float target, float rms) {
  std::transform(block.begin(), block.end(), block.begin(), [target, rms](float s) {
    float t = s * target;
    return t / rms; // expect-remark: mul-then-div
  });
}

// class: R10
float magnitudeOf(const std::complex<float> &z) {
  const float re = z.real(), im = z.imag();
  return std::sqrt(re * re + im * im); // expect-remark: hypot-form
}
