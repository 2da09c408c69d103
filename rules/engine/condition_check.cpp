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

using Result = Predicate::Result;
using Last = Predicate::Last;

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
  Checker(const Graph &patternGraph, const Pattern &source, std::span<const std::string> boundNames, std::vector<DocumentError> &errorList,
          std::vector<DocumentError> &outdatedList)
      : graph(patternGraph), condition(source), names(boundNames), errors(errorList), outdated(outdatedList) {}

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
  std::vector<DocumentError> &outdated;
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
  if (const Predicate *found = findPredicate(name))
    return found;
  std::vector<std::string_view> known;
  for (const Predicate &predicate : predicates())
    known.push_back(predicate.name);
  if (isRetiredPredicate(name))
    outdated.push_back({condition.place, "'" + std::string(name) + "' is no predicate any more: it is taken not to hold"});
  else if (name.empty())
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
  if (arguments.size() != predicate->arguments || graph[node].op != Op::Call)
    return fail("'" + std::string(predicate->name) + "' takes " + std::to_string(predicate->arguments) +
                (predicate->arguments == 1 ? " argument" : " arguments"));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool last = i + 1 == arguments.size();
    if (last && predicate->last == Last::Consumer)
      checkWord(arguments[i], consumerNames(), "consumer");
    else if (last && predicate->last == Last::FormatName)
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

void checkCondition(const Graph &patterns, const Pattern &condition, std::span<const std::string> names, std::vector<DocumentError> &errors,
                    std::vector<DocumentError> &outdated) {
  Checker(patterns, condition, names, errors, outdated).check(condition.root, 0);
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
    const Predicate *predicate = op == Op::Call ? findPredicate(patterns.symbol(node)) : nullptr;
    if (!predicate || !predicate->identifies)
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
