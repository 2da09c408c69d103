// The first stage: a whole block of samples in double-double, deciding what its error bounds decide.
#pragma once

#include "runtime/oracle/block_kernels.h"
#include "runtime/oracle/interpreter.h"

#include <span>
#include <vector>

namespace fporder::oracle {

class BlockStage {
public:
  /// Room for `lanes` samples. `program` must outlive the stage.
  BlockStage(const Program &program, const BlockKernels &kernels, std::size_t lanes);

  /// Decides values[s] where it can; elsewhere decided()[s] is 0 and values[s] unspecified. Precondition: values.size() <= lanes.
  void run(const LeafBlock &block, const Target &target, std::span<ExactValue> values);
  std::span<const unsigned char> decided() const { return decisions; }

private:
  LaneColumn column(std::uint32_t target) {
    const std::size_t first = std::size_t{3} * target * lanes;
    return {&storage[first], &storage[first + lanes], &storage[first + 2 * lanes]};
  }
  void runBody(std::uint32_t body);
  void step(const Instruction &instruction);
  void load(const Instruction &instruction);
  void call(const Instruction &instruction);
  bool applyToSame(const Instruction &instruction);
  void fill(const LaneColumn &to, double high, double low, double error);
  void copy(const LaneColumn &to, const LaneColumn &from);
  void reduce(const Instruction &instruction);
  void reduceUneven(const Instruction &instruction);

  const Program &program;
  const BlockKernels &kernels;
  std::size_t lanes, count = 0;
  std::vector<double> storage; // three arrays a register
  std::vector<double> rounded;
  std::vector<unsigned char> decisions;
  std::vector<std::uint32_t> iterations;
  std::vector<double> kept; // of lanes whose loop is over while others' runs
  const LeafBlock *leaves = nullptr;
};

} // namespace fporder::oracle
