#include "analyzer/findings/input_text.h"

#include "runtime/file/input.h"
#include "runtime/file/nesting.h"

namespace fporder::findings {

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> inputBuffer(const std::string &path, file::Limit limit) {
  // Not mapped: a mapped file that becomes shorter while it is read ends the process.
  std::string text;
  if (const std::error_code problem = file::readWhole(path, limit, text))
    return problem;
  std::unique_ptr<llvm::WritableMemoryBuffer> buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(text.size(), path);
  if (!buffer)
    return std::make_error_code(std::errc::not_enough_memory);
  std::copy(text.begin(), text.end(), buffer->getBufferStart());
  return std::unique_ptr<llvm::MemoryBuffer>(std::move(buffer));
}

llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text) {
  const std::optional<std::size_t> at = file::jsonDeeperThan({text.data(), text.size()}, file::limitValue(file::Limit::JsonDepth));
  if (!at)
    return llvm::json::parse(text);
  const llvm::StringRef before = text.take_front(*at);
  const std::size_t line = before.count('\n') + 1, column = *at - (before.rfind('\n') + 1); // npos + 1 is 0
  return llvm::createStringError(std::errc::invalid_argument, "[%zu:%zu, byte=%zu]: %s", line, column, *at,
                                 ("nesting " + file::beyond(file::Limit::JsonDepth)).c_str());
}

std::optional<std::string> yamlProblem(llvm::StringRef text) {
  if (text.size() > file::limitValue(file::Limit::Configuration))
    return "is " + file::beyond(file::Limit::Configuration);
  if (const auto at = file::yamlDeeperThan({text.data(), text.size()}, file::limitValue(file::Limit::YamlDepth)))
    return "nesting in line " + std::to_string(text.take_front(*at).count('\n') + 1) + " is " + file::beyond(file::Limit::YamlDepth);
  return std::nullopt;
}

} // namespace fporder::findings
