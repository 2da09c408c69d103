// JSON text, written front to back. runtime/ has no JSON library, and needs none to write.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::compare {

/// Values go into the innermost open object (then they need a key) or array. Bytes that are not UTF-8 are replaced by U+FFFD.
class JsonWriter {
public:
  void beginObject(std::string_view key = {});
  void endObject();
  void beginArray(std::string_view key = {});
  void endArray();
  void text(std::string_view key, std::string_view value);
  /// Shortest decimal that is read back as the same binary64; "nan", "inf" or "-inf" as text.
  void number(std::string_view key, double value);
  void count(std::string_view key, std::size_t value);
  void boolean(std::string_view key, bool value);
  void null(std::string_view key);
  void element(std::string_view value);
  void element(std::size_t value);

  /// The text with a line feed at its end.
  std::string take();

private:
  void place(std::string_view key);
  void close(char bracket);
  void quoted(std::string_view value);

  std::string output;
  std::vector<bool> empty; // of each open object or array: nothing in it yet
};

} // namespace fporder::compare
