// The stream that JSON and YAML documents are written through: the one place that escapes, in their strings, what a terminal would obey.
#pragma once

#include "llvm/Support/raw_ostream.h"

namespace fporder::findings {

/// Passes a document on to `target`, through text::quotedEscapes. What has been written arrives at the latest with the destructor.
class QuotedStream : public llvm::raw_ostream {
public:
  explicit QuotedStream(llvm::raw_ostream &stream) : target(stream) { SetBufferSize(std::size_t(1) << 16); }
  QuotedStream(const QuotedStream &) = delete;
  QuotedStream &operator=(const QuotedStream &) = delete;
  ~QuotedStream() override;

private:
  void write_impl(const char *data, std::size_t size) override;
  std::uint64_t current_pos() const override { return written; }

  llvm::raw_ostream &target;
  std::string cut; // a character whose rest comes with the next piece
  std::uint64_t written = 0;
};

} // namespace fporder::findings
