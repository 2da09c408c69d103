#include "analyzer/findings/config.h"
#include "analyzer/findings/input_text.h"

#include "rules/engine/nearest.h"
#include "runtime/file/input.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <climits>

namespace fporder::findings {

namespace {

constexpr const char *fileName = ".fporder";
constexpr unsigned deepestInheritance = limits::most(limits::Limit::InheritedConfigurations);

/// Reads one document into a Config; the first mistake ends it.
class Reader {
public:
  Reader(std::string_view text, const std::string &file, const std::vector<std::string> &knownRules)
      : content(text.data(), text.size()), file(file), knownRules(knownRules),
        stream(llvm::StringRef(text.data(), text.size()), manager, /*ShowColors=*/false) {
    manager.setDiagHandler(
        [](const llvm::SMDiagnostic &diagnostic, void *context) {
          auto *reader = static_cast<Reader *>(context);
          reader->fail(diagnostic.getLineNo(), diagnostic.getColumnNo() + 1, diagnostic.getMessage().str());
        },
        this);
  }

  ParsedConfig read();

private:
  using Handler = void (Reader::*)(llvm::yaml::Node &value);
  struct Key {
    std::string_view name;
    Handler handler;
  };
  static llvm::ArrayRef<Key> keys();

  void fail(int line, int column, std::string message);
  void fail(const llvm::yaml::Node &node, std::string message);
  void entry(llvm::yaml::KeyValueNode &pair);
  std::string scalar(llvm::yaml::Node &node);
  std::vector<std::string> list(llvm::yaml::Node &node);
  bool boolean(llvm::yaml::Node &node);
  std::string expression(llvm::yaml::Node &node);
  std::string choice(llvm::yaml::Node &node, llvm::ArrayRef<std::string_view> choices);
  void severities(llvm::yaml::Node &node);
  std::string relativeToFile(const std::string &written) const;

  void rulesKey(llvm::yaml::Node &value) { config.rules = llvm::join(list(value), ","); }
  void failOnKey(llvm::yaml::Node &value);
  void levelKey(llvm::yaml::Node &value);
  void headerFilterKey(llvm::yaml::Node &value) { config.headerFilter = expression(value); }
  void excludeHeaderFilterKey(llvm::yaml::Node &value) { config.excludeHeaderFilter = expression(value); }
  void extraArgsKey(llvm::yaml::Node &value) { config.extraArgs = list(value); }
  void severityKey(llvm::yaml::Node &value) { severities(value); }
  void remarksKey(llvm::yaml::Node &value);
  void rulesDirKey(llvm::yaml::Node &value) { directories(value, config.rulesDirs); }
  void modelsKey(llvm::yaml::Node &value) { directories(value, config.modelDirs); }
  void directories(llvm::yaml::Node &value, std::vector<std::string> &into);
  void unusedKey(llvm::yaml::Node &value) { config.reportUnusedSuppressions = choice(value, {"all", "allow", "never"}); }
  void cacheKey(llvm::yaml::Node &value);
  void strictKey(llvm::yaml::Node &value) { config.strict = boolean(value); }
  void mayAliasKey(llvm::yaml::Node &value) { config.mayAlias = boolean(value); }
  void imageStorageKey(llvm::yaml::Node &value) {
    config.imageStorage = choice(value, {"binary16", "half", "binary32"}) == "binary32" ? format::Format::Binary32 : format::Format::Binary16;
  }
  void profilesKey(llvm::yaml::Node &value);
  void referenceKey(llvm::yaml::Node &value);
  std::string referenceProblem(const ReferenceRow &row) const;
  void inheritKey(llvm::yaml::Node &value) { config.inherit = boolean(value); }

  llvm::StringRef content;
  const std::string &file;
  const std::vector<std::string> &knownRules;
  llvm::SourceMgr manager;
  llvm::yaml::Stream stream;
  Config config;
  std::optional<ConfigError> error;
};

llvm::ArrayRef<Reader::Key> Reader::keys() {
  static const Key all[] = {
      {"rules", &Reader::rulesKey},
      {"fail-on", &Reader::failOnKey},
      {"level", &Reader::levelKey},
      {"header-filter", &Reader::headerFilterKey},
      {"exclude-header-filter", &Reader::excludeHeaderFilterKey},
      {"extra-args", &Reader::extraArgsKey},
      {"severity", &Reader::severityKey},
      {"remarks", &Reader::remarksKey},
      {"rules-dir", &Reader::rulesDirKey},
      {"models", &Reader::modelsKey},
      {"report-unused-suppressions", &Reader::unusedKey},
      {"strict", &Reader::strictKey},
      {"cache", &Reader::cacheKey},
      {"may-alias", &Reader::mayAliasKey},
      {"image-storage", &Reader::imageStorageKey},
      {"profiles", &Reader::profilesKey},
      {"reference", &Reader::referenceKey},
      {"inherit", &Reader::inheritKey},
  };
  return all;
}

void Reader::fail(int line, int column, std::string message) {
  if (error)
    return; // what follows a mistake is its consequence
  if (!message.empty())
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  error = ConfigError{{file, static_cast<std::uint32_t>(std::max(line, 1)), static_cast<std::uint32_t>(std::max(column, 1))}, std::move(message)};
}

void Reader::fail(const llvm::yaml::Node &node, std::string message) {
  const llvm::SMLoc start = node.getSourceRange().Start;
  if (!start.isValid() || !manager.FindBufferContainingLoc(start)) // an empty value at the end of the text has no place
    return fail(1, 1, std::move(message));
  auto [line, column] = manager.getLineAndColumn(start);
  fail(static_cast<int>(line), static_cast<int>(column), std::move(message));
}

std::string Reader::scalar(llvm::yaml::Node &node) {
  llvm::SmallString<64> storage;
  if (auto *value = llvm::dyn_cast<llvm::yaml::ScalarNode>(&node))
    return value->getValue(storage).str();
  if (auto *value = llvm::dyn_cast<llvm::yaml::BlockScalarNode>(&node))
    return value->getValue().str();
  fail(node, "expected a single value");
  return {};
}

std::vector<std::string> Reader::list(llvm::yaml::Node &node) {
  auto *sequence = llvm::dyn_cast<llvm::yaml::SequenceNode>(&node);
  if (!sequence)
    return {scalar(node)};
  std::vector<std::string> values;
  for (llvm::yaml::Node &item : *sequence)
    values.push_back(scalar(item));
  return values;
}

bool Reader::boolean(llvm::yaml::Node &node) { return choice(node, {"true", "false"}) == "true"; }

std::string Reader::expression(llvm::yaml::Node &node) {
  std::string pattern = scalar(node);
  std::string problem;
  if (!llvm::Regex(pattern).isValid(problem))
    fail(node, "not a regular expression: " + problem);
  return pattern;
}

std::string Reader::choice(llvm::yaml::Node &node, llvm::ArrayRef<std::string_view> choices) {
  std::string value = scalar(node);
  if (error || llvm::is_contained(choices, std::string_view(value)))
    return value;
  std::string expected;
  for (std::string_view known : choices)
    expected += (expected.empty() ? "" : ", ") + std::string(known);
  fail(node, "expected one of " + expected + ", found '" + value + "'" + rules::didYouMean(value, choices));
  return value;
}

void Reader::severities(llvm::yaml::Node &node) {
  auto *mapping = llvm::dyn_cast<llvm::yaml::MappingNode>(&node);
  if (!mapping)
    return fail(node, "expected a mapping of rules to severities");
  std::vector<std::string_view> known(knownRules.begin(), knownRules.end());
  for (llvm::yaml::KeyValueNode &pair : *mapping) {
    if (!pair.getKey() || !pair.getValue()) // the text ends within it
      return fail(node, "expected a mapping of rules to severities");
    std::string rule = scalar(*pair.getKey());
    if (!known.empty() && !llvm::is_contained(known, std::string_view(rule)))
      fail(*pair.getKey(), "no rule is called '" + rule + "'" + rules::didYouMean(rule, known));
    std::string level = choice(*pair.getValue(), {"remark", "warning"});
    config.severities[rule] = level == "warning" ? rules::Severity::Warning : rules::Severity::Remark;
  }
}

void Reader::profilesKey(llvm::yaml::Node &value) {
  auto *mapping = llvm::dyn_cast<llvm::yaml::MappingNode>(&value);
  if (!mapping)
    return fail(value, "expected a mapping of names to lists of compiler flags");
  for (llvm::yaml::KeyValueNode &pair : *mapping) {
    const std::string name = scalar(*pair.getKey());
    if (!pair.getValue() || llvm::isa<llvm::yaml::NullNode>(pair.getValue()))
      return fail(*pair.getKey(), "the profile '" + name + "' has no flags");
    config.profiles[name] = list(*pair.getValue());
  }
}

/// Why a row cannot be used; empty when it can.
std::string Reader::referenceProblem(const ReferenceRow &row) const {
  const bool formula = llvm::StringRef(row.reference).starts_with("formula:");
  for (const llvm::StringRef path : {llvm::StringRef(row.pattern), formula ? llvm::StringRef("formula") : llvm::StringRef(row.reference)}) {
    if (path.empty())
      return "expected a path";
    if (path.size() > limits::most(limits::Limit::ReferencePattern))
      return "'" + path.take_front(32).str() + "...' is longer than " + std::to_string(limits::most(limits::Limit::ReferencePattern)) + " bytes";
    if (llvm::sys::path::is_absolute(path) || llvm::is_contained(llvm::split(path, '/'), ".."))
      return "'" + path.str() + "' is not below the directory of this file";
  }
  if (!formula && starsIn(row.reference) > starsIn(row.pattern))
    return "'" + row.reference + "' has more * than '" + row.pattern + "'";
  return {};
}

void Reader::referenceKey(llvm::yaml::Node &value) {
  auto *mapping = llvm::dyn_cast<llvm::yaml::MappingNode>(&value);
  if (!mapping)
    return fail(value, "expected a mapping of sources to references");
  for (llvm::yaml::KeyValueNode &pair : *mapping) {
    if (!pair.getKey() || !pair.getValue() || llvm::isa<llvm::yaml::NullNode>(pair.getValue()))
      return fail(value, "expected a mapping of sources to references");
    const llvm::StringRef parent = llvm::sys::path::parent_path(file);
    ReferenceRow row{scalar(*pair.getKey()), scalar(*pair.getValue()), parent.empty() ? "." : parent.str()};
    if (const std::string problem = referenceProblem(row); !problem.empty())
      return fail(*pair.getKey(), problem);
    config.references.push_back(std::move(row));
    if (config.references.size() > limits::most(limits::Limit::ReferenceRows))
      return fail(*pair.getKey(), "more than " + std::to_string(limits::most(limits::Limit::ReferenceRows)) + " references");
  }
}

void Reader::levelKey(llvm::yaml::Node &value) {
  const std::string level = choice(value, {"warning", "remark", "audit"});
  config.level = level == "audit" ? rules::Severity::Audit : level == "remark" ? rules::Severity::Remark : rules::Severity::Warning;
}

void Reader::failOnKey(llvm::yaml::Node &value) {
  std::string level = choice(value, {"warning", "remark", "never"});
  config.failOn = level == "never" ? FailOn::Never : level == "remark" ? FailOn::Remark : FailOn::Warning;
}

void Reader::remarksKey(llvm::yaml::Node &value) {
  std::string text = scalar(value);
  unsigned number = 0;
  if (text == "all")
    config.foldRemarksAfter = UINT_MAX;
  else if (!llvm::StringRef(text).getAsInteger(10, number))
    config.foldRemarksAfter = number;
  else
    fail(value, "expected a number or 'all', found '" + text + "'");
}

std::string Reader::relativeToFile(const std::string &written) const {
  if (llvm::sys::path::is_absolute(written))
    return written;
  llvm::SmallString<256> path(llvm::sys::path::parent_path(file));
  llvm::sys::path::append(path, written);
  return path.str().str();
}

void Reader::directories(llvm::yaml::Node &value, std::vector<std::string> &into) {
  for (const std::string &directory : list(value))
    into.push_back(relativeToFile(directory));
}

void Reader::cacheKey(llvm::yaml::Node &value) {
  const std::string written = scalar(value);
  if (written.empty())
    return fail(value, "expected on, off or a directory");
  config.cache = written == "on" || written == "off" ? written : relativeToFile(written);
  config.cacheWithin = llvm::sys::path::has_parent_path(file) ? llvm::sys::path::parent_path(file).str() : ".";
}

void Reader::entry(llvm::yaml::KeyValueNode &pair) {
  llvm::yaml::Node *keyNode = pair.getKey();
  if (!keyNode)
    return;
  std::string name = scalar(*keyNode);
  for (const Key &key : keys())
    if (key.name == name) {
      llvm::yaml::Node *value = pair.getValue();
      if (!value || llvm::isa<llvm::yaml::NullNode>(value))
        return fail(*keyNode, "'" + name + "' has no value");
      return (this->*key.handler)(*value);
    }
  std::vector<std::string_view> names;
  for (const Key &key : keys())
    names.push_back(key.name);
  fail(*keyNode, "unknown key '" + name + "'" + rules::didYouMean(name, names));
}

ParsedConfig Reader::read() {
  config.files = {file};
  if (const std::optional<std::string> problem = yamlProblem(content))
    return ConfigError{{file, 1, 1}, *problem};
  llvm::yaml::document_iterator document = stream.begin();
  if (document != stream.end()) {
    llvm::yaml::Node *root = document->getRoot();
    if (auto *mapping = llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(root)) {
      for (llvm::yaml::KeyValueNode &pair : *mapping) {
        entry(pair);
        if (error)
          return *error;
      }
    } else if (root && !llvm::isa<llvm::yaml::NullNode>(root)) {
      fail(*root, "expected keys and values");
    }
  }
  if (!error && stream.failed())
    fail(1, 1, "not valid YAML");
  if (error)
    return *error;
  return config;
}

} // namespace

std::size_t starsIn(std::string_view pattern) {
  std::size_t stars = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    stars += pattern[i] == '*' && (i == 0 || pattern[i - 1] != '*') ? 1 : 0;
  return stars;
}

std::string ConfigError::text() const { return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + message; }

ParsedConfig parseConfig(std::string_view yaml, const std::string &file, const std::vector<std::string> &knownRules) {
  if (std::size_t zero = yaml.find('\0'); zero != std::string_view::npos)
    return ConfigError{{file, 1, 1}, "not a text file"};
  return Reader(yaml, file, knownRules).read();
}

Config overlay(const Config &base, const Config &over) {
  auto pick = [](const auto &below, const auto &above) { return above ? above : below; };
  Config result = over;
  if (base.rules && over.rules)
    result.rules = *base.rules + "," + *over.rules;
  else
    result.rules = pick(base.rules, over.rules);
  result.failOn = pick(base.failOn, over.failOn);
  result.level = pick(base.level, over.level);
  result.headerFilter = pick(base.headerFilter, over.headerFilter);
  result.excludeHeaderFilter = pick(base.excludeHeaderFilter, over.excludeHeaderFilter);
  result.foldRemarksAfter = pick(base.foldRemarksAfter, over.foldRemarksAfter);
  result.reportUnusedSuppressions = pick(base.reportUnusedSuppressions, over.reportUnusedSuppressions);
  result.strict = pick(base.strict, over.strict);
  result.cache = pick(base.cache, over.cache);
  result.cacheWithin = over.cache ? over.cacheWithin : base.cacheWithin;
  result.mayAlias = pick(base.mayAlias, over.mayAlias);
  result.imageStorage = pick(base.imageStorage, over.imageStorage);
  result.profiles.insert(base.profiles.begin(), base.profiles.end());
  result.extraArgs.insert(result.extraArgs.begin(), base.extraArgs.begin(), base.extraArgs.end());
  result.rulesDirs.insert(result.rulesDirs.begin(), base.rulesDirs.begin(), base.rulesDirs.end());
  result.modelDirs.insert(result.modelDirs.begin(), base.modelDirs.begin(), base.modelDirs.end());
  result.references.insert(result.references.end(), base.references.begin(), base.references.end());
  result.severities.insert(base.severities.begin(), base.severities.end());
  result.files.insert(result.files.end(), base.files.begin(), base.files.end());
  result.inherit = base.inherit;
  return result;
}

ParsedConfig ConfigLookup::forSource(const std::string &path) {
  llvm::SmallString<256> absolute(path);
  if (std::error_code problem = llvm::sys::fs::make_absolute(absolute))
    return ConfigError{{path, 1, 1}, problem.message()};
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  std::lock_guard<std::mutex> lock(mutex);
  return forDirectory(llvm::sys::path::parent_path(absolute).str());
}

ParsedConfig ConfigLookup::forDirectory(const std::string &start) {
  auto known = directories.find(start);
  if (known != directories.end())
    return known->second;
  Config collected;
  collected.inherit = true;
  unsigned depth = 0;
  for (std::string directory = start; collected.inherit && !directory.empty() && depth < deepestInheritance;
       directory = llvm::sys::path::parent_path(directory).str(), ++depth) {
    llvm::SmallString<256> candidate(directory);
    llvm::sys::path::append(candidate, fileName);
    std::string file = candidate.str().str();
    if (!fporder::file::mayExist(file) || llvm::sys::fs::is_directory(file))
      continue; // anything else of this name is meant to be read
    auto buffer = inputBuffer(file, fporder::file::Limit::Configuration);
    if (!buffer)
      return directories[start] = ConfigError{{file, 1, 1}, buffer.getError().message()};
    ParsedConfig parsed = parseConfig((*buffer)->getBuffer().str(), file, knownRules);
    if (auto *error = std::get_if<ConfigError>(&parsed))
      return directories[start] = *error;
    collected = overlay(std::get<Config>(parsed), collected);
    collected.inherit = std::get<Config>(parsed).inherit;
  }
  collected.inherit = false;
  return directories[start] = collected;
}

} // namespace fporder::findings
