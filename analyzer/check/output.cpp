#include "analyzer/check/output.h"

#include "analyzer/check/messages.h"
#include "analyzer/check/output_file.h"
#include "analyzer/check/rule_selection.h"
#include "analyzer/findings/coverage.h"
#include "analyzer/findings/explain.h"
#include "analyzer/findings/render.h"
#include "rules/engine/nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace fporder::check {
namespace {

findings::RenderOptions renderOptions(const OutputRequest &request, bool terminal) {
  findings::RenderOptions render;
  render.colour = request.options.useColor.value_or(findings::wantsColour(terminal));
  render.quiet = request.options.quiet;
  render.asError = [&options = request.options](const findings::Finding &finding) { return treatedAsError(options, finding); };
  for (const std::unique_ptr<Profile> &profile : request.profiles.all())
    if (profile && profile->config.foldRemarksAfter)
      render.foldAfter = *profile->config.foldRemarksAfter == UINT_MAX ? std::nullopt : profile->config.foldRemarksAfter;
  if (request.options.allRemarks)
    render.foldAfter.reset();
  render.allPlaces = request.options.allPlaces || request.options.incremental.verbose;
  render.workingDirectory = request.workingDirectory;
  render.sources = request.sourceNames;
  render.listNotAnalysed = request.options.listNotAnalysed;
  render.listMissing = request.options.coverage;
  return render;
}

const rules::RuleSet &rulesOf(const OutputRequest &request) {
  for (const std::unique_ptr<Profile> &profile : request.profiles.all())
    if (profile)
      return profile->rules;
  static const rules::RuleSet none;
  return none;
}

bool toStandardOutput(const OutputFormat &format) { return format.file.empty() || format.file == "-"; }

bool writeOne(const OutputRequest &request, const OutputFormat &format) {
  const findings::Renderer *renderer = findings::findRenderer(format.name);
  const bool standard = toStandardOutput(format);
  // A patch on standard output must stay one: the default text goes beside it.
  bool aside = standard && request.options.diff && format.name == "text";
  findings::RenderInput input{
      request.report,      rulesOf(request), request.sources,     renderOptions(request, standard && isatty(aside ? STDERR_FILENO : STDOUT_FILENO)),
      request.conformance, request.groups,   request.descriptions};
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!standard) {
    renderer->render(input, stream);
    return writeOutputFile(format.file, text);
  }
  input.options.printed = request.printed;
  // Straight to standard output: a large report is not kept in memory. What fails to arrive, main() looks at.
  renderer->render(input, aside ? static_cast<llvm::raw_ostream &>(stream) : llvm::outs());
  llvm::outs().flush();
  sayRendered(text);
  return true;
}

void listAsChecks(const rules::RuleSet &rules) {
  llvm::outs() << "Enabled checks:\n";
  std::vector<std::string> names;
  for (const std::unique_ptr<rules::Rule> &rule : rules.rules())
    names.push_back("fporder-" + rule->slug);
  std::sort(names.begin(), names.end());
  for (const std::string &name : names)
    llvm::outs() << "    " << name << '\n';
  llvm::outs() << '\n';
}

} // namespace

bool wantsRuleListing(const Options &options) { return !options.explain.empty() || options.listRules != Listing::None || options.listChecks; }

ExitStatus listRules(const Options &options, const rules::RuleSet &rules) {
  if (options.listChecks) {
    listAsChecks(rules);
    return ExitStatus::Clean;
  }
  if (options.explain.empty()) {
    print(options.listRules == Listing::Json ? findings::listRulesJson(rules) : findings::listRules(rules));
    return ExitStatus::Clean;
  }
  bool colour = options.useColor.value_or(findings::wantsColour(isatty(STDOUT_FILENO)));
  std::optional<std::string> page = findings::explainRule(rules, options.explain, colour);
  if (!page) {
    ruleNamed(rules, options.explain); // says that there is none, and which was perhaps meant
    return ExitStatus::UsageError;
  }
  llvm::outs() << *page;
  return ExitStatus::Clean;
}

bool outputsAreKnown(const Options &options) {
  for (const OutputFormat &format : options.formats)
    if (!findings::findRenderer(format.name)) {
      std::vector<std::string_view> known;
      for (const findings::Renderer *renderer : findings::renderers())
        known.push_back(renderer->name);
      reportError("unknown format '" + format.name + "'" + rules::didYouMean(format.name, known));
      return false;
    }
  return true;
}

bool printsEarly(const Options &options) {
  const bool text = llvm::any_of(options.formats, [](const OutputFormat &format) { return format.name == "text" && toStandardOutput(format); });
  return text && !options.diff && !options.measure.enabled && !options.dumpGraph && options.incremental.baseline.empty() &&
         options.incremental.writeBaseline.empty();
}

void writeEarly(const OutputRequest &request) { writeOne(request, {"text", ""}); }

bool writeOutputs(const OutputRequest &request) {
  bool good = true;
  for (const OutputFormat &format : request.options.formats)
    good &= writeOne(request, format);
  if (request.options.coverage && llvm::any_of(request.options.formats, [](const OutputFormat &format) { return format.name == "text"; })) {
    print(findings::coverageTable(request.report.coverage));
    llvm::outs().flush();
  }
  if (request.options.incremental.verbose)
    sayLines(findings::reasonsTable(request.report.coverage));
  if (request.options.statistics)
    sayLines(findings::statisticsTable(request.report));
  if (!request.options.quiet)
    if (const std::string line = findings::foundHeadersLine(request.report); !line.empty())
      say(line);
  if (!request.options.quiet)
    say(findings::summaryLine(request.report, request.seconds));
  return good;
}

} // namespace fporder::check
