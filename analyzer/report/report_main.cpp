// fporder-report: reports of shadow execution, merged, shown and held against thresholds.
#include "analyzer/report/formats.h"
#include "analyzer/report/merge.h"
#include "analyzer/report/thresholds.h"

#include "runtime/file/output.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace fporder::report;
using namespace llvm;

namespace {

constexpr int failure = 1, usage = 2, unreadable = 3;

const char usageText[] = "usage: fporder-report merge [OPTION...] REPORT.json...\n";
const char helpText[] = "Merges the JSON reports of several runs or ranks of one program; one report alone is shown or checked as it is.\n"
                        "\n"
                        "  --format=json|sarif|html   what is written (json)\n"
                        "  --output=FILE              where to; '-', and without it: standard output\n"
                        "  --sources=DIR              where the program's sources lie, for html and for comments that suppress findings:\n"
                        "                             NOLINT(fporder-shadow-flip), NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND, as in fporder-check\n";
const char statusText[] =
    "\nExit status: 1 above a threshold, 0 otherwise; 2 for a wrong use; 3 where a report could not be read or nothing be written.\n";

struct Options {
  std::string format = "json", output = "-", sources;
  std::vector<std::string> files;
  Thresholds thresholds;
};

int say(int status, const Twine &what) {
  errs() << "fporder-report: " << shown(what.str()) << "\n";
  return status;
}

Error parse(ArrayRef<char *> arguments, Options &options) {
  if (arguments.empty() || StringRef(arguments[0]) != "merge")
    return createStringError(arguments.empty() ? "no command is given" : "unknown command '" + std::string(arguments[0]) + "'");
  for (StringRef argument : arguments.drop_front()) {
    if (argument.consume_front("--format=")) {
      if (argument != "json" && argument != "sarif" && argument != "html")
        return createStringError("--format: '" + argument.str() + "' is none of json, sarif, html");
      options.format = argument.str();
    } else if (argument.consume_front("--output=")) {
      options.output = argument.str();
    } else if (argument.consume_front("--sources=")) {
      options.sources = argument.str();
    } else if (argument.consume_front("--fail-on=")) {
      Expected<Thresholds> thresholds = Thresholds::parse(argument);
      if (!thresholds)
        return thresholds.takeError();
      options.thresholds = *thresholds;
    } else if (argument.starts_with("-")) {
      return createStringError("unknown option '" + argument.str() + "'");
    } else {
      options.files.push_back(argument.str());
    }
  }
  return options.files.empty() ? createStringError("no report is given") : Error::success();
}

Expected<SavedReport> readAll(const std::vector<std::string> &files) {
  std::vector<json::Value> reports;
  for (const std::string &file : files) {
    Expected<SavedReport> report = readReport(file);
    if (!report)
      return report;
    if (files.size() == 1)
      return report;
    reports.push_back(std::move(report->whole));
  }
  Expected<json::Value> whole = merged(std::move(reports));
  if (!whole)
    return whole.takeError();
  return reportOf(std::move(*whole), "the merged report");
}

/// The file is whole or as it was.
Error write(const std::string &file, const std::string &text) {
  if (file == "-") {
    outs() << text;
    outs().flush();
    const std::error_code error = outs().error();
    outs().clear_error();
    return error ? createStringError("cannot write to standard output: " + error.message()) : Error::success();
  }
  const auto problem = fporder::file::replaceFile(file, text);
  return problem ? createStringError("cannot write '" + file + "': " + problem->message) : Error::success();
}

int report(const Options &options) {
  Expected<SavedReport> all = readAll(options.files);
  if (!all)
    return say(unreadable, "error: " + toString(all.takeError()));
  Sources sources(options.sources);
  const std::string text = options.format == "sarif"  ? sarifOf(*all, sources)
                           : options.format == "html" ? htmlOf(*all, sources)
                                                      : formatv("{0}\n", all->whole).str();
  if (Error error = write(options.output, text))
    return say(unreadable, "error: " + toString(std::move(error)));
  forget(*all, sources);
  const std::vector<std::string> above = options.thresholds.exceededBy(*all);
  for (const std::string &line : above)
    say(failure, line);
  return above.empty() ? 0 : failure;
}

} // namespace

int main(int argc, char **argv) {
  const ArrayRef<char *> arguments(argv + 1, static_cast<std::size_t>(argc - 1));
  if (any_of(arguments, [](StringRef argument) { return argument == "--help" || argument == "-h"; })) {
    outs() << usageText << helpText << Thresholds::help() << statusText;
    return 0;
  }
  Options options;
  if (Error error = parse(arguments, options)) {
    say(usage, "error: " + toString(std::move(error)));
    errs() << usageText;
    return usage;
  }
  return report(options);
}
