#include "analyzer/check/progress.h"
#include "analyzer/check/messages.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {

using Clock = std::chrono::steady_clock;

Progress::Progress(std::string what, std::size_t count)
    : activity(std::move(what)), items(count), terminal(llvm::sys::Process::StandardErrIsDisplayed()), start(Clock::now()), last(start) {}

Progress::~Progress() {
  if (shown)
    sayInPlace("");
}

void Progress::show(double share) {
  const Clock::time_point now = Clock::now();
  if (!terminal || now - start < std::chrono::seconds(1) || now - last < std::chrono::milliseconds(100))
    return;
  last = now;
  shown = true;
  const double elapsed = std::chrono::duration<double>(now - start).count();
  std::string line = "fporder-check: " + activity + ' ' + std::to_string(done + 1) + " of " + std::to_string(items);
  llvm::raw_string_ostream(line) << llvm::format(", %.0f %%, %.0f s", 100 * (double(done) + share) / double(items), elapsed);
  sayInPlace(line);
}

void Progress::part(double share) { show(share); }

void Progress::next() {
  ++done;
  if (done < items)
    show(0);
}

} // namespace fporder::check
