#include "analyzer/check/shims.h"

#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fporder::check {
namespace {

constexpr llvm::StringLiteral shimRoot = "/fporder-shims/";

} // namespace

std::string shimDirectory(llvm::StringRef vendor) { return (shimRoot + vendor).str(); }

bool usesShim(const std::vector<std::string> &arguments, llvm::StringRef vendor) { return llvm::is_contained(arguments, shimDirectory(vendor)); }

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withShims(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                          const std::vector<std::string> &arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) { return argument.starts_with(shimRoot); }) ? withShims(std::move(files)) : files;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withShims(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const ShimFile &file : llvm::ArrayRef(embeddedShims, embeddedShimCount))
    memory->addFile(shimRoot + file.path, 0, llvm::MemoryBuffer::getMemBuffer(file.text, file.path));
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  both->pushOverlay(std::move(memory));
  return both;
}

void enterShims(clang::Preprocessor &preprocessor, llvm::StringRef vendor) {
  if (const clang::OptionalDirectoryEntryRef directory = preprocessor.getFileManager().getOptionalDirectoryRef(shimDirectory(vendor)))
    preprocessor.getHeaderSearchInfo().AddSystemSearchPath(clang::DirectoryLookup(*directory, clang::SrcMgr::C_System, /*isFramework=*/false));
}

} // namespace fporder::check
