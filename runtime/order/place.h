// Source places as plain data: where an operation stands in the user's text. No Clang type; a graph outlives the translation unit it came from.
//
// Lines and columns are 1-based, columns count bytes, ends are exclusive. Offsets are byte offsets into the file and are what fix-its edit.
#pragma once

#include <compare>
#include <cstdint>

namespace fporder::order {

/// Index of a file path in the owning graph's file table.
struct FileId {
  std::uint32_t index = UINT32_MAX;
  explicit operator bool() const { return index != UINT32_MAX; }
  auto operator<=>(const FileId &) const = default;
};

/// Index of a place in the owning graph's place table; invalid for nodes that no source text spells.
struct PlaceId {
  std::uint32_t index = UINT32_MAX;
  explicit operator bool() const { return index != UINT32_MAX; }
  auto operator<=>(const PlaceId &) const = default;
};

struct Place {
  FileId file;
  // The operator token of the operation; the callee's name for calls; the accumulating operator for reductions.
  std::uint32_t line = 0, column = 0;
  std::uint32_t tokenLength = 1;
  // The whole expression, as spelled in `file`.
  std::uint32_t beginLine = 0, beginColumn = 0, endLine = 0, endColumn = 0;
  std::uint32_t beginOffset = 0, endOffset = 0;
  // Number of the enclosing full statement within its procedure. Contraction and the one-remark-per-statement rule are scoped by it.
  std::uint32_t statement = 0;
  // True when the expression's text in `file` is exactly beginOffset..endOffset, so that a fix-it may replace it: false inside macro expansions,
  // templates' dependent recovery, and synthesised nodes.
  bool editable = false;
  // Where the operator is spelled in a macro's definition, when the place above is the macro's expansion.
  PlaceId macroDefinition;
  // The call through which the operation was inlined (innermost first); invalid for operations of the procedure itself.
  PlaceId inlinedAt;
  // True for an inlined operation whose function has a procedure of its own, which says what the function computes for any arguments.
  bool analysedAlone = false;
  // True for an inlined operation whose function gets numbers and returns one: an expression with a name.
  bool ofNumbers = false;
  // Number of the call of a function that is known by a model, as intrinsics are, of which the operation is a part; 0: of none. Such a function is
  // one of its own to a compiler that contracts expressions alone.
  std::uint32_t ofModel = 0;

  auto operator<=>(const Place &) const = default;
};

/// Whether a compiler that contracts expressions, and not across them, may fuse operations at these places.
inline bool inOneExpression(const Place &left, const Place &right) {
  return left.statement == right.statement && left.inlinedAt == right.inlinedAt && left.ofModel == right.ofModel;
}

} // namespace fporder::order
