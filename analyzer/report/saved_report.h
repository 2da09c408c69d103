// A report of shadow execution as a program has written it (runtime/shadow/include/fporder/shadow/report_json.h), read back.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fporder::report {

struct Place {
  std::string file, operation, format;
  std::uint64_t line = 0, column = 0;
  std::string text() const { return file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + operation; }
  auto key() const { return std::tie(file, line, column, operation, format); }
};

struct SavedPlace {
  Place place;
  std::uint64_t count = 0, flips = 0, undecided = 0, overflow = 0, underflow = 0, invalid = 0;
  std::uint64_t cancels = 0; // where it passes on more than half a unit of its operands' errors
  double maxUlp = 0;
};

struct SavedOutput {
  std::string name;
  std::uint64_t count = 0, undecided = 0, nonFinite = 0;
  double maxUlp = 0;
};

/// At which a result was furthest off.
struct FurthestOff {
  std::vector<double> operands;
};

/// An expression that the program computed: runtime/shadow/include/fporder/shadow/trees.h.
struct SavedTree {
  Place place; // of the last operation
  std::string fpcore;
  std::vector<std::string> leaves;
  double share = 0;
  std::vector<std::vector<double>> samples; // a value for each leaf, here and below; of any number where the file is not ours
  std::vector<FurthestOff> furthest;
};

struct SavedReport {
  std::string precision;
  std::vector<SavedPlace> places;
  std::vector<SavedOutput> outputs;
  std::vector<SavedTree> trees;
  llvm::json::Value whole = nullptr;

  std::uint64_t undecided() const;                                              // results and output values
  bool hasBits() const { return llvm::StringRef(precision).ends_with("bits"); } // numbers of MPFR, not residues or double-double
};

/// The shortest decimal that reads back as the number.
std::string shortest(double value);

/// For a terminal: without control characters, which a report's names may hold.
std::string shown(llvm::StringRef text);

/// Of a JSON value; the error says what is wrong with it.
llvm::Expected<SavedReport> reportOf(llvm::json::Value value, const std::string &name);
/// The error says what is wrong with the file, and where.
llvm::Expected<SavedReport> readReport(const std::string &file);

} // namespace fporder::report
