// A few thousand inputs for one fuzz target without libFuzzer: what every test run can afford, with the compiler and the sanitizers it is built with.
//
//   TARGET-short [SEED-FILE-OR-FOLDER]...
// Inputs are the seeds and mutations of them, the same in every run; FPORDER_FULL=1 takes more of them. Ends early when the time is up, and says so.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t longestInput = 4096;
constexpr std::uint64_t shortInputs = 4000, fullInputs = 400'000;
constexpr auto shortTime = std::chrono::seconds(4), fullTime = std::chrono::seconds(120);

std::vector<std::string> readSeeds(int count, char **paths) {
  std::vector<std::string> files, seeds{"", "a * b / c", "(x + 1) - x"};
  for (int i = 0; i < count; ++i)
    if (fs::is_directory(paths[i])) {
      for (const fs::directory_entry &entry : fs::directory_iterator(paths[i]))
        files.push_back(entry.path());
    } else {
      files.emplace_back(paths[i]);
    }
  std::sort(files.begin(), files.end());
  for (const std::string &file : files) {
    std::ifstream stream(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    seeds.back().resize(std::min(seeds.back().size(), longestInput));
  }
  return seeds;
}

class Mutations {
public:
  explicit Mutations(std::vector<std::string> given) : seeds(std::move(given)) {}

  std::string next() {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t changes = 1 + below(6); changes > 0; --changes)
      change(text);
    text.resize(std::min(text.size(), longestInput));
    return text;
  }

private:
  std::size_t below(std::size_t limit) { return limit ? random() % limit : 0; }

  void change(std::string &text) {
    const std::size_t at = below(text.size() + 1), length = below(std::min<std::size_t>(text.size() - at, 32) + 1);
    switch (below(6)) {
    case 0:
      text.insert(at, 1, static_cast<char>(random()));
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(below(text.size() + 1), text.substr(at, length));
      break;
    case 3: {
      const std::string &other = seeds[below(seeds.size())];
      const std::size_t from = below(other.size());
      text.replace(at, length, other, from, below(64));
      break;
    }
    case 4: {
      static const std::string signs = "(){}[]<>\"'\\/*+-:,;=#@&|%!~\n\r\t 0123456789";
      text.replace(at, std::min(length, std::size_t(1)), 1, signs[below(signs.size())]);
      break;
    }
    default:
      if (at < text.size())
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
    }
  }

  std::vector<std::string> seeds;
  std::mt19937_64 random{20};
};

void test(const std::string &text) {
  // In memory of just this size, so that a sanitizer sees what is read behind it.
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

} // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> seeds = readSeeds(argc - 1, argv + 1);
  const char *full = std::getenv("FPORDER_FULL");
  const bool all = full && *full && *full != '0';
  const std::uint64_t wanted = all ? fullInputs : shortInputs;
  const Clock::time_point end = Clock::now() + (all ? fullTime : shortTime);
  for (const std::string &seed : seeds)
    test(seed);
  Mutations mutations(seeds);
  std::uint64_t done = 0;
  for (; done < wanted && Clock::now() < end; ++done)
    test(mutations.next());
  std::cout << done << " mutations of " << seeds.size() << " seeds" << (all ? "" : " (FPORDER_FULL=1 runs 400000, for up to 120 s)") << '\n';
}
