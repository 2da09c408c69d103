#include "analyzer/check/cuda.h"

#include "analyzer/check/shims.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace fporder::check {
namespace {

namespace path = llvm::sys::path;
using Names = std::initializer_list<llvm::StringRef>;

constexpr const char *hostOnly = "--cuda-host-only";
constexpr unsigned defaultArchitecture = 80;

bool isVendorCompiler(llvm::StringRef program) { return llvm::is_contained(Names{"nvcc", "hipcc"}, path::stem(program)); }

bool isCudaLanguage(llvm::StringRef name) { return llvm::is_contained(Names{"cu", "cuda", "hip"}, name); }

/// What nvcc calls a flag that Clang knows by another name; the flag itself otherwise.
llvm::StringRef clangName(llvm::StringRef flag) {
  static const std::pair<llvm::StringRef, llvm::StringRef> names[] = {{"--include-path", "-I"},
                                                                      {"--define-macro", "-D"},
                                                                      {"--undefine-macro", "-U"},
                                                                      {"--system-include", "-isystem"},
                                                                      {"-pre-include", "-include"},
                                                                      {"--pre-include", "-include"},
                                                                      {"--std", "-std"},
                                                                      {"--gpu-architecture", "-arch"},
                                                                      {"--gpu-code", "-code"},
                                                                      {"--generate-code", "-gencode"},
                                                                      {"--compiler-options", "-Xcompiler"},
                                                                      {"--use_fast_math", "-use_fast_math"},
                                                                      {"--fmad", "-fmad"},
                                                                      {"--prec-div", "-prec-div"},
                                                                      {"--prec-sqrt", "-prec-sqrt"},
                                                                      {"--ftz", "-ftz"},
                                                                      {"--cuda-gpu-arch", "-arch"},
                                                                      {"--offload-arch", "-arch"},
                                                                      {"-gpu-architecture", "-arch"},
                                                                      {"-generate-code", "-gencode"}};
  for (const auto &[vendor, ours] : names)
    if (flag == vendor)
      return ours;
  return flag;
}

/// Flags of nvcc whose value is the next argument when it is not joined by '='.
bool takesValue(llvm::StringRef flag) {
  return llvm::is_contained(Names{"-arch",
                                  "-code",
                                  "-gencode",
                                  "-Xcompiler",
                                  "-Xptxas",
                                  "--ptxas-options",
                                  "-Xcudafe",
                                  "--cudafe-options",
                                  "-Xlinker",
                                  "--linker-options",
                                  "-Xnvlink",
                                  "--nvlink-options",
                                  "-Xfatbin",
                                  "--fatbin-options",
                                  "-Xarchive",
                                  "-ccbin",
                                  "--compiler-bindir",
                                  "-t",
                                  "--threads",
                                  "-maxrregcount",
                                  "--maxrregcount",
                                  "-cudart",
                                  "--cudart",
                                  "-default-stream",
                                  "--default-stream",
                                  "-diag-suppress",
                                  "--diag-suppress",
                                  "-diag_suppress",
                                  "--diag_suppress",
                                  "-diag-error",
                                  "--diag-error",
                                  "-diag-warn",
                                  "--diag-warn",
                                  "-keep-dir",
                                  "--keep-dir",
                                  "-odir",
                                  "--output-directory",
                                  "-Werror",
                                  "--Werror",
                                  "-cudadevrt",
                                  "--cudadevrt",
                                  "-rdc",
                                  "--relocatable-device-code",
                                  "-split-compile",
                                  "--split-compile",
                                  "-fmad",
                                  "-ftz",
                                  "-prec-div",
                                  "-prec-sqrt",
                                  "-std",
                                  "-x",
                                  "-m",
                                  "--machine",
                                  "-O",
                                  "--optimize"},
                            flag);
}

/// Flags that Clang takes as they are.
bool isCommon(llvm::StringRef argument) {
  for (llvm::StringRef prefix : {"-D",
                                 "-U",
                                 "-I",
                                 "-isystem",
                                 "-iquote",
                                 "-idirafter",
                                 "-isysroot",
                                 "--sysroot",
                                 "-include",
                                 "-imacros",
                                 "-std=",
                                 "-f",
                                 "-W",
                                 "-w",
                                 "-g",
                                 "-O",
                                 "-m",
                                 "-pthread",
                                 "-nostdinc",
                                 "-stdlib",
                                 "-target",
                                 "--target",
                                 "-resource-dir",
                                 "-v",
                                 "-Xclang",
                                 "-ansi",
                                 "-pedantic",
                                 "-B",
                                 "--gcc-toolchain",
                                 "--cuda-path",
                                 "--rocm-path",
                                 "-no"})
    if (argument.starts_with(prefix))
      return true;
  return !argument.starts_with("-");
}

bool isFalse(llvm::StringRef value) { return value == "false" || value == "0"; }

/// The digits of sm_80, compute_90a, "arch=compute_80,code=[sm_80,sm_86]": the newest architecture named.
unsigned architectureIn(llvm::StringRef value) {
  unsigned newest = 0;
  for (llvm::StringRef prefix : {"sm_", "compute_"})
    for (std::size_t at = value.find(prefix); at != llvm::StringRef::npos; at = value.find(prefix, at + 1)) {
      unsigned number = 0;
      if (!value.substr(at + prefix.size()).take_while(llvm::isDigit).getAsInteger(10, number))
        newest = std::max(newest, number);
    }
  return newest;
}

class Translation {
public:
  Translation(CompileCommand &given, bool vendor) : command(given), fromVendor(vendor) {}

  void run() {
    const std::vector<std::string> given = std::move(command.arguments);
    for (std::size_t i = 1; i < given.size(); ++i)
      i += one(given, i);
    if (!cuda) {
      command.arguments = {"g++"};
      command.arguments.insert(command.arguments.end(), kept.begin(), kept.end());
      return;
    }
    command.arguments = {"clang++", "-x", "cuda", hostOnly};
    if (!toolkit)
      command.arguments.insert(command.arguments.end(),
                               {"-nocudainc", "-nocudalib", "-isystem", shimDirectory("cuda"), "-idirafter", shimDirectory("torch"), "-include",
                                hip ? "hip/hip_runtime.h" : "fporder_cuda.h",
                                "-D__CUDA_ARCH__=" + std::to_string(10 * (architecture ? architecture : defaultArchitecture))});
    command.arguments.push_back("-ffp-contract=fast"); // the vendors' default for the device; the command's own wish comes later
    if (!standardGiven)
      command.arguments.push_back("-std=gnu++17");
    command.arguments.insert(command.arguments.end(), kept.begin(), kept.end());
  }

  bool cuda = true, hip = false;

private:
  /// Treats argument `i`; how many more belong to it.
  std::size_t one(const std::vector<std::string> &given, std::size_t i) {
    const llvm::StringRef argument = given[i];
    auto [spelled, joined] = argument.split('=');
    const llvm::StringRef name = clangName(spelled);
    const bool hasJoined = spelled.size() != argument.size();
    if (fromVendor || isVendorFlag(name)) {
      const bool separate = takesValue(name) && !hasJoined && i + 1 < given.size();
      const llvm::StringRef value = hasJoined ? joined : separate ? llvm::StringRef(given[i + 1]) : llvm::StringRef();
      if (const bool known = vendorFlag(name, value, argument.str() + (separate ? " " + value.str() : "")); known)
        return separate;
    }
    if (name == "-x")
      return 1; // the language is known
    if (argument.starts_with("-x") || argument == "--cuda-device-only" || argument == "--cuda-host-only" || argument == "--cuda-compile-host-device")
      return 0;
    if (name == "--cuda-path" || name == "--rocm-path") {
      if (!holdsToolkit(joined)) {
        command.droppedFlags.push_back("'" + argument.str() + "': there is no toolkit: our own headers are read");
        return 0;
      }
      toolkit = true;
    }
    if (argument.starts_with("-std="))
      standardGiven = true;
    if (name != spelled && llvm::is_contained(Names{"-I", "-D", "-U", "-isystem", "-include"}, name)) {
      kept.push_back(name.str());
      if (hasJoined)
        kept.push_back(joined.str());
      return 0;
    }
    if (fromVendor && name == "-isystem" && hasJoined) {
      kept.insert(kept.end(), {"-isystem", joined.str()});
      return 0;
    }
    if (!fromVendor || isCommon(argument))
      kept.push_back(argument.str());
    else
      drop(argument.str());
    return 0;
  }

  /// A toolkit of another machine is named by flags that were written there.
  bool holdsToolkit(llvm::StringRef directory) const {
    return llvm::any_of(Names{"cuda_runtime.h", "hip/hip_runtime.h"}, [&](llvm::StringRef header) {
      llvm::SmallString<256> file(path::is_absolute(directory) ? "" : command.directory);
      path::append(file, directory, "include", header);
      return llvm::sys::fs::exists(file);
    });
  }

  static bool isVendorFlag(llvm::StringRef name) {
    return llvm::is_contained(Names{"-arch", "-gencode", "-use_fast_math", "-fmad", "-prec-div", "-prec-sqrt", "-ftz", "-Xcompiler", "-Xptxas"},
                              name);
  }

  /// True for a flag of nvcc, with what it means seen to.
  bool vendorFlag(llvm::StringRef name, llvm::StringRef value, const std::string &written) {
    const bool device = llvm::is_contained(Names{"-use_fast_math", "-fmad", "-prec-div", "-prec-sqrt"}, name);
    if (device && !cuda)
      return true; // of no consequence for what the host computes
    if (name == "-use_fast_math") {
      // Approximate functions, square roots and divisions, subnormals flushed; sums and products stay in order.
      kept.insert(kept.end(), {"-fapprox-func", "-freciprocal-math"});
    } else if (name == "-fmad") {
      kept.push_back(isFalse(value) ? "-ffp-contract=off" : "-ffp-contract=fast");
    } else if (name == "-prec-div") {
      if (isFalse(value))
        kept.push_back("-freciprocal-math");
    } else if (name == "-prec-sqrt") {
      if (isFalse(value))
        kept.push_back("-fapprox-func");
    } else if (name == "-arch" || name == "-gencode" || name == "-code") {
      architecture = std::max(architecture, architectureIn(value));
    } else if (name == "-std") {
      kept.push_back("-std=" + value.str());
      standardGiven = true;
    } else if (name == "-Xcompiler") {
      hostFlags(value);
    } else if (name == "-x" || name == "-ftz" || name == "-O" || name == "-m") {
      return true; // of no consequence for what is parsed or for the order
    } else if (takesValue(name)) {
      drop(written);
    } else {
      return false;
    }
    return true;
  }

  /// -Xcompiler "-fPIC,-DX=1": flags of the host compiler.
  void hostFlags(llvm::StringRef flags) {
    llvm::SmallVector<llvm::StringRef> each;
    flags.trim("'\"").split(each, ',', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef flag : each)
      if (flag = flag.trim("'\" "); flag.starts_with("-D") || flag.starts_with("-I") || flag.starts_with("-U") || flag.starts_with("-fopenmp"))
        kept.push_back(flag.str());
      else if (!flag.starts_with("-fPIC") && !flag.starts_with("-W") && !flag.starts_with("-O"))
        drop("-Xcompiler " + flag.str());
  }

  void drop(const std::string &written) { command.droppedFlags.push_back("'" + written + "' is a flag of another compiler: dropped"); }

  CompileCommand &command;
  bool fromVendor;
  bool toolkit = false, standardGiven = false;
  unsigned architecture = 0;
  std::vector<std::string> kept;
};

} // namespace

bool isCudaName(llvm::StringRef file) { return llvm::is_contained(Names{".cu", ".cuh", ".hip"}, path::extension(file)); }

void translateCuda(CompileCommand &command) {
  if (command.arguments.empty())
    return;
  const bool vendor = isVendorCompiler(command.arguments.front());
  bool cuda = isCudaName(command.source), hip = path::extension(command.source) == ".hip" || path::stem(command.arguments.front()) == "hipcc";
  for (std::size_t i = 1; i < command.arguments.size(); ++i) {
    llvm::StringRef language = command.arguments[i];
    if (language == "-x" && i + 1 < command.arguments.size())
      language = command.arguments[i + 1];
    else if (!language.consume_front("-x"))
      continue;
    cuda |= isCudaLanguage(language);
    hip |= language == "hip";
  }
  if (!cuda) // hipcc compiles everything as HIP, nvcc hands C++ on
    cuda = vendor && hip;
  if (!cuda && !vendor)
    return;
  Translation translation(command, vendor);
  translation.cuda = cuda;
  translation.hip = hip;
  translation.run();
}

bool isCudaCommand(const std::vector<std::string> &arguments) { return llvm::is_contained(arguments, hostOnly); }

void overrideCudaSettings(clang::CompilerInvocation &invocation, const std::vector<std::string> &arguments) {
  if (usesShim(arguments, "cuda"))
    invocation.getLangOpts().HIPStdPar = true;
}

} // namespace fporder::check
