// What the tool says of the values that a function returns and stores, by the way that a figure comes about: each value is a subject of its own,
// bound to the arrays by name and evaluated.
#pragma once

#include "runtime/order/procedure.h"
#include "test/unit/analyzer/executed/execution.h"

#include <string>
#include <vector>

namespace fporder::test {

/// One value that the function returns or stores in each sample, as far as it is claimed.
struct Claim {
  order::Effect::Kind kind = order::Effect::Kind::Return;
  std::string target;         // of a store: "o[i]", "o[i].a"
  std::string graph;          // the value, as infix
  std::string withheld;       // why no figure would be printed; empty when one would
  bool rounds = false;        // the value is computed rather than passed on
  std::string drawn;          // a leaf that the program's own values do not decide
  bool invariant = false;     // no array says what the samples range over: there is one, or none under conditions
  std::vector<double> values; // by sample
};

/// The claims of one procedure about `program`, called with the values of its parameters; in the order of the procedure's effects.
std::vector<Claim> claimsOf(const order::Procedure &procedure, const LoopProgram &program);

enum class Verdict : std::uint8_t { Agrees, Differs, Withheld, PassedOn };

struct Judged {
  Verdict verdict = Verdict::Withheld;
  Claim claim;
  std::string why; // what differs, or why there is no claim
};

/// The claims held against what happened: a sample for each time that a store statement ran, and one for the value returned.
std::vector<Judged> judge(std::vector<Claim> claims, const Outcome &outcome);

} // namespace fporder::test
