// Texts that have a source's name and are no C or C++: templates of code generators, traces of simulators, sources in other languages.
//
// Each is told by tokens that no C or C++ source has outside its comments, literals and directives, so that a source with errors is never taken for
// one:
//
//   {% for x in y %}  {# note #}  {{/list}}  <%= x %>  </%def>     a template for a code generator
//   vadd((vector_f32 &)0x7ffe10, ...)                              a trace of instructions: a reference to a number, several times
//   <?php  package com.example;                                    another language
//
// What such a text computes with is not known, as parts of it are not there: it is named, and not analysed.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace fporder::check {

/// "is no C or C++, but a template for a code generator ('{%' in line 3)"; nothing for all else. `text` ends with a NUL.
std::optional<std::string> foreignText(llvm::StringRef text);

} // namespace fporder::check
