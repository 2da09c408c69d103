// What a leaf is read from and what a store goes to: identities, whatever the program calls them. Two leaves that are spelled alike and have
// different storages are two values; text is made from a storage's name when it is printed, and decides nothing.
//
// A storage is an object or a part of one, as a chain: a[i].x is Member x of Element of Pointee of Parameter a. Which element is no part of the
// chain: a leaf has the indices as operands, outermost first, an effect beside its storage. Only where there are no operands (a value that a loop
// carries) does At hold an index.
#pragma once

#include <cstdint>
#include <string>

namespace fporder::order {

struct StorageId {
  std::uint32_t index = UINT32_MAX;
  explicit operator bool() const { return index != UINT32_MAX; }
  auto operator<=>(const StorageId &) const = default;
};

/// What a work-item asks about itself, its group and the launch. One of the three dimensions of it is a Member: x, y, z in CUDA, 0, 1, 2 in OpenCL.
enum class WorkItemQuery : std::uint8_t {
  LocalId, // threadIdx, get_local_id
  LocalLinearId,
  LocalSize, // blockDim
  EnqueuedLocalSize,
  GroupId,    // blockIdx
  GroupCount, // gridDim
  GlobalId,
  GlobalLinearId,
  GlobalSize,
  WarpSize,
  SubGroupSize,
  MaxSubGroupSize,
  SubGroupLocalId, // the lane
  SubGroupId,
  SubGroupCount,
  Other,
};

struct Storage {
  enum class Kind : std::uint8_t {
    // Objects. `number` tells those of one graph apart.
    Parameter,
    Variable, // local
    Global,   // static storage duration
    This,     // *this of the procedure itself
    Temporary,
    // Reached from `of`, a pointer or reference of unknown value; `number`: since which write.
    Pointee,
    Referent,
    // Parts of `of`.
    Member,  // `name`
    Element, // any
    At,      // the one whose index has the value `number`
    Carried, // `of` itself, as a loop carries it (LoopValue) or leaves it
    // Values that lie nowhere.
    WorkItem, // `number`: a WorkItemQuery; `of`: the group of threads that was asked, where it is not the work-item's own
    Lane,     // what another lane has
    Result,   // what a call returns whose body is not known
    Random,   // the same of a generator of random numbers
    Unknown,  // of an expression that is not followed
    Foreign,  // what `of` was in another function, number `number`, that stored it where this one reads it
  };
  Kind kind = Kind::Unknown;
  StorageId of = {};
  std::uint64_t number = 0;
  const void *declaration = nullptr; // Parameter, Global: an identity of the front end's, which the graph never looks into
  std::string name = {};             // Member: which one; else for readers

  bool operator==(const Storage &) const = default;
};

/// The symbol of the leaf that is true where a pointer that the caller gives is not null.
inline std::string notNullSymbol(const std::string &pointer) { return pointer + " != nullptr"; }

} // namespace fporder::order
