// One function of a script, evaluated symbolically: statements change a State, expressions give Values, both make nodes of the procedure's graph.
//
// The members stand in files by concern: axes.cpp (index variables, broadcasting), arithmetic.cpp (formats, operations), inputs.cpp (parameters and
// other leaves), expressions.cpp, subscripts.cpp, gathers.cpp (elements that arrays choose), calls.cpp (functions of the file, methods), library.cpp
// (what makes and converts arrays), einops.cpp, rearranged.cpp (values that depend on places), formulas.cpp (call models), reductions.cpp,
// statements.cpp, stores.cpp (parts of arrays), branches.cpp, loops.cpp, sequences.cpp (ranges and lists of loops), effects.cpp.
#pragma once

#include "analyzer/python/places.h"
#include "analyzer/python/translate.h"
#include "analyzer/python/value.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <set>

namespace fporder::python {

/// What earlier evaluations of a function have learnt of its inputs, by their names.
struct Learnt {
  std::map<std::string, unsigned> ranks; // assumed, by the axes that are named
  std::set<std::string> exact;           // whose ranks are said, not only bounded from below
  std::set<std::string> arrays;          // names that are subscripted or asked for a shape: no numbers
  std::set<std::string> integers;        // names of sizes, bounds and steps, which only integers are
  std::set<std::string> indices;         // arrays that choose elements
  std::set<std::string> iterated;        // what loops go over, which are arrays
  bool changed = false;                  // evaluate again
};

/// What a script defines at its top level, for all procedures of it.
struct Script {
  const Places &places;
  const Options &options;
  const Tree &tree;
  std::vector<const models::Vendor *> vendors; // of the profile first
  std::map<std::string, Value> globals;        // modules, functions, classes, constants
};

/// A call's arguments, evaluated.
struct Arguments {
  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> named;
  bool spread = false; // there are *args or **kwargs
  const Value *find(llvm::StringRef name) const;
  /// The argument by its name or position.
  const Value *at(llvm::StringRef name, std::size_t position) const;
};

class Evaluator {
public:
  Evaluator(const Script &from, Learnt &knowledge, order::Procedure &into) : script(from), learnt(knowledge), procedure(into), graph(into.graph) {}

  /// A def, a method of `owner`, or (null) the top level; `enclosing` are the functions around a def.
  void run(const Syntax *function, const Syntax *owner, llvm::ArrayRef<const Syntax *> enclosing);
  /// What the top level defines: modules, functions, classes, names of constants.
  std::map<std::string, Value> definitions();
  /// Statements that assign and reach an effect, and those of them that were understood.
  std::pair<unsigned, unsigned> assignmentsOnSlice() const;

private:
  using Kind = Value::Kind;
  using Format = format::Format;
  using NodeId = order::NodeId;
  using Nodes = std::vector<NodeId>;

  /// How a block ends.
  enum class Flow : std::uint8_t { Next, Return, Raise, Break, Continue };

  // axes.cpp
  NodeId variable(unsigned axis); // of the trailing axis; 0: of the rest
  NodeId integer(long long value);
  NodeId freshIndex(llvm::StringRef name);
  /// What becomes of index variables: those of loops replaced, the rest of unknown axes followed by further indices, or left out.
  struct Reindexing {
    std::map<std::uint32_t, NodeId> loops;
    Nodes afterRest;
    bool dropsRest = false;
    bool isNothing() const { return loops.empty() && afterRest.empty() && !dropsRest; }
  };
  /// Invalid where it cannot be done: an array that a loop carries.
  NodeId reindexed(NodeId node, const Reindexing &how, const std::map<NodeId, NodeId> &carried = {});
  NodeId carriedAt(NodeId phi, const Reindexing &how);
  NodeId reindexedLoopValue(NodeId node, const Reindexing &how);
  NodeId simplifiedPosition(NodeId node);
  Axes sizedByInputs(const Array &of);
  void byMemory(llvm::ArrayRef<unsigned> sources, const Axes &sized, llvm::ArrayRef<unsigned> targets, const Axes &to, bool open, Reindexing &how);
  std::optional<Value> reshapedInPart(Array result, const Axes &sized, Axes to);
  void openSize(const Array &result, const Axes &sized, Axes &to);
  std::optional<Value> reshapedTo(const Value &object, const Axes &target, bool flat);
  NodeId shownAs(const Array &array, unsigned shown);
  Axes broadcast(llvm::ArrayRef<const Array *> arrays) const;
  Nodes indices(const Axes &axes);
  bool knowRank(const Array &array, unsigned atLeast);
  bool saysRank(const Array &array, unsigned rank);
  bool needsRank(const Value &value, unsigned rank);
  bool mentions(NodeId root, NodeId leaf) const;
  bool isArrayAfterAll(const Value &number, unsigned axes);

  // arithmetic.cpp
  Value elementwise(llvm::ArrayRef<Value> operands, llvm::function_ref<NodeId(llvm::ArrayRef<NodeId>)> compute);
  Format promoted(llvm::ArrayRef<Value> operands, bool toFloating) const;
  Format formatOf(const Value &value) const;
  NodeId converted(NodeId node, Format format, order::PlaceId place);
  Value binary(llvm::StringRef op, const Value &left, const Value &right, order::PlaceId place);
  Value power(const Value &base, const Value &exponent, order::PlaceId place);
  Value negated(const Value &value, order::PlaceId place);
  Value compared(llvm::StringRef symbol, const Value &left, const Value &right, order::PlaceId place);
  Value chosen(const Value &condition, const Value &then, const Value &otherwise, order::PlaceId place);
  Value function(llvm::StringRef name, llvm::ArrayRef<Value> arguments, order::PlaceId place);
  Value cast(const Value &value, Format to, order::PlaceId place);
  NodeId operation(order::Op op, NodeId left, NodeId right, Format format, order::PlaceId place);
  Value number(NodeId node, bool weak = true);
  Value weakInteger(long long value) { return number(integer(value)); }
  Value weakFloat(double value);
  std::optional<double> constantOf(const Value &value) const;
  std::optional<long long> wholeOf(const Value &value) const;
  NodeId positionFrom(const Value &value);

  // inputs.cpp
  Value parameter(const Syntax &definition, llvm::StringRef name, const Syntax *standard, const Syntax *annotation);
  Value arrayLeaf(const std::string &name, const Axes &axes, Format format, Library library, order::Storage::Kind storage);
  std::uint64_t inputNumber(const std::string &name) const;
  order::StorageId arrayStorage(const std::string &name, order::Storage::Kind kind);
  Value numberLeaf(const std::string &name, Format format = Format::Binary64);
  void initialised(const Value &constructor, const Value &object);
  Value looselyNamed(const std::string &name); // a number where its name says so, else unknown until it is used
  Value computable(const Value &value);        // Number or Array
  Value opaque(const Syntax &at, llvm::StringRef why);
  void unanalysed(const Syntax &at, llvm::StringRef why);
  void assume(order::Assumption::Kind kind, const std::string &reason, NodeId node);
  Value named(const Value &value, const std::string &name); // gives a fresh input its name
  Library library() const;                                  // that the script imports

  // arrays
  const Array &array(const Value &value) const { return arrayOf(value.array); }
  const Array &arrayOf(ArrayId id) const;
  Value make(Array made);
  void store(ArrayId id, NodeId element, order::PlaceId place);

  // expressions.cpp
  Value evaluate(const Syntax *expression);
  Value evaluateNode(const Syntax &expression);
  Value constant(const Syntax &expression);
  Value name(const Syntax &expression);
  Value attribute(const Syntax &expression);
  Value attributeOf(const Value &object, const std::string &name, const Syntax &at);
  Value arrayAttribute(const Value &object, const std::string &name, const Syntax &at);
  std::optional<Value> listOperation(llvm::StringRef op, const Value &left, const Value &right);
  Value comparison(const Syntax &expression);
  Value boolean(const Syntax &expression);
  Value comprehension(const Syntax &expression);
  Value choice(const Syntax &expression);
  Value *find(const std::string &name);
  std::optional<bool> truth(const Value &value) const;
  Value condition(const Syntax &expression, const Value &value);

  // subscripts.cpp
  Value subscript(const Syntax &expression);
  Value indexed(const Value &object, const Value &index, const Syntax &at);
  Value view(const Value &object, llvm::ArrayRef<Value> items, const Syntax &at);
  Value insertedAxis(const Value &object, unsigned axis);
  Value transposed(const Value &object, llvm::ArrayRef<unsigned> axes);
  NodeId sizeOf(const Array &array, unsigned axis);
  Value whole(const Value &value);
  Value shapeEntry(const Value &shape, const Value &index, const Syntax &at);
  std::vector<Value> indexItems(const Value &index) const;

  // calls.cpp
  Value call(const Syntax &expression);
  Arguments arguments(const Syntax &call);
  Value callValue(const Value &callee, Arguments &given, const Syntax &at);
  Value callFunction(const Value &callee, Arguments &given, const Syntax &at);
  bool bind(const Syntax &definition, const Value *self, Arguments &given, std::map<std::string, Value> &scope);
  Value construct(const Value &type, Arguments &given, const Syntax &at);
  Value method(const Value &object, const std::string &name, Arguments &given, const Syntax &at);
  Value builtin(llvm::StringRef name, Arguments &given, const Syntax &at, bool &known);
  const Syntax *methodOf(const Syntax &type, llvm::StringRef name) const;

  // library.cpp
  Value libraryCall(const std::string &name, Arguments &given, const Syntax &at);
  std::optional<Value> created(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> convertedCall(llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> reshaped(llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> norm(Arguments &given, const Syntax &at, llvm::StringRef library);
  std::optional<Value> attention(Arguments &given, const Syntax &at);
  std::optional<Value> module(llvm::StringRef name, Arguments &given, const Syntax &at);
  Axes axesFrom(const Value &shape);
  std::optional<Value> limitsOf(const Value &dtype, const std::string &spelling, bool integers);
  std::optional<Format> formatFrom(const Value &value) const;
  Format defaultFormat(llvm::StringRef module) const;

  // gathers.cpp
  struct Gathering;
  Value symbolic(const std::string &name, const Axes &axes, Format format, Library of, const std::string &why);
  bool learnIndices(const Array &index);
  std::vector<Value> chosenBy(const Value &mask);
  std::optional<std::vector<Value>> indexArrays(llvm::ArrayRef<Value> items);
  Value gathered(const Value &object, llvm::ArrayRef<Value> items, const Syntax &at);
  Value gatheredAt(const Array &source, llvm::ArrayRef<Value> indices, Gathering &how, bool front, const Syntax &at);
  void notNegative(const Array &index);
  Value elementOfChanged(const Array &source, const Reindexing &where, const Axes &axes, const Syntax &at);
  std::optional<Value> nonzero(llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> ranked(llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> along(llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> oneHot(Arguments &given, const Syntax &at);
  std::optional<Value> byIndices(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at);

  // einops.cpp
  std::optional<Value> einops(llvm::StringRef name, Arguments &given, const Syntax &at);
  using Letters = std::vector<std::string>; // of an axis, the outermost first; none for an axis of size 1
  using ByLetter = std::map<std::string, NodeId>;
  std::optional<ByLetter> sizesOfLetters(const Array &source, const std::vector<Letters> &axes, const Arguments &given);
  std::optional<ByLetter> placesOfLetters(const std::vector<Letters> &axes, const ByLetter &sizes, Axes &made);
  std::optional<Reindexing> letterReindexing(const std::vector<Letters> &axes, const ByLetter &sizes, const ByLetter &places);

  // rearranged.cpp
  NodeId elementAt(const Array &array, unsigned axis, NodeId position);
  bool readAt(Array &of, unsigned axis, NodeId position);
  Value computed(const Array &like, NodeId element);
  std::optional<Value> triangle(bool lower, Arguments &given, const Syntax &at);
  std::optional<Value> padded(Arguments &given, const Syntax &at);
  std::optional<Value> paddedAround(Arguments &given, const Syntax &at);
  std::optional<Value> cutByNumber(const Value &object, NodeId number, bool counts, const Value &along, const Syntax &at);
  std::optional<Value> tiled(Arguments &given);
  std::optional<Value> joinedArrays(bool stacked, Arguments &given, const Syntax &at);
  std::optional<Value> cutApart(llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> runningSum(Arguments &given, const Syntax &at);
  std::optional<Value> alongAxis(llvm::StringRef name, Arguments &given, const Syntax &at);
  std::optional<Value> byPosition(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at);
  Value bothHold(const std::optional<Value> &one, const Value &other, order::PlaceId place);

  // stores.cpp
  /// Where `items` stores to: what is true of index variables there, and the axes that the value's last, last but one, ... axes are.
  struct StoredPart {
    struct Axis {
      unsigned axis;
      NodeId start, step;
    };
    std::optional<Value> there;
    std::vector<Axis> kept;
  };
  StoredPart storedPart(const Array &whole, llvm::ArrayRef<Value> items, const Syntax &at);
  NodeId valueAt(const Value &value, const StoredPart &part, bool rankKnown);
  bool storePart(const Value &whole, llvm::ArrayRef<Value> items, const Value &given, const Syntax &at);
  bool storeByLoops(const Value &whole, llvm::ArrayRef<Value> items, const Value &given, const Syntax &at);
  NodeId atChosen(const Value &value, NodeId mask, unsigned behind);
  bool storeMasked(const Value &whole, llvm::ArrayRef<Value> items, const Value &given, const Syntax &at);
  void storeSomewhere(const Value &whole, const Value &stored, const Nodes &where, const std::string &text, order::PlaceId place);
  std::optional<Value> scattered(llvm::StringRef name, Arguments &given, const Syntax &at);
  void storeElements(const Value &whole, llvm::ArrayRef<Value> items, const Value &value, const Syntax &target, const Syntax &at);

  // formulas.cpp
  std::optional<Value> modelled(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at);
  /// What a formula is evaluated for: its parameters, the axes of its reductions, and those reductions that it has evaluated, by their text.
  struct Bound {
    std::map<std::string, Value> parameters;
    std::vector<unsigned> axes;
    order::PlaceId place;
    std::map<std::string, Value> reductions = {};
  };
  Value formula(const order::Graph &from, NodeId node, Bound &call);

  // reductions.cpp
  std::optional<std::vector<unsigned>> reducedAxes(const Value &operand, const Value *axis, const Syntax &at);
  Value reduced(const order::Reduction &how, const Value &term, const std::vector<unsigned> &axes, order::PlaceId place);
  NodeId overBuffers(const std::vector<unsigned> &axes, Nodes &sizes, Reindexing &how, Nodes &loops);
  Value withoutAxes(const Value &value, const std::vector<unsigned> &axes);
  std::string nameOf(const Array &array) const;
  order::Schedule scheduleOf(const Array &term, const std::vector<unsigned> &axes) const;
  Value joined(const order::Reduction &how, NodeId term, const Nodes &loops, const Nodes &trips, Format format, order::PlaceId place);
  NodeId termCount(const Value &operand, const std::vector<unsigned> &axes);
  std::optional<Value> matrixProduct(const Value &left, const Value &right, order::PlaceId place, const Syntax &at);
  std::optional<Value> einsum(Arguments &given, const Syntax &at);

  // statements.cpp
  Flow block(llvm::ArrayRef<const Syntax *> statements);
  Flow statement(const Syntax &statement);
  void assign(const Syntax &target, const Value &value, const Syntax &at);
  void assignElement(const Syntax &target, const Value &value, const Syntax &at);
  void augmented(const Syntax &statement);
  void enter(const Syntax &statement);
  void importModule(const Syntax &statement);
  void learnUnpacked(const Syntax &statement);
  void define(const Syntax &statement);
  void inPlace(const Value &target, const Value &value, const Syntax &at);

  // branches.cpp
  Flow branch(const Syntax &statement, llvm::ArrayRef<const Syntax *> rest);
  State merged(const State &then, const State &otherwise, const Value &condition, const Syntax &at);
  Value mergedValue(const Value &then, const Value &otherwise, const Value &condition, const std::string &name, const State &ifThen,
                    const State &ifOtherwise);

  // loops.cpp
  Flow forLoop(const Syntax &statement);
  Flow unrolled(const Syntax &statement, llvm::ArrayRef<Value> items);
  Flow whileLoop(const Syntax &statement);
  Flow once(const Syntax &statement);
  std::optional<std::vector<Value>> items(const Value &iterable);
  std::set<std::string> assignedIn(const Syntax &statement) const;
  Value carriedOut(const std::string &name, const Value &before, const Value &phi, const Value &after, std::uint32_t loop, NodeId trips,
                   order::PlaceId place);
  void loseAssigned(const Syntax &statement, llvm::StringRef why);

  // sequences.cpp
  struct Range {
    NodeId first, step, trips;
  };
  struct Iteration {
    NodeId count;
    std::function<Value(NodeId)> item; // by the index of the iteration
  };
  std::optional<Range> rangeOf(const Syntax &iterable);
  std::optional<std::vector<Value>> listed(const Range &range);
  NodeId inRange(const Range &range, NodeId index);
  std::optional<Value> itemAt(const Value &iterated, NodeId index, const Syntax &at);
  std::optional<Value> reindexedValue(const Value &value, const Reindexing &how);
  std::optional<Iteration> iteration(const Syntax &iterable);
  std::optional<Iteration> iteration(const Value &iterated, const Syntax &at);
  bool iteratesArrays(const Syntax &iterable);
  bool appended(Value &list, const Value &item);
  Value ofSome(const Value &sequence, NodeId index, const std::string &name);
  void endSequences(NodeId index, NodeId trips);
  std::optional<Value> comprehended(const Syntax &generator, const Syntax &element, const Syntax &at);
  std::optional<Value> stackedSequence(const Value &sequence, long long position, const Syntax &at);
  std::optional<Value> joinedSequence(const Value &sequence, const Value *along, const Syntax &at);
  Flow counted(const Syntax &statement, const Range &range, llvm::function_ref<Value(NodeId)> item); // loops.cpp
  std::optional<Value> summedSequence(const Value &sequence, const Value &start, order::PlaceId place);

  // effects.cpp
  void output(const Value &value, const std::string &target, order::Effect::Kind kind, order::PlaceId place);
  void outputs(const Value &value, const std::string &target, order::Effect::Kind kind, const Syntax &at);
  bool sink(const std::string &name, Arguments &given, const Syntax &at);
  void finish(const std::optional<Value> &returned, const Syntax *function);
  order::StorageId savedAs(const std::string &target);
  void seeShown();
  void collectComputations();

  order::PlaceId place(const Syntax &node) { return script.places.of(graph, node, statementNumber, inlinedAt); }

  const Script &script;
  Learnt &learnt;
  order::Procedure &procedure;
  order::Graph &graph;

  State state;
  std::vector<Array> created_;                                   // arrays as they were made
  std::map<std::string, ArrayId> leaves;                         // array leaves by name
  std::map<std::uint32_t, std::vector<ArrayId>> selections;      // by value of a mask: the indices that it chooses, by axis
  std::map<std::string, std::pair<NodeId, unsigned>> selectedBy; // by name of such indices: the mask, and its axis
  std::vector<std::string> parameterNames;
  std::map<unsigned, NodeId> variables; // by axis
  std::optional<Value> returned;        // by the function that runs
  const Syntax *returnedFrom = nullptr; // the expression of that return
  std::uint32_t statementNumber = 0;
  std::map<std::uint32_t, bool> assignments; // statements that assign, by number: understood
  order::PlaceId inlinedAt;
  order::PlaceId leafPlace;           // of what is not understood, while its leaf is made
  std::vector<const Syntax *> active; // functions that are being evaluated
  std::vector<std::uint32_t> loopsAround;
  Nodes indicesAround; // of those loops
  std::uint64_t steps = 0;
  unsigned reindexedLoops = 0;
  std::map<NodeId, Axes> carriedAxes;       // of what loops carry
  unsigned divided = 0, evaluatedTwice = 0; // branches whose rests are evaluated apart, and on both sides
  std::uint32_t nextObject = 0, nextVersion = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> named_; // places that are listed as not analysed
};

} // namespace fporder::python
