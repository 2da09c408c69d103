#include "analyzer/execute/interpreter.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::execute {

/// True in the function that the watched expression stands in, called the way that was asked for.
bool Interpreter::isWatched() const {
  const Frame *at = frame;
  for (const clang::Expr *call : watch.calls) {
    if (!at || at->call != call)
      return false;
    at = at->caller;
  }
  return at && !at->caller;
}

void Interpreter::record(const clang::Stmt *at, const Value &value) {
  if (at != watch.expression || value.kind != Value::Kind::Floating || value.format != watch.format || !isWatched())
    return;
  recorded.values.push_back(value.number);
  if (!watch.assignment) // nothing holds it but the expression itself
    for (LoopRun &run : running)
      run.here.assign(1, {Address{}, value.number});
}

void Interpreter::recordAssigned(const clang::Stmt *assignment, Address at, const Value &value) {
  if (!watch.assignment || assignment != watch.assignment || value.kind != Value::Kind::Floating || !isWatched())
    return;
  for (LoopRun &run : running) {
    const auto known = llvm::find_if(run.here, [&](const auto &each) { return each.first == at; });
    if (known == run.here.end())
      run.here.emplace_back(at, value.number);
  }
}

void Interpreter::setAnew(Address at) {
  for (LoopRun &run : running)
    if (!run.active)
      llvm::erase(run.left, at);
}

std::optional<std::size_t> Interpreter::watchedLoop(const clang::Stmt *loop) const {
  const auto found = llvm::find(watch.loops, loop);
  if (found == watch.loops.end() || !isWatched())
    return std::nullopt;
  return static_cast<std::size_t>(found - watch.loops.begin());
}

void Interpreter::enterLoop(const clang::Stmt *loop) {
  if (const std::optional<std::size_t> index = watchedLoop(loop)) {
    running[*index].active = true;
    running[*index].here.clear();
  }
}

void Interpreter::leaveLoop(const clang::Stmt *loop) {
  const std::optional<std::size_t> index = watchedLoop(loop);
  if (!index)
    return;
  LoopRun &run = running[*index];
  run.active = false;
  std::string ignored;
  for (const auto &[at, number] : run.here) {
    // Other assignments may have followed the watched one.
    const Value *now = at.object == Address::null ? nullptr : memory.cell(at, ignored);
    recorded.leaving[*index].values.push_back(now && now->kind == Value::Kind::Floating ? now->number : number);
    const bool goesOn = llvm::is_contained(run.left, at);
    recorded.leaving[*index].goesOn |= goesOn && at.object != Address::null;
    if (!goesOn)
      run.left.push_back(at);
  }
}

bool Interpreter::isCut(const clang::Stmt *loop, std::uint64_t &ended) {
  ++ended;
  if (watch.loops.empty() || loop != watch.loops.back() || !isWatched())
    return false;
  recorded.outerIterations = std::max(recorded.outerIterations, ended);
  return ended == watch.cutAfter;
}

} // namespace fporder::execute
