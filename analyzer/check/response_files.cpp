#include "analyzer/check/response_files.h"

#include "analyzer/check/input_files.h"
#include "runtime/file/input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace fporder::check {
namespace {

namespace vfs = llvm::vfs;

/// Counts what is opened: files may name each other, so that a few short ones would expand to gigabytes.
class CountingFileSystem : public vfs::ProxyFileSystem {
public:
  CountingFileSystem() : ProxyFileSystem(inputFileSystem(fporder::file::Limit::ResponseFiles)) {}

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    llvm::ErrorOr<std::unique_ptr<vfs::File>> file = ProxyFileSystem::openFileForRead(path);
    if (!file)
      return file;
    llvm::ErrorOr<vfs::Status> status = (*file)->status();
    if (!status)
      return status.getError();
    // A byte for the file itself: empty ones count as well.
    total += status->getSize() + 1;
    if (total > fporder::file::limitValue(fporder::file::Limit::ResponseFiles) + 1)
      return fporder::file::beyondLimit(fporder::file::Limit::ResponseFiles);
    return file;
  }

private:
  std::uint64_t total = 0;
};

std::string reasonOf(llvm::Error error) {
  const std::string text = llvm::toString(std::move(error));
  llvm::StringRef reason(text);
  return reason.consume_front("cannot not open file ") ? "cannot read response file " + reason.str() : text; // LLVM's own wording
}

} // namespace

std::optional<std::string> expandResponseFiles(llvm::SmallVectorImpl<const char *> &arguments, llvm::BumpPtrAllocator &allocator) {
  auto *end = llvm::find_if(arguments, [](const char *argument) { return llvm::StringRef(argument) == "--"; });
  llvm::SmallVector<const char *, 32> head(arguments.begin(), end), tail(end, arguments.end());
  for (const char *argument : head)
    if (argument[0] == '@' && argument[1] && !llvm::sys::fs::exists(argument + 1))
      return std::string("cannot read response file '") + (argument + 1) + "': no such file";
  CountingFileSystem files;
  llvm::cl::ExpansionContext context(allocator, llvm::cl::TokenizeGNUCommandLine, &files);
  if (llvm::Error error = context.expandResponseFiles(head))
    return reasonOf(std::move(error));
  for (const char *word : head)
    if (const llvm::StringRef text(word); text.size() > fporder::file::limitValue(fporder::file::Limit::CommandWord))
      return "'" + text.take_front(40).str() + "...', of " + std::to_string(text.size()) + " bytes, is " +
             fporder::file::beyond(fporder::file::Limit::CommandWord);
  head.append(tail.begin(), tail.end());
  arguments.assign(head.begin(), head.end());
  return std::nullopt;
}

} // namespace fporder::check
