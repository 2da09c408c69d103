// The sites and chunks of a module while it is instrumented, and the tables that they become: see runtime/shadow/program/abi.h.
#pragma once

#include "runtime/shadow/program/abi.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace fporder::instrument {

struct Site {
  llvm::DebugLoc place;
  const llvm::Function *function = nullptr; // for sites without a place
  std::string operation;
  program::Action action = program::Action::Add;
  program::SiteFormat format = program::SiteFormat::Binary64;
  unsigned operandCount = 0, predicate = 0;
  program::Origin origin[program::mostOperands] = {-1, -1, -1};
  std::uint8_t constants = 0, negated = 0;
};

/// The name of a file that code of `function` comes from, for whoever stands in the directory in which it was compiled: of a path below a parent that
/// both have, Clang keeps the parent and the rest apart.
std::string fileOf(const llvm::DISubprogram &function, const llvm::DIFile *file);

class SiteTable {
public:
  explicit SiteTable(llvm::Module &ofModule);

  /// Appends a site to the open chunk; the state's offset in the module's thread-local area.
  std::uint64_t add(const Site &site);
  std::uint64_t chunkOffset() const { return offsetOf(chunkSlot); }
  unsigned openChunkSize() const { return static_cast<unsigned>(sites.size()) - firstSite; }
  /// Closes the open chunk; its index.
  unsigned closeChunk();

  bool isEmpty() const { return chunks.empty(); }
  /// Stand for the area and the description until `emit`.
  llvm::GlobalVariable *area() const { return areaStandIn; }
  llvm::GlobalVariable *description() const { return descriptionStandIn; }
  /// Writes the tables and puts them into their places. Once, after the last chunk.
  void emit();

  /// A constant C string of the module's.
  llvm::Constant *text(llvm::StringRef of);
  /// The source line that the site's place says, or that of its function.
  static std::pair<std::string, unsigned> lineOf(const Site &site, const llvm::Module &module);

private:
  static std::uint64_t offsetOf(unsigned slot) { return 16 + std::uint64_t{16} * slot; }
  llvm::Constant *describe(const Site &site);
  llvm::GlobalVariable *table(llvm::ArrayRef<llvm::Constant *> rows, llvm::Type *row, const char *name);

  llvm::Module &module;
  llvm::GlobalVariable *areaStandIn, *descriptionStandIn;
  std::vector<llvm::Constant *> sites, chunks;
  unsigned firstSite = 0, chunkSlot = 0, slotCount = 0;
  llvm::StringMap<llvm::Constant *> texts;
  llvm::StructType *siteType, *chunkType;
};

} // namespace fporder::instrument
