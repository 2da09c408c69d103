// What the evaluation of a procedure records: one journal, which a trial of a loop's iteration rewinds as a whole.
//
// Everything that is told of the procedure in the order of its evaluation is written here and nowhere else. What is recorded of nodes by what they
// are (Procedure::assume, excess, carried) is not: it is as true after a rewind as it was before.
#pragma once

#include "analyzer/frontend/state/computation_log.h"
#include "runtime/order/procedure.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace fporder::frontend {

class Journal {
public:
  explicit Journal(order::Procedure &target) : procedure(target) {}

  /// A point to which the journal can be rewound.
  struct Mark {
    std::size_t computations = 0, effects = 0, definitions = 0, unanalysed = 0, callees = 0;
  };
  Mark mark() const;
  void rewind(const Mark &mark);

  void add(order::Effect effect) { procedure.effects.push_back(std::move(effect)); }
  void add(order::Definition definition) { procedure.definitions.push_back(std::move(definition)); }
  /// Once for each place and construct.
  void add(order::Unanalysed construct);
  /// Remembers a callee that is not seen; true when it is met for the first time.
  bool addCallee(const std::string &name);
  /// Of what is computed now: an index into Procedure::definitions.
  std::uint32_t now() const { return static_cast<std::uint32_t>(procedure.definitions.size()); }

  ComputationLog computations;

  /// Nothing is recorded any more: the procedure gets its computations.
  void close() { procedure.computations = computations.derive(); }

private:
  order::Procedure &procedure;
  std::unordered_multimap<std::size_t, std::size_t> constructs; // by hash: positions in Procedure::unanalysed, of which some were rewound
  std::vector<std::string> callees;                             // in the order in which they were met
  llvm::StringSet<> knownCallees;
};

} // namespace fporder::frontend
