// Functions of a program over the reals called with random arguments: arrays apart, the same, or overlapping by some elements. What they return and
// what they leave in memory comes back. Included after the program.
#pragma once
#undef float
#undef double

#include <array>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if __has_include(<span>)
#include <span>
#endif

namespace fporder_samples {

constexpr int slots = 10, room = 160, arraysInAll = slots * room;

struct Random {
  std::uint64_t state;
  std::uint32_t operator()() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 32);
  }
};

struct Sample {
  explicit Sample(unsigned seed) : random{seed * 977u + 12345u}, apart(seed % 3 == 0), near(1 + seed % 4) {
    for (Real &each : memory)
      each = number();
    for (std::int64_t &each : whole)
      each = static_cast<std::int64_t>(random() % 4);
  }

  Real number() {
    Real value = 1 + static_cast<Real>(random()) / 4294967296.0 + static_cast<Real>(random()) / 18446744073709551616.0;
    for (unsigned scale = random() % 4; scale; --scale)
      value = random() % 2 ? value * 2 : value / 2;
    return random() % 4 ? value : -value;
  }

  /// Where the next array begins: each in a slot of its own, or close to the one before.
  int place() { return apart ? (next++ % slots) * room : 3 * room + static_cast<int>(random() % near); }

  Random random;
  bool apart;
  unsigned near;
  int next = 0;
  Real memory[arraysInAll];
  std::int64_t whole[64];
};

template <class T> struct Argument;
template <class T>
  requires std::is_same_v<T, Real>
struct Argument<T> {
  explicit Argument(Sample &sample) : value(sample.number()) {}
  Real value;
  Real &get() { return value; }
};
template <class T>
  requires(std::is_integral_v<T> || std::is_enum_v<T>)
struct Argument<T> {
  explicit Argument(Sample &sample) : value(static_cast<T>(std::is_same_v<T, bool> ? sample.random() % 2 : 1 + sample.random() % 4)) {}
  T value;
  T &get() { return value; }
};
template <class T>
  requires std::is_same_v<std::remove_cv_t<T>, Real>
struct Argument<T *> {
  explicit Argument(Sample &sample) : value(sample.memory + sample.place()) {}
  Real *value;
  T *get() { return value; }
};
template <class T>
  requires std::is_integral_v<T>
struct Argument<T *> {
  explicit Argument(Sample &sample) {
    for (int i = 0; i < 64; ++i)
      value[i] = static_cast<std::remove_cv_t<T>>(sample.whole[i]);
  }
  std::remove_cv_t<T> value[64];
  T *get() { return value; }
};
template <> struct Argument<std::vector<Real>> {
  explicit Argument(Sample &sample) {
    for (int i = 0; i < 6; ++i)
      value.push_back(sample.number());
  }
  std::vector<Real> value;
  std::vector<Real> &get() { return value; }
};
template <std::size_t N> struct Argument<std::array<Real, N>> {
  explicit Argument(Sample &sample) {
    for (Real &each : value)
      each = sample.number();
  }
  std::array<Real, N> value;
  std::array<Real, N> &get() { return value; }
};
#if __has_include(<span>) && __cplusplus >= 202002L
template <class T> struct Argument<std::span<T>> {
  explicit Argument(Sample &sample) : value(sample.memory + sample.place(), 6) {}
  std::span<T> value;
  std::span<T> get() { return value; }
};
#endif

struct Output {
  Real *into;
  int count = 0;
  void add(Real value) { into[count++] = value; }
  template <class T> void addAll(const T &value) {
    if constexpr (std::is_same_v<T, Real> || std::is_arithmetic_v<T>)
      add(static_cast<Real>(value));
    else if constexpr (requires { value.begin(); })
      for (const auto &each : value)
        addAll(each);
  }
};

template <class R, class... A, std::size_t... I> int run(R (*function)(A...), unsigned seed, Real *into, std::index_sequence<I...>) {
  static thread_local Sample *kept = nullptr;
  delete kept;
  kept = new Sample(seed);
  std::tuple<Argument<std::remove_cvref_t<A>>...> arguments{Argument<std::remove_cvref_t<A>>(*kept)...};
  Output output{into};
  if constexpr (std::is_void_v<R>)
    function(std::get<I>(arguments).get()...);
  else
    output.addAll(function(std::get<I>(arguments).get()...));
  (output.addAll(std::get<I>(arguments).value), ...);
  for (const Real each : kept->memory)
    output.add(each);
  return output.count;
}

template <class R, class... A> int sample(R (*function)(A...), unsigned seed, Real *into) {
  return run(function, seed, into, std::index_sequence_for<A...>{});
}

} // namespace fporder_samples
