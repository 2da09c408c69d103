#include "analyzer/unit/unit_pipeline.h"

#include "analyzer/findings/suppressions.h"
#include "analyzer/frontend/syntax/own_names.h"
#include "runtime/limits/limits.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <memory>

namespace fporder::unit {
namespace {

/// A comment in a file that is no system's may silence findings.
bool mayHoldDirectives(const clang::SourceManager &manager) {
  for (unsigned i = 0; i < manager.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getFileCharacteristic() != clang::SrcMgr::C_User)
      continue;
    const std::optional<llvm::StringRef> text = entry.getFile().getContentCache().getBufferDataIfLoaded();
    if (text && findings::mayHoldDirectives({text->data(), text->size()}))
      return true;
  }
  return false;
}

class UnitPipeline {
public:
  explicit UnitPipeline(UnitRequest &&asked) : request(std::move(asked)) {
    request.collecting.trials = &trials;
    if (!request.matching.judgements)
      request.matching.judgements = &judgements;
    if (!request.matching.search)
      request.matching.search = &search;
    search.exhaustive = request.collecting.keepSubjects;
    if (!search.exhaustive && !request.matching.evidenceLeft)
      request.matching.evidenceLeft = &evidenceLeft;
  }

  UnitOutput run(clang::ASTContext &context) {
    const clang::SourceManager &manager = context.getSourceManager();
    const llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
    // A comment that silences what --level=audit reports is of use: applySuppressions() takes such findings out.
    if (request.matching.least == rules::Severity::Remark && mayHoldDirectives(manager))
      request.matching.least = request.collecting.least = rules::Severity::Audit;
    request.collecting.language = context.getLangOpts().CPlusPlus ? findings::Language::Cxx : findings::Language::C;
    request.collecting.isOwnName = [own = std::make_shared<frontend::OwnNames>(context)](std::string_view name) { return own->contains(name); };
    request.translating.vendors = request.models.vendorsOf({request.source, {text.data(), text.size()}, request.included});
    const frontend::UnitSummary summary =
        frontend::translate(context, request.translating, [this](order::Procedure &&procedure) { take(procedure); });
    name(summary.unanalysed);
    result.functions = summary.functions;
    result.vendors = request.translating.vendors;
    result.floatingOperations = summary.floatingOperations;
    findings::mergeFindings(result.found);
    return std::move(result);
  }

private:
  void take(order::Procedure &procedure) {
    if (request.translated)
      request.translated(procedure);
    const std::vector<rules::Match> matches = request.rules.match(procedure, request.matching);
    name(procedure.unanalysed); // the limits on matching among them
    const std::size_t known = result.found.size();
    if (!matches.empty())
      findings::collect(procedure, matches, request.collecting, result.found);
    for (std::size_t i = known; request.collected && i < result.found.size(); ++i)
      request.collected(procedure, result.found[i]);
    if (request.matched)
      request.matched(std::move(procedure));
  }

  void name(const std::vector<order::Unanalysed> &constructs) {
    for (const order::Unanalysed &construct : constructs)
      result.notAnalysed.push_back({request.collecting.displayPath(construct.file), construct.line, construct.column, construct.what, construct.why});
  }

  UnitRequest request;
  measure::Trials trials;
  evidence::Judgements judgements;
  evidence::SearchBudget search;
  double evidenceLeft = static_cast<double>(limits::most(limits::Limit::EvidenceOfSource));
  UnitOutput result;
};

} // namespace

UnitOutput analyse(clang::ASTContext &context, UnitRequest request) { return UnitPipeline(std::move(request)).run(context); }

} // namespace fporder::unit
