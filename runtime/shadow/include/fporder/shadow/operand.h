// How an operation learns where it stands. An operator's parameters cannot have defaulted arguments, but the constructors of their types can: an
// operand is converted from what the user wrote, and that conversion captures std::source_location at the operator itself.
#pragma once

#include <fporder/shadow/functions_engine.h>

#include <optional>
#include <source_location>

namespace fporder {

template <class T, unsigned Bits = 255>
  requires shadowing::Working<T>
class shadow;

namespace shadowing {

/// The library's own way into a shadow value.
struct Access {
  template <class T, unsigned Bits> static const Core<T, Bits> &core(const shadow<T, Bits> &value) { return value.core; }
  template <class T, unsigned Bits> static Core<T, Bits> &core(shadow<T, Bits> &value) { return value.core; }
  struct InPlace {};
  /// The shadow whose core `compute` returns: no copy is made on the way.
  template <class Compute> static auto make(const Compute &compute) { return decltype(shadowOf(compute()))(InPlace(), compute); }

private:
  template <class T, unsigned Bits> static shadow<T, Bits> shadowOf(const Core<T, Bits> &); // for its type only
};

/// The number as a `Shadow`, converted at the place where it is not one already.
template <class Shadow, class X> Shadow asShadow(const X &x, const std::source_location &place) {
  if constexpr (std::same_as<X, Shadow>)
    return x;
  else
    return Shadow(x, place);
}

template <class T, unsigned Bits> class Operators;
template <class T, unsigned Bits> class Functions;

/// An operand of an operation in T: a shadow of T by reference, anything not wider by value. Lives as long as the full expression. Its bases let it
/// find the operators and functions of shadow values.
template <class T, unsigned Bits> class Operand : Operators<T, Bits>, Functions<T, Bits> {
public:
  Operand(const shadow<T, Bits> &value, std::source_location from = std::source_location::current()) : location(from), reference(&value) {}
  template <class U>
    requires NotWiderThan<U, T>
  Operand(const U &value, std::source_location from = std::source_location::current()) : location(from), converted(std::in_place, value, from) {}
  template <class U>
    requires(NotWiderThan<U, T> && !std::same_as<U, T>)
  Operand(const shadow<U, Bits> &value, std::source_location from = std::source_location::current())
      : location(from), converted(std::in_place, value, from) {}

  const shadow<T, Bits> &get() const { return reference != nullptr ? *reference : *converted; }
  const Core<T, Bits> &core() const { return Access::core(get()); }
  double working() const { return static_cast<double>(core().working); }
  Place place() const { return placeOf(location); }

  std::source_location location;

private:
  const shadow<T, Bits> *reference = nullptr;
  std::optional<shadow<T, Bits>> converted;
};

/// A plain number of exactly the type W, beside a narrower shadow.
template <class W> class PlainOperand {
public:
  template <std::same_as<W> U>
  PlainOperand(const U &number, std::source_location from = std::source_location::current()) : value(number), location(from) {}
  W value;
  std::source_location location;
};

/// shadow<W>, or an absent type's placeholder.
template <class W, unsigned Bits> struct ShadowOf {
  using Shadow = shadow<W, Bits>;
};
template <int number, unsigned Bits> struct ShadowOf<Absent<number>, Bits> {
  using Shadow = Absent<number>;
};

/// A number of exactly the type W, plain or shadowed: the right side of a narrower shadow's compound assignment.
template <class W, unsigned Bits> class WiderOperand {
public:
  template <std::same_as<W> U>
  WiderOperand(const U &number, std::source_location from = std::source_location::current()) : value(number, from), location(from) {}
  template <std::same_as<W> U>
    requires Working<U>
  WiderOperand(const shadow<U, Bits> &number, std::source_location from = std::source_location::current()) : value(number), location(from) {}
  typename ShadowOf<W, Bits>::Shadow value;
  std::source_location location;
};

} // namespace shadowing
} // namespace fporder
