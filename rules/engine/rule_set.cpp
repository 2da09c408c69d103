#include "rules/engine/embedded.h"
#include "rules/engine/match.h"
#include "rules/engine/matcher.h"
#include "rules/engine/nearest.h"
#include "runtime/file/input.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace fporder::rules {

namespace fs = std::filesystem;

std::string_view name(Severity severity) { return severity == Severity::Warning ? "warning" : severity == Severity::Remark ? "remark" : "audit"; }

struct RuleSet::Implementation {
  std::vector<std::unique_ptr<Rule>> rules;
  std::vector<ActiveRule> active; // parallel to `rules`
  RootIndex index;
  std::string documents; // what was read beside the embedded ones

  void add(LoadedRule loaded, Hook hook);
  bool isNew(const Rule &rule, std::vector<DocumentError> &errors) const;
  void addFolder(const fs::path &folder, const std::string &family, std::vector<DocumentError> &errors, std::vector<DocumentError> *outdated);
};

void RuleSet::Implementation::add(LoadedRule loaded, Hook hook) {
  rules.push_back(std::move(loaded.rule));
  active.push_back({rules.back().get(), std::move(loaded.patterns), hook});
}

bool RuleSet::Implementation::isNew(const Rule &rule, std::vector<DocumentError> &errors) const {
  for (const std::unique_ptr<Rule> &other : rules) {
    bool sameId = other->id == rule.id;
    if (!sameId && other->slug != rule.slug)
      continue;
    errors.push_back({rule.place, (sameId ? "the id " + rule.id : "the slug '" + rule.slug + "'") + " is already that of " + other->place.file});
    return false;
  }
  return true;
}

void RuleSet::Implementation::addFolder(const fs::path &folder, const std::string &family, std::vector<DocumentError> &errors,
                                        std::vector<DocumentError> *outdated) {
  const std::string path = (folder / "rule.md").string();
  std::error_code failure;
  if (fs::exists(folder / "rule.cpp", failure)) {
    errors.push_back(
        {{(folder / "rule.cpp").string(), 1, 1}, "a user's rules cannot bring code: only rules built into the program may have a rule.cpp"});
    return;
  }
  std::string text;
  if (const std::error_code problem = fporder::file::readWhole(path, fporder::file::Limit::Document, text)) {
    errors.push_back({{path, 1, 1}, "cannot be read: " + problem.message()});
    return;
  }
  for (const std::string &part : {path, text})
    documents += std::to_string(part.size()) + ':' + part;
  std::size_t before = errors.size();
  LoadedRule loaded = loadRule(text, {path, folder.filename().string(), family, false}, errors);
  if (!loaded.rule)
    return;
  loaded.rule->isUsers = true;
  if (outdated)
    outdated->insert(outdated->end(), loaded.outdated.begin(), loaded.outdated.end());
  verifyOrders(loaded, errors);
  if (errors.size() == before && isNew(*loaded.rule, errors))
    add(std::move(loaded), nullptr);
}

RuleSet::RuleSet() : implementation(std::make_unique<Implementation>()) {}
RuleSet::~RuleSet() = default;
RuleSet::RuleSet(RuleSet &&) noexcept = default;
RuleSet &RuleSet::operator=(RuleSet &&) noexcept = default;

RuleSet RuleSet::builtIn(std::vector<DocumentError> *errors) {
  RuleSet set;
  std::vector<DocumentError> found;
  for (const EmbeddedRule &embedded : embeddedRules()) {
    DocumentContext context{std::string(embedded.file), std::string(embedded.slug), std::string(embedded.family), embedded.hook != nullptr};
    LoadedRule loaded = loadRule(embedded.text, context, found);
    found.insert(found.end(), loaded.outdated.begin(), loaded.outdated.end()); // of ours nothing is
    if (loaded.rule && set.implementation->isNew(*loaded.rule, found))
      set.implementation->add(std::move(loaded), embedded.hook);
  }
  set.implementation->index.build(set.implementation->active);
  if (errors)
    *errors = std::move(found);
  return set;
}

namespace {

std::vector<fs::path> foldersIn(const fs::path &directory, std::error_code &failure) {
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end; entry.increment(failure)) {
    std::error_code ignored;
    if (entry->is_directory(ignored))
      folders.push_back(entry->path());
  }
  std::ranges::sort(folders);
  return folders;
}

} // namespace

std::vector<DocumentError> RuleSet::addDirectory(const std::string &directory, std::vector<DocumentError> *outdated) {
  std::vector<DocumentError> errors;
  std::error_code failure;
  std::vector<fs::path> folders = foldersIn(directory, failure);
  if (failure)
    return {{{directory, 0, 0}, "the rules directory cannot be read: " + failure.message()}};
  std::size_t documents = 0;
  for (const fs::path &folder : folders) {
    std::error_code ignored;
    if (fs::exists(folder / "rule.md", ignored)) {
      ++documents;
      implementation->addFolder(folder, "", errors, outdated);
      continue;
    }
    for (const fs::path &inner : foldersIn(folder, ignored))
      if (fs::exists(inner / "rule.md", ignored)) {
        ++documents;
        implementation->addFolder(inner, folder.filename().string(), errors, outdated);
      }
  }
  if (documents == 0)
    errors.push_back({{directory, 0, 0}, "the rules directory holds no SLUG/rule.md and no FAMILY/SLUG/rule.md"});
  implementation->index.build(implementation->active);
  return errors;
}

namespace {

/// '*' stands for any run of characters.
bool matchesGlob(std::string_view glob, std::string_view text) {
  std::size_t g = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && glob[g] == text[t]) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*')
    ++g;
  return g == glob.size();
}

bool matchesRule(std::string_view glob, const Rule &rule) {
  constexpr std::string_view prefix = "fporder-";
  if (glob.starts_with(prefix))
    glob.remove_prefix(prefix.size());
  return matchesGlob(glob, rule.slug) || matchesGlob(glob, rule.id) || matchesGlob(glob, rule.family + "/" + rule.slug) ||
         matchesGlob(glob, rule.family + "-" + rule.slug);
}

struct Selection {
  std::string glob;
  bool positive;
};

std::vector<Selection> parseGlobs(std::string_view globs) {
  std::vector<Selection> result;
  while (!globs.empty()) {
    std::size_t end = globs.find_first_of(",\n");
    std::string_view part = globs.substr(0, end);
    globs.remove_prefix(end == std::string_view::npos ? globs.size() : end + 1);
    while (!part.empty() && (part.front() == ' ' || part.front() == '\t' || part.front() == '\r'))
      part.remove_prefix(1);
    while (!part.empty() && (part.back() == ' ' || part.back() == '\t' || part.back() == '\r'))
      part.remove_suffix(1);
    bool positive = !part.starts_with('-');
    if (!positive)
      part.remove_prefix(1);
    if (!part.empty())
      result.push_back({std::string(part), positive});
  }
  return result;
}

} // namespace

void RuleSet::select(const std::string &globs) {
  std::vector<Selection> selections = parseGlobs(globs);
  if (selections.empty())
    return;
  auto keeps = [&](const Rule &rule) {
    bool selected = !selections.front().positive;
    for (const Selection &selection : selections)
      if (matchesRule(selection.glob, rule))
        selected = selection.positive;
    return selected;
  };
  std::erase_if(implementation->active, [&](const ActiveRule &active) { return !keeps(active.rule()); });
  std::erase_if(implementation->rules, [&](const std::unique_ptr<Rule> &rule) { return !keeps(*rule); });
  implementation->index.build(implementation->active);
}

std::vector<std::string> RuleSet::unmatchedGlobs(const std::string &globs) const {
  std::vector<std::string> unmatched;
  for (const Selection &selection : parseGlobs(globs))
    if (std::ranges::none_of(implementation->rules, [&](const auto &rule) { return matchesRule(selection.glob, *rule); }))
      unmatched.push_back(selection.glob);
  return unmatched;
}

const std::vector<std::unique_ptr<Rule>> &RuleSet::rules() const { return implementation->rules; }

const std::string &RuleSet::documents() const { return implementation->documents; }

const Rule *RuleSet::find(std::string_view slugOrId) const {
  constexpr std::string_view prefix = "fporder-";
  if (slugOrId.starts_with(prefix))
    slugOrId.remove_prefix(prefix.size());
  for (const std::unique_ptr<Rule> &rule : implementation->rules)
    if (rule->slug == slugOrId || rule->id == slugOrId)
      return rule.get();
  return nullptr;
}

std::string RuleSet::nearestRule(std::string_view slugOrId) const {
  std::vector<std::string_view> known;
  for (const std::unique_ptr<Rule> &rule : implementation->rules) {
    known.push_back(rule->slug);
    known.push_back(rule->id);
  }
  return nearest(slugOrId, known);
}

std::vector<Match> RuleSet::match(order::Procedure &procedure, const MatchOptions &options) const {
  return Matcher(implementation->active, implementation->index, procedure, options).run();
}

} // namespace fporder::rules
