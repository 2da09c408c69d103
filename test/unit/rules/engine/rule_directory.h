// A rules directory that lives as long as a test.
#pragma once

#include "rules/engine/match.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace fporder::test {

class RuleDirectory {
public:
  RuleDirectory() {
    static std::atomic<unsigned> counter{0};
    root = std::filesystem::temp_directory_path() / ("fporder-rules-" + std::to_string(getpid()) + "-" + std::to_string(counter++));
    std::filesystem::create_directories(root);
  }
  ~RuleDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(root, ignored);
  }
  RuleDirectory(const RuleDirectory &) = delete;
  RuleDirectory &operator=(const RuleDirectory &) = delete;

  RuleDirectory &file(const std::string &path, const std::string &text) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary) << text;
    return *this;
  }

  /// A complete document FAMILY/SLUG/rule.md; `keys` are the front matter's lines beyond id, slug, family, title, message and severity.
  RuleDirectory &rule(const std::string &family, const std::string &slug, const std::string &id, const std::string &keys,
                      const std::string &severity = "remark") {
    return file(family + "/" + slug + "/rule.md", "---\nid: " + id + "\nslug: " + slug + "\nfamily: " + family + "\ntitle: title of " + slug +
                                                      "\nmessage: 'found {match}'\nseverity: " + severity + "\n" + keys + "---\n# Prose\n");
  }

  std::string path() const { return root.string(); }

  std::vector<std::string> errors() const {
    rules::RuleSet set;
    return texts(set.addDirectory(path()));
  }

  rules::RuleSet load() const {
    rules::RuleSet set;
    std::vector<std::string> found = texts(set.addDirectory(path()));
    if (!found.empty())
      throw std::runtime_error(found.front());
    return set;
  }

private:
  /// "family/slug/rule.md:7:3: message", relative to the directory.
  std::vector<std::string> texts(const std::vector<rules::DocumentError> &list) const {
    std::vector<std::string> result;
    for (const rules::DocumentError &error : list) {
      std::string file = error.place.file.starts_with(path() + "/") ? error.place.file.substr(path().size() + 1) : error.place.file;
      result.push_back(file + ":" + std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " + error.message);
    }
    return result;
  }

  std::filesystem::path root;
};

} // namespace fporder::test
