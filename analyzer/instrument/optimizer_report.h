// The second mode of the plugin: what the optimiser did to the order of the source's operations, place by place. The floating-point operations at the
// start of the pipeline are compared with those at its end; only what fast-math flags allow is looked at, since nothing else changes a rounding.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <map>
#include <string>
#include <tuple>

namespace fporder::instrument {

/// The operations of a module by their place in the source, inlined and unrolled copies together.
class OperationsByPlace {
public:
  explicit OperationsByPlace(const llvm::Module &module);

  struct Place {
    std::string file;
    unsigned line = 0, column = 0;
    auto key() const { return std::tie(file, line, column); }
    bool operator<(const Place &other) const { return key() < other.key(); }
  };
  struct Operations {
    unsigned additions = 0, multiplications = 0, divisions = 0, fused = 0;
    char symbol = 0;             // of the first: + - * /
    bool mayReassociate = false; // all of these: some operation here
    bool mayTakeReciprocal = false;
    unsigned partialSums = 0;                 // of vector accumulators here: lanes times accumulators; 0 for none
    bool isFusedByTarget = false;             // product and sum, now or by the code generator
    const llvm::Metadata *function = nullptr; // its debug information

    bool isNone() const { return additions + multiplications + divisions + fused == 0; }
  };

  /// One line a change, in the source's order, as a compiler's remarks.
  std::string changesTo(const OperationsByPlace &after) const;

private:
  std::map<Place, Operations> all;
  std::map<const llvm::Metadata *, bool> functions; // known at this stage; whether a body of its own is left
};

/// The file that the report is appended to, '-' for standard error; empty: this mode is off. By the environment, which fporder-c++ sets.
llvm::StringRef optimizerReportFile();
/// An error where it cannot be written.
std::string writeOptimizerReport(llvm::StringRef file, const std::string &text);

} // namespace fporder::instrument
