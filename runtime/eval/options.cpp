#include "runtime/eval/options.h"

namespace fporder::eval {

Summation summationOf(const order::Reduction &reduction) {
  Summation summation;
  summation.width = reduction.width;
  switch (reduction.schedule) {
  case order::Schedule::Reverse:
    summation.kind = Summation::Kind::Reverse;
    break;
  case order::Schedule::Pairwise:
    summation.kind = Summation::Kind::Pairwise;
    break;
  case order::Schedule::Lanes:
    summation.kind = Summation::Kind::Lanes;
    break;
  case order::Schedule::Tree:
    summation.kind = Summation::Kind::Tree;
    break;
  case order::Schedule::SplitK:
    summation.kind = Summation::Kind::SplitK;
    break;
  case order::Schedule::Compensated:
    summation.kind = Summation::Kind::Neumaier;
    break;
  case order::Schedule::Kahan:
    summation.kind = Summation::Kind::Kahan;
    break;
  case order::Schedule::Sequential:
  case order::Schedule::Unordered:
  case order::Schedule::Unspecified:
    break;
  }
  return summation;
}

} // namespace fporder::eval
