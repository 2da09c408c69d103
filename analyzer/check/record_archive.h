// Plain data as bytes and back, for files that only this program reads: numbers, texts, lists, and types for which fields(archive, value) says what
// they consist of, for writing and reading alike. What is read is what was written.
#pragma once

#include "analyzer/check/byte_stream.h"
#include "analyzer/check/read_log.h"
#include "rules/engine/match.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fporder::check {

/// `fields` takes a const value when it writes.
template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

class RecordWriter {
public:
  template <typename... Values> void operator()(const Values &...values) { (put(values), ...); }
  std::string take() { return bytes.take(); }

private:
  void put(const std::string &text) { bytes.text(text); }
  void put(std::unsigned_integral auto number) { bytes.number(number); }
  void put(double number) { bytes.number(std::bit_cast<std::uint64_t>(number)); }
  void put(format::Format format) { bytes.number(static_cast<std::uint64_t>(format)); }
  void put(rules::Severity severity) { bytes.number(static_cast<std::uint64_t>(severity)); }
  void put(const ContentHash &hash) { bytes.raw({reinterpret_cast<const char *>(hash.data()), hash.size()}); }
  template <typename T> void put(const std::vector<T> &list) {
    bytes.number(list.size());
    for (const T &each : list)
      put(each);
  }
  template <typename T> void put(const std::set<T> &set) {
    bytes.number(set.size());
    for (const T &each : set)
      put(each);
  }
  template <typename Key, typename Value> void put(const std::map<Key, Value> &map) {
    bytes.number(map.size());
    for (const auto &[key, value] : map)
      put(key), put(value);
  }
  template <typename T> void put(const std::optional<T> &value) {
    bytes.number(value.has_value());
    if (value)
      put(*value);
  }
  template <typename T>
    requires std::is_class_v<T>
  void put(const T &value) {
    fields(*this, value);
  }

  ByteWriter bytes;
};

class RecordReader {
public:
  explicit RecordReader(std::string_view given) : bytes(given) {}
  template <typename... Values> void operator()(Values &...values) { (get(values), ...); }
  /// All of the bytes were read, and nothing was missing or out of range.
  bool complete() const { return sound && bytes.atEnd(); }

private:
  void get(std::string &text) { text = bytes.text(); }
  template <std::unsigned_integral T> void get(T &number) {
    const std::uint64_t value = bytes.number();
    sound &= value <= std::numeric_limits<T>::max();
    number = static_cast<T>(value);
  }
  void get(double &number) { number = std::bit_cast<double>(bytes.number()); }
  void get(format::Format &format) { format = enumerator(format::Format::Binary128); }
  void get(rules::Severity &severity) { severity = enumerator(rules::Severity::Warning); }
  template <typename Enumeration> Enumeration enumerator(Enumeration last) {
    const std::uint64_t value = bytes.number();
    sound &= value <= static_cast<std::uint64_t>(last);
    return static_cast<Enumeration>(value);
  }
  void get(ContentHash &hash) { std::ranges::copy(bytes.raw(hash.size()), hash.begin()); }
  template <typename T> void get(std::vector<T> &list) {
    for (std::uint64_t left = bytes.count(); left > 0 && bytes.good(); --left)
      get(list.emplace_back());
  }
  template <typename T> void get(std::set<T> &set) {
    for (std::uint64_t left = bytes.count(); left > 0 && bytes.good(); --left) {
      T each;
      get(each);
      sound &= set.empty() || *set.rbegin() < each; // as a writer leaves them
      set.insert(std::move(each));
    }
  }
  template <typename Key, typename Value> void get(std::map<Key, Value> &map) {
    for (std::uint64_t left = bytes.count(); left > 0 && bytes.good(); --left) {
      Key key;
      get(key);
      sound &= map.empty() || map.rbegin()->first < key; // as a writer leaves them
      get(map[std::move(key)]);
    }
  }
  template <typename T> void get(std::optional<T> &value) {
    bool there = false;
    get(there);
    if (there)
      get(value.emplace());
  }
  template <typename T>
    requires std::is_class_v<T>
  void get(T &value) {
    fields(*this, value);
  }

  ByteReader bytes;
  bool sound = true;
};

} // namespace fporder::check
