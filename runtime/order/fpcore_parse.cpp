// Reading turns the text into a flat array of S-expressions and evaluates that with an explicit stack of frames.
#include "runtime/order/fpcore.h"
#include "runtime/order/fpcore_words.h"
#include "runtime/order/s_expression.h"

#include <charconv>
#include <unordered_map>

namespace fporder::order {

namespace {

using format::Format;
using Kind = SExpression::Kind;

/// What a (! ...) says of the very expression that it annotates.
struct Annotation {
  std::optional<Op> leaf;
  std::optional<std::string> symbol, call, number;
  std::optional<Format> result;
  std::optional<Reduction> reduction;
  std::uint32_t version = 0;
};

class FpcoreReader {
public:
  FpcoreReader(std::string_view source, Graph &target) : text(source), graph(target) {}

  Parsed<NodeId> read();

private:
  /// An expression list under evaluation; `next` is the child to evaluate next.
  struct Frame {
    enum class Kind : std::uint8_t { Operation, Annotated, Let, LetStar };
    Kind kind = Kind::Operation;
    std::uint32_t list = 0;
    std::size_t next = 1;
    std::size_t base = 0; // values.size() at the start
    FpcoreContext context;
    std::uint32_t annotation = UINT32_MAX;
    std::size_t boundNames = 0; // names bound by this let so far
  };

  bool fail(std::size_t offset, std::string message) {
    error = {offset, std::move(message)};
    return false;
  }
  bool fail(std::uint32_t index, std::string message) { return fail(items[index].offset, std::move(message)); }

  bool header(std::uint32_t &body);
  bool argument(std::uint32_t index);
  bool run(std::uint32_t body);
  bool begin(std::uint32_t index, const FpcoreContext &context, std::uint32_t annotation);
  bool step();
  bool stepLet(Frame &frame);
  bool finish(const Frame &frame);
  bool atom(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation);
  bool number(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation);
  bool digits(const Frame &frame);
  bool property(std::uint32_t key, std::uint32_t value, FpcoreContext &context, Annotation &annotation);
  bool properties(const std::vector<std::uint32_t> &children, std::size_t first, std::size_t last, FpcoreContext &context, Annotation &annotation);
  bool precision(std::uint32_t value, Format &result);
  bool reductionProperty(std::uint32_t value, Annotation &annotation);
  bool environmentProperty(std::uint32_t value, FpcoreContext &context);
  bool operation(const Frame &frame, std::string_view word, const Annotation &annotation);
  bool comparison(const Frame &frame, std::string_view word, const Annotation &annotation);
  bool call(const Frame &frame, std::string_view name, const Annotation &annotation);
  bool reduce(const Frame &frame, const Annotation &annotation);
  bool element(const Frame &frame, const Annotation &annotation);
  NodeSpec spec(Op op, const Frame &frame) const;
  std::span<const NodeId> operands(const Frame &frame) const { return std::span(values).subspan(frame.base); }
  void replace(const Frame &frame, NodeId node) {
    values.resize(frame.base);
    values.push_back(node);
  }
  const Annotation &annotationOf(const Frame &frame) const {
    static const Annotation none;
    return frame.annotation == UINT32_MAX ? none : annotations[frame.annotation];
  }
  void bind(const std::string &name, NodeId node) {
    bound[name].push_back(node);
    boundOrder.push_back(name);
  }
  void unbind(std::size_t count) {
    for (; count != 0; --count) {
      bound[boundOrder.back()].pop_back();
      boundOrder.pop_back();
    }
  }

  std::string_view text;
  Graph &graph;
  std::vector<SExpression> items;
  std::vector<Frame> frames;
  std::vector<NodeId> values;
  std::vector<Annotation> annotations;
  std::unordered_map<std::string, std::vector<NodeId>> bound;
  std::vector<std::string> boundOrder;
  FpcoreContext top;
  SyntaxError error;
};

Parsed<NodeId> FpcoreReader::read() {
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
bool FpcoreReader::header(std::uint32_t &body) {
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

bool FpcoreReader::argument(std::uint32_t index) {
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

bool FpcoreReader::precision(std::uint32_t value, Format &result) {
  const SExpression &item = items[value];
  if (item.kind == Kind::List) {
    static constexpr std::pair<std::string_view, Format> floats[]{
        {"5 16", Format::Binary16},    {"8 16", Format::BFloat16},  {"8 19", Format::Tf32},
        {"8 32", Format::Binary32},    {"11 64", Format::Binary64}, {"15 80", Format::X87Extended},
        {"15 128", Format::Binary128}, {"4 8", Format::E4M3FN},     {"5 8", Format::E5M2},
    };
    std::string words;
    for (const std::uint32_t child : item.children)
      words += (words.empty() ? "" : " ") + std::string(items[child].text);
    for (const auto &[sizes, format] : floats)
      if (words == "float " + std::string(sizes)) {
        result = format;
        return true;
      }
    return fail(value, "unsupported precision '(" + words.substr(0, 40) + ")'");
  }
  const auto known = item.text == "real" ? std::optional(Format::Unknown) : format::parse(item.text);
  if (!known)
    return fail(value, "unknown precision '" + std::string(item.text.substr(0, 40)) + "'");
  result = *known;
  return true;
}

bool FpcoreReader::environmentProperty(std::uint32_t value, FpcoreContext &context) {
  context.environment = {};
  for (const std::uint32_t child : items[value].children)
    if (!setEnvironmentWord(context.environment, items[child].text))
      return fail(child, "unknown environment setting '" + std::string(items[child].text.substr(0, 40)) + "'");
  return true;
}

std::optional<std::uint32_t> unsignedNumber(std::string_view text) {
  std::uint32_t result = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (problem != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return result;
}

bool FpcoreReader::reductionProperty(std::uint32_t value, Annotation &annotation) {
  const std::vector<std::uint32_t> &words = items[value].children;
  if (words.size() != 4)
    return fail(value, "expected (kind schedule width loop)");
  const auto kind = parseReductionKind(items[words[0]].text);
  const auto schedule = parseSchedule(items[words[1]].text);
  const auto width = unsignedNumber(items[words[2]].text), loop = unsignedNumber(items[words[3]].text);
  if (!kind || !schedule || !width || !loop || *loop == UINT32_MAX)
    return fail(value, "malformed reduction");
  annotation.reduction = Reduction{*kind, *schedule, *width, *loop};
  return true;
}

bool FpcoreReader::property(std::uint32_t key, std::uint32_t value, FpcoreContext &context, Annotation &annotation) {
  const std::string_view name = items[key].text, word = items[value].text;
  const auto unknown = [&] { return fail(value, "malformed " + std::string(name) + " '" + std::string(word.substr(0, 40)) + "'"); };
  if (name == ":precision")
    return precision(value, context.type.format);
  if (name == ":round") {
    const auto rounding = roundNamed(word);
    return rounding ? (context.rounding = *rounding, true) : unknown();
  }
  if (!name.starts_with(":fporder-"))
    return true; // :name, :pre, :cite and whatever else describes the core
  if (name == ":fporder-round") {
    const auto rounding = parseRounding(word);
    return rounding ? (context.rounding = *rounding, true) : unknown();
  }
  if (name == ":fporder-shape") {
    const auto shape = parseShape(word);
    return shape ? (context.type.shape = *shape, true) : unknown();
  }
  if (name == ":fporder-env")
    return environmentProperty(value, context);
  if (name == ":fporder-reduce")
    return reductionProperty(value, annotation);
  if (name == ":fporder-version") {
    const auto version = unsignedNumber(word);
    return version && *version != UINT32_MAX ? (annotation.version = *version, true) : unknown();
  }
  if (name == ":fporder-leaf") {
    annotation.leaf = parseOp(word);
    return annotation.leaf && *annotation.leaf < Op::Constant ? true : unknown();
  }
  if (name == ":fporder-result") {
    annotation.result = format::parse(word);
    return annotation.result ? true : unknown();
  }
  if (name == ":fporder-symbol")
    annotation.symbol = unescaped(word);
  else if (name == ":fporder-call")
    annotation.call = unescaped(word);
  else if (name == ":fporder-number")
    annotation.number = unescaped(word);
  else
    return fail(key, "unknown property '" + std::string(name.substr(0, 40)) + "'");
  return true;
}

bool FpcoreReader::properties(const std::vector<std::uint32_t> &children, std::size_t first, std::size_t last, FpcoreContext &context,
                              Annotation &annotation) {
  for (std::size_t index = first; index < last; index += 2) {
    const SExpression &key = items[children[index]];
    if (key.kind != Kind::Symbol || !key.text.starts_with(':'))
      return fail(children[index], "expected a property");
    if (index + 1 >= last)
      return fail(children[index], "property without a value, or a missing body");
    if (!property(children[index], children[index + 1], context, annotation))
      return false;
  }
  return true;
}

bool FpcoreReader::run(std::uint32_t body) {
  if (!begin(body, top, UINT32_MAX))
    return false;
  while (!frames.empty())
    if (!step())
      return false;
  return true;
}

/// Starts evaluating an expression: an atom at once, a list by a frame.
bool FpcoreReader::begin(std::uint32_t index, const FpcoreContext &context, std::uint32_t annotation) {
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

bool FpcoreReader::step() {
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

bool FpcoreReader::stepLet(Frame &frame) {
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

bool FpcoreReader::number(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation) {
  const std::string_view spelled = annotation != nullptr && annotation->number ? std::string_view(*annotation->number) : items[index].text;
  const auto exact = Number::parse(spelled);
  if (!exact)
    return fail(index, "malformed or enormous number '" + std::string(spelled.substr(0, 40)) + "'");
  values.push_back(graph.constant(*exact, context.type));
  return true;
}

bool FpcoreReader::atom(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation) {
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
bool FpcoreReader::digits(const Frame &frame) {
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

NodeSpec FpcoreReader::spec(Op op, const Frame &frame) const {
  NodeSpec result;
  result.op = op;
  result.type = frame.context.type;
  result.operands = operands(frame);
  result.environment = frame.context.environment;
  if (op == Op::Cast)
    result.rounding = frame.context.rounding;
  return result;
}

bool FpcoreReader::finish(const Frame &frame) {
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

bool FpcoreReader::operation(const Frame &frame, std::string_view word, const Annotation &annotation) {
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
  if (!folds && count != static_cast<std::size_t>(arity(*op)))
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

bool FpcoreReader::comparison(const Frame &frame, std::string_view word, const Annotation &annotation) {
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
    if (x.size() > 64)
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

bool FpcoreReader::call(const Frame &frame, std::string_view name, const Annotation &annotation) {
  NodeSpec node = spec(Op::Call, frame);
  if (isPredicate(name) && node.operands.size() == 1)
    node.type.format = annotation.result.value_or(Format::Boolean);
  node.symbol = name;
  replace(frame, graph.intern(node));
  return true;
}

bool FpcoreReader::reduce(const Frame &frame, const Annotation &annotation) {
  const std::size_t count = operands(frame).size();
  if (count != 2 && count != 3)
    return fail(frame.list, "a reduction takes an initial value, a term and perhaps a trip count");
  NodeSpec node = spec(Op::Reduce, frame);
  node.reduction = &*annotation.reduction;
  replace(frame, graph.intern(node));
  return true;
}

bool FpcoreReader::element(const Frame &frame, const Annotation &annotation) {
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

} // namespace

Parsed<NodeId> parseFpcore(std::string_view text, Graph &graph) { return FpcoreReader(text, graph).read(); }

} // namespace fporder::order
