#include "analyzer/check/cross_check.h"

#include "analyzer/check/value_comparison.h"
#include "analyzer/execute/floating_rules.h"
#include "analyzer/execute/interpreter.h"
#include "analyzer/execute/limits.h"
#include "runtime/limits/limits.h"
#include "runtime/order/number.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {
namespace {

using execute::Draw;
using findings::CrossCheck;

// So many drawings that an order whose results differ on one value in five is told; fewer where each takes long.
constexpr std::uint64_t mostDraws = limits::most(limits::Limit::CheckedDraws), mostStepsTogether = limits::most(limits::Limit::CheckedStepsTogether);
constexpr std::uint32_t lengths[] = {5, 8, 12, 3, 9, 7, 11, 6};
constexpr Draw::Numbers kinds[] = {Draw::Numbers::Positive, Draw::Numbers::BothSigns, Draw::Numbers::Wide, Draw::Numbers::BothSigns,
                                   Draw::Numbers::Positive};
constexpr std::size_t longestArrays = limits::most(limits::Limit::CheckedArrays);

/// Reasons that restrict an agreement, as one.
std::string joined(const std::string &first, const std::string &second) {
  return first.empty() || second.empty() ? first + second : first + ", " + second;
}

execute::Spot spotOf(const order::Graph &graph, order::PlaceId id) {
  const order::Place &place = graph.place(id);
  execute::Spot spot{graph.file(place.file), place.line, place.column};
  if (place.macroDefinition) {
    spot.spelledLine = graph.place(place.macroDefinition).line;
    spot.spelledColumn = graph.place(place.macroDefinition).column;
  }
  return spot;
}

/// True when the operation is one of several that one expression of the source stands for: its value is then not the expression's.
bool isWithinItsExpression(const order::Graph &graph, order::NodeId root) {
  const order::PlaceId place = graph[root].place;
  for (std::uint32_t i = root.index + 1; i < graph.size(); ++i)
    if (graph[{i}].place == place && graph[{i}].op != order::Op::Cast && graph[{i}].op != order::Op::Reduce &&
        llvm::is_contained(graph.operands({i}), root))
      return true;
  return false;
}

/// True when a sum in it is one whose order the language or the library leaves open.
bool statesNoOrder(const order::Graph &graph, order::NodeId root) {
  return llvm::any_of(order::reachable(graph, root, [](order::NodeId) { return false; }), [&](order::NodeId node) {
    const bool open = graph[node].op == order::Op::Reduce && (graph.reduction(node).schedule == order::Schedule::Unordered ||
                                                              graph.reduction(node).schedule == order::Schedule::Unspecified);
    return open;
  });
}

/// The sum over its first iterations alone, where it says how many it has; null otherwise.
order::NodeId shortened(measure::Subject &subject, order::NodeId sum, std::uint64_t iterations) {
  order::Graph &graph = subject.graph;
  const auto terms = order::Number::fromInteger(static_cast<long long>(iterations));
  std::vector<order::NodeId> operands(graph.operands(sum).begin(), graph.operands(sum).end());
  if (operands.size() > 2) {
    if (graph[operands[2]].op != order::Op::Constant)
      return {};
    operands[2] = graph.constant(terms, graph[operands[2]].type);
    return graph.withOperands(sum, operands);
  }
  const auto stated = subject.tripCounts.find(graph.reduction(sum).loop);
  if (stated == subject.tripCounts.end())
    return {};
  stated->second = static_cast<long long>(iterations);
  return sum;
}

/// A function at a watched expression.
class Checking {
public:
  /// `samplesAreItsOwn`: a sample for which the program does not compute the expression is a difference.
  Checking(const clang::ASTContext &astContext, const clang::FunctionDecl *checked, execute::Watch &watched, measure::Subject &compared,
           bool samplesAreItsOwn)
      : context(astContext), function(checked), watch(watched), subject(compared), ownSamples(samplesAreItsOwn) {}

  CrossCheck all() {
    CrossCheck result;
    for (std::uint64_t k = 0; k < mostDraws && steps < mostStepsTogether; ++k) {
      const CrossCheck drawn = one({k + 11, lengths[k % std::size(lengths)], kinds[k % std::size(kinds)]});
      if (drawn.verdict == CrossCheck::Verdict::Differs)
        return drawn;
      if (drawn.verdict == CrossCheck::Verdict::Agrees) {
        result.verdict = drawn.verdict;
        result.values += drawn.values;
        result.reason = drawn.reason;
      } else if (result.verdict == CrossCheck::Verdict::NotChecked && result.reason.empty()) {
        result.reason = drawn.reason;
      }
    }
    return result;
  }

private:
  /// Where the graph reads further than the program has read, as where a loop is left early, both are given what lies there.
  CrossCheck compared(execute::Memory &memory, const execute::Interpreter &interpreter) const {
    for (std::size_t length = 16;; length *= 4) {
      const std::vector<execute::Given> given = memory.given();
      ValueComparison comparison(subject, watch, interpreter.recorded, given, ownSamples);
      CrossCheck check = comparison.run();
      if (!comparison.needsLongerArrays() || length > longestArrays || !everySumIsCounted())
        return check;
      memory.lengthen(length);
    }
  }

  /// True when no array decides how many terms a sum has.
  bool everySumIsCounted() const {
    const order::Graph &graph = subject.graph;
    return llvm::all_of(order::reachable(graph, subject.orderings.front().root, [](order::NodeId) { return false; }), [&](order::NodeId node) {
      return graph[node].op != order::Op::Reduce || order::reduceOperands(graph, node).trips ||
             subject.tripCounts.contains(graph.reduction(node).loop);
    });
  }

  /// An agreement says which functions both sides round correctly, which libraries need not.
  static CrossCheck agreeing(CrossCheck check, const execute::Interpreter &interpreter) {
    if (check.verdict == CrossCheck::Verdict::Agrees && !interpreter.rounded.empty())
      check.reason = joined(check.reason, "with " + llvm::join(interpreter.rounded, ", ") + " correctly rounded");
    return check;
  }

  CrossCheck one(const Draw &draw) {
    execute::Memory memory(context, draw);
    watch.cutAfter = 0;
    execute::Interpreter whole(memory, watch);
    const bool returned = whole.run(function);
    steps += whole.stepsTaken();
    if (returned)
      return agreeing(compared(memory, whole), whole);
    return whole.tooLong && whole.recorded.outerIterations > 1 ? beginning(draw, whole.recorded.outerIterations / 2) : notChecked(whole.reason);
  }

  /// Of a loop that is too long its first iterations, on both sides.
  CrossCheck beginning(const Draw &draw, std::uint64_t iterations) {
    execute::Memory memory(context, draw);
    watch.cutAfter = iterations;
    execute::Interpreter interpreter(memory, watch);
    const bool returned = interpreter.run(function);
    steps += interpreter.stepsTaken();
    if (!returned)
      return notChecked(interpreter.reason);
    const std::vector<execute::Recorded::Leaving> &leaving = interpreter.recorded.leaving;
    const bool cut = subject.graph[subject.orderings.front().root].op == order::Op::Reduce &&
                     llvm::all_of(llvm::ArrayRef(leaving).drop_back(), [](const auto &loop) { return loop.goesOn; });
    const auto told = [&](CrossCheck check) {
      if (check.verdict == CrossCheck::Verdict::Agrees)
        check.reason = "in the first " + std::to_string(iterations) + " iterations of a long loop";
      return agreeing(std::move(check), interpreter);
    };
    if (!cut)
      return told(compared(memory, interpreter));
    const std::map<std::uint32_t, long long> tripCounts = subject.tripCounts;
    const order::NodeId written = subject.orderings.front().root, sum = shortened(subject, written, iterations);
    subject.orderings.front().root = sum ? sum : written;
    const CrossCheck result = sum ? told(compared(memory, interpreter)) : notChecked("its loop is too long to be executed");
    subject.orderings.front().root = written;
    subject.tripCounts = tripCounts;
    return result;
  }

  const clang::ASTContext &context;
  const clang::FunctionDecl *function;
  execute::Watch &watch;
  measure::Subject &subject;
  bool ownSamples;
  std::uint64_t steps = 0; // of all drawings so far
};

} // namespace

CrossCheck CrossChecker::check(const order::Procedure &procedure, measure::Subject &subject) {
  std::vector<measure::Ordering> all = subject.orderings;
  subject.orderings.resize(1);
  measure::Ordering &written = subject.orderings.front();
  written.consumed = {}; // what takes its result may read what the function does not
  CrossCheck result = checkWritten(procedure, subject, Stage::Result);
  if (const order::NodeId consumed = all.front().consumed; result.verdict == CrossCheck::Verdict::Agrees && consumed) {
    written.root = consumed;
    written.expression = "what takes " + written.expression;
    const CrossCheck consumer = checkWritten(procedure, subject, Stage::Consumer);
    if (consumer.verdict == CrossCheck::Verdict::Differs)
      result = consumer;
    else if (consumer.verdict == CrossCheck::Verdict::NotChecked)
      result.reason = joined(result.reason, "the consumer's were not compared: " + consumer.reason);
  }
  subject.orderings = std::move(all);
  return result;
}

CrossCheck CrossChecker::checkWritten(const order::Procedure &procedure, measure::Subject &subject, Stage stage) {
  if (std::string why = execute::whyUnitIsNotExecuted(context); !why.empty())
    return notChecked(std::move(why));
  const order::Graph &graph = subject.graph;
  const order::NodeId root = subject.orderings.front().root;
  if (statesNoOrder(graph, root))
    return notChecked("the program leaves the order of a sum open");
  if (!graph[root].place || isWithinItsExpression(graph, root))
    return notChecked("it is no single operation of the source");
  if (!functions)
    functions.emplace(context);
  const llvm::ArrayRef<const clang::FunctionDecl *> named = functions->find(procedure.name, procedure.signature);
  if (named.size() != 1)
    return notChecked(named.empty() ? "its function is no function with a body" : "several functions have its name");
  std::vector<execute::Spot> calls;
  for (order::PlaceId call = graph.place(graph[root].place).inlinedAt; call; call = graph.place(call).inlinedAt)
    calls.insert(calls.begin(), spotOf(graph, call));
  std::string why;
  std::optional<execute::Watch> watch =
      execute::watchAt(context, named.front(), calls, spotOf(graph, graph[root].place), graph[root].type.format, why);
  return watch ? Checking(context, named.front(), *watch, subject, stage == Stage::Result).all() : notChecked(std::move(why));
}

} // namespace fporder::check
