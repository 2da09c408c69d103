// One evaluation of a loop, and the trial of its iterations that the evaluation consists of.
#pragma once

#include "analyzer/frontend/loops/loop.h"
#include "analyzer/frontend/state/journal.h"
#include "analyzer/frontend/state/states.h"

#include "llvm/ADT/DenseSet.h"

namespace fporder::frontend {

/// A loop's test as a comparison of its index with what it runs to: it goes on while index `relation` bound.
struct LoopTest {
  order::NodeId bound; // invalid: the test is none
  std::string relation;
  bool afterBody = false;
  bool writes = false; // so does the one that fails
  bool open = false;   // the caller decides
};

/// Numbers of values, the lesser first.
using ValuePairs = llvm::DenseSet<std::pair<std::uint32_t, std::uint32_t>>;

/// Where a look at an iteration begins and, where the iteration turns out to be another one, goes back to: Evaluator::rewind. The state and all that
/// the journal holds are then as they were, and so is what the procedure knows of the loops entered since. What stays is what is learnt of the loop
/// (Loop), and what is true of nodes and locations by what they are: both have the same numbers in the next look.
struct Trial {
  State before;
  Journal::Mark recorded;
  std::size_t exits = 0;        // of Frame::exits
  std::size_t firstEntered = 0; // entries of loops from here on: this one and those inside
};

struct LoopRun : Trial {
  LoopRun(Loop &evaluated, const LoopShape &loopShape, bool isInfinite)
      : loop(evaluated), id(evaluated.number), shape(loopShape), infinite(isInfinite) {}

  Loop &loop;
  std::uint32_t id;
  const LoopShape &shape;
  bool infinite;                // left by break only
  LoopRun *outer = nullptr;     // the loop it runs in
  const Frame *frame = nullptr; // the activation it runs in

  // Before the first iteration: what each finds.
  std::vector<Carried> carried;
  std::map<LocationId, std::size_t> positions;           // in `carried`
  LocationId index;                                      // the variable whose value is `leaf`; invalid where no variable's is
  order::NodeId leaf;                                    // the LoopIndex node of the loop
  std::map<LocationId, std::optional<Value>> inductions; // at the start of an iteration; without a value: unknown there
  WrittenParts assumed;                                  // what the iteration was entered with as all that is written of what is carried
  bool writesEverything = false;                         // too much to list: nothing is carried but what advances
  bool nests = true;                                     // such assumptions have held
  bool isGuess = false;                                  // what it was entered with are the values before the loop
  Store entry;                                           // at the start of an iteration
  Moment start;                                          // when that was

  // In the iteration: its test, and how it is left.
  LoopTest test;
  order::NodeId condition; // its whole test
  bool testedAfterBody = false;
  order::NodeId lowest;                                   // of the index's values, in a loop that counts down to where its test says
  order::NodeId span;                                     // from the index's first value to beyond its last
  const char *left = nullptr;                             // the statement beside break that leaves it
  bool leftUnseen = false;                                // in a way that `breaks` and `returns` do not hold
  std::vector<order::NodeId> returns;                     // paths to where the procedure returns from within it
  order::NodeId returned;                                 // whether it has been left by one of `returns`
  std::vector<std::pair<LocationId, order::NodeId>> phis; // what of it is carried by, with its LoopValues

  // At its end.
  State end;
  std::vector<State> breaks;
  WrittenParts parts;
  mutable std::optional<ValuePairs> differences; // see Evaluator::carriedDifferences; of the iteration that `end` is the end of

  // After the loop: what accumulates.
  std::vector<order::Computation> sums;               // computed by the loop as a whole
  llvm::DenseMap<std::uint32_t, std::size_t> updates; // by node: computations in the body that are a step of the sum at that position
  struct Correction {
    LocationId sum, correction;
    order::NodeId whole;
  };
  std::vector<Correction> corrections; // sums whose errors are added up beside them, and what both together are
};

} // namespace fporder::frontend
