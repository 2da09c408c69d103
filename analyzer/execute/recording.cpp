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

namespace {

template <typename Assigned> void put(Assigned &all, Address at, double number) {
  const auto known = llvm::find_if(all, [&](const auto &each) { return each.first == at; });
  if (known != all.end())
    known->second = number;
  else
    all.emplace_back(at, number);
}

} // namespace

void Interpreter::recordAssigned(const clang::Stmt *assignment, Address at, const Value &value) {
  if (!watch.assignment || assignment != watch.assignment || value.kind != Value::Kind::Floating || !isWatched())
    return;
  put(everAssigned, at, value.number);
  for (LoopRun &run : running)
    put(run.here, at, value.number);
}

std::optional<std::size_t> Interpreter::watchedLoop(const clang::Stmt *loop) const {
  const auto found = llvm::find(watch.loops, loop);
  if (found == watch.loops.end() || !isWatched())
    return std::nullopt;
  return static_cast<std::size_t>(found - watch.loops.begin());
}

void Interpreter::enterLoop(const clang::Stmt *loop) {
  const std::optional<std::size_t> index = watchedLoop(loop);
  if (!index)
    return;
  LoopRun &run = running[*index];
  run.here.clear();
  run.before.clear();
  std::string ignored;
  for (const auto &[at, number] : everAssigned)
    if (const Value *now = memory.cell(at, ignored); now && now->kind == Value::Kind::Floating && now->number == number)
      run.before.emplace_back(at, number);
}

void Interpreter::leaveLoop(const clang::Stmt *loop) {
  const std::optional<std::size_t> index = watchedLoop(loop);
  if (!index)
    return;
  const LoopRun &run = running[*index];
  for (const auto &[at, number] : run.here) {
    recorded.leaving[*index].values.push_back(number);
    recorded.leaving[*index].goesOn |= llvm::any_of(run.before, [&, where = at](const auto &each) { return each.first == where; });
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
