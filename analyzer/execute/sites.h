// From places in the source to the expressions that stand there.
#pragma once

#include "analyzer/execute/watch.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fporder::execute {

/// The token of an operator or of a callee's name. A token of a macro's body stands where the macro is expanded; `spelled` is then its place in the
/// macro's definition.
struct Spot {
  std::string file; // as given for the main file, the real path of others
  std::uint32_t line = 0, column = 0;
  std::uint32_t spelledLine = 0, spelledColumn = 0; // 0: it is in no macro's body
};

/// The functions with bodies in the user's text, instances of templates included.
class FunctionIndex {
public:
  explicit FunctionIndex(clang::ASTContext &context);

  /// Those of this qualified name and type.
  llvm::ArrayRef<const clang::FunctionDecl *> find(const std::string &name, const std::string &signature) const;

private:
  std::map<std::pair<std::string, std::string>, std::vector<const clang::FunctionDecl *>> functions;
};

/// The expression at `spot`, an operation or a conversion with values of `format`, in the body of `function` or, through the calls at `calls`
/// (outermost first), in that of a function it calls. Nothing, with the reason, where none or several stand there.
std::optional<Watch> watchAt(const clang::ASTContext &context, const clang::FunctionDecl *function, const std::vector<Spot> &calls, const Spot &spot,
                             format::Format format, std::string &reason);

} // namespace fporder::execute
