// Any bytes as a shard, and as a shard's body under a checksum that is right.
#include "analyzer/check/shard_file.h"
#include "analyzer/check/unit_record.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace fporder::check;

namespace {

void readShard(const std::string &bytes) {
  const std::variant<Shard, std::string> read = decodeShard(bytes);
  const Shard *shard = std::get_if<Shard>(&read);
  if (!shard) {
    if (std::get<std::string>(read).empty())
      std::abort();
    return;
  }
  const std::string written = encodeShard(*shard);
  const std::variant<Shard, std::string> again = decodeShard(written);
  if (!std::holds_alternative<Shard>(again) || encodeShard(std::get<Shard>(again)) != written)
    std::abort();
  for (const ShardResult &result : shard->results) {
    if (result.unit >= shard->units.size())
      std::abort();
    static_cast<void>(decodeUnit(result.record));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char *>(data), size);
  readShard(bytes);
  // Nothing that is written by chance has a checksum that fits; the body is read all the same.
  static const std::string magic = encodeShard({}).substr(0, encodeShard({}).find('\n') + 1);
  const ContentHash sum = hashContent(bytes);
  readShard(magic + std::string(sum.begin(), sum.end()) + bytes);
  return 0;
}
