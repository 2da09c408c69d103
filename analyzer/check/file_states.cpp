#include "analyzer/check/file_states.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fporder::check {

FileStates::State &FileStates::state(llvm::StringRef path) {
  auto [slot, isNew] = states.try_emplace(path);
  State &state = slot->second;
  if (!isNew)
    return state;
  const std::string file = path.str();
  if (std::optional<CurrentPrint> print = currentPrint(file)) {
    state.kind = FileRead::Kind::File;
    state.print = print;
    return state;
  }
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(file, status))
    state.kind = status.type() == llvm::sys::fs::file_type::directory_file ? FileRead::Kind::Directory : FileRead::Kind::File;
  return state;
}

bool FileStates::same(llvm::StringRef path, FileRead &read, bool &renewed) {
  State &now = state(path);
  if (read.kind == FileRead::Kind::Listed) {
    if (!now.listing)
      now.listing = hashListing(path.str());
    return *now.listing == read.content;
  }
  if (read.kind != FileRead::Kind::Read)
    return read.kind == now.kind;
  if (!now.print)
    return false;
  if (!now.realPath) {
    llvm::SmallString<256> real;
    now.realPath = !llvm::sys::fs::real_path(path, real) && real != path ? real.str().str() : std::string();
  }
  if (*now.realPath != read.realPath)
    return false;
  if (read.printed && now.print->print == read.print)
    return true;
  if (!now.content) {
    auto buffer = findings::inputBuffer(path.str(), fporder::file::Limit::SourceFile);
    if (!buffer)
      return false;
    now.content = hashContent({(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
  }
  if (*now.content != read.content)
    return false;
  if (now.print->settled) {
    read.print = now.print->print;
    renewed = read.printed = true;
  }
  return true;
}

} // namespace fporder::check
