#include "analyzer/check/conformance.h"

#include "analyzer/check/assembly.h"
#include "analyzer/check/input_file.h"
#include "analyzer/conform/comments.h"
#include "analyzer/conform/departures.h"
#include "analyzer/conform/fixes.h"
#include "analyzer/conform/pairing.h"
#include "analyzer/findings/input_text.h"
#include "runtime/conform/conform.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fporder::check {
namespace {

using Procedures = std::vector<std::shared_ptr<order::Procedure>>;
using conform::ReferenceComment;

llvm::Error mistake(const llvm::Twine &message) { return llvm::createStringError(llvm::inconvertibleErrorCode(), message); }

conform::DisplayPath displayPath(const std::string &source, const std::string &displayName) {
  return [source, displayName](const std::string &path) { return path == source ? displayName : path; };
}

std::string inDirectory(const std::string &directory, const std::string &path) {
  llvm::SmallString<256> full;
  if (!llvm::sys::path::is_absolute(path))
    full = directory;
  llvm::sys::path::append(full, path);
  return std::string(full);
}

/// What comments say of one function.
struct Stated {
  const LoadedReference *reference = nullptr;
  std::vector<conform::StatedPair> pairs;
};

/// One unit's functions against their references.
class UnitConformance {
public:
  /// `sourceText`: of the unit's source; null: it cannot be read.
  UnitConformance(const AnalysisUnit &analysed, const UnitResult &unitResult, References &knownReferences, const findings::SourceFile *sourceText,
                  const std::string &platform)
      : unit(analysed), result(unitResult), references(knownReferences), text(sourceText),
        own(conform::Platform::of(platform, unit.command.source, unit.command.arguments, result.vendors)) {
    for (const std::shared_ptr<order::Procedure> &each : result.procedures)
      signatures[each->name].insert(each->signature);
  }

  void readComments() {
    if (!text)
      return;
    for (const ReferenceComment &comment : conform::referenceComments(*text, python::isScriptName(unit.command.source))) {
      const std::vector<order::Procedure *> functions = conform::functionsAt(result.procedures, unit.command.source, comment.line);
      if (comment.kind == ReferenceComment::Kind::Malformed)
        complain(comment, comment.text);
      else if (functions.empty())
        complain(comment, "no function with floating-point operations is below this comment");
      for (order::Procedure *function : functions)
        if (comment.kind == ReferenceComment::Kind::Pair)
          stated[function].pairs.push_back(comment.pair);
        else if (comment.kind != ReferenceComment::Kind::Malformed && !load(comment, stated[function]))
          break;
    }
  }

  ConformanceOutcome run(const LoadedReference *common) {
    Procedures others;
    for (const std::shared_ptr<order::Procedure> &each : result.procedures) {
      const auto said = stated.find(each.get());
      if (said != stated.end() && said->second.reference)
        compare({each}, *said->second.reference, /*isMeant=*/true);
      else
        others.push_back(each);
    }
    if (common && !others.empty())
      compare(others, *common, /*isMeant=*/false);
    dropDisputedFixes();
    outcome.units.push_back(
        {unit.command.source + "\n" + llvm::join(unit.command.arguments, "\n"), unit.command.source, unit.displayName, result.procedures, own});
    return std::move(outcome);
  }

private:
  void complain(const ReferenceComment &comment, const std::string &why) {
    outcome.mistakes.push_back(unit.displayName + ":" + std::to_string(comment.line) + ": " + why);
  }

  /// False after a complaint.
  bool load(const ReferenceComment &comment, Stated &into) {
    const bool formula = comment.kind == ReferenceComment::Kind::Formula;
    llvm::Expected<const LoadedReference *> loaded =
        references.load((formula ? "formula:" : "") + comment.text, llvm::sys::path::parent_path(unit.displayName).str());
    if (loaded)
      into.reference = *loaded;
    else
      complain(comment, llvm::toString(loaded.takeError()));
    return into.reference != nullptr;
  }

  /// `isMeant`: the one function has this reference, whatever it is called.
  void compare(const Procedures &functions, const LoadedReference &reference, bool isMeant) {
    const conform::Pairing pairing = conform::pairFunctions(functions, reference.procedures, reference.spec.function, isMeant);
    if (!pairing.problem.empty()) {
      outcome.entries.push_back(withoutReference(unit.displayName, pairing.problem));
      outcome.entries.back().reference.file = reference.displayName;
      return;
    }
    const conform::DisplayPath here = displayPath(unit.command.source, unit.displayName);
    const conform::DisplayPath there = displayPath(reference.source, reference.displayName);
    for (auto pair = pairing.pairs.begin(); pair != pairing.pairs.end();) {
      order::Procedure *implementation = pair->first;
      std::vector<std::vector<conform::Conformance>> byReference;
      for (; pair != pairing.pairs.end() && pair->first == implementation; ++pair)
        byReference.push_back(verdicts(*implementation, *pair->second, reference.platform->of(*pair->second)));
      for (const conform::Conformance &verdict : conform::agreed(std::move(byReference))) {
        findings::ConformanceEntry entry = conform::entryOf(verdict, here, there);
        if (entry.where.file.empty())
          entry.where.file = unit.displayName;
        if (signatures[implementation->name].size() > 1)
          entry.function += " [" + implementation->signature + "]";
        if (std::optional<findings::Finding> finding = conform::departure(entry)) {
          addFix(*implementation, verdict, *finding);
          outcome.departures.push_back(*std::move(finding));
          fixing.push_back(implementation);
        }
        outcome.entries.push_back(std::move(entry));
      }
    }
  }

  std::vector<conform::Conformance> verdicts(order::Procedure &function, order::Procedure &golden, const conform::Profile &platform) {
    const limits::Watch watch(0);
    std::vector<conform::Conformance> all = conform::compare({{&function, &own.of(function)}, {&golden, &platform}, stated[&function].pairs});
    for (const limits::Watch::Hit &hit : watch.hits())
      outcome.notAnalysed.push_back({unit.displayName, all.empty() ? 0 : all.front().where.place.line, 0,
                                     limits::whatOf(hit.limit) + " (comparing " + function.name + " with its reference)", limits::whyOf(hit.limit)});
    return all;
  }

  void addFix(const order::Procedure &function, const conform::Conformance &verdict, findings::Finding &finding) {
    if (verdict.verdict != conform::Verdict::DifferentOrder || !text)
      return;
    const std::string &source = unit.command.source;
    if (python::isScriptName(source))
      return withholdFix(finding, "scripts are not edited");
    const findings::Language language = isWrittenInC(source) ? findings::Language::C : findings::Language::Cxx;
    auto fix = verdict.rewritings.empty() ? std::variant<findings::Fix, std::string>(verdict.notRewritten)
                                          : conform::departureFix({function, verdict.rewritings, source, unit.displayName, *text, language});
    if (auto *why = std::get_if<std::string>(&fix))
      withholdFix(finding, *why);
    else
      finding.fix = std::get<findings::Fix>(std::move(fix));
  }

  static bool isWrittenInC(llvm::StringRef source) { return source.ends_with(".c") || source.ends_with(".cl"); }

  /// A text that several functions are made of, as a template's instantiations are, is edited where all of them want the same.
  void dropDisputedFixes() {
    for (const findings::Finding &finding : outcome.departures)
      for (const findings::Edit &edit : finding.fix ? finding.fix->edits : std::vector<findings::Edit>())
        for (const std::shared_ptr<order::Procedure> &each : result.procedures)
          if (conform::standsIn(*each, unit.command.source, edit) && !wants(each.get(), edit))
            disputed.insert(edit.beginOffset);
    for (findings::Finding &finding : outcome.departures)
      if (finding.fix && llvm::any_of(finding.fix->edits, [&](const findings::Edit &edit) { return disputed.contains(edit.beginOffset); }))
        withholdFix(finding, "its text is that of several functions, which do not all want it changed alike");
  }

  bool wants(const order::Procedure *function, const findings::Edit &edit) const {
    for (const auto &[finding, owner] : llvm::zip(outcome.departures, fixing))
      if (owner == function && finding.fix && llvm::any_of(finding.fix->edits, [&](const findings::Edit &each) {
            return each.beginOffset == edit.beginOffset && each.endOffset == edit.endOffset && each.text == edit.text;
          }))
        return true;
    return false;
  }

  const AnalysisUnit &unit;
  const UnitResult &result;
  References &references;
  const findings::SourceFile *text;
  const conform::Platform own;
  std::map<const order::Procedure *, Stated> stated;
  std::map<std::string, std::set<std::string>> signatures; // of overloads and instances of templates, by name
  ConformanceOutcome outcome;
  std::vector<const order::Procedure *> fixing; // of each departure: its function
  std::set<std::uint32_t> disputed;             // where edits begin that some function does not want
};

} // namespace

void withholdFix(findings::Finding &departure, const std::string &why) {
  departure.fix.reset();
  if (!why.empty())
    departure.notes.push_back({departure.where, "no fix is offered: " + why});
}

llvm::Expected<const LoadedReference *> References::load(const std::string &given, const std::string &directory) {
  std::unique_ptr<LoadedReference> &known = loaded[directory + "\n" + given];
  if (!known) {
    llvm::Expected<std::unique_ptr<LoadedReference>> made = read(given, directory);
    if (!made)
      return made.takeError();
    known = std::move(*made);
  }
  return known.get();
}

llvm::Expected<std::unique_ptr<LoadedReference>> References::read(const std::string &given, const std::string &directory) {
  const auto exists = [&](const std::string &path) { return llvm::sys::fs::is_regular_file(inDirectory(directory, path)); };
  llvm::Expected<conform::ReferenceSpec> spec = conform::parseReference(given, exists);
  if (!spec)
    return spec.takeError();
  auto reference = std::make_unique<LoadedReference>();
  reference->spec = *spec;
  if (!spec->file.empty()) {
    reference->displayName = inDirectory(directory, spec->file);
    if (const conform::Profile *named = conform::findProfile(platform))
      reference->platform = conform::Platform::stated(*named);
    if (llvm::Error error = analyse(*reference))
      return std::move(error);
    if (const std::string missing = conform::missingFunction(reference->procedures, spec->function); !missing.empty())
      return mistake(given + ": " + missing);
    return reference;
  }
  llvm::Expected<order::Procedure> formula = conform::formulaProcedure(spec->formula);
  if (!formula)
    return formula.takeError();
  reference->displayName = spec->formula;
  reference->procedures.push_back(std::make_shared<order::Procedure>(std::move(*formula)));
  reference->platform = conform::Platform::stated(*conform::findProfile("formula"));
  return reference;
}

/// A script of NumPy or PyTorch, in the order of the platform that is asked for; by itself it is for the library that it imports.
llvm::Error References::analyseScript(LoadedReference &reference) {
  const auto buffer = findings::inputBuffer(reference.displayName, file::Limit::SourceFile);
  if (!buffer)
    return mistake("reference " + reference.displayName + ": " + inputFileProblem(reference.displayName).value_or("cannot be read"));
  reference.source = reference.displayName;
  python::Options reading = scripts;
  if (reading.profile.empty() && llvm::is_contained(python::profiles(*scripts.models), platform))
    reading.profile = platform;
  llvm::Expected<python::ScriptSummary> read = python::translate(reference.source, (*buffer)->getBuffer(), reading, [&](order::Procedure &&made) {
    reference.procedures.push_back(std::make_shared<order::Procedure>(std::move(made)));
  });
  if (!read)
    return mistake("reference " + reference.displayName + ": " + llvm::toString(read.takeError()));
  if (!reference.platform) {
    const bool cuda = llvm::StringRef(reading.profile).starts_with("torch-cuda");
    reference.platform = conform::Platform::stated(*conform::findProfile(!read->torch ? "numpy" : cuda ? "torch-cuda" : "torch-cpu"));
  }
  return llvm::Error::success();
}

llvm::Error References::analyse(LoadedReference &reference) {
  if (python::isScriptName(reference.displayName))
    return analyseScript(reference);
  UnitPlan units = plan({reference.displayName});
  if (!units.sources.empty() && !units.sources[0].problem.empty())
    return mistake("reference " + reference.displayName + ": " + units.sources[0].problem);
  if (units.units.empty())
    return mistake("reference " + reference.displayName + ": it has no compile command");
  units.units.resize(1); // one set of flags
  units.units[0].keepProcedures = true;
  units.units[0].cache = nullptr;
  static const rules::RuleSet none; // what a reference could be found for is not shown
  units.units[0].rules = &none;
  AnalysisSettings quiet = settings;
  quiet.dumpGraph = quiet.coverage = quiet.keepSubjects = quiet.buildFixes = quiet.buildSteps = quiet.lastOfProcess = false;
  std::vector<UnitOutcome> outcomes = analyseUnits(units.units, quiet, sources);
  if (const std::string failure = failureOf(outcomes[0]); !failure.empty())
    return mistake("reference " + reference.displayName + ": " + failure);
  reference.procedures = std::move(outcomes[0].result.procedures);
  reference.source = units.units[0].command.source;
  if (!reference.platform)
    reference.platform = conform::Platform::ofSource(reference.source, units.units[0].command.arguments, outcomes[0].result.vendors);
  return llvm::Error::success();
}

findings::ConformanceEntry withoutReference(const std::string &source, const std::string &why) {
  findings::ConformanceEntry entry;
  entry.where.file = source;
  entry.verdict = conform::name(conform::Verdict::Undecided);
  entry.message = why;
  return entry;
}

ConformanceOutcome conformanceOf(const AnalysisUnit &unit, const UnitResult &result, const LoadedReference *common, References &references,
                                 const findings::SourceFile *text, const std::string &platform) {
  UnitConformance conformance(unit, result, references, text, platform);
  conformance.readComments();
  return conformance.run(common);
}

} // namespace fporder::check
