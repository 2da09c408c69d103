#include "analyzer/check/translation_unit.h"

#include "analyzer/check/cuda.h"
#include "analyzer/check/driver_command.h"
#include "analyzer/check/input_files.h"
#include "analyzer/check/invocation_settings.h"
#include "analyzer/check/launch_brackets.h"
#include "analyzer/check/parse_errors.h"
#include "analyzer/check/preprocessor_watches.h"
#include "analyzer/check/shims.h"
#include "analyzer/check/source_repairs.h"
#include "analyzer/check/vendor_headers.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#if CLANG_VERSION_MAJOR >= 22
#include "clang/Driver/CreateInvocationFromArgs.h"
#else
#include "clang/Frontend/Utils.h"
#endif

namespace fporder::check {
namespace {

class Consumer : public clang::ASTConsumer {
public:
  using Callback = std::function<void(clang::ASTContext &)>;
  Consumer(const Callback &function, ParseResult &parseResult) : callback(function), result(parseResult) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group)
      if (!isInstantiation(declaration) && !inSystemHeader(declaration))
        userDeclarations.push_back(declaration);
    return result.failure.empty();
  }

  /// Clang itself insists on the bodies of constexpr functions and of those whose return type is deduced; it does not ask about them.
  bool shouldSkipFunctionBody(clang::Decl *declaration) override { return inSystemHeader(declaration); }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!result.failure.empty()) // since the last declaration
      return;
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
  Action(const Consumer::Callback &function, const ParseRequest &parseRequest, const EntryNamer &names, ParseResult &parseResult)
      : callback(function), request(parseRequest), namer(names), result(parseResult) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance, llvm::StringRef) override {
    addWatches(instance, request, namer, result);
    return std::make_unique<Consumer>(callback, result);
  }

private:
  const Consumer::Callback &callback;
  const ParseRequest &request;
  const EntryNamer &namer;
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
  overrideSeverities(instance->getDiagnostics());
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

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withPreludes(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, const ParseRequest &request) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[name, text] : {std::pair(repairsName, &request.repairs), std::pair(preludeName, &request.prelude)})
    if (!text->empty())
      memory->addFile(name, 0, llvm::MemoryBuffer::getMemBuffer(*text, name));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  overlay->pushOverlay(memory);
  return overlay;
}

ParseResult parseOnce(const ParseRequest &request, const std::function<void(clang::ASTContext &)> &consumer) {
  ParseResult result;
  EntryNamer namer(request.displayName);
  ErrorCollector errors(namer, result, request.unknownNames);
  // A file system of its own, since each command has its own working directory.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> read = request.reads ? recordingFileSystem(*request.reads) : inputFileSystem();
  if (request.fixedTexts)
    read = withFixedTexts(std::move(read), request.fixedTexts);
  if (isCudaCommand(request.command->arguments))
    read = withJoinedLaunches(std::move(read));
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files =
      request.headers ? withShims(std::move(read)) : withShims(std::move(read), request.command->arguments);
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
  files = withPreludes(std::move(files), request);
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
  if (request.unknownNames || !request.repair) // the caller looks at them itself, or nothing is wanted of them
    return parseOnce(request, consumer);
  SourceRepairs repairs = request.learned ? SourceRepairs(*request.command, *request.learned) : SourceRepairs(*request.command);
  for (bool again = true;;) {
    UnknownNames unknown;
    ParseRequest attempt = request;
    attempt.unknownNames = &unknown;
    attempt.command = &repairs.command();
    attempt.repairs = repairs.text();
    if (request.included)
      request.included->clear();
    ParseResult result = parseOnce(attempt, [&](clang::ASTContext &context) {
      again = repairs.learn(unknown, context);
      if (again)
        return;
      if (request.buildTypes)
        *request.buildTypes = repairs.buildTypes();
      if (request.unknownBounds)
        *request.unknownBounds = repairs.hasUnknownBounds();
      consumer(context);
    });
    if (again && result.parsed)
      continue;
    llvm::move(repairs.report(request.displayName), std::back_inserter(result.notAnalysed));
    if (request.repairsLearned)
      *request.repairsLearned = std::make_shared<const SourceRepairs>(std::move(repairs));
    return result;
  }
}

} // namespace fporder::check
