// Filters as class templates in a header, some of them never instantiated.
#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

namespace dsp {

template <typename Sample> class OnePole {
public:
  explicit OnePole(Sample alpha) : alpha_(alpha), rest_(Sample(1) - alpha) {}

  // class: R10
  Sample process(Sample in) {
    state_ = alpha_ * in + rest_ * state_; // expect-remark: ema-form
    return state_;
  }

private:
  Sample alpha_, rest_, state_{};
};

// class: R1
template <typename T> T uninstantiatedGain(T in, T level, T reference) {
  T boosted = in * level;
  return boosted / reference; // expect-remark: mul-then-div
}

// class: R4
template <typename T> T uninstantiatedDistance(const T *a, const T *b, std::size_t n) {
  T aa{}, bb{}, ab{};
  for (std::size_t i = 0; i < n; ++i) {
    aa += a[i] * a[i];
    bb += b[i] * b[i];
    ab += a[i] * b[i];
  }
  return std::sqrt(aa + bb - 2 * ab); // expect: norm-expansion
}

// class: R2
template <typename T> class Normaliser {
public:
  explicit Normaliser(T peak) : gain_(T(1) / peak) {}
  void run(std::vector<T> &block) const {
    for (T &s : block)
      s *= gain_; // expect-remark: reciprocal-multiply
  }

private:
  T gain_;
};

// class: R9
template <typename T> struct Mixer {
  T mix(const T *in, std::size_t n) const {
    T out = 0;
    for (const T *p = in; p != in + n; ++p)
      out += *p; // expect-remark: serial-sum
    return out;
  }
};

} // namespace dsp
