// What became of programs of which less is known, counted and shown.
#pragma once

#include "runtime/order/procedure.h"

#include <map>
#include <string>
#include <vector>

namespace fporder::test {

constexpr unsigned programsASource = 50, ablationsOfEach = 5;

struct Tally {
  unsigned programs = 0, values = 0, known = 0, equal = 0, assumed = 0, unknown = 0, wrong = 0, crashes = 0;
  unsigned findings = 0, foreign = 0;          // of ablated programs; those that the whole does not have and that rest on nothing assumed
  unsigned integral = 0;                       // of ablated programs, about integers, that rest on nothing assumed
  unsigned untouched = 0, kept = 0, lower = 0; // of whole programs
  std::map<std::string, unsigned> kinds;
  std::map<std::string, std::vector<std::string>> shown;

  void show(const std::string &kind, const std::string &what);
  std::string text() const;
};

/// What the tool would print figures for.
bool isClaimed(const order::Procedure &procedure, const order::Effect &effect);

/// Something under `node` is not proven.
bool restsOnAssumption(const order::Procedure &procedure, order::NodeId node);

} // namespace fporder::test
