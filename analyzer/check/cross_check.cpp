#include "analyzer/check/cross_check.h"

#include "analyzer/execute/floating_rules.h"
#include "analyzer/execute/interpreter.h"
#include "analyzer/execute/limits.h"
#include "runtime/eval/evaluator.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/leaf_table.h"
#include "runtime/order/number.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <bit>
#include <cmath>
#include <set>

namespace fporder::check {
namespace {

using execute::Draw;
using findings::CrossCheck;

// So many drawings that an order whose results differ on one value in five is told; fewer where each takes long.
constexpr std::uint64_t mostDraws = 32, mostStepsTogether = 4 * execute::mostSteps;
constexpr std::uint32_t lengths[] = {5, 8, 12, 3, 9, 7, 11, 6};
constexpr Draw::Numbers kinds[] = {Draw::Numbers::Positive, Draw::Numbers::BothSigns, Draw::Numbers::Wide, Draw::Numbers::BothSigns,
                                   Draw::Numbers::Positive};
constexpr std::uint64_t mostSamples = 4096;
constexpr std::size_t longestArrays = 1024;

/// NaNs are all alike.
std::uint64_t bitsOf(double value) { return std::bit_cast<std::uint64_t>(std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value); }

using Bits = std::set<std::uint64_t>;
Bits bitsOf(const std::vector<double> &values) {
  Bits bits;
  for (const double value : values)
    bits.insert(bitsOf(value));
  return bits;
}

std::string hexadecimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

/// "this->lr", "p->x" and "p.x" as the interpreter spells what it gives: "lr", "p.x".
std::string normalised(std::string symbol) {
  for (std::size_t at; (at = symbol.find("->")) != std::string::npos;)
    symbol.replace(at, 2, ".");
  if (symbol.starts_with("this."))
    symbol.erase(0, 5);
  return symbol;
}

CrossCheck notChecked(std::string why) { return {CrossCheck::Verdict::NotChecked, 0, std::move(why)}; }

/// True for a call of the library that computes a sum by itself.
bool isWholeSum(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->isInStdNamespace() || !callee->getIdentifier())
    return false;
  const llvm::StringRef name = callee->getName();
  return name == "accumulate" || name == "inner_product";
}

/// Reasons that restrict an agreement, as one.
std::string joined(const std::string &first, const std::string &second) {
  return first.empty() || second.empty() ? first + second : first + ", " + second;
}

/// One drawing's comparison.
class Comparison {
public:
  Comparison(const measure::Subject &compared, const execute::Watch &watched, const execute::Recorded &program,
             const std::vector<execute::Given> &inputs, bool samplesAreItsOwn)
      : subject(compared), watch(watched), recorded(program), given(inputs), ownSamples(samplesAreItsOwn), root(compared.orderings.front().root) {}

  CrossCheck run();
  /// After run: the graph reads elements that the program did not.
  bool needsLongerArrays() const { return tooShort; }

private:
  std::optional<measure::DataSet> arrays();
  std::optional<std::vector<double>> graphValues();
  CrossCheck differs(const std::vector<double> &program, const std::vector<double> &graph) const;
  bool leavesGaps(const std::vector<double> &graph, const Bits &wanted) const;
  const std::vector<double> &computed() const;

  const measure::Subject &subject;
  const execute::Watch &watch;
  const execute::Recorded &recorded;
  const std::vector<execute::Given> &given;
  const bool ownSamples;
  const order::NodeId root;
  std::string why, assumption;
  bool tooShort = false;
};

/// What the graph's leaves are called, with the values that the program had.
std::optional<measure::DataSet> Comparison::arrays() {
  measure::DataSet data;
  std::set<std::string> known;
  for (const measure::Leaf &leaf : measure::leavesOf(subject).leaves) {
    const order::Op op = subject.graph[leaf.node].op;
    if (op == order::Op::LoopIndex || !known.insert(leaf.symbol).second)
      continue;
    const std::string name = normalised(leaf.symbol);
    const auto found = llvm::find_if(given, [&](const execute::Given &each) { return each.name == name; });
    if (found == given.end() || llvm::count_if(given, [&](const execute::Given &each) { return each.name == name; }) != 1) {
      why = "'" + leaf.symbol + "' is no input of the function";
      return std::nullopt;
    }
    data::Tensor tensor = data::tensorOf(leaf.symbol, found->shape, found->values);
    tensor.file = "drawn values";
    data.tensors.push_back({subject.function + "." + leaf.symbol, std::move(tensor)});
  }
  return data;
}

std::optional<std::vector<double>> Comparison::graphValues() {
  const std::optional<measure::DataSet> data = arrays();
  if (!data)
    return std::nullopt;
  const Result<measure::Binding> binding = measure::Binding::bind(subject, *data, {});
  if (!binding) {
    tooShort = true;
    why = "arrays of the drawn lengths do not fit its loops";
    return std::nullopt;
  }
  for (const measure::BoundLeaf &leaf : binding->leaves())
    if (leaf.assumed) {
      why = "nothing gives the values of '" + leaf.name + "'";
      return std::nullopt;
    }
  const std::uint64_t samples = binding->sampleCount().value_or(1);
  std::vector<order::NodeId> roots{root}; // and the conditions under which a sample counts
  llvm::append_range(roots, subject.conditions);
  const eval::Evaluator evaluator(subject.graph, roots);
  if (samples > mostSamples || !evaluator.notEvaluated().empty()) {
    why = samples > mostSamples ? "it has more than " + std::to_string(mostSamples) + " values"
                                : "its graph is not evaluated: " + evaluator.notEvaluated().front().why;
    return std::nullopt;
  }
  if (!binding->notes().empty() || !subject.notes.empty())
    assumption = binding->notes().empty() ? subject.notes.front() : binding->notes().front();
  std::vector<std::vector<double>> values(roots.size(), std::vector<double>(samples));
  std::vector<eval::Column> columns;
  for (std::vector<double> &column : values)
    columns.push_back({column});
  if (samples > 0)
    evaluator.evaluate(*binding, 0, samples, columns);
  std::vector<double> counted;
  for (std::size_t sample = 0; sample < samples; ++sample)
    if (std::all_of(values.begin() + 1, values.end(), [&](const std::vector<double> &condition) { return condition[sample] != 0; }))
      counted.push_back(values.front()[sample]);
  return counted;
}

/// What the program means by the value: each evaluation; for a sum what its accumulator holds when the loop is left that the sum ends with.
const std::vector<double> &Comparison::computed() const {
  if (subject.graph[root].op != order::Op::Reduce || recorded.leaving.empty() || isWholeSum(watch.expression))
    return recorded.values;
  const auto ends = llvm::find_if(recorded.leaving, [](const execute::Recorded::Leaving &loop) { return !loop.goesOn; });
  return ends != recorded.leaving.end() ? ends->values : recorded.leaving.back().values;
}

CrossCheck Comparison::differs(const std::vector<double> &program, const std::vector<double> &graph) const {
  const Bits known = bitsOf(graph);
  const auto missing = llvm::find_if(program, [&](double value) { return !known.contains(bitsOf(value)); });
  CrossCheck result{CrossCheck::Verdict::Differs, program.size(), {}};
  const std::string what = "'" + subject.orderings.front().expression + "'";
  if (missing == program.end()) {
    result.reason = "the graph has values of " + what + " that the source does not compute";
    return result;
  }
  double nearest = graph.empty() ? 0 : graph.front();
  for (const double value : graph)
    if (std::fabs(value - *missing) < std::fabs(nearest - *missing))
      nearest = value;
  result.reason =
      "the graph's order of " + what + " gives " + (graph.empty() ? "nothing" : hexadecimal(nearest)) + ", the source " + hexadecimal(*missing);
  return result;
}

/// True when, of samples along one loop, the program computes some and passes over others between them: it counts in another way.
bool Comparison::leavesGaps(const std::vector<double> &graph, const Bits &wanted) const {
  std::set<std::uint32_t> loops;
  for (const measure::Leaf &leaf : measure::leavesOf(subject).leaves)
    if (subject.graph[leaf.node].op == order::Op::LoopIndex)
      loops.insert(subject.graph[leaf.node].version);
  if (loops.size() != 1)
    return false;
  const auto isWanted = [&](double value) { return wanted.contains(bitsOf(value)); };
  const auto first = llvm::find_if(graph, isWanted);
  const auto last = std::find_if(graph.rbegin(), graph.rend(), isWanted).base();
  return first < last && !std::all_of(first, last, isWanted);
}

CrossCheck Comparison::run() {
  const std::vector<double> &program = computed();
  if (program.empty())
    return notChecked("it is not reached on the drawn values");
  const std::optional<std::vector<double>> graph = graphValues();
  if (!graph)
    return notChecked(why);
  const Bits known = bitsOf(*graph), wanted = bitsOf(program);
  if (!std::ranges::includes(known, wanted))
    return assumption.empty() ? differs(program, *graph) : notChecked(assumption);
  if (llvm::all_of(program, [](double value) { return std::isnan(value); }))
    return notChecked("its values on the drawn ones are no numbers");
  if (known == wanted)
    return {CrossCheck::Verdict::Agrees, program.size(), {}};
  // Iterations of the loop around it that skip the expression are samples that must not be measured; an array that is longer than this loop is read
  // has more elements that are.
  if (ownSamples && subject.graph[root].op != order::Op::Reduce && (recorded.iterations > recorded.values.size() || leavesGaps(*graph, wanted)))
    return differs(program, *graph);
  return notChecked(std::to_string(known.size() - wanted.size()) + " of " + std::to_string(known.size()) +
                    " values that are measured are not among those that the program computes");
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
      Comparison comparison(subject, watch, interpreter.recorded, given, ownSamples);
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
