#include "analyzer/check/invocation_settings.h"

#include "runtime/limits/limits.h"

#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/Version.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"

#include <utility>

namespace fporder::check {
namespace {

// Deep enough for anything that a large stack holds; Clang's own limit of 256 exists to protect small stacks.
constexpr unsigned bracketDepth = limits::most(limits::Limit::BracketDepth);

/// Of the front end's settings the inputs, the target's other half and what we set; all else names files, programs or texts to print.
void overrideFrontend(clang::FrontendOptions &frontend, bool keepMemory) {
  clang::FrontendOptions ours;
  ours.Inputs = std::move(frontend.Inputs);
  ours.DashX = frontend.DashX;
  ours.AuxTriple = std::move(frontend.AuxTriple);
  ours.AuxTargetCPU = std::move(frontend.AuxTargetCPU);
  ours.AuxTargetFeatures = std::move(frontend.AuxTargetFeatures);
  ours.ProgramAction = clang::frontend::ParseSyntaxOnly;
  ours.SkipFunctionBodies = true;
  ours.DisableFree = keepMemory;
  frontend = std::move(ours);
}

/// Where headers are looked for stays; module caches, maps and files go.
void overrideHeaderSearch(clang::HeaderSearchOptions &search) {
  clang::HeaderSearchOptions ours(search.Sysroot);
  ours.UserEntries = std::move(search.UserEntries);
  ours.SystemHeaderPrefixes = std::move(search.SystemHeaderPrefixes);
  ours.ResourceDir = std::move(search.ResourceDir);
  ours.VFSOverlayFiles = std::move(search.VFSOverlayFiles);
  ours.UseBuiltinIncludes = search.UseBuiltinIncludes;
  ours.UseStandardSystemIncludes = search.UseStandardSystemIncludes;
  ours.UseStandardCXXIncludes = search.UseStandardCXXIncludes;
  ours.UseLibcxx = search.UseLibcxx;
  search = std::move(ours);
}

void overrideDiagnostics(clang::DiagnosticOptions &diagnostics) {
  diagnostics.IgnoreWarnings = true;
  diagnostics.ErrorLimit = 0;
  diagnostics.ShowCarets = false;
  diagnostics.VerifyDiagnostics = false;
  diagnostics.DiagnosticSerializationFile.clear();
  diagnostics.DiagnosticLogFile.clear();
#if CLANG_VERSION_MAJOR >= 22
  diagnostics.DiagnosticSuppressionMappingsFile.clear();
#endif
}

void overrideLanguage(clang::LangOptions &language) {
  language.BracketDepth = bracketDepth;
  language.CommentOpts = {};
  language.SpellChecking = false; // suggestions cost time and would have code resolve to what it does not say
  language.RetainCommentsFromSystemHeaders = false;
  language.ImplicitModules = false;
  language.APINotes = false;
  language.APINotesModules = false;
  language.DumpRecordLayouts = false;
  language.DumpRecordLayoutsSimple = false;
  language.DumpRecordLayoutsCanonical = false;
  language.DumpRecordLayoutsComplete = false;
  language.DumpVTableLayouts = false;
  language.OMPHostIRFile.clear();
  language.ProfileListFiles.clear();
}

} // namespace

void overrideSettings(clang::CompilerInvocation &invocation, bool keepMemory) {
  overrideFrontend(invocation.getFrontendOpts(), keepMemory);
  overrideHeaderSearch(invocation.getHeaderSearchOpts());
  invocation.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  invocation.getPreprocessorOutputOpts() = clang::PreprocessorOutputOptions();
  invocation.getAPINotesOpts() = clang::APINotesOptions();
  clang::PreprocessorOptions &preprocessor = invocation.getPreprocessorOpts();
  preprocessor.ImplicitPCHInclude.clear();
  preprocessor.ChainedIncludes.clear();
  preprocessor.PrecompiledPreambleBytes = {0, false};
  preprocessor.DumpDeserializedPCHDecls = false;
  preprocessor.RemappedFiles.clear();
  clang::CodeGenOptions &generation = invocation.getCodeGenOpts();
  generation.TimePasses = false;
  generation.PassPlugins.clear();
  generation.LinkBitcodeFiles.clear();
  overrideDiagnostics(invocation.getDiagnosticOpts());
  overrideLanguage(invocation.getLangOpts());
}

void overrideSeverities(clang::DiagnosticsEngine &diagnostics) {
  diagnostics.setSeverityForAll(clang::diag::Flavor::WarningOrError, clang::diag::Severity::Ignored);
  using namespace clang::diag;
  for (const unsigned assumesInt : {unsigned(ext_implicit_function_decl_c99), unsigned(ext_missing_type_specifier), unsigned(ext_param_not_declared),
                                    unsigned(warn_builtin_unknown)})
    diagnostics.setSeverity(assumesInt, Severity::Error, {});
}

bool isSourceText(const clang::FrontendInputFile &input) {
  const clang::InputKind kind = input.getKind();
  return kind.getFormat() == clang::InputKind::Source && kind.getLanguage() != clang::Language::Unknown &&
         kind.getLanguage() != clang::Language::Asm && kind.getLanguage() != clang::Language::LLVM_IR;
}

} // namespace fporder::check
