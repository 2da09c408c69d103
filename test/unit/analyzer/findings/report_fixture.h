// Findings built by hand over a text in memory.
#pragma once

#include "analyzer/findings/collect.h"
#include "analyzer/findings/render.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace fporder::findings {

/// The region of the first occurrence of `text` in `file`'s source.
inline Region regionOf(SourceFiles &sources, const std::string &file, const std::string &text) {
  const SourceFile *source = sources.find(file);
  std::size_t at = source->text().find(text);
  SourceFile::Position begin = source->position(at), end = source->position(at + text.size());
  return {file, begin.line, begin.column, end.line, end.column};
}

/// A remark of `rule` at the token `op` within `range`, both found by their text; `op` is looked for inside the range.
inline Finding findingAt(SourceFiles &sources, const std::string &file, const std::string &range, const std::string &op, const std::string &rule) {
  Finding finding;
  finding.rule = rule;
  finding.id = "FPO101";
  finding.family = "ordering";
  finding.range = regionOf(sources, file, range);
  const SourceFile *source = sources.find(file);
  std::size_t at = source->text().find(range) + range.find(op);
  SourceFile::Position begin = source->position(at);
  finding.where = {file, begin.line, begin.column, begin.line, begin.column + static_cast<std::uint32_t>(op.size())};
  finding.function = "f";
  finding.expression = range;
  finding.orders = {{range, "", true}};
  finding.message = "the order matters: '" + range + "'";
  finding.fingerprint = rule;
  return finding;
}

inline std::string rendered(const std::string &format, const Report &report, SourceFiles &sources, const RenderOptions &options = {}) {
  static const rules::RuleSet rules;
  std::string text;
  llvm::raw_string_ostream stream(text);
  const Renderer *renderer = findRenderer(format);
  renderer->render({report, rules, sources, options}, stream);
  return text;
}

} // namespace fporder::findings
