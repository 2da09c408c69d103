// Parsing one source with one compile command, and what went wrong with it.
//
// Errors do not stop the analysis: Clang recovers, and what could not be parsed is listed. Missing headers are listed likewise. Warnings are off.
// Bodies of functions in system headers are not parsed (they are modelled, never analysed), except where Clang itself needs them.
#pragma once

#include "analyzer/check/compile_commands.h"
#include "analyzer/check/fixed_texts.h"
#include "analyzer/check/header_search.h"
#include "analyzer/check/read_log.h"
#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"
#include "analyzer/models/model.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace fporder::check {

class SourceRepairs;

struct ParseRequest {
  const CompileCommand *command = nullptr;
  std::string displayName; // how the user named the source, for messages
  std::string resourceDirectory;
  std::vector<std::string> extraFlags = {};                       // parse-only flags of the front end
  bool keepMemory = false;                                        // leave the tree to the process's end: nothing comes after
  const models::Models *models = nullptr;                         // whose vendors' headers are shown; null: none
  std::vector<std::string> *included = nullptr;                   // gets the names in include directives, found or not, before the consumer is called
  ReadLog *reads = nullptr;                                       // filled in with all that is read of the machine, where somebody wants to know
  std::function<void(clang::Preprocessor &)> preprocessing = {};  // called before the first token is read
  std::shared_ptr<const FixedTexts> fixedTexts = {};              // read in place of what is on the disk
  std::string prelude = {};                                       // text that is included before the source
  std::string repairs = {};                                       // and before the prelude: see source_repairs.h
  bool repair = true;                                             // false: the source is parsed once, without repairs
  const SourceRepairs *learned = nullptr;                         // what to begin with; null: nothing
  std::shared_ptr<const SourceRepairs> *repairsLearned = nullptr; // gets those that the source was parsed with
  std::vector<std::string> *buildTypes = nullptr;                 // gets the names that repairs take for types before the consumer is called
  bool *unknownBounds = nullptr;                                  // is told before that whether repairs take names for bounds of arrays
  HeaderSearch *headers = nullptr;                                // where includes that no flag finds are looked up; null: nowhere
  UnknownNames *unknownNames = nullptr;                           // takes errors down when set; complete when the consumer is called
  /// Asked of each header that is not found: true stops the parse, of which nothing is of use then. The consumer is not called.
  std::function<bool(const findings::NotAnalysed &)> stopsAt = {};
};

struct ParseResult {
  bool parsed = false; // the consumer was called
  std::string failure; // why it was not called
  unsigned errors = 0, missingHeaders = 0;
  std::vector<findings::NotAnalysed> notAnalysed; // syntax errors, missing headers, dropped flags
  std::vector<findings::FoundHeader> foundHeaders;
};

/// Parses and calls `consumer` with the whole translation unit. Safe to call from several threads.
ParseResult parseTranslationUnit(const ParseRequest &request, const std::function<void(clang::ASTContext &)> &consumer);

} // namespace fporder::check
