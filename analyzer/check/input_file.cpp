#include "analyzer/check/input_file.h"

#include "analyzer/check/foreign_text.h"
#include "analyzer/findings/input_text.h"
#include "runtime/file/input.h"

#include "llvm/Support/MemoryBuffer.h"

namespace fporder::check {

std::optional<std::string> inputFileProblem(const std::string &path) {
  if (path == "-")
    return "standard input cannot be analysed: give a file";
  const llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = findings::inputBuffer(path, fporder::file::Limit::SourceFile);
  if (const std::error_code error = buffer.getError()) {
    if (error == std::errc::no_such_file_or_directory)
      return "no such file";
    return error.category() == fporder::file::inputCategory() ? error.message() : "cannot read it: " + error.message();
  }
  llvm::StringRef text = (*buffer)->getBuffer();
  if (text.empty())
    return "is empty";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return "is UTF-16 text: convert it to UTF-8";
  if (std::size_t position = text.find('\0'); position != llvm::StringRef::npos)
    return "is not a text file (NUL byte at offset " + std::to_string(position) + ")";
  return foreignText(text);
}

} // namespace fporder::check
