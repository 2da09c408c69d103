// What a shard's command line may decide for merge.
//
// A shard is a file from elsewhere. What chooses and words the report counts; what writes a file or changes a source does not, and is said to be
// without effect: it is given to merge itself. Every option that counts is one row of a table; one that has no row makes the shard unusable.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fporder::check {

struct MergeWords {
  std::vector<std::string> words;   // the program's name first, each option in one word; flags after "--" as they were
  std::vector<std::string> notices; // what has no effect
};

/// `commandLine`: of the run that made the shard. `replaced`: names of the options that merge's own command line has.
llvm::Expected<MergeWords> wordsForMerge(llvm::ArrayRef<std::string> commandLine, llvm::ArrayRef<llvm::StringRef> replaced);

} // namespace fporder::check
