#include "analyzer/check/waking/inactive_code.h"

#include "analyzer/check/waking/floating_words.h"
#include "analyzer/findings/resolved_path.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace fporder::check {

class InactiveCode::Recorder : public clang::PPCallbacks {
public:
  explicit Recorder(InactiveCode &inactive) : code(inactive) {}
  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation end) override { code.ranges.emplace_back(range.getBegin(), end); }

private:
  InactiveCode &code;
};

namespace {

using Lines = std::vector<std::pair<unsigned, unsigned>>;

/// The path that findings in the file have; empty for what is no file of the user's.
std::string pathOf(const clang::SourceManager &manager, const clang::SrcMgr::ContentCache &content) {
  if (!content.getBufferDataIfLoaded() || !content.OrigEntry)
    return "";
  if (manager.getFileEntryRefForID(manager.getMainFileID()) == content.OrigEntry)
    return content.OrigEntry->getName().str();
  return findings::existingPath(content.OrigEntry->getFileEntry().tryGetRealPathName().str()).value_or("");
}

bool isInactive(const UnitFile &file, unsigned line) { return line < file.inactive.size() && file.inactive[line]; }

/// Whether the ranges in files of the user's hold enough floating-point tokens to look closer. A cheap question, as most sources have none.
bool hasFloatingCode(const clang::SourceManager &manager, const std::vector<std::pair<clang::SourceLocation, clang::SourceLocation>> &ranges) {
  unsigned found = 0;
  for (const auto &[begin, end] : ranges) {
    const auto [file, first] = manager.getDecomposedLoc(begin);
    const auto [endFile, last] = manager.getDecomposedLoc(end);
    if (file != endFile || last <= first || manager.isInSystemHeader(begin))
      continue;
    const std::string text = manager.getBufferData(file).slice(first, last).str();
    const SourceTokens source(text);
    found += static_cast<unsigned>(llvm::count_if(source.all(), isFloatingToken));
    if (found >= InactiveCode::fewestTokens)
      return true;
  }
  return false;
}

/// The outermost of the branches that is inactive: the line after its # line is, as only # lines inside inactive text are.
const ConditionalBranch *failing(const UnitFile &file, const std::vector<ConditionalBranch> &branches) {
  const auto found = llvm::find_if(branches, [&](const ConditionalBranch &branch) { return isInactive(file, branch.line + 1); });
  return found == branches.end() ? nullptr : &*found;
}

} // namespace

void InactiveCode::watch(clang::Preprocessor &preprocessor) {
  *this = {};
  preprocessor.addPPCallbacks(std::make_unique<Recorder>(*this));
}

void InactiveCode::read(const clang::SourceManager &manager, const std::function<std::string(const std::string &)> &name, bool tokens) {
  llvm::DenseMap<clang::FileID, Lines> skipped;
  for (const auto &[begin, end] : ranges)
    if (const clang::FileID file = manager.getFileID(begin); !manager.isInSystemHeader(begin) && file == manager.getFileID(end))
      if (const unsigned first = manager.getSpellingLineNumber(begin), last = manager.getSpellingLineNumber(end); last > first + 1)
        skipped[file].emplace_back(first, last);
  if (tokens && !hasFloatingCode(manager, ranges))
    return;
  std::map<std::string, Entered> entered;
  llvm::DenseMap<const clang::SrcMgr::ContentCache *, Entered *> byContent; // null: not the user's
  for (unsigned i = 0; i < manager.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getFileCharacteristic() != clang::SrcMgr::C_User)
      continue;
    const clang::SrcMgr::ContentCache &content = entry.getFile().getContentCache();
    const auto [slot, isNew] = byContent.try_emplace(&content, nullptr);
    if (isNew) {
      const std::string path = pathOf(manager, content), known = path.empty() ? "" : name(path);
      if (known.empty())
        continue;
      slot->second = &entered[known];
      if (tokens)
        slot->second->text = content.getBufferDataIfLoaded()->str();
    }
    if (slot->second)
      slot->second->skipped.push_back(skipped.lookup(manager.getFileID(clang::SourceLocation::getFromRawEncoding(entry.getOffset()))));
  }
  for (auto &[known, own] : entered) {
    UnitFile &file = byName[known];
    markLines(file, own);
    if (tokens && !file.inactive.empty())
      countTokens(file, own.text);
    texts[known] = std::move(own.text);
  }
  addDefinersConditions();
}

void InactiveCode::addDefinersConditions() {
  for (auto &[name, file] : byName)
    for (InactiveBranch &branch : file.branches) {
      std::set<std::string> more;
      for (const MacroUse &use : branch.macros)
        if (const auto definer = wantedFirst.find(use.name); use.wanted && definer != wantedFirst.end())
          more.insert(definer->second.begin(), definer->second.end());
      for (const std::string &macro : more)
        branch.macros.push_back({macro, true});
    }
}

void InactiveCode::markLines(UnitFile &file, const Entered &entered) {
  std::map<unsigned, std::ptrdiff_t> change; // of the entries that pass a line over, from the line before
  for (const Lines &lines : entered.skipped)
    for (const auto &[first, last] : lines) {
      ++change[first + 1];
      --change[last];
    }
  std::ptrdiff_t passing = 0;
  for (auto at = change.begin(); at != change.end(); ++at) {
    passing += at->second;
    if (std::next(at) == change.end() || passing != static_cast<std::ptrdiff_t>(entered.skipped.size()))
      continue;
    file.inactive.resize(std::next(at)->first);
    std::fill(file.inactive.begin() + at->first, file.inactive.end(), true);
  }
}

void InactiveCode::countTokens(UnitFile &file, const std::string &text) {
  const SourceTokens source(text);
  const llvm::ArrayRef<SourceToken> all = source.all();
  ConditionStack conditions;
  bool sameBranch = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].inDirective) {
      std::size_t length = 1;
      while (i + length < all.size() && !all[i + length].startsLine)
        ++length;
      const llvm::ArrayRef<SourceToken> directive = all.slice(i, length);
      conditions.directive(directive);
      if (length > 2 && directive[1].text == "define" && isInactive(file, directive[0].line))
        for (const ConditionalBranch &branch : conditions.branches())
          for (const MacroUse &use : branch.macros)
            if (use.wanted)
              wantedFirst[directive[2].text.str()].push_back(use.name);
      sameBranch = false;
      i += length - 1;
    } else if (isFloatingToken(all[i])) {
      const ConditionalBranch *outermost = isInactive(file, all[i].line) ? failing(file, conditions.branches()) : nullptr;
      if (!outermost) {
        ++file.activeTokens;
        continue;
      }
      if (!std::exchange(sameBranch, true)) {
        file.branches.push_back({outermost->condition, outermost->line, {}, {}});
        for (const ConditionalBranch &branch : conditions.branches())
          llvm::append_range(file.branches.back().macros, branch.macros);
      }
      file.branches.back().tokenLines.push_back(all[i].line);
    }
  }
}

bool InactiveCode::isActive(const std::string &file, unsigned line) const {
  const auto known = byName.find(file);
  return known != byName.end() && !isInactive(known->second, line);
}

bool InactiveCode::isWokenBy(const InactiveCode &other) const {
  for (const auto &[name, file] : byName)
    for (const InactiveBranch &branch : file.branches)
      if (llvm::any_of(branch.tokenLines, [&, &name = name](unsigned line) { return other.isActive(name, line); }))
        return true;
  return false;
}

void InactiveCode::dropTokensActiveIn(const InactiveCode &other) {
  for (auto &[name, file] : byName) {
    for (InactiveBranch &branch : file.branches)
      llvm::erase_if(branch.tokenLines, [&, &name = name](unsigned line) { return other.isActive(name, line); });
    llvm::erase_if(file.branches, [](const InactiveBranch &branch) { return branch.tokenLines.empty(); });
  }
}

bool InactiveCode::defines(llvm::StringRef macro) const {
  const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (const auto &[name, content] : texts) {
    const llvm::StringRef text = content;
    for (std::size_t at = text.find(macro); at != llvm::StringRef::npos; at = text.find(macro, at + 1)) {
      const llvm::StringRef before = text.take_front(at), after = text.drop_front(at + macro.size());
      const bool wholeWord = (before.empty() || !isWord(before.back())) && (after.empty() || !isWord(after.front()));
      if (wholeWord && before.rtrim(" \t").ends_with("define"))
        return true;
    }
  }
  return false;
}

unsigned InactiveCode::activeTokens() const {
  unsigned count = 0;
  for (const auto &[name, file] : byName)
    count += file.activeTokens;
  return count;
}

unsigned InactiveCode::inactiveTokens() const {
  std::size_t count = 0;
  for (const auto &[name, file] : byName)
    for (const InactiveBranch &branch : file.branches)
      count += branch.tokenLines.size();
  return static_cast<unsigned>(count);
}

} // namespace fporder::check
