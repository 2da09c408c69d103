#include "analyzer/check/file_states.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fporder::check {

FileStates::State &FileStates::state(llvm::StringRef path) {
  auto [slot, isNew] = states.try_emplace(path);
  State &state = slot->second;
  if (!isNew)
    return state;
  struct stat found;
  if (::stat(path.str().c_str(), &found)) {
    if (saysAbsent(std::error_code(errno, std::generic_category())))
      state.kind = FileRead::Kind::Absent;
    return state;
  }
  state.identity = llvm::sys::fs::UniqueID(found.st_dev, found.st_ino);
  state.kind = S_ISREG(found.st_mode) ? FileRead::Kind::File : S_ISDIR(found.st_mode) ? FileRead::Kind::Directory : FileRead::Kind::Special;
  if (S_ISREG(found.st_mode))
    state.print = printOf(found);
  return state;
}

bool FileStates::same(FileReads &reads, bool &renewed) {
  SameFiles same;
  for (auto &[path, read] : reads) {
    if (const std::optional<ProjectQuestion> question = ProjectQuestion::ofPath(path)) {
      if (!sameAnswer(*question, read) || same.next(std::nullopt) != read.sameAs)
        return false;
      continue;
    }
    State &now = state(path);
    if (!FileStates::same(now, path, read, renewed) || same.next(now.identity) != read.sameAs)
      return false;
  }
  return true;
}

bool FileStates::sameAnswer(const ProjectQuestion &question, const FileRead &read) const {
  const std::shared_ptr<const ProjectHeaders> project = projects ? projects->at(question.root) : nullptr;
  return project && read.kind == FileRead::Kind::Searched && project->find(question.include, question.directory).hash() == read.content;
}

bool FileStates::same(State &now, llvm::StringRef path, FileRead &read, bool &renewed) {
  if (read.resolved) {
    if (!now.realPath) {
      llvm::SmallString<256> real;
      if (llvm::sys::fs::real_path(path, real))
        return false;
      now.realPath = real == path ? std::string() : real.str().str();
    }
    if (*now.realPath != read.realPath)
      return false;
  }
  switch (read.kind) {
  case FileRead::Kind::Listed:
    if (!now.listing)
      now.listing = hashListing(path.str());
    return now.kind == FileRead::Kind::Directory && *now.listing && **now.listing == read.content;
  case FileRead::Kind::Read:
    return now.print && now.print->print.size == read.size && sameContent(now, path, read, renewed);
  case FileRead::Kind::File:
    return now.print && now.print->print.size == read.size;
  default:
    return now.kind == read.kind;
  }
}

bool FileStates::sameContent(State &now, llvm::StringRef path, FileRead &read, bool &renewed) {
  if (read.printed && now.print->print == read.print) {
    if (!now.readable) // by another user, or with other rights, than the analysis
      now.readable = ::faccessat(AT_FDCWD, path.str().c_str(), R_OK, AT_EACCESS) == 0;
    return *now.readable;
  }
  const bool whole = read.length == read.size;
  std::optional<ContentHash> content = whole ? now.content : std::nullopt;
  if (!content) {
    auto buffer = findings::inputBuffer(path.str(), fporder::file::Limit::SourceFile);
    if (!buffer || (*buffer)->getBufferSize() != read.size || read.length > read.size)
      return false;
    content = hashContent({(*buffer)->getBufferStart(), read.length});
    if (whole)
      now.content = content;
  }
  if (*content != read.content)
    return false;
  if (now.print->settled) {
    read.print = now.print->print;
    renewed = read.printed = true;
  }
  return true;
}

} // namespace fporder::check
