#include "analyzer/check/input_file.h"
#include "analyzer/findings/input_text.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fporder::check {

std::optional<std::string> inputFileProblem(const std::string &path) {
  if (path == "-")
    return "standard input cannot be analysed: give a file";
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status))
    return error == std::errc::no_such_file_or_directory ? "no such file" : "cannot read it: " + error.message();
  if (status.type() == llvm::sys::fs::file_type::directory_file)
    return "is a directory";
  if (status.type() != llvm::sys::fs::file_type::regular_file)
    return "is not a regular file";
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = findings::inputBuffer(path, file::Limit::SourceFile);
  if (!buffer)
    return "cannot read it: " + buffer.getError().message();
  llvm::StringRef text = (*buffer)->getBuffer();
  if (text.empty())
    return "is empty";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return "is UTF-16 text: convert it to UTF-8";
  if (std::size_t position = text.find('\0'); position != llvm::StringRef::npos)
    return "is not a text file (NUL byte at offset " + std::to_string(position) + ")";
  return std::nullopt;
}

} // namespace fporder::check
