// Programs rewritten so that they mean the same: what is found in them must stay as well.
#pragma once

#include "test/metamorphic/rewriting.h"

namespace fporder::test {

struct Transformation {
  const char *name;
  /// Nothing where the program has no place for it.
  std::optional<Rewritten> (*rewrite)(const MainText &source, Random &random);
  bool changesStatements = false; // means the same only where a * b + c is never fused
  bool addsFunctions = false;     // functions that are analysed apart, without their callers' conditions
};

const std::vector<Transformation> &transformations();

// renaming.cpp
/// Every name that the file defines, by another one, wherever it is spelled: macros, dependent names and pragmas included.
std::optional<Rewritten> renameEverything(const MainText &source, Random &random);
/// Likewise, by names that sound like something.
std::optional<Rewritten> renameToWords(const MainText &source, Random &random);
/// Local variables that share a name get names of their own.
std::optional<Rewritten> renameApart(const MainText &source, Random &random);
/// Variables of inner blocks get names of outer variables, which are not used there.
std::optional<Rewritten> renameAlike(const MainText &source, Random &random);

// statements.cpp
std::optional<Rewritten> addBraces(const MainText &source, Random &random);
std::optional<Rewritten> reorder(const MainText &source, Random &random);

// values.cpp
std::optional<Rewritten> wrapInMacros(const MainText &source, Random &random);
std::optional<Rewritten> hideInMacros(const MainText &source, Random &random);
std::optional<Rewritten> split(const MainText &source, Random &random);
std::optional<Rewritten> merge(const MainText &source, Random &random);
std::optional<Rewritten> extractHelpers(const MainText &source, Random &random);

} // namespace fporder::test
