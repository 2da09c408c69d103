#include "analyzer/frontend/state/journal.h"

#include "llvm/ADT/Hashing.h"

#include <utility>

namespace fporder::frontend {

Journal::Mark Journal::mark() const {
  return {computations.size(), procedure.effects.size(), procedure.definitions.size(), procedure.unanalysed.size(), callees.size()};
}

void Journal::rewind(const Mark &mark) {
  computations.rewind(mark.computations);
  procedure.effects.resize(mark.effects);
  procedure.definitions.resize(mark.definitions);
  procedure.unanalysed.resize(mark.unanalysed);
  for (; callees.size() > mark.callees; callees.pop_back())
    knownCallees.erase(callees.back());
}

void Journal::add(order::Unanalysed construct) {
  const std::size_t key = llvm::hash_combine(construct.line, construct.column, construct.what, construct.file);
  const auto [begin, end] = constructs.equal_range(key);
  for (auto each = begin; each != end; ++each) {
    if (each->second >= procedure.unanalysed.size())
      continue; // rewound since
    const order::Unanalysed &known = procedure.unanalysed[each->second];
    if (known.line == construct.line && known.column == construct.column && known.what == construct.what && known.file == construct.file)
      return;
  }
  constructs.emplace(key, procedure.unanalysed.size());
  procedure.unanalysed.push_back(std::move(construct));
}

bool Journal::addCallee(const std::string &name) {
  if (!knownCallees.insert(name).second)
    return false;
  callees.push_back(name);
  return true;
}

} // namespace fporder::frontend
