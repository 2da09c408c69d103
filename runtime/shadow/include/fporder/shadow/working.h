// The working types of shadow values and how they mix: C++'s usual arithmetic conversions, with half and bfloat16 below float.
#pragma once

#include <fporder/shadow/narrow.h>

#include <concepts>
#include <type_traits>

namespace fporder::shadowing {

/// Its format, its values as doubles, and the type whose <cmath> functions compute for it (float for the 16-bit types, as their users' libraries do).
template <class T> struct WorkingType;

template <> struct WorkingType<double> {
  static constexpr Format format = Format::Binary64;
  static constexpr int rank = 3;
  using Native = double;
};
template <> struct WorkingType<float> {
  static constexpr Format format = Format::Binary32;
  static constexpr int rank = 2;
  using Native = float;
};
template <Format narrow> struct WorkingType<Stored16<narrow>> {
  static constexpr Format format = narrow;
  static constexpr int rank = 1;
  using Native = float;
};

template <class T>
concept Working = requires { WorkingType<T>::format; };

/// Integers, and enumerations that convert to them by themselves.
template <class U>
concept Whole = std::integral<U> || (std::is_enum_v<U> && std::convertible_to<U, long long>);

/// Numbers that mix with a working type T without widening it: T, narrower working types, integers.
template <class U, class T>
concept NotWiderThan = Whole<U> || std::same_as<U, T> || (Working<U> && WorkingType<U>::rank < WorkingType<T>::rank);

/// The wider types whose plain numbers widen a T; `Absent` where there is none.
template <int> struct Absent {};
template <class T> struct Wider {
  using First = float;
  using Second = double;
};
template <> struct Wider<float> {
  using First = double;
  using Second = Absent<2>;
};
template <> struct Wider<double> {
  using First = Absent<1>;
  using Second = Absent<2>;
};

/// The rounding error of one operation in the format: result - exact result of a and b. Error-free transformations where they are exact (Dekker 1971,
/// Boldo and Daumas 2003); the caller asks MPFR where `reliesOnMpfr` says so.
inline bool reliesOnMpfr(Format format, double result) {
  return format == Format::Binary64 && std::fabs(result) < 0x1p-900; // residues could underflow
}

inline double roundingOfSum(double a, double b, double result) {
  const double sum = settled(a + b);
  const double fromSum = settled(sum - a);
  const double residue = settled(settled(a - settled(sum - fromSum)) + settled(b - fromSum));
  return (result - sum) - residue;
}

inline double roundingOfProduct(double a, double b, double result) {
  const double product = settled(a * b);
  return (result - product) - std::fma(a, b, -product);
}

inline double roundingOfQuotient(double a, double b, double result) { return std::fma(result, b, -a) / b; }

inline double roundingOfRoot(double a, double result) { return result == 0 ? 0 : std::fma(result, result, -a) / (result + std::sqrt(a)); }

} // namespace fporder::shadowing
