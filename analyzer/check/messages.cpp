#include "analyzer/check/messages.h"

#include "analyzer/check/options.h"

#include "runtime/text/shown_text.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace fporder::check {

void say(std::string_view line) { llvm::errs() << fporder::text::shownLine(line) + '\n'; }

void notice(const std::string &message) { say("fporder-check: " + message); }

void sayLines(std::string_view lines) { llvm::errs() << fporder::text::shownLines(lines); }

void sayInPlace(std::string_view line) { llvm::errs() << "\r\033[K" + fporder::text::shownLine(line); }

void reportError(const std::string &message) {
  std::string_view rest = message;
  const char *prefix = "fporder-check: error: ";
  for (std::size_t end = 0; end != std::string_view::npos; prefix = "fporder-check:   ") {
    end = rest.find('\n');
    say(prefix + std::string(rest.substr(0, end)));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
}

void print(std::string_view lines) { llvm::outs() << fporder::text::shownLines(lines); }

void printPatch(std::string_view patch) { llvm::outs() << (llvm::outs().is_displayed() ? fporder::text::shownLines(patch) : std::string(patch)); }

void sayRendered(std::string_view rendered) { llvm::errs() << rendered; }

bool standardOutputIsWhole() {
  llvm::raw_fd_ostream &stream = llvm::outs();
  stream.flush();
  const std::error_code problem = stream.error();
  stream.clear_error(); // looked at; an unseen one would abort the program
  if (!problem || problem == std::errc::broken_pipe)
    return true;
  reportError("cannot write standard output: " + problem.message());
  return false;
}

void watchStandardOutputAtExit() {
  // Made before the handler, so that they outlive it.
  llvm::outs();
  llvm::errs();
  static_cast<void>(std::atexit([] {
    if (!standardOutputIsWhole())
      std::_Exit(static_cast<int>(ExitStatus::UsageError));
  }));
}

} // namespace fporder::check
