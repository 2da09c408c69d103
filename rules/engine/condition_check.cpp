// What a condition may say: predicates, their arguments, and the words they are compared with.
#include "rules/engine/condition.h"
#include "rules/engine/nearest.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <array>

namespace fporder::rules {

using namespace order;
using format::Format;

namespace {

constexpr unsigned maxConditionDepth = limits::most(limits::Limit::RuleConditionDepth);

enum class Argument : std::uint8_t { Value, Consumer, FormatName };
enum class Result : std::uint8_t { Truth, Number, FormatName, OperationName, ScheduleName };

struct Predicate {
  std::string_view name;
  unsigned least, most;
  Result result = Result::Truth;
  Argument last = Argument::Value; // what the last argument is
  bool identifies = false;         // where it holds, values are known or the same: see namesIdentified
  bool taste = false;              // says nothing of whether a bit can change: see isTaste
};

/// A predicate on what an author means by an expression.
constexpr Predicate ofTaste(Predicate predicate) {
  predicate.taste = true;
  return predicate;
}

/// A predicate that says what values are or equal.
constexpr Predicate identifying(std::string_view name, unsigned arguments, Result result = Result::Truth, Argument last = Argument::Value) {
  return {name, arguments, arguments, result, last, true};
}

constexpr Predicate predicates[] = {
    identifying("constant", 1),
    identifying("pow2", 1),
    {"leaf", 1, 1},
    {"rounded", 1, 1},
    identifying("integral", 1),
    identifying("loop_invariant", 1),
    ofTaste({"hoisted", 1, 1}),
    {"narrow", 1, 1},
    {"wider", 2, 2},
    identifying("nonnegative", 1),
    identifying("nonpositive", 1),
    identifying("same", 2),
    ofTaste(identifying("depends", 2)),
    ofTaste(identifying("guarded", 1)),
    ofTaste(identifying("guarded_from_zero", 1)),
    {"wide_input", 1, 1},
    {"full_input", 1, 1},
    {"converted", 0, 0},
    {"fused", 0, 0},
    {"fast_math", 0, 0},
    {"strict", 0, 0},
    ofTaste({"compensated", 0, 0}),
    ofTaste(identifying("bounded_above", 1)),
    identifying("updates", 1),
    ofTaste(identifying("bounded", 1)),
    ofTaste({"running", 1, 1}),
    ofTaste({"reduces", 1, 1}),
    ofTaste(identifying("rejoins", 1)),
    ofTaste({"one_operation", 1, 1}),
    ofTaste({"narrowed", 1, 1}),
    ofTaste({"generated", 1, 1}),
    identifying("counts_terms", 1),
    ofTaste({"extremum", 1, 1}),
    ofTaste(identifying("counting", 1)),
    ofTaste(identifying("recurrent", 1)),
    ofTaste({"sampled", 1, 1}),
    ofTaste({"shared", 0, 0}),
    ofTaste({"spread", 1, 1}),
    ofTaste(identifying("also_summed", 2)),
    ofTaste({"kept", 0, 0}),
    ofTaste(identifying("component", 2)),
    ofTaste(identifying("sine_ratio", 2)),
    ofTaste(identifying("power", 2)),
    identifying("opposite", 2),
    ofTaste({"feeds", 1, 1, Result::Truth, Argument::Consumer}),
    identifying("representable", 2, Result::Truth, Argument::FormatName),
    identifying("value", 1, Result::Number),
    ofTaste({"trip", 1, 1, Result::Number}),
    {"format", 1, 1, Result::FormatName},
    {"accumulator", 1, 1, Result::FormatName},
    {"operation", 1, 1, Result::OperationName},
    {"schedule", 1, 1, Result::ScheduleName},
};

constexpr std::string_view operationNames[] = {"input",    "element", "loop-index", "loop-value", "opaque",  "constant", "add", "sub",
                                               "mul",      "div",     "sqrt",       "fma",        "call",    "cast",     "neg", "abs",
                                               "copysign", "min",     "max",        "select",     "compare", "reduce"};

template <class Enum> std::vector<std::string_view> namesOf(Enum last) {
  std::vector<std::string_view> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(last); ++i)
    names.push_back(name(static_cast<Enum>(i)));
  return names;
}

std::vector<std::string_view> formatNames() {
  std::vector<std::string_view> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(Format::Binary128); ++i)
    names.push_back(format::name(static_cast<Format>(i)));
  return names;
}

std::vector<std::string_view> wordsFor(Result result) {
  switch (result) {
  case Result::FormatName:
    return formatNames();
  case Result::OperationName:
    return {std::begin(operationNames), std::end(operationNames)};
  case Result::ScheduleName:
    return namesOf(Schedule::Unspecified);
  default:
    return {};
  }
}

class Checker {
public:
  Checker(const Graph &patternGraph, const Pattern &source, std::span<const std::string> boundNames, std::vector<DocumentError> &errorList)
      : graph(patternGraph), condition(source), names(boundNames), errors(errorList) {}

  void check(NodeId node, unsigned depth);

private:
  void fail(std::string message) { errors.push_back({condition.place, std::move(message)}); }
  void checkPredicate(NodeId node, Result wanted, unsigned depth);
  void checkComparison(NodeId node, unsigned depth);
  void checkWord(NodeId node, std::span<const std::string_view> allowed, std::string_view what);
  void checkValue(NodeId node);
  const Predicate *predicateOf(NodeId node);

  const Graph &graph;
  const Pattern &condition;
  std::span<const std::string> names;
  std::vector<DocumentError> &errors;
};

void Checker::check(NodeId node, unsigned depth) {
  if (depth > maxConditionDepth)
    return fail("the condition is nested too deeply");
  switch (graph[node].op) {
  case Op::And:
  case Op::Or:
  case Op::Not:
    for (NodeId operand : graph.operands(node))
      check(operand, depth + 1);
    return;
  case Op::Compare:
    return checkComparison(node, depth);
  default:
    return checkPredicate(node, Result::Truth, depth);
  }
}

const Predicate *Checker::predicateOf(NodeId node) {
  std::string_view name = graph[node].op == Op::Call || graph[node].op == Op::Input ? graph.symbol(node) : std::string_view();
  auto found = std::ranges::find(predicates, name, &Predicate::name);
  if (found != std::end(predicates))
    return found;
  std::vector<std::string_view> known;
  for (const Predicate &predicate : predicates)
    known.push_back(predicate.name);
  if (name.empty())
    fail("expected a predicate such as constant(a), or a comparison of one");
  else
    fail("unknown predicate '" + std::string(name) + "'" + didYouMean(name, known));
  return nullptr;
}

void Checker::checkPredicate(NodeId node, Result wanted, unsigned) {
  const Predicate *predicate = predicateOf(node);
  if (!predicate)
    return;
  if (predicate->result != wanted) {
    if (wanted == Result::Truth)
      fail("'" + std::string(predicate->name) + "' is no condition by itself: compare it, as in " + std::string(predicate->name) + "(e) == ...");
    else
      fail("'" + std::string(predicate->name) + "' cannot be compared");
    return;
  }
  std::span<const NodeId> arguments = graph.operands(node);
  if (arguments.size() < predicate->least || arguments.size() > predicate->most || graph[node].op != Op::Call)
    return fail("'" + std::string(predicate->name) + "' takes " + std::to_string(predicate->least) +
                (predicate->least == 1 ? " argument" : " arguments"));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool last = i + 1 == arguments.size();
    if (last && predicate->last == Argument::Consumer)
      checkWord(arguments[i], consumerNames(), "consumer");
    else if (last && predicate->last == Argument::FormatName)
      checkWord(arguments[i], formatNames(), "format");
    else
      checkValue(arguments[i]);
  }
}

void Checker::checkWord(NodeId node, std::span<const std::string_view> allowed, std::string_view what) {
  std::string word(graph[node].op == Op::Input ? graph.symbol(node) : std::string_view());
  std::ranges::replace(word, '_', '-'); // loop_value: a hyphen would be a subtraction
  if (std::ranges::find(allowed, word) == allowed.end())
    fail("unknown " + std::string(what) + " '" + word + "'" + didYouMean(word, allowed));
}

void Checker::checkComparison(NodeId node, unsigned depth) {
  NodeId left = graph.operand(node, 0), right = graph.operand(node, 1);
  const Predicate *predicate = predicateOf(left);
  if (!predicate)
    return;
  checkPredicate(left, predicate->result == Result::Truth ? Result::Number : predicate->result, depth);
  if (predicate->result == Result::Truth)
    return;
  if (graph[right].op == Op::Call) {
    if (const Predicate *other = predicateOf(right); other && other->result != predicate->result)
      fail("'" + std::string(predicate->name) + "' and '" + std::string(other->name) + "' cannot be compared");
    return;
  }
  if (predicate->result != Result::Number) {
    std::vector<std::string_view> words = wordsFor(predicate->result);
    checkWord(right, words,
              predicate->result == Result::FormatName      ? "format"
              : predicate->result == Result::OperationName ? "operation"
                                                           : "schedule");
    std::string_view comparison = graph.symbol(node);
    if (comparison != "==" && comparison != "!=")
      fail("'" + std::string(predicate->name) + "' can be compared by == and != only");
    return;
  }
  if (graph[right].op != Op::Constant && graph[right].op != Op::Div && graph[right].op != Op::Neg)
    fail("'" + std::string(predicate->name) + "' is compared with a number");
}

/// Every name in an argument must be bound by some alternative of the match.
void Checker::checkValue(NodeId node) {
  std::vector<NodeId> stack{node};
  while (!stack.empty()) {
    NodeId current = stack.back();
    stack.pop_back();
    std::span<const NodeId> operands = graph.operands(current);
    stack.insert(stack.end(), operands.begin(), operands.end());
    if (graph[current].op != Op::Input)
      continue;
    std::string_view name = graph.symbol(current);
    if (name == "match" || std::ranges::find(names, name) != names.end())
      continue;
    std::vector<std::string_view> known(names.begin(), names.end());
    known.push_back("match");
    fail("the match binds no '" + std::string(name) + "'" + didYouMean(name, known));
  }
}

} // namespace

void checkCondition(const Graph &patterns, const Pattern &condition, std::span<const std::string> names, std::vector<DocumentError> &errors) {
  Checker(patterns, condition, names, errors).check(condition.root, 0);
}

bool isTaste(const Graph &patterns, const Pattern &condition) {
  std::vector<NodeId> work{condition.root};
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    const auto predicate =
        patterns[node].op == Op::Call ? std::ranges::find(predicates, patterns.symbol(node), &Predicate::name) : std::end(predicates);
    if (predicate != std::end(predicates) && predicate->taste)
      return true;
    const std::span<const NodeId> operands = patterns.operands(node);
    work.insert(work.end(), operands.begin(), operands.end());
  }
  return false;
}

void namesIdentified(const Graph &patterns, const Pattern &condition, std::vector<std::string_view> &names) {
  std::vector<NodeId> work{condition.root};
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    const Op op = patterns[node].op;
    const std::span<const NodeId> operands = patterns.operands(node);
    if (op == Op::And || op == Op::Or || op == Op::Compare) {
      work.insert(work.end(), operands.begin(), operands.end());
      continue;
    }
    const auto predicate = op == Op::Call ? std::ranges::find(predicates, patterns.symbol(node), &Predicate::name) : std::end(predicates);
    if (predicate == std::end(predicates) || !predicate->identifies)
      continue;
    std::vector<NodeId> arguments(operands.begin(), operands.end());
    for (std::size_t at = 0; at < arguments.size(); ++at) {
      if (patterns[arguments[at]].op == Op::Input)
        names.push_back(patterns.symbol(arguments[at]));
      const std::span<const NodeId> inner = patterns.operands(arguments[at]);
      arguments.insert(arguments.end(), inner.begin(), inner.end());
    }
  }
}

} // namespace fporder::rules
