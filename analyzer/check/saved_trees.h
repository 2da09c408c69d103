// Expressions in a report of shadow execution (runtime/shadow/include/fporder/shadow/report_json.h), read back.
#pragma once

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fporder::check {

struct TreePlace {
  std::string file;
  std::uint32_t line = 0, column = 0;
};

/// At which the program's result was furthest off.
struct FurthestOff {
  std::vector<double> operands;
};

/// As in the report.
struct SavedTree {
  TreePlace place;
  std::string fpcore;
  std::vector<std::string> leaves;
  double share = 0;
  std::uint64_t offered = 0;
  std::vector<std::vector<double>> samples;
  std::vector<FurthestOff> furthest;
};

/// The error says what is wrong with the file, and where.
llvm::Expected<std::vector<SavedTree>> readTrees(const std::string &file);

} // namespace fporder::check
