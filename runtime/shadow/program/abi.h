// What an instrumented program and the library that it links share: the layout of the tables and counters that the pass (analyzer/instrument) writes
// into each module, and of what the program hands over when something is to be recorded. Plain data in C's layout; every change of it takes a new
// `abiVersion`, which the library checks when it meets a module.
//
// A *site* is an operation at a source place. A *chunk* is a run of sites without a branch or a call in between: they run equally often and are
// recorded together. Each thread counts in an area of its own, which lies in the module's thread-local storage.
#pragma once

#include <cstdint>

namespace fporder::program {

inline constexpr std::uint32_t abiVersion = 4;

/// What a site does. The values are written by the pass.
enum class Action : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Fma,        // rounded once
  Function,   // of the library of mathematics, one or two operands
  Conversion, // to a narrower format, or from an integer
  Compare,    // a decision
  ToInteger,  // a decision as well
  Output,     // a value that code without shadows receives: what is printed
  Restart     // a value that code without shadows has made
};

/// The formats of sites, as fporder::shadowing::Format.
enum class SiteFormat : std::uint8_t { BFloat16, Binary16, Binary32, Binary64 };

inline constexpr unsigned mostOperands = 3;

/// Where an operand comes from. At least 0: the index in the chunk of the operation that has made it. Below: a value from outside of the chunk, -1
/// the first, -2 the second, and so on; equal numbers are one value for sure. Widening conversions are looked through.
using Origin = std::int16_t;

struct SiteDescription {
  const char *file;
  const char *operation; // "+", "sqrt", "conversion", the callee's name, ...
  std::uint32_t line, column;
  Action action;
  SiteFormat format;
  std::uint8_t operandCount;
  std::uint8_t predicate; // of Compare: bits 1 equal, 2 greater, 4 less, 8 unordered, as LLVM's; of Output: 1: the operation is a name of the user's
  Origin origin[mostOperands];
  std::uint8_t constants; // bit k: operand k is a constant of the source
  std::uint8_t negated;   // bit k: operand k is what it comes from with the other sign
};

struct ChunkDescription {
  std::uint32_t firstSite, siteCount, slot;
};

struct ModuleDescription {
  std::uint32_t version, siteCount, chunkCount, slotCount;
  const SiteDescription *sites;
  const ChunkDescription *chunks;
  void *state; // the library's
};

/// `left` is how many executions go unrecorded before the next that is; counted down, and past 0. Executions so far: next - left.
struct ChunkState {
  std::uint64_t left, next;
};

/// The upper bound on the error of a result above which it is recorded, relative to 2^e for 2^e <= |exact| < 2^(e+1). A site of action Restart counts
/// in `restarts`.
struct SiteState {
  double restarts, limit;
};

/// What a thread has counted in a module. A chunk's state lies in the slot that its description names, those of its sites in the slots after it.
union Slot {
  ChunkState chunk;
  SiteState site;
};
struct Area {
  void *state; // the library's; null before the first record
  void *reserved;
  Slot slots[1]; // as many as ModuleDescription::slotCount
};

/// A value's companion. The value over the reals is within `bound` of value + error. `Real` is a double or a pack of them: see lanes.h.
template <class Real> struct ShadowOf {
  Real error, bound;
};
using Shadow = ShadowOf<double>;

/// One site of a chunk that is recorded. Where a result's error is not finite, the library sets the bound with which the value restarts: 0, or
/// infinity where its exact value is unknown. For a decision the result is 1 or 0, or the integer, and the shadow says what it rests on: the
/// difference of the exact values, or how far the exact value lies from the integer nearest to value + error, and a bound on what that is off by.
struct Entry {
  double value[mostOperands];
  Shadow operand[mostOperands];
  double result;
  Shadow shadow;
};

/// Arguments and results on their way between functions that both have shadows. A tag is the callee's address: code without shadows in between
/// leaves a tag behind that does not fit.
inline constexpr unsigned transferredValues = 32;
struct Transfer {
  const void *callee;     // of `arguments`; cleared by who takes them
  const void *returnedBy; // of `results`
  Shadow arguments[transferredValues];
  Shadow results[transferredValues];
};

/// Values of the wider precisions have a place of their own size in `fporder_wide_transfer`, arguments first; tags are those of Transfer.
inline constexpr unsigned wideTransferSize = 72;
struct WideTransfer {
  alignas(8) char values[2 * transferredValues][wideTransferSize];
};

/// The precision of a process's shadows, chosen before its first operation: `fporder_precision`.
enum class PrecisionKind : std::uint32_t { Residue, DoubleDouble, Number };

} // namespace fporder::program

extern "C" fporder::program::PrecisionKind fporder_precision;
