// Values of open type, of which a template or a missing header leaves the type open: integers by evidence compute nothing here, the rest is taken
// for floating point. Where nothing proves that, the procedure says so: see order::Assumption.
#include "analyzer/frontend/types/type_evidence.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

namespace fporder::frontend {

using format::Format;
using order::Assumption;
using order::NodeId;
using order::Op;

namespace {

bool isOpen(const order::Node &node) { return node.type.format == Format::Dependent; }

/// Operations that are of floating point whatever their operands' types are.
bool needsFloating(const order::Graph &graph, NodeId node) {
  const Op op = graph[node].op;
  if (op == Op::Call) // of the functions, these are what their arguments are
    return graph.symbol(node) != "real" && graph.symbol(node) != "imag" && graph.symbol(node) != "conj";
  return op == Op::Sqrt || op == Op::Fma || op == Op::CopySign;
}

constexpr unsigned mostReasons = limits::most(limits::Limit::TypeReasons); // that an operation takes over from its operands

/// Whether no type parameter of `function` is known to be floating and one may be: what a library model makes there has no expression to look at.
bool hasOpenParameter(TypeEvidence &evidence, const clang::FunctionDecl *function) {
  bool open = false, known = false;
  const auto look = [&](const clang::TemplateDecl *described) {
    for (const clang::NamedDecl *parameter : *described->getTemplateParameters())
      if (const auto *type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter)) {
        const NumberKind kind = evidence.of(type).kind;
        open |= kind == NumberKind::Unknown;
        known |= kind == NumberKind::Floating;
      }
  };
  if (const clang::FunctionTemplateDecl *described = function->getDescribedFunctionTemplate())
    look(described);
  for (const clang::DeclContext *scope = function->getDeclContext(); scope && !scope->isFileContext(); scope = scope->getParent())
    if (const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(scope))
      if (const clang::ClassTemplateDecl *described = record->getDescribedClassTemplate())
        look(described);
  return open && !known;
}

} // namespace

bool Evaluator::isIntegerByEvidence(const clang::Expr *expression) { return expression && unit.evidence.of(expression).kind == NumberKind::Integral; }

/// `node` as the evidence on `expression`, whose value it is, has it.
NodeId Evaluator::typed(const clang::Expr *expression, NodeId node) {
  const order::Node stored = graph[node];
  if (!isOpen(stored) || stored.op == Op::Constant)
    return node;
  const TypeAnswer answer = unit.evidence.of(expression);
  if (answer.kind == NumberKind::Floating)
    provenFloating.insert(node.index);
  else if (answer.kind == NumberKind::Unknown && order::isLeaf(stored.op))
    openNodes.try_emplace(node.index, spelling(expression, graph.symbol(node)));
  const bool leaf = stored.op == Op::Input || stored.op == Op::Element || stored.op == Op::Opaque;
  if (answer.kind != NumberKind::Integral || !leaf)
    return node;
  const NodeId whole = memory.ofType(node, {Format::Integer, stored.type.shape});
  const std::uint32_t before = graph.value(node).index, now = graph.value(whole).index;
  if (outside.contains(before))
    outside.insert(now);
  if (const auto lost = lossNotes.find(before); lost != lossNotes.end())
    lossNotes.try_emplace(now, std::string(lost->second));
  return whole;
}

/// An operation of open type is one of floating point for sure if one of its operands is.
void Evaluator::noteOperation(NodeId result, const clang::Expr *at, NodeId left, NodeId right) {
  const auto isKnown = [&](NodeId operand) {
    const Format format = graph[operand].type.format;
    return format != Format::Dependent && format::isFloatingPoint(format);
  };
  if (isOpen(graph[result]) && (isKnown(left) || isKnown(right) || unit.evidence.of(at).kind == NumberKind::Floating))
    provenFloating.insert(result.index);
}

/// Assumed like its operands, unless one of them is proven to be a floating-point number.
void Evaluator::assumeOperation(NodeId node) {
  llvm::SmallVector<std::uint32_t, mostReasons> reasons;
  for (const NodeId operand : graph.operands(node)) {
    const order::Node stored = graph[operand];
    if (!format::isFloatingPoint(stored.type.format) || stored.op == Op::Constant)
      continue;
    const auto [first, last] = procedure.assumedNodes.equal_range(operand.index);
    bool assumed = false;
    for (auto each = first; each != last; ++each) {
      if (procedure.assumptions[each->second].kind != Assumption::Kind::Type)
        continue;
      assumed = true;
      if (reasons.size() < mostReasons && !llvm::is_contained(reasons, each->second))
        reasons.push_back(each->second);
    }
    const bool conversion = stored.op == Op::Cast && !format::isFloatingPoint(graph[graph.operand(operand, 0)].type.format);
    if (!assumed && !conversion)
      return;
  }
  for (const std::uint32_t reason : reasons)
    procedure.assumedNodes.emplace(node.index, reason);
}

/// Marks what is taken for floating point without proof, and what a word that is taken for an attribute says of `function`'s result.
void Evaluator::assumeTypes(const clang::FunctionDecl *function) {
  const bool open = hasOpenParameter(unit.evidence, function);
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const NodeId node{i};
    const order::Node stored = graph[node];
    if (!isOpen(stored) || stored.op == Op::Constant || provenFloating.contains(i))
      continue;
    if (const auto known = openNodes.find(i); known != openNodes.end())
      procedure.assume(node, {Assumption::Kind::Type, "the type of '" + known->second + "' is not known", stored.place});
    else if (order::isLeaf(stored.op) && open)
      procedure.assume(node, {Assumption::Kind::Type, "the type of '" + std::string(graph.symbol(node)) + "' is not known", stored.place});
    else if (!order::isLeaf(stored.op) && !needsFloating(graph, node))
      assumeOperation(node);
  }
  const auto *word = function->getAttr<clang::AnnotateAttr>();
  if (!word || !word->getAnnotation().starts_with(unknownWordAnnotation))
    return;
  const std::string name = word->getAnnotation().drop_front(unknownWordAnnotation.size()).str();
  for (const order::Effect &effect : procedure.effects)
    if (effect.kind == order::Effect::Kind::Return && effect.node)
      procedure.assume(effect.node, {Assumption::Kind::Name, "the unknown word '" + name + "' is taken for an attribute", effect.place});
}

} // namespace fporder::frontend
