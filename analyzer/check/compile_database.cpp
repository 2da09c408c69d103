#include "analyzer/check/compile_database.h"

#include "analyzer/check/compiler_flags.h"
#include "analyzer/check/cuda.h"
#include "analyzer/check/opencl_command.h"
#include "analyzer/check/source_language.h"
#include "analyzer/findings/input_text.h"
#include "analyzer/findings/resolved_path.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <optional>
#include <utility>

namespace fporder::check {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string absoluteIn(llvm::StringRef directory, llvm::StringRef file) {
  llvm::SmallString<256> full;
  if (!path::is_absolute(file))
    full = directory;
  path::append(full, file);
  path::remove_dots(full, /*remove_dot_dot=*/true);
  return std::string(full);
}

void dropLaunchers(std::vector<std::string> &arguments) {
  auto isLauncher = [](llvm::StringRef name) {
    return llvm::is_contained({"ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache", "time", "env"}, path::stem(name));
  };
  while (arguments.size() > 1 && isLauncher(arguments[0]) && !llvm::StringRef(arguments[1]).starts_with("-"))
    arguments.erase(arguments.begin());
}

void dropSource(CompileCommand &command, llvm::StringRef source) {
  // The entry may name the source through a symbolic link, or relatively: the analysis names it as the caller does.
  llvm::erase_if(command.arguments, [&, first = true](const std::string &argument) mutable {
    return !std::exchange(first, false) && !argument.empty() && argument[0] != '-' && absoluteIn(command.directory, argument) == source;
  });
}

std::vector<std::string> withoutOutputFlags(const std::vector<std::string> &arguments) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    auto next = [&] { return i + 1 < arguments.size() ? llvm::StringRef(arguments[i + 1]) : llvm::StringRef(); };
    if (i == 0) {
      kept.push_back(arguments[i]);
    } else if (llvm::is_contained({"-o", "-MF", "-MT", "-MQ", "-MJ", "-include-pch", "--serialize-diagnostics", "-serialize-diagnostics"},
                                  argument)) {
      ++i;
    } else if (argument == "-Xclang") {
      // cc1 flags come in pairs "-Xclang flag" ["-Xclang value"].
      bool withValue =
          llvm::is_contained({"-include-pch", "-load", "-plugin", "-add-plugin", "-emit-pch"}, next()) || next().starts_with("-plugin-arg");
      bool dropped = withValue || next() == "-fpch-instantiate-templates" || next() == "-fno-pch-timestamp";
      bool valueFollows = withValue && next() != "-emit-pch" && i + 3 < arguments.size() && arguments[i + 2] == "-Xclang";
      if (!dropped)
        kept.insert(kept.end(), {arguments[i], next().str()});
      i += valueFollows ? 3 : 1;
    } else if (argument == "-c" || argument == "-S" || argument == "-E" || argument == "-pipe" || argument == "-Winvalid-pch" ||
               (argument.starts_with("-o") && argument.size() > 2 && !argument.starts_with("-object")) || argument == "-M" || argument == "-MM" ||
               argument == "-MD" || argument == "-MMD" || argument == "-MP" || argument == "-MG" || argument.starts_with("-MF") ||
               argument.starts_with("-MT") || argument.starts_with("-MQ") || argument.starts_with("-fplugin") ||
               argument.starts_with("-fpass-plugin") || argument.starts_with("-save-temps") || argument.starts_with("-ftime-trace") ||
               argument.starts_with("-gsplit-dwarf")) {
      continue;
    } else {
      kept.push_back(arguments[i]);
    }
  }
  return kept;
}

namespace {

/// `arguments` without the header that the build precompiles and includes by force: what CMake writes (cmake_pch.h, .hxx), and any header with its
/// precompiled form beside it. It speeds up the build it belongs to; read as text in front of a file that is not of that build it costs seconds.
std::vector<std::string> withoutPrecompiledHeader(const std::vector<std::string> &arguments, llvm::StringRef directory) {
  auto isPrecompiled = [&](llvm::StringRef header) {
    std::string full = absoluteIn(directory, header);
    return path::stem(full) == "cmake_pch" || fs::exists(full + ".pch") || fs::exists(full + ".gch");
  };
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::size_t forCc1 = arguments[i] == "-Xclang" ? 1 : 0; // "-Xclang -include -Xclang header", as against "-include header"
    std::size_t value = i + 1 + 2 * forCc1;
    if (value < arguments.size() && arguments[i + forCc1] == "-include" && isPrecompiled(arguments[value]))
      i = value;
    else
      kept.push_back(arguments[i]);
  }
  return kept;
}

std::string realPathOf(const std::string &file) { return findings::resolvedPath(file); }

/// Whose arithmetic a source's is: flags for one say nothing about another.
enum class Processor : std::uint8_t { Host, Cuda, OpenCl, Ascend };

Processor processorOf(llvm::StringRef source, llvm::ArrayRef<std::string> arguments) {
  // Names first: what Clang does not know by its name it takes for the language of the entry.
  if (llvm::is_contained({".cce", ".asc"}, path::extension(source)))
    return Processor::Ascend;
  if (isCudaName(source))
    return Processor::Cuda;
  if (isOpenClName(source))
    return Processor::OpenCl;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    llvm::StringRef language = arguments[i];
    if (!language.consume_front("-x"))
      continue;
    if (language.empty() && i + 1 < arguments.size())
      language = arguments[i + 1];
    return llvm::is_contained({"cuda", "cu", "hip"}, language) ? Processor::Cuda
           : llvm::is_contained({"cl", "clcpp"}, language)     ? Processor::OpenCl
                                                               : Processor::Host;
  }
  return Processor::Host;
}

/// The flags that can change what is parsed, for telling entries of one source apart.
std::string signatureOf(const CompileCommand &command) {
  std::string signature = command.directory;
  for (const std::string &argument : withoutOutputFlags(command.arguments))
    if (!llvm::is_contained({"-fPIC", "-fpic", "-fPIE", "-fpie", "-c"}, argument))
      signature += '\0' + argument;
  return signature;
}

/// What clang::tooling's inference asks: which files there are, and their commands.
class Entries : public clang::tooling::CompilationDatabase {
public:
  std::vector<CompileCommand> commands;
  llvm::StringMap<std::vector<std::size_t>> byPath, byRealPath;
  std::vector<std::string> files;

  std::vector<clang::tooling::CompileCommand> getCompileCommands(llvm::StringRef source) const override {
    std::vector<clang::tooling::CompileCommand> found;
    for (std::size_t index : indicesFor(source))
      found.emplace_back(commands[index].directory, commands[index].source, commands[index].arguments, commands[index].output);
    return found;
  }
  std::vector<std::string> getAllFiles() const override { return files; }
  std::vector<clang::tooling::CompileCommand> getAllCompileCommands() const override { return {}; }

  /// Of the entry that a command was inferred from; the host's where that is not known. `heuristic`: what Clang says of it.
  Processor processorOfInferred(llvm::StringRef heuristic) const {
    heuristic.consume_front("inferred from ");
    const std::vector<std::size_t> &found = indicesFor(heuristic);
    return found.empty() ? Processor::Host : processorOf(heuristic, commands[found.front()].arguments);
  }

  const std::vector<std::size_t> &indicesFor(llvm::StringRef source) const {
    static const std::vector<std::size_t> none;
    if (auto found = byPath.find(source); found != byPath.end())
      return found->second;
    auto found = byRealPath.find(realPathOf(source.str()));
    return found == byRealPath.end() ? none : found->second;
  }
};

std::string describeJsonError(llvm::Error error, const std::string &file) {
  std::string text = file;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    // llvm::json's text is "[line:column, byte=offset]: reason", the column 0-based; the place is turned round into the usual form.
    std::string kept = info.message();
    llvm::StringRef rest(kept);
    unsigned line = 0, column = 0;
    if (rest.consume_front("[") && !rest.consumeInteger(10, line) && rest.consume_front(":") && !rest.consumeInteger(10, column)) {
      text += ":" + std::to_string(line) + ":" + std::to_string(column + 1) + ": error: " + rest.split("]: ").second.str();
    } else {
      text += ": error: " + kept;
    }
  });
  return text;
}

} // namespace

char DatabaseError::ID = 0;
void DatabaseError::log(llvm::raw_ostream &out) const { out << message; }
std::error_code DatabaseError::convertToErrorCode() const { return std::make_error_code(std::errc::invalid_argument); }

struct Database::Implementation {
  Entries *entries = nullptr; // owned by `inferring`
  std::unique_ptr<clang::tooling::CompilationDatabase> inferring;
  std::optional<CompileCommand> fixed; // compile_flags.txt: the source is to be appended
};

Database::Database() : implementation(std::make_unique<Implementation>()) {}
Database::~Database() = default;

llvm::Expected<std::unique_ptr<Database>> Database::load(const std::string &file) {
  const bool flags = path::filename(file) == "compile_flags.txt";
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      findings::inputBuffer(file, flags ? fporder::file::Limit::FlagsFile : fporder::file::Limit::CompileDatabase);
  if (!buffer)
    return llvm::make_error<DatabaseError>("cannot read '" + file + "': " + buffer.getError().message());
  if (!flags)
    return parseJson((*buffer)->getBuffer(), file);
  std::unique_ptr<Database> database(new Database);
  CompileCommand command{path::parent_path(file).str(), {"clang"}, "", ""};
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef text = (*buffer)->getBuffer();
  text.consume_front("\xEF\xBB\xBF"); // a byte order mark
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (line = line.trim(); !line.empty() && !line.starts_with("#"))
      command.arguments.push_back(line.str());
  database->implementation->fixed = std::move(command);
  return database;
}

namespace {

/// One element of the JSON array as a command; the message says what is wrong with it.
llvm::Expected<CompileCommand> entryFrom(const llvm::json::Value &element, llvm::StringRef databaseDirectory) {
  auto mistake = [](const char *text) { return llvm::createStringError(std::errc::invalid_argument, "%s", text); };
  const llvm::json::Object *object = element.getAsObject();
  if (!object)
    return mistake("is not an object");
  std::optional<llvm::StringRef> file = object->getString("file");
  if (!file || file->empty())
    return mistake("has no \"file\"");
  CompileCommand command;
  command.directory = absoluteIn(databaseDirectory, object->getString("directory").value_or(databaseDirectory));
  command.source = absoluteIn(command.directory, *file);
  command.output = object->getString("output").value_or("").str();
  if (const llvm::json::Array *arguments = object->getArray("arguments")) {
    for (const llvm::json::Value &argument : *arguments) {
      if (!argument.getAsString())
        return mistake("has an \"arguments\" element that is not a string");
      command.arguments.push_back(argument.getAsString()->str());
    }
  } else if (std::optional<llvm::StringRef> text = object->getString("command")) {
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    llvm::SmallVector<const char *, 64> tokens;
    llvm::cl::TokenizeGNUCommandLine(*text, saver, tokens);
    command.arguments.assign(tokens.begin(), tokens.end());
  } else {
    return mistake("has neither \"arguments\" nor \"command\"");
  }
  if (command.arguments.empty())
    return mistake("has an empty command");
  for (const std::string &argument : command.arguments)
    if (argument.size() > fporder::file::limitValue(fporder::file::Limit::CommandWord))
      return mistake(("has an argument " + fporder::file::beyond(fporder::file::Limit::CommandWord)).c_str());
  dropLaunchers(command.arguments);
  return command;
}

} // namespace

llvm::Expected<std::unique_ptr<Database>> Database::parseJson(llvm::StringRef text, const std::string &file) {
  llvm::Expected<llvm::json::Value> value = findings::parseJson(text);
  if (!value)
    return llvm::make_error<DatabaseError>(describeJsonError(value.takeError(), file));
  const llvm::json::Array *array = value->getAsArray();
  if (!array)
    return llvm::make_error<DatabaseError>(file + ":1:1: error: a compilation database is a JSON array of objects");
  auto entries = std::make_unique<Entries>();
  for (const auto &[index, element] : llvm::enumerate(*array)) {
    llvm::Expected<CompileCommand> command = entryFrom(element, path::parent_path(file));
    if (!command)
      return llvm::make_error<DatabaseError>(file + ": error: entry " + std::to_string(index) + " " + llvm::toString(command.takeError()));
    std::vector<std::size_t> &same = entries->byPath[command->source];
    if (same.empty())
      entries->files.push_back(command->source);
    same.push_back(entries->commands.size());
    entries->commands.push_back(std::move(*command));
  }
  for (const auto &[index, command] : llvm::enumerate(entries->commands))
    entries->byRealPath[realPathOf(command.source)].push_back(index);
  std::unique_ptr<Database> database(new Database);
  database->implementation->entries = entries.get();
  database->implementation->inferring = clang::tooling::inferMissingCompileCommands(std::move(entries));
  return database;
}

bool Database::lists(const std::string &source) const { return implementation->entries && !implementation->entries->indicesFor(source).empty(); }

bool Database::concerns(const std::string &source, llvm::StringRef directory) const {
  if (size() == 0 || lists(source))
    return true;
  auto listsBelow = [&](const std::string &folder) {
    std::string prefix = llvm::StringRef(folder).ends_with("/") ? folder : folder + "/";
    return llvm::any_of(implementation->entries->files, [&](llvm::StringRef file) { return file.starts_with(prefix); });
  };
  return listsBelow(directory.str()) || listsBelow(realPathOf(directory.str()));
}

std::size_t Database::size() const { return implementation->entries ? implementation->entries->commands.size() : 0; }

bool Database::isFlagsFile() const { return implementation->fixed.has_value(); }

std::vector<CompileCommand> Database::commandsFor(const std::string &source) const {
  std::vector<CompileCommand> commands;
  if (implementation->fixed) {
    commands.push_back(*implementation->fixed);
    commands.back().source = source;
    return commands;
  }
  llvm::StringSet<> seen;
  if (lists(source)) {
    for (std::size_t index : implementation->entries->indicesFor(source)) {
      CompileCommand command = implementation->entries->commands[index];
      dropSource(command, command.source);
      command.source = source;
      if (seen.insert(signatureOf(command)).second)
        commands.push_back(std::move(command));
    }
    return commands;
  }
  if (implementation->entries->files.empty())
    return commands;
  for (clang::tooling::CompileCommand &inferred : implementation->inferring->getCompileCommands(source)) {
    CompileCommand command{inferred.Directory, std::move(inferred.CommandLine), source, ""};
    dropSource(command, source);
    if (!command.arguments.empty() && command.arguments.back() == "--")
      command.arguments.pop_back();
    if (!isHeaderName(source)) // a header comes after whatever its includer had by force
      command.arguments = withoutPrecompiledHeader(command.arguments, command.directory);
    if (processorOf(source, command.arguments) != implementation->entries->processorOfInferred(inferred.Heuristic))
      command.arguments = withoutArithmetic(command.arguments);
    if (seen.insert(signatureOf(command)).second)
      commands.push_back(std::move(command));
  }
  return commands;
}

} // namespace fporder::check
