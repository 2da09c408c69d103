// How OpenCL C sources are compiled: by a program at run time, with build options of their own, so that no compile command says it.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fporder::check {

/// .cl, .ocl, .opencl
bool isOpenClName(llvm::StringRef path);

/// Enables what devices offer and sources use without saying so; to be included before a source.
extern const char *const openClPrelude;

/// Adds what `arguments` (a compiler and its flags) leave open: the language, OpenCL C 2.0, a device with half and double precision (spir64) and,
/// under -cl-mad-enable and what implies it, contraction across statements, since a * b + c may then be a mad.
void completeOpenClCommand(std::vector<std::string> &arguments);

} // namespace fporder::check
