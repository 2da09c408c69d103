// Expressions of several operations as a program computes them, with a sample of the operands that it met: what whole orders are measured on after
// the program has ended (fporder-check --shadow-report).
//
// An expression is an FPCore (FPBench 2.0) of the leaves a, b, c, ... in reading order; its sample holds the distinct tuples of leaves whose hash is
// smallest, which do not depend on the order or the thread in which they came, and those at which the result was furthest off.
#pragma once

#include <fporder/shadow/precision.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fporder::shadowing {

/// a, b, ..., z, a1, ...
inline std::string leafName(std::size_t index) {
  const std::string letter(1, static_cast<char>('a' + index % 26));
  return index < 26 ? letter : letter + std::to_string(index / 26);
}

class TreeSample {
public:
  static constexpr std::size_t capacity = 64, worstCapacity = 8;
  using Leaves = std::vector<double>;

  /// `severity` is the result's error in ulp; NaN where it is not known. Executions that are offered because they are remarkable, and not by chance,
  /// may be among the worst only.
  void offer(const Leaves &leaves, double severity, bool isByChance) {
    const std::uint64_t key = hash(leaves);
    if (isByChance) {
      ++offered;
      keep(key, leaves);
    }
    if (severity > 0)
      keepWorst(severity, key, leaves);
  }
  void add(const TreeSample &other) {
    offered += other.offered;
    for (const auto &[key, leaves] : other.usual)
      keep(key, leaves);
    for (const auto &[order, leaves] : other.worst)
      keepWorst(-order.first, order.second, leaves);
  }
  std::uint64_t count() const { return offered; }
  std::vector<Leaves> tuples() const {
    std::vector<Leaves> all;
    for (const auto &[key, leaves] : usual)
      all.push_back(leaves);
    return all;
  }
  /// Those at which the result was furthest off, by falling error in ulp.
  std::vector<std::pair<double, Leaves>> furthest() const {
    std::vector<std::pair<double, Leaves>> all;
    for (const auto &[order, leaves] : worst)
      all.emplace_back(-order.first, leaves);
    return all;
  }

private:
  static std::uint64_t hash(const Leaves &leaves) {
    std::uint64_t state = 0;
    for (const double leaf : leaves) {
      state = (state ^ std::bit_cast<std::uint64_t>(leaf)) + 0x9e3779b97f4a7c15U;
      state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
      state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
      state ^= state >> 31;
    }
    return state;
  }
  void keep(std::uint64_t key, const Leaves &leaves) {
    if (usual.size() == capacity && key >= usual.rbegin()->first)
      return;
    usual.emplace(key, leaves);
    if (usual.size() > capacity)
      usual.erase(std::prev(usual.end()));
  }
  void keepWorst(double severity, std::uint64_t key, const Leaves &leaves) {
    worst.emplace(std::pair(-severity, key), leaves);
    if (worst.size() > worstCapacity)
      worst.erase(std::prev(worst.end()));
  }

  std::uint64_t offered = 0;
  std::map<std::uint64_t, Leaves> usual;                    // by hash
  std::map<std::pair<double, std::uint64_t>, Leaves> worst; // by falling severity
};

/// The site of its last operation, all operations' sites, and the text.
struct Tree {
  std::uint32_t root = 0; // SiteId
  std::string fpcore;
  std::vector<std::uint32_t> operations; // SiteIds, each once
  bool operator<(const Tree &other) const { return root != other.root ? root < other.root : fpcore < other.fpcore; }
};

} // namespace fporder::shadowing
