// What is fporder's in a configuration written for clang-tidy: Checks and WarningsAsErrors as far as they name our checks, the header filters, extra
// arguments, and the option Severity of our checks.
#include "analyzer/check/tidy_call.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

namespace fporder::check {
namespace {

namespace yaml = llvm::yaml;

constexpr llvm::StringLiteral tidyKeys[] = {"Checks",
                                            "WarningsAsErrors",
                                            "HeaderFilterRegex",
                                            "ExcludeHeaderFilterRegex",
                                            "HeaderFileExtensions",
                                            "ImplementationFileExtensions",
                                            "FormatStyle",
                                            "User",
                                            "CheckOptions",
                                            "ExtraArgs",
                                            "ExtraArgsBefore",
                                            "RemovedArgs",
                                            "InheritParentConfig",
                                            "UseColor",
                                            "SystemHeaders",
                                            "CustomChecks",
                                            "AnalyzeTemporaryDtors"};

std::string scalar(yaml::Node *node) {
  llvm::SmallString<64> storage;
  if (auto *plain = llvm::dyn_cast_or_null<yaml::ScalarNode>(node))
    return plain->getValue(storage).str();
  if (auto *block = llvm::dyn_cast_or_null<yaml::BlockScalarNode>(node))
    return block->getValue().str();
  return "";
}

/// One value, or a list of them: clang-tidy takes both where it wants globs.
std::vector<std::string> values(yaml::Node *node) {
  auto *sequence = llvm::dyn_cast_or_null<yaml::SequenceNode>(node);
  if (!sequence)
    return {scalar(node)};
  std::vector<std::string> all;
  for (yaml::Node &item : *sequence)
    all.push_back(scalar(&item));
  return all;
}

class TidyConfiguration {
public:
  explicit TidyConfiguration(Options &target) : options(target) {}

  /// False when this is no configuration of clang-tidy's, or not valid YAML.
  bool read(llvm::StringRef text) {
    llvm::SourceMgr manager;
    manager.setDiagHandler([](const llvm::SMDiagnostic &, void *) {}); // our own reader says what is wrong
    yaml::Stream stream(text, manager, /*ShowColors=*/false);
    auto document = stream.begin();
    auto *mapping = document == stream.end() ? nullptr : llvm::dyn_cast_or_null<yaml::MappingNode>(document->getRoot());
    if (!mapping)
      return false;
    for (yaml::KeyValueNode &pair : *mapping) {
      const std::string key = scalar(pair.getKey());
      if (!llvm::is_contained(tidyKeys, llvm::StringRef(key)))
        return false;
      entry(key, pair.getValue());
    }
    return !stream.failed();
  }

  /// In the format of `.fporder`; empty when nothing is left to say.
  std::string ownText() const {
    if (severities.empty())
      return "";
    return "severity: {" + llvm::join(severities, ", ") + "}";
  }

private:
  void entry(llvm::StringRef key, yaml::Node *value) {
    if (key == "Checks")
      globs(value, options.rules, /*precedes=*/true);
    else if (key == "WarningsAsErrors")
      globs(value, options.warningsAsErrors, /*precedes=*/false);
    else if (key == "HeaderFilterRegex" && !options.headerFilter)
      options.headerFilter = scalar(value);
    else if (key == "ExcludeHeaderFilterRegex" && !options.excludeHeaderFilter)
      options.excludeHeaderFilter = scalar(value);
    else if (key == "ExtraArgs")
      llvm::append_range(options.extraArgs, values(value));
    else if (key == "ExtraArgsBefore")
      llvm::append_range(options.extraArgsBefore, values(value));
    else if (key == "RemovedArgs")
      llvm::append_range(options.removedArgs, values(value));
    else if (key == "CheckOptions")
      checkOptions(value);
    else if (value)
      value->skip();
  }

  /// A list that does not name us was not written for us: it neither enables nor disables our rules. The command line's globs come after those of a
  /// configuration, or instead of them.
  static void globs(yaml::Node *value, std::string &target, bool precedes) {
    const std::string list = llvm::join(values(value), ",");
    if (!llvm::StringRef(list).contains("fporder") && llvm::StringRef(list).trim() != "*")
      return;
    if (target.empty())
      target = list;
    else if (precedes)
      target = list + "," + target;
  }

  void checkOptions(yaml::Node *value) {
    if (auto *mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(value)) {
      for (yaml::KeyValueNode &pair : *mapping) {
        const std::string name = scalar(pair.getKey()); // in the order of the text: the parser does not go back
        checkOption(name, scalar(pair.getValue()));
      }
    } else if (auto *sequence = llvm::dyn_cast_or_null<yaml::SequenceNode>(value)) { // [{key: K, value: V}, ...]
      for (yaml::Node &item : *sequence)
        if (auto *pair = llvm::dyn_cast<yaml::MappingNode>(&item)) {
          std::string name, setting;
          for (yaml::KeyValueNode &part : *pair) {
            const bool isName = scalar(part.getKey()) == "key";
            (isName ? name : setting) = scalar(part.getValue());
          }
          checkOption(name, setting);
        }
    }
  }

  void checkOption(llvm::StringRef name, llvm::StringRef value) {
    if (name.consume_front("fporder-") && name.consume_back(".Severity") && (value == "warning" || value == "remark"))
      severities.push_back((name + ": " + value).str());
  }

  Options &options;
  std::vector<std::string> severities;
};

} // namespace

std::optional<std::string> applyTidyConfiguration(Options &options) {
  std::string text = options.config;
  if (!options.configFile.empty()) {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = findings::inputBuffer(options.configFile, file::Limit::Configuration);
    if (!buffer)
      return options.configFile + ": cannot read it: " + buffer.getError().message();
    text = (*buffer)->getBuffer().str();
  }
  if (text.empty())
    return std::nullopt;
  if (const std::optional<std::string> problem = findings::yamlProblem(text))
    return (options.configFile.empty() ? "--config" : options.configFile) + ": " + *problem;
  Options configured = options;
  TidyConfiguration configuration(configured);
  if (!configuration.read(text))
    return std::nullopt;
  configured.config = configuration.ownText();
  configured.configFile.clear();
  options = std::move(configured);
  return std::nullopt;
}

} // namespace fporder::check
