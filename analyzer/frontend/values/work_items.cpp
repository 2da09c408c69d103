#include "analyzer/frontend/values/work_items.h"

#include "runtime/limits/limits.h"
#include "runtime/measure/conditions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace fporder::frontend {

using order::Op;
using order::Storage;
using order::WorkItemQuery;

namespace {

struct Name {
  llvm::StringLiteral name;
  WorkItemQuery query;
};

template <std::size_t Count> std::optional<WorkItemQuery> lookUp(const Name (&names)[Count], llvm::StringRef name) {
  const auto *found = std::find_if(std::begin(names), std::end(names), [&](const Name &each) { return each.name == name; });
  return found == std::end(names) ? std::nullopt : std::optional(found->query);
}

} // namespace

std::optional<WorkItemQuery> workItemQuery(const clang::ValueDecl &variable) {
  static constexpr Name names[] = {{"threadIdx", WorkItemQuery::LocalId},
                                   {"blockIdx", WorkItemQuery::GroupId},
                                   {"blockDim", WorkItemQuery::LocalSize},
                                   {"gridDim", WorkItemQuery::GroupCount},
                                   {"warpSize", WorkItemQuery::WarpSize}};
  const auto *declared = llvm::dyn_cast<clang::VarDecl>(&variable);
  const bool global = declared && declared->getIdentifier() && declared->getDeclContext()->getRedeclContext()->isTranslationUnit();
  if (!global || !declared->hasExternalStorage() || declared->hasDefinition() != clang::VarDecl::DeclarationOnly ||
      !declared->getASTContext().getLangOpts().CUDA)
    return std::nullopt;
  return lookUp(names, declared->getName());
}

std::optional<WorkItemQuery> openClQuery(llvm::StringRef function) {
  static constexpr Name names[] = {{"get_local_id", WorkItemQuery::LocalId},
                                   {"get_local_linear_id", WorkItemQuery::LocalLinearId},
                                   {"get_local_size", WorkItemQuery::LocalSize},
                                   {"get_enqueued_local_size", WorkItemQuery::EnqueuedLocalSize},
                                   {"get_group_id", WorkItemQuery::GroupId},
                                   {"get_num_groups", WorkItemQuery::GroupCount},
                                   {"get_global_id", WorkItemQuery::GlobalId},
                                   {"get_global_linear_id", WorkItemQuery::GlobalLinearId},
                                   {"get_global_size", WorkItemQuery::GlobalSize},
                                   {"get_sub_group_size", WorkItemQuery::SubGroupSize},
                                   {"get_max_sub_group_size", WorkItemQuery::MaxSubGroupSize},
                                   {"get_sub_group_local_id", WorkItemQuery::SubGroupLocalId},
                                   {"get_sub_group_id", WorkItemQuery::SubGroupId},
                                   {"get_num_sub_groups", WorkItemQuery::SubGroupCount},
                                   {"get_enqueued_num_sub_groups", WorkItemQuery::Other},
                                   {"get_work_dim", WorkItemQuery::Other},
                                   {"get_global_offset", WorkItemQuery::Other},
                                   {"get_image_width", WorkItemQuery::Other},
                                   {"get_image_height", WorkItemQuery::Other},
                                   {"get_image_depth", WorkItemQuery::Other},
                                   {"get_image_dim", WorkItemQuery::Other},
                                   {"get_image_array_size", WorkItemQuery::Other}};
  return lookUp(names, function);
}

std::optional<WorkItemNumber> workItemNumber(const order::Graph &graph, order::NodeId node) {
  const order::StorageId storage = graph[node].op == Op::Input ? graph.storage(node) : order::StorageId{};
  if (!storage)
    return std::nullopt;
  const Storage &own = graph.storage(storage), &whole = order::rootOf(graph, storage);
  if (whole.kind != Storage::Kind::WorkItem)
    return std::nullopt;
  const char dimension = own.kind == Storage::Kind::Member && own.name.size() == 1 ? own.name.front() : '\0';
  return WorkItemNumber{static_cast<WorkItemQuery>(whole.number), dimension};
}

namespace {

/// Which of a thread's numbers an integer is made of by sums and by products with what is not zero: their dimensions, a bit each.
struct Numbers {
  unsigned group = 0, local = 0;
  bool whole = true;    // nothing but such sums and products of leaves
  bool strided = false; // the number of a group comes times the group's size: no two threads have one sum
};

/// Of 'x' and '0' the first bit; none where the dimension is not known.
unsigned dimensionOf(const WorkItemNumber &number) {
  const bool linear = number.query == WorkItemQuery::LocalLinearId || number.query == WorkItemQuery::GlobalLinearId;
  return linear ? 1U : number.dimension == '\0' ? 0U : 1U << (number.dimension % 8U);
}

bool isSizeOf(const order::Graph &graph, order::NodeId size, order::NodeId group) {
  const auto factor = workItemNumber(graph, size), number = workItemNumber(graph, group);
  return factor && number && factor->query == WorkItemQuery::LocalSize && number->query == WorkItemQuery::GroupId &&
         factor->dimension == number->dimension;
}

bool isPositiveConstant(const order::Graph &graph, order::NodeId node) {
  return graph[node].op == Op::Constant && !graph.number(node).isZero() && !graph.number(node).isNegative();
}

Numbers numbersIn(const order::Graph &graph, order::NodeId value) {
  Numbers in;
  const std::size_t most = limits::most(limits::Limit::EvidenceConditions);
  std::vector<order::NodeId> pending{value};
  for (std::size_t at = 0; at < pending.size(); ++at) {
    const order::NodeId node = pending[at];
    const Op op = graph[node].op;
    if (const auto number = workItemNumber(graph, node)) {
      const bool anywhere = number->query == WorkItemQuery::GlobalId || number->query == WorkItemQuery::GlobalLinearId;
      if (anywhere || number->query == WorkItemQuery::GroupId)
        in.group |= dimensionOf(*number);
      if (anywhere || number->query == WorkItemQuery::LocalId || number->query == WorkItemQuery::LocalLinearId)
        in.local |= dimensionOf(*number);
      in.strided |= anywhere;
    } else if (!order::isLeaf(op)) {
      bool keeps = op == Op::Add || op == Op::Cast;
      if (op == Op::Mul) {
        const order::NodeId left = graph.operand(node, 0), right = graph.operand(node, 1);
        const bool isStride = isSizeOf(graph, left, right) || isSizeOf(graph, right, left);
        in.strided |= isStride;
        keeps = isStride || isPositiveConstant(graph, left) || isPositiveConstant(graph, right);
      }
      in.whole &= keeps;
      pending.insert(pending.end(), graph.operands(node).begin(), graph.operands(node).end());
    }
    if (pending.size() > most)
      return {~0U, ~0U, false}; // not looked into: any of them may be below
  }
  return in;
}

/// The two sides that a condition says are equal.
std::optional<std::pair<order::NodeId, order::NodeId>> equated(const order::Graph &graph, order::NodeId condition) {
  const bool negated = graph[condition].op == Op::Not;
  const order::NodeId test = negated ? graph.operand(condition, 0) : condition;
  if (graph[test].op != Op::Compare || graph.symbol(test) != (negated ? "!=" : "=="))
    return std::nullopt;
  return std::pair(graph.operand(test, 0), graph.operand(test, 1));
}

} // namespace

bool isSingleThread(const order::Graph &graph, order::NodeId path) {
  unsigned group = 0, local = 0;
  for (const order::NodeId condition : measure::conjuncts(graph, path, limits::most(limits::Limit::EvidenceConditions))) {
    const auto sides = equated(graph, condition);
    if (!sides)
      continue;
    Numbers numbers = numbersIn(graph, sides->first), others = numbersIn(graph, sides->second);
    order::NodeId other = sides->second;
    if ((others.group | others.local) != 0) {
      std::swap(numbers, others);
      other = sides->first;
    }
    const bool isZero = graph[other].op == Op::Constant && graph.number(other).isZero(); // every term is
    const bool isOne = numbers.group == 0 || numbers.local == 0 || numbers.strided || isZero;
    if ((others.group | others.local) != 0 || !numbers.whole || !isOne)
      continue;
    group |= numbers.group;
    local |= numbers.local;
  }
  // Where other dimensions are asked for, a launch has them, and as many threads as they count.
  for (std::uint32_t i = 0; i < graph.size(); ++i)
    if (const auto number = workItemNumber(graph, order::NodeId{i}); number && (dimensionOf(*number) & ~(group & local)) != 0)
      return false;
  return (group & local) != 0;
}

bool isThreadNumber(const order::Graph &graph, order::NodeId node) {
  const auto number = workItemNumber(graph, node);
  return number && (number->query == WorkItemQuery::LocalLinearId ||
                    (number->query == WorkItemQuery::LocalId && (number->dimension == 'x' || number->dimension == '0')));
}

bool isAnyThreadNumber(const order::Graph &graph, order::NodeId node) {
  const auto number = workItemNumber(graph, node);
  return number && (number->query == WorkItemQuery::LocalLinearId || number->query == WorkItemQuery::LocalId);
}

} // namespace fporder::frontend
