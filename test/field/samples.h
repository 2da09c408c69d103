// Functions of a program over the reals called with random arguments: arrays apart, the same, or overlapping by some elements. What they return and
// what they leave in memory comes back. Included after the program.
#pragma once
#undef float
#undef double

#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if __has_include(<span>)
#include <span>
#endif

namespace fporder_samples {

constexpr int slots = 10, room = 160, arraysInAll = slots * room, mostValues = 8192;

struct Random {
  std::uint64_t state;
  std::uint32_t operator()() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 32);
  }
};

struct Output;
template <class T> void read(Output &output, const void *objects);

struct Sample {
  explicit Sample(unsigned seed) : random{seed * 977u + 12345u}, apart(seed % 3 == 0), near(1 + seed % 4) {
    for (Real &each : memory)
      each = number();
  }

  Real number() {
    Real value = 1 + static_cast<Real>(random()) / 4294967296.0 + static_cast<Real>(random()) / 18446744073709551616.0;
    for (unsigned scale = random() % 4; scale; --scale)
      value = random() % 2 ? value * 2 : value / 2;
    return random() % 4 ? value : -value;
  }

  /// Where the next array begins: each in a slot of its own, or close to the one before.
  int place() { return apart ? (next++ % slots) * room : 3 * room + static_cast<int>(random() % near); }

  /// Zeroed bytes that live as long as the sample.
  void *bytes(std::size_t size, std::size_t alignment) {
    heap.emplace_back(new char[size + alignment]());
    const auto address = reinterpret_cast<std::uintptr_t>(heap.back().get());
    return heap.back().get() + (alignment - address % alignment) % alignment;
  }

  Random random;
  bool apart;
  unsigned near;
  int next = 0;
  Real memory[arraysInAll];
  std::vector<std::unique_ptr<char[]>> heap;                                   // what arguments lie in and point to
  std::vector<std::pair<const void *, void (*)(Output &, const void *)>> held; // what they point to that is no array of reals
};

/// Whether a type belongs to the standard library, whose members are nobody's to fill.
template <class T> constexpr bool isStandard() {
  const std::string_view name = __PRETTY_FUNCTION__;
  const std::string_view value = name.substr(name.find("T = ") + 4);
  return value.starts_with("std::") || value.starts_with("__gnu_cxx::");
}
template <class T> constexpr bool isVector = false;
template <class T> constexpr bool isVector<std::vector<T>> = !std::is_same_v<T, bool>;
template <class T> constexpr bool isSpan = false;
#if __has_include(<span>) && __cplusplus >= 202002L
template <class T> constexpr bool isSpan<std::span<T>> = true;
#endif
/// A class of the program, whose members the compiler lists: those of bases, unions and unnamed members among them.
template <class T>
concept Members = (std::is_class_v<T> || std::is_union_v<T>) && !isStandard<T>();

/// The members as the compiler hands them to what prints an object: those that a format fits as they are, of others their address, between words.
template <class Take, class M> void takeMember(Take &take, M &&member) {
  using Plain = std::remove_cvref_t<M>;
  if constexpr (!std::is_lvalue_reference_v<M>)
    take(const_cast<std::remove_cv_t<std::remove_pointer_t<Plain>> &>(*member));
  else if constexpr (!std::is_array_v<Plain>)
    take(const_cast<Plain &>(member));
}
template <class Take, class... Printed> int takeMembers(Take &take, const char *, Printed &&...printed) {
  (takeMember(take, static_cast<Printed &&>(printed)), ...);
  return 0;
}
template <class T, class Take> void forMembers(T &object, Take take) { __builtin_dump_struct(&object, takeMembers, take); }

template <class T>
concept Complete = requires { sizeof(T); };

/// Nothing is asked of a type that is declared only.
template <class T>
concept Makeable = !std::is_function_v<T> && !std::is_void_v<T> && Complete<T> && !std::is_abstract_v<T>;

constexpr int deepest = 3, pointees = 16;

template <class T> void fill(Sample &sample, T &value, int depth = 0);

/// What a pointer is given: reals from the memory in which arrays may overlap, other objects from the heap, nothing where the type is not known.
template <class T> T *pointee(Sample &sample, int depth) {
  using Object = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<std::remove_cv_t<std::remove_all_extents_t<T>>, Real>)
    return reinterpret_cast<T *>(sample.memory + sample.place());
  else if constexpr (!Makeable<Object>)
    return nullptr;
  else {
    if (depth >= deepest)
      return nullptr;
    auto *const objects = static_cast<Object *>(sample.bytes(sizeof(Object) * pointees, alignof(Object)));
    for (int i = 0; i < pointees; ++i)
      fill(sample, objects[i], depth + 1);
    sample.held.emplace_back(objects, &read<Object>);
    return objects;
  }
}

/// Whether a parameter of the type can be made.
template <class T>
concept Fillable = std::is_same_v<T, Real> || std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T> || std::is_array_v<T> ||
                   isVector<T> || isSpan<T> || Members<T> || (isStandard<T>() && std::is_default_constructible_v<T>);

/// Gives an object in zeroed bytes its value: constructed where it can be without arguments, then its members one by one. What cannot be filled
/// stays.
template <class T> void fill(Sample &sample, T &value, int depth) {
  if constexpr (std::is_same_v<T, Real>)
    value = sample.number();
  else if constexpr (std::is_same_v<T, bool>)
    value = sample.random() % 2;
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
    value = static_cast<T>(1 + sample.random() % 4);
  else if constexpr (std::is_pointer_v<T>)
    value = pointee<std::remove_pointer_t<T>>(sample, depth);
  else if constexpr (std::is_array_v<T>) {
    for (auto &each : value)
      fill(sample, const_cast<std::remove_cv_t<std::remove_reference_t<decltype(each)>> &>(each), depth);
  } else if constexpr (isSpan<T>)
    value = T(reinterpret_cast<typename T::element_type *>(pointee<typename T::element_type>(sample, depth)), 6);
  else if constexpr (isVector<T>) {
    new (&value) T(6);
    for (auto &each : value)
      fill(sample, each, depth);
  } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
    if constexpr (std::is_default_constructible_v<T>)
      new (&value) T();
    if constexpr (Members<T>) {
      forMembers(value, [&](auto &member) { fill(sample, member, depth); });
    } else if constexpr (requires {
                           value.begin();
                           value.size();
                         }) {
      for (auto &each : value)
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(each)>, Real>)
          each = sample.number();
    }
  }
}

/// What a call leaves: the numbers in objects, as far as members can be bound; no pointer is followed.
struct Output {
  Real *into;
  int count = 0;
  void add(Real value) {
    if (count < mostValues)
      into[count++] = value;
  }
  template <class T> void addAll(const T &value) {
    if constexpr (std::is_same_v<T, Real> || std::is_arithmetic_v<T>)
      add(static_cast<Real>(value));
    else if constexpr (std::is_enum_v<T>)
      add(static_cast<Real>(static_cast<long long>(value)));
    else if constexpr (std::is_array_v<T> || requires { value.begin(); }) {
      for (const auto &each : value)
        addAll(each);
    } else if constexpr (Members<T>) {
      forMembers(value, [&](const auto &member) { addAll(member); });
    }
  }
};

template <class T> void read(Output &output, const void *objects) {
  for (int i = 0; i < pointees; ++i)
    output.addAll(static_cast<const T *>(objects)[i]);
}

/// Zeroed bytes for an argument, and its value.
template <class T> T &argument(Sample &sample) {
  static_assert(Fillable<T>, "arguments that cannot be made");
  T &value = *static_cast<T *>(sample.bytes(sizeof(T), alignof(T)));
  fill(sample, value);
  return value;
}

template <class Call, class... A> int run(unsigned seed, Real *into, Call call, std::type_identity<A>...) {
  static thread_local Sample *kept = nullptr;
  delete kept;
  kept = new Sample(seed);
  std::tuple<std::remove_cvref_t<A> &...> arguments{argument<std::remove_cvref_t<A>>(*kept)...};
  Output output{into};
  const auto invoke = [&](auto &...each) { return call(static_cast<A &&>(each)...); };
  using Result = decltype(std::apply(invoke, arguments));
  if constexpr (std::is_void_v<Result>)
    std::apply(invoke, arguments);
  else
    output.addAll(std::apply(invoke, arguments));
  std::apply([&](auto &...each) { (output.addAll(each), ...); }, arguments);
  for (const Real each : kept->memory)
    output.add(each);
  for (const auto &[objects, read] : kept->held)
    read(output, objects);
  return output.count;
}

template <class R, class... A> int sample(R (*function)(A...), unsigned seed, Real *into) {
  return run(seed, into, [function](A... each) -> R { return function(static_cast<A &&>(each)...); }, std::type_identity<A>{}...);
}

/// `call` calls the member, given the object and its arguments; without one it is called through its pointer.
template <class R, class C, class... A, class Call> int sample(R (C::*)(A...), Call call, unsigned seed, Real *into) {
  return run(
      seed, into, [call](C &object, A... each) -> R { return call(object, static_cast<A &&>(each)...); }, std::type_identity<C &>{},
      std::type_identity<A>{}...);
}
template <class R, class C, class... A, class Call> int sample(R (C::*)(A...) const, Call call, unsigned seed, Real *into) {
  return run(
      seed, into, [call](C &object, A... each) -> R { return call(object, static_cast<A &&>(each)...); }, std::type_identity<C &>{},
      std::type_identity<A>{}...);
}
template <class R, class C, class... A> int sample(R (C::*function)(A...), unsigned seed, Real *into) {
  return sample(
      function, [function](C &object, auto &&...each) -> R { return (object.*function)(static_cast<decltype(each)>(each)...); }, seed, into);
}
template <class R, class C, class... A> int sample(R (C::*function)(A...) const, unsigned seed, Real *into) {
  return sample(
      function, [function](C &object, auto &&...each) -> R { return (object.*function)(static_cast<decltype(each)>(each)...); }, seed, into);
}

} // namespace fporder_samples
