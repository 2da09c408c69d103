// Which names a source gives to something of its own: where a fix writes `log1p(x)`, that is to be the library's function.
#pragma once

#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string_view>

namespace clang {
class ASTContext;
} // namespace clang

namespace fporder::frontend {

class OwnNames {
public:
  /// The context outlives it.
  explicit OwnNames(clang::ASTContext &parsed) : context(parsed) {}

  /// Outside of system headers something is declared by this name, in whatever scope: a function other than the library's (whose declaration may be
  /// repeated), a variable, a member; or a macro is defined by it anywhere. The declarations are walked when first asked for.
  bool contains(std::string_view name);

private:
  clang::ASTContext &context;
  std::optional<llvm::StringSet<>> declared;
};

} // namespace fporder::frontend
