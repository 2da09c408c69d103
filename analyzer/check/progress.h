// One line of progress on stderr, for what takes longer than a second and where stderr is a terminal; it is gone when the work is done.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace fporder::check {

/// The line itself.
class ProgressLine {
public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  /// Not within the first second, nor ten times a second and more.
  void show(const std::string &text);
  /// Before anything else is printed on the terminal.
  void clear();
  double seconds() const; // since this was made

private:
  bool terminal, shown = false;
  std::chrono::steady_clock::time_point start, last;
};

/// How much of a number of items of equal weight is done: "measuring 3 of 10, 25 %, 4 s".
class Progress {
public:
  Progress(std::string activity, std::size_t items);

  /// The share of the current item that is done.
  void part(double share);
  void next();

private:
  void show(double share);

  std::string activity;
  std::size_t items, done = 0;
  ProgressLine line;
};

} // namespace fporder::check
