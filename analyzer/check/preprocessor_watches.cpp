#include "analyzer/check/preprocessor_watches.h"

#include "analyzer/check/shims.h"
#include "runtime/file/limits.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

namespace fporder::check {
namespace {

/// Records headers that were not found; Clang's own diagnostic, a fatal error, is turned off.
class MissingHeaders : public clang::PPCallbacks {
public:
  MissingHeaders(const clang::SourceManager &sources, const EntryNamer &names, ParseResult &parseResult, const ParseRequest &parseRequest)
      : manager(sources), namer(names), result(parseResult), request(parseRequest) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name, bool angled, clang::CharSourceRange nameRange,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (request.included)
      request.included->push_back(name.str());
    if (file || !result.failure.empty())
      return;
    ++result.missingHeaders;
    findings::NotAnalysed entry = namer.at(&manager, nameRange.getBegin().isValid() ? nameRange.getBegin() : hash);
    entry.what = "header " + (angled ? "<" + name.str() + ">" : "\"" + name.str() + "\"");
    entry.why = "file not found";
    entry.incomplete = true;
    if (request.stopsAt && request.stopsAt(entry))
      result.failure = "it needs " + entry.what;
    result.notAnalysed.push_back(std::move(entry));
  }

private:
  const clang::SourceManager &manager;
  const EntryNamer &namer;
  ParseResult &result;
  const ParseRequest &request;
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

} // namespace

void addWatches(clang::CompilerInstance &instance, const ParseRequest &request, const EntryNamer &namer, ParseResult &result) {
  clang::Preprocessor &preprocessor = instance.getPreprocessor();
  preprocessor.SetSuppressIncludeNotFoundError(true);
  preprocessor.addPPCallbacks(std::make_unique<InclusionLimit>(instance));
  preprocessor.addPPCallbacks(std::make_unique<MissingHeaders>(instance.getSourceManager(), namer, result, request));
  if (request.reads)
    preprocessor.addPPCallbacks(std::make_unique<ClockReads>(*request.reads, preprocessor.getPreprocessorOpts()));
  if (request.headers)
    HeaderSearch::enterPath(preprocessor);
  const clang::LangOptions &language = preprocessor.getLangOpts();
  if (request.headers && language.CPlusPlus && !language.CUDA) // a CUDA command names them itself
    enterShims(preprocessor, "torch");
  if (request.preprocessing)
    request.preprocessing(preprocessor);
}

} // namespace fporder::check
