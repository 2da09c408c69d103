// Functions that compute the same, compared with one of them: what --self-consistency prints.
#pragma once

#include "analyzer/findings/conformance.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::findings {

/// One function, and each of its outputs against the base's.
struct ConsistencyMember {
  std::string function;
  Region where;
  std::vector<ConformanceEntry> outputs;
};

struct ConsistencyGroup {
  std::string name;
  std::string
      evidence; // why they are compared: "value" (equal over the reals), "name", "name and value", "elements" (of one output, in several places)
  std::string baseFunction;
  Region base;
  std::vector<ConsistencyMember> members; // the base aside
};

/// A title and a line for each output of each member, aligned; one line that says so where there is no group.
std::vector<std::string> consistencyTable(std::span<const ConsistencyGroup> groups);

} // namespace fporder::findings
