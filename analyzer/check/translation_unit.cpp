#include "analyzer/check/translation_unit.h"

#include "analyzer/check/cuda.h"
#include "analyzer/check/driver_command.h"
#include "analyzer/check/input_files.h"
#include "analyzer/check/invocation_settings.h"
#include "analyzer/check/math_namespaces.h"
#include "analyzer/check/shims.h"
#include "analyzer/check/unknown_words.h"
#include "analyzer/check/vendor_headers.h"
#include "runtime/file/limits.h"
#include "runtime/limits/limits.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#if CLANG_VERSION_MAJOR >= 22
#include "clang/Driver/CreateInvocationFromArgs.h"
#else
#include "clang/Frontend/Utils.h"
#endif

namespace fporder::check {
namespace {

// Cascades of errors from one missing header are named up to here and counted beyond.
constexpr unsigned namedErrors = limits::most(limits::Limit::NamedErrors);

/// File names as the report spells them: the main file as the user gave it, others by real path.
class Namer {
public:
  explicit Namer(std::string main) : mainName(std::move(main)) {}

  findings::NotAnalysed at(const clang::SourceManager *manager, clang::SourceLocation location) const {
    findings::NotAnalysed entry;
    entry.file = mainName;
    if (!manager || location.isInvalid())
      return entry;
    clang::SourceLocation place = manager->getExpansionLoc(location);
    auto [file, offset] = manager->getDecomposedLoc(place);
    if (file != manager->getMainFileID()) {
      clang::OptionalFileEntryRef header = manager->getFileEntryRefForID(file);
      if (!header) // the command line
        return entry;
      llvm::SmallString<256> real;
      entry.file = llvm::sys::fs::real_path(header->getName(), real) ? header->getName().str() : std::string(real);
    }
    entry.line = manager->getLineNumber(file, offset);
    entry.column = manager->getColumnNumber(file, offset);
    return entry;
  }

private:
  std::string mainName;
};

/// Turns Clang's errors into entries; warnings and notes are not its business.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  ErrorCollector(const Namer &names, ParseResult &parseResult, UnknownNames *unknownNames)
      : namer(names), result(parseResult), unknown(unknownNames) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error || isUnseenType(info))
      return;
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    if (inDriver) {
      driverError(info.getID(), message);
      return;
    }
    if (unknown)
      unknown->note(info);
    if (++result.errors > namedErrors)
      return;
    findings::NotAnalysed entry = namer.at(info.hasSourceManager() ? &info.getSourceManager() : nullptr, info.getLocation());
    entry.what = "syntax error";
    entry.incomplete = true;
    entry.why = message.str().str();
    result.notAnalysed.push_back(std::move(entry));
  }

  void nameTheRest() {
    if (result.errors <= namedErrors)
      return;
    findings::NotAnalysed entry = namer.at(nullptr, {});
    entry.what = std::to_string(result.errors - namedErrors) + " more syntax errors";
    entry.incomplete = true;
    entry.why = "only the first " + std::to_string(namedErrors) + " are listed";
    result.notAnalysed.push_back(std::move(entry));
  }

  /// Flags that the driver never gets to see.
  void nameDropped(const std::vector<std::string> &flags) {
    for (const std::string &flag : flags) {
      findings::NotAnalysed entry = namer.at(nullptr, {});
      entry.what = "compiler flag";
      entry.why = flag;
      result.notAnalysed.push_back(std::move(entry));
    }
  }

  bool inDriver = false;
  std::vector<std::string> driverErrors;

private:
  /// Flags of another compiler are dropped and named; anything else the driver objects to may explain a failure.
  void driverError(unsigned id, llvm::StringRef message) {
    if (id != clang::diag::err_drv_unknown_argument && id != clang::diag::err_drv_unknown_argument_with_suggestion &&
        id != clang::diag::err_drv_unsupported_opt && id != clang::diag::err_drv_unsupported_opt_for_target) {
      driverErrors.push_back(message.str());
    }
    findings::NotAnalysed entry = namer.at(nullptr, {});
    entry.what = "compiler flag";
    entry.why = message.str();
    result.notAnalysed.push_back(std::move(entry));
  }

  const Namer &namer;
  ParseResult &result;
  UnknownNames *unknown;
};

/// Records headers that were not found; Clang's own diagnostic, a fatal error, is turned off.
class MissingHeaders : public clang::PPCallbacks {
public:
  MissingHeaders(const clang::SourceManager &sources, const Namer &names, ParseResult &parseResult, std::vector<std::string> *includedNames)
      : manager(sources), namer(names), result(parseResult), included(includedNames) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name, bool angled, clang::CharSourceRange nameRange,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (included)
      included->push_back(name.str());
    if (file)
      return;
    ++result.missingHeaders;
    findings::NotAnalysed entry = namer.at(&manager, nameRange.getBegin().isValid() ? nameRange.getBegin() : hash);
    entry.what = "header " + (angled ? "<" + name.str() + ">" : "\"" + name.str() + "\"");
    entry.why = "file not found";
    entry.incomplete = true;
    result.notAnalysed.push_back(std::move(entry));
  }

private:
  const clang::SourceManager &manager;
  const Namer &namer;
  ParseResult &result;
  std::vector<std::string> *included;
};

/// Headers that include each other twice are entered exponentially often, which Clang, who limits their depth, does not limit: beyond the limit no
/// other is entered.
class InclusionLimit : public clang::PPCallbacks {
public:
  explicit InclusionLimit(clang::CompilerInstance &compiler) : instance(compiler) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef, llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    last = hash;
  }

  void FileChanged(clang::SourceLocation, FileChangeReason reason, clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (reason != EnterFile || last.isInvalid() || ++entered != file::limitValue(file::Limit::Inclusions) + 1)
      return;
    clang::DiagnosticsEngine &diagnostics = instance.getDiagnostics();
    diagnostics.Report(last, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << file::beyond(file::Limit::Inclusions);
    instance.getPreprocessorOpts().SingleFileParseMode = true;
  }

private:
  clang::CompilerInstance &instance;
  clang::SourceLocation last; // of an #include
  std::uint64_t entered = 0;
};

/// Doubts a log when what is read depends on the time of day or of a file, which no log holds. SOURCE_DATE_EPOCH, which fixes the time for Clang, is
/// a part of the cache's key.
class ClockReads : public clang::PPCallbacks {
public:
  ClockReads(ReadLog &readLog, const clang::PreprocessorOptions &options) : log(readLog), fixed(options.SourceDateEpoch.has_value()) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition, clang::SourceRange, const clang::MacroArgs *) override {
    if (const clang::MacroInfo *macro = definition.getMacroInfo(); !macro || !macro->isBuiltinMacro())
      return;
    const llvm::StringRef builtin = name.getIdentifierInfo()->getName();
    if (builtin == "__TIMESTAMP__" || (!fixed && (builtin == "__DATE__" || builtin == "__TIME__")))
      log.doubt("it reads " + builtin.str());
  }

private:
  ReadLog &log;
  const bool fixed;
};

class Consumer : public clang::ASTConsumer {
public:
  using Callback = std::function<void(clang::ASTContext &)>;
  Consumer(const Callback &function, ParseResult &parseResult) : callback(function), result(parseResult) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group)
      if (!isInstantiation(declaration) && !inSystemHeader(declaration))
        userDeclarations.push_back(declaration);
    return true;
  }

  /// Clang itself insists on the bodies of constexpr functions and of those whose return type is deduced; it does not ask about them.
  bool shouldSkipFunctionBody(clang::Decl *declaration) override { return inSystemHeader(declaration); }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    // A walk over everything that the standard headers declare would cost more than the analysis.
    context.setTraversalScope(userDeclarations);
    result.parsed = true;
    callback(context);
  }

private:
  static bool inSystemHeader(const clang::Decl *declaration) {
    return declaration->getASTContext().getSourceManager().isInSystemHeader(declaration->getLocation());
  }

  /// Clang reports implicit instantiations here as well; they are reached through their templates.
  static bool isInstantiation(const clang::Decl *declaration) {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
      return function->getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation;
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
      return variable->getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation;
    return false;
  }

  const Callback &callback;
  ParseResult &result;
  std::vector<clang::Decl *> userDeclarations;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(const Consumer::Callback &function, const ParseRequest &parseRequest, const Namer &names, ParseResult &parseResult)
      : callback(function), request(parseRequest), namer(names), result(parseResult) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance, llvm::StringRef) override {
    clang::Preprocessor &preprocessor = instance.getPreprocessor();
    preprocessor.SetSuppressIncludeNotFoundError(true);
    preprocessor.addPPCallbacks(std::make_unique<InclusionLimit>(instance));
    preprocessor.addPPCallbacks(std::make_unique<MissingHeaders>(instance.getSourceManager(), namer, result, request.included));
    if (request.reads)
      preprocessor.addPPCallbacks(std::make_unique<ClockReads>(*request.reads, preprocessor.getPreprocessorOpts()));
    if (request.headers)
      HeaderSearch::enterPath(preprocessor);
    if (request.preprocessing)
      request.preprocessing(preprocessor);
    return std::make_unique<Consumer>(callback, result);
  }

private:
  const Consumer::Callback &callback;
  const ParseRequest &request;
  const Namer &namer;
  ParseResult &result;
};

/// A source cannot have a module built, which Clang does in a temporary file (#pragma clang module build).
class Instance : public clang::CompilerInstance {
public:
  using CompilerInstance::CompilerInstance;
  void createModuleFromSource(clang::SourceLocation, llvm::StringRef, llvm::StringRef) override {}
};

using Diagnostics = llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>;

std::unique_ptr<clang::CompilerInstance> makeInstance(std::shared_ptr<clang::CompilerInvocation> invocation,
                                                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, clang::DiagnosticConsumer &consumer) {
#if CLANG_VERSION_MAJOR >= 22
  auto instance = std::make_unique<Instance>(std::move(invocation));
  instance->setVirtualFileSystem(std::move(files));
  instance->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  instance->createFileManager();
  instance->createSourceManager();
#else
  auto instance = std::make_unique<Instance>();
  instance->setInvocation(std::move(invocation));
  instance->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  instance->createFileManager(std::move(files));
  instance->createSourceManager(instance->getFileManager());
#endif
  return instance;
}

struct DriverDiagnostics {
  DriverDiagnostics(llvm::vfs::FileSystem &files, clang::DiagnosticConsumer &consumer) {
#if CLANG_VERSION_MAJOR >= 22
    options.IgnoreWarnings = true;
    engine = clang::CompilerInstance::createDiagnostics(files, options, &consumer, /*ShouldOwnClient=*/false);
#else
    (void)files;
    options = new clang::DiagnosticOptions;
    options->IgnoreWarnings = true;
    engine = clang::CompilerInstance::createDiagnostics(options.get(), &consumer, /*ShouldOwnClient=*/false);
#endif
  }
#if CLANG_VERSION_MAJOR >= 22
  clang::DiagnosticOptions options;
#else
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options;
#endif
  Diagnostics engine;
};

std::shared_ptr<clang::CompilerInvocation> makeInvocation(const ParseRequest &request, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                          ErrorCollector &errors) {
  std::vector<std::string> dropped;
  std::vector<std::string> arguments = driverCommand(request, *files, dropped);
  errors.nameDropped(dropped);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  DriverDiagnostics diagnostics(*files, errors);
  clang::CreateInvocationOptions options;
  options.Diags = diagnostics.engine;
  options.VFS = std::move(files);
  options.RecoverOnError = true;
  errors.inDriver = true;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, options);
  errors.inDriver = false;
  return invocation;
}

ParseResult parseOnce(const ParseRequest &request, const std::function<void(clang::ASTContext &)> &consumer) {
  ParseResult result;
  Namer namer(request.displayName);
  ErrorCollector errors(namer, result, request.unknownNames);
  // A file system of its own, since each command has its own working directory.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> read = request.reads ? recordingFileSystem(*request.reads) : inputFileSystem();
  if (request.fixedTexts)
    read = withFixedTexts(std::move(read), request.fixedTexts);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = withShims(std::move(read), request.command->arguments);
  if (std::error_code error = files->setCurrentWorkingDirectory(request.command->directory)) {
    result.failure = "cannot enter the command's directory '" + request.command->directory + "': " + error.message();
    return result;
  }
  if (request.models)
    files = withVendorHeaders(std::move(files), *request.models);
  if (request.headers)
    files = request.headers->over(std::move(files));
  for (const std::string &flag : request.command->droppedFlags)
    result.notAnalysed.push_back({request.displayName, 0, 0, "compiler flag", flag});
  if (!request.prelude.empty()) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    memory->addFile(preludeName, 0, llvm::MemoryBuffer::getMemBuffer(request.prelude, preludeName));
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(files);
    overlay->pushOverlay(memory);
    files = overlay;
  }
  std::shared_ptr<clang::CompilerInvocation> invocation = makeInvocation(request, files, errors);
  if (!invocation || invocation->getFrontendOpts().Inputs.empty() || !isSourceText(invocation->getFrontendOpts().Inputs.front())) {
    result.failure = errors.driverErrors.empty() ? "its compile command compiles nothing" : errors.driverErrors.front();
    return result;
  }
  overrideSettings(*invocation, request.keepMemory);
  overrideCudaSettings(*invocation, request.command->arguments);
  std::unique_ptr<clang::CompilerInstance> instance = makeInstance(std::move(invocation), files, errors);
  instance->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  // Not CompilerInstance::ExecuteAction: it marks the bottom of an 8 MB stack, beyond which Clang would start threads of its own.
  auto action = std::make_unique<Action>(consumer, request, namer, result);
  const clang::FrontendInputFile input = instance->getFrontendOpts().Inputs.front();
  if (!instance->createTarget() || !action->BeginSourceFile(*instance, input)) {
    result.failure = result.notAnalysed.empty() ? "Clang cannot start on it" : result.notAnalysed.back().why;
    return result;
  }
  llvm::consumeError(action->Execute());
  action->EndSourceFile();
  errors.nameTheRest();
  if (request.headers)
    result.foundHeaders = request.headers->found();
  if (request.keepMemory)
    (void)instance.release();
  return result;
}

} // namespace

ParseResult parseTranslationUnit(const ParseRequest &request, const std::function<void(clang::ASTContext &)> &consumer) {
  if (request.unknownNames) // the caller looks at them itself
    return parseOnce(request, consumer);
  UnknownWords words;
  MathNamespaces namespaces;
  for (unsigned round = 0;; ++round) {
    UnknownNames unknown;
    ParseRequest attempt = request;
    attempt.unknownNames = &unknown;
    attempt.prelude = namespaces.prelude() + words.prelude() + request.prelude;
    if (request.included)
      request.included->clear();
    bool again = false;
    ParseResult result = parseOnce(attempt, [&](clang::ASTContext &context) {
      const auto isMacro = [&](const std::string &name) {
        const auto known = context.Idents.find(name);
        return known != context.Idents.end() && known->second->hadMacroDefinition();
      };
      if (round < UnknownWords::mostRounds) {
        again = words.learn(unknown, isMacro);
        again |= namespaces.learn(unknown);
      }
      if (!again)
        consumer(context);
    });
    if (again)
      continue;
    for (std::optional<findings::NotAnalysed> entry : {words.report(request.displayName), namespaces.report(request.displayName)})
      if (entry)
        result.notAnalysed.push_back(*std::move(entry));
    return result;
  }
}

} // namespace fporder::check
