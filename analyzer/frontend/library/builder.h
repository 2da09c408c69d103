// What models of library and vendor calls see: expressions to evaluate, memory to read and write, nodes to make, loops to run. The evaluator itself
// is not theirs: states, frames, loops that are being evaluated and what is recorded stay behind this interface.
//
// Everything may be called while an expression is being evaluated; each function evaluates its argument expressions exactly once and in the order it
// is asked to. A value's kind must fit the type: Number for arithmetic, Pointer for pointers and references, Record for classes and arrays.
#pragma once

#include "analyzer/frontend/loops/loop.h"
#include "analyzer/frontend/translate.h"
#include "analyzer/frontend/types/types.h"
#include "analyzer/frontend/values/lane_exchange.h"
#include "analyzer/frontend/values/value.h"
#include "runtime/order/graph.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace fporder::frontend {

/// A call as a model sees it. `callee` is null for a dependent call, which has a name only.
struct Call {
  const clang::Expr *expression = nullptr;
  const clang::FunctionDecl *callee = nullptr;
  llvm::StringRef name;                          // unqualified: "accumulate", "operator[]"
  std::optional<LocationId> object;              // *this of a member call
  const clang::Expr *objectExpression = nullptr; // as written; null for constructors
  llvm::ArrayRef<const clang::Expr *> arguments; // without the object; default arguments included
  clang::SourceLocation token;                   // the callee's name, the operator of an operator call
  clang::QualType type;                          // of the result
};

/// An element of an array: which array, and by which index.
struct ElementOf {
  LocationId array;
  order::NodeId index;
};

class Builder {
public:
  Builder(const Builder &) = delete;
  Builder &operator=(const Builder &) = delete;

  const clang::ASTContext &context;
  const Options &options;
  Types &types;
  order::Graph &graph; // read it, make integer operations and leaves; what the program computes is for `emit`

  // Expressions.
  /// The value of any expression; glvalues of scalar type are read, of class type are their location.
  virtual Value evaluate(const clang::Expr *expression) = 0;
  /// As `evaluate`, but what a template leaves open is a handle where a handle lies: a variable that holds one, a slice t[offset].
  virtual Value evaluateOpen(const clang::Expr *expression) = 0;
  /// The value as a node, in its stored format; an opaque one when there is no number.
  virtual order::NodeId number(const clang::Expr *expression) = 0;
  /// Where a glvalue lies; a temporary holding the value for anything else.
  virtual LocationId location(const clang::Expr *expression) = 0;
  /// Where a class-type expression's value lies, glvalue or not.
  LocationId object(const clang::Expr *expression) { return location(expression); }
  /// For evaluation's side effects only.
  virtual void discard(const clang::Expr *expression) = 0;
  /// What the user wrote, when it is short enough to stand for the value in a message.
  virtual std::string spelling(const clang::Expr *expression, llvm::StringRef otherwise) const = 0;
  /// The floating-point environment in which operations of this format at `at` run.
  virtual order::Environment environmentAt(const clang::Expr *at, format::Format format) = 0;

  // Memory.
  virtual Value read(LocationId location, clang::QualType type) = 0;
  virtual order::NodeId readNumber(LocationId location, order::ValueType type) = 0;
  /// A number written to an array or object fills it.
  virtual void write(LocationId location, const Value &value, clang::SourceLocation where = {}) = 0;
  /// Gives a part of an object that is being made its value: no store of the program's.
  virtual void assign(LocationId location, const Value &value) = 0;
  virtual void copyObject(LocationId to, LocationId from, clang::SourceLocation where = {}) = 0;
  virtual void forget(LocationId location) = 0;
  /// An unseen callee got this value as a non-const pointer, reference or object.
  virtual void escape(const Value &value, bool mayWrite) = 0;
  /// What was last stored at exactly this location, on some path.
  virtual std::optional<Value> held(LocationId location) const = 0;

  // Locations.
  virtual LocationId temporary(llvm::StringRef name = "temporary") = 0;
  virtual LocationId element(LocationId array, order::NodeId index) = 0;
  LocationId element(LocationId array, long long index) { return element(array, integer(index)); }
  virtual LocationId member(LocationId object, llvm::StringRef name) = 0;
  virtual LocationId field(LocationId object, const clang::FieldDecl *field) = 0;
  /// What a library's object knows of itself beside its elements, by the function that says it: "size()".
  virtual LocationId attribute(LocationId object, llvm::StringRef name) = 0;
  /// The location `count` elements after `element`; `element` itself when it is no array element and count is 0.
  virtual LocationId elementAfter(LocationId element, order::NodeId count) = 0;
  /// The array and index of an element; nothing for other locations.
  virtual std::optional<ElementOf> elementAt(LocationId location) const = 0;
  /// True when `location` is what a pointer of unknown value, lying in `pointer`, points to.
  virtual bool isPointee(LocationId location, LocationId pointer) const = 0;
  /// What lies in `location`, indices aside.
  virtual order::StorageId storage(LocationId location) = 0;
  /// The location a pointer-like value designates; of a record, its own.
  virtual LocationId target(const Value &pointer) = 0;
  virtual Value advance(const Value &pointer, order::NodeId count) = 0;
  /// Number of elements from `first` to `last`; an unknown integer when they are not in one array.
  virtual order::NodeId distance(const Value &first, const Value &last) = 0;

  // Buffers behind handles; see call_models.h.
  /// The index of the generic element that elementwise calls act on: one for each procedure.
  virtual order::NodeId elementIndex() = 0;
  /// A buffer that an expression or a declaration makes or gets from somewhere: the same location each time it is evaluated in this activation, with
  /// other contents in every iteration of the loops around it. Named after the variable that is declared with it or assigned it, else `name`.
  virtual LocationId newBuffer(const void *key, llvm::StringRef name) = 0;
  /// A buffer is put into a queue, or taken from it: `first` is the element that the handle designates. What is put leaves the function, unless it is
  /// taken from the queue again; a buffer that was put by another function is a new one here.
  virtual void putInto(LocationId queue, LocationId first, clang::SourceLocation where) = 0;
  virtual void takenFrom(LocationId queue, LocationId first) = 0;
  /// As `evaluateOpen`, of what is assigned to the variable `handle`.
  virtual Value evaluateFor(llvm::StringRef handle, const clang::Expr *expression) = 0;
  /// The handle that lies in an object.
  virtual Value readHandle(LocationId object) = 0;
  /// The base of a subscript that cuts a slice off a buffer; null for any other expression. Templates leave open what t[offset] calls.
  virtual const clang::Expr *slicedBuffer(const clang::Expr *expression) = 0;

  // Nodes. `at` is the expression whose place the node gets, its token (operator, callee) at `token`.
  order::NodeId integer(long long value) { return graph.constant(order::Number::fromInteger(value), {format::Format::Integer}); }
  order::NodeId constant(double value, order::ValueType type) { return graph.constant(order::Number::fromDouble(value), type); }
  /// A new unknown value, distinct from all others; in a loop, a new one for every iteration. What the program has there is not held.
  virtual order::NodeId fresh(llvm::StringRef name, order::ValueType type, const clang::Expr *at = nullptr) = 0;
  /// The same of a value that comes from code not seen, or that the caller decides: an input.
  virtual order::NodeId fromOutside(llvm::StringRef name, order::ValueType type, const clang::Expr *at = nullptr) = 0;
  /// A number of the work-item, its group or the launch: the same value whenever it is asked for, by whatever name.
  virtual order::NodeId workItem(order::StorageId number, llvm::StringRef name, order::ValueType type) = 0;
  /// An unknown value of the type: a fresh number, pointer or record.
  virtual Value unknown(clang::QualType type, llvm::StringRef name, const clang::Expr *at) = 0;
  /// What the compiler computes: a node for its value.
  virtual std::optional<order::NodeId> evaluateConstant(const clang::Expr *expression) = 0;
  /// An operation: folded when constant, else interned with its place and environment and recorded as computed.
  virtual order::NodeId emit(order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type, const clang::Expr *at,
                             clang::SourceLocation token = {}, llvm::StringRef symbol = {}) = 0;
  /// The same under a given environment, whatever the command line and pragmas say of `at`.
  virtual order::NodeId emitIn(const order::Environment &environment, order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type,
                               const clang::Expr *at, clang::SourceLocation token = {}, llvm::StringRef symbol = {}) = 0;
  virtual order::NodeId convert(order::NodeId node, order::ValueType to, const clang::Expr *at,
                                order::Rounding rounding = order::Rounding::NearestEven) = 0;
  virtual void notAnalysed(clang::SourceLocation where, llvm::StringRef what, llvm::StringRef why) = 0;
  /// While `modelled` is true no place can be edited: the operations have no operators that a fix-it could put in another order.
  virtual void setModelled(bool modelled) = 0;
  /// What `body` computes is no finding's own: others are made from it.
  virtual void unrecorded(llvm::function_ref<void()> body) = 0;

  // Lanes: of vectors, and of a warp (lanes.cpp).
  /// Lane `position` of a vector's value; the value itself when it is the same in all lanes.
  virtual order::NodeId lane(order::NodeId vector, unsigned position) = 0;
  /// The lane that `index`, an integer, names.
  virtual order::NodeId laneAt(order::NodeId vector, order::NodeId index) = 0;
  /// The vector with these numbers in its lanes.
  virtual order::NodeId lanes(llvm::ArrayRef<order::NodeId> parts, order::ValueType type) = 0;
  /// The element or lane `index` of the number, of several lanes, that `leaf` stands for.
  virtual order::NodeId elementOf(order::NodeId leaf, order::NodeId index) = 0;
  /// What another lane has for `value`. Combined with the lane's own it is a step of a reduction over the warp where the exchange is of such a way.
  virtual order::NodeId fromOtherLane(order::NodeId value, order::NodeId lane, llvm::StringRef name, LaneExchange exchange) = 0;
  /// The values that `lanes` threads have for `value`, combined in a tree. Placed at `at`, or at `where` without one.
  virtual order::NodeId reduceLanes(order::NodeId value, order::ReductionKind kind, std::uint32_t lanes, const clang::Expr *at,
                                    clang::SourceLocation token = {}, order::PlaceId where = {}) = 0;

  // Control.
  /// Calls a lambda, functor or function pointer with values as arguments; nothing when its body is not known.
  virtual std::optional<Value> invoke(const Value &callable, llvm::ArrayRef<Value> arguments, const clang::Expr *site) = 0;
  /// Runs `body` as a loop: locations it writes are carried, accumulations become Reduce nodes of the given schedule. `body` gets the induction
  /// variable, may be called several times, and must do the same each time.
  virtual void loop(const clang::Stmt *key, const LoopShape &shape, llvm::function_ref<void(order::NodeId index)> body) = 0;
  /// Accumulations in this location, or in parts of it, follow `schedule` from now on (atomics, OpenMP clauses).
  virtual void setAccumulationSchedule(LocationId location, order::Schedule schedule) = 0;
  /// True when no loop around the current point repeats an update of this very location, so that an unordered update of it accumulates over threads
  /// alone: outside all loops, or where an index changes with the loop (h[bin[i]] += w).
  virtual bool repeatedByThreadsOnly(LocationId where) const = 0;
  /// True where a single thread of a device's launch comes: what it adds, by atomics too, is added in the order of the source.
  virtual bool inSingleThread() const = 0;

protected:
  Builder(const clang::ASTContext &astContext, const Options &chosen, Types &known, order::Graph &made)
      : context(astContext), options(chosen), types(known), graph(made) {}
  ~Builder() = default;
};

} // namespace fporder::frontend
