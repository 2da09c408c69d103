#include "analyzer/check/compile_commands.h"

#include "analyzer/check/cuda.h"
#include "analyzer/check/opencl_command.h"
#include "analyzer/check/source_language.h"
#include "runtime/file/input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <utility>

namespace fporder::check {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

CompileCommands::CompileCommands(Settings given) : settings(std::move(given)) {}
CompileCommands::~CompileCommands() = default;

llvm::Expected<const Database *> CompileCommands::loaded(const std::string &file) {
  auto [slot, isNew] = databases.try_emplace(file);
  if (isNew) {
    llvm::Expected<std::unique_ptr<Database>> database = Database::load(file);
    if (!database)
      return database.takeError();
    slot->second = std::move(*database);
  }
  if (!slot->second)
    return llvm::make_error<DatabaseError>("");
  return slot->second.get();
}

std::optional<std::string> CompileCommands::findIn(const std::string &directory) {
  auto [slot, isNew] = databaseInDirectory.try_emplace(directory);
  if (!isNew)
    return slot->second;
  auto candidate = [](const llvm::Twine &folder, const char *name) {
    llvm::SmallString<256> file;
    path::append(file, folder, name);
    return fporder::file::mayExist(file.str().str()) ? std::optional<std::string>(file.str()) : std::nullopt;
  };
  if (auto found = candidate(directory, "compile_commands.json"))
    return slot->second = found;
  // Anybody may make a "build" in /tmp; it says nothing about its neighbours there.
  if (llvm::ErrorOr<fs::perms> permissions = fs::getPermissions(directory); !permissions || (*permissions & fs::others_write))
    return slot->second = candidate(directory, "compile_flags.txt");
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    llvm::StringRef name = path::filename(entry->path());
    bool plausible = name.starts_with("build") || name == "_build" || name == "out" || name.starts_with("cmake-build-");
    if (plausible && entry->type() != fs::file_type::regular_file)
      folders.push_back(entry->path());
  }
  llvm::sort(folders); // "build" before "build-debug": the answer must not depend on the file system's order
  for (const std::string &folder : folders) {
    if (auto found = candidate(folder, "compile_commands.json"))
      return slot->second = found;
  }
  for (const std::string &folder : folders) { // build/release, out/Debug: one level more, as presets lay them out
    std::vector<std::string> inner;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
      if (entry->type() == fs::file_type::directory_file)
        inner.push_back(entry->path());
    llvm::sort(inner);
    for (const std::string &subfolder : inner)
      if (auto found = candidate(subfolder, "compile_commands.json"))
        return slot->second = found;
  }
  return slot->second = candidate(directory, "compile_flags.txt");
}

llvm::Expected<const Database *> CompileCommands::databaseFor(const std::string &source) {
  if (!settings.buildPath.empty()) {
    std::string directory = absoluteIn(settings.workingDirectory, settings.buildPath);
    if (fs::is_regular_file(directory))
      return loaded(directory);
    if (!fs::is_directory(directory))
      return llvm::make_error<DatabaseError>("cannot read the build directory '" + settings.buildPath + "': no such directory");
    for (const char *name : {"compile_commands.json", "compile_flags.txt"}) {
      llvm::SmallString<256> file(directory);
      path::append(file, name);
      if (fporder::file::mayExist(file.str().str()))
        return loaded(std::string(file));
    }
    return llvm::make_error<DatabaseError>("no compile_commands.json in '" + settings.buildPath + "': configure with cmake -B " + settings.buildPath +
                                           " -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  }
  for (llvm::StringRef directory = path::parent_path(source); !directory.empty(); directory = path::parent_path(directory)) {
    if (std::optional<std::string> file = findIn(directory.str())) {
      llvm::Expected<const Database *> database = loaded(*file);
      if (!database || (*database)->concerns(source, directory))
        return database;
    }
    if (directory == path::root_path(directory))
      break;
  }
  return nullptr;
}

namespace {

/// The flags after "--" may be a whole compiler command, as CMake gives them: "/usr/bin/c++ -DX -o x.o -c x.cpp". Inputs and the compiler go.
CompileCommand fixedCommand(const std::vector<std::string> &flags, const std::string &directory, const std::string &source) {
  CompileCommand command{directory, {"clang"}, source, ""};
  std::vector<std::string> rest(flags);
  if (!rest.empty() && !rest[0].empty() && rest[0][0] != '-' && absoluteIn(directory, rest[0]) != source) {
    command.arguments.clear();
    dropLaunchers(rest);
  }
  command.arguments.insert(command.arguments.end(), rest.begin(), rest.end());
  dropSource(command, source);
  return command;
}

bool namesStandard(const std::vector<std::string> &arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) { return argument.contains("-std") || argument == "-ansi"; });
}

bool namesLanguage(const std::vector<std::string> &arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    return argument == "-x" || (argument.starts_with("-x") && argument.size() > 2) || argument.starts_with("--language");
  });
}

} // namespace

llvm::Expected<std::vector<CompileCommand>> CompileCommands::commandsFor(const std::string &source) {
  std::vector<CompileCommand> commands;
  if (settings.fixedFlags) {
    commands.push_back(fixedCommand(*settings.fixedFlags, settings.workingDirectory, source));
    commands.back().standardAssumed = !namesStandard(*settings.fixedFlags);
  } else {
    llvm::Expected<const Database *> database = databaseFor(source);
    if (!database)
      return database.takeError();
    if (*database)
      commands = (*database)->commandsFor(source);
    for (CompileCommand &command : commands) {
      command.fromDatabase = !(*database)->isFlagsFile();
      command.standardAssumed = (*database)->isFlagsFile() && !namesStandard(command.arguments);
    }
    if (commands.empty()) {
      commands.push_back({settings.workingDirectory, defaultFlags(source), source, ""});
      commands.back().standardAssumed = true;
    }
  }
  const bool standardAdded = namesStandard(settings.extraArgs) || namesStandard(settings.extraArgsBefore);
  for (CompileCommand &command : commands) {
    command.standardAssumed &= !standardAdded;
    command.arguments = withoutOutputFlags(command.arguments);
    llvm::erase_if(command.arguments, [&, first = true](const std::string &argument) mutable {
      return !std::exchange(first, false) && llvm::is_contained(settings.removedArgs, argument);
    });
    command.arguments.insert(command.arguments.begin() + 1, settings.extraArgsBefore.begin(), settings.extraArgsBefore.end());
    command.arguments.insert(command.arguments.end(), settings.extraArgs.begin(), settings.extraArgs.end());
    if (isHeaderName(source) && !namesLanguage(command.arguments)) {
      const std::vector<std::string> flags = defaultFlags(source);
      llvm::copy_if(llvm::drop_begin(flags), std::back_inserter(command.arguments), [](llvm::StringRef flag) { return flag.starts_with("-x"); });
    }
    translateCuda(command);
    if (isOpenClName(source))
      completeOpenClCommand(command.arguments);
    command.arguments.insert(command.arguments.end(), {"--", source});
  }
  return commands;
}

llvm::Expected<CompileCommands::Knowledge> CompileCommands::knowledge(const std::string &source) {
  if (settings.fixedFlags)
    return Knowledge::Listed;
  llvm::Expected<const Database *> database = databaseFor(source);
  if (!database)
    return database.takeError();
  if (!*database)
    return Knowledge::NoDatabase;
  return (*database)->lists(source) ? Knowledge::Listed : Knowledge::Inferred;
}

} // namespace fporder::check
