// A random function with loops, its parameters and the values that it is called with: what is compiled and run, and what is translated and measured.
#pragma once

#include "runtime/format/format.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fporder::test {

/// A member of a parameter's elements, or, without a name, the elements themselves. `values` has one for each element, each a value of `format`.
struct Member {
  std::string name;
  format::Format format = format::Format::Binary32;
  std::vector<double> values;
};

/// An array of T or of a struct, or a scalar T. Structs have members of one format and no padding.
struct LoopParameter {
  std::string type; // of an element, as spelled
  std::string name;
  std::vector<std::size_t> shape; // extents; empty for a scalar
  std::vector<Member> members;
  bool written = false; // passed as a pointer to non-const
  bool given = true;    // its values are input: they are what a user supplies by name
};

struct LoopProgram {
  std::string loopClass;
  std::string name;
  format::Format format = format::Format::Binary32; // of the value returned and, as a rule, of everything else
  bool returns = false;                             // a value of `format`
  std::string before;                               // structs and functions that the function needs
  std::string code;                                 // the function
  std::vector<LoopParameter> parameters;
};

/// "float", "double", "_Float16", "__bf16", "int".
std::string spelled(format::Format format);

/// Bytes of one element in memory; `Integer` is int.
std::size_t sizeInMemory(format::Format format);

} // namespace fporder::test
