#include "analyzer/check/file_states.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
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
  FileReads reads;
  auto files = recordingFileSystem(reads);
  if (auto buffer = files->getBufferForFile(path))
    CHECK((*buffer)->getBufferSize() == fs::file_size(path));
  return reads;
}

bool unchanged(FileReads &reads) {
  FileStates states;
  bool renewed = false;
  for (auto &[path, read] : reads)
    if (!states.same(path, read, renewed))
      return false;
  return true;
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

TEST_CASE("a status alone does not depend on the content") {
  Folder folder;
  folder.write("a.h", "one");
  FileReads reads;
  auto files = recordingFileSystem(reads);
  CHECK(files->status(folder / "a.h"));
  CHECK(files->exists(folder.path.string()));
  folder.write("a.h", "another");
  CHECK(unchanged(reads));
  fs::remove(folder / "a.h");
  CHECK_FALSE(unchanged(reads));
}

TEST_CASE("a listing depends on names, in any order") {
  Folder folder;
  folder.write("a", "1");
  FileReads reads;
  auto files = recordingFileSystem(reads);
  std::error_code error;
  files->dir_begin(folder.path.string(), error);
  CHECK(unchanged(reads));
  folder.write("a", "2");
  CHECK(unchanged(reads));
  folder.write("b", "");
  CHECK_FALSE(unchanged(reads));
}

TEST_CASE("relative paths are asked from the file system's own directory") {
  Folder folder;
  folder.write("a.h", "one");
  FileReads reads;
  auto files = recordingFileSystem(reads);
  CHECK_FALSE(files->setCurrentWorkingDirectory(folder.path.string()));
  CHECK(files->getBufferForFile("a.h"));
  CHECK(reads.begin()->first == folder / "a.h");
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
  CHECK(states.same(folder / "a.h", read, renewed));
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
