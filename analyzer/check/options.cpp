#include "analyzer/check/options.h"

#include "analyzer/check/help.h"
#include "analyzer/check/manual.h"
#include "analyzer/check/messages.h"
#include "analyzer/check/response_files.h"
#include "analyzer/check/tidy_call.h"
#include "analyzer/findings/input_text.h"
#include "analyzer/findings/render.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/machine.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <memory>
#include <variant>

namespace fporder::check {
namespace {

namespace cl = llvm::cl;

constexpr unsigned mostShards = limits::most(limits::Limit::Shards);

constexpr const char *overview = "fporder-check: where the order of floating-point operations matters in C and C++ sources\n\n"
                                 "  fporder-check [options] <source or directory>... [-- <compiler flags>]\n"
                                 "  fporder-check compare [options] <golden> <actual>   two outputs, tensor by tensor\n"
                                 "  fporder-check merge [options] <shard>...            one report from the shards of a run\n"
                                 "  compare and merge have a --help of their own.\n";

constexpr const char *epilogue = R"(
Compiler flags come from compile_commands.json: in the directory given by -p, else in the nearest
directory above each source, or in a build*/, out/ or cmake-build-*/ directory there. After -- stand
flags for all sources. Sources without an entry take the flags of the nearest file that has one.

Levels. warning: evaluation on inputs by family, from the operands to what leaves the function,
shows that a result is hurt and another order is clearly better, that a decision goes the other way,
or that a state which is updated in place takes up other bits; unordered sums, narrow accumulators
and broken error-free transformations warn by themselves. remark: the order changes bits, and
nothing shows harm. audit (--level=audit): every other place where grouping, format, contraction or
schedule can change a bit, with the condition that keeps it quiet. Each warning shows an input as
its witness.

Suppress a finding with // NOLINT(fporder-SLUG), // NOLINTNEXTLINE(...), or // fporder: allow(SLUG)
reason="..." on its statement.

Exit status:
  0  no findings at or above --fail-on
  1  findings at or above --fail-on (default: warning)
  2  usage or configuration error
  3  a requested file could not be analysed at all (none of its ten or more floating-point
     operations was understood), or the tool failed on it; with --min-coverage, less of one was
     understood than that; with --strict, anything was not analysed
  When several apply: 2, then 3, then 1.

In clang-tidy's place (CMAKE_CXX_CLANG_TIDY, run-clang-tidy, editors) the status is 0 on findings
unless --warnings-as-errors or --fail-on asks for 1. Such a call is known by a program name that
holds "clang-tidy", by --checks, --list-checks, --load, -p=<dir> in one word,
--extra-arg-before=--driver-mode=..., or --tidy.

To share the work among machines, run the same command with --shard=1/n to --shard=n/n, and
fporder-check merge on the files that these write: its output and exit status are those of the
command without --shard. A run with --shard exits with 0 when it has written its file.

What was found in a file is kept until the file, a header it includes, its command, the rules or the
program change. Runs with --measure are not kept. Directory, in this order: --cache-dir, "cache:" in
.fporder (a directory below it, on or off), FPORDER_CACHE_DIR, XDG_CACHE_HOME/fporder/findings.

Environment: FPORDER_RESOURCE_DIR, FPORDER_CACHE_DIR, FPORDER_NO_CACHE, NO_COLOR, CLICOLOR_FORCE.
)";

/// "generic, neoverse-n1, ...": of the machine models built in.
const std::string &machineNames() {
  static const std::string names = [] {
    std::string text;
    for (const measure::Machine &machine : measure::machines())
      text += (text.empty() ? "" : ", ") + machine.name;
    return text;
  }();
  return names;
}

/// "Tell each order's cycles ...": --help keeps a reference to it.
const std::string &machineDescription() {
  static const std::string text = "Tell each order's cycles on this machine model, for --measure: " + machineNames();
  return text;
}

/// "Output format: html, json ...": of the renderers built in; --help keeps a reference to it.
const std::string &formatDescription() {
  static const std::string text = [] {
    std::string names;
    for (const findings::Renderer *renderer : findings::renderers())
      names += (names.empty() ? "" : ", ") + std::string(renderer->name);
    return "Output format: " + names + "; to a file if one is given (repeatable; default: text)";
  }();
  return text;
}

/// The registered flags. Constructed after llvm::cl has been emptied of the options that LLVM's libraries register for themselves.
struct Flags {
  cl::OptionCategory category{"fporder-check options"};
  cl::list<std::string> sources{cl::Positional, cl::desc("<source>..."), cl::cat(category)};
  cl::opt<std::string> buildPath{"p", cl::desc("Directory that holds compile_commands.json"), cl::value_desc("directory"), cl::cat(category)};
  cl::list<std::string> extraArgs{"extra-arg", cl::desc("Compiler flag to append"), cl::value_desc("flag"), cl::cat(category)};
  cl::list<std::string> extraArgsBefore{"extra-arg-before", cl::desc("Compiler flag to prepend"), cl::value_desc("flag"), cl::cat(category)};
  cl::list<std::string> removedArgs{"removed-arg", cl::desc("Compiler flag to remove"), cl::value_desc("flag"), cl::cat(category)};
  cl::opt<std::string> resourceDir{"resource-dir", cl::desc("Clang's resource directory"), cl::value_desc("directory"), cl::cat(category)};

  cl::list<std::string> rules{"rules", cl::desc("Rules to apply: comma-separated globs, '-' excludes; a list that starts with '-' starts from all"),
                              cl::value_desc("globs"), cl::cat(category)};
  cl::opt<bool> mayAlias{"may-alias",
                         cl::desc("Arrays reached through different pointers may overlap, unless one is restrict (default: they do not)"),
                         cl::cat(category)};
  cl::alias checks{"checks", cl::desc("Alias of --rules"), cl::aliasopt(rules), cl::cat(category)};
  cl::list<std::string> ruleDirectories{"rules-dir", cl::desc("Directory with more rules, as FAMILY/SLUG/rule.md or SLUG/rule.md (repeatable)"),
                                        cl::value_desc("directory"), cl::cat(category)};
  cl::list<std::string> modelDirectories{"models", cl::desc("Directory with call models of more vendors, as *.yaml (repeatable)"),
                                         cl::value_desc("directory"), cl::cat(category)};
  cl::opt<std::string> warningsAsErrors{"warnings-as-errors", cl::desc("Rules whose findings, remarks included, make the exit status 1"),
                                        cl::value_desc("globs"), cl::cat(category)};
  cl::opt<std::string> headerFilter{"header-filter", cl::desc("Regular expression: headers to report findings in (default: all but system headers)"),
                                    cl::value_desc("regex"), cl::cat(category)};
  cl::opt<std::string> excludeHeaderFilter{"exclude-header-filter", cl::desc("Regular expression: headers not to report findings in"),
                                           cl::value_desc("regex"), cl::cat(category)};
  cl::opt<std::string> lineFilter{"line-filter", cl::desc("JSON: [{\"name\":\"file.cpp\",\"lines\":[[1,3],[5,7]]},...]"), cl::value_desc("json"),
                                  cl::cat(category)};
  cl::opt<std::string> config{"config", cl::desc("Configuration as YAML text, instead of .fporder files"), cl::value_desc("yaml"), cl::cat(category)};
  cl::opt<std::string> configFile{"config-file", cl::desc("Configuration file, instead of .fporder files"), cl::value_desc("file"),
                                  cl::cat(category)};
  cl::opt<bool> noHeaderSearch{
      "no-header-search",
      cl::desc("Do not look headers that no flag finds up in the project around the source (default: without a compile database)"),
      cl::cat(category)};
  cl::opt<bool> noRepairs{
      "no-repairs",
      cl::desc("Parse sources as they are: include no standard header that one uses and does not include, take no unknown word for an attribute, no "
               "macro of the build for defined, no newer standard; --no-header-search does so too"),
      cl::cat(category)};
  cl::opt<bool> noWake{
      "no-wake",
      cl::desc("Do not analyse floating-point code in inactive #if regions as the target or definitions that it is for (default: without a compile "
               "database)"),
      cl::cat(category)};
  cl::opt<bool> noConfig{"no-config", cl::desc("Do not look for .fporder files"), cl::cat(category)};

  cl::list<std::string> formats{"format", cl::desc(formatDescription()), cl::value_desc("name[:file]"), cl::cat(category)};
  cl::opt<std::string> fix{
      "fix", cl::ValueOptional,
      cl::desc("Apply the fixes with evidence that the new order is better, and those that make a function follow its reference, which "
               "change its value (its other fixes are left out then); --fix=all: the others too"),
      cl::value_desc("all"), cl::cat(category)};
  cl::opt<bool> fixErrors{"fix-errors", cl::desc("As --fix, also in files that do not compile"), cl::cat(category)};
  cl::opt<bool> diff{"diff", cl::desc("Print the fixes as a unified diff instead of applying them"), cl::cat(category)};
  cl::opt<std::string> exportFixes{"export-fixes", cl::desc("Write the fixes as YAML for clang-apply-replacements"), cl::value_desc("file"),
                                   cl::cat(category)};
  cl::opt<cl::boolOrDefault> useColor{"use-color", cl::desc("Colours in text output (default: on a terminal)"), cl::cat(category)};
  cl::opt<bool> quiet{"quiet", cl::desc("Print findings only"), cl::cat(category)};
  cl::opt<bool> statistics{"statistics", cl::desc("Print a table of findings by rule"), cl::cat(category)};
  cl::opt<std::string> remarks{"remarks", cl::desc("--remarks=all: list every remark instead of folding them"), cl::value_desc("all"),
                               cl::cat(category)};
  cl::opt<std::string> places{"places", cl::desc("--places=all: list every place of a finding that stands for several"), cl::value_desc("all"),
                              cl::cat(category)};
  cl::opt<std::string> failOn{"fail-on",
                              cl::desc("Least severity that makes the exit status 1: warning (default), remark, never; and verdicts of --reference, "
                                       "as in 'warning,different-schedule'"),
                              cl::value_desc("severity"), cl::cat(category)};
  cl::opt<std::string> level{"level",
                             cl::desc("Least level that is reported: warning, remark (default), audit: every place where the order can change a bit"),
                             cl::value_desc("level"), cl::cat(category)};
  cl::opt<bool> strict{"strict", cl::desc("Exit with 3 when anything was not analysed"), cl::cat(category)};
  cl::opt<unsigned> jobs{"j", cl::Prefix, cl::desc("Files analysed at a time (default: one for each processor)"), cl::value_desc("n"),
                         cl::cat(category)};

  cl::opt<std::string> shard{"shard",
                             cl::desc("Analyse this part of the work, as in 2/8, and write what was found, for fporder-check merge, to a file "
                                      "(default: fporder-2-of-8.shard)"),
                             cl::value_desc("i/n[:file]"), cl::cat(category)};

  cl::list<std::string> measure{
      "measure", cl::ValueOptional,
      cl::desc("Measure the error of each finding's orders; on the arrays of an .npz, .npy or .csv file or a folder, bound by "
               "name, if one is given (repeatable)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::list<std::string> measuredFunctions{"measure-function",
                                          cl::desc("Measure what this function stores and returns, with or without a finding (repeatable)"),
                                          cl::value_desc("function"), cl::cat(category)};
  cl::opt<bool> listInputs{"list-inputs", cl::desc("List the inputs of each finding's orders, which --data, --range and --dist give values to"),
                           cl::cat(category)};
  cl::list<std::string> data{"data", cl::desc("Values of one parameter or array, for --measure (repeatable)"),
                             cl::value_desc("[function.]name=file[:dtype[:shape]]"), cl::cat(category)};
  cl::list<std::string> ranges{"range", cl::desc("Range of one input, for --measure (repeatable)"), cl::value_desc("name=[lo,hi]"),
                               cl::cat(category)};
  cl::list<std::string> distributions{"dist", cl::desc("Distribution of one input: uniform(a,b), loguniform(a,b), normal(m,s), lognormal(m,s)"),
                                      cl::value_desc("name=distribution"), cl::cat(category)};
  cl::opt<std::string> criteria{"criteria",
                                cl::desc("Acceptance criteria, for --measure: the written order against each other order as golden, as in "
                                         "'ascend' or 'assert-close:rtol=1e-4'; several by ';', or 'all'"),
                                cl::value_desc("name[:param=value,...]"), cl::cat(category)};
  cl::opt<unsigned long long> samples{"samples", cl::desc("Samples to measure on (default: 100000, or all elements of the arrays)"),
                                      cl::value_desc("n"), cl::cat(category)};
  cl::list<std::string> expressions{"expr",
                                    cl::desc("Measure a formula instead of sources, as in --expr='sqrt(x + 1) - sqrt(x)' --range='x=[0,1e6]', or an "
                                             "FPCore (repeatable)"),
                                    cl::value_desc("formula"), cl::cat(category)};
  cl::list<std::string> expressionFormats{"formats", cl::CommaSeparated,
                                          cl::desc("Formats of --expr, a table for each: binary16, bfloat16, binary32, binary64 (default), ..."),
                                          cl::value_desc("formats"), cl::cat(category)};
  cl::opt<std::string> shadowReport{"shadow-report",
                                    cl::desc("Measure the expressions in a JSON report of shadow execution (fporder-c++) instead of sources, on the "
                                             "operands that the program met: those with a clearly more accurate order; --level=audit: all"),
                                    cl::value_desc("report.json"), cl::cat(category)};
  cl::opt<std::string> machine{"machine", cl::desc(machineDescription()), cl::value_desc("name"), cl::cat(category)};
  cl::opt<unsigned long long> seed{"seed", cl::desc("Seed of drawn samples, and of the inputs that levels are decided on (default: 1)"),
                                   cl::value_desc("n"), cl::init(1), cl::cat(category)};

  cl::opt<std::string> manual{"manual", cl::Hidden, cl::desc("Print the manual page or a shell's completions"), cl::value_desc("form"),
                              cl::cat(category)};
  IncrementalFlags incremental{category};
  ReferenceFlags references{category};

  cl::opt<bool> coverage{"coverage", cl::desc("Print how many of each file's floating-point operations were understood, and why others were not"),
                         cl::cat(category)};
  cl::opt<double> minCoverage{"min-coverage", cl::desc("Exit with 3 when less of a file's floating-point operations was understood, in per cent"),
                              cl::value_desc("percent"), cl::cat(category)};
  cl::opt<bool> listNotAnalysed{"list-not-analysed", cl::desc("List every construct that was not analysed, with its place and the reason"),
                                cl::cat(category)};
  cl::opt<bool> dumpGraph{"dump-graph", cl::Hidden, cl::desc("Print the ordering graphs"), cl::cat(category)};

  cl::opt<std::string> explain{"explain", cl::desc("Explain a rule"), cl::value_desc("rule"), cl::cat(category)};
  cl::opt<std::string> listRules{"list-rules", cl::ValueOptional, cl::desc("List the rules; --list-rules=json: as JSON"), cl::value_desc("json"),
                                 cl::cat(category)};
  cl::opt<bool> listChecks{"list-checks", cl::desc("List the enabled rules as clang-tidy lists checks"), cl::cat(category)};
  cl::opt<cl::boolOrDefault> tidy{
      "tidy", cl::desc("Behave as clang-tidy does: findings alone leave the exit status at 0 (default: when called as one)"), cl::cat(category)};
  cl::opt<bool> allowNoRules{"allow-no-checks", cl::desc("Do not complain when no rule is enabled"), cl::cat(category)};
  cl::opt<cl::boolOrDefault> unusedSuppressions{"report-unused-suppressions", cl::desc("Report suppressions that suppress nothing"),
                                                cl::cat(category)};
};

/// A mistake in an option's value, to be reported with status UsageError.
struct UsageMistake {
  std::string message;
};
template <typename T> using OrMistake = std::variant<T, UsageMistake>;

OrMistake<std::vector<LineFilterEntry>> parseLineFilter(llvm::StringRef text) {
  auto mistake = [](const std::string &detail) { return UsageMistake{"invalid --line-filter: " + detail}; };
  llvm::Expected<llvm::json::Value> value = findings::parseJson(text);
  if (!value)
    return mistake(llvm::toString(value.takeError()));
  const llvm::json::Array *array = value->getAsArray();
  if (!array)
    return mistake("a JSON array of objects is expected");
  std::vector<LineFilterEntry> entries;
  for (const llvm::json::Value &element : *array) {
    const llvm::json::Object *object = element.getAsObject();
    if (!object || !object->getString("name"))
      return mistake("every element needs a \"name\"");
    LineFilterEntry entry{object->getString("name")->str(), {}};
    if (const llvm::json::Array *lines = object->getArray("lines"))
      for (const llvm::json::Value &range : *lines) {
        const llvm::json::Array *pair = range.getAsArray();
        if (!pair || pair->size() != 2 || !(*pair)[0].getAsInteger() || !(*pair)[1].getAsInteger())
          return mistake("\"lines\" is a list of [first, last] pairs");
        entry.lines.push_back({unsigned(*(*pair)[0].getAsInteger()), unsigned(*(*pair)[1].getAsInteger())});
      }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::optional<UsageMistake> convertMeasure(const Flags &flags, MeasureSettings &measure) {
  for (const std::string &file : flags.measure)
    if (!file.empty())
      measure.files.push_back(file);
  measure.data.assign(flags.data.begin(), flags.data.end());
  measure.ranges.assign(flags.ranges.begin(), flags.ranges.end());
  measure.distributions.assign(flags.distributions.begin(), flags.distributions.end());
  measure.criteria = flags.criteria;
  measure.functions.assign(flags.measuredFunctions.begin(), flags.measuredFunctions.end());
  measure.listInputs = flags.listInputs;
  measure.samplesGiven = flags.samples.getNumOccurrences() > 0;
  if (measure.samplesGiven)
    measure.samples = flags.samples;
  if (measure.samples == 0)
    return UsageMistake{"invalid value '0' for --samples: at least one is needed"};
  measure.seed = flags.seed;
  measure.machine = flags.machine;
  if (!measure.machine.empty() && !measure::findMachine(measure.machine))
    return UsageMistake{"unknown machine '" + measure.machine + "' for --machine: known are " + machineNames()};
  // Saying what the values are asks for figures.
  measure.enabled = flags.measure.getNumOccurrences() || !measure.data.empty() || !measure.ranges.empty() || !measure.distributions.empty() ||
                    !measure.criteria.empty() || !flags.expressions.empty() || !flags.shadowReport.empty() || !measure.functions.empty() ||
                    measure.listInputs;
  for (const auto &[name, occurrences] :
       {std::pair{"--machine", flags.machine.getNumOccurrences()}, {"--samples", flags.samples.getNumOccurrences()}})
    if (occurrences && !measure.enabled)
      return UsageMistake{std::string(name) + " is for --measure, which is not given"};
  return std::nullopt;
}

std::optional<UsageMistake> convertExpressions(const Flags &flags, Options &options) {
  options.expressions.texts.assign(flags.expressions.begin(), flags.expressions.end());
  if (!options.expressions.given())
    return flags.expressionFormats.empty() ? std::nullopt : std::optional(UsageMistake{"--formats is for --expr, which is not given"});
  if (!options.sources.empty())
    return UsageMistake{"--expr is measured without sources: leave out '" + options.sources.front() + "'"};
  for (const std::string &name : flags.expressionFormats) {
    const std::optional<format::Format> format = format::parse(name);
    if (!format || !format::isHeldInDouble(*format))
      return UsageMistake{"invalid value '" + name + "' for --formats: expected formats up to binary64, as in binary16,bfloat16,binary32"};
    options.expressions.formats.push_back(*format);
  }
  if (options.expressions.formats.empty())
    options.expressions.formats.push_back(format::Format::Binary64);
  options.quiet = true; // a summary counts files
  return std::nullopt;
}

/// A report is measured on its own operands.
std::optional<UsageMistake> convertShadowReport(const Flags &flags, Options &options) {
  options.shadowReport = flags.shadowReport;
  if (options.shadowReport.empty())
    return flags.shadowReport.getNumOccurrences() ? std::optional(UsageMistake{"--shadow-report is given no file"}) : std::nullopt;
  if (!options.sources.empty())
    return UsageMistake{"--shadow-report is measured without sources: leave out '" + options.sources.front() + "'"};
  const MeasureSettings &measure = options.measure;
  if (options.expressions.given() || !measure.files.empty() || !measure.data.empty() || !measure.ranges.empty() || !measure.distributions.empty() ||
      !measure.functions.empty())
    return UsageMistake{"--shadow-report is measured on the operands that it holds: leave out other expressions and values"};
  options.quiet = true; // a summary counts files
  return std::nullopt;
}

/// A severity, and verdicts that are no warnings.
std::optional<UsageMistake> convertFailOn(const std::string &given, Options &options) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(given).split(words, ',');
  for (const llvm::StringRef word : words) {
    if (word == "warning")
      options.failOn = FailOn::Warning;
    else if (word == "remark")
      options.failOn = FailOn::Remark;
    else if (word == "never")
      options.failOn = FailOn::Never;
    else if (word == "different-schedule" || word == "different-operators" || word == "different-formula" || word == "undecided")
      options.failOnVerdicts.push_back(word.str());
    else
      return UsageMistake{"invalid value '" + word.str() +
                          "' for --fail-on: expected warning, remark or never, and different-schedule, different-operators, different-formula or "
                          "undecided"};
  }
  return std::nullopt;
}

std::optional<UsageMistake> convertLevel(const std::string &level, Options &options) {
  for (const rules::Severity each : {rules::Severity::Warning, rules::Severity::Remark, rules::Severity::Audit})
    if (level == rules::name(each))
      options.level = each;
  if (!options.level)
    return UsageMistake{"invalid value '" + level + "' for --level: expected warning, remark or audit"};
  return std::nullopt;
}

std::optional<UsageMistake> convertChoices(const Flags &flags, Options &options) {
  if (flags.fix.getNumOccurrences() || flags.fixErrors) {
    if (flags.fix == "all")
      options.fix = FixMode::All;
    else if (flags.fix.empty() || flags.fix == "evidence" || flags.fix == "true")
      options.fix = FixMode::Evidence;
    else if (flags.fix != "false")
      return UsageMistake{"invalid value '" + flags.fix + "' for --fix: expected nothing or 'all'"};
  }
  if (flags.failOn.getNumOccurrences())
    if (std::optional<UsageMistake> mistake = convertFailOn(flags.failOn, options))
      return mistake;
  if (flags.level.getNumOccurrences())
    if (std::optional<UsageMistake> mistake = convertLevel(flags.level, options))
      return mistake;
  if (flags.remarks.getNumOccurrences()) {
    if (flags.remarks != "all" && flags.remarks != "folded")
      return UsageMistake{"invalid value '" + flags.remarks + "' for --remarks: expected all or folded"};
    options.allRemarks = flags.remarks == "all";
  }
  if (flags.places.getNumOccurrences()) {
    if (flags.places != "all" && flags.places != "first")
      return UsageMistake{"invalid value '" + flags.places + "' for --places: expected all or first"};
    options.allPlaces = flags.places == "all";
  }
  if (flags.listRules.getNumOccurrences()) {
    if (!flags.listRules.empty() && flags.listRules != "json" && flags.listRules != "text")
      return UsageMistake{"invalid value '" + flags.listRules + "' for --list-rules: expected nothing or json"};
    options.listRules = flags.listRules == "json" ? Listing::Json : Listing::Text;
  }
  if (flags.jobs.getNumOccurrences() && (flags.jobs == 0 || flags.jobs > 1024))
    return UsageMistake{"invalid value '" + std::to_string(flags.jobs) + "' for -j: expected 1 to 1024"};
  options.jobs = flags.jobs;
  auto tristate = [](cl::boolOrDefault value) { return value == cl::BOU_UNSET ? std::nullopt : std::optional<bool>(value == cl::BOU_TRUE); };
  options.useColor = tristate(flags.useColor);
  options.reportUnusedSuppressions = tristate(flags.unusedSuppressions);
  return std::nullopt;
}

std::optional<UsageMistake> convertFormats(const Flags &flags, Options &options) {
  for (llvm::StringRef spelled : flags.formats) {
    auto [name, file] = spelled.split(':');
    if (spelled.contains(':') && file.empty())
      return UsageMistake{"missing file name after '" + spelled.str() + "' in --format"};
    options.formats.push_back({name.str(), file.str()});
  }
  if (options.formats.empty())
    options.formats.push_back({"text", ""});
  unsigned toStandardOutput = options.diff;
  for (const OutputFormat &format : options.formats)
    toStandardOutput += (format.file.empty() || format.file == "-") && !(options.diff && format.name == "text" && flags.formats.empty());
  if (toStandardOutput > 1)
    return UsageMistake{"more than one output goes to standard output: give all but one a file, as in --format=json:findings.json"};
  return std::nullopt;
}

std::optional<UsageMistake> convertShard(const Flags &flags, Options &options) {
  if (!flags.shard.getNumOccurrences())
    return std::nullopt;
  const auto [numbers, file] = llvm::StringRef(flags.shard).split(':');
  const auto [index, count] = numbers.split('/');
  ShardSettings shard{1, 1, file.str()};
  if (index.getAsInteger(10, shard.index) || count.getAsInteger(10, shard.count) || shard.index < 1 || shard.index > shard.count ||
      shard.count > mostShards)
    return UsageMistake{"invalid value '" + flags.shard + "' for --shard: expected i/n with i from 1 to n, as in 2/8"};
  if (options.measure.enabled)
    return UsageMistake{"--shard and --measure exclude each other: measure in one run"};
  if (options.incremental.preCommit != PreCommit::No)
    return UsageMistake{"--shard and --pre-commit exclude each other"};
  options.shard = std::move(shard);
  return std::nullopt;
}

OrMistake<Options> convert(const Flags &flags, bool calledAsTidy) {
  Options options;
  auto copy = [](const cl::list<std::string> &list) { return std::vector<std::string>(list.begin(), list.end()); };
  auto given = [](const cl::opt<std::string> &option) {
    return option.getNumOccurrences() ? std::optional<std::string>(option.getValue()) : std::nullopt;
  };
  options.sources = copy(flags.sources);
  options.buildPath = flags.buildPath;
  options.extraArgs = copy(flags.extraArgs);
  options.extraArgsBefore = copy(flags.extraArgsBefore);
  options.removedArgs = copy(flags.removedArgs);
  options.resourceDirectory = flags.resourceDir;
  options.rules = llvm::join(flags.rules.begin(), flags.rules.end(), ",");
  options.ruleDirectories = copy(flags.ruleDirectories);
  options.modelDirectories = copy(flags.modelDirectories);
  options.warningsAsErrors = flags.warningsAsErrors;
  options.headerFilter = given(flags.headerFilter);
  options.excludeHeaderFilter = given(flags.excludeHeaderFilter);
  options.config = flags.config;
  options.configFile = flags.configFile;
  options.noConfig = flags.noConfig;
  options.noHeaderSearch = flags.noHeaderSearch;
  options.noRepairs = flags.noRepairs || flags.noHeaderSearch;
  options.noWake = flags.noWake;
  options.mayAlias = flags.mayAlias;
  options.fixErrors = flags.fixErrors;
  options.diff = flags.diff;
  options.exportFixes = flags.exportFixes;
  options.quiet = flags.quiet;
  options.statistics = flags.statistics;
  options.strict = flags.strict;
  options.dumpGraph = flags.dumpGraph;
  options.coverage = flags.coverage;
  if (flags.minCoverage.getNumOccurrences() > 0)
    options.minCoverage = flags.minCoverage;
  options.listNotAnalysed = flags.listNotAnalysed;
  options.explain = flags.explain;
  options.listChecks = flags.listChecks;
  options.allowNoRules = flags.allowNoRules;
  options.asTidy = flags.tidy == cl::BOU_UNSET ? calledAsTidy : flags.tidy == cl::BOU_TRUE;
  if (std::optional<UsageMistake> mistake = convertMeasure(flags, options.measure))
    return *mistake;
  if (std::optional<UsageMistake> mistake = convertExpressions(flags, options))
    return *mistake;
  if (std::optional<UsageMistake> mistake = convertShadowReport(flags, options))
    return *mistake;
  if (std::optional<std::string> mistake = flags.incremental.convert(options.incremental))
    return UsageMistake{*mistake};
  if (std::optional<UsageMistake> mistake = convertShard(flags, options))
    return *mistake;
  if (std::optional<std::string> mistake = flags.references.convert(options.references))
    return UsageMistake{*mistake};
  if (options.shard && (!options.references.reference.empty() || options.references.selfConsistency || options.references.describe))
    return UsageMistake{"--shard excludes --reference, --self-consistency and --describe: compare in one run"};
  options.quiet |= options.incremental.preCommit != PreCommit::No;
  if (!options.config.empty() && !options.configFile.empty())
    return UsageMistake{"--config and --config-file exclude each other"};
  if (std::optional<UsageMistake> mistake = convertChoices(flags, options))
    return *mistake;
  if (std::optional<UsageMistake> mistake = convertFormats(flags, options))
    return *mistake;
  options.measure.singleSamples = std::ranges::any_of(options.formats, [](const OutputFormat &format) { return format.name == "html"; });
  if (flags.lineFilter.getNumOccurrences()) {
    OrMistake<std::vector<LineFilterEntry>> entries = parseLineFilter(flags.lineFilter);
    if (UsageMistake *mistake = std::get_if<UsageMistake>(&entries))
      return *mistake;
    options.lineFilter = std::get<0>(std::move(entries));
  }
  if (options.asTidy)
    if (std::optional<std::string> mistake = applyTidyConfiguration(options))
      return UsageMistake{*mistake};
  return options;
}

void printVersion(llvm::raw_ostream &out) { out << "fporder-check " FPORDER_VERSION " (" << clang::getClangFullVersion() << ")\n"; }

/// Empties llvm::cl before and after: before of LLVM's own options, which a user must not be able to set by accident; after of ours, whose storage
/// ends.
struct EmptyCommandLine {
  EmptyCommandLine() { cl::ResetCommandLineParser(); }
  ~EmptyCommandLine() { cl::ResetCommandLineParser(); }
};

} // namespace

ParsedCommandLine parseCommandLine(int argc, const char *const *argv) {
  llvm::BumpPtrAllocator allocator;
  llvm::SmallVector<const char *, 32> arguments(argv, argv + argc);
  if (std::optional<std::string> error = expandResponseFiles(arguments, allocator)) {
    reportError(*error);
    return {std::nullopt, ExitStatus::UsageError};
  }
  const std::vector<std::string> commandLine(arguments.begin(), arguments.end());
  std::optional<std::vector<std::string>> fixedFlags;
  auto *dashes = std::find_if(arguments.begin(), arguments.end(), [](const char *argument) { return llvm::StringRef(argument) == "--"; });
  if (dashes != arguments.end()) {
    fixedFlags.emplace(dashes + 1, arguments.end());
    arguments.erase(dashes, arguments.end());
  }
  const bool calledAsTidy = isTidyCall(argv[0], llvm::ArrayRef(arguments).drop_front());
  llvm::StringSaver saver(allocator);
  const std::vector<std::string> notices = adaptTidyArguments(arguments, saver);
  for (const char *argument : llvm::ArrayRef(arguments).drop_front())
    if (llvm::StringRef name(argument); name == "--version" || name == "-version") {
      printVersion(llvm::outs());
      return {};
    }
  const auto asksFor = [&](llvm::ArrayRef<llvm::StringRef> words) {
    return llvm::any_of(llvm::drop_begin(arguments), [&](const char *argument) { return llvm::is_contained(words, llvm::StringRef(argument)); });
  };
  const bool everything = asksFor({"--help-all", "-help-all"}), helped = everything || asksFor({"--help", "-help", "-h"});
  if (helped)
    arguments.resize(1);

  auto flags = std::make_unique<std::optional<Flags>>();
  EmptyCommandLine empty;
  flags->emplace();
  cl::HideUnrelatedOptions((*flags)->category);
  std::string errors;
  llvm::raw_string_ostream errorStream(errors);
  arguments[0] = "fporder-check";
  if (!cl::ParseCommandLineOptions(int(arguments.size()), arguments.data(), overview, &errorStream)) {
    llvm::StringRef text(errors);
    while (!text.empty()) { // llvm::cl's wording, our prefix
      auto [line, rest] = text.split('\n');
      line.consume_front("fporder-check: ");
      bool first = text.size() == errors.size();
      notice((first ? "error: " : "") + line.str());
      text = rest;
    }
    return {std::nullopt, ExitStatus::UsageError};
  }
  if (helped) {
    llvm::outs() << (everything ? helpAll(overview, epilogue) : help(overview, epilogue));
    return {std::nullopt, ExitStatus::Clean};
  }
  if ((*flags)->manual.getNumOccurrences()) {
    const std::string text = manual((*flags)->manual, overview, epilogue, FPORDER_VERSION);
    if (text.empty())
      reportError("unknown form '" + (*flags)->manual + "' for --manual: known are " + manualForms().str());
    llvm::outs() << text;
    return {std::nullopt, text.empty() ? ExitStatus::UsageError : ExitStatus::Clean};
  }
  OrMistake<Options> options = convert(**flags, calledAsTidy);
  if (UsageMistake *mistake = std::get_if<UsageMistake>(&options)) {
    reportError(mistake->message);
    return {std::nullopt, ExitStatus::UsageError};
  }
  std::get<Options>(options).commandLine = commandLine;
  std::get<Options>(options).fixedFlags = std::move(fixedFlags);
  if (!std::get<Options>(options).quiet)
    for (const std::string &each : notices)
      notice(each);
  return {std::get<Options>(std::move(options)), ExitStatus::Clean};
}

} // namespace fporder::check
