// A Python script as plain data: the tree that reader.py prints, checked. Operands have smaller numbers than what uses them.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace fporder::python {

/// Lines and columns count from 1, columns in bytes; the end is exclusive. All 0 where the node has no place.
struct Extent {
  std::uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
};

/// One node of Python's ast module. Fields are asked for by the names that they have there.
class Syntax {
public:
  llvm::StringRef kind; // "BinOp"
  Extent at;

  bool is(llvm::StringRef name) const { return kind == name; }
  /// Null where the field is absent or no node.
  const Syntax *child(llvm::StringRef field) const;
  /// Empty where the field is absent or no list; null for entries that are None.
  llvm::ArrayRef<const Syntax *> children(llvm::StringRef field) const;
  /// A name, an operator's class or a constant's text; empty where the field is absent.
  llvm::StringRef text(llvm::StringRef field) const;
  llvm::ArrayRef<llvm::StringRef> texts(llvm::StringRef field) const;

private:
  struct Field {
    llvm::StringRef name;
    std::vector<const Syntax *> nodes;
    std::vector<llvm::StringRef> texts;
    bool isList = false;
  };
  const Field *find(llvm::StringRef name) const;

  std::vector<Field> fields;
  friend class TreeReader;
};

/// All nodes of a script; what they refer to lives as long as it does.
struct Tree {
  std::deque<std::string> strings;
  std::vector<Syntax> nodes;
  std::string python; // the version that has read it
  const Syntax &module() const { return nodes.back(); }
};

/// What reader.py printed. An error that begins with "LINE:COLUMN: " where the script has one there, and without where nothing says where.
llvm::Expected<Tree> readTree(llvm::StringRef json);

} // namespace fporder::python
