// What is listened to while a source is preprocessed: headers that are not found, inclusions without end, and readings of the clock.
#pragma once

#include "analyzer/check/parse_errors.h"
#include "analyzer/check/translation_unit.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace fporder::check {

/// Before the first token is read. Missing headers are named in `result`; Clang's own error about them, after which nothing is parsed, is turned off.
/// All must outlive the preprocessor.
void addWatches(clang::CompilerInstance &instance, const ParseRequest &request, const EntryNamer &namer, ParseResult &result);

} // namespace fporder::check
