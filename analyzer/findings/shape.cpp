#include "analyzer/findings/shape.h"

#include "runtime/limits/limits.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace fporder::findings {

namespace {

using order::NodeId;
using order::Op;

class Writer {
public:
  Writer(const order::Procedure &procedure, const rules::Match &match) : procedure(procedure), graph(procedure.graph), match(match) {}

  std::string run() {
    function();
    llvm::SmallVector<NodeId, 32> pending{match.root};
    for (std::size_t count = 0; !pending.empty() && count < limits::most(limits::Limit::ShapeNodes); ++count) {
      const NodeId node = pending.pop_back_val();
      if (isOperand(node)) {
        text += graph[node].op == Op::Constant ? 'c' : 'v';
        continue;
      }
      operation(node);
      const auto operands = graph.operands(node);
      pending.append(operands.rbegin(), operands.rend());
    }
    return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16);
  }

private:
  /// Statements of one function, or made by one macro.
  void function() {
    const order::PlaceId place = graph[match.root].place;
    const order::PlaceId macro = place ? graph.place(place).macroDefinition : order::PlaceId();
    if (macro) {
      const order::Place &at = graph.place(macro);
      text += graph.file(at.file) + ':' + std::to_string(at.line) + ':' + std::to_string(at.column);
    } else {
      text += procedure.name + procedure.signature;
    }
    text += '\0';
  }

  bool isOperand(NodeId node) const {
    const order::Node stored = graph[node];
    if (order::isLeaf(stored.op) || stored.type.format == format::Format::Integer)
      return true;
    // What a sum adds up tells it from another one.
    const auto isBound = [&](const rules::Binding &binding) { return binding.node == node && !traits(match.rule->kind).isOfLoops; };
    return node != match.root && (match.written.names.contains(graph.value(node).index) || llvm::any_of(match.bindings, isBound));
  }

  void operation(NodeId node) {
    const order::Node stored = graph[node];
    text += order::name(stored.op);
    text += ' ';
    text += format::name(stored.type.format);
    if (stored.op == Op::Call || stored.op == Op::Compare)
      text += graph.symbol(node);
    if (stored.op == Op::Reduce)
      text += std::string(order::name(graph.reduction(node).kind)) + std::string(order::name(graph.reduction(node).schedule));
    text += '(' + std::to_string(stored.operandCount) + ')';
  }

  const order::Procedure &procedure;
  const order::Graph &graph;
  const rules::Match &match;
  std::string text;
};

} // namespace

std::string shapeOf(const order::Procedure &procedure, const rules::Match &match) { return Writer(procedure, match).run(); }

} // namespace fporder::findings
