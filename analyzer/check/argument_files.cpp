#include "analyzer/check/argument_files.h"

#include "runtime/file/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

namespace fporder::check {
namespace {

using fporder::file::Limit;

class Expansion {
public:
  Expansion(llvm::vfs::FileSystem &fileSystem, std::vector<std::string> &problems) : files(fileSystem), refused(problems) {}

  void append(const std::string &argument, unsigned depth) {
    std::unique_ptr<llvm::MemoryBuffer> buffer = argument.size() > 1 && argument[0] == '@' ? contentOf(argument, depth) : nullptr;
    if (!buffer) {
      expanded.push_back(argument);
      return;
    }
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    llvm::SmallVector<const char *, 64> words;
    llvm::cl::TokenizeGNUCommandLine(buffer->getBuffer(), saver, words);
    for (const char *word : words)
      append(word, depth + 1);
  }

  std::vector<std::string> expanded;

private:
  /// Null when the word stays as it is.
  std::unique_ptr<llvm::MemoryBuffer> contentOf(const std::string &argument, unsigned depth) {
    const std::string file = argument.substr(1);
    const llvm::ErrorOr<llvm::vfs::Status> status = files.status(file);
    if (!status)
      return nullptr;
    const auto refuse = [&](const std::string &reason) {
      refused.push_back("'" + argument + "' is dropped: " + reason);
      return nullptr;
    };
    if (!status->isRegularFile())
      return refuse("not a regular file");
    if (depth >= fporder::file::limitValue(Limit::ResponseFileDepth))
      return refuse("is " + fporder::file::beyond(Limit::ResponseFileDepth));
    bytes += status->getSize() + 1; // a byte for the file itself: empty ones count as well
    if (bytes > fporder::file::limitValue(Limit::ResponseFiles))
      return refuse("is " + fporder::file::beyond(Limit::ResponseFiles));
    auto buffer = files.getBufferForFile(file);
    if (!buffer)
      return refuse(buffer.getError().message());
    return std::move(*buffer);
  }

  llvm::vfs::FileSystem &files;
  std::vector<std::string> &refused;
  std::uint64_t bytes = 0;
};

} // namespace

void expandArgumentFiles(std::vector<std::string> &arguments, llvm::vfs::FileSystem &files, std::vector<std::string> &refused) {
  if (llvm::none_of(arguments, [](llvm::StringRef argument) { return argument.starts_with("@"); }))
    return;
  Expansion expansion(files, refused);
  for (const std::string &argument : arguments)
    expansion.append(argument, 0);
  arguments = std::move(expansion.expanded);
}

} // namespace fporder::check
