#include "analyzer/check/opencl_command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace fporder::check {

const char *const openClPrelude = "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
                                  "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n";

bool isOpenClName(llvm::StringRef path) { return llvm::is_contained({".cl", ".ocl", ".opencl"}, llvm::sys::path::extension(path)); }

void completeOpenClCommand(std::vector<std::string> &arguments) {
  const auto has = [&](std::initializer_list<llvm::StringRef> prefixes) {
    return llvm::any_of(llvm::drop_begin(arguments), [&](llvm::StringRef argument) {
      return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return argument.starts_with(prefix); });
    });
  };
  // A host's standard says nothing about kernels: flags may come from a neighbouring C++ source.
  llvm::erase_if(arguments, [](llvm::StringRef argument) { return argument.consume_front("-std=") && !argument.starts_with_insensitive("cl"); });
  std::vector<std::string> added;
  if (!has({"-x", "--language"}))
    added.insert(added.end(), {"-x", "cl"});
  if (!has({"-cl-std", "-std="}))
    added.push_back("-cl-std=CL2.0");
  if (!has({"-target", "--target", "-triple"}))
    added.push_back("--target=spir64");
  if (has({"-cl-mad-enable", "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) && !has({"-ffp-contract"}))
    added.push_back("-ffp-contract=fast");
  // Device compilers take one pointer for another where Clang by default does not.
  added.insert(added.end(), {"-Wno-incompatible-pointer-types", "-Wno-int-conversion"});
  arguments.insert(arguments.begin() + 1, added.begin(), added.end());
}

} // namespace fporder::check
