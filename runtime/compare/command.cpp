#include "runtime/compare/command.h"

#include "runtime/compare/manual.h"
#include "runtime/compare/report.h"

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace fporder::compare {

namespace {

constexpr int usage = 2;

/// One line on a terminal that rewrites itself, from the first second on.
class Progress {
public:
  void show(const std::string &name, double share) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal || now - started < std::chrono::seconds(1) || now - last < std::chrono::milliseconds(200))
      return;
    last = now;
    shown = true;
    std::fprintf(stderr, "\r\033[Kfporder-compare: %s %d %%", name.c_str(), static_cast<int>(share * 100));
  }
  ~Progress() {
    if (shown)
      std::fputs("\r\033[K", stderr);
  }
  Progress() = default;
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  bool terminal = ::isatty(STDERR_FILENO) != 0, shown = false;
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now(), last = started;
};

int write(const std::string &text, int status) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written)
    std::fputs("fporder-compare: error: standard output cannot be written\n", stderr);
  return written ? status : usage;
}

int compareAndReport(const Options &options) {
  Comparison comparison;
  {
    Progress progress;
    comparison = compare(options, [&](const std::string &name, double share) { progress.show(name, share); });
  }
  if (!options.quiet)
    for (const std::string &note : comparison.notes)
      std::fprintf(stderr, "fporder-compare: note: %s\n", note.c_str());
  for (const std::string &error : comparison.errors)
    std::fprintf(stderr, "fporder-compare: error: %s\n", error.c_str());
  return write(options.output == OutputFormat::Json ? jsonReport(comparison) : textReport(comparison, options.quiet), comparison.exitStatus());
}

} // namespace

int runCommand(const std::vector<std::string> &arguments) {
  const Result<CommandLine> commandLine = parseCommandLine(arguments);
  if (!commandLine) {
    std::fprintf(stderr, "fporder-compare: error: %s\n", commandLine.error().message.c_str());
    return usage;
  }
  switch (commandLine->request) {
  case Request::Help:
    return write(helpText(), 0);
  case Request::ListCriteria:
    return write(measure::describeCriteria(), 0);
  case Request::Version:
    return write("fporder-compare " FPORDER_VERSION "\n", 0);
  case Request::ManualPage:
    return write(manualPage(FPORDER_VERSION), 0);
  case Request::BashCompletion:
    return write(bashCompletion(), 0);
  case Request::Compare:
    break;
  }
  return compareAndReport(commandLine->options);
}

} // namespace fporder::compare
