#include "analyzer/check/fixed_texts.h"

#include "llvm/Support/MemoryBuffer.h"

namespace fporder::check {
namespace {

namespace vfs = llvm::vfs;

class FixedFile final : public vfs::File {
public:
  FixedFile(vfs::Status known, const std::string &content) : stored(std::move(known)), text(content) {}
  llvm::ErrorOr<vfs::Status> status() override { return stored; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text, name);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status stored;
  const std::string &text;
};

/// A file is known by its device and inode, not by its name.
class FixedFiles final : public vfs::ProxyFileSystem {
public:
  FixedFiles(llvm::IntrusiveRefCntPtr<vfs::FileSystem> base, std::shared_ptr<const FixedTexts> given)
      : ProxyFileSystem(std::move(base)), texts(std::move(given)) {
    for (const auto &[path, text] : *texts)
      if (const llvm::ErrorOr<vfs::Status> found = getUnderlyingFS().status(path))
        byId.emplace(found->getUniqueID(), &text);
      else
        problem = found.getError();
  }

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    llvm::ErrorOr<vfs::Status> found = ProxyFileSystem::status(path);
    const std::string *text = found ? textOf(*found) : nullptr;
    return text ? vfs::Status::copyWithNewSize(*found, text->size()) : found;
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    if (problem) // a fixed text would be missed
      return problem;
    llvm::ErrorOr<std::unique_ptr<vfs::File>> opened = ProxyFileSystem::openFileForRead(path);
    if (!opened)
      return opened;
    const llvm::ErrorOr<vfs::Status> found = (*opened)->status();
    const std::string *text = found ? textOf(*found) : nullptr;
    if (!text)
      return opened;
    return std::unique_ptr<vfs::File>(new FixedFile(vfs::Status::copyWithNewSize(*found, text->size()), *text));
  }

private:
  const std::string *textOf(const vfs::Status &status) const {
    const auto known = byId.find(status.getUniqueID());
    return known == byId.end() ? nullptr : known->second;
  }

  std::shared_ptr<const FixedTexts> texts;
  std::map<llvm::sys::fs::UniqueID, const std::string *> byId;
  std::error_code problem; // of looking at the file of a text
};

} // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem> withFixedTexts(llvm::IntrusiveRefCntPtr<vfs::FileSystem> files, std::shared_ptr<const FixedTexts> texts) {
  return llvm::makeIntrusiveRefCnt<FixedFiles>(std::move(files), std::move(texts));
}

} // namespace fporder::check
