// Names that a parse did not know: what define guessing starts from.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Diagnostic;
} // namespace clang

namespace fporder::check {

struct UnknownName {
  std::string name;
  std::string file; // a key of UnknownNames::texts
};

/// What is taken down of a parse's errors.
struct UnknownNames {
  std::vector<UnknownName> names;           // once each, in the order met
  std::map<std::string, std::string> texts; // the files with errors, whole
  std::set<std::string> words;              // at the places of errors
  std::set<std::string> ambiguous;          // names that mean several things where they stand
  std::set<std::string> macros;             // in whose expansions any error lies
  unsigned errors = 0;

  /// Takes an error down; other diagnostics are not for it.
  void note(const clang::Diagnostic &error);
};

/// Whether the error says only that `fporder_unseen` is declared nowhere, where a vendor's declarations name it: an object of a type that no header
/// tells.
bool isUnseenType(const clang::Diagnostic &error);

} // namespace fporder::check
