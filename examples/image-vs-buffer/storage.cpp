// What is stored between layers is part of the order of operations: a network whose activations are kept in half precision, in bfloat16, or in
// single.
//
// A segmentation model marked wrong regions on a GPU whose backend kept intermediate tensors as images, in half precision, and right ones when it
// kept them as buffers. Every layer here computes in single precision; only what lies between two layers is rounded. See README.md.
//
//   clang++ -O2 -std=c++20 storage.cpp -o storage && ./storage

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int channels = 12, height = 36, width = 64, classes = 4;
using Image = std::vector<float>; // channels x height x width

struct Random {
  std::uint64_t state;
  double uniform() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }
};

enum class Storage { Single, Half, BFloat16 };

float store(float value, Storage storage) {
  if (storage == Storage::Half)
    return static_cast<float>(static_cast<_Float16>(value));
  if (storage == Storage::Single || !std::isfinite(value))
    return value;
  const auto bits = std::bit_cast<std::uint32_t>(value); // to nearest, ties to even, in the upper half of binary32
  return std::bit_cast<float>((bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u);
}

// A 3 x 3 convolution, then max(0, .); with `residual` a tenth of it is added to the layer's input instead.
void layer(const Image &in, const std::vector<float> &weights, Image &out, bool residual, Storage storage) {
  for (int to = 0; to < channels; ++to) {
    float *plane = &out[to * height * width];
    std::fill(plane, plane + height * width, 0.0f);
    for (int from = 0; from < channels; ++from)
      for (int tap = 0; tap < 9; ++tap) {
        const int down = tap / 3 - 1, right = tap % 3 - 1;
        const float weight = weights[(to * channels + from) * 9 + tap];
        for (int y = std::max(0, -down); y < std::min(height, height - down); ++y)
          for (int x = std::max(0, -right); x < std::min(width, width - right); ++x)
            plane[y * width + x] += weight * in[(from * height + y + down) * width + x + right];
      }
    for (int i = 0; i < height * width; ++i) {
      const float active = std::max(0.0f, plane[i]);
      plane[i] = store(residual ? in[to * height * width + i] + 0.1f * active : active, storage);
    }
  }
}

struct Outcome {
  double error, flips, overflow;
};

// Relative error and label flips after `depth` layers against single-precision storage.
Outcome run(int depth, bool residual, Storage storage, float scale, std::uint64_t seed) {
  Random random{seed};
  Image exact(channels * height * width), stored(exact.size()), next(exact.size());
  for (std::size_t i = 0; i < exact.size(); ++i)
    stored[i] = store(exact[i] = scale * static_cast<float>(random.normal()), storage);
  std::vector<float> weights(channels * channels * 9);
  for (int depthNow = 0; depthNow < depth; ++depthNow) {
    for (float &weight : weights)
      weight = static_cast<float>(std::sqrt(2.0 / (9 * channels)) * random.normal());
    layer(exact, weights, next, residual, Storage::Single);
    exact.swap(next);
    layer(stored, weights, next, residual, storage);
    stored.swap(next);
  }
  std::vector<float> head(classes * channels);
  for (float &weight : head)
    weight = static_cast<float>(random.normal());
  const auto label = [&](const Image &image, int pixel) {
    int best = 0;
    float bestScore = 0;
    for (int c = 0; c < classes; ++c) {
      float score = 0;
      for (int k = 0; k < channels; ++k)
        score += head[c * channels + k] * image[k * height * width + pixel];
      if (c == 0 || score > bestScore)
        best = c, bestScore = score;
    }
    return best;
  };
  double difference = 0, size = 0;
  int overflow = 0, flips = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    overflow += !std::isfinite(stored[i]);
    difference += std::isfinite(stored[i]) ? std::pow(static_cast<double>(stored[i]) - exact[i], 2) : 0;
    size += std::pow(static_cast<double>(exact[i]), 2);
  }
  for (int pixel = 0; pixel < height * width; ++pixel)
    flips += label(exact, pixel) != label(stored, pixel);
  return {std::sqrt(difference / size), 100.0 * flips / (height * width), 100.0 * overflow / static_cast<double>(exact.size())};
}

void report(const char *name, bool residual, Storage storage, float scale) {
  for (const int depth : {1, 8, 32, 64}) {
    Outcome mean{};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Outcome outcome = run(depth, residual, storage, scale, seed);
      mean.error += outcome.error / 5, mean.flips += outcome.flips / 5, mean.overflow += outcome.overflow / 5;
    }
    std::printf("%-34s %6d %12.1e %9.2f %% %10.2f %%\n", name, depth, mean.error, mean.flips, mean.overflow);
  }
}

int main() {
  std::printf("%-34s %6s %12s %11s %12s\n", "storage between layers", "layers", "rel. error", "labels flip", "infinite");
  report("half", false, Storage::Half, 1);
  report("half, residual", true, Storage::Half, 1);
  report("half, activations above 65504", false, Storage::Half, 60'000);
  report("bfloat16, the same activations", false, Storage::BFloat16, 60'000);
}
