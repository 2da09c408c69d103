// What each source is analysed with: its .fporder configuration under the command line, its rules, its filter.
#pragma once

#include "analyzer/check/file_filter.h"
#include "analyzer/check/options.h"
#include "analyzer/findings/config.h"
#include "analyzer/models/model.h"
#include "rules/engine/match.h"

#include <memory>
#include <string>
#include <vector>

namespace fporder::check {

/// Settings shared by all sources with the same configuration.
struct Profile {
  findings::Config config;             // command line included
  rules::RuleSet rules;                // those selected
  std::vector<std::string> knownRules; // slugs of all, selected or not
  FileFilter filter;
  std::shared_ptr<const models::Models> models; // built-in ones and the user's
  std::string setting;                          // all that findings depend on of this, as a text; documents of rules and models with their contents
};

class Profiles {
public:
  Profiles(const Options &options, std::string workingDirectory);

  /// The profile for a source (an absolute path); null after printing what is wrong with the configuration.
  const Profile *forSource(const std::string &source);
  /// One that no source belongs to: built-in rules, --rules-dir and --rules; for --explain and --list-rules. Null after printing what is wrong.
  const Profile *withoutSource();
  const std::vector<std::unique_ptr<Profile>> &all() const { return profiles; }

private:
  const Profile *profileFor(const findings::Config &fromFile);
  std::unique_ptr<Profile> make(const findings::Config &config) const;

  const Options &options;
  std::string workingDirectory;
  findings::ConfigLookup lookup;
  findings::Config commandLine;
  std::vector<findings::Config> fileConfigs;      // parallel to `profiles`
  std::vector<std::unique_ptr<Profile>> profiles; // null: faulty, already reported
  std::vector<std::string> reported;              // errors printed, each once
  bool tooMany = false;                           // the limit was reported
};

} // namespace fporder::check
