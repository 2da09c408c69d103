#include "analyzer/check/source_repairs.h"

#include "runtime/limits/limits.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/IdentifierTable.h"

namespace fporder::check {

SourceRepairs::SourceRepairs(const CompileCommand &given, const SourceRepairs &learned)
    : types(learned.types), macros(learned.macros), words(learned.words), bounds(learned.bounds), namespaces(learned.namespaces),
      headers(learned.headers), standard(given, learned.standard), errorsElsewhere(learned.errors) {}

/// More errors than the other command left: some of what it needed is in the way here, and none of it is known to be needed.
bool SourceRepairs::misfit(const UnknownNames &unknown) {
  const bool harmful = errorsElsewhere && unknown.errors > *errorsElsewhere;
  errorsElsewhere.reset();
  if (harmful) {
    types = {}, macros = {}, words = {}, bounds = {}, namespaces = {};
  }
  return harmful;
}

bool SourceRepairs::learn(const UnknownNames &unknown, const clang::ASTContext &context) {
  errors = unknown.errors;
  if (misfit(unknown))
    return true;
  if (unknown.errors == 0 || rounds++ == limits::most(limits::Limit::RepairRounds))
    return false;
  const auto isMacro = [&context](const std::string &name) {
    const auto known = context.Idents.find(name);
    return known != context.Idents.end() && known->second->hadMacroDefinition();
  };
  // A header, a standard or a macro may declare what the others would be guesses at.
  if (headers.learn(unknown, context.getLangOpts().CPlusPlus, context.getLangOpts().CUDA) || standard.learn(unknown, headers, context.getLangOpts()))
    return true;
  if (macros.learn(unknown, context.getSourceManager(), isMacro) || types.learn(unknown, isMacro))
    return true;
  const bool newBounds = !context.getLangOpts().CPlusPlus && bounds.learn(unknown, isMacro), newWords = words.learn(unknown, isMacro);
  return namespaces.learn(unknown) || newWords || newBounds;
}

std::string SourceRepairs::text() const {
  return types.prelude() + macros.prelude() + headers.prelude() + namespaces.prelude() + words.prelude() + bounds.prelude();
}

std::vector<findings::NotAnalysed> SourceRepairs::report(const std::string &source) const {
  std::vector<findings::NotAnalysed> entries;
  for (std::optional<findings::NotAnalysed> entry : {standard.report(source), headers.report(source), macros.report(source), types.report(source),
                                                     words.report(source), bounds.report(source), namespaces.report(source)})
    if (entry)
      entries.push_back(*std::move(entry));
  return entries;
}

} // namespace fporder::check
