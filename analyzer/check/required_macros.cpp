#include "analyzer/check/required_macros.h"

#include "analyzer/check/waking/conditions.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace fporder::check {
namespace {

namespace tok = clang::tok;
using Names = std::initializer_list<llvm::StringRef>;

/// struct Name, using Name =, typedef float Name;, #define Name.
bool isDeclaredAt(const SourceTokens &source, std::size_t at) {
  if (at == 0)
    return false;
  const llvm::StringRef before = source[at - 1].text;
  if (source[at].inDirective)
    return before == "define";
  if (llvm::is_contained(Names{"struct", "class", "union", "enum", "concept"}, before))
    return true;
  if (before == "using")
    return source[at + 1].kind == tok::equal;
  if (source[at + 1].kind != tok::semi)
    return false;
  while (at > 0 && source[at - 1].kind != tok::semi && source[at - 1].kind != tok::r_brace && !source[at - 1].inDirective)
    --at;
  return source[at].text == "typedef";
}

/// What is to be defined for the branch to be active; nothing where that is not told by its condition.
std::optional<std::vector<std::string>> requiredBy(const ConditionalBranch &branch) {
  const llvm::StringRef condition = branch.condition;
  if (condition.find_first_of("=<>+-*/%?") != llvm::StringRef::npos)
    return std::nullopt;
  std::vector<std::string> wanted;
  for (const MacroUse &use : llvm::ArrayRef(branch.macros).take_front(branch.own)) {
    if (llvm::StringRef(use.name).starts_with("_"))
      return std::nullopt;
    if (use.wanted)
      wanted.push_back(use.name);
  }
  if (!condition.contains("&&") && wanted.size() > 1) // one of them is enough
    wanted.resize(1);
  return wanted;
}

/// The macros, at least one, that a conditional declaration of `name` in the text needs and that are none: the fewest, of the first that needs no
/// more.
std::vector<std::string> macrosFor(const std::string &text, llvm::StringRef name, const std::function<bool(const std::string &)> &isMacro) {
  const SourceTokens source(text);
  ConditionStack conditions;
  std::vector<std::string> fewest;
  const llvm::ArrayRef<SourceToken> all = source.all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].inDirective && all[i].startsLine) {
      std::size_t length = 1;
      while (i + length < all.size() && !all[i + length].startsLine)
        ++length;
      conditions.directive(all.slice(i, length));
    }
    if (all[i].text != name || !isDeclaredAt(source, i))
      continue;
    std::vector<std::string> missing;
    bool told = true;
    for (const ConditionalBranch &branch : conditions.branches()) {
      const std::optional<std::vector<std::string>> required = requiredBy(branch);
      told &= required.has_value();
      if (required)
        llvm::copy_if(*required, std::back_inserter(missing), [&](const std::string &macro) { return !isMacro(macro); });
    }
    if (told && !missing.empty() && (fewest.empty() || missing.size() < fewest.size()))
      fewest = std::move(missing);
  }
  return fewest;
}

/// The texts of the files that are the user's.
std::vector<std::string> userTexts(const clang::SourceManager &manager) {
  std::vector<std::string> texts;
  llvm::SmallPtrSet<const clang::SrcMgr::ContentCache *, 16> seen;
  for (unsigned i = 0; i < manager.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(i);
    if (!entry.isFile() || entry.getFile().getFileCharacteristic() != clang::SrcMgr::C_User)
      continue;
    const clang::SrcMgr::ContentCache &content = entry.getFile().getContentCache();
    if (const auto text = content.getBufferDataIfLoaded(); text && content.OrigEntry && seen.insert(&content).second)
      texts.push_back(text->str());
  }
  return texts;
}

} // namespace

bool RequiredMacros::isKnown(const std::string &name) const {
  return llvm::any_of(macros, [&](const Macro &macro) { return macro.name == name; });
}

bool RequiredMacros::learn(const UnknownNames &unknown, const clang::SourceManager &manager,
                           const std::function<bool(const std::string &)> &isMacro) {
  if (unknown.names.empty())
    return false;
  const std::vector<std::string> texts = userTexts(manager);
  for (const UnknownName &name : unknown.names)
    for (const std::string &text : texts) {
      if (!llvm::StringRef(text).contains(name.name))
        continue;
      std::vector<std::string> needed = macrosFor(text, name.name, isMacro);
      llvm::erase_if(needed, [this](const std::string &macro) { return isKnown(macro); });
      for (const std::string &macro : needed)
        macros.push_back({macro, name.name});
      if (!needed.empty()) // they may declare the other names as well
        return true;
    }
  return false;
}

std::string RequiredMacros::prelude() const {
  std::string text;
  for (const Macro &macro : macros)
    text += "#define " + macro.name + " 1\n";
  return text;
}

std::optional<findings::NotAnalysed> RequiredMacros::report(const std::string &source) const {
  if (macros.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = macros.size() == 1 ? "a macro of the build" : std::to_string(macros.size()) + " macros of the build";
  entry.why = "taken for defined, as a name is declared only where it is: ";
  entry.incomplete = true;
  for (const Macro &macro : macros)
    entry.why += (&macro == &macros.front() ? "" : ", ") + macro.name + " ('" + macro.needed + "')";
  return entry;
}

} // namespace fporder::check
