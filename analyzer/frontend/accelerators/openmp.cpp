#include "analyzer/frontend/accelerators/openmp.h"

#include "analyzer/frontend/compat.h"

#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/OpenMPKinds.h"

namespace fporder::frontend {

llvm::ArrayRef<llvm::StringLiteral> parseOnlyFlags() {
  static constexpr llvm::StringLiteral flags[] = {"-fopenmp-simd"};
  return flags;
}

std::optional<order::Schedule> reductionSchedule(const clang::OMPExecutableDirective *directive) {
  clang::OpenMPDirectiveKind kind = directive->getDirectiveKind();
  bool acrossThreads = clang::isOpenMPParallelDirective(kind) || clang::isOpenMPWorksharingDirective(kind) || clang::isOpenMPTeamsDirective(kind) ||
                       clang::isOpenMPTaskingDirective(kind) || clang::isOpenMPTaskLoopDirective(kind) || clang::isOpenMPDistributeDirective(kind) ||
                       clang::isOpenMPGenericLoopDirective(kind);
  if (acrossThreads)
    return order::Schedule::Unordered;
  if (clang::isOpenMPSimdDirective(kind))
    return order::Schedule::Unspecified;
  return std::nullopt;
}

llvm::SmallVector<const clang::Expr *, 4> reductionVariables(const clang::OMPExecutableDirective *directive) {
  llvm::SmallVector<const clang::Expr *, 4> variables;
  auto collect = [&](const auto *clause) {
    for (const clang::Expr *variable : compat::variables(clause)) {
      variable = variable->IgnoreParenImpCasts();
      while (const auto *section = llvm::dyn_cast<clang::ArraySectionExpr>(variable))
        variable = section->getBase()->IgnoreParenImpCasts();
      variables.push_back(variable);
    }
  };
  for (const clang::OMPClause *clause : directive->clauses()) {
    if (const auto *reduction = llvm::dyn_cast_or_null<clang::OMPReductionClause>(clause))
      collect(reduction);
    else if (const auto *inReduction = llvm::dyn_cast_or_null<clang::OMPInReductionClause>(clause))
      collect(inReduction);
    else if (const auto *taskReduction = llvm::dyn_cast_or_null<clang::OMPTaskReductionClause>(clause))
      collect(taskReduction);
  }
  return variables;
}

LoopShape threadLoop() {
  LoopShape shape;
  shape.schedule = order::Schedule::Unordered;
  shape.indexName = "thread";
  return shape;
}

const clang::Stmt *associatedStatement(const clang::OMPExecutableDirective *directive) {
  if (!directive->hasAssociatedStmt() || !directive->getAssociatedStmt())
    return nullptr;
  const clang::Stmt *statement = directive->getAssociatedStmt();
  while (const auto *captured = llvm::dyn_cast<clang::CapturedStmt>(statement))
    statement = captured->getCapturedStmt();
  return statement;
}

} // namespace fporder::frontend
