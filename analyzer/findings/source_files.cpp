#include "analyzer/findings/source_files.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

namespace fporder::findings {

std::string contentHash(std::string_view content) {
  const llvm::BLAKE3Result<> hash = llvm::BLAKE3::hash(llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(content.data()), content.size()));
  return {reinterpret_cast<const char *>(hash.data()), hash.size()};
}

SourceFile::SourceFile(std::string text) : content(std::move(text)) {
  lineStarts.push_back(0);
  for (std::size_t i = 0; i < content.size(); ++i)
    if (content[i] == '\n' && i + 1 < content.size())
      lineStarts.push_back(i + 1);
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > lineCount())
    return {};
  std::size_t begin = lineStarts[number - 1];
  std::size_t end = number < lineCount() ? lineStarts[number] : content.size();
  std::string_view whole = std::string_view(content).substr(begin, end - begin);
  if (whole.ends_with('\n'))
    whole.remove_suffix(1);
  if (whole.ends_with('\r'))
    whole.remove_suffix(1);
  return whole;
}

std::size_t SourceFile::offset(std::uint32_t number, std::uint32_t column) const {
  if (number == 0)
    return 0;
  if (number > lineCount())
    return content.size();
  std::size_t within = std::min<std::size_t>(column == 0 ? 0 : column - 1, line(number).size());
  return lineStarts[number - 1] + within;
}

SourceFile::Position SourceFile::position(std::size_t offset) const {
  offset = std::min(offset, content.size());
  auto after = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  auto number = static_cast<std::uint32_t>(after - lineStarts.begin());
  return {number, static_cast<std::uint32_t>(offset - lineStarts[number - 1] + 1)};
}

const std::string &SourceFile::hash() const {
  std::call_once(hashed, [this] { hashOfContent = contentHash(content); });
  return hashOfContent;
}

const SourceFile *SourceFiles::find(const std::string &path) {
  std::lock_guard<std::mutex> lock(mutex);
  auto known = files.find(path);
  if (known != files.end())
    return known->second.get();
  std::unique_ptr<SourceFile> file;
  if (auto buffer = inputBuffer(path, fporder::file::Limit::SourceFile))
    file = std::make_unique<SourceFile>((*buffer)->getBuffer().str());
  else if (const std::error_code problem = buffer.getError();
           problem != std::errc::no_such_file_or_directory && problem != std::errc::not_a_directory)
    failed[path] = problem.message();
  return (files[path] = std::move(file)).get();
}

std::map<std::string, std::string> SourceFiles::failures() {
  std::lock_guard<std::mutex> lock(mutex);
  return failed;
}

void SourceFiles::set(const std::string &path, std::string text) {
  std::lock_guard<std::mutex> lock(mutex);
  files[path] = std::make_unique<SourceFile>(std::move(text));
}

} // namespace fporder::findings
