#include "analyzer/frontend/memory/memory_index.h"

#include "analyzer/frontend/memory/memory_implementation.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <random>

using namespace fporder::frontend;
namespace order = fporder::order;
namespace format = fporder::format;

namespace {

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};
constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar};

/// Random writes to one object with members, unions, elements and elements of elements; branches and loops among them.
class RandomMemory {
public:
  explicit RandomMemory(std::uint64_t seed) : rarity(1 + static_cast<unsigned>(seed % 32)), random(seed) {
    Root object;
    object.kind = Root::Kind::Variable;
    object.name = "object";
    root = memory.newRoot(object);
    value = Value::number(leaf("x", binary64));
    unknownIndex = leaf("k", integer);
    order::NodeSpec loopIndex;
    loopIndex.op = order::Op::LoopIndex;
    loopIndex.type = integer;
    loopIndex.symbol = "i";
    loopIndex.version = loop;
    varying = graph.intern(loopIndex);
  }

  LocationId location() {
    LocationId at = root;
    for (unsigned steps = below(20 * rarity) == 0 ? below(2) : 2 + below(2); steps > 0; --steps)
      at = step(at);
    return at;
  }

  void write(Store &store, unsigned depth) {
    switch (below((depth == 0 ? 4 : 8) * rarity)) {
    case 0:
      memory.forget(store, location());
      break;
    case 1:
      memory.copy(store, location(), location());
      break;
    case 4:
      branch(store, depth - 1);
      break;
    case 5: {
      const LoopWrite writes[] = {{location(), value}, {location(), std::nullopt}};
      if (below(2) != 0)
        memory.enterLoop(store, loop, writes);
      else
        memory.leaveLoop(store, loop, writes);
      break;
    }
    default:
      memory.assign(store, location(), value);
    }
  }

  void writes(Store &store, unsigned count, unsigned depth) {
    while (count-- > 0)
      write(store, depth);
  }

  /// Whether the write is Disjoint from the location, by the contract of memory.h.
  bool leavesAlone(const Write &write, LocationId location) const {
    switch (write.kind) {
    case Write::Kind::Choice:
      return write.touched && llvm::none_of(*write.touched, [&](LocationId each) { return concerns(each, location); });
    case Write::Kind::LoopEntry:
    case Write::Kind::LoopExit:
      return llvm::all_of(write.loopWrites,
                          [&](const LoopWrite &each) { return memory.relationAcross(each.location, location, {loop}) == Relation::Disjoint; });
    default:
      return !concerns(write.location, location);
    }
  }

  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }
  const Write *head(const Store &store) const { return store.own(memory.rootId(root)); }

  order::Graph graph;
  LoopTable loops;
  Memory memory{graph, loops};

private:
  bool concerns(LocationId written, LocationId location) const { return memory.relation(location, written) != Relation::Disjoint; }

  order::NodeId leaf(const char *name, order::ValueType type) {
    order::NodeSpec spec;
    spec.op = order::Op::Input;
    spec.type = type;
    spec.symbol = name;
    return graph.intern(spec);
  }

  order::NodeId number(unsigned bound) { return graph.constant(order::Number::fromInteger(below(bound)), integer); }

  LocationId step(LocationId at) {
    static constexpr const char *names[]{"a", "b", "c", "d"};
    switch (below(16 * rarity)) {
    case 0:
      return memory.member(at, "u" + std::to_string(below(2)), /*inUnion=*/true);
    case 1:
      return memory.attribute(at, "size()");
    case 2:
      return memory.index(at, below(2) != 0 ? unknownIndex : varying);
    case 3:
      return memory.index(at, graph.binary(order::Op::Add, below(2) != 0 ? unknownIndex : varying, number(4), integer));
    case 4:
      return below(8) == 0 ? memory.member(memory.index(at, number(4)), "x") : memory.index(at, number(40)); // beside members
    default:
      return at == root ? memory.member(at, names[below(4)]) : memory.index(at, number(40));
    }
  }

  void branch(Store &store, unsigned depth) {
    Store ifTrue = store, ifFalse = store;
    writes(ifTrue, below(12), depth);
    writes(ifFalse, below(12), depth);
    store = memory.merge(unknownIndex, ifTrue, ifFalse);
  }

  static constexpr std::uint32_t loop = 1;
  unsigned rarity; // of what is not a plain store to a known element
  std::mt19937_64 random;
  LocationId root;
  Value value;
  order::NodeId unknownIndex, varying;
};

} // namespace

TEST_CASE("a read passes over no write that may concern it") {
  const unsigned cases = order::propertyCases(5000, 100);
  unsigned long passed = 0, wrong = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    RandomMemory random(seed);
    WriteIndex index(random.memory);
    Store store;
    for (unsigned round = 0; round < 6; ++round) {
      random.writes(store, 60, 2);
      for (unsigned reads = 0; reads < 10; ++reads) {
        const LocationId location = random.location();
        for (const Write *write = random.head(store); write; write = write->previous) {
          const Write *first = index.firstFor(write, location);
          for (; write != first; write = write->previous, ++passed)
            wrong += random.leavesAlone(*write, location) ? 0 : 1;
          if (!write)
            break;
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(passed > 100 * cases);
  MESSAGE(passed << " writes passed over in " << cases << " of 5000 random memories (FPORDER_FULL=1 runs all)");
}

TEST_CASE("a read looks at few of many writes to other elements") {
  order::Graph graph;
  LoopTable loops;
  Memory memory(graph, loops);
  Root array;
  array.kind = Root::Kind::Variable;
  const LocationId root = memory.newRoot(array);
  const auto element = [&](int at) { return memory.index(root, graph.constant(order::Number::fromInteger(at), integer)); };
  Store store;
  constexpr int count = 20'000;
  for (int i = 0; i < count; ++i)
    memory.assign(store, element(i), Value::number(graph.constant(order::Number::fromInteger(i), binary64)));
  WriteIndex index(memory);
  for (int i = 0; i < count; i += 97) {
    unsigned looked = 0;
    const Write *write = index.firstFor(store.own(memory.rootId(root)), element(i));
    for (; write && write->location != element(i); write = index.firstFor(write->previous, element(i)))
      ++looked;
    REQUIRE(write);
    CHECK(looked < 100);
  }
}

TEST_CASE("a read looks at few of many calls that are assumed to have written nothing") {
  order::Graph graph;
  LoopTable loops;
  Memory memory(graph, loops);
  Root pointed;
  pointed.kind = Root::Kind::Pointee;
  const LocationId object = memory.newRoot(pointed);
  Store store;
  constexpr unsigned count = 20'000;
  for (unsigned i = 0; i < count; ++i)
    memory.keepReachable(store, i, /*forgetsEscaped=*/i == 7);
  WriteIndex index(memory);
  unsigned looked = 0;
  const auto forgets = [&](const Write *write) { return ++looked, write->forgetsEscaped; };
  const Write *found = index.firstLanding(store.own(memory.rootId(object)), forgets);
  CHECK(found == nullptr); // of another root's list
  for (found = store.own(RootId{0}); found && !found->forgetsEscaped; found = found->previous)
    if (found = index.firstLanding(found, forgets); !found || found->forgetsEscaped)
      break;
  REQUIRE(found);
  CHECK(found->assumption == 7);
  CHECK(looked < 200);
}
