#include "analyzer/check/file_states.h"

#include "llvm/ADT/SmallString.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace fporder::check;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() : path(fs::canonical(fs::temp_directory_path()) / ("fporder-states-" + std::to_string(getpid()))) { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const char *name) const { return path / name; }
  void write(const char *name, const char *text) const { std::ofstream(path / name) << text; }
  fs::path path;
};

/// What a reader learns from `path`.
FileReads readThrough(const std::string &path) {
  ReadLog log;
  auto files = recordingFileSystem(log);
  if (auto buffer = files->getBufferForFile(path))
    CHECK((*buffer)->getBufferSize() == fs::file_size(path));
  CHECK(log.doubt().empty());
  return log.take();
}

bool unchanged(FileReads reads) {
  FileStates states;
  bool renewed = false;
  return states.same(reads, renewed);
}

} // namespace

TEST_CASE("contents, absence and kinds are remembered") {
  Folder folder;
  folder.write("a.h", "one");
  FileReads reads = readThrough(folder / "a.h");
  REQUIRE(reads.size() == 1);
  CHECK(reads.begin()->second.kind == FileRead::Kind::Read);
  CHECK(unchanged(reads));
  folder.write("a.h", "two");
  CHECK_FALSE(unchanged(reads));
  folder.write("a.h", "one");
  CHECK(unchanged(reads));
  fs::remove(folder / "a.h");
  CHECK_FALSE(unchanged(reads));
  fs::create_directory(folder / "a.h");
  CHECK_FALSE(unchanged(reads));

  FileReads absent = readThrough(folder / "b.h");
  CHECK(absent.begin()->second.kind == FileRead::Kind::Absent);
  CHECK(unchanged(absent));
  folder.write("b.h", "");
  CHECK_FALSE(unchanged(absent));
}

TEST_CASE("a status alone depends on the size, not on the content") {
  Folder folder;
  folder.write("a.h", "one");
  ReadLog log;
  auto files = recordingFileSystem(log);
  CHECK(files->status(folder / "a.h"));
  CHECK(files->exists(folder.path.string()));
  const FileReads reads = log.take();
  folder.write("a.h", "two");
  CHECK(unchanged(reads));
  folder.write("a.h", ""); // __has_embed tells an empty file
  CHECK_FALSE(unchanged(reads));
  fs::remove(folder / "a.h");
  CHECK_FALSE(unchanged(reads));
}

TEST_CASE("a listing depends on names and kinds, in any order") {
  Folder folder;
  folder.write("a", "1");
  ReadLog log;
  auto files = recordingFileSystem(log);
  std::error_code error;
  files->dir_begin(folder.path.string(), error);
  const FileReads reads = log.take();
  CHECK(unchanged(reads));
  folder.write("a", "2");
  CHECK(unchanged(reads));
  folder.write("b", "");
  CHECK_FALSE(unchanged(reads));
  fs::remove(folder / "b");
  CHECK(unchanged(reads));
  fs::remove(folder / "a");
  fs::create_directory(folder / "a");
  CHECK_FALSE(unchanged(reads));
}

TEST_CASE("relative paths are asked from the file system's own directory") {
  Folder folder;
  folder.write("a.h", "one");
  ReadLog log;
  auto files = recordingFileSystem(log);
  CHECK_FALSE(files->setCurrentWorkingDirectory(folder.path.string()));
  CHECK(files->getBufferForFile("a.h"));
  CHECK(log.take().begin()->first == folder / "a.h");
}

TEST_CASE("files written just now are compared by content, and settle") {
  Folder folder;
  folder.write("a.h", "one");
  FileReads reads = readThrough(folder / "a.h");
  FileRead &read = reads.begin()->second;
  CHECK_FALSE(read.printed);
  // No time may be trusted in which a write could hide: neither the last two seconds nor the future.
  const timespec future[2] = {{4000000000, 0}, {4000000000, 0}};
  utimensat(AT_FDCWD, (folder / "a.h").c_str(), future, 0);
  FileStates states;
  bool renewed = false;
  CHECK(states.same(reads, renewed));
  CHECK_FALSE(renewed);
  CHECK_FALSE(read.printed);
}

TEST_CASE("a path that leads to another file of the same content has changed") {
  Folder folder;
  for (const char *name : {"one", "two"}) {
    fs::create_directory(folder / name);
    std::ofstream(folder.path / name / "a.h") << "same";
  }
  fs::create_symlink("one", folder / "link");
  FileReads reads = readThrough(folder / "link/a.h");
  CHECK(reads.begin()->second.realPath == folder / "one/a.h");
  CHECK(unchanged(reads));
  fs::remove(folder / "link");
  fs::create_symlink("two", folder / "link");
  CHECK_FALSE(unchanged(reads));
}

TEST_CASE("two names of one file are one file, until they are not") {
  Folder folder;
  folder.write("a.h", "same");
  fs::create_hard_link(folder / "a.h", folder / "b.h");
  const auto readBoth = [&] {
    ReadLog log;
    auto files = recordingFileSystem(log);
    CHECK(files->getBufferForFile(folder / "a.h"));
    CHECK(files->getBufferForFile(folder / "b.h"));
    CHECK(files->status(folder / "c.h").getError());
    return log.take();
  };
  const FileReads linked = readBoth();
  CHECK(linked.at(folder / "b.h").sameAs == 1);
  CHECK(unchanged(linked));
  fs::remove(folder / "b.h");
  folder.write("b.h", "same");
  CHECK_FALSE(unchanged(linked));
  const FileReads apart = readBoth();
  CHECK(apart.at(folder / "b.h").sameAs == 0);
  CHECK(unchanged(apart));
  fs::remove(folder / "b.h");
  fs::create_hard_link(folder / "a.h", folder / "b.h");
  CHECK_FALSE(unchanged(apart));
}

TEST_CASE("where a path really leads is a part of what was learnt, once asked") {
  Folder folder;
  fs::create_directory(folder / "one");
  fs::create_directory(folder / "two");
  fs::create_directory_symlink("one", folder / "link");
  ReadLog asked, unasked;
  llvm::SmallString<256> real;
  CHECK_FALSE(recordingFileSystem(asked)->getRealPath(folder / "link", real));
  CHECK(real.str() == folder / "one");
  CHECK(recordingFileSystem(unasked)->status(folder / "link"));
  const FileReads resolved = asked.take(), known = unasked.take();
  CHECK(unchanged(resolved));
  fs::remove(folder / "link");
  fs::create_directory_symlink("two", folder / "link");
  CHECK_FALSE(unchanged(resolved));
  CHECK(unchanged(known));
}

TEST_CASE("a part of a file that was read depends on the part and on the size") {
  Folder folder;
  folder.write("data", "0123456789");
  ReadLog log;
  auto files = recordingFileSystem(log);
  auto file = files->openFileForRead(folder / "data");
  REQUIRE(file);
  REQUIRE((*file)->getBuffer("data", 4, /*RequiresNullTerminator=*/false, /*IsVolatile=*/true));
  const FileReads reads = log.take();
  CHECK(reads.begin()->second.length == 4);
  CHECK(unchanged(reads));
  folder.write("data", "0123xxxxxx");
  CHECK(unchanged(reads));
  folder.write("data", "012xxxxxxx");
  CHECK_FALSE(unchanged(reads));
  folder.write("data", "0123");
  CHECK_FALSE(unchanged(reads));
}

TEST_CASE("failures that may pass leave a doubt, absence leaves none") {
  Folder folder;
  folder.write("a.h", "one");
  fs::create_symlink("loop", folder / "loop");
  const auto doubtOf = [](const std::string &path) {
    ReadLog log;
    auto files = recordingFileSystem(log);
    static_cast<void>(files->status(path));
    static_cast<void>(files->getBufferForFile(path));
    return log.doubt();
  };
  CHECK(doubtOf(folder / "a.h") == "");
  CHECK(doubtOf(folder / "nothing") == "");
  CHECK(doubtOf(folder / "a.h/below") == ""); // ENOTDIR
  CHECK(doubtOf(folder / "loop").find("loop: ") != std::string::npos);
  CHECK(doubtOf(folder / std::string(300, 'x').c_str()) != ""); // ENAMETOOLONG
  rlimit before{}, none{};
  getrlimit(RLIMIT_NOFILE, &before);
  none = before;
  none.rlim_cur = 0;
  setrlimit(RLIMIT_NOFILE, &none);
  const std::string full = doubtOf(folder / "a.h"); // EMFILE
  ReadLog listing;
  std::error_code error;
  recordingFileSystem(listing)->dir_begin(folder.path.string(), error);
  setrlimit(RLIMIT_NOFILE, &before);
  CHECK(full != "");
  CHECK(listing.doubt() != "");
}

TEST_CASE("what changes while it is read leaves a doubt") {
  Folder folder;
  const std::string path = folder / "a.h";
  const auto around = [&](auto &&change) {
    folder.write("a.h", "one");
    ReadLog log;
    auto files = recordingFileSystem(log);
    CHECK(files->getBufferForFile(path));
    change();
    static_cast<void>(files->getBufferForFile(path));
    fs::remove_all(path);
    return log.doubt();
  };
  CHECK(around([] {}) == "");
  CHECK(around([&] { folder.write("a.h", "two"); }) != "");
  CHECK(around([&] { folder.write("a.h", "three"); }) != "");
  CHECK(around([&] { fs::remove(path); }) != "");
  CHECK(around([&] { fs::remove(path), fs::create_directory(path); }) != "");
}

TEST_CASE("an unreadable file is not as it was, and nothing is known of what lies in a closed directory") {
  if (geteuid() == 0) {
    MESSAGE("left out: permissions do not bind root");
    return;
  }
  Folder folder;
  fs::create_directory(folder / "inner");
  folder.write("inner/a.h", "one");
  const FileReads reads = readThrough(folder / "inner/a.h"), absent = readThrough(folder / "inner/b.h");
  fs::permissions(folder / "inner/a.h", fs::perms::none);
  CHECK_FALSE(unchanged(reads));
  fs::permissions(folder / "inner/a.h", fs::perms::owner_all);
  CHECK(unchanged(reads));
  fs::permissions(folder / "inner", fs::perms::none);
  CHECK_FALSE(unchanged(reads));
  CHECK_FALSE(unchanged(absent));
  fs::permissions(folder / "inner", fs::perms::owner_all);
  CHECK(unchanged(absent));
}
