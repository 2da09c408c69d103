// The level of a match, by evaluation: what its order does to what leaves the function (runtime/evidence), against the orders that the match owns.
//
// A rule with orders is judged by them; a rule that warns and offers none, or whose page says `judged-by: exact`, is held against the real value.
// What is of open format (a template's type, one of a missing header) is taken for binary32 and for binary64, and a harm has to show in both.
// Where nothing can be evaluated, and for rules whose page says `judged-by: match`, the match alone decides, and the evidence says so. A procedure
// has a budget of operations for all its matches, in the order in which they run, and so has a source for all its procedures; up to that the same
// procedure has the same levels for a seed, whatever else is analysed.
#pragma once

#include "rules/engine/match.h"
#include "runtime/evidence/slice.h"

#include <optional>
#include <span>

namespace fporder::rules {

class Judging {
public:
  /// `size`: nodes of the procedure before alternatives were added to it. The procedure outlives it.
  Judging(const order::Procedure &subject, std::size_t originalSize, const MatchOptions &chosen)
      : procedure(subject), size(originalSize), options(chosen), judge(chosen.judgements ? *chosen.judgements : own) {}

  /// Gives the match its judgement and its level.
  void operator()(Match &match);

private:
  /// Takes the verdict on open formats as binary64, with its slice, where less is left of a harm.
  void judgeInDouble(Match &match, std::span<const order::NodeId> others, const evidence::JudgeOptions &most, evidence::Slice &slice);

  bool losesDigitsItself(const Match &match, std::span<const order::NodeId> others, const evidence::JudgeOptions &most);

  const order::Procedure &procedure;
  std::size_t size;
  const MatchOptions &options;
  evidence::Judgements own, &judge;
  std::optional<evidence::Slicer> slicer;
  /// Operations of the procedure and of the source, in additions.
  void spend(double operations);
  double left() const;

  double spent = 0;
};

} // namespace fporder::rules
