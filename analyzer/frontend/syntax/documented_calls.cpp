#include "analyzer/frontend/syntax/documented_calls.h"

#include "analyzer/frontend/values/math_functions.h"
#include "analyzer/models/model.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

using models::CallModel;
using models::Effect;
using models::Vendor;
using order::Op;

/// The callee as it is written: its name, and the functions that it may mean.
struct Callee {
  llvm::StringRef name;
  clang::SourceLocation place;
  llvm::SmallVector<const clang::FunctionDecl *, 4> functions;
};

Callee calleeOf(const clang::CallExpr *call) {
  const clang::Expr *named = call->getCallee()->IgnoreParenImpCasts();
  Callee callee;
  const auto take = [&](clang::DeclarationName name, clang::SourceLocation place) {
    if (const clang::IdentifierInfo *identifier = name.getAsIdentifierInfo()) {
      callee.name = identifier->getName();
      callee.place = place;
    }
  };
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(named)) {
    take(reference->getDecl()->getDeclName(), reference->getLocation());
    callee.functions.push_back(llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()));
  } else if (const auto *lookup = llvm::dyn_cast<clang::UnresolvedLookupExpr>(named)) {
    take(lookup->getName(), lookup->getNameLoc());
    for (const clang::NamedDecl *found : lookup->decls())
      callee.functions.push_back(found->getUnderlyingDecl()->getAsFunction());
  }
  llvm::erase(callee.functions, nullptr);
  return callee;
}

/// Intrinsics have bodies in the compiler's own headers.
bool isUsersOwn(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = function->getDefinition();
  return definition && !function->getASTContext().getSourceManager().isInSystemHeader(definition->getLocation());
}

bool hasArithmetic(const order::Graph &graph, order::NodeId root) {
  const order::Node node = graph[root];
  if (node.op == Op::Call ? mathFunction(llvm::StringRef(graph.symbol(root))).has_value()
                          : !order::isLeaf(node.op) && node.op != Op::Cast && node.op != Op::Select && node.op != Op::Compare)
    return true;
  return llvm::any_of(graph.operands(root), [&](order::NodeId operand) { return hasArithmetic(graph, operand); });
}

bool computes(const Vendor &vendor, const CallModel &model) {
  return llvm::any_of(model.effects, [&](const Effect &effect) {
    return effect.source == Effect::Source::Formula && effect.formula && hasArithmetic(vendor.graph(), effect.formula);
  });
}

/// A number, a buffer of numbers or a pointer to numbers.
bool holdsFloating(Types &types, const clang::Expr *argument) {
  clang::QualType type = argument->getType();
  if (!type.isNull() && type->isPointerType())
    type = type->getPointeeType();
  if (type.isNull())
    return false;
  const TypeInfo &info = types.info(type.getNonReferenceType());
  if (info.isBuffer)
    return info.stored.format == format::Format::Dependent || format::isFloatingPoint(info.stored.format);
  return info.isNumber();
}

} // namespace

DocumentedCall documentedCall(Types &types, const std::vector<const Vendor *> &vendors, const clang::CallExpr *call) {
  if (vendors.empty())
    return {};
  const Callee callee = calleeOf(call);
  if (callee.name.empty() || llvm::any_of(callee.functions, [&](const clang::FunctionDecl *function) { return isUsersOwn(function); }))
    return {};
  bool isModelled = false, isComputed = false;
  for (const Vendor *vendor : vendors)
    for (const CallModel *model : vendor->find({callee.name.data(), callee.name.size()}))
      if (model->scope.empty() && model->takes(call->getNumArgs())) {
        isModelled = true;
        isComputed = isComputed || computes(*vendor, *model);
      }
  if (!isModelled)
    return {};
  const bool onNumbers = llvm::any_of(call->arguments(), [&](const clang::Expr *argument) { return holdsFloating(types, argument); });
  return {isComputed && onNumbers ? DocumentedCall::Kind::Computes : DocumentedCall::Kind::Moves, callee.place};
}

} // namespace fporder::frontend
