// How a runtime function says that it could not do what was asked: a value, or one sentence for the user.
//
// The message follows the house style of diagnostics (lower case, no final period) and names what it is about: "x.npy: header at offset 10: ...".
// Exceptions are not part of any interface of runtime/; running out of memory is the one that may still pass through.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace fporder {

struct Error {
  std::string message;
};

/// A T or an Error. Reading the one that is not there is a mistake of the caller (std::bad_variant_access).
template <typename T> class [[nodiscard]] Result {
public:
  using Value = T;
  Result(T value) : content(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return content.index() == 0; }
  explicit operator bool() const { return ok(); }

  T &operator*() & { return std::get<0>(content); }
  const T &operator*() const & { return std::get<0>(content); }
  T &&operator*() && { return std::get<0>(std::move(content)); }
  T *operator->() { return &std::get<0>(content); }
  const T *operator->() const { return &std::get<0>(content); }

  const Error &error() const { return std::get<1>(content); }

private:
  std::variant<T, Error> content;
};

} // namespace fporder
