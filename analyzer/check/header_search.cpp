#include "analyzer/check/header_search.h"

#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace fporder::check {
namespace {

namespace vfs = llvm::vfs;
namespace path = llvm::sys::path;

constexpr llvm::StringLiteral virtualRoot = "/fporder-project";

/// A real file under the name that it has there: Clang takes it for what it is.
class NamedFile : public vfs::File {
public:
  explicit NamedFile(std::unique_ptr<vfs::File> real) : inner(std::move(real)) {}

  llvm::ErrorOr<vfs::Status> status() override {
    llvm::ErrorOr<vfs::Status> found = inner->status();
    if (found)
      found->ExposesExternalVFSPath = true;
    return found;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t size, bool terminated,
                                                               bool isVolatile) override {
    return inner->getBuffer(name, size, terminated, isVolatile);
  }
  std::error_code close() override { return inner->close(); }

private:
  std::unique_ptr<vfs::File> inner;
};

class ProjectFileSystem : public vfs::ProxyFileSystem {
public:
  ProjectFileSystem(llvm::IntrusiveRefCntPtr<vfs::FileSystem> real, HeaderSearch &headerSearch)
      : ProxyFileSystem(std::move(real)), search(headerSearch) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &asked) override {
    llvm::SmallString<256> name;
    if (!isVirtual(asked, name))
      return ProxyFileSystem::status(asked);
    const std::string real = search.resolve(name, getUnderlyingFS());
    if (real.empty())
      return directory(name);
    llvm::ErrorOr<vfs::Status> found = ProxyFileSystem::status(real);
    if (found)
      found->ExposesExternalVFSPath = true;
    return found;
  }

  bool exists(const llvm::Twine &asked) override { return static_cast<bool>(status(asked)); }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &asked) override {
    llvm::SmallString<256> name;
    if (!isVirtual(asked, name))
      return ProxyFileSystem::openFileForRead(asked);
    const std::string real = search.resolve(name, getUnderlyingFS());
    if (real.empty())
      return make_error_code(llvm::errc::no_such_file_or_directory);
    llvm::ErrorOr<std::unique_ptr<vfs::File>> file = ProxyFileSystem::openFileForRead(real);
    if (!file)
      return file.getError();
    return std::make_unique<NamedFile>(std::move(*file));
  }

  std::error_code getRealPath(const llvm::Twine &asked, llvm::SmallVectorImpl<char> &output) override {
    llvm::SmallString<256> name;
    if (!isVirtual(asked, name))
      return ProxyFileSystem::getRealPath(asked, output);
    const std::string real = search.resolve(name, getUnderlyingFS());
    if (!real.empty())
      return ProxyFileSystem::getRealPath(real, output);
    output.assign(name.begin(), name.end());
    return {};
  }

private:
  static bool isVirtual(const llvm::Twine &asked, llvm::SmallString<256> &name) {
    asked.toVector(name);
    llvm::StringRef rest = name;
    return rest.consume_front(virtualRoot) && (rest.empty() || rest.starts_with("/"));
  }

  /// Clang looks a header up through its directory, which is there, then, whatever its name: a directory is no header.
  static vfs::Status directory(llvm::StringRef name) {
    const llvm::sys::fs::UniqueID identity(UINT64_MAX - 2, llvm::hash_value(name));
    return {name, identity, {}, 0, 0, 0, llvm::sys::fs::file_type::directory_file, llvm::sys::fs::perms::all_read};
  }

  HeaderSearch &search;
};

} // namespace

HeaderSearch::HeaderSearch(std::shared_ptr<const ProjectHeaders> project, const std::string &source)
    : headers(std::move(project)), from(path::parent_path(source).str()) {}

llvm::IntrusiveRefCntPtr<vfs::FileSystem> HeaderSearch::over(llvm::IntrusiveRefCntPtr<vfs::FileSystem> files) {
  return llvm::makeIntrusiveRefCnt<ProjectFileSystem>(std::move(files), *this);
}

void HeaderSearch::enterPath(clang::Preprocessor &preprocessor) {
  if (const clang::OptionalDirectoryEntryRef directory = preprocessor.getFileManager().getOptionalDirectoryRef(virtualRoot))
    preprocessor.getHeaderSearchInfo().AddSystemSearchPath(clang::DirectoryLookup(*directory, clang::SrcMgr::C_User, /*isFramework=*/false));
}

std::vector<findings::FoundHeader> HeaderSearch::found() const {
  std::vector<findings::FoundHeader> result;
  for (const auto &[name, answer] : asked)
    if (!answer.path.empty())
      result.push_back({name, answer.path, headers->root(), answer.candidates, answer.shortened});
  return result;
}

void HeaderSearch::noteIn(ReadLog &log) const {
  for (const auto &[name, answer] : asked)
    log.noteSearch({headers->root(), from, name}, answer.hash());
}

std::string HeaderSearch::resolve(llvm::StringRef asIncluded, vfs::FileSystem &files) {
  std::string withSlashes = asIncluded.str(); // sources that are built on Windows only
  std::replace(withSlashes.begin(), withSlashes.end(), '\\', '/');
  llvm::StringRef name = withSlashes;
  name.consume_front(virtualRoot);
  if (!name.consume_front("/") || name.empty())
    return {};
  for (llvm::StringRef directory = path::parent_path(name);; directory = path::parent_path(directory)) {
    if (const auto known = standsFor.find(directory.str()); known != standsFor.end()) {
      llvm::SmallString<256> beside(known->second);
      path::append(beside, name.drop_front(directory.empty() ? 0 : directory.size() + 1));
      path::remove_dots(beside, /*remove_dot_dot=*/true);
      if (const llvm::ErrorOr<vfs::Status> found = files.status(beside); found && found->isRegularFile())
        return beside.str().str();
    }
    if (directory.empty())
      break;
  }
  auto [known, isNew] = asked.try_emplace(name.str());
  if (isNew)
    known->second = headers->find(name, from);
  const std::string &answer = known->second.path;
  if (!answer.empty())
    standsFor.try_emplace(path::parent_path(name).str(), path::parent_path(answer).str());
  return answer;
}

} // namespace fporder::check
