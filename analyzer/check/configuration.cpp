#include "analyzer/check/configuration.h"

#include "analyzer/check/messages.h"
#include "analyzer/check/rule_selection.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {
namespace {

findings::Config fromCommandLine(const Options &options) {
  findings::Config config;
  if (!options.rules.empty())
    config.rules = options.rules;
  config.failOn = options.failOn;
  config.level = options.level;
  config.headerFilter = options.headerFilter;
  config.excludeHeaderFilter = options.excludeHeaderFilter;
  config.rulesDirs = options.ruleDirectories;
  config.modelDirs = options.modelDirectories;
  if (options.allRemarks)
    config.foldRemarksAfter = UINT_MAX;
  if (options.reportUnusedSuppressions)
    config.reportUnusedSuppressions = *options.reportUnusedSuppressions ? "all" : "never";
  if (options.strict)
    config.strict = true;
  if (options.mayAlias)
    config.mayAlias = true;
  return config;
}

std::string settingText(const Profile &profile, const std::string &workingDirectory, std::uint64_t seed) {
  std::string text;
  const auto add = [&](std::string_view part) { ((text += std::to_string(part.size())) += ':') += part; };
  add(workingDirectory);
  add(std::to_string(profile.rules.rules().size()));
  for (const std::unique_ptr<rules::Rule> &rule : profile.rules.rules())
    add(rule->slug);
  add(profile.rules.documents());
  add(profile.models->documents());
  for (const auto &[slug, severity] : profile.config.severities) {
    add(slug);
    add(rules::name(severity));
  }
  for (const std::optional<std::string> &pattern : {profile.config.headerFilter, profile.config.excludeHeaderFilter})
    add(pattern.value_or(""));
  add(profile.config.mayAlias.value_or(false) ? "may-alias" : "");
  add(std::to_string(seed));
  add(rules::name(profile.config.level.value_or(rules::Severity::Remark)));
  return text;
}

} // namespace

Profiles::Profiles(const Options &given, std::string directory)
    : options(given), workingDirectory(std::move(directory)), commandLine(fromCommandLine(given)) {}

std::unique_ptr<Profile> Profiles::make(const findings::Config &config) const {
  auto profile = std::make_unique<Profile>(Profile{config, rules::RuleSet::builtIn(), {}, {}, nullptr, ""});
  if (!loadRules(profile->rules, config.rulesDirs))
    return nullptr;
  std::vector<rules::DocumentError> mistakes;
  profile->models = models::Models::with(config.modelDirs, mistakes);
  printMistakes(mistakes);
  if (!profile->models)
    return nullptr;
  for (const std::string &globs : {config.rules.value_or(""), options.warningsAsErrors})
    if (std::string problem = globListProblem(profile->rules, globs, options.asTidy); !problem.empty()) {
      reportError(problem);
      return nullptr;
    }
  for (const auto &[slug, severity] : config.severities)
    if (!ruleNamed(profile->rules, slug))
      return nullptr;
  for (const std::unique_ptr<rules::Rule> &rule : profile->rules.rules())
    profile->knownRules.push_back(rule->slug);
  if (config.rules)
    profile->rules.select(*config.rules);
  if (profile->rules.rules().empty() && !options.allowNoRules) {
    reportError("no rules enabled");
    return nullptr;
  }
  llvm::Expected<FileFilter> filter =
      FileFilter::create(config.headerFilter.value_or(""), config.excludeHeaderFilter.value_or(""), options.lineFilter, workingDirectory);
  if (!filter) {
    reportError(llvm::toString(filter.takeError()));
    return nullptr;
  }
  profile->filter = std::move(*filter);
  profile->setting = settingText(*profile, workingDirectory, options.measure.seed);
  return profile;
}

const Profile *Profiles::profileFor(const findings::Config &fromFile) {
  auto known = llvm::find(fileConfigs, fromFile);
  if (known == fileConfigs.end()) {
    // Each has its own set of rules in memory.
    if (fileConfigs.size() >= fporder::file::limitValue(fporder::file::Limit::Configurations)) {
      if (!std::exchange(tooMany, true))
        reportError((fromFile.files.empty() ? std::string("the configuration") : fromFile.files.front()) + ": " +
                    fporder::file::beyond(fporder::file::Limit::Configurations));
      return nullptr;
    }
    fileConfigs.push_back(fromFile);
    profiles.push_back(make(findings::overlay(fromFile, commandLine)));
    return profiles.back().get();
  }
  return profiles[std::size_t(known - fileConfigs.begin())].get();
}

const Profile *Profiles::withoutSource() { return profileFor({}); }

const Profile *Profiles::forSource(const std::string &source) {
  findings::ParsedConfig parsed;
  if (!options.config.empty()) {
    parsed = findings::parseConfig(options.config, "--config");
    if (auto *config = std::get_if<findings::Config>(&parsed))
      config->cacheWithin.clear(); // the user has written it
  } else if (!options.configFile.empty()) {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = findings::inputBuffer(options.configFile, fporder::file::Limit::Configuration);
    if (!buffer)
      parsed = findings::ConfigError{{options.configFile, 0, 0}, "cannot read it: " + buffer.getError().message()};
    else
      parsed = findings::parseConfig((*buffer)->getBuffer(), options.configFile);
  } else if (!options.noConfig) {
    parsed = lookup.forSource(source);
  }
  if (const auto *error = std::get_if<findings::ConfigError>(&parsed)) {
    if (!llvm::is_contained(reported, error->text())) {
      say(error->text());
      reported.push_back(error->text());
    }
    return nullptr;
  }
  return profileFor(std::get<findings::Config>(parsed));
}

} // namespace fporder::check
