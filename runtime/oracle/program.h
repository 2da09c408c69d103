// An ordering graph compiled for the oracle: straight-line code over registers, one body of code per reduction or recurrence.
//
// Shared values are computed once; what does not depend on a reduction's loop is computed outside it. Casts between floating-point formats vanish:
// over the reals they do not round. Registers are numbered over the whole program, each written by one instruction (a reduction's by its iterations);
// those of the values that a recurrence carries by the instruction that runs it. Compilation does not recurse and takes time and memory proportional
// to the nodes under the root, times the loops they depend on.
#pragma once

#include "runtime/elementary/mpfr_functions.h"
#include "runtime/order/graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::oracle {

enum class Action : std::uint8_t {
  Leaf,     // detail: index into Program::leaves
  Index,    // detail: the body whose iteration counts
  Constant, // detail: index into Program::constants
  Add,
  Sub,
  Mul,
  Div,
  Sqrt,
  Fma,
  Negate,
  Absolute,
  CopySign,
  Min,
  Max,
  Select,
  Less,
  LessEqual,
  Equal,
  And,
  Or,
  Not,
  Truth,    // 0 or 1: whether the operand is not zero
  Truncate, // to an integer, as a real
  Floor,
  Ceiling,
  RoundAway, // to the nearest integer, halves away from zero
  RoundEven, // to the nearest integer, halves to even
  Function,  // detail: index into Program::functions
  Reduce,    // detail: the body; a: the initial value
  Recur,     // detail: the body
};

struct Instruction {
  Action action;
  std::uint32_t target;
  std::uint32_t a = 0, b = 0, c = 0;
  std::uint32_t detail = 0;
};

/// A value that a recurrence carries: registers.
struct Carried {
  std::uint32_t initial = 0; // of the parent's
  std::uint32_t value = 0;   // at the start of an iteration
  std::uint32_t next = 0;
};

/// The code outside every reduction (body 0) or one iteration of a reduction or recurrence.
struct Body {
  std::uint32_t parent = 0;
  order::NodeId reduce; // invalid for body 0
  order::Reduction shape;
  bool skipsInitial = false;             // the initial value is the infinity that a minimum or maximum starts from
  std::vector<std::uint32_t> terms = {}; // registers of what an iteration joins: over the reals their sum, in whatever order
  std::uint32_t trips = UINT32_MAX;      // register of the parent's, when the trip count depends on loops around it
  std::vector<Carried> carried = {};     // of a recurrence, the result first
  std::uint32_t stays = 0;               // register: whether the recurrence goes on
  std::vector<Instruction> code;
};

/// A leaf, and the bodies around it whose iterations it depends on, outermost first.
struct LeafUse {
  order::NodeId leaf;
  std::vector<std::uint32_t> bodies;
};

struct FunctionUse {
  std::string_view name;
  unsigned operands = 0;
};

struct Program {
  std::vector<Body> bodies;
  std::vector<LeafUse> leaves;
  std::vector<order::Number> constants;
  std::vector<FunctionUse> functions;
  std::uint32_t registers = 0;
  std::uint32_t result = 0;
  bool rational = true;    // no square root and no function: exact in rational arithmetic
  std::string unsupported; // why the program cannot be run; empty when it can
};

Program compile(const order::Graph &graph, order::NodeId root);

} // namespace fporder::oracle
