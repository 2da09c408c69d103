// The versions of a function, one for each precision: all are in each object, the process chooses at its start (runtime/shadow/program/process.h).
#pragma once

#include "analyzer/instrument/function_instrumenter.h"

namespace fporder::instrument {

/// Each function gets residues; versions of it beside it get the other precisions, and it begins by handing over to one of them where the process has
/// chosen that. Its body must not be reached through addresses of its blocks.
void instrumentVersions(ModuleContext &context, llvm::ArrayRef<llvm::Function *> functions);

} // namespace fporder::instrument
