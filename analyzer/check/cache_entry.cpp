#include "analyzer/check/cache_entry.h"

#include "analyzer/check/byte_stream.h"

#include <algorithm>

namespace fporder::check {
namespace {

constexpr std::string_view findingsMagic = "fporder findings 4\n";
static_assert(findingsMagic.starts_with(entryMagic));

bool hasSize(FileRead::Kind kind) { return kind == FileRead::Kind::File || kind == FileRead::Kind::Read; }
bool hasContent(FileRead::Kind kind) { return kind == FileRead::Kind::Listed || kind == FileRead::Kind::Read || kind == FileRead::Kind::Searched; }

void put(ByteWriter &bytes, const FileRead &read) {
  bytes.number(static_cast<std::uint64_t>(read.kind) * 4 + (read.resolved ? 2U : 0U) + (read.printed ? 1U : 0U));
  bytes.number(read.sameAs);
  if (hasSize(read.kind))
    bytes.number(read.size);
  if (hasContent(read.kind))
    bytes.raw(bytesOf(read.content));
  if (read.kind == FileRead::Kind::Read)
    bytes.number(read.length);
  if (read.resolved)
    bytes.text(read.realPath);
  if (read.printed)
    for (std::uint64_t value : {read.print.device, read.print.inode, read.print.size, read.print.modified, read.print.changed})
      bytes.number(value);
}

bool get(ByteReader &bytes, FileRead &read) {
  const std::uint64_t head = bytes.number();
  if (head / 4 > static_cast<std::uint64_t>(FileRead::Kind::Searched))
    return false;
  read.kind = static_cast<FileRead::Kind>(head / 4);
  read.resolved = head / 2 % 2;
  read.printed = head % 2;
  read.sameAs = bytes.number();
  if (hasSize(read.kind))
    read.size = bytes.number();
  if (hasContent(read.kind))
    std::ranges::copy(bytes.raw(read.content.size()), read.content.begin());
  if (read.kind == FileRead::Kind::Read)
    read.length = bytes.number();
  if (read.resolved)
    read.realPath = bytes.text();
  if (read.printed)
    for (std::uint64_t *value : {&read.print.device, &read.print.inode, &read.print.size, &read.print.modified, &read.print.changed})
      *value = bytes.number();
  return bytes.good();
}

/// Paths in order share most of their beginnings.
void put(ByteWriter &bytes, const FileReads &reads) {
  bytes.number(reads.size());
  std::string_view last;
  for (const auto &[path, read] : reads) {
    const auto shared = static_cast<std::size_t>(std::ranges::mismatch(last, path).in1 - last.begin());
    bytes.number(shared);
    bytes.text(std::string_view(path).substr(shared));
    put(bytes, read);
    last = path;
  }
}

bool get(ByteReader &bytes, FileReads &reads) {
  std::string path;
  for (std::uint64_t left = bytes.count(); left > 0; --left) {
    const std::uint64_t shared = bytes.number();
    if (shared > path.size())
      return false;
    path.resize(shared);
    path += bytes.text();
    if (!get(bytes, reads.emplace_hint(reads.end(), path, FileRead())->second))
      return false;
  }
  return bytes.good();
}

} // namespace

std::string encodeEntry(const CacheEntry &entry, std::string_view secret) {
  ByteWriter bytes;
  bytes.text(entry.key);
  bytes.number(entry.variants.size());
  for (const CacheVariant &variant : entry.variants) {
    put(bytes, variant.reads);
    bytes.text(variant.record);
  }
  const std::string body = bytes.take();
  return std::string(findingsMagic) + std::string(bytesOf(hashContent(secret, body))) + body;
}

std::optional<CacheEntry> decodeEntry(std::string_view file, std::string_view key, std::string_view secret) {
  ByteReader head(file);
  if (head.raw(findingsMagic.size()) != findingsMagic)
    return std::nullopt;
  const std::string_view sum = head.raw(ContentHash().size());
  if (!head.good())
    return std::nullopt;
  const std::string_view body = file.substr(findingsMagic.size() + sum.size());
  if (sum != bytesOf(hashContent(secret, body)))
    return std::nullopt;
  ByteReader bytes(body);
  CacheEntry entry{std::string(bytes.text()), {}};
  if (entry.key != key)
    return std::nullopt;
  for (std::uint64_t left = bytes.count(); left > 0; --left) {
    CacheVariant &variant = entry.variants.emplace_back();
    if (!get(bytes, variant.reads))
      return std::nullopt;
    variant.record = bytes.text();
  }
  return bytes.atEnd() ? std::optional(std::move(entry)) : std::nullopt;
}

} // namespace fporder::check
