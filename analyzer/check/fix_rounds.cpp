#include "analyzer/check/fix_rounds.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace fporder::check {
namespace {

class Rounds {
public:
  Rounds(const FixRequest &given, const std::set<std::string> &excluded) : request(given), excludedFiles(excluded) {}

  /// Real paths of edited files that units which no longer parse read; empty when all is done.
  std::set<std::string> run();
  FixedSources take();

private:
  /// One file on its way.
  struct Progress {
    findings::FixedFile file;
    std::vector<std::string> history; // its texts, from the first
    std::vector<unsigned> fixes;      // in each of them
    bool settled = false;             // its texts go round in a circle
  };
  std::vector<findings::FixedFile> plan(const findings::Report &report, findings::SourceFiles &sources, std::vector<std::string> *changed) const;
  std::set<std::string> apply(std::vector<findings::FixedFile> step);
  std::set<std::string> blamed(const std::vector<std::vector<std::string>> &broken) const;

  const FixRequest &request;
  const std::set<std::string> &excludedFiles;
  std::map<std::string, Progress> files; // by real path
  FixedSources result;
};

std::vector<findings::FixedFile> Rounds::plan(const findings::Report &report, findings::SourceFiles &sources,
                                              std::vector<std::string> *changed) const {
  std::vector<findings::FixedFile> step = findings::planFixes(report, sources, request.selection, changed);
  llvm::erase_if(step, [&](const findings::FixedFile &file) {
    const auto known = files.find(file.realPath);
    return file.after == file.before || excludedFiles.contains(file.realPath) || llvm::is_contained(request.leftAlone, file.path) ||
           (known != files.end() && known->second.settled);
  });
  return step;
}

/// Real paths of the files that this changes and that may change further. Of a circle the least text remains.
std::set<std::string> Rounds::apply(std::vector<findings::FixedFile> step) {
  const bool first = files.empty();
  std::set<std::string> moving;
  for (findings::FixedFile &file : step) {
    if (!first)
      file.settled.clear(); // of another report
    const auto [known, isNew] = files.try_emplace(file.realPath);
    Progress &progress = known->second;
    if (isNew) {
      progress.history.push_back(file.before);
      progress.fixes.push_back(0);
      progress.file = file;
    }
    const auto before = std::ranges::find(progress.history, file.after);
    progress.settled = before != progress.history.end();
    if (progress.settled) {
      const auto least = std::min_element(before, progress.history.end());
      progress.file.after = *least;
      progress.file.applied = progress.fixes[static_cast<std::size_t>(least - progress.history.begin())];
      continue;
    }
    progress.history.push_back(file.after);
    progress.fixes.push_back(progress.fixes.back() + file.applied);
    progress.file.applied = progress.fixes.back();
    progress.file.after = std::move(file.after);
    moving.insert(known->first);
  }
  return moving;
}

std::set<std::string> Rounds::blamed(const std::vector<std::vector<std::string>> &broken) const {
  std::set<std::string> found;
  for (const std::vector<std::string> &unit : broken)
    for (const auto &[path, progress] : files)
      if (llvm::is_contained(unit, path))
        found.insert(path);
  // A unit that could not be read again names no file: it may have been any.
  if (found.empty() && !broken.empty())
    for (const auto &[path, progress] : files)
      found.insert(path);
  return found;
}

std::set<std::string> Rounds::run() {
  std::vector<findings::FixedFile> step = plan(request.report, request.sources, &result.changed);
  for (unsigned round = 0; !step.empty(); ++round) {
    if (round == mostRounds) {
      for (const findings::FixedFile &file : step) {
        result.endless.push_back(file.path);
        files.erase(file.realPath);
      }
      return {};
    }
    const std::set<std::string> moving = apply(std::move(step));
    if (moving.empty())
      return {};
    FixedTexts texts;
    findings::SourceFiles sources;
    for (const auto &[path, progress] : files) {
      texts.emplace(path, progress.file.after);
      for (const std::string &name : {path, progress.file.path})
        sources.set(name, progress.file.after);
    }
    const Reanalysis again = request.reanalyse(std::make_shared<const FixedTexts>(std::move(texts)), moving, sources);
    if (std::set<std::string> faulty = blamed(again.broken); !faulty.empty() && !request.evenIfBroken)
      return faulty;
    step = plan(again.report, sources, nullptr);
  }
  return {};
}

FixedSources Rounds::take() {
  for (auto &[path, progress] : files)
    if (progress.file.after != progress.history.front()) {
      progress.file.before = progress.history.front();
      result.files.push_back(std::move(progress.file));
    }
  std::ranges::sort(result.files, {}, &findings::FixedFile::path);
  return std::move(result);
}

} // namespace

FixedSources fixInRounds(const FixRequest &request) {
  std::set<std::string> excluded;
  std::map<std::string, std::string> names; // of files in the first plan, by real path
  for (const findings::FixedFile &file : findings::planFixes(request.report, request.sources, request.selection))
    names.emplace(file.realPath, file.path);
  for (;;) {
    Rounds rounds(request, excluded);
    const std::set<std::string> broken = rounds.run();
    if (broken.empty()) {
      FixedSources fixed = rounds.take();
      for (const std::string &path : excluded)
        fixed.broken.push_back(names.contains(path) ? names.at(path) : path);
      return fixed;
    }
    excluded.insert(broken.begin(), broken.end()); // grows each time: `run` blames edited files only
  }
}

} // namespace fporder::check
