#include "analyzer/check/compiler_flags.h"

#include "runtime/limits/limits.h"

#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Options/Options.h"
#else
#include "clang/Driver/Options.h"
#endif

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <optional>

namespace fporder::check {
namespace {

#if CLANG_VERSION_MAJOR >= 22
namespace options = clang::options;
const llvm::opt::OptTable &optionTable() { return clang::getDriverOptTable(); }
#else
namespace options = clang::driver::options;
const llvm::opt::OptTable &optionTable() { return clang::driver::getDriverOptTable(); }
#endif

enum class Level : std::uint8_t { Driver, Cc1 };

struct FlagRow {
  Level level;
  FlagUse use;
  llvm::StringLiteral names;
};
constexpr FlagRow flagRows[] = {
#define FPORDER_FLAGS(level, use, names) {Level::level, FlagUse::use, names},
#define FPORDER_FLAG_GROUP(use, group)
#include "analyzer/check/compiler_flags.def"
#undef FPORDER_FLAGS
#undef FPORDER_FLAG_GROUP
};

struct GroupRow {
  unsigned group;
  FlagUse use;
};
constexpr GroupRow groupRows[] = {
#define FPORDER_FLAGS(level, use, names)
#define FPORDER_FLAG_GROUP(use, group) {options::OPT_##group, FlagUse::use},
#include "analyzer/check/compiler_flags.def"
#undef FPORDER_FLAGS
#undef FPORDER_FLAG_GROUP
};

/// The rows of one level by name.
llvm::DenseMap<llvm::StringRef, FlagUse> namesAt(Level level) {
  llvm::DenseMap<llvm::StringRef, FlagUse> uses;
  uses.reserve(level == Level::Driver ? 2048 : 512); // at once: every start of the program pays for it
  for (const FlagRow &row : flagRows)
    if (row.level == level)
      for (llvm::StringRef rest = row.names; !rest.empty();) {
        const auto [name, others] = rest.split(' ');
        uses.try_emplace(name, row.use);
        rest = others;
      }
  return uses;
}

std::optional<FlagUse> namedUse(llvm::StringRef name, Level level) {
  static const llvm::DenseMap<llvm::StringRef, FlagUse> driver = namesAt(Level::Driver);
  if (level == Level::Cc1) {
    static const llvm::DenseMap<llvm::StringRef, FlagUse> cc1 = namesAt(Level::Cc1);
    if (const auto found = cc1.find(name); found != cc1.end())
      return found->second;
  }
  const auto found = driver.find(name);
  return found == driver.end() ? std::nullopt : std::optional(found->second);
}

FlagUse useOf(const llvm::opt::Option &option, Level level) {
  if (const std::optional<FlagUse> use = namedUse(option.getPrefixedName(), level))
    return *use;
  for (const GroupRow &row : groupRows)
    if (option.matches(row.group))
      return row.use;
  return FlagUse::Other;
}

/// Languages that Clang reads as text; of others (ast, ir, pcm) it loads what a compiler has written, which is not to be trusted.
bool isSourceLanguage(llvm::StringRef name) {
  return llvm::is_contained({"none",
                             "c",
                             "cpp-output",
                             "c-header",
                             "c++",
                             "c++-cpp-output",
                             "c++-header",
                             "c++-user-header",
                             "c++-system-header",
                             "c++-module",
                             "objective-c",
                             "objective-c-cpp-output",
                             "objective-c-header",
                             "objective-c++",
                             "objective-c++-cpp-output",
                             "objective-c++-header",
                             "cl",
                             "cl-header",
                             "clcpp",
                             "cuda",
                             "cuda-cpp-output",
                             "hip",
                             "hip-cpp-output"},
                            name);
}

/// Whether "native" means the processor of this machine, which LLVM knows, and not a device, which only a vendor's program knows.
bool hostKnowsNative(const llvm::Triple &target) {
  const llvm::Triple host(llvm::sys::getProcessTriple());
  const auto both = [&](bool (llvm::Triple::*family)() const) { return (host.*family)() && (target.*family)(); };
  const auto arm = [](const llvm::Triple &triple) { return triple.isARM() || triple.isThumb() || triple.isAArch64(); };
  return both(&llvm::Triple::isX86) || (arm(host) && arm(target)) || both(&llvm::Triple::isPPC) || both(&llvm::Triple::isRISCV) ||
         both(&llvm::Triple::isSystemZ) || both(&llvm::Triple::isLoongArch) || both(&llvm::Triple::isSPARC) || both(&llvm::Triple::isMIPS);
}

class Gate {
public:
  /// The mode is decided by any argument that looks like it, as in the driver.
  explicit Gate(llvm::ArrayRef<std::string> arguments) {
    constexpr llvm::StringLiteral prefix = "--driver-mode=";
    for (llvm::StringRef argument : arguments)
      if (argument.consume_front(prefix))
        mode = argument.str();
    if (!mode.empty() && !llvm::is_contained({"gcc", "g++", "cpp", "cl"}, mode)) {
      name(prefix.str() + mode, prefix, "the analysis reads C and C++ only");
      mode.clear();
    }
  }

  AdmittedFlags run(llvm::ArrayRef<std::string> arguments) {
    std::vector<std::string> forClang;
    admit(arguments, mode == "cl" ? options::CLOption : options::ClangOption, Level::Driver, result.arguments);
    forClang.swap(nested.clang);
    for (const std::string &argument : admitted(forClang, options::ClangOption, Level::Driver))
      result.arguments.push_back("/clang:" + argument);
    for (const std::string &argument : admitted(nested.cc1, options::CC1Option, Level::Cc1))
      result.arguments.insert(result.arguments.end(), {"-Xclang", argument});
    for (const std::string &argument : admitted(nested.preprocessor, options::CC1Option, Level::Cc1))
      result.arguments.insert(result.arguments.end(), {"-Xpreprocessor", argument});
    if (!mode.empty()) // last, since the last one counts
      result.arguments.push_back("--driver-mode=" + mode);
    return std::move(result);
  }

private:
  std::vector<std::string> admitted(llvm::ArrayRef<std::string> arguments, unsigned visibility, Level level) {
    std::vector<std::string> kept;
    admit(arguments, visibility, level, kept);
    return kept;
  }

  void admit(llvm::ArrayRef<std::string> arguments, unsigned visibility, Level level, std::vector<std::string> &kept) {
    std::vector<const char *> pointers;
    for (const std::string &argument : arguments)
      pointers.push_back(argument.c_str());
    unsigned missingIndex = 0, missingCount = 0;
    const llvm::opt::InputArgList parsed = optionTable().ParseArgs(pointers, missingIndex, missingCount, llvm::opt::Visibility(visibility));
    if (missingCount)
      name(arguments[missingIndex], arguments[missingIndex], "it lacks its value");
    noteTarget(parsed);
    const std::vector<const llvm::opt::Arg *> each(parsed.begin(), parsed.end());
    for (std::size_t i = 0; i < each.size(); ++i) {
      const std::size_t from = each[i]->getIndex();
      const std::size_t to = i + 1 < each.size() ? each[i + 1]->getIndex() : missingCount ? missingIndex : arguments.size();
      const llvm::ArrayRef<std::string> words = arguments.slice(from, to - from);
      if (passes(*each[i], words, visibility, level))
        kept.insert(kept.end(), words.begin(), words.end());
    }
  }

  /// Whether `argument`, spelled in `words`, is kept as it is. Flags in its value are set aside.
  bool passes(const llvm::opt::Arg &argument, llvm::ArrayRef<std::string> words, unsigned visibility, Level level) {
    const llvm::opt::Option &option = argument.getOption();
    switch (option.getID()) {
    case options::OPT_INPUT:
    case options::OPT__DASH_DASH:
    case options::OPT__SLASH_Tc:
    case options::OPT__SLASH_Tp:
    case options::OPT_driver_mode: // run() adds it
      return false;
    case options::OPT_UNKNOWN:
      nameUnknown(words.front(), visibility);
      return false;
    case options::OPT_Xclang:
      llvm::append_range(nested.cc1, argument.getValues());
      return false;
    case options::OPT_Xpreprocessor:
    case options::OPT_Wp_COMMA:
      llvm::append_range(nested.preprocessor, argument.getValues());
      return false;
    case options::OPT__SLASH_clang:
      llvm::append_range(nested.clang, argument.getValues());
      return false;
    case options::OPT_Xarch_host:
      return nestedPasses(argument.getValue(0), visibility);
    case options::OPT_Xarch__:
      return nestedPasses(argument.getValue(1), visibility);
    default:
      break;
    }
    const FlagUse use = useOf(option, level);
    if (use == FlagUse::Other)
      name(words.front(), option.getPrefixedName(), "parsing does not need it");
    return (use == FlagUse::Passed || use == FlagUse::Arithmetic) && valueIsGood(argument, words);
  }

  /// A flag that is the value of another stands alone: it cannot have a value in a word of its own.
  bool nestedPasses(const std::string &word, unsigned visibility) { return !admitted(word, visibility, Level::Driver).empty(); }

  bool valueIsGood(const llvm::opt::Arg &argument, llvm::ArrayRef<std::string> words) {
    const llvm::opt::Option &option = argument.getOption();
    if (option.matches(options::OPT_x) && !isSourceLanguage(argument.getValue())) {
      name(words.front() + (words.size() > 1 ? " " + words[1] : ""), "-x", "not a language that is analysed");
      return false;
    }
    const bool processor = option.matches(options::OPT_march_EQ) || option.matches(options::OPT_mcpu_EQ) || option.matches(options::OPT_mtune_EQ);
    if (processor && llvm::StringRef(argument.getValue()).starts_with("native") && !hostKnowsNative(target)) {
      name(words.front(), words.front(), "this machine's processor is not of the target's kind");
      return false;
    }
    return true;
  }

  void noteTarget(const llvm::opt::InputArgList &parsed) {
    if (const llvm::opt::Arg *argument = parsed.getLastArg(options::OPT_target))
      target = llvm::Triple(llvm::Triple::normalize(argument->getValue()));
    if (const llvm::opt::Arg *argument = parsed.getLastArg(options::OPT_triple))
      target = llvm::Triple(llvm::Triple::normalize(argument->getValue()));
  }

  /// In the driver's words.
  void nameUnknown(const std::string &word, unsigned visibility) {
    if (!named.insert(word).second)
      return;
    std::string nearest;
    const bool alike = ++unknown <= mostCompared && optionTable().findNearest(word, nearest, llvm::opt::Visibility(visibility)) <= 1;
    result.dropped.push_back("unknown argument" + (alike ? " '" + word + "'; did you mean '" + nearest + "'?" : ": '" + word + "'"));
  }

  void name(const std::string &written, llvm::StringRef key, llvm::StringRef reason) {
    if (named.insert(key).second)
      result.dropped.push_back("'" + written + "' is dropped: " + reason.str());
  }

  std::string mode; // empty: the driver's default
  llvm::Triple target = llvm::Triple(llvm::sys::getDefaultTargetTriple());
  struct {
    std::vector<std::string> cc1, preprocessor, clang;
  } nested; // flags found in values
  llvm::StringSet<> named;
  static constexpr unsigned mostCompared = limits::most(limits::Limit::ComparedFlags); // looking for a similar option takes milliseconds
  unsigned unknown = 0;
  AdmittedFlags result;
};

} // namespace

std::vector<std::string> withoutArithmetic(llvm::ArrayRef<std::string> arguments) {
  std::vector<const char *> words;
  for (const std::string &argument : arguments.drop_front())
    words.push_back(argument.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed = optionTable().ParseArgs(words, missingIndex, missingCount, llvm::opt::Visibility(options::ClangOption));
  const auto isArithmetic = [](const llvm::opt::Arg &argument) {
    if (!argument.getOption().matches(options::OPT_Xclang))
      return useOf(argument.getOption(), Level::Driver) == FlagUse::Arithmetic;
    const auto [name, value] = llvm::StringRef(argument.getValue()).split('='); // those of cc1 have their values joined to them, or none
    return namedUse(name, Level::Cc1) == FlagUse::Arithmetic || namedUse(name.str() + "=", Level::Cc1) == FlagUse::Arithmetic;
  };
  std::vector<std::string> kept{arguments.front()};
  const std::vector<const llvm::opt::Arg *> each(parsed.begin(), parsed.end());
  for (std::size_t i = 0; i < each.size(); ++i) {
    const std::size_t to = i + 1 < each.size() ? each[i + 1]->getIndex() : words.size();
    if (!isArithmetic(*each[i]))
      kept.insert(kept.end(), words.begin() + each[i]->getIndex(), words.begin() + std::ptrdiff_t(to));
  }
  return kept;
}

FlagUse useOfFlag(llvm::StringRef prefixedName, bool behindXclang) {
  return namedUse(prefixedName, behindXclang ? Level::Cc1 : Level::Driver).value_or(FlagUse::Other);
}

AdmittedFlags admitFlags(llvm::ArrayRef<std::string> arguments) {
  if (!arguments.empty())
    arguments = arguments.drop_front();
  const auto *end = llvm::find(arguments, "--");
  arguments = arguments.take_front(std::size_t(end - arguments.begin()));
  return Gate(arguments).run(arguments);
}

} // namespace fporder::check
