#include "analyzer/check/driver_command.h"

#include "analyzer/check/argument_files.h"
#include "analyzer/check/compiler_flags.h"
#include "analyzer/check/vendor_headers.h"

#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"

namespace fporder::check {
namespace {

bool hasFlag(const std::vector<std::string> &arguments, llvm::StringRef prefix) {
  return llvm::any_of(arguments, [&](llvm::StringRef argument) { return argument.starts_with(prefix); });
}

/// The name that the driver runs under: it decides where headers and programs are looked for. Clang's own, beside the resource directory; never the
/// command's, whose directory is not to be trusted.
std::string driverName(llvm::StringRef resourceDirectory) {
  llvm::SmallString<256> name(resourceDirectory);
  llvm::sys::path::append(name, "..", "..", "..", "bin");
  llvm::sys::path::append(name, "clang");
  llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
  return std::string(name);
}

/// A compiler outside of the system's directories brings its own headers, which the driver would look for beside it: the flags that name them.
std::vector<std::string> flagsForInstallation(llvm::StringRef compiler, const std::vector<std::string> &flags, llvm::vfs::FileSystem &files) {
  namespace path = llvm::sys::path;
  const std::string root = path::parent_path(path::parent_path(compiler)).str();
  if (!path::is_absolute(compiler) || llvm::is_contained({"", "/", "/usr"}, root))
    return {};
  std::vector<std::string> added;
  const bool bringsGcc = files.exists(root + "/lib/gcc") || files.exists(root + "/lib64/gcc") || files.exists(root + "/lib/gcc-cross");
  if (bringsGcc && !hasFlag(flags, "--gcc-"))
    added.push_back("--gcc-toolchain=" + root);
  const std::string libcxx = root + "/include/c++/v1";
  if (hasFlag(flags, "-stdlib=libc++") && !hasFlag(flags, "-stdlib++-isystem") && files.exists(libcxx + "/__config_site"))
    added.insert(added.end(), {"-stdlib++-isystem", libcxx});
  return added;
}

} // namespace

std::vector<std::string> driverCommand(const ParseRequest &request, llvm::vfs::FileSystem &files, std::vector<std::string> &dropped) {
  // A cross compiler's name ("aarch64-linux-gnu-g++") tells the target, but only of targets that are registered.
  static const bool registered = (llvm::InitializeAllTargetInfos(), true);
  (void)registered;
  std::vector<std::string> given = request.command->arguments;
  given.erase(std::find(given.begin(), given.end(), "--"), given.end());
  expandArgumentFiles(given, files, dropped);
  clang::tooling::addTargetAndModeForProgramName(given, llvm::sys::path::filename(request.command->arguments.front()));
  AdmittedFlags admitted = admitFlags(given);
  llvm::append_range(dropped, admitted.dropped);
  std::vector<std::string> arguments = {driverName(request.resourceDirectory), "--no-default-config"};
  if (!hasFlag(admitted.arguments, "-resource-dir"))
    arguments.insert(arguments.end(), {"-resource-dir", request.resourceDirectory});
  arguments.insert(arguments.end(), {"-fsyntax-only", "-w"});
  llvm::append_range(arguments, request.extraFlags);
  if (request.models)
    llvm::append_range(arguments, vendorFlags(*request.models, files, request.command->source));
  if (!request.prelude.empty())
    arguments.insert(arguments.end(), {"-include", preludeName});
  llvm::append_range(arguments, flagsForInstallation(request.command->arguments.front(), admitted.arguments, files));
  llvm::append_range(arguments, admitted.arguments);
  if (!request.repairs.empty()) // behind the dialect's own header, which standard headers need
    arguments.insert(arguments.end(), {"-include", repairsName});
  arguments.insert(arguments.end(), {"--", request.command->source});
  return arguments;
}

} // namespace fporder::check
