// The part of the command line that says what functions are compared with, and how they are described.
#pragma once

#include "llvm/Support/CommandLine.h"

#include <optional>
#include <string>

namespace fporder::check {

/// How Python scripts are read.
struct ScriptSettings {
  std::string interpreter; // --python; empty: /usr/bin/python3
  std::string profile;     // --reference-profile: the order of a library's version, by python::profiles(); empty: the newest on a CPU
};

struct ReferenceSettings {
  std::string reference;                   // file, file:function, directory or formula; empty: none
  std::string platform, referencePlatform; // names of conform::profiles(); empty: by the languages
  bool selfConsistency = false;            // functions that compute the same are compared with each other
  bool describe = false;                   // functions are described
  ScriptSettings scripts;
};

/// Its flags, registered with llvm::cl while they live.
struct ReferenceFlags {
  explicit ReferenceFlags(llvm::cl::OptionCategory &category);
  /// Null after filling `settings`; else what is wrong with a value.
  std::optional<std::string> convert(ReferenceSettings &settings) const;

  llvm::cl::opt<std::string> reference, platform, referencePlatform;
  llvm::cl::opt<bool> selfConsistency, describe;
  llvm::cl::opt<std::string> python, referenceProfile;
};

} // namespace fporder::check
