// Computations written as types: `using Step = Bind<Vec::Div<T>, Moment, Root>;` in a class that a vendor's library turns into a kernel.
//
// Which class templates bind an operation to its operands and which hold a constant is the vendor's document's to say (key `trees`); what the
// operation computes is the model of the call of the same name, without its destination. Operands are aliases of the class, nested types, or inputs.
#pragma once

#include "analyzer/frontend/syntax/places.h"
#include "analyzer/frontend/types/types.h"
#include "runtime/order/procedure.h"

#include "clang/AST/DeclCXX.h"

#include <optional>

namespace fporder::frontend {

/// What the aliases of a class compute; nothing when none of them binds an operation.
std::optional<order::Procedure> typeTree(const clang::CXXRecordDecl *record, const std::vector<const models::Vendor *> &vendors, Types &types,
                                         SourceFiles &files);

} // namespace fporder::frontend
