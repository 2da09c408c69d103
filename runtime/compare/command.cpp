#include "runtime/compare/command.h"

#include "runtime/compare/manual.h"
#include "runtime/compare/report.h"
#include "runtime/file/output.h"
#include "runtime/text/shown_text.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
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
    std::fprintf(stderr, "\r\033[Kfporder-compare: %s %d %%", text::shownLine(name).c_str(), static_cast<int>(share * 100));
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
  if (written || errno == EPIPE) // a reader that has closed its pipe has all that it wanted
    return status;
  std::fprintf(stderr, "fporder-compare: error: cannot write standard output: %s\n", std::strerror(errno));
  return usage;
}

void say(const char *kind, const std::string &message) { std::fprintf(stderr, "fporder-compare: %s: %s\n", kind, text::shownLine(message).c_str()); }

int compareAndReport(const Options &options) {
  Comparison comparison;
  {
    Progress progress;
    comparison = compare(options, [&](const std::string &name, double share) { progress.show(name, share); });
  }
  if (!options.quiet)
    for (const std::string &note : comparison.notes)
      say("note", note);
  for (const std::string &error : comparison.errors)
    say("error", error);
  return write(options.output == OutputFormat::Json ? text::quotedEscapes(jsonReport(comparison))
                                                    : text::shownLines(textReport(comparison, options.quiet)),
               comparison.exitStatus());
}

} // namespace

int runCommand(const std::vector<std::string> &arguments) {
  file::reserveStandardDescriptors();
  const Result<CommandLine> commandLine = parseCommandLine(arguments);
  if (!commandLine) {
    say("error", commandLine.error().message);
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
