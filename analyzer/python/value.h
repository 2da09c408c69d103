// What expressions of a script are while it is translated.
//
// An array is held by its generic element: an expression over index variables, one for each trailing axis that is known apart (axis 1 is the last)
// and one, the rest, for all axes before, flattened. An array of known rank has no rest. Broadcasting aligns axes from the last, so an elementwise
// operation is one node over the operands' generic elements, and an axis of size 1 is one whose variable does not occur. A leaf of unknown shape is
// read at the place that broadcasting gives it.
#pragma once

#include "analyzer/python/syntax.h"
#include "runtime/order/procedure.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fporder::python {

enum class Library : std::uint8_t { None, NumPy, Torch };

struct Axes {
  bool known = false;               // the rank: there is no rest
  unsigned shown = 0;               // trailing axes with a variable of their own; the rank where that is known
  std::vector<order::NodeId> sizes; // by axis, the last first; invalid where not known; shorter than `shown` where none is
  std::vector<bool> reduced;        // by axis, the last first: of size 1, as a reduction with kept axes leaves it
  order::NodeId size(unsigned axis) const { return axis - 1 < sizes.size() ? sizes[axis - 1] : order::NodeId{}; }
  bool isReduced(unsigned axis) const { return axis - 1 < reduced.size() && reduced[axis - 1]; }
};

/// The memory of an array, which several values may designate.
struct Array {
  order::NodeId element;
  Axes axes;
  Library library = Library::None;
  std::string name;                    // of a leaf: as it is written; empty for what was computed
  order::NodeId initial;               // of a leaf: the element before anything was stored
  order::PlaceId stored;               // of the last store in place
  bool fresh = false;                  // an input without a name as yet: what it is assigned to gives it one
  std::vector<order::NodeId> filledBy; // by axis, outermost first: indices of the loops around that store its elements one by one
  bool turned = false;                 // its axes lie in memory in another order, or one not known
  bool gaps = false;                   // a slice: its last axis lies in memory as others do, the axes together do not
};

using ArrayId = std::uint32_t;
struct Value;
using Attributes = std::map<std::string, Value>;

struct Value {
  enum class Kind : std::uint8_t {
    None,
    Number, // a scalar: `node`; weak when it is a Python number, whose format gives way to an array's
    Array,
    Text,     // `text`
    Tuple,    // `items`; lists too
    Sequence, // what a loop adds to a list, one value an iteration: `items[0]` by the loop's index, `node`, of which there are `count`
    Module,   // `text`: "numpy", "torch.nn.functional"
    Library,  // a function of a module: `text` is "numpy.sqrt"
    Method,   // `items[0]` is the object, `text` the name
    Function, // `syntax`, a def or lambda; `items[0]` is the object of a bound method
    Class,    // `syntax`
    Object,   // `object`: an instance of `syntax`
    Format,   // a dtype: `format`
    Shape,    // of the array `array`
    Slice,    // `items`: start, stop, step
    Ellipsis,
    Unknown, // `text`: what it is called; becomes an input where it is computed with
  };
  Kind kind = Kind::Unknown;
  order::NodeId node = {};
  order::NodeId count = {};
  bool weak = false;
  Library library = Library::None; // of a strong Number
  ArrayId array = 0;
  std::string text = {};
  format::Format format = format::Format::Unknown;
  std::vector<Value> items = {};
  const Syntax *syntax = nullptr;
  std::uint32_t object = 0;
  std::uint32_t depth = 0; // of a list: the loops around where it was made
  bool guessed = false;    // Number: taken for one by its name

  bool is(Kind other) const { return kind == other; }
};

/// All that statements change: copied where control divides.
struct State {
  std::vector<std::map<std::string, Value>> scopes; // innermost function last; the first is the module's
  std::map<ArrayId, Array> changed;                 // arrays that are not as they were made
  std::map<std::uint32_t, Attributes> objects;
};

} // namespace fporder::python
