// CUDA and HIP sources: how they are compiled here.
//
// A source is parsed once, from the host's side but with the text that the device sees (__CUDA_ARCH__ is defined). Without a toolkit, which is the
// default, our own headers (analyzer/shims/cuda) say what nvcc would include; `--cuda-path=DIR` reads the toolkit's instead, if one is there. nvcc's
// flags are translated where they decide what is parsed or computed and dropped otherwise.
#pragma once

#include "analyzer/check/compile_database.h"

namespace clang {
class CompilerInvocation;
}

namespace fporder::check {

/// .cu, .cuh and .hip files.
bool isCudaName(llvm::StringRef file);

/// Turns a command that compiles CUDA or HIP, by the source's name, by -x or by the compiler's, into one that Clang understands; leaves others alone.
/// `command.arguments` ends before the source. What was dropped is said in `command.droppedFlags`.
void translateCuda(CompileCommand &command);

/// True for the arguments that translateCuda leaves of a command that compiles CUDA or HIP.
bool isCudaCommand(const std::vector<std::string> &arguments);

/// What no flag of the driver can say: device code may call the shim's declarations, which have no side.
void overrideCudaSettings(clang::CompilerInvocation &invocation, const std::vector<std::string> &arguments);

} // namespace fporder::check
