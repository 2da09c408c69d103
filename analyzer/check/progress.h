// One line of progress on stderr, for what takes longer than a second and where stderr is a terminal; it is gone when the work is done.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace fporder::check {

class Progress {
public:
  Progress(std::string activity, std::size_t items);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// The share of the current item that is done.
  void part(double share);
  void next();

private:
  void show(double share);

  std::string activity;
  std::size_t items, done = 0;
  bool terminal, shown = false;
  std::chrono::steady_clock::time_point start, last;
};

} // namespace fporder::check
