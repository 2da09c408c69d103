// Writing walks an explicit stack, and nodes used twice are bound by one let*: neither depth nor sharing costs more than it should.
#include "runtime/order/fpcore.h"
#include "runtime/order/fpcore_words.h"
#include "runtime/order/s_expression.h"
#include "runtime/order/traversal.h"

#include <unordered_map>
#include <unordered_set>

namespace fporder::order {

namespace {

using format::Format;

/// A leaf that has a name.
bool isNamedLeaf(Op op) { return isLeaf(op) && op != Op::Constant; }

/// Comparisons, logic and predicates are Boolean whatever the precision around them.
bool isImpliedBoolean(const Graph &graph, NodeId node) {
  const Op op = graph[node].op;
  return op == Op::Compare || op == Op::And || op == Op::Or || op == Op::Not ||
         (op == Op::Call && isPredicate(graph.symbol(node)) && graph[node].operandCount == 1);
}

class FpcorePrinter {
public:
  FpcorePrinter(const Graph &source, NodeId top) : graph(source), root(top) {}

  std::string print(std::string_view name);

private:
  struct Item {
    std::string_view text; // when `node` is invalid
    NodeId node;
    FpcoreContext context;
  };

  std::string freshName(std::string_view wanted);
  void writeHeader(std::string_view name);
  void expression(NodeId node, const FpcoreContext &context);
  void drain();
  void write(const Item &item);
  void writeOperation(NodeId node, const FpcoreContext &context);
  void writeConstant(NodeId node, const FpcoreContext &context);
  FpcoreContext wanted(NodeId node, const FpcoreContext &context) const;
  std::string properties(NodeId node, const FpcoreContext &from, const FpcoreContext &to) const;
  std::string contextChange(const FpcoreContext &from, const FpcoreContext &to) const;
  std::string leafProperties(NodeId node, std::string_view spelled) const;
  void later(std::string_view text) { batch.push_back({text, {}, {}}); }

  const Graph &graph;
  NodeId root;
  std::string out;
  std::vector<Item> stack, batch;
  std::vector<NodeId> nodes; // in topological order
  std::unordered_map<std::uint32_t, unsigned> uses;
  std::unordered_map<std::uint32_t, std::string> names; // leaves without operands, and nodes bound by let*
  std::unordered_set<std::string> taken;
  FpcoreContext top;
};

std::string FpcorePrinter::freshName(std::string_view wantedName) {
  const std::string base = isFpcoreSymbol(wantedName) ? std::string(wantedName) : "v";
  std::string candidate = base;
  for (unsigned suffix = 1; !taken.insert(candidate).second; ++suffix)
    candidate = base + "@" + std::to_string(suffix);
  return candidate;
}

std::string FpcorePrinter::contextChange(const FpcoreContext &from, const FpcoreContext &to) const {
  std::string text;
  if (to.type.format != from.type.format)
    text += " :precision " + std::string(format::name(to.type.format));
  if (to.type.shape != from.type.shape)
    text += " :fporder-shape " + std::string(name(to.type.shape));
  if (to.environment != from.environment) {
    text += " :fporder-env (";
    for (const std::string_view word : environmentWords(to.environment))
      text += (text.back() == '(' ? "" : " ") + std::string(word);
    text += ")";
  }
  if (to.rounding != from.rounding) {
    const std::string_view word = roundWord(to.rounding);
    text += word.empty() ? " :fporder-round " + std::string(name(to.rounding)) : " :round " + std::string(word);
  }
  return text;
}

std::string FpcorePrinter::leafProperties(NodeId node, std::string_view spelled) const {
  const Node data = graph[node];
  std::string text;
  const Op plain = data.operandCount == 0 ? Op::Input : Op::Element;
  if (data.op != plain)
    text += " :fporder-leaf " + std::string(name(data.op));
  if (graph.symbol(node) != spelled)
    text += " :fporder-symbol " + escaped(graph.symbol(node));
  if (data.version != 0)
    text += " :fporder-version " + std::to_string(data.version);
  return text;
}

/// The context that `node` needs to be read back as it is; what it does not depend on stays as it is around it.
FpcoreContext FpcorePrinter::wanted(NodeId node, const FpcoreContext &context) const {
  const Node data = graph[node];
  FpcoreContext result = context;
  result.type.shape = data.type.shape;
  if (!isImpliedBoolean(graph, node))
    result.type.format = data.type.format;
  if (isLeaf(data.op))
    return result;
  result.environment = graph.environment(node);
  result.rounding = data.op == Op::Cast ? data.rounding : Rounding::NearestEven;
  return result;
}

std::string FpcorePrinter::properties(NodeId node, const FpcoreContext &from, const FpcoreContext &to) const {
  const Node data = graph[node];
  std::string text = contextChange(from, to);
  if (isImpliedBoolean(graph, node) && data.type.format != Format::Boolean)
    text += " :fporder-result " + std::string(format::name(data.type.format));
  if (isNamedLeaf(data.op)) {
    const std::string_view symbol = graph.symbol(node);
    text += leafProperties(node, isFpcoreSymbol(symbol) ? symbol : "v");
  }
  if (data.op == Op::Call) {
    const std::string_view symbol = graph.symbol(node);
    const bool standard = standardFunctionArity(symbol) == static_cast<int>(data.operandCount);
    if (!standard && !(isNamedConstant(symbol) && data.operandCount == 0))
      text += " :fporder-call " + escaped(symbol);
  }
  if (data.op == Op::Reduce) {
    const Reduction &reduction = graph.reduction(node);
    text += " :fporder-reduce (" + std::string(name(reduction.kind)) + " " + std::string(name(reduction.schedule)) + " " +
            std::to_string(reduction.width) + " " + std::to_string(reduction.loop) + (reduction.continues ? " continues" : "") +
            (reduction.fused ? " fused" : "") + ")";
  }
  return text;
}

void FpcorePrinter::writeConstant(NodeId node, const FpcoreContext &context) {
  const Number &number = graph.number(node);
  const FpcoreContext own = wanted(node, context);
  const bool truth = graph[node].type.format == Format::Boolean && (number.isOne() || number == Number());
  FpcoreContext needed = own;
  if (truth)
    needed.type.format = context.type.format;
  std::string change = contextChange(context, needed);
  std::string text = truth                    ? (number.isOne() ? "TRUE" : "FALSE")
                     : number.text() == "inf" ? "INFINITY"
                     : number.text() == "nan" ? "NAN"
                                              : number.exactText();
  if (number.text() == "-inf") {
    change += " :fporder-number \"-inf\"";
    text = "INFINITY";
  }
  out += change.empty() ? text : "(!" + change + " " + text + ")";
}

void FpcorePrinter::writeOperation(NodeId node, const FpcoreContext &context) {
  const Node data = graph[node];
  const FpcoreContext own = wanted(node, context);
  const std::string change = properties(node, context, own);
  const std::string_view symbol = graph.symbol(node);
  if (!change.empty())
    out += "(!" + change + " ";
  if (data.op == Op::Call && data.operandCount == 0 && isNamedConstant(symbol)) {
    out += symbol;
    out += change.empty() ? "" : ")";
    return;
  }
  out += "(";
  if (isNamedLeaf(data.op))
    out += "ref " + std::string(isFpcoreSymbol(symbol) ? symbol : "v");
  else if (data.op == Op::Compare)
    out += symbol;
  else if (data.op == Op::Call)
    out += standardFunctionArity(symbol) == static_cast<int>(data.operandCount) ? symbol : "call";
  else if (data.op == Op::Reduce) {
    static constexpr Op combining[]{Op::Add, Op::Mul, Op::Min, Op::Max};
    out += fpcoreOperator(combining[static_cast<std::size_t>(graph.reduction(node).kind)]);
  } else
    out += fpcoreOperator(data.op);
  for (const NodeId operand : graph.operands(node)) {
    later(" ");
    batch.push_back({{}, operand, own});
  }
  later(change.empty() ? ")" : "))");
}

void FpcorePrinter::write(const Item &item) {
  if (const auto found = names.find(item.node.index); found != names.end())
    out += found->second;
  else if (graph[item.node].op == Op::Constant)
    writeConstant(item.node, item.context);
  else
    writeOperation(item.node, item.context);
}

void FpcorePrinter::drain() {
  while (!stack.empty()) {
    const Item item = stack.back();
    stack.pop_back();
    if (!item.node) {
      out += item.text;
      continue;
    }
    batch.clear();
    write(item);
    stack.insert(stack.end(), batch.rbegin(), batch.rend());
  }
}

void FpcorePrinter::expression(NodeId node, const FpcoreContext &context) {
  stack.push_back({{}, node, context});
  drain();
}

void FpcorePrinter::writeHeader(std::string_view title) {
  out += "(FPCore ";
  if (isFpcoreSymbol(title))
    out += std::string(title) + " ";
  out += "(";
  bool first = true;
  std::unordered_map<std::uint32_t, std::string> variables; // by value
  for (const NodeId node : nodes) {
    const Node data = graph[node];
    if (data.operandCount != 0 || !isNamedLeaf(data.op))
      continue;
    // Occurrences at different places are one variable.
    const auto known = variables.find(data.value.index);
    if (known != variables.end()) {
      names.emplace(node.index, known->second);
      continue;
    }
    const std::string variable = freshName(graph.symbol(node));
    names.emplace(node.index, variable);
    variables.emplace(data.value.index, variable);
    const std::string change = contextChange(top, wanted(node, top)) + leafProperties(node, variable);
    out += (first ? "" : " ") + (change.empty() ? variable : "(!" + change + " " + variable + ")");
    first = false;
  }
  out += ")";
  if (!title.empty() && !isFpcoreSymbol(title))
    out += " :name " + escaped(title);
  out += " :precision " + std::string(format::name(top.type.format));
  FpcoreContext plain;
  plain.type.format = top.type.format;
  out += contextChange(plain, top);
}

std::string FpcorePrinter::print(std::string_view title) {
  nodes = reachable(graph, root, [](NodeId) { return false; });
  for (const NodeId node : nodes)
    for (const NodeId operand : graph.operands(node))
      ++uses[operand.index];
  top = wanted(root, top);
  top.rounding = Rounding::NearestEven;
  writeHeader(title);
  out += "\n ";
  std::vector<std::pair<NodeId, std::string>> shared;
  for (const NodeId node : nodes)
    if (uses[node.index] > 1 && graph[node].operandCount != 0)
      shared.emplace_back(node, freshName("t"));
  if (!shared.empty())
    out += "(let* (";
  for (std::size_t index = 0; index < shared.size(); ++index) {
    out += (index == 0 ? "[" : "\n        [") + shared[index].second + " ";
    expression(shared[index].first, top);
    out += "]";
    names.emplace(shared[index].first.index, shared[index].second); // from here on it is spelled by its name
  }
  if (!shared.empty())
    out += ")\n  ";
  expression(root, top);
  out += shared.empty() ? ")" : "))";
  return std::move(out);
}

} // namespace

std::string printFpcore(const Graph &graph, NodeId node, std::string_view name) { return FpcorePrinter(graph, node).print(name); }

} // namespace fporder::order
