// What a call says of arguments and results of open type: sqrt takes floating-point numbers, a function's declared parameters take what they say.
#pragma once

#include "analyzer/frontend/types/type_evidence.h"

namespace fporder::frontend {

void searchCall(const clang::CallExpr *call, TypeEvidence &evidence);

} // namespace fporder::frontend
