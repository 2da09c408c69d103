// What the program says on standard error, and whether what it has printed on standard output has arrived. Nothing else in the analyzer writes to
// standard error: names and texts come from untrusted trees, and here they are made fit to be shown. See runtime/text/shown_text.h.
#pragma once

#include <string>
#include <string_view>

namespace fporder::check {

/// One line on standard error; a newline inside it is shown as "\n".
void say(std::string_view line);
/// "fporder-check: MESSAGE".
void notice(const std::string &message);
/// Text of several lines that is laid out already, such as a table.
void sayLines(std::string_view text);
/// A line that takes the place of the one before it on a terminal; empty: only removes that one.
void sayInPlace(std::string_view line);
/// "fporder-check: error: MESSAGE"; each further line of the message gets "fporder-check:   ".
void reportError(const std::string &message);

/// Text on standard output that holds names or texts of a tree: made fit to be shown.
void print(std::string_view text);
/// A patch on standard output: as it is for a program that applies it, made fit to be shown on a terminal.
void printPatch(std::string_view patch);
/// What a renderer has made for standard error; a renderer escapes what it prints.
void sayRendered(std::string_view text);
/// Flushes standard output. False after an error message when something of it was lost; a reader that has closed its pipe has all that it wanted.
bool standardOutputIsWhole();
/// Has a program that is ended by exit() do the same, as llvm::cl does after --help: what is lost makes its status 2.
void watchStandardOutputAtExit();

} // namespace fporder::check
