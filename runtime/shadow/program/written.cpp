// Numbers that a program writes to a file from memory (fwrite, std::ostream::write): outputs, where one of them at least has a shadow. What has none
// may be no number at all.
#include "runtime/shadow/program/cells.h"
#include "runtime/shadow/program/number.h"
#include "runtime/shadow/program/recording.h"

#include <bit>
#include <cstring>
#include <optional>
#include <vector>

namespace fporder::program {

namespace {

template <class Image> Shadow shadowAt(const void *address, Image image, double value) {
  if (fporder_precision == PrecisionKind::DoubleDouble) {
    const PairShadow pair = cells::loadPair<Image>(address, image);
    return pairs::reduced(pair);
  }
  if (fporder_precision == PrecisionKind::Number) {
    Number number;
    const Number *const found = fporder_number_load(&number, address, image, sizeof image, value);
    return found == nullptr ? Shadow{0, 0} : reducedOf(*found);
  }
  if constexpr (sizeof(Image) == 8)
    return cells::load64(address, image);
  else
    return cells::load32(address, image);
}

/// The elements as numbers of the type; none where no one has a shadow.
template <class Value, class Image> std::vector<Entry> entriesOf(const char *at, std::uint64_t bytes) {
  std::vector<Entry> entries;
  bool any = false;
  for (std::uint64_t offset = 0; offset + sizeof(Value) <= bytes; offset += sizeof(Value)) {
    Image image;
    std::memcpy(&image, at + offset, sizeof image);
    Entry entry{};
    entry.result = entry.value[0] = static_cast<double>(std::bit_cast<Value>(image));
    entry.shadow = entry.operand[0] = shadowAt(at + offset, image, entry.result);
    any = any || entry.shadow.error != 0 || entry.shadow.bound != 0;
    entries.push_back(entry);
  }
  return any ? entries : std::vector<Entry>();
}

constexpr std::uint64_t mostBytes = std::uint64_t{1} << 24; // of one write that are looked at

} // namespace

} // namespace fporder::program

using namespace fporder::program;

/// `elementSize` as the program has said it; 1 where that says nothing.
extern "C" void fporder_written(const char *operation, const char *file, std::uint32_t line, const char *at, std::uint64_t bytes,
                                std::uint64_t elementSize) {
  bytes = bytes < mostBytes ? bytes : mostBytes;
  SiteDescription site{file, operation, line, 0, Action::Output, SiteFormat::Binary64, 1, 0, {-1, -1, -1}, 0, 0};
  std::vector<Entry> entries;
  if (elementSize != 4 && reinterpret_cast<std::uintptr_t>(at) % 8 == 0)
    entries = entriesOf<double, std::uint64_t>(at, bytes);
  if (entries.empty() && elementSize != 8) {
    entries = entriesOf<float, std::uint32_t>(at, bytes);
    site.format = SiteFormat::Binary32;
  }
  if (entries.empty())
    return;
  fporder::shadowing::Shard &shard = fporder::shadowing::Registry::shard();
  const std::lock_guard lock(shard.lock);
  for (const Entry &entry : entries)
    recordOutput({site, entry, 0, true, 1}, shard.counters);
}

/// See fporder/output.h: the pass has recorded the value.
extern "C" void fporder_output(const char *, double) {}
