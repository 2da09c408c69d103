// The tables behind Memory: interned locations and the log of writes. Included by memory*.cpp and locations.cpp only.
#pragma once

#include "analyzer/frontend/memory/memory.h"
#include "analyzer/frontend/memory/memory_index.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"

#include <deque>
#include <unordered_map>

namespace fporder::frontend {

struct Write {
  enum class Kind : std::uint8_t { Assign, Copy, Forget, Kept, Everything, Choice, LoopEntry, LoopExit };
  Kind kind = Kind::Assign;
  bool isObject = false;                                         // see beforeObjects
  bool fromOutside = false;                                      // Forget: code not seen stored there
  bool forgetsEscaped = false;                                   // Kept: what has escaped is unknown
  std::uint32_t assumption = 0;                                  // Kept: that it changed nothing
  std::uint32_t id = 0;                                          // 1-based; the version of leaves that stand for what this write left unknown
  std::uint32_t depth = 0;                                       // length of the list below, down to a write to everything
  const Write *previous = nullptr;                               // older, by id; of Everything see Memory::Implementation::below
  const Write *runEnd = nullptr;                                 // the newest write that is older than this write's run: see WriteIndex
  mutable const RunSummary *summary = nullptr;                   // of the run, made when a read first asks for it
  mutable const ReachedSummary *reachedSummary = nullptr;        // likewise, in the list of `anything`
  LocationId location;                                           // Assign, Copy, Forget, Kept
  Value value;                                                   // Assign
  LocationId from;                                               // Copy: the source object ...
  const Write *first = nullptr, *second = nullptr;               // ... and its writes; Choice: the writes of both sides
  const Write *beforeObjects = nullptr;                          // Forget in `anything` of a named object: the newest older write there that is none
  const Write *reachedFirst = nullptr, *reachedSecond = nullptr; // likewise of the root `anything`
  order::NodeId condition;                                       // Choice
  std::uint32_t loop = 0;                                        // LoopEntry, LoopExit
  llvm::ArrayRef<LoopWrite> loopWrites;                          // LoopEntry, LoopExit
  const std::vector<LocationId> *touched = nullptr;              // Choice: what the two sides wrote; null: anything in the root
  const struct Epoch *epoch = nullptr;                           // Everything
};

/// What a write to everything ends: the roots that there were, as they were.
struct Epoch {
  Store before;
  std::uint32_t roots = 0;
};

/// Root 0 stands for everything that pointers reach. Its writes are stores that may also change locations in other roots, so that such a store is
/// one write however many roots it may change: reads of those roots look at it too.
constexpr RootId anything{0};

struct Memory::Implementation {
  explicit Implementation(Memory &memory) : memory(memory), writeIndex(memory) {}

  Memory &memory;
  WriteIndex writeIndex;
  llvm::DenseMap<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> interned; // (parent and kind, key) -> location
  llvm::StringMap<std::uint32_t> nameIndex;
  std::deque<std::string> names;
  /// A view whose elements are objects made of elements of the array.
  struct Spread {
    LocationId array;
    std::vector<std::uint32_t> fields; // names
    order::ValueType type;             // of one of them
    order::NodeId size;                // of one of them, in bytes
  };
  std::map<LocationId, Spread> spreads;
  /// An object in such a view, and the element of the array that is its first member.
  struct SpreadObject {
    const Spread *spread = nullptr;
    order::NodeId first;
    explicit operator bool() const { return spread != nullptr; }
  };
  SpreadObject spreadAt(LocationId object) const;
  std::optional<LocationId> spreadMember(LocationId object, std::uint32_t name);
  void copySpread(Store &store, LocationId to, LocationId from, const Spread &spread);
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint8_t>, LocationId> pointees;
  llvm::SpecificBumpPtrAllocator<Write> writeAllocator;
  std::vector<Write *> writes; // by id, from 1 on
  Write &newWrite(Write::Kind kind);
  std::deque<Epoch> epochs;
  std::deque<std::vector<LoopWrite>> loopWrites;
  std::deque<std::vector<LocationId>> touchedLists;
  llvm::DenseMap<std::pair<const Write *, std::uint64_t>, std::pair<Value, std::optional<std::uint32_t>>> choices; // with what they rest on
  std::optional<std::uint32_t> assumed; // the assumption that the read that is under way met first
  /// Of one spelling: (storage, write) -> order of appearance, from 1 on; 0 for the first object of that spelling, on entry.
  struct Versions {
    std::map<std::pair<order::StorageId, std::uint32_t>, std::uint32_t> numbers;
    std::uint32_t last = 0;
    bool onEntry = false;
  };
  llvm::StringMap<Versions> versions;
  // (spelling, loop) -> what the loop carries under that spelling, numbered
  std::map<std::pair<std::string, std::uint32_t>, std::unordered_map<std::uint32_t, std::size_t>> loopValues;
  std::vector<order::StorageId> storages;                    // by location; invalid those not asked for
  llvm::DenseMap<std::uint32_t, std::uint32_t> unknownSince; // by value of a leaf
  mutable llvm::DenseMap<std::uint32_t, OffsetForm> forms;   // of indices, by node: reads compare them with those of all writes on their way
  llvm::DenseMap<std::uint32_t, unsigned> passages;          // by node that was read from what a loop wrote: through how many loops its values went

  llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, const clang::CXXRecordDecl *> fieldClasses; // (object, name) -> whose field that is

  std::string fieldName(LocationId object, const clang::FieldDecl *field);
  LocationId memberLike(LocationId object, const Location &like);
  std::uint32_t intern(LocationId parent, Location::Kind kind, std::uint64_t key, Location location);
  std::uint32_t name(llvm::StringRef text);
  LocationId add(Location location);

  order::Storage storageOf(const Root &root);

  // Relations (locations.cpp).
  void path(LocationId location, llvm::SmallVectorImpl<LocationId> &steps) const;
  bool isArrayElement(LocationId location) const;
  bool mayAlias(RootId left, RootId right) const;
  bool toldApart(const Root &left, const Root &right) const;
  bool isRestrict(const Root &root) const;
  clang::QualType pointerType(const Root &root) const;
  clang::QualType elementType(const Root &root) const;
  Relation comparePaths(llvm::ArrayRef<LocationId> left, llvm::ArrayRef<LocationId> right, bool certain) const;
  Relation acrossRoots(LocationId left, LocationId right) const;
  Relation acrossKnownRoots(LocationId left, LocationId right) const;
  bool sidesMeet(LocationId left, LocationId right) const;
  std::uint64_t shape(RootId root) const;
  const OffsetForm &formOf(order::NodeId index) const;
  LocationId rebase(LocationId location, LocationId from, LocationId to);

  // What pointers lead to (memory_reach.cpp).
  bool addPointers(const Write *head, LocationId location, std::vector<LocationId> &found);
  bool isOpen(LocationId location) const;
  /// A pointer or an object that holds pointers was stored in `location`: where code not seen can read it, what it leads to escapes.
  void noteStored(const Store &store, LocationId location, const Value &value);

  // What is assumed to be unchanged (memory_kept.cpp).
  bool leavesUnknown(const Write *kept, LocationId location, ReadType type) const;
  bool noteKept(const Write *write, LocationId location, ReadType type);
  bool isNoted(const Write *write, LocationId location, ReadType type) const;
  void mergeKept(Store &merged, RootId root, const Write *first, const Write *second, const Write *before);
  bool isOnlyKept(RootId root, const Write *from, const Write *to) const;

  // The log (memory.cpp).
  /// The newest write to `root`, which may be one to everything.
  const Write *head(const Store &store, RootId root) const;
  /// The write before `write` in the list of `root`.
  const Write *below(const Write *write, RootId root) const;
  /// Where two lists of `root` meet; null when only at their ends.
  const Write *common(const Write *left, const Write *right, RootId root) const;
  Write &append(Store &store, RootId root, Write::Kind kind);
  bool isMadeSince(RootId root, Moment start) const;
  /// Makes `previous` the write before `write`, which no list holds yet or whose list was not read yet.
  static void putAfter(Write &write, const Write *previous);
  void forgetAliases(Store &store, LocationId location);
  /// `reached`: the newest write to `anything`, consulted for roots that stores elsewhere may change.
  Value read(const Write *head, const Write *reached, LocationId location, ReadType type);
  bool isReachable(RootId root, std::uint32_t write) const;
  bool landsElsewhere(LocationId location) const;
  bool mayLand(const Write *write, LocationId location) const;
  const Write *belowReached(const Write *write, RootId root) const;
  Value readChoice(const Write *choice, LocationId location, ReadType type);
  std::optional<Value> readLoopEntry(const Write *entry, LocationId location, ReadType type, bool &disjoint);
  std::optional<Value> readLoopExit(const Write *exit, LocationId location, ReadType type, bool &disjoint);
  std::optional<Value> readElement(const LoopWrite &write, LocationId location, ReadType type);
  unsigned passagesUnder(order::NodeId node) const;
  bool varies(LocationId location, llvm::ArrayRef<std::uint32_t> loops) const;
  bool isOwnElement(const LoopWrite &write, LocationId location, std::uint32_t loop) const;
  Relation acrossIterations(LocationId written, LocationId location, llvm::ArrayRef<std::uint32_t> loops) const;
  std::optional<Value> fits(const Value &value, ReadType type) const;
  bool leavesParts(order::NodeId node) const;

  // Lanes of vectors (memory_vectors.cpp).
  /// What reading lane `location` gives when `value`, a vector, was written to `written`; nothing when it is no lane of that.
  std::optional<Value> laneIn(LocationId written, const Value &value, LocationId location, ReadType type) const;
  /// True when `write` changes single lanes of the vector in `location`.
  bool writesLaneOf(const Write *write, LocationId location) const;
  Value gatherLanes(const Write *head, const Write *reached, LocationId location, ReadType type);
  /// Adds the locations that the writes from `head` down to `stop` concern; gives the limit on which that ends, if any.
  std::optional<limits::Limit> collect(RootId root, const Write *head, const Write *stop, llvm::SmallVectorImpl<LocationId> &found,
                                       limits::Limit limit) const;
};

} // namespace fporder::frontend
