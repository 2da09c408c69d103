// Sources in memory, analysed as fporder-check analyses files: what is found in them, and their trees.
#pragma once

#include "analyzer/check/analysis.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace fporder::test {

/// A source under a name whose suffix says its language, and the flags it is compiled with. Headers are also looked for in `folder`.
struct SourceText {
  std::string name;
  std::string text;
  std::vector<std::string> flags = {};
  std::string folder = {};
};

struct Checked {
  std::vector<findings::Finding> found;
  std::string crash;   // empty: it did not
  unsigned errors = 0; // that Clang recovered from
};

/// Built-in rules and models, no configuration. Not for several threads.
class Checker {
public:
  Checker();
  ~Checker();
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;

  Checked check(const SourceText &source, bool withFixes = false);

  /// What only the arguments of particular calls make of the operations of functions: that is no finding in these, and none is reported.
  std::vector<findings::Finding> madeByArguments(const SourceText &source);

  /// The source's tree, as the analysis sees it.
  void parse(const SourceText &source, const std::function<void(clang::ASTContext &)> &consumer);

  /// With the ordering graphs as well, each before the rules are matched on it, in the tree's lifetime.
  struct Seen {
    unsigned errors = 0;
    std::string crash;
  };
  Seen translate(const SourceText &source, const std::function<void(order::Procedure &&)> &sink);

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

/// Where random sources begin: at 0, or elsewhere where FPORDER_SEED says so.
unsigned firstSource();

/// The reasons that a finding gives for resting on something that is not proven.
const std::vector<std::string> &assumedOf(const findings::Finding &finding);

} // namespace fporder::test
