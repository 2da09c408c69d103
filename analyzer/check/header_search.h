// The search for headers that no flag finds, while one unit is parsed.
//
// A virtual directory at the very end of the include path, behind the system's, holds for each include the header that the project around the source
// has for it; its contents, name and identity are those of the real file. A header that lies beside one found this way is found beside it first.
#pragma once

#include "analyzer/check/project_headers.h"
#include "analyzer/check/read_log.h"
#include "analyzer/findings/finding.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace fporder::check {

class HeaderSearch {
public:
  /// `source` is absolute.
  HeaderSearch(std::shared_ptr<const ProjectHeaders> project, const std::string &source);

  /// `files` and the virtual directory. The search must outlive it.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);
  /// Puts the virtual directory at the end of the include path. Before the first token is read.
  static void enterPath(clang::Preprocessor &preprocessor);

  /// The real file that `path` in the virtual directory stands for, `files` being the real ones; empty: none.
  std::string resolve(llvm::StringRef path, llvm::vfs::FileSystem &files);

  /// Why nothing could be looked up; empty where nothing was asked, or all was answered.
  std::string problem() const { return asked.empty() ? std::string() : headers->problem(); }
  /// The includes that were answered, by name.
  std::vector<findings::FoundHeader> found() const;
  /// All questions so far become a part of `log`: another answer to one of them, and what was computed from the log is not good any more.
  void noteIn(ReadLog &log) const;

private:
  std::shared_ptr<const ProjectHeaders> headers;
  std::string from;                             // the source's directory
  std::map<std::string, HeaderAnswer> asked;    // what was found beside another header is no question
  std::map<std::string, std::string> standsFor; // virtual directory -> the real one of what was found in it
};

} // namespace fporder::check
