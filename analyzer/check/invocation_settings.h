// Settings of Clang's front end that no command line decides.
//
// The flags that would write, print or load do not come as far as the driver (compiler_flags.h); this is the second barrier: whatever the driver
// makes of a command, the front end parses one source and does nothing else.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendOptions.h"

namespace fporder::check {

/// `keepMemory`: the tree is left to the process's end.
void overrideSettings(clang::CompilerInvocation &invocation, bool keepMemory);

/// What Clang takes all the same is no error, whatever the command says of its warnings: a narrowing initialiser, 'register' in C++17. Errors stay
/// that a name or a type is not known, for which an int is assumed.
void overrideSeverities(clang::DiagnosticsEngine &diagnostics);

/// Whether the input is text that a compiler reads: not a syntax tree or a module that somebody has written, nor assembly.
bool isSourceText(const clang::FrontendInputFile &input);

} // namespace fporder::check
