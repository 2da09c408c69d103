// Source code translated to procedures, and what they return, store and reduce, as text.
#pragma once

#include "analyzer/frontend/translate.h"
#include "test/unit/analyzer/frontend/snippet.h"

#include <map>

namespace fporder::test {

/// The procedures of a translation unit, by name.
class Procedures {
public:
  void take(order::Procedure &&procedure);
  const order::Procedure &procedure(const std::string &name) const;

  /// As infix, without the versions that tell apart values of one spelling.
  static std::string text(const order::Procedure &in, order::NodeId node);

  /// The last value that `function` returns.
  std::string returned(const std::string &function) const;
  /// The last value that `function` stores to `target`.
  std::string stored(const std::string &function, const std::string &target) const;

  /// All reductions that `function` computes, in order: schedule, kind, term, separated by "; ".
  std::string reductions(const std::string &function) const;

  /// How often each of these runs, and from where and by what its index advances where that is not from 0 by 1: "n", "n - 3 from 3", "?".
  std::string counts(const std::string &function) const;
  static std::string count(const order::Procedure &in, order::NodeId reduce);

  /// What joins the accumulator in an iteration of each of these, in order: "x[i], y[i]". Inner loops as "(j to n: ...)".
  std::string chains(const std::string &function) const;
  static std::string chain(const order::Procedure &in, order::NodeId reduce);

  /// Why the last value that `function` returns, or stores to `target`, is not held; empty when it is.
  std::string notHeld(const std::string &function, const std::string &target = {}) const;
  static std::string why(const order::Procedure &in, order::NodeId node);

private:
  std::string effect(const std::string &function, order::Effect::Kind kind, const std::string &target) const;

  std::map<std::string, order::Procedure> procedures;
};

class Translated : public Procedures {
public:
  explicit Translated(const std::string &code, std::vector<std::string> arguments = {"-std=c++20"}, const std::string &file = "input.cpp",
                      const frontend::Options &options = {});

private:
  Snippet snippet;
};

} // namespace fporder::test
