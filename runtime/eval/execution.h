// One run of a compiled ordering: registers, loops and events of one block after another.
#pragma once

#include "runtime/eval/evaluator.h"
#include "runtime/eval/kernels.h"
#include "runtime/eval/program.h"
#include "runtime/eval/summation.h"

#include <span>
#include <vector>

namespace fporder::eval {

class Execution {
public:
  Execution(const Program &program, const LeafSource &source, std::size_t samples, bool withEvents);

  /// Samples that a block may hold at most.
  std::size_t blockSamples() const { return frames[0].capacity; }
  void run(std::size_t first, std::size_t count);

  /// Results of the last block.
  void values(std::size_t root, std::span<double> out) const;
  void events(std::size_t root, std::span<std::uint8_t> out) const;
  /// No events, and finite values only.
  bool isOrdinary(std::size_t root) const;

private:
  struct FrameState {
    std::size_t capacity = 0; // lanes
    std::size_t lanes = 0;    // in use
    std::size_t outerLanes = 0, firstIteration = 0;
    std::uint32_t trips = 0;            // at most
    std::uint32_t runs = 0;             // of the present outer lanes, at most
    std::size_t stride = 0, terms = 0;  // that an iteration, and the loop, joins for one outer lane at most
    bool appends = false;               // iterations join different numbers
    std::vector<std::uint32_t> counts;  // by outer lane, when it is ragged: terms collected
    std::vector<std::uint32_t> tripsOf; // by outer lane, when its trip count depends on it
    std::vector<double> storage;        // registers; a value is in one of the two, by its lane type
    std::vector<float> singleStorage;
    std::vector<std::uint8_t> eventStorage;
    std::vector<bool> hasEvents;
    std::vector<std::uint32_t> sample, iteration;   // of each lane: its sample within the block, its iteration of this frame's loop
    std::vector<std::vector<double>> leafValues;    // of a block
    std::vector<std::vector<std::size_t>> leafBase; // of each outer lane
    std::vector<double> wideTerms, wideFactors;
    std::vector<float> singleTerms, singleFactors;
    std::vector<std::uint8_t> termEvents;
    std::vector<std::vector<double>> carried; // by value that a recurrence carries, of each lane
    std::vector<std::uint8_t> going;          // by lane: the recurrence has not ended
  };

  void planFrames(std::size_t samples);
  std::size_t largestLeaf() const;
  void fillLoopLeaves(std::size_t first, std::size_t count);
  void runBody(std::size_t frame);
  void execute(std::size_t frame, const Instruction &instruction);
  void executeSingle(FrameState &state, const Instruction &instruction);
  void executeWide(FrameState &state, const Instruction &instruction);
  void executeConversion(FrameState &state, const Instruction &instruction);
  void executeScalar(FrameState &state, const Instruction &instruction);
  void executeCall(FrameState &state, const Instruction &instruction);
  void flushed(FrameState &state, const Instruction &instruction);
  void loadLeaf(std::size_t frame, const Instruction &instruction);
  void runReduction(std::size_t outer, const Instruction &instruction);
  void runRecurrence(std::size_t outer, const Instruction &instruction);
  void beginRecurrence(std::size_t frame, std::size_t outer);
  bool anyGoes(std::size_t frame);
  void advance(std::size_t frame);
  void enterReduction(std::size_t frame, std::size_t outer);
  void locateLeaves(std::size_t frame, std::size_t outer);
  void placeLanes(std::size_t frame, std::size_t outer);
  void countTrips(std::size_t frame, std::size_t outer);
  void keepTerms(std::size_t frame);
  template <class T> void keepRectangular(FrameState &state, const Frame &code, std::vector<T> &values, std::vector<T> &factors);
  template <class T> void keepRagged(FrameState &state, const Frame &code, std::vector<T> &values, std::vector<T> &factors);
  template <class T, class Use> void withRows(FrameState &state, const FrameTerm &term, const Use &use);
  void keepEvents(FrameState &state, const Frame &code);
  void planTerms();
  void combineTerms(std::size_t frame, std::span<double> result);
  void reductionEvents(std::size_t frame, std::size_t outer, const Instruction &instruction, std::span<const double> initial,
                       std::span<const double> result);
  bool mark(FrameState &state, const Instruction &instruction);
  bool markResults(FrameState &state, const Instruction &instruction);
  bool markOperands(FrameState &state, const Instruction &instruction);
  bool markTies(FrameState &state, const Instruction &instruction);
  void holdSums(std::size_t frame, const Instruction &instruction, double mostSummed, std::span<double> result);
  double mostSummed(std::size_t frame, std::span<const double> initial) const;
  void trackEvents(FrameState &state, const Instruction &instruction, bool marked);

  double *wide(FrameState &state, std::uint32_t reg) const { return &state.storage[reg * state.capacity]; }
  float *single(FrameState &state, std::uint32_t reg) const { return &state.singleStorage[reg * state.capacity]; }
  std::uint8_t *eventsOf(FrameState &state, std::uint32_t reg) const { return &state.eventStorage[reg * state.capacity]; }
  double at(FrameState &state, std::uint32_t reg, bool isSingle, std::size_t lane) const {
    return isSingle ? static_cast<double>(single(state, reg)[lane]) : wide(state, reg)[lane];
  }

  const Program &program;
  const LeafSource &source;
  const Kernels &kernels;
  bool tracking;
  std::size_t firstSample = 0;
  std::vector<FrameState> frames;
  std::vector<double> scratch, callResults;
  std::vector<std::uint8_t> marks; // events by lane of the instruction that is executed
};

} // namespace fporder::eval
