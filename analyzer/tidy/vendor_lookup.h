// Headers of vendors whose toolkit is not installed, in clang-tidy: the same stand-ins as fporder-check's (see check/vendor_headers.h), found after
// every other place.
#pragma once

#include "analyzer/models/model.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>
#include <string>

namespace clang {
class FileManager;
class Preprocessor;
} // namespace clang

namespace fporder::tidy {

class VendorLookup {
public:
  /// Before parsing: `preprocessor` finds the headers from now on. `source` is the main file's path.
  VendorLookup(clang::Preprocessor &preprocessor, std::shared_ptr<const models::Models> models, const std::string &source);
  /// Gives the file manager, which clang-tidy shares among units, its own file system back.
  ~VendorLookup();
  VendorLookup(const VendorLookup &) = delete;
  VendorLookup &operator=(const VendorLookup &) = delete;

private:
  std::shared_ptr<const models::Models> models; // the headers' texts
  clang::FileManager &files;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> before;
};

} // namespace fporder::tidy
