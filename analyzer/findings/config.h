// `.fporder`: the configuration of a tree, in YAML, looked up from each source file's directory upwards; the nearest one counts.
//
//   rules: "*,-sum-order"            # globs over slugs, as --rules
//   fail-on: warning                 # warning, remark or never
//   level: remark                    # the least that is reported: warning, remark or audit
//   header-filter: ".*"              # POSIX extended regular expressions over header paths
//   exclude-header-filter: "third_party/"
//   extra-args: [-DNDEBUG, -Iinclude]
//   severity: {mul-then-div: warning}
//   remarks: 5                       # remarks listed in a file before the rest is folded; "all"
//   rules-dir: [ci/rules]            # one or a list; relative to the file's directory
//   models: [ci/models]              # directories with call models; one or a list; relative to the file's directory
//   report-unused-suppressions: all  # all, allow or never
//   strict: false
//   cache: on                        # on, off, or a directory within the file's
//   may-alias: false                 # true: arrays reached through different pointers may overlap, unless one is restrict
//   image-storage: binary16          # OpenCL: what image objects keep; binary16 (also half) or binary32
//   profiles: {fp16: [-DFLOAT4=half4]}  # every source is analysed once more with each profile's flags; inactive #if branches are seen that way
//   reference:                       # what a source's functions are compared with: see ReferenceRow; the first row that fits a source counts
//     "kernels/*_kernel.cu": "golden/*.py"   # what a * stands for carries over
//     "src/adam.cpp": "golden/adam.py:adam"
//   inherit: true                    # keys missing here come from the next .fporder upwards; rules, extra-args, rules-dir, models, severity,
//                                    # profiles and reference add up
//
// Unknown keys and values of the wrong kind are errors with file, line and column.
#pragma once

#include "rules/engine/rule.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fporder::findings {

enum class FailOn : std::uint8_t { Warning, Remark, Never };

/// Sources, and the reference that their functions are compared with. Paths are relative to `directory` and lie below it; * is any part of a name, **
/// any part of a path. Each * of the reference is what one of the pattern stands for, the last one for the last.
struct ReferenceRow {
  std::string pattern;
  std::string reference; // "golden/*.py", "golden/adam.py:adam" or "formula:a + t * (b - a)", in which * multiplies
  std::string directory; // of the file that the row stands in
  bool operator==(const ReferenceRow &) const = default;
};

/// How many stars there are in a pattern, ** being one.
std::size_t starsIn(std::string_view pattern);

struct Config {
  std::optional<std::string> rules;
  std::optional<FailOn> failOn;
  std::optional<rules::Severity> level; // the least that is reported
  std::optional<std::string> headerFilter;
  std::optional<std::string> excludeHeaderFilter;
  std::vector<std::string> extraArgs;
  std::map<std::string, rules::Severity> severities;
  std::optional<unsigned> foldRemarksAfter; // UINT_MAX: all are listed
  std::vector<std::string> rulesDirs;       // absolute or relative to the working directory
  std::vector<std::string> modelDirs;       // likewise
  std::optional<std::string> reportUnusedSuppressions;
  std::optional<bool> strict;
  std::optional<bool> mayAlias;     // arrays reached through different pointers may overlap
  std::optional<std::string> cache; // "on", "off" or a directory, absolute or relative to the working directory
  std::string cacheWithin;          // the directory of the file that `cache` stands in
  std::optional<format::Format> imageStorage;
  std::map<std::string, std::vector<std::string>> profiles; // compiler flags by name
  std::vector<ReferenceRow> references;
  bool inherit = false;
  std::vector<std::string> files; // what it was read from, nearest first

  bool operator==(const Config &) const = default;
};

/// file:line:column: message; lower case, no final period.
struct ConfigError {
  rules::DocumentPlace place;
  std::string message;
  std::string text() const;
};

using ParsedConfig = std::variant<Config, ConfigError>;

/// `file` is for messages and the base of relative rules-dir entries. `knownRules`, when not empty, are the slugs that `severity` may name.
ParsedConfig parseConfig(std::string_view yaml, const std::string &file, const std::vector<std::string> &knownRules = {});

/// Configurations by directory, each file read once. Safe to use from several threads.
class ConfigLookup {
public:
  explicit ConfigLookup(std::vector<std::string> knownRules = {}) : knownRules(std::move(knownRules)) {}
  /// For a source file, existing or not. An empty Config when no .fporder is above it.
  ParsedConfig forSource(const std::string &path);

private:
  ParsedConfig forDirectory(const std::string &directory);

  std::vector<std::string> knownRules;
  std::mutex mutex;
  std::map<std::string, ParsedConfig> directories;
};

/// `over` on top of `base`: what an inheriting file, or the command line, does to what is below it.
Config overlay(const Config &base, const Config &over);

} // namespace fporder::findings
