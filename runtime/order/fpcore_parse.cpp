// The frames of an FPCore under evaluation; properties are in fpcore_properties.cpp, operations in fpcore_operations.cpp.
#include "runtime/order/fpcore_reader.h"

namespace fporder::order {

namespace fpcore {

using Kind = SExpression::Kind;

Parsed<NodeId> Reader::read() {
  auto read = readSExpression(text);
  if (auto *problem = std::get_if<SyntaxError>(&read))
    return *problem;
  items = std::move(std::get<std::vector<SExpression>>(read));
  std::uint32_t body = 0;
  if (!header(body) || !run(body))
    return error;
  return values.back();
}

/// Reads (FPCore name (arguments) properties... body) up to the body.
bool Reader::header(std::uint32_t &body) {
  const auto root = static_cast<std::uint32_t>(items.size() - 1);
  const std::vector<std::uint32_t> &children = items[root].children;
  if (items[root].kind != Kind::List || children.empty() || items[children[0]].text != "FPCore")
    return fail(root, "expected (FPCore ...)");
  std::size_t next = 1;
  if (next < children.size() && items[children[next]].kind == Kind::Symbol)
    ++next; // the name
  if (next >= children.size() || items[children[next]].kind != Kind::List)
    return fail(root, "expected the list of arguments");
  const std::uint32_t arguments = children[next++];
  if (next >= children.size())
    return fail(root, "expected a body");
  Annotation ignored;
  if (!properties(children, next, children.size() - 1, top, ignored))
    return false;
  body = children.back();
  if (items[body].kind == Kind::Symbol && items[body].text.starts_with(':'))
    return fail(body, "expected a body");
  for (const std::uint32_t index : items[arguments].children)
    if (!argument(index))
      return false;
  return true;
}

bool Reader::argument(std::uint32_t index) {
  FpcoreContext context = top;
  Annotation annotation;
  std::uint32_t variable = index;
  if (items[index].kind == Kind::List) {
    const std::vector<std::uint32_t> &children = items[index].children;
    if (children.empty() || items[children[0]].text != "!")
      return fail(index, "tensor arguments are not supported");
    if (children.size() < 2 || !properties(children, 1, children.size() - 1, context, annotation))
      return children.size() < 2 ? fail(index, "expected an argument") : false;
    variable = children.back();
  }
  if (items[variable].kind != Kind::Symbol)
    return fail(variable, "expected an argument's name");
  const std::string name(items[variable].text);
  const std::string symbol = annotation.symbol.value_or(name);
  NodeSpec leaf;
  leaf.op = annotation.leaf.value_or(Op::Input);
  leaf.type = context.type;
  leaf.symbol = symbol;
  leaf.version = annotation.version;
  bind(name, graph.intern(leaf));
  return true;
}

bool Reader::run(std::uint32_t body) {
  if (!begin(body, top, UINT32_MAX))
    return false;
  while (!frames.empty())
    if (!step())
      return false;
  return true;
}

/// Starts evaluating an expression: an atom at once, a list by a frame.
bool Reader::begin(std::uint32_t index, const FpcoreContext &context, std::uint32_t annotation) {
  if (items[index].kind != Kind::List)
    return atom(index, context, annotation == UINT32_MAX ? nullptr : &annotations[annotation]);
  const std::vector<std::uint32_t> &children = items[index].children;
  if (children.empty() || items[children[0]].kind != Kind::Symbol)
    return fail(index, "expected an operation");
  Frame frame;
  frame.list = index;
  frame.base = values.size();
  frame.context = context;
  frame.annotation = annotation;
  const std::string_view word = items[children[0]].text;
  if (word == "!") {
    frame.kind = Frame::Kind::Annotated;
    if (children.size() < 2)
      return fail(index, "expected an expression after '!'");
  } else if (word == "let" || word == "let*") {
    frame.kind = word == "let" ? Frame::Kind::Let : Frame::Kind::LetStar;
    if (children.size() != 3 || items[children[1]].kind != Kind::List)
      return fail(index, "expected (" + std::string(word) + " ([name value] ...) body)");
    frame.next = 0;
  } else if (word == "ref") {
    if (children.size() < 2 || items[children[1]].kind != Kind::Symbol)
      return fail(index, "expected an array's name");
    frame.next = 2;
  } else if (word.starts_with("while") || word.starts_with("for") || word.starts_with("tensor") || word == "array" || word == "dim" || word == "size")
    return fail(children[0], "'" + std::string(word) + "' is not supported: the body must be straight-line");
  else if (word == "digits") {
    frames.push_back(frame);
    return digits(frame);
  }
  frames.push_back(frame);
  return true;
}

bool Reader::step() {
  Frame &frame = frames.back();
  const std::vector<std::uint32_t> &children = items[frame.list].children;
  switch (frame.kind) {
  case Frame::Kind::Annotated: {
    // The frame is replaced by the annotated expression's own.
    FpcoreContext context = frame.context;
    annotations.push_back(annotationOf(frame));
    if (!properties(children, 1, children.size() - 1, context, annotations.back()))
      return false;
    frames.pop_back();
    return begin(children.back(), context, static_cast<std::uint32_t>(annotations.size() - 1));
  }
  case Frame::Kind::Let:
  case Frame::Kind::LetStar:
    return stepLet(frame);
  case Frame::Kind::Operation:
    break;
  }
  if (frame.next < children.size()) {
    const FpcoreContext context = frame.context;
    return begin(children[frame.next++], context, UINT32_MAX);
  }
  const Frame finished = frame;
  frames.pop_back();
  return finish(finished);
}

bool Reader::stepLet(Frame &frame) {
  const std::vector<std::uint32_t> &children = items[frame.list].children;
  const std::vector<std::uint32_t> &bindings = items[children[1]].children;
  const auto nameOf = [&](std::size_t binding) { return std::string(items[items[bindings[binding]].children[0]].text); };
  const bool sequential = frame.kind == Frame::Kind::LetStar;
  if (frame.next > bindings.size()) { // the body is done
    unbind(frame.boundNames);
    frames.pop_back();
    return true;
  }
  if (sequential && frame.next != 0) {
    bind(nameOf(frame.next - 1), values.back());
    values.pop_back();
    ++frame.boundNames;
  }
  if (frame.next == bindings.size()) {
    if (!sequential) {
      for (std::size_t binding = 0; binding < bindings.size(); ++binding)
        bind(nameOf(binding), values[frame.base + binding]);
      values.resize(frame.base);
      frame.boundNames = bindings.size();
    }
    ++frame.next;
    const FpcoreContext context = frame.context;
    const std::uint32_t annotation = frame.annotation;
    return begin(children[2], context, annotation);
  }
  const SExpression &binding = items[bindings[frame.next]];
  if (binding.kind != Kind::List || binding.children.size() != 2 || items[binding.children[0]].kind != Kind::Symbol)
    return fail(bindings[frame.next], "expected [name value]");
  ++frame.next;
  const FpcoreContext context = frame.context;
  return begin(binding.children[1], context, UINT32_MAX);
}

bool Reader::finish(const Frame &frame) {
  const std::vector<std::uint32_t> &children = items[frame.list].children;
  const std::string_view word = items[children[0]].text;
  const Annotation &annotation = annotationOf(frame);
  if (annotation.reduction)
    return reduce(frame, annotation);
  if (word == "ref")
    return element(frame, annotation);
  if (word == "call" && annotation.call)
    return call(frame, *annotation.call, annotation);
  if (word == "<" || word == "<=" || word == ">" || word == ">=" || word == "==" || word == "!=")
    return comparison(frame, word, annotation);
  const int expected = standardFunctionArity(word);
  if (expected < 0)
    return operation(frame, word, annotation);
  if (operands(frame).size() != static_cast<std::size_t>(expected))
    return fail(frame.list, std::string(word) + " takes " + std::to_string(expected) + (expected == 1 ? " argument" : " arguments"));
  return call(frame, word, annotation);
}

} // namespace fpcore

Parsed<NodeId> parseFpcore(std::string_view text, Graph &graph) { return fpcore::Reader(text, graph).read(); }

} // namespace fporder::order
