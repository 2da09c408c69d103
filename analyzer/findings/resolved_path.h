// Names of files with all links resolved: what tells that two names are one file.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace fporder::findings {

/// The real path of `path`; `path` itself, made absolute, where nothing is there. Where the system cannot tell for another reason, a want of
/// descriptors or memory, a failing disk, the same, and the failure is kept: see unresolvedPaths. Safe to call from several threads.
std::string resolvedPath(const std::string &path);
/// The real path of `path`; nothing where nothing is there, or where the system cannot tell, which is kept as well.
std::optional<std::string> existingPath(const std::string &path);

/// Paths that these two could not resolve since the process began, though something may be there, with the reason. What was taken from such a name
/// may be wrong: the run has failed, and nothing is written that rests on it.
std::map<std::string, std::string> unresolvedPaths();

} // namespace fporder::findings
