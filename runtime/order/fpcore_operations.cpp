// Atoms and operations become nodes.
#include "runtime/order/fpcore_reader.h"

#include "runtime/limits/limits.h"

#include <charconv>

namespace fporder::order::fpcore {

using Kind = SExpression::Kind;

bool Reader::number(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation) {
  const std::string_view spelled = annotation != nullptr && annotation->number ? std::string_view(*annotation->number) : items[index].text;
  const auto exact = Number::parse(spelled);
  if (!exact)
    return fail(index, "malformed or enormous number '" + std::string(spelled.substr(0, 40)) + "'");
  values.push_back(graph.constant(*exact, context.type));
  return true;
}

bool Reader::atom(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation) {
  const SExpression &item = items[index];
  if (item.kind == Kind::String)
    return fail(index, "unexpected string");
  if (item.kind == Kind::Number || (annotation != nullptr && annotation->number))
    return number(index, context, annotation);
  const auto found = bound.find(std::string(item.text));
  if (found != bound.end() && !found->second.empty()) {
    values.push_back(found->second.back());
    return true;
  }
  if (item.text == "TRUE" || item.text == "FALSE") {
    values.push_back(graph.constant(Number::fromInteger(item.text == "TRUE"), {Format::Boolean, context.type.shape}));
    return true;
  }
  if (item.text == "INFINITY" || item.text == "NAN") {
    values.push_back(graph.constant(*Number::parse(item.text == "NAN" ? "nan" : "inf"), context.type));
    return true;
  }
  if (isNamedConstant(item.text)) {
    values.push_back(graph.call(item.text, {}, context.type, {}, context.environment));
    return true;
  }
  return fail(index, "unknown variable '" + std::string(item.text.substr(0, 40)) + "'");
}

/// (digits m e b): m * b^e.
bool Reader::digits(const Frame &frame) {
  frames.pop_back();
  const std::vector<std::uint32_t> &children = items[frame.list].children;
  if (children.size() != 4)
    return fail(frame.list, "expected (digits significand exponent base)");
  const std::string significand(items[children[1]].text), exponent(items[children[2]].text);
  const std::string_view base = items[children[3]].text;
  if (base != "2" && base != "10")
    return fail(children[3], "unsupported base of digits");
  // A hexadecimal float is the only notation with a binary exponent: the significand is written in base 16.
  const auto whole = Number::parse(significand);
  if (!whole || !whole->isInteger() || significand.find_first_of(".eEpP/") != std::string::npos)
    return fail(children[1], "malformed significand");
  std::optional<Number> exact;
  if (base == "10")
    exact = Number::parse(significand + "e" + exponent);
  else {
    const std::string &canonical = whole->text();
    const auto point = canonical.find('p');
    long long first = 0, second = 0;
    std::from_chars(canonical.data() + point + (canonical[point + 1] == '+' ? 2 : 1), canonical.data() + canonical.size(), first);
    const auto [end, problem] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), second);
    if (problem == std::errc() && end == exponent.data() + exponent.size() && second > -10'000'000 && second < 10'000'000)
      exact = Number::parse(canonical.substr(0, point) + "p" + std::to_string(first + second));
  }
  if (!exact)
    return fail(frame.list, "malformed or enormous number");
  values.push_back(graph.constant(*exact, frame.context.type));
  return true;
}

NodeSpec Reader::spec(Op op, const Frame &frame) const {
  NodeSpec result;
  result.op = op;
  result.type = frame.context.type;
  result.operands = operands(frame);
  result.environment = frame.context.environment;
  if (op == Op::Cast)
    result.rounding = frame.context.rounding;
  return result;
}

bool Reader::operation(const Frame &frame, std::string_view word, const Annotation &annotation) {
  const std::size_t count = operands(frame).size();
  const auto op = operationNamed(word, count);
  if (!op)
    return fail(frame.list, "unknown operation '" + std::string(word.substr(0, 40)) + "'");
  NodeSpec node = spec(*op, frame);
  const bool logical = *op == Op::And || *op == Op::Or || *op == Op::Not;
  if (logical)
    node.type.format = annotation.result.value_or(Format::Boolean);
  // FPBench's and, or, + and * take any number of operands: folded from the left.
  const bool folds = (*op == Op::And || *op == Op::Or || *op == Op::Add || *op == Op::Mul) && count > 2;
  if (*op == Op::Terms && count < 2)
    return fail(frame.list, std::string(word) + " takes at least 2 arguments");
  if (!folds && *op != Op::Terms && count != static_cast<std::size_t>(arity(*op)))
    return fail(frame.list, std::string(word) + " takes " + std::to_string(arity(*op)) + (arity(*op) == 1 ? " argument" : " arguments"));
  if (!folds) {
    replace(frame, graph.intern(node));
    return true;
  }
  NodeId result = values[frame.base];
  for (std::size_t index = 1; index < count; ++index) {
    const NodeId pair[]{result, values[frame.base + index]};
    node.operands = pair;
    result = graph.intern(node);
  }
  replace(frame, result);
  return true;
}

bool Reader::comparison(const Frame &frame, std::string_view word, const Annotation &annotation) {
  const std::vector<NodeId> x(operands(frame).begin(), operands(frame).end());
  if (x.size() < 2)
    return fail(frame.list, std::string(word) + " takes at least 2 arguments");
  NodeSpec node = spec(Op::Compare, frame);
  node.type.format = annotation.result.value_or(Format::Boolean);
  node.symbol = word;
  NodeId result;
  const auto conjoin = [&](NodeId left, NodeId right) {
    const NodeId pair[]{left, right};
    node.operands = pair;
    const NodeId one = graph.intern(node);
    if (!result) {
      result = one;
      return;
    }
    const NodeId both[]{result, one};
    NodeSpec conjunction = node;
    conjunction.op = Op::And;
    conjunction.symbol = {};
    conjunction.operands = both;
    result = graph.intern(conjunction);
  };
  if (word == "!=") { // all different; pairs beyond a handful would be quadratic in hostile input
    if (x.size() > limits::most(limits::Limit::DistinctArguments))
      return fail(frame.list, "!= of more than 64 arguments");
    for (std::size_t first = 0; first < x.size(); ++first)
      for (std::size_t second = first + 1; second < x.size(); ++second)
        conjoin(x[first], x[second]);
  } else
    for (std::size_t index = 0; index + 1 < x.size(); ++index)
      conjoin(x[index], x[index + 1]);
  replace(frame, result);
  return true;
}

bool Reader::call(const Frame &frame, std::string_view name, const Annotation &annotation) {
  NodeSpec node = spec(Op::Call, frame);
  if (isPredicate(name) && node.operands.size() == 1)
    node.type.format = annotation.result.value_or(Format::Boolean);
  node.symbol = name;
  replace(frame, graph.intern(node));
  return true;
}

bool Reader::reduce(const Frame &frame, const Annotation &annotation) {
  const std::size_t count = operands(frame).size();
  if (count < 2 || count > 5)
    return fail(frame.list, "a reduction takes an initial value, a term and perhaps a trip count, a first index and its step");
  NodeSpec node = spec(Op::Reduce, frame);
  node.reduction = &*annotation.reduction;
  replace(frame, graph.intern(node));
  return true;
}

bool Reader::element(const Frame &frame, const Annotation &annotation) {
  const std::string symbol = annotation.symbol.value_or(std::string(items[items[frame.list].children[1]].text));
  NodeSpec node = spec(annotation.leaf.value_or(Op::Element), frame);
  if (!node.operands.empty() && arity(node.op) >= 0)
    return fail(frame.list, "only elements and loop values have indices");
  node.environment = {};
  node.symbol = symbol;
  node.version = annotation.version;
  replace(frame, graph.intern(node));
  return true;
}

} // namespace fporder::order::fpcore
