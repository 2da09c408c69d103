#include "analyzer/check/progress.h"
#include "analyzer/check/messages.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {

using Clock = std::chrono::steady_clock;

ProgressLine::ProgressLine() : terminal(llvm::sys::Process::StandardErrIsDisplayed()), start(Clock::now()), last(start) {}

double ProgressLine::seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

void ProgressLine::show(const std::string &text) {
  const Clock::time_point now = Clock::now();
  if (!terminal || now - start < std::chrono::seconds(1) || now - last < std::chrono::milliseconds(100))
    return;
  last = now;
  shown = true;
  sayInPlace("fporder-check: " + text);
}

void ProgressLine::clear() {
  if (shown)
    sayInPlace("");
  shown = false;
}

Progress::Progress(std::string what, std::size_t count) : activity(std::move(what)), items(count) {}

void Progress::show(double share) {
  std::string text = activity + ' ' + std::to_string(done + 1) + " of " + std::to_string(items);
  llvm::raw_string_ostream(text) << llvm::format(", %.0f %%, %.0f s", 100 * (double(done) + share) / double(items), line.seconds());
  line.show(text);
}

void Progress::part(double share) { show(share); }

void Progress::next() {
  ++done;
  if (done < items)
    show(0);
}

} // namespace fporder::check
