// The objects of a run: variables, temporaries, and what the caller gives.
//
// Values that the caller gives are drawn, when they are read first. What a pointer of the caller's points to is an array that is as long as the
// program asks for; no two such pointers point into one array.
#pragma once

#include "analyzer/execute/layout.h"
#include "analyzer/execute/value.h"

#include <deque>
#include <string>
#include <vector>

namespace fporder::execute {

/// How the caller's values are drawn: those of one seed and length are always the same.
struct Draw {
  std::uint64_t seed = 1;
  /// Integer scalars are this one and the next ones; with odd seeds some are from 1 to 4, as strides and widths are. Integers in arrays lie below it.
  std::uint32_t length = 8;
  /// Numbers between 0 and 2; or of both signs; or, for conditions that few numbers meet, of both signs and between 2^-60 and 2^60 or 0.
  enum class Numbers : std::uint8_t { Positive, BothSigns, Wide };
  Numbers numbers = Numbers::Positive;
};

/// An array or scalar that the caller gave, as it was before the run.
struct Given {
  std::string name; // "x", "adam.lr"; fields of *this by their own names
  format::Format format = format::Format::Unknown;
  std::vector<std::size_t> shape; // empty: a scalar
  std::vector<double> values;     // row-major
};

class Memory {
public:
  Memory(const clang::ASTContext &astContext, const Draw &drawn) : context(astContext), layouts(astContext), draw(drawn) {}

  /// An object of `cells` cells without values. Nothing when there are too many.
  std::optional<Address> allocate(std::int64_t cells);
  /// An object that the caller gives: one `element`, or an array of them that grows as it is read and written.
  std::optional<Address> give(const std::string &name, clang::QualType element, bool grows);

  /// The cell at an address, or null with the reason.
  Value *cell(Address address, std::string &reason);
  /// `cells` cells from `from` to `to`; false with the reason.
  bool copy(Address from, Address to, std::int64_t cells, std::string &reason);
  /// Makes an object that the program owns at least `cells` long; the caller's arrays grow by themselves. False when it gets too large.
  bool extend(Address object, std::int64_t cells);
  /// Forgets the values of an object, which is declared anew.
  void forget(Address object);

  /// Makes the caller's arrays that the program looked at at least so many elements long, by the values that it would have found there.
  void lengthen(std::size_t elements);
  /// All that the caller gave and the program looked at.
  std::vector<Given> given();

  const clang::ASTContext &context;
  Layouts layouts;

private:
  struct Object {
    std::vector<Value> cells, before;   // before: as given
    std::vector<Layouts::Cell> element; // given ones: the cells of one element
    clang::QualType type;
    std::string name;
    bool grows = false, drawn = false, scalar = false; // scalar: no array
  };
  /// True when the object then has the cell.
  bool growTo(Object &object, std::int64_t cell);
  Value drawValue(const Object &object, std::size_t index);
  double drawNumber(std::uint64_t hash, format::Format format) const;
  Value drawInteger(clang::QualType type, std::uint64_t hash, bool scalar);
  void describe(const Object &object, std::vector<Given> &all);

  Draw draw;
  std::deque<Object> objects;
  std::uint64_t total = 0;
  std::uint32_t integersDrawn = 0;
};

} // namespace fporder::execute
