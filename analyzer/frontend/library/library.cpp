#include "analyzer/frontend/library/library.h"

#include "analyzer/frontend/accelerators/cuda.h"
#include "analyzer/frontend/accelerators/opencl.h"
#include "analyzer/frontend/library/library_models.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {
namespace {

/// The name under which a free function is modelled, when the call is one of namespace std (or of the C library); empty otherwise.
llvm::StringRef freeFunction(const Call &call) {
  if (call.callee) {
    if (llvm::isa<clang::CXXMethodDecl>(call.callee))
      return {};
    bool c = call.callee->isExternC() || call.callee->getBuiltinID() != 0;
    return c || inNamespaceStd(call.callee) ? call.name : llvm::StringRef();
  }
  const auto *site = llvm::dyn_cast_or_null<clang::CallExpr>(call.expression);
  const auto *lookup = site ? llvm::dyn_cast<clang::OverloadExpr>(site->getCallee()->IgnoreParenImpCasts()) : nullptr;
  if (!lookup || call.object)
    return {};
  for (const clang::NamedDecl *found : lookup->decls())
    if (inNamespaceStd(found->getUnderlyingDecl()))
      return call.name;
  return {};
}

/// Function objects of std::ranges (ranges::fold_left, ranges::copy): calls of operator() on a variable of namespace std.
llvm::StringRef functionObject(const Call &call) {
  if (call.name != "operator()" || !call.objectExpression)
    return {};
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(call.objectExpression->IgnoreParenImpCasts());
  const auto *variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->getIdentifier() && inNamespaceStd(variable) ? variable->getName() : llvm::StringRef();
}

using Attempt = std::optional<Value> (*)(Builder &, const Call &);

std::optional<Value> firstOf(std::initializer_list<Attempt> attempts, Builder &builder, const Call &call) {
  for (Attempt attempt : attempts)
    if (std::optional<Value> value = attempt(builder, call))
      return value;
  return std::nullopt;
}

} // namespace

std::optional<LibraryClass> classOf(const Call &call) {
  // Members that a library's private base declares belong to the class of the object as written.
  if (call.objectExpression) {
    clang::QualType type = call.objectExpression->IgnoreParenImpCasts()->getType();
    if (auto known = libraryClass(type->isPointerType() ? type->getPointeeType() : type))
      return known;
  }
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.callee);
  return method ? libraryClass(method->getParent()) : std::nullopt;
}

std::optional<Value> libraryCall(Builder &builder, const Call &call) {
  if (builder.context.getLangOpts().CUDA)
    if (std::optional<Value> value = cudaCall(builder, call))
      return value;
  if (std::optional<Value> value = openClCall(builder, call))
    return value;
  if (call.name.starts_with("operator") || call.object || llvm::isa_and_nonnull<clang::CXXMethodDecl>(call.callee)) {
    if (llvm::StringRef name = functionObject(call); !name.empty()) {
      Call direct = call;
      direct.name = name;
      direct.object.reset();
      direct.objectExpression = nullptr;
      for (Model model : {algorithmModel(name), utilityModel(name), iteratorModel(name)})
        if (model)
          return model(builder, direct);
      return std::nullopt;
    }
    return firstOf({numberOperator, numberMember, iteratorMember, containerMember, wrapperMember, tensorShape, elementAccess}, builder, call);
  }
  if (std::optional<Value> value = firstOf({numberMember, mathCall}, builder, call))
    return value;
  llvm::StringRef name = freeFunction(call);
  if (name.empty())
    return std::nullopt;
  for (Model model : {algorithmModel(name), utilityModel(name), tupleModel(name), iteratorModel(name), atomicModel(name), rawMemoryModel(name)})
    if (model)
      if (std::optional<Value> value = model(builder, call))
        return value;
  return std::nullopt;
}

bool libraryConstruct(Builder &builder, const Call &call) {
  return call.object && (numberConstruct(builder, call) || containerConstruct(builder, call) || wrapperConstruct(builder, call));
}

} // namespace fporder::frontend
