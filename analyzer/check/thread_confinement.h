// A thread that can start no program.
//
// What is analysed is not to be trusted, and Clang's driver has tools to run. No flag that makes it do so gets that far (compiler_flags.h); should
// one be missed, the kernel refuses: a seccomp filter on the threads that analyse denies execve, execveat and connect with EPERM. Children inherit
// it.
#pragma once

namespace fporder::check {

/// Confines the calling thread for good. False where the kernel has no seccomp filters, or the processor is not one that the filter is written for;
/// the thread goes on as it was.
bool confineThread();

} // namespace fporder::check
