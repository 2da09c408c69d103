// Programs compiled without optimisation or contraction, run, and watched: the values that they return and store.
#pragma once

#include "test/unit/analyzer/executed/loop_program.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fporder::test {

/// What a store statement puts into a parameter's array, in the order of execution.
struct StoredSequence {
  std::string parameter;
  std::string member; // of the struct, or empty
  std::vector<double> values;
};

struct Outcome {
  std::optional<double> returned;
  std::vector<StoredSequence> stores; // by parameter, member, and place of the machine instruction, which follows the source
};

/// The functions' source, as it is compiled and as it is to be translated: with the headers that it needs.
std::string sourceOf(std::span<const LoopProgram> programs);

/// Flags for the compiler's driver that say what the arithmetic is: both sides get the same.
std::vector<std::string> arithmeticFlags();

/// One shared object of functions, loaded. Throws std::runtime_error, with what the compiler said, where it cannot be made.
class Execution {
public:
  explicit Execution(std::span<const LoopProgram> programs);
  ~Execution();
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;

  /// Calls one of the functions with the values of its parameters.
  Outcome run(const LoopProgram &program) const;

private:
  struct Loaded;
  std::unique_ptr<Loaded> loaded;
};

} // namespace fporder::test
