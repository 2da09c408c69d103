#include "analyzer/frontend/calls/queue_links.h"

#include "analyzer/frontend/calls/transplant.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <span>

namespace fporder::frontend {
namespace {

using limits::Limit;
using order::NodeId;
using order::Op;
using order::StorageId;

/// A function that was evaluated, and what it hands over.
struct Handing {
  const order::Procedure &procedure;
  const Handovers &handed;
  const order::Graph &graph() const { return procedure.graph; }
};

/// An element of an object, in the terms of one function.
struct Part {
  Handing in;
  StorageId storage;
  std::span<const NodeId> indices;
};

/// By function: the elements to which it copies one element of a buffer, or from which.
using Ends = std::vector<std::vector<Part>>;

/// Finds whether a body names one of these fields.
class FieldSearch : public clang::RecursiveASTVisitor<FieldSearch> {
public:
  explicit FieldSearch(llvm::ArrayRef<const clang::FieldDecl *> wanted) : fields(wanted) {}
  bool VisitMemberExpr(clang::MemberExpr *member) {
    found = found || llvm::is_contained(fields, llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()));
    return !found;
  }
  bool found = false;

private:
  llvm::ArrayRef<const clang::FieldDecl *> fields;
};

/// Without conversions between formats of floating-point numbers.
NodeId bare(const order::Graph &graph, NodeId node) {
  while (graph[node].op == Op::Cast && format::isFloatingPoint(graph[node].type.format) &&
         format::isFloatingPoint(graph[graph.operand(node, 0)].type.format))
    node = graph.operand(node, 0);
  return node;
}

bool isSharedLeaf(const order::Graph &graph, NodeId leaf) {
  const Op op = graph[leaf].op;
  return (op == Op::Input || op == Op::Element) && graph[leaf].version == 0 && isShared(graph, graph.storage(leaf));
}

/// Made of constants and of what all functions of the class find in *this.
bool isFixed(const order::Graph &graph, NodeId index) {
  const std::vector<NodeId> nodes = order::reachableWithin(graph, index, limits::most(Limit::FieldNodes));
  return !nodes.empty() && std::ranges::all_of(nodes, [&](NodeId node) {
    return graph[node].op == Op::Constant || !order::isLeaf(graph[node].op) || isSharedLeaf(graph, node);
  });
}

/// An index as that of the generic element of a slice, or by itself.
struct Position {
  bool generic = false;
  NodeId offset; // of a slice: invalid at the beginning of the buffer
};

Position positionOf(const Handing &in, NodeId index) {
  const order::Graph &graph = in.graph();
  const NodeId element = in.handed.element;
  if (element && graph.sameValue(index, element))
    return {true, {}};
  if (element && graph[index].op == Op::Add && graph.sameValue(graph.operand(index, 1), element))
    return {true, graph.operand(index, 0)};
  return {false, index};
}

bool sameIndex(const Handing &first, NodeId left, const Handing &second, NodeId right) {
  const Position x = positionOf(first, left), y = positionOf(second, right);
  if (x.generic != y.generic || bool{x.offset} != bool{y.offset})
    return false;
  return !x.offset ||
         (isFixed(first.graph(), x.offset) && isFixed(second.graph(), y.offset) && SameForm(first.graph(), second.graph())(x.offset, y.offset));
}

bool samePart(const Part &left, const Part &right) {
  return SameForm(left.in.graph(), right.in.graph()).sameStorage(left.storage, right.storage) &&
         std::ranges::equal(left.indices, right.indices, [&](NodeId x, NodeId y) { return sameIndex(left.in, x, right.in, y); });
}

/// An element of the buffer itself, by one index.
bool isElementOf(const order::Graph &graph, StorageId storage, std::span<const NodeId> indices, StorageId buffer) {
  return storage && indices.size() == 1 && graph.storage(storage).kind == order::Storage::Kind::Element && graph.storage(storage).of == buffer;
}

/// The queue of the only such handover; invalid without one, or with several.
StorageId queueOf(const std::vector<Handovers::Entry> &entries, StorageId buffer) {
  StorageId queue;
  for (const Handovers::Entry &entry : entries)
    if (entry.buffer == buffer) {
      if (queue)
        return {};
      queue = entry.queue;
    }
  return queue;
}

std::vector<StorageId> buffersOf(const Handing &in, const std::vector<Handovers::Entry> &entries, const Handing &asked, StorageId queue) {
  std::vector<StorageId> buffers;
  for (const Handovers::Entry &entry : entries)
    if (isShared(in.graph(), entry.queue) && SameForm(asked.graph(), in.graph()).sameStorage(queue, entry.queue))
      buffers.push_back(entry.buffer);
  return buffers;
}

bool isStore(const order::Effect &effect) { return effect.kind == order::Effect::Kind::Store && effect.storage; }

/// What element `index` of `buffer` is copied from where `in` puts it into a queue.
void addSources(const Handing &in, StorageId buffer, const Handing &asked, NodeId index, std::vector<Part> &parts) {
  const order::Graph &graph = in.graph();
  for (const order::Effect &effect : in.procedure.effects) {
    if (!isStore(effect) || !isElementOf(graph, effect.storage, effect.indices, buffer) || !sameIndex(in, effect.indices[0], asked, index))
      continue;
    if (const NodeId copied = bare(graph, effect.node); isSharedLeaf(graph, copied))
      parts.push_back({in, graph.storage(copied), graph.operands(copied)});
  }
}

/// What element `index` of `buffer` is copied to where `in` has taken it from a queue.
void addTargets(const Handing &in, StorageId buffer, const Handing &asked, NodeId index, std::vector<Part> &parts) {
  const order::Graph &graph = in.graph();
  for (const order::Effect &effect : in.procedure.effects) {
    const NodeId copied = isStore(effect) && isShared(graph, effect.storage) ? bare(graph, effect.node) : NodeId{};
    if (copied && order::isLeaf(graph[copied].op) && isElementOf(graph, graph.storage(copied), graph.operands(copied), buffer) &&
        sameIndex(in, graph.operand(copied, 0), asked, index))
      parts.push_back({in, effect.storage, effect.indices});
  }
}

/// True where each of the functions on the one side has an element that each on the other side has, too.
bool agree(const Ends &left, const Ends &right) {
  const auto meet = [](const std::vector<Part> &some, const std::vector<Part> &others) {
    return std::ranges::any_of(some, [&](const Part &x) { return std::ranges::any_of(others, [&](const Part &y) { return samePart(x, y); }); });
  };
  return !left.empty() && !right.empty() && std::ranges::all_of(left, [&](const std::vector<Part> &some) {
    return std::ranges::all_of(right, [&](const std::vector<Part> &others) { return meet(some, others); });
  });
}

/// A field that one of the functions stores is not what it was when the next one runs.
bool changesIndex(const Handing &in, const Part &part) {
  const order::Graph &graph = part.in.graph();
  for (const NodeId index : part.indices)
    for (const NodeId node : order::reachableWithin(graph, index, limits::most(Limit::FieldNodes)))
      if (isSharedLeaf(graph, node) && std::ranges::any_of(in.procedure.effects, [&](const order::Effect &effect) {
            return isStore(effect) && SameForm(in.graph(), graph).sameStorage(effect.storage, graph.storage(node));
          }))
        return true;
  return false;
}

} // namespace

struct QueueLinks::Implementation {
  explicit Implementation(Unit &shared) : unit(shared) {}

  struct Evaluated {
    order::Procedure procedure;
    Handovers handed;
    Handing view() const { return {procedure, handed}; }
  };

  const Evaluated &evaluate(const clang::FunctionDecl *function);
  std::vector<Handing> others(const clang::CXXMethodDecl *method, const Handing &own);
  Ends sources(const Handing &own, NodeId leaf, std::span<const Handing> others) const;
  Ends targets(const Handing &own, const order::Effect &effect, std::span<const Handing> others) const;

  Unit &unit;
  const clang::CXXRecordDecl *record = nullptr; // whose functions these are
  std::map<const clang::FunctionDecl *, std::unique_ptr<Evaluated>> evaluated;
};

const QueueLinks::Implementation::Evaluated &QueueLinks::Implementation::evaluate(const clang::FunctionDecl *function) {
  std::unique_ptr<Evaluated> &entry = evaluated[function];
  if (!entry) {
    entry = std::make_unique<Evaluated>();
    const clang::FunctionDecl *outer = unit.environments.function();
    auto evaluator = Evaluator(unit, entry->procedure);
    evaluator.run(function);
    entry->handed = evaluator.handovers();
    unit.environments.enterFunction(outer);
  }
  return *entry;
}

/// The other member functions that name a queue of the function's, and hand over buffers.
std::vector<Handing> QueueLinks::Implementation::others(const clang::CXXMethodDecl *method, const Handing &own) {
  if (const clang::CXXRecordDecl *parent = method->getParent(); parent != record) {
    evaluated.clear();
    record = parent;
  }
  llvm::SmallVector<const clang::FieldDecl *, 8> queues;
  for (const auto *entries : {&own.handed.put, &own.handed.taken})
    for (const Handovers::Entry &entry : *entries)
      for (const clang::FieldDecl *field : record->fields())
        if (isShared(own.graph(), entry.queue) && field->getName() == own.graph().storage(entry.queue).name)
          queues.push_back(field);
  std::vector<Handing> found;
  for (const clang::Decl *member : record->decls()) {
    const auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(member);
    const clang::FunctionDecl *other = pattern ? pattern->getTemplatedDecl() : llvm::dyn_cast<clang::CXXMethodDecl>(member);
    const clang::FunctionDecl *definition = other ? other->getDefinition() : nullptr;
    if (!definition || !definition->hasBody() || definition->getCanonicalDecl() == method->getCanonicalDecl())
      continue;
    FieldSearch search(queues);
    search.TraverseStmt(definition->getBody());
    if (!search.found)
      continue;
    if (const Evaluated &made = evaluate(definition); !made.handed.put.empty() || !made.handed.taken.empty())
      found.push_back(made.view());
  }
  return found;
}

/// Where the value of a leaf comes from: from what the functions that have put its buffer into the queue copied, or from an object by itself.
Ends QueueLinks::Implementation::sources(const Handing &own, NodeId leaf, std::span<const Handing> others) const {
  const order::Graph &graph = own.graph();
  const StorageId storage = graph.storage(leaf);
  if (!storage || graph[leaf].op != Op::Element)
    return {};
  if (isSharedLeaf(graph, leaf))
    return {{Part{own, storage, graph.operands(leaf)}}};
  const StorageId buffer = bufferOf(graph, storage), queue = queueOf(own.handed.taken, buffer);
  if (!queue || !isShared(graph, queue) || !isElementOf(graph, storage, graph.operands(leaf), buffer))
    return {};
  Ends ends;
  for (const Handing &other : others)
    for (const StorageId put : buffersOf(other, other.handed.put, own, queue))
      addSources(other, put, own, graph.operand(leaf, 0), ends.emplace_back());
  return ends;
}

/// Where what is stored goes in the end, likewise.
Ends QueueLinks::Implementation::targets(const Handing &own, const order::Effect &effect, std::span<const Handing> others) const {
  const order::Graph &graph = own.graph();
  if (isShared(graph, effect.storage))
    return {{Part{own, effect.storage, effect.indices}}};
  const StorageId buffer = bufferOf(graph, effect.storage), queue = queueOf(own.handed.put, buffer);
  if (!queue || !isShared(graph, queue) || !isElementOf(graph, effect.storage, effect.indices, buffer))
    return {};
  Ends ends;
  for (const Handing &other : others)
    for (const StorageId taken : buffersOf(other, other.handed.taken, own, queue))
      addTargets(other, taken, own, effect.indices[0], ends.emplace_back());
  return ends;
}

QueueLinks::QueueLinks(Unit &unit) : implementation(std::make_unique<Implementation>(unit)) {}
QueueLinks::~QueueLinks() = default;

void QueueLinks::connect(const clang::FunctionDecl *function, order::Procedure &procedure, const Handovers &handed) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || procedure.computations.empty() || (handed.put.empty() && handed.taken.empty()))
    return;
  const Handing own{procedure, handed};
  const std::vector<Handing> others = implementation->others(method, own);
  const auto unchanged = [&](const Ends &ends) {
    return std::ranges::all_of(ends, [&](const std::vector<Part> &parts) {
      return std::ranges::none_of(parts, [&](const Part &part) {
        return changesIndex(own, part) || std::ranges::any_of(others, [&](const Handing &other) { return changesIndex(other, part); });
      });
    });
  };
  const order::Graph &graph = procedure.graph;
  for (order::Effect &effect : procedure.effects) {
    const Ends targets = isStore(effect) ? implementation->targets(own, effect, others) : Ends{};
    if (targets.empty() || !unchanged(targets))
      continue;
    for (const NodeId node : order::reachableWithin(graph, effect.node, limits::most(Limit::EvidenceNodes)))
      if (order::isLeaf(graph[node].op) && !order::storesTo(graph, effect, node) && agree(implementation->sources(own, node, others), targets))
        effect.replaced.push_back(graph.value(node));
  }
}

} // namespace fporder::frontend
