#include "analyzer/check/vendor_headers.h"
#include "analyzer/findings/input_text.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fporder::check {
namespace {

namespace vfs = llvm::vfs;
using models::Vendor;

constexpr llvm::StringRef vendorRoot = "/fporder-headers/";
constexpr llvm::StringRef declarationsFile = "fporder-declarations.h";

std::string directoryOf(const Vendor &vendor) { return (vendorRoot + llvm::StringRef(vendor.name)).str(); }

class HeaderFile : public vfs::File {
public:
  HeaderFile(vfs::Status fileStatus, std::string content) : state(std::move(fileStatus)), text(std::move(content)) {}
  llvm::ErrorOr<vfs::Status> status() override { return state; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text, name);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status state;
  std::string text;
};

class VendorHeaders : public vfs::ProxyFileSystem {
public:
  VendorHeaders(llvm::IntrusiveRefCntPtr<vfs::FileSystem> real, const models::Models &known) : ProxyFileSystem(std::move(real)), models(known) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    llvm::SmallString<256> name;
    if (!isOurs(path, name))
      return ProxyFileSystem::status(path);
    return statusOf(name);
  }

  bool exists(const llvm::Twine &path) override {
    llvm::SmallString<256> name;
    return isOurs(path, name) ? static_cast<bool>(statusOf(name)) : ProxyFileSystem::exists(path);
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    llvm::SmallString<256> name;
    if (!isOurs(path, name))
      return ProxyFileSystem::openFileForRead(path);
    llvm::ErrorOr<vfs::Status> found = statusOf(name);
    if (!found)
      return found.getError();
    if (found->isDirectory())
      return make_error_code(llvm::errc::is_a_directory);
    return std::make_unique<HeaderFile>(*found, contentOf(name));
  }

  std::error_code getRealPath(const llvm::Twine &path, llvm::SmallVectorImpl<char> &output) override {
    llvm::SmallString<256> name;
    if (!isOurs(path, name))
      return ProxyFileSystem::getRealPath(path, output);
    output.assign(name.begin(), name.end());
    return {};
  }

private:
  static bool isOurs(const llvm::Twine &path, llvm::SmallString<256> &name) {
    path.toVector(name);
    return name.str().starts_with(vendorRoot);
  }

  /// The vendor in whose directory the path lies, and the rest of the path.
  std::pair<const Vendor *, llvm::StringRef> split(llvm::StringRef path) const {
    for (const std::unique_ptr<Vendor> &vendor : models.vendors())
      if (vendor->hasDeclarations() && (path == directoryOf(*vendor) || path.starts_with(directoryOf(*vendor) + "/")))
        return {vendor.get(), path.drop_front(std::min(path.size(), directoryOf(*vendor).size() + 1))};
    return {};
  }

  /// Every header includes the same declarations, once.
  std::string contentOf(llvm::StringRef path) const {
    const auto [vendor, header] = split(path);
    if (header == declarationsFile)
      return "#pragma once\n#pragma GCC system_header\n" + vendor->declarations();
    return "#pragma once\n#pragma GCC system_header\n#include \"" + directoryOf(*vendor) + "/" + declarationsFile.str() + "\"\n";
  }

  llvm::ErrorOr<vfs::Status> statusOf(llvm::StringRef path) const {
    const auto [vendor, header] = split(path);
    const bool isHeader = vendor && (header == declarationsFile || vendor->namesHeader({header.data(), header.size()}));
    // "lib/x.h" is looked up through the directory "lib" first.
    const bool isDirectory = vendor && !isHeader && (header.empty() || !llvm::sys::path::has_extension(header));
    if (!isHeader && !isDirectory)
      return make_error_code(llvm::errc::no_such_file_or_directory);
    const auto type = isHeader ? llvm::sys::fs::file_type::regular_file : llvm::sys::fs::file_type::directory_file;
    const llvm::sys::fs::UniqueID id(UINT64_MAX - 1, llvm::hash_value(path));
    return vfs::Status(path, id, {}, 0, 0, isHeader ? contentOf(path).size() : 0, type, llvm::sys::fs::perms::all_read);
  }

  const models::Models &models;
};

} // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem> withVendorHeaders(llvm::IntrusiveRefCntPtr<vfs::FileSystem> files, const models::Models &models) {
  return llvm::makeIntrusiveRefCnt<VendorHeaders>(std::move(files), models);
}

std::vector<std::string> vendorFlags(const models::Models &models, vfs::FileSystem &files, const std::string &source) {
  std::vector<std::string> flags;
  std::string text;
  for (const std::unique_ptr<Vendor> &vendor : models.vendors()) {
    if (!vendor->hasDeclarations())
      continue;
    flags.insert(flags.end(), {"-idirafter", directoryOf(*vendor)});
    if (text.empty())
      if (auto buffer = files.getBufferForFile(source))
        text = (*buffer)->getBuffer().str();
    const bool byItself = vendor->appliesTo({source, text, {}}) && !(vendor->words.empty() && vendor->extensions.empty());
    const bool includes = llvm::any_of(vendor->headers, [&](const std::string &header) { return llvm::StringRef(text).contains(header); });
    if (byItself && !includes && !vendor->headers.empty())
      flags.insert(flags.end(), {"-include", vendor->headers.front()});
  }
  return flags;
}

bool isVendorDeclarations(llvm::StringRef file) { return file.starts_with(vendorRoot) && llvm::sys::path::filename(file) == declarationsFile; }

} // namespace fporder::check
