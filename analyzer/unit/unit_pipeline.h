// One parsed unit's way to its findings: its procedures are translated, matched and collected one by one, then merged. The checker and the clang-tidy
// module call this alone; how a unit is parsed, and what becomes of its findings, is theirs.
#pragma once

#include "analyzer/findings/collect.h"
#include "analyzer/frontend/translate.h"
#include "analyzer/models/model.h"
#include "rules/engine/match.h"

#include <functional>
#include <string>
#include <vector>

namespace fporder::unit {

struct UnitRequest {
  const rules::RuleSet &rules;
  const models::Models &models;
  std::string source;                       // the main file's path, by which call models know their vendors' sources
  const std::vector<std::string> &included; // names, as included
  rules::MatchOptions matching = {};
  frontend::Options translating = {};       // the vendors are filled in
  findings::CollectOptions collecting = {}; // the language and the trials are filled in
  /// Of each procedure before it is matched; may mark in it what it rests on. None when empty.
  std::function<void(order::Procedure &)> translated = {};
  /// Of each new finding while its procedure is in memory. None when empty.
  std::function<void(const order::Procedure &, findings::Finding &)> collected = {};
  /// Takes each procedure when its findings are collected. None when empty.
  std::function<void(order::Procedure &&)> matched = {};
};

struct UnitOutput {
  std::vector<findings::Finding> found; // merged: see findings::mergeFindings
  std::vector<findings::NotAnalysed> notAnalysed;
  unsigned functions = 0, floatingOperations = 0; // see frontend::UnitSummary
  std::vector<const models::Vendor *> vendors;    // whose calls are modelled in this unit
};

/// One procedure at a time is in memory.
UnitOutput analyse(clang::ASTContext &context, UnitRequest request);

} // namespace fporder::unit
