// fporder-run: a program built by fporder-c++, repeated with more and more bits until every verdict of its report is decided.
#include "analyzer/findings/input_text.h"
#include "analyzer/report/process.h"
#include "analyzer/report/saved_report.h"
#include "analyzer/report/thresholds.h"

#include "runtime/file/output.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <optional>

using namespace fporder::report;
using namespace llvm;

namespace {

constexpr int failure = 1, usage = 2, impossible = 125;

const char usageText[] = "usage: fporder-run [OPTION...] [--] PROGRAM [ARGUMENT...]\n";
const char helpText[] =
    "Runs PROGRAM, which fporder-c++ has built, with shadows of 120, 191 and 383 bits, until every verdict of its report is decided, or says which "
    "are not.\n"
    "PROGRAM must give the same results each time; its output is that of the first run. The report goes where FPORDER_SHADOW_REPORT says.\n"
    "\n"
    "  --precisions=LIST    other numbers of bits, from 64 to 383, separated by commas; 'residue' and 'double-double' may come first\n"
    "  --report=FILE        the report goes into FILE, as JSON where its name ends in .json; 'off': nowhere\n";
const char statusText[] =
    "\nExit status: PROGRAM's where that is not 0 (128 + the signal that ended it); 1 where a verdict is undecided at last, where the runs\n"
    "contradict each other, or above a threshold; 0; 2 for a wrong use; 125 where PROGRAM could not be run or has written no report.\n";

struct Options {
  std::vector<std::string> precisions{"120", "191", "383"}, command;
  std::string report;
  Thresholds thresholds;
};

int say(int status, const Twine &what) {
  errs() << "fporder-run: " << shown(what.str()) << "\n";
  return status;
}

bool isPrecision(StringRef text) {
  unsigned bits = 0;
  return text == "residue" || text == "double-double" || (!text.getAsInteger(10, bits) && bits >= 64 && bits <= 383);
}

Error parsePrecisions(StringRef list, Options &options) {
  SmallVector<StringRef, 4> parts;
  list.split(parts, ',');
  options.precisions.clear();
  for (const StringRef part : parts) {
    if (!isPrecision(part))
      return createStringError("--precisions: '" + part.str() + "' is neither a number of bits from 64 to 383 nor 'residue' nor 'double-double'");
    options.precisions.push_back(part.str());
  }
  return Error::success();
}

Error parse(int count, char **arguments, Options &options) {
  if (const char *const setting = std::getenv("FPORDER_SHADOW_REPORT"))
    options.report = setting;
  int index = 1;
  for (; index < count; ++index) {
    StringRef argument = arguments[index];
    if (!argument.starts_with("-"))
      break;
    if (argument == "--") {
      ++index;
      break;
    }
    if (argument.consume_front("--precisions=")) {
      if (Error error = parsePrecisions(argument, options))
        return error;
    } else if (argument.consume_front("--report=")) {
      options.report = argument.str();
    } else if (argument.consume_front("--fail-on=")) {
      Expected<Thresholds> thresholds = Thresholds::parse(argument);
      if (!thresholds)
        return thresholds.takeError();
      options.thresholds = *thresholds;
    } else {
      return createStringError("unknown option '" + argument.str() + "'");
    }
  }
  options.command.assign(arguments + index, arguments + count);
  return options.command.empty() ? createStringError("no program is given") : Error::success();
}

/// The reports of the runs, in a directory that goes with them.
class Workplace {
public:
  Error create() {
    if (const std::error_code error = sys::fs::createUniqueDirectory("fporder-run", directory))
      return createStringError("cannot create a temporary directory: " + error.message());
    return Error::success();
  }
  ~Workplace() {
    if (!directory.empty())
      (void)sys::fs::remove_directories(directory);
  }
  std::string file(const char *name) const { return (directory + "/" + name).str(); }

private:
  SmallString<128> directory;
};

/// What two runs say differently of a place that both have decided; nothing where they agree. Of values that an overflow left unknown, samples say
/// how many are undecided: flips are compared where nothing was.
std::optional<std::string> contradiction(const SavedReport &first, const SavedReport &second) {
  std::map<std::string, const SavedPlace *> known;
  for (const SavedPlace &place : first.places)
    known[place.place.text() + " " + place.place.format] = &place;
  for (const SavedPlace &place : second.places) {
    const auto found = known.find(place.place.text() + " " + place.place.format);
    if (found == known.end() || found->second->count != place.count)
      return place.place.text() + ": " + std::to_string(found == known.end() ? 0 : found->second->count) + " executions with " + first.precision +
             ", " + std::to_string(place.count) + " with " + second.precision;
    if ((first.hasBits() ? found->second->undecided == 0 : first.undecided() == 0) && place.undecided == 0 && found->second->flips != place.flips)
      return place.place.text() + ": " + std::to_string(found->second->flips) + " flips with " + first.precision + ", " +
             std::to_string(place.flips) + " with " + second.precision;
  }
  return std::nullopt;
}

int deliver(const std::string &report, const Workplace &workplace) {
  if (report == "off")
    return 0;
  const std::string from = workplace.file(StringRef(report).ends_with(".json") ? "report.json" : "report.txt");
  const ErrorOr<std::unique_ptr<MemoryBuffer>> text = fporder::findings::inputBuffer(from, fporder::file::Limit::ShadowReport);
  if (!text)
    return say(impossible, "error: cannot read '" + from + "': " + text.getError().message());
  if (report.empty()) {
    errs() << (*text)->getBuffer();
    return 0;
  }
  const auto problem = fporder::file::replaceFile(report, (*text)->getBuffer());
  return problem ? say(impossible, "error: cannot write '" + report + "': " + problem->message) : 0;
}

int conclude(const Options &options, const SavedReport &report, std::size_t runs) {
  const std::vector<std::string> above = options.thresholds.exceededBy(report);
  for (const std::string &line : above)
    say(failure, line);
  if (report.undecided() == 0) {
    say(0, "decided with " + report.precision + ", in " + Twine(runs) + (runs == 1 ? " run" : " runs"));
    return above.empty() ? 0 : failure;
  }
  say(failure, "not converged: undecided with " + report.precision + ":");
  for (const SavedPlace &place : report.places)
    if (place.undecided > 0)
      errs() << "  " << place.undecided << " of " << place.count << "  " << shown(place.place.text()) << "\n";
  for (const SavedOutput &output : report.outputs)
    if (output.undecided > 0)
      errs() << "  " << output.undecided << " of " << output.count << "  " << shown(output.name) << "\n";
  return failure;
}

int repeat(const Options &options) {
  Expected<RepeatableInput> input = RepeatableInput::open();
  Workplace workplace;
  Error error = input ? workplace.create() : input.takeError();
  if (error)
    return say(impossible, "error: " + toString(std::move(error)));
  std::optional<SavedReport> before;
  int status = 0;
  for (std::size_t run = 0; run < options.precisions.size(); ++run) {
    const std::string json = workplace.file("report.json");
    (void)sys::fs::remove(json);
    Expected<int> ended = execute({options.command,
                                   {{"FPORDER_SHADOW_PRECISION", options.precisions[run]},
                                    {"FPORDER_SHADOW_REPORT", workplace.file("report.txt")},
                                    {"FPORDER_SHADOW_JSON", json}},
                                   run > 0},
                                  *input);
    if (!ended)
      return say(impossible, "error: " + toString(ended.takeError()));
    if (!sys::fs::exists(json))
      return say(*ended != 0 ? *ended : impossible,
                 "error: '" + options.command[0] + "' has written no report: it is not built with fporder-c++, or computes nothing");
    Expected<SavedReport> report = readReport(json);
    if (!report)
      return say(impossible, "error: " + toString(report.takeError()));
    if (run > 0 && *ended != status)
      return say(failure, "the program does not repeat itself: it ended with status " + Twine(status) + " first, with " + Twine(*ended) + " then");
    status = *ended;
    if (before)
      if (const std::optional<std::string> what = contradiction(*before, *report))
        return say(failure, "the program does not repeat itself: " + *what);
    before = std::move(*report);
    if (before->undecided() != 0 && run + 1 < options.precisions.size())
      continue;
    if (const int problem = deliver(options.report, workplace))
      return problem;
    const int verdict = conclude(options, *before, run + 1);
    return status != 0 ? status : verdict;
  }
  return status;
}

} // namespace

int main(int argc, char **argv) {
  for (int index = 1; index < argc && argv[index][0] == '-' && StringRef(argv[index]) != "--"; ++index) {
    if (StringRef(argv[index]) != "--help" && StringRef(argv[index]) != "-h")
      continue;
    outs() << usageText << helpText << Thresholds::help() << statusText;
    return 0;
  }
  Options options;
  if (Error error = parse(argc, argv, options)) {
    say(usage, "error: " + toString(std::move(error)));
    errs() << usageText;
    return usage;
  }
  return repeat(options);
}
