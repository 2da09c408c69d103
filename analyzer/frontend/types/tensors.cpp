#include "analyzer/frontend/types/tensors.h"

#include "clang/AST/Decl.h"

namespace fporder::frontend {

bool isInTorch(const clang::NamedDecl *declaration) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(declaration->getDeclContext());
  return space && (space->getName() == "at" || space->getName() == "torch");
}

bool namesTensorAccessor(const clang::NamedDecl *declaration) {
  return declaration->getIdentifier() && declaration->getName().ends_with("TensorAccessor") && isInTorch(declaration);
}

} // namespace fporder::frontend
