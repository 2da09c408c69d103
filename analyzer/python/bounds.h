// What is read of a script and spent on it: all that is beyond is an error or named as not analysed.
#pragma once

#include <cstdint>
#include <string>

namespace fporder::python::bounds {

inline constexpr std::uint64_t scriptBytes = 1ULL << 20;   // of a script
inline constexpr std::uint64_t syntaxNodes = 200'000;      // of its syntax
inline constexpr std::uint64_t syntaxLevels = 200;         // of its syntax inside each other
inline constexpr std::uint64_t readerSeconds = 20;         // of processor time in which Python reads it
inline constexpr std::uint64_t readerMemory = 1ULL << 30;  // bytes, of that Python
inline constexpr std::uint64_t unrolledIterations = 16;    // of a loop that are evaluated one by one; longer ones are evaluated as a whole
inline constexpr std::uint64_t dividedBranches = 64;       // of a function that return on a side, one within the rest of another
inline constexpr std::uint64_t branchesEvaluatedTwice = 8; // of those: what stands behind them is evaluated on both sides
inline constexpr unsigned evaluations = 12;                // of a function, until what is learnt of its inputs stays the same
inline constexpr unsigned assumedAxes = 8;                 // of an array whose rank is taken from its uses
inline constexpr unsigned reindexedLoops = 64;             // loops that carry values whose results are read at other indices, of a function

inline std::string beyond(std::uint64_t bound, const char *of) { return "beyond the limit of " + std::to_string(bound) + " " + of; }

} // namespace fporder::python::bounds
