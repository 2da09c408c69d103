#include "analyzer/frontend/values/work_items.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <algorithm>
#include <iterator>

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
