// What the templates that a function belongs to say of their type parameters: constraints, instantiations, parameters that are declared twice.
#pragma once

#include "analyzer/frontend/types/type_evidence.h"

namespace fporder::frontend {

/// Notes it on `evidence`; each template is looked at once.
void searchTemplates(const clang::FunctionDecl *searched, TypeEvidence &evidence);

} // namespace fporder::frontend
