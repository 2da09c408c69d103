#include "analyzer/check/analysis.h"

#include "analyzer/check/build_types.h"
#include "analyzer/check/cross_check.h"
#include "analyzer/check/driver_command.h"
#include "analyzer/check/guesses/define_guessing.h"
#include "analyzer/check/isolated_jobs.h"
#include "analyzer/check/opencl_command.h"
#include "analyzer/check/translation_unit.h"
#include "analyzer/check/unit_key.h"
#include "analyzer/check/waking/waking.h"
#include "analyzer/findings/resolved_path.h"
#include "analyzer/frontend/accelerators/openmp.h"
#include "analyzer/frontend/dump.h"
#include "analyzer/frontend/syntax/operators.h"
#include "analyzer/unit/unit_pipeline.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {
namespace {

std::vector<std::string> parseOnlyFlags(const CompileCommand &command) {
  for (llvm::StringRef argument : command.arguments)
    if (argument.starts_with("-fopenmp") || argument.starts_with("-openmp") || argument == "-fno-openmp-simd")
      return {};
  std::vector<std::string> flags;
  for (llvm::StringRef flag : frontend::parseOnlyFlags())
    flags.push_back(flag.str());
  return flags;
}

std::vector<std::string> userFiles(const clang::SourceManager &manager) {
  std::set<std::string> files;
  for (unsigned i = 0; i < manager.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getFileCharacteristic() != clang::SrcMgr::C_User)
      continue;
    const clang::OptionalFileEntryRef file = entry.getFile().getContentCache().OrigEntry;
    if (!file)
      continue;
    if (std::optional<std::string> real = findings::existingPath(file->getFileEntry().tryGetRealPathName().str()))
      files.insert(*std::move(real));
  }
  return {files.begin(), files.end()};
}

/// Parses; an OpenCL source until there is nothing more to guess of what its build would define, only the last time with `consumer`.
ParseResult parseSource(ParseRequest request, DefineGuesser &guesser, const std::function<void(clang::ASTContext &)> &consumer) {
  if (!isOpenClName(request.command->source))
    return parseTranslationUnit(request, consumer);
  for (unsigned round = 0;; ++round) {
    UnknownNames unknown;
    request.unknownNames = &unknown;
    request.prelude = openClPrelude + guesser.prelude();
    if (request.included)
      request.included->clear();
    bool again = false;
    ParseResult result = parseTranslationUnit(request, [&](clang::ASTContext &context) {
      again = round < DefineGuesser::mostRounds && guesser.learn(unknown);
      if (!again)
        consumer(context);
    });
    if (!again)
      return result;
  }
}

class UnitAnalysis {
public:
  UnitAnalysis(const AnalysisUnit &analysed, const AnalysisSettings &analysisSettings, findings::SourceFiles &sourceFiles, UnitResult &unitResult)
      : unit(analysed), settings(analysisSettings), sources(sourceFiles), result(unitResult) {
    collecting.displayPath = [this](const std::string &path) { return path == unit.command.source ? unit.displayName : path; };
    collecting.reported = [this](const std::string &path) { return path == unit.displayName || unit.filter->acceptsHeader(path); };
    collecting.severities = unit.severities;
    collecting.least = unit.matching.least;
    collecting.steps = settings.buildSteps;
    collecting.sources = settings.buildFixes ? &sources : nullptr;
    collecting.keepSubjects = settings.keepSubjects;
  }

  void run(bool keepMemory) {
    ReadLog reads;
    analyse(reads, keepMemory);
    if (waking)
      waking->run(result, inactive);
    keep(reads);
  }

private:
  /// All that one parse gives.
  void analyse(ReadLog &reads, bool keepMemory) {
    ParseRequest request{&unit.command, unit.displayName, settings.resourceDirectory, parseOnlyFlags(unit.command)};
    request.keepMemory = keepMemory;
    request.models = unit.models.get();
    request.included = &included;
    request.fixedTexts = settings.fixedTexts;
    request.repair = settings.repair;
    request.buildTypes = &buildTypes;
    request.unknownBounds = &unknownBounds;
    request.learned = repairs.get();
    request.repairsLearned = &repairs;
    request.reads = unit.cache ? &reads : nullptr;
    if (base)
      request.stopsAt = [this](const findings::NotAnalysed &header) { return missesSystemHeader(header, *base); };
    request.preprocessing = [&, this](clang::Preprocessor &preprocessor) { watch(preprocessor, reads); };
    std::optional<HeaderSearch> headers = headerSearch();
    request.headers = headers ? &*headers : nullptr;
    result.parse = parseSource(request, guesser, [this](clang::ASTContext &context) { translate(context); });
    if (std::optional<findings::NotAnalysed> guessed = guesser.report(unit.displayName, unit.command.source))
      result.notAnalysed.push_back(*std::move(guessed));
    takeCoverage();
    result.ended = true;
    if (headers) {
      headers->noteIn(reads);
      if (std::string problem = headers->problem(); !problem.empty() && result.parse.missingHeaders > 0)
        result.notAnalysed.push_back({unit.displayName, 0, 0, "header search", std::move(problem), /*incomplete=*/true});
    }
  }

  /// Before the first token of each round: what an earlier one told is forgotten.
  void watch(clang::Preprocessor &preprocessor, ReadLog &reads) {
    if (settings.coverage) {
      census = {};
      census.watch(preprocessor);
    }
    inactive.watch(preprocessor);
    if (!settings.wake || toWake)
      return;
    const clang::LangOptions &language = preprocessor.getLangOpts();
    const bool enabled = !unit.command.fromDatabase && !decidesMachine(unit.command.arguments) && !language.CUDA && !language.OpenCL;
    waking.emplace(
        Waking{unit.command,
               {preprocessor.getTargetInfo().getTriple(), static_cast<bool>(language.CPlusPlus), unit.command.arguments},
               systemDirectories(preprocessor),
               enabled,
               [this, &reads](const CompileCommand &command, const InactiveCode &asleep) { return analyseVariant(command, asleep, reads); }});
  }

  VariantRun analyseVariant(const CompileCommand &command, const InactiveCode &asleep, ReadLog &reads) const {
    AnalysisUnit variant = unit;
    variant.command = command;
    AnalysisSettings variantSettings = settings;
    variantSettings.dumpGraph = variantSettings.coverage = false;
    VariantRun run;
    UnitAnalysis analysis(variant, variantSettings, sources, run.result);
    analysis.toWake = &asleep;
    analysis.base = &result;
    analysis.repairs = repairs; // parsing it costs more than anything that is done with it
    analysis.analyse(reads, /*keepMemory=*/false);
    run.inactive = std::move(analysis.inactive);
    return run;
  }

  /// A compile database knows where the headers are.
  std::optional<HeaderSearch> headerSearch() const {
    if (!settings.projects || unit.command.fromDatabase)
      return std::nullopt;
    std::shared_ptr<const ProjectHeaders> project = settings.projects->around(unit.command.source);
    return project ? std::optional<HeaderSearch>(std::in_place, std::move(project), unit.command.source) : std::nullopt;
  }

  /// Only what another run would find as well as long as all that was read is the same.
  void keep(ReadLog &reads) {
    if (!unit.cache)
      return;
    if (result.parse.parsed && reads.doubt().empty() && !sources.anyFailed())
      unit.cache->store(unitKey(unit, settings), result, reads.take());
    else
      unit.cache->leaveOut();
  }

  void translate(clang::ASTContext &context) {
    if (settings.wake)
      inactive.read(context.getSourceManager(), [this](const std::string &path) { return reportedName(path); }, /*tokens=*/!toWake);
    if (toWake && !toWake->isWokenBy(inactive))
      return;
    unit::UnitRequest request{*unit.rules, *unit.models, unit.command.source, included, unit.matching, translating(context), collecting};
    request.matching.judgements = settings.judgements.get();
    request.translated = [this](order::Procedure &procedure) { note(procedure); };
    std::optional<CrossChecker> checking;
    if (settings.keepSubjects) {
      checking.emplace(context);
      request.collected = [&checking](const order::Procedure &procedure, findings::Finding &finding) { crossCheck(*checking, procedure, finding); };
    }
    if (unit.keepProcedures)
      request.matched = [this](order::Procedure &&procedure) {
        result.procedures.push_back(std::make_shared<order::Procedure>(std::move(procedure)));
      };
    unit::UnitOutput output = unit::analyse(context, std::move(request));
    for (const models::Vendor *vendor : output.vendors)
      if (unit.keepProcedures)
        result.vendors.emplace_back(vendor->name);
    result.functions = output.functions;
    result.floatingOperations = output.floatingOperations;
    result.found = std::move(output.found);
    llvm::move(output.notAnalysed, std::back_inserter(result.notAnalysed));
    if (settings.coverage)
      operators = census.count(context, output.vendors, ownHeaders());
    for (findings::Finding &finding : result.found)
      finding.profiles = {unit.profile};
    result.userFiles = userFiles(context.getSourceManager());
    keepFixesOfReadText(context.getSourceManager());
  }

  /// Of files that findings are reported in.
  std::string reportedName(const std::string &path) const {
    std::string name = collecting.displayPath(path);
    return collecting.reported(name) ? name : "";
  }

  std::function<bool(const std::string &)> ownHeaders() const {
    return [this](const std::string &path) { return unit.filter->acceptsHeader(path); };
  }

  frontend::Options translating(const clang::ASTContext &context) {
    frontend::Options options;
    options.ownHeader = ownHeaders();
    if (settings.coverage)
      options.folded = [this](clang::SourceLocation token) { census.folded(token); };
    options.imageStorage = unit.imageStorage;
    options.mayAlias = unit.mayAlias;
    options.unknownBounds = unknownBounds;
    if (!guesser.empty())
      options.guessedNumber = [this, &manager = context.getSourceManager()](clang::SourceLocation literal) {
        return guessedNumberAt(manager, literal);
      };
    return options;
  }

  /// A fix is for the bytes that Clang read. The texts that fixes are made from were read apart from that: where they differ there is no fix.
  void keepFixesOfReadText(const clang::SourceManager &manager) {
    std::map<std::string, llvm::StringRef> buffers; // by display name
    buffers[unit.displayName] = manager.getBufferData(manager.getMainFileID());
    const bool headersToo = llvm::any_of(
        result.found, [&](const findings::Finding &finding) { return finding.fix && finding.fix->edits.front().where.file != unit.displayName; });
    for (unsigned i = 0; headersToo && i < manager.local_sloc_entry_size(); ++i) {
      const clang::SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(i);
      if (!entry.isFile())
        continue;
      const clang::SrcMgr::ContentCache &content = entry.getFile().getContentCache();
      const std::optional<llvm::StringRef> text = content.getBufferDataIfLoaded();
      if (!text || !content.OrigEntry)
        continue;
      if (const std::optional<std::string> real = findings::existingPath(content.OrigEntry->getFileEntry().tryGetRealPathName().str()))
        buffers.try_emplace(*real, *text);
    }
    std::map<std::string, std::string> hashes;
    for (findings::Finding &finding : result.found) {
      if (!finding.fix)
        continue;
      const std::string &file = finding.fix->edits.front().where.file;
      const auto buffer = buffers.find(file);
      std::string &hash = hashes[file];
      if (hash.empty() && buffer != buffers.end())
        hash = findings::contentHash({buffer->second.data(), buffer->second.size()});
      if (finding.fix->analysed != hash)
        finding.fix.reset();
    }
  }

  /// By the line of the prelude that it is spelled in.
  std::string guessedNumberAt(const clang::SourceManager &manager, clang::SourceLocation literal) const {
    const clang::SourceLocation spelled = manager.getSpellingLoc(literal);
    if (manager.getFilename(spelled) != preludeName)
      return "";
    const unsigned line = manager.getSpellingLineNumber(spelled);
    return line < firstGuess() ? "" : guesser.numberIn(line - firstGuess() + 1);
  }

  /// The line of the prelude in which the guesses begin.
  static unsigned firstGuess() { return 1 + static_cast<unsigned>(llvm::StringRef(openClPrelude).count('\n')); }

  void note(order::Procedure &procedure) {
    guesser.mark(procedure, preludeName, firstGuess());
    assumeBuildTypes(procedure, buildTypes);
    if (settings.coverage)
      census.reached(procedure);
    if (settings.dumpGraph)
      result.dump += frontend::dump(procedure);
  }

  /// A fix was tried on the graph's order: where that is not the source's there is none.
  static void crossCheck(CrossChecker &checker, const order::Procedure &procedure, findings::Finding &finding) {
    if (!finding.subject || !finding.subject->notHeld.empty())
      return;
    finding.crossCheck = checker.check(procedure, *finding.subject);
    if (finding.crossCheck->verdict == findings::CrossCheck::Verdict::Differs)
      finding.fix.reset();
  }

  /// Under the names that files are reported by; what could not be parsed with the error nearest above it.
  void takeCoverage() {
    for (auto &[path, entries] : operators) {
      const std::string file = collecting.displayPath(path);
      for (frontend::Operator &entry : entries)
        if (entry.why == "not parsed")
          if (const findings::NotAnalysed *error = errorAbove(file, entry.place.line))
            entry.why += ": " + error->why;
      llvm::move(entries, std::back_inserter(result.operators[file]));
    }
    for (auto &[file, entries] : result.operators)
      frontend::arrange(entries);
  }

  const findings::NotAnalysed *errorAbove(const std::string &file, std::uint32_t line) const {
    const findings::NotAnalysed *nearest = nullptr;
    for (const findings::NotAnalysed &entry : result.parse.notAnalysed)
      if (entry.what == "syntax error" && entry.file == file && entry.line <= line && (!nearest || entry.line > nearest->line))
        nearest = &entry;
    return nearest;
  }

  const AnalysisUnit &unit;
  const AnalysisSettings &settings;
  findings::SourceFiles &sources;
  UnitResult &result;
  frontend::OperatorCensus census;
  frontend::Operators operators;
  findings::CollectOptions collecting;
  DefineGuesser guesser;
  std::vector<std::string> buildTypes; // names that are taken for types
  bool unknownBounds = false;
  std::shared_ptr<const SourceRepairs> repairs;
  std::vector<std::string> included;
  InactiveCode inactive;
  std::optional<Waking> waking;         // none: what is inactive is not looked at
  const InactiveCode *toWake = nullptr; // what a variant is for; null: this is no variant
  const UnitResult *base = nullptr;     // of the unit that a variant is of
};

/// One run's work. After a crash or the deadline it is given up, not freed: a thread may be at it for ever.
struct Work {
  std::vector<AnalysisUnit> units;
  AnalysisSettings settings;
  std::vector<UnitResult> results; // parallel to `units`
  std::vector<std::size_t> toDo;   // indices of those that no cache knows
};

using Finished = std::function<void(std::size_t, const UnitResult &)>;

void lookUp(Work &work, const Finished &finished) {
  for (std::size_t index = 0; index < work.units.size(); ++index) {
    const AnalysisUnit &unit = work.units[index];
    std::optional<UnitResult> known = unit.cache ? unit.cache->find(unitKey(unit, work.settings)) : std::nullopt;
    if (known) {
      for (findings::Finding &finding : known->found)
        finding.profiles = {unit.profile};
      work.results[index] = std::move(*known);
      if (finished)
        finished(index, work.results[index]);
    } else {
      work.toDo.push_back(index);
    }
  }
}

} // namespace

std::vector<UnitOutcome> analyseUnits(const std::vector<AnalysisUnit> &units, const AnalysisSettings &settings, findings::SourceFiles &sources,
                                      const Finished &finished) {
  auto work = std::make_unique<Work>(Work{units, settings, std::vector<UnitResult>(units.size()), {}});
  lookUp(*work, finished);
  const bool keepMemory = settings.lastOfProcess && work->toDo.size() == 1;
  std::vector<CrashedJob> lost = runIsolated(
      work->toDo.size(), settings.jobs,
      [keepMemory, &sources, &all = *work](std::size_t job) {
        const std::size_t index = all.toDo[job];
        UnitAnalysis(all.units[index], all.settings, sources, all.results[index]).run(keepMemory);
      },
      [&finished, &all = *work](std::size_t job) {
        if (finished)
          finished(all.toDo[job], all.results[all.toDo[job]]);
      },
      settings.deadline);
  std::vector<UnitOutcome> outcomes(units.size());
  for (CrashedJob &job : lost) {
    UnitOutcome &outcome = outcomes[work->toDo[job.index]];
    outcome.leftOut = job.leftOut;
    if (!job.leftOut)
      outcome.crash = std::move(job.reason);
  }
  // What a lost unit had produced so far is not safe to touch.
  for (std::size_t index = 0; index < units.size(); ++index)
    if (UnitOutcome &outcome = outcomes[index]; !outcome.leftOut && outcome.crash.empty())
      outcome.result = std::move(work->results[index]);
  if (!lost.empty())
    (void)work.release();
  return outcomes;
}

} // namespace fporder::check
