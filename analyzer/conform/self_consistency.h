// Functions of one run that compute the same: --self-consistency.
//
// Functions are compared where an output of each has a like fingerprint (runtime/conform/fingerprint.h) and rounds twice at least, so that there is
// an order to differ in, or where their names have one stem (name_stem.h). Those that turn out to be equal over the reals in an output are one group
// by value; those of one stem are one by name, whatever they turn out to compute. Of a group each is compared with its base: the one that is called a
// reference, else the one without a word of a variant in its name, on a CPU rather than a device; else the first. What one output's stores in
// several places compute at their elements is compared likewise, the last place being the base, where it is equal.
#pragma once

#include "analyzer/conform/departures.h"
#include "analyzer/findings/consistency.h"
#include "runtime/conform/profile.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::conform {

struct ComparedFunction {
  order::Procedure *procedure = nullptr; // gains nodes
  const Profile *platform = nullptr;
  DisplayPath display;
};

struct SelfConsistency {
  std::vector<findings::ConsistencyGroup> groups; // in the order of their bases
  std::vector<findings::Finding> departures;      // of what is equal over the reals
  std::string left;                               // what was not compared, and why; empty when all was
};

/// The functions in the order of their sources; one that occurs twice, at the same place, is compared once.
SelfConsistency selfConsistency(std::span<const ComparedFunction> functions);

} // namespace fporder::conform
