#include "analyzer/check/unknown_names.h"

#include "analyzer/check/vendor_headers.h"

#include "clang/AST/DeclarationName.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::check {
namespace {

std::string identifierAt(const clang::SourceManager &manager, clang::SourceLocation location) {
  bool invalid = false;
  const char *text = manager.getCharacterData(manager.getSpellingLoc(location), &invalid);
  std::size_t length = 0;
  while (!invalid && (clang::isAsciiIdentifierContinue(static_cast<unsigned char>(text[length]))))
    ++length;
  return length && !clang::isDigit(static_cast<unsigned char>(text[0])) ? std::string(text, length) : std::string();
}

/// The identifier an error is about: the diagnostic's own argument, else the word at its place.
std::string unknownIdentifier(const clang::Diagnostic &error) {
  for (unsigned i = 0; i < error.getNumArgs(); ++i) {
    if (error.getArgKind(i) == clang::DiagnosticsEngine::ak_identifierinfo)
      return error.getArgIdentifier(i)->getName().str();
    if (error.getArgKind(i) == clang::DiagnosticsEngine::ak_declarationname)
      return clang::DeclarationName::getFromOpaqueInteger(error.getRawArg(i)).getAsString();
  }
  return identifierAt(error.getSourceManager(), error.getLocation());
}

bool concernsUnknownName(unsigned id) {
  using namespace clang::diag;
  return id == err_undeclared_var_use || id == err_undeclared_use || id == err_unknown_typename || id == err_missing_type_specifier ||
         id == ext_missing_type_specifier || id == ext_implicit_function_decl_c99;
}

} // namespace

void UnknownNames::note(const clang::Diagnostic &error) {
  ++errors;
  if (!error.hasSourceManager() || error.getLocation().isInvalid())
    return;
  const clang::SourceManager &manager = error.getSourceManager();
  clang::LangOptions language;
  for (clang::SourceLocation place = error.getLocation(); place.isMacroID(); place = manager.getImmediateMacroCallerLoc(place))
    macros.insert(clang::Lexer::getImmediateMacroName(place, manager, language).str());
  const clang::FileID file = manager.getFileID(manager.getExpansionLoc(error.getLocation()));
  const std::string path = manager.getFilename(manager.getExpansionLoc(error.getLocation())).str();
  if (auto [text, isNew] = texts.try_emplace(path); isNew)
    text->second = manager.getBufferData(file).str();
  if (const std::string word = identifierAt(manager, error.getLocation()); !word.empty())
    words.insert(word);
  if (error.getID() == clang::diag::err_ambiguous_reference || error.getID() == clang::diag::err_ovl_ambiguous_call)
    ambiguous.insert(unknownIdentifier(error));
  if (!concernsUnknownName(error.getID()))
    return;
  const std::string name = unknownIdentifier(error);
  if (!name.empty() && llvm::none_of(names, [&](const UnknownName &known) { return known.name == name; }))
    names.push_back({name, path});
}

bool isUnseenType(const clang::Diagnostic &error) {
  if (!error.hasSourceManager() || error.getLocation().isInvalid() || !concernsUnknownName(error.getID()))
    return false;
  const clang::SourceManager &manager = error.getSourceManager();
  const clang::SourceLocation spelled = manager.getSpellingLoc(error.getLocation());
  return isVendorDeclarations(manager.getFilename(spelled)) && identifierAt(manager, error.getLocation()) == "fporder_unseen";
}

} // namespace fporder::check
