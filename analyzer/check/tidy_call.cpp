#include "analyzer/check/tidy_call.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace fporder::check {
namespace {

/// A long option without its one or two dashes; empty for anything else.
llvm::StringRef optionName(llvm::StringRef argument) {
  if (!argument.consume_front("-"))
    return "";
  argument.consume_front("-");
  return argument;
}

struct Meaningless {
  llvm::StringLiteral name;
  bool takesValue;
  llvm::StringLiteral reason;
};

constexpr Meaningless meaningless[] = {
    {"load", true, "no plugin is loaded; all of fporder's rules are built in"},
    {"allow-enabling-analyzer-alpha-checkers", false, "there is no static analyzer here"},
    {"enable-check-profile", false, "rules are not timed"},
    {"store-check-profile", true, "rules are not timed"},
    {"enable-module-headers-parsing", false, "headers of modules are not parsed"},
    {"experimental-custom-checks", false, "own rules are loaded with --rules-dir"},
    {"format-style", true, "fixes keep the layout of what they replace"},
    {"system-headers", false, "system headers are not analysed"},
};

} // namespace

bool isTidyCall(llvm::StringRef program, llvm::ArrayRef<const char *> arguments) {
  if (llvm::sys::path::filename(program).contains("clang-tidy"))
    return true;
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    llvm::StringRef name = optionName(argument);
    if (name.starts_with("p=") || name.starts_with("extra-arg-before=--driver-mode="))
      return true;
    return llvm::is_contained({"checks", "list-checks", "load"}, name.split('=').first);
  });
}

std::vector<std::string> adaptTidyArguments(llvm::SmallVectorImpl<const char *> &arguments, llvm::StringSaver &saver) {
  std::vector<std::string> notices;
  llvm::SmallVector<const char *, 32> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    auto [name, value] = optionName(arguments[i]).split('=');
    const bool inOneWord = llvm::StringRef(arguments[i]).contains('=');
    const auto *found = llvm::find_if(meaningless, [name = name](const Meaningless &option) { return option.name == name; });
    if (found != std::end(meaningless)) {
      i += found->takesValue && !inOneWord;
      notices.push_back("--" + name.str() + " has no effect: " + found->reason.str());
    } else if (name == "fix-notes") {
      if (value != "false")
        kept.push_back("--fix=all");
    } else if (name == "vfsoverlay") {
      if (!inOneWord && i + 1 < arguments.size())
        value = arguments[++i];
      kept.push_back("--extra-arg=-ivfsoverlay");
      kept.push_back(saver.save("--extra-arg=" + value).begin()); // NUL-terminated by the saver
    } else {
      kept.push_back(arguments[i]);
    }
  }
  arguments.assign(kept.begin(), kept.end());
  return notices;
}

} // namespace fporder::check
