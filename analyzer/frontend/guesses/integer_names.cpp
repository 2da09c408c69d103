#include "analyzer/frontend/guesses/integer_names.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend::guesses {

using Names = std::initializer_list<llvm::StringRef>;

bool namesInteger(const clang::TemplateTypeParmDecl *parameter) {
  const llvm::StringRef name = parameter->getName();
  return llvm::is_contained(Names{"I", "N", "Int", "Integer", "Integral", "Index", "Idx", "Size", "UInt", "IntT", "IntType", "SizeT", "Offset"},
                            name) ||
         name.starts_with("Index") || name.starts_with("index_") || name.ends_with("Index") || name.ends_with("IndexT") ||
         name.ends_with("IndexType");
}

bool namesIntegerConstant(const clang::Expr *expression) {
  const auto *name = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(expression);
  return name && llvm::none_of(name->getDeclName().getAsString(), [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

bool namesIntegerType(llvm::StringRef member) {
  return llvm::is_contained(Names{"size_type", "difference_type", "index_type", "index_t", "Index", "StorageIndex", "int_type", "rank_type"}, member);
}

bool namesCount(llvm::StringRef member) {
  const llvm::StringRef name = member.rtrim('_');
  return llvm::is_contained(Names{"size",          "length",     "count",        "rows",        "cols",    "capacity", "stride",   "strides",
                                  "dim",           "dims",       "ndim",         "rank",        "numel",   "extent",   "index",    "innerStride",
                                  "outerStride",   "nnz",        "nrows",        "ncols",       "n_rows",  "n_cols",   "num_rows", "num_cols",
                                  "size_in_bytes", "size_bytes", "element_size", "sizeInBytes", "elements"},
                            name);
}

} // namespace fporder::frontend::guesses
