// Memory as the evaluator sees it: locations, what is known to lie in them, and which of them a store may change.
//
// A location is a root (a variable, a temporary, what a pointer points to) and a path of members and indices. Containers are arrays: element i of a
// std::vector `v` is index(v, i). A pointer holds the location it points to, so that p + 1 is the next index of the same array; a pointer of unknown
// value points to element 0 of a root of its own.
//
// What is known is a persistent list of writes for each root, newest first. Reading walks it until a write that covers the location (its value), or
// that may overlap it (unknown from here on: a leaf whose version is that write), or the end (the value on entry). Snapshots are pointers, so
// branches, loops and copies of whole objects cost nothing until somebody reads them.
//
// Aliasing, stated so that nobody has to guess:
//   - Named objects, temporaries and fresh allocations never overlap. What a parameter points to on entry overlaps no local object.
//   - Indices whose difference is a non-zero constant are different elements. Others may be the same.
//   - Assumed, as numerical kernels mean it, unless Memory::mayAlias is set (--may-alias): arrays reached through different pointers or containers do
//   not overlap, whether or not they say restrict;
//     an array element written through a pointer does not overlap a named scalar or a field of an object reached otherwise; rows stored at a
//     stride nobody knows, t[i * stride + j], do not overlap (rows that are added to may).
//     With mayAlias, elements reached through different pointers may be the same unless one pointer is restrict-qualified or they point to different
//     arithmetic types, neither of them a character's.
//   - Not assumed: *p and *q, p->x and q->x, and references of the same type may be the same object.
#pragma once

#include "analyzer/frontend/loops/loop.h"
#include "analyzer/frontend/values/indices.h"
#include "runtime/order/procedure.h"

#include "clang/AST/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
class ValueDecl;
} // namespace clang

namespace fporder::frontend {

struct RootId {
  std::uint32_t index = UINT32_MAX;
  auto operator<=>(const RootId &) const = default;
};

struct Root {
  enum class Kind : std::uint8_t {
    Variable,  // a local variable or parameter
    Global,    // static storage duration; in a lambda's own procedure also what it shares with the functions around it
    This,      // *this of a member function's own procedure
    Temporary, // nameless, cannot be reached by a pointer of unknown value
    Allocation,
    Pointee,  // what a pointer of unknown value points to
    Referent, // what a reference of unknown value is bound to
  };
  Kind kind = Kind::Temporary;
  const clang::ValueDecl *declaration = nullptr;
  std::string name;
  LocationId origin;                            // Pointee, Referent: where the pointer lies
  const clang::CXXRecordDecl *record = nullptr; // This: the class of the function
  std::uint32_t version = 0;                    // Pointee, Referent: the write that made it unknown; 0: its value on entry
  bool fromParameter = false;                   // reached from a parameter's value on entry
  bool scalar = false;                          // Pointee, Referent: holds a number, not an object with fields
  bool constant = false;                        // no code may write it
  LocationId location;                          // of the root itself
  std::uint32_t escapedAt = 0;                  // the write after which it had
  std::uint32_t birth = 0;                      // Variable, Temporary: when it was last made, see Moment; 0: outlives the statement that makes it
  bool escaped = false;                         // its address left the analysed code
  bool holdsPointers = false;                   // a pointer was stored in it
  LocationId contentsOf;                        // never written itself: holds what lay in that object before anything was stored there
  std::vector<LocationId> sides; // Pointee, Referent: all it may be, where branches gave the pointer different values; arrays for their elements
};

/// True for what only a pointer or a reference of unknown value leads to.
inline bool isReached(const Root &root) { return root.kind == Root::Kind::Pointee || root.kind == Root::Kind::Referent; }

struct Location {
  enum class Kind : std::uint8_t { Root, Member, Index } kind = Kind::Root;
  bool overlaps = false; // a member of a union
  bool beside = false;   // kept beside an object's elements, none of which it overlaps: what a library's object knows of itself
  bool nameless = false; // an anonymous structure or union, whose members are spelled as those of the object around it
  bool bytes = false;    // a view whose indices are offsets in bytes: its elements may overlap, see memory_views.h
  LocationId parent;
  std::uint32_t name = 0; // Member: index into names
  order::NodeId index;    // Index
  RootId root;
};

/// How a value is to be read: decides the node or location that stands for an unknown one.
struct ReadType {
  enum class Kind : std::uint8_t { Number, Pointer, Reference, Record } kind = Kind::Number;
  order::ValueType number;
  bool reachesScalar = false; // Pointer, Reference: what it designates is a number
  std::uint32_t lanes = 0;    // Number: of a vector type, how many
};

enum class Relation : std::uint8_t { Same, Disjoint, Inside, Contains, MayOverlap };

struct Write;

/// A snapshot of memory: for each root its newest write. Copies share what they have in common, in chunks. A write to everything is kept once, beside
/// the newest write of each root alone, and holds for the roots whose own is older: see Memory::Implementation::head.
class Store {
public:
  const Write *own(RootId root) const {
    const std::size_t chunk = root.index / chunkSize;
    return chunk < chunks.size() && chunks[chunk] ? chunks[chunk]->heads[root.index % chunkSize] : nullptr;
  }
  void setOwn(RootId root, const Write *write);
  /// Calls `visit` with each root below `roots` whose newest writes may differ, in order.
  static void differences(const Store &left, const Store &right, std::size_t roots, llvm::function_ref<void(RootId)> visit);

  bool empty() const { return chunks.empty() && !everything; }

  const Write *everything = nullptr; // the newest write to all roots

private:
  static constexpr std::size_t chunkSize = 64;
  struct Chunk : llvm::RefCountedBase<Chunk> {
    std::array<const Write *, chunkSize> heads{};
  };
  std::vector<llvm::IntrusiveRefCntPtr<Chunk>> chunks;
};

/// What a loop does to one location: see Memory::enterLoop and leaveLoop.
struct LoopWrite {
  LocationId location;
  std::optional<Value> value; // on entry: the loop-carried value; on exit: the value after the loop
  /// This loop and loops inside it whose indices `location` and `value` are functions of. On exit: written for all values that these take. On entry:
  /// different elements for different values.
  std::vector<std::uint32_t> forEach = {};
};

/// A point of the evaluation: how many objects had been made by then, and how often memory had been written.
struct Moment {
  std::uint32_t births = UINT32_MAX;
  std::uint32_t writes = UINT32_MAX;
};

class Memory {
public:
  Memory(order::Graph &graph, const LoopTable &loops);
  ~Memory();

  // Locations.
  LocationId newRoot(Root root);
  /// The variable or temporary `location` begins to live, in the statement that is evaluated.
  void bear(LocationId location) { roots[rootId(location).index].birth = ++births; }
  /// `*pointer` for a pointer lying in `origin` whose value is unknown since write `version`.
  LocationId pointee(LocationId origin, std::uint32_t version, Root::Kind kind, bool scalar = false);
  LocationId member(LocationId object, llvm::StringRef name, bool inUnion = false);
  /// The array as elements of another type, see memory_views.h; by offsets in bytes.
  LocationId view(LocationId array, llvm::StringRef name, bool byBytes);
  /// Element i of `view` is an object whose `fields`, n of them, are elements i * n, i * n + 1 ... of `array`, numbers of type `type` and
  /// of `size` bytes; of a view by offsets in bytes likewise from that element on.
  void spread(LocationId view, LocationId array, llvm::ArrayRef<const clang::FieldDecl *> fields, order::ValueType type, order::NodeId size);
  /// The field, apart from one of that name in a base class of its class, or in one derived from it.
  LocationId field(LocationId object, const clang::FieldDecl *field);
  /// What a library's object knows of itself beside its elements, by the function that says it: "size()".
  LocationId attribute(LocationId object, llvm::StringRef name);
  /// The elements that `object` is made of, see `spread`; none of any other object.
  std::vector<std::pair<LocationId, order::ValueType>> elementsOf(LocationId object);
  LocationId index(LocationId array, order::NodeId index);
  /// A lane of the vector in `whole`: the member x, y, z, w, s4 ... sf.
  LocationId laneOf(LocationId whole, unsigned position);
  /// The location `count` elements after `element`; `element` itself when it is no array element and count is 0.
  LocationId advance(LocationId element, order::NodeId count);

  /// What `part`, the object in `from` or a part of it, is of the object in `to`.
  LocationId counterpart(LocationId part, LocationId from, LocationId to);

  const Location &operator[](LocationId location) const { return locations[location.index]; }
  std::size_t rootCount() const { return roots.size(); }
  LocationId rootLocation(RootId root) const { return roots[root.index].location; }
  const Root &root(LocationId location) const { return roots[locations[location.index].root.index]; }
  RootId rootId(LocationId location) const { return locations[location.index].root; }
  Relation relation(LocationId left, LocationId right) const;
  /// The same of `written`, in any iterations of `loops`, and of `location` as it is named in this one.
  Relation relationAcross(LocationId written, LocationId location, llvm::ArrayRef<std::uint32_t> loops) const;
  /// The name of a Member step.
  const std::string &name(const Location &member) const;
  /// As a reader would write it, with "[]" where the index values in `indices` belong.
  std::string spell(LocationId location, llvm::SmallVectorImpl<order::NodeId> *indices = nullptr) const;

  // Identities (storages.cpp).
  /// What lies in `location`, indices aside.
  order::StorageId storage(LocationId location);
  /// The number that tells leaves of `storage`, unknown since `write` (0: on entry), from other leaves spelled `symbol`.
  std::uint32_t versionOf(llvm::StringRef symbol, order::StorageId storage, std::uint32_t write);
  /// What lies in `location`, by all its indices, as a loop carries it.
  order::StorageId carriedStorage(LocationId location);
  /// The value of `location` at the start of an iteration of `loop`, or the one numbered `loop` that it is left with.
  order::NodeId loopValue(LocationId location, std::uint32_t loop, order::ValueType type);
  /// True for what was made by an expression that is not followed, and lies in no object of the procedure.
  bool isNoObject(order::StorageId storage) const;
  /// The member `name`, spelled `symbol`, of the object that `leaf` stands for, since when the object is what it is.
  order::NodeId memberOf(order::NodeId leaf, llvm::StringRef name, llvm::StringRef symbol, order::ValueType type);
  /// The element or lane `index` of the number, of several lanes, that `leaf` stands for.
  order::NodeId elementOf(order::NodeId leaf, order::NodeId index);
  /// The leaf, of an open type, as one of `type`: read from the same object, after the same write.
  order::NodeId ofType(order::NodeId leaf, order::ValueType type);

  /// Its address left the analysed code: calls without a body and stores through unknown pointers may change it.
  void escape(LocationId location);
  /// What the pointers and references in `location` lead to, and those that lie there in turn, each once. Pointers that code not seen may have
  /// replaced are listed as well, since it may have kept them. Nothing when there are too many to follow.
  std::optional<std::vector<LocationId>> reachedFrom(const Store &store, LocationId location);
  /// `pointer`, of unknown value, is one of two: stores through it may change what either points to, fields where it points to a field.
  void reachesEither(const Value &pointer, const Value &first, const Value &second);

  // Contents.
  Value read(const Store &store, LocationId location, ReadType type);
  /// What was last assigned to exactly this location, on some path: tells what kind of value lies there.
  std::optional<Value> peek(const Store &store, LocationId location) const;
  void assign(Store &store, LocationId location, const Value &value);
  /// `to` becomes a copy of the object in `from` as it is now.
  void copy(Store &store, LocationId to, LocationId from);
  /// What lies in `location` becomes unknown; `fromOutside`: because code not seen may have stored something there.
  void forget(Store &store, LocationId location, bool fromOutside = false);
  /// Everything that code not seen may write becomes unknown: globals, escaped objects, what pointers of unknown value reach.
  void forgetReachable(Store &store);
  /// Code not seen ran that is assumed not to have written what lies in `location`: a number read from there since rests on `assumption`, see
  /// `rests`.
  void keep(Store &store, LocationId location, std::uint32_t assumption);
  /// The same of all that code not seen may write. Integers are unknown, and so are escaped objects if the code may have kept their addresses.
  void keepReachable(Store &store, std::uint32_t assumption, bool forgetsEscaped);
  /// Whatever lies in memory, constants left out, becomes unknown.
  void forgetEverything(Store &store);
  /// The store after `condition ? ifTrue : ifFalse`. Objects made since `start` have ended: code that runs later reads none of them.
  Store merge(order::NodeId condition, const Store &ifTrue, const Store &ifFalse, Moment start = {});
  Moment now() const { return {births, writeCount()}; }

  // Loops.
  /// Locations written between two snapshots, `before` an ancestor of `after`, each once, oldest first; a whole root when there are too many.
  std::vector<LocationId> written(const Store &before, const Store &after) const;
  /// Versions up to here were known before; later ones name values that only later code can see.
  std::uint32_t writeCount() const;
  void enterLoop(Store &store, std::uint32_t loop, llvm::ArrayRef<LoopWrite> writes);
  void leaveLoop(Store &store, std::uint32_t loop, llvm::ArrayRef<LoopWrite> writes);

  /// The index k of the generic element that calls on whole slices act on, if there are such calls. Elements x + k and y + k of one array are taken
  /// for different ones where x and y are different values, since that is what slices are for, unless only one of x and y changes in a loop.
  order::NodeId elementIndex;
  /// The iteration of `loops` that wrote element `wanted` by writing `written`, as expressions of the reader, added to `found`; false when not known.
  bool matchIndex(order::NodeId written, order::NodeId wanted, llvm::ArrayRef<std::uint32_t> loops, IndexValues &found);
  /// True when `index`, an induction variable offset by a constant, never is `other`, a constant outside its range.
  bool staysClear(order::NodeId index, order::NodeId other) const;
  /// The write after which a leaf that stands for an unknown value is it; 0: its value on entry, or no such leaf.
  std::uint32_t unknownSince(order::NodeId leaf) const;
  /// True for a write by code not seen.
  bool isFromOutside(std::uint32_t write) const;
  /// The loop that made the write; nothing for one that is no loop's.
  std::optional<std::uint32_t> loopOf(std::uint32_t write) const;

  /// Known values on entry: constants, fields stored elsewhere in the unit. Consulted when no write covers a location.
  std::function<std::optional<Value>(LocationId, ReadType)> initial;
  /// A number that was read, resting on an assumption that keep() was given.
  std::function<Value(const Value &, std::uint32_t)> rests;
  /// Adds the indices of the loops in whose iterations a value that is unknown since a write differs, where those given do not tell it apart.
  std::function<void(std::uint32_t, llvm::SmallVectorImpl<order::NodeId> &)> addIterations;
  /// The lane `position` of a vector's value; the vector of these lanes. For parts of what was written as a whole, and the other way round.
  std::function<order::NodeId(order::NodeId vector, unsigned position)> lane;
  std::function<order::NodeId(llvm::ArrayRef<order::NodeId> lanes, order::ValueType type)> vector;
  /// Told of each value that a loop wrote to an element and another loop reads from there, as it reads it.
  std::function<void(order::NodeId written, order::NodeId read)> carried;

  /// The node or location that stands for an unknown value of `location`.
  Value unknown(LocationId location, std::uint32_t version, ReadType type);

  order::Graph &graph;
  const LoopTable &loopTable; // ranges and steps of indices

  /// Arrays reached through different pointers may overlap. Set before anything is read.
  bool mayAlias = false;
  /// For fix-its, which must not rely on the assumption above: all stores to what pointers may reach, as of now, and what leaves were read from.
  struct StoreEntry {
    RootId root;
    format::Format format = format::Format::Unknown;
  };
  const std::vector<StoreEntry> &storeLog() const { return stores; }
  const llvm::DenseMap<std::uint32_t, RootId> &leafRoots() const { return readFrom; } // by value
  /// Of one root, as things stand now.
  order::MemoryRoot overlapping(RootId root) const;

private:
  void log(LocationId location, format::Format format);
  std::vector<StoreEntry> stores;
  llvm::DenseMap<std::uint32_t, RootId> readFrom;
  bool visits(std::uint32_t loop, order::NodeId index) const;
  bool matchOperands(order::NodeId written, order::NodeId wanted, llvm::ArrayRef<std::uint32_t> loops, IndexValues &found, bool crossed);

  struct Implementation;
  friend struct Implementation;
  std::vector<Location> locations;
  std::vector<Root> roots;
  std::uint32_t births = 0;
  std::unique_ptr<Implementation> implementation;
};

} // namespace fporder::frontend
