#include "analyzer/check/waking/variant_command.h"

#include "analyzer/check/cuda.h"
#include "analyzer/check/shims.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace fporder::check {

SystemDirectories systemDirectories(const clang::Preprocessor &preprocessor) {
  const clang::HeaderSearch &search = preprocessor.getHeaderSearchInfo();
  llvm::SmallString<256> clangs(search.getHeaderSearchOpts().ResourceDir);
  llvm::sys::path::append(clangs, "include");
  SystemDirectories directories;
  bool behind = false;
  for (auto directory = search.system_dir_begin(); directory != search.system_dir_end(); ++directory) {
    const llvm::StringRef name = directory->getName();
    if (name == clangs)
      behind = true;
    else if (directory->isNormalDir() && !name.starts_with("/fporder-") && llvm::sys::path::is_absolute(name))
      (behind ? directories.behindClangs : directories.beforeClangs).push_back(name.str());
  }
  return directories;
}

bool decidesMachine(const std::vector<std::string> &arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    const bool machine = argument.starts_with("-m") && !argument.starts_with("-mllvm");
    return machine || argument.starts_with("--target") || argument.starts_with("-target") || argument.starts_with("-arch");
  });
}

CompileCommand variantCommand(CompileCommand base, const Variant &variant, const SystemDirectories &directories) {
  std::vector<std::string> &arguments = base.arguments;
  arguments.erase(llvm::find(arguments, "--"), arguments.end());
  llvm::append_range(arguments, variant.flags);
  if (!variant.target.empty()) {
    arguments.insert(arguments.end(), {"--target=" + variant.target, "-nostdlibinc", "-isystem", shimDirectory("glibc")});
    for (const std::string &directory : directories.beforeClangs)
      arguments.insert(arguments.end(), {"-isystem", directory});
    for (const std::string &directory : directories.behindClangs)
      arguments.insert(arguments.end(), {"-idirafter", directory});
  }
  translateCuda(base);
  arguments.insert(arguments.end(), {"--", base.source});
  return base;
}

} // namespace fporder::check
