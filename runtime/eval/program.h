// An ordering compiled for evaluation in blocks: straight-line code over registers of lanes, one body for the expression and one for each loop.
//
// The outermost frame has a lane a sample. The body of a reduction is a frame of its own with a lane for every (iteration, outer lane) of a chunk of
// iterations, the outer lane fastest; what does not depend on the loop is computed outside and imported. The body of a recurrence is a frame with a
// lane for every outer lane, run iteration by iteration. A register holds binary32 lanes for values
// of Binary32 and binary64 lanes for all others; instructions are typed accordingly.
#pragma once

#include "runtime/eval/functions.h"
#include "runtime/eval/options.h"
#include "runtime/order/integer_limits.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fporder::eval {

/// Reductions nested deeper are not evaluated.
constexpr std::size_t deepestNesting = 16;
/// Nor are those that more reductions than this continue.
constexpr std::size_t mostContinuing = 256;

enum class Code : std::uint8_t {
  Leaf,      // payload: index into the frame's leaves
  LoopIndex, // of the frame's own loop
  Constant,
  Widen,  // binary32 lanes to binary64 lanes
  Narrow, // the converse; the values are binary32's already or are rounded to nearest even
  Add,
  Sub,
  Mul,
  Div,
  Min,
  Max,
  CopySign,
  Sqrt,
  Neg,
  Abs,
  Fma,
  FaithfulDiv,    // DivisionModel::OneUlp
  FaithfulSqrt,   // SquareRootModel::OneUlp
  ReciprocalSqrt, // SquareRootModel::ReciprocalMultiply
  Convert,
  ToInteger,
  ToBoolean,
  Select,
  Compare,
  And,
  Or,
  Not,
  Call,
  Reduce,  // payload: the frame
  Carried, // payload: which of the values that the frame's loop carries
  Recur,   // payload: the frame
  Invalid, // cannot be evaluated: NaN
};

/// Which code rounds the result.
enum class Road : std::uint8_t {
  Exact,  // nothing rounds
  Single, // binary32 lanes, the hardware's rounding
  Double, // binary64 lanes, the hardware's rounding
  Small,  // binary64 lanes, then rounded to the format; innocuous for + - * / and the square root of operands of at most its precision, for
          // 53 >= 2p + 2 (Figueroa, "When is double rounding innocuous?", 1995), products being exact
  Scalar, // runtime/format/arithmetic.h
};

/// What is looked at beside the operation itself: integers that are not held, and results that C leaves open.
enum class Check : std::uint8_t {
  None,
  Result,   // an integer that is not within `limits` is taken modulo 2^width where these wrap, and is not held otherwise
  Operands, // integers that are not within `limits` are not those that the program has
  Both,     // Operands, then Result
  Ties,     // the smaller or larger of two zeros, or of a number and a NaN
};

struct Instruction {
  Code code = Code::Invalid;
  Road road = Road::Exact;
  bool single = false;        // the target has binary32 lanes
  bool singleSources = false; // the sources have
  bool rounds = false;        // may overflow or underflow
  format::Format format = format::Format::Unknown;
  std::uint8_t relation = 0; // Compare
  Check check = Check::None;
  order::IntegerLimits limits = {};
  std::uint8_t sourceCount = 0;
  std::uint32_t target = 0;
  std::uint32_t sources[3] = {};
  std::uint32_t payload = 0;
  double constant = 0;
  format::Conversion conversion = {};
  const Function *function = nullptr;
  order::NodeId node = {};
};

struct FrameLeaf {
  order::NodeId node;
  std::vector<std::uint32_t> loops;  // bound loops it depends on, outermost first
  std::vector<std::uint32_t> frames; // their frames
};

struct Import {
  std::uint32_t outer = 0; // register of the parent frame
  std::uint32_t inner = 0;
  bool single = false;
};

/// One of the values that an iteration joins, in order.
struct FrameTerm {
  std::uint32_t frame = 0;           // of a reduction that continues this one: all that it joins; 0: a value of this frame's own
  std::uint32_t value = 0;           // register
  std::uint32_t factor = UINT32_MAX; // register of the other factor of a product that is fused
};

/// A value that a recurrence carries.
struct FrameCarried {
  std::uint32_t initial = 0; // register of the parent frame
  std::uint32_t next = 0;    // register
};

struct Frame {
  std::uint32_t parent = 0; // frame 0 is its own
  std::vector<std::uint32_t> children;
  std::vector<Instruction> body;
  std::vector<FrameLeaf> leaves;
  std::vector<Import> imports;
  std::uint32_t registers = 0;

  // of a reduction or a recurrence
  order::NodeId reduce = {};
  std::uint32_t loop = 0;
  bool continues = false;             // its terms are collected by the parent frame
  std::uint32_t initial = UINT32_MAX; // register of the parent frame; none where it continues
  std::vector<FrameTerm> terms = {};
  bool singleTerms = false; // all terms are binary32, those of the frames that continue it included
  bool fusedTerms = false;  // some are products that are fused; the others' factors are 1
  format::Format termFormat = format::Format::Unknown, format = format::Format::Unknown;
  order::ReductionKind kind = order::ReductionKind::Sum;
  Summation summation = {};
  std::optional<std::uint32_t> trips = {}; // when the graph states it
  std::uint32_t tripRegister = UINT32_MAX; // of the parent frame, when it depends on loops around it
  bool ragged = false;                     // lanes join different numbers of terms

  // of a recurrence
  std::vector<FrameCarried> carried = {}; // the result first; binary64 lanes
  std::uint32_t stays = 0;                // register
};

struct Program {
  const order::Graph *graph = nullptr;
  std::vector<Frame> frames;
  std::vector<std::uint32_t> roots; // registers of frame 0
  std::vector<bool> singleRoots;
  std::vector<NotEvaluated> notEvaluated;
  EvaluationOptions options;
};

/// Shared subexpressions are computed once.
Program compile(const order::Graph &graph, std::span<const order::NodeId> roots, const EvaluationOptions &options);

} // namespace fporder::eval
