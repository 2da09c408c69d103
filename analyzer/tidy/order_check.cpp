#include "analyzer/tidy/order_check.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::tidy {

OrderCheck::OrderCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, std::string ruleSlug, std::shared_ptr<UnitFindings> shared)
    : ClangTidyCheck(name, context), slug(std::move(ruleSlug)), unit(std::move(shared)),
      severity(choice("Severity", {"evidence", "warning", "remark"})), allFixes(choice("Fixes", {"evidence", "all"}) == "all"),
      orders(choice("Orders", {"true", "false"}) == "true"), readOpenMP(choice("ReadOpenMP", {"true", "false"}) == "true") {
  unit->enable(slug);
}

std::string OrderCheck::choice(llvm::StringRef option, llvm::ArrayRef<llvm::StringRef> choices) {
  // The text overload: what others than this one are called in the host depends on the compiler that built it.
  std::string value = Options.getLocalOrGlobal(option).value_or(choices.front()).lower();
  if (llvm::is_contained(choices, llvm::StringRef(value)))
    return value;
  configurationDiag("invalid value '%0' for the option %1 of fporder-%2: expected %3")
      << value << option << slug << llvm::join(choices.begin(), choices.end(), ", ");
  return choices.front().str();
}

void OrderCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) {
  Options.store(options, "Severity", severity);
  Options.store(options, "Fixes", llvm::StringRef(allFixes ? "all" : "evidence"));
  Options.store(options, "Orders", llvm::StringRef(orders ? "true" : "false"));
  Options.store(options, "ReadOpenMP", llvm::StringRef(readOpenMP ? "true" : "false"));
}

void OrderCheck::registerPPCallbacks(const clang::SourceManager &, clang::Preprocessor *preprocessor, clang::Preprocessor *) {
  unit->observe(*preprocessor);
  if (!readOpenMP || preprocessor->getLangOpts().OpenMP)
    return;
  // What a directive says of a loop's order holds for every build, also for one without -fopenmp. The parser comes into being after this call and
  // learns from these options which directives to read; they belong to the compiler instance, which is not const. As with -fopenmp-simd: _OPENMP
  // stays undefined and no runtime library is needed.
  constexpr unsigned openMPVersion = 51; // that of -fopenmp-simd in all supported versions
  auto &language = const_cast<clang::LangOptions &>(preprocessor->getLangOpts());
  language.OpenMP = openMPVersion;
  language.OpenMPSimd = true;
}

void OrderCheck::registerMatchers(clang::ast_matchers::MatchFinder *finder) { finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this); }

void OrderCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &result) {
  for (const findings::Group &group : unit->of(*result.Context))
    if (group.first().rule == slug)
      report(group);
}

clang::DiagnosticIDs::Level OrderCheck::levelOf(const findings::Finding &finding) const {
  const bool asked = severity == "evidence" ? finding.severity == rules::Severity::Warning : severity == "warning";
  const bool warning = asked && finding.assumed.empty();
  // A note cannot stand alone.
  return warning ? clang::DiagnosticIDs::Warning : clang::DiagnosticIDs::Remark;
}

/// One diagnostic for all places, with the fixes of all.
void OrderCheck::report(const findings::Group &group) {
  const findings::Finding &finding = group.first();
  // Texts are arguments: as a format they would have to be free of '%'.
  {
    clang::DiagnosticBuilder diagnostic = diag(unit->begin(finding.where), "%0", levelOf(finding));
    diagnostic << finding.message << unit->range(finding.range);
    for (const findings::Finding *place : group.places)
      if (place->fix && (allFixes || place->fix->fixClass == "evidence"))
        for (const findings::Edit &edit : place->fix->edits)
          diagnostic << clang::FixItHint::CreateReplacement(unit->range(edit), edit.text);
  }
  for (const findings::NamedValue &value : finding.values)
    diag(unit->begin(finding.where), "%0 is '%1'%2", clang::DiagnosticIDs::Note)
        << value.name << value.expression << (value.line ? ", line " + std::to_string(value.line) : std::string());
  if (group.others() > 0)
    diag(unit->begin(finding.where), "%0", clang::DiagnosticIDs::Note) << findings::otherPlaces(group);
  for (const std::string &reason : finding.assumed)
    diag(unit->begin(finding.where), "assumed: %0", clang::DiagnosticIDs::Note) << reason;
  for (const findings::Note &note : finding.notes)
    diag(unit->begin(note.where), "%0", clang::DiagnosticIDs::Note) << note.message;
  if (orders)
    for (const findings::OrderText &order : finding.orders)
      if (!order.written)
        diag(unit->begin(finding.where), "another order: '%0'%1", clang::DiagnosticIDs::Note)
            << order.expression << (order.note.empty() ? "" : ": " + order.note);
}

} // namespace fporder::tidy
