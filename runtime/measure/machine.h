// Machine models: what operations cost, as data. The files are runtime/measure/machines/*.txt, embedded by the build.
//
//   machine NAME            title TEXT            source TEXT         lines that begin with # are comments
//   values FORMAT N                               values of the format in one instruction
//   FORMAT OPERATION LATENCY THROUGHPUT           cycles until the result; cycles between two independent instructions
//
// FORMAT is a name of runtime/format/format.h or "any"; OPERATION is one of add mul fma div sqrt select cast call. What a source does not give is
// left out, and a cost that needs it says so.
#pragma once

#include "runtime/error/result.h"
#include "runtime/format/format.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace fporder::measure {

/// Add covers subtraction, Select min, max and selections; negation, absolute value and copying a sign are free.
enum class CostKind : std::uint8_t { Add, Mul, Fma, Div, Sqrt, Select, Cast, Call };

inline constexpr std::size_t costKinds = 8;

std::string_view name(CostKind kind);

struct InstructionCost {
  double latency = 0;    // cycles
  double throughput = 0; // cycles an instruction
  double values = 1;     // results an instruction
};

struct Machine {
  std::string name, title, source;
  std::map<std::pair<format::Format, CostKind>, InstructionCost> costs; // Format::Unknown stands for any

  /// Nothing when the source does not say.
  std::optional<InstructionCost> cost(format::Format format, CostKind kind) const;
};

/// Reads one file; `file` is for messages: "FILE:LINE: what is wrong".
Result<Machine> parseMachine(std::string_view text, std::string_view file);

/// The machines built in, by name in ascending order.
std::span<const Machine> machines();
/// Nothing when there is none of that name.
const Machine *findMachine(std::string_view name);

} // namespace fporder::measure
