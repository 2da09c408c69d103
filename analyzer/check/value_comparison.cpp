#include "analyzer/check/value_comparison.h"

#include "runtime/eval/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/leaf_table.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

#include <bit>
#include <cmath>
#include <span>

namespace fporder::check {

using findings::CrossCheck;

namespace {

constexpr std::uint64_t mostSamples = limits::most(limits::Limit::CheckedSamples);

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

/// True for a call of the library that computes a sum by itself.
bool isWholeSum(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->isInStdNamespace() || !callee->getIdentifier())
    return false;
  const llvm::StringRef name = callee->getName();
  return name == "accumulate" || name == "inner_product";
}

} // namespace

CrossCheck notChecked(std::string why) { return {CrossCheck::Verdict::NotChecked, 0, std::move(why)}; }

/// What the graph's leaves are called, with the values that the program had.
std::optional<measure::DataSet> ValueComparison::arrays() {
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

std::optional<std::vector<double>> ValueComparison::graphValues() {
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
  std::vector<std::vector<std::uint8_t>> events(roots.size(), std::vector<std::uint8_t>(samples));
  for (std::size_t i = 0; i < roots.size(); ++i)
    columns.push_back({values[i], events[i]});
  if (samples > 0)
    evaluator.evaluate(*binding, 0, samples, columns);
  const auto have = [&](std::size_t sample, std::span<const std::vector<std::uint8_t>> columnsOfEvents, eval::Event event) {
    return llvm::any_of(columnsOfEvents, [&](const std::vector<std::uint8_t> &column) { return (column[sample] & event) != 0; });
  };
  std::vector<double> counted;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const bool reached = std::all_of(values.begin() + 1, values.end(), [&](const auto &condition) { return condition[sample] != 0; });
    const std::span<const std::vector<std::uint8_t>> all(events);
    if (have(sample, reached ? all : all.subspan(1), eval::NotHeld))
      why = eval::notHeldReason;
    else if (reached && have(sample, all, eval::Open))
      why = eval::openReason;
    else if (reached)
      counted.push_back(values.front()[sample]);
    if (!why.empty())
      return std::nullopt;
  }
  return counted;
}

/// What the program means by the value: each evaluation; for a sum what its accumulator holds when the loop is left that the sum ends with.
const std::vector<double> &ValueComparison::computed() const {
  if (subject.graph[root].op != order::Op::Reduce || recorded.leaving.empty() || isWholeSum(watch.expression))
    return recorded.values;
  const auto ends = llvm::find_if(recorded.leaving, [](const execute::Recorded::Leaving &loop) { return !loop.goesOn; });
  return ends != recorded.leaving.end() ? ends->values : recorded.leaving.back().values;
}

CrossCheck ValueComparison::differs(const std::vector<double> &program, const std::vector<double> &graph) const {
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
bool ValueComparison::leavesGaps(const std::vector<double> &graph, const Bits &wanted) const {
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

CrossCheck ValueComparison::run() {
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

} // namespace fporder::check
