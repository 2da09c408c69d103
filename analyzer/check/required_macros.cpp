#include "analyzer/check/required_macros.h"

#include "analyzer/check/waking/conditions.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace fporder::check {
namespace {

namespace tok = clang::tok;
using Names = std::initializer_list<llvm::StringRef>;

bool isTag(const SourceTokens &source, std::size_t at) {
  return at > 0 && !source[at].inDirective && llvm::is_contained(Names{"struct", "class", "union", "enum", "concept"}, source[at - 1].text);
}

/// struct Name, using Name =, typedef float Name;, #define Name.
bool isDeclaredAt(const SourceTokens &source, std::size_t at) {
  if (at == 0)
    return false;
  const llvm::StringRef before = source[at - 1].text;
  if (source[at].inDirective)
    return before == "define";
  if (isTag(source, at))
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

using Macros = std::vector<std::string>;

/// For each of `names` that the text declares under conditions only: the macros, at least one, that each of its declarations needs and that are none.
/// A name of which one declaration needs none, as one in an #else, is unknown for another reason; a tag alone (`struct name`) is no such one in C.
llvm::StringMap<std::vector<Macros>> declarations(const std::string &text, const llvm::StringSet<> &names,
                                                  const std::function<bool(const std::string &)> &isMacro) {
  const SourceTokens source(text);
  ConditionStack conditions;
  llvm::StringMap<std::vector<Macros>> found;
  llvm::StringSet<> declared;
  const llvm::ArrayRef<SourceToken> all = source.all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].inDirective && all[i].startsLine) {
      std::size_t length = 1;
      while (i + length < all.size() && !all[i + length].startsLine)
        ++length;
      conditions.directive(all.slice(i, length));
    }
    if (!names.contains(all[i].text) || !isDeclaredAt(source, i))
      continue;
    Macros missing;
    bool told = true;
    for (const ConditionalBranch &branch : conditions.branches()) {
      const std::optional<Macros> required = requiredBy(branch);
      told &= required.has_value();
      if (required)
        llvm::copy_if(*required, std::back_inserter(missing), [&](const std::string &macro) { return !isMacro(macro); });
    }
    if (told && missing.empty() && !isTag(source, i))
      declared.insert(all[i].text);
    else if (told && !missing.empty())
      found[all[i].text].push_back(std::move(missing));
  }
  for (const auto &name : declared)
    found.erase(name.getKey());
  return found;
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
  llvm::StringSet<> names;
  for (const UnknownName &name : unknown.names)
    names.insert(name.name);
  std::vector<llvm::StringMap<std::vector<Macros>>> texts; // one pass over each, however many names there are
  for (const std::string &text : userTexts(manager))
    if (llvm::any_of(unknown.names, [&](const UnknownName &name) { return llvm::StringRef(text).contains(name.name); }))
      texts.push_back(declarations(text, names, isMacro));
  const std::size_t before = macros.size();
  for (const UnknownName &name : unknown.names) {
    const auto isNew = [&](const std::string &macro) {
      return llvm::any_of(llvm::ArrayRef(macros).drop_front(before), [&](const Macro &known) { return known.name == macro; });
    };
    const auto declared = [&](const auto &text) { // by the macros that other names have just got
      const auto entry = text.find(name.name);
      return entry != text.end() && llvm::any_of(entry->second, [&](const Macros &needed) { return llvm::all_of(needed, isNew); });
    };
    if (llvm::any_of(texts, declared))
      continue;
    for (const auto &text : texts)
      if (const auto entry = text.find(name.name); entry != text.end() && add(entry->second, name.name))
        break;
  }
  return macros.size() > before;
}

/// The fewest macros that a declaration needs, of the first that needs no more; false where all of them are known.
bool RequiredMacros::add(const std::vector<std::vector<std::string>> &declarations, const std::string &name) {
  Macros needed = *llvm::min_element(declarations, [](const Macros &one, const Macros &other) { return one.size() < other.size(); });
  llvm::erase_if(needed, [this](const std::string &macro) { return isKnown(macro); });
  for (const std::string &macro : needed)
    macros.push_back({macro, name});
  return !needed.empty();
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
