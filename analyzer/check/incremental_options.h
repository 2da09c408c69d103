// The part of the command line that says what a run may leave undone: what is known already, what nobody has touched, what there is no time for.
#pragma once

#include "llvm/Support/CommandLine.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fporder::check {

enum class PreCommit : std::uint8_t { No, Changes, Full };

struct IncrementalSettings {
  bool noCache = false;                       // --no-cache, or FPORDER_NO_CACHE in the environment
  std::string cacheDirectory;                 // --cache-dir
  std::optional<std::uint64_t> cacheCapacity; // --cache-size, in bytes
  bool verbose = false;                       // says on stderr what the cache did, and which commands were run

  std::string baseline, writeBaseline;
  bool pruneBaseline = false, updateBaseline = false, checkBaseline = false;

  std::string diffBase;             // a revision; empty: everything counts
  std::optional<double> timeBudget; // seconds
  PreCommit preCommit = PreCommit::No;
};

/// Its flags, registered with llvm::cl while they live.
struct IncrementalFlags {
  explicit IncrementalFlags(llvm::cl::OptionCategory &category);
  /// Null after filling `settings`; else what is wrong with a value.
  std::optional<std::string> convert(IncrementalSettings &settings) const;

  llvm::cl::opt<bool> noCache;
  llvm::cl::opt<std::string> cacheDirectory;
  llvm::cl::opt<unsigned> cacheSize;
  llvm::cl::opt<bool> verbose;
  llvm::cl::opt<std::string> baseline, writeBaseline;
  llvm::cl::opt<bool> pruneBaseline, updateBaseline, checkBaseline;
  llvm::cl::opt<std::string> diffBase;
  llvm::cl::opt<double> timeBudget;
  llvm::cl::opt<std::string> preCommit;
};

} // namespace fporder::check
