// The symbolic evaluator of one procedure: walks a function's body in execution order, keeps what every location holds, and records what is computed.
//
// Library models (library_*.cpp) are written against the public part. Everything public may be called while an expression is being evaluated; each
// function evaluates its argument expressions exactly once and in the order it is asked to.
#pragma once

#include "analyzer/frontend/environment.h"
#include "analyzer/frontend/memory.h"
#include "analyzer/frontend/places.h"
#include "analyzer/frontend/translate.h"
#include "analyzer/frontend/types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <set>

namespace fporder::frontend {

class FieldSummaries;

/// What the translation of one unit shares between its procedures.
struct Unit {
  clang::ASTContext &context;
  const Options &options;
  SourceFiles &files;
  Types &types;
  Environments &environments;
  const FieldSummaries *fields = nullptr;
};

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

/// How a loop accumulates, where the source does not say it by being a plain loop.
struct LoopShape {
  order::Schedule schedule = order::Schedule::Sequential;
  std::uint32_t width = 0;
  order::NodeId tripCount;
  std::string indexName = "i";
};

class Evaluator {
public:
  Evaluator(Unit &unit, order::Procedure &procedure);
  ~Evaluator();

  /// Evaluates `function`'s body as the procedure's.
  void run(const clang::FunctionDecl *function);

  // Expressions.
  /// The value of any expression; glvalues of scalar type are read, of class type are their location.
  Value evaluate(const clang::Expr *expression);
  /// The value as a node, in its stored format; an opaque one when there is no number.
  order::NodeId number(const clang::Expr *expression);
  /// Where a glvalue lies; a temporary holding the value for anything else.
  LocationId location(const clang::Expr *expression);
  /// Where a class-type expression's value lies, glvalue or not.
  LocationId object(const clang::Expr *expression) { return location(expression); }
  /// For evaluation's side effects only.
  void discard(const clang::Expr *expression);

  // Memory. A value's kind must fit the type: Number for arithmetic, Pointer for pointers and references, Record for classes and arrays.
  Value read(LocationId location, clang::QualType type);
  order::NodeId readNumber(LocationId location, order::ValueType type);
  void write(LocationId location, const Value &value, clang::SourceLocation where = {});
  void copyObject(LocationId to, LocationId from);
  void forget(LocationId location);
  /// An unseen callee got this value as a non-const pointer, reference or object.
  void escape(const Value &value, bool mayWrite);
  LocationId temporary(llvm::StringRef name = "temporary");
  LocationId element(LocationId array, order::NodeId index) { return memory.index(array, index); }
  LocationId element(LocationId array, long long index);
  /// The location a pointer-like value designates; of a record, its own.
  LocationId target(const Value &pointer);
  Value advance(const Value &pointer, order::NodeId count);
  /// Number of elements from `first` to `last`; an unknown integer when they are not in one array.
  order::NodeId distance(const Value &first, const Value &last);

  // Nodes. `at` is the expression whose place the node gets, its token (operator, callee) at `token`.
  order::NodeId integer(long long value);
  order::NodeId constant(double value, order::ValueType type);
  /// A new unknown value, distinct from all others.
  order::NodeId fresh(llvm::StringRef name, order::ValueType type, const clang::Expr *at = nullptr);
  /// An operation: folded when constant, else interned with its place and environment and recorded as computed.
  order::NodeId emit(order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type, const clang::Expr *at,
                     clang::SourceLocation token = {}, llvm::StringRef symbol = {});
  order::NodeId convert(order::NodeId node, order::ValueType to, const clang::Expr *at, order::Rounding rounding = order::Rounding::NearestEven);
  /// A value that is not understood: an Opaque node, counted and named.
  order::NodeId opaque(llvm::StringRef name, order::ValueType type, const clang::Expr *at, llvm::StringRef what, llvm::StringRef why);
  void notAnalysed(clang::SourceLocation where, llvm::StringRef what, llvm::StringRef why);
  void effect(order::Effect::Kind kind, order::NodeId node, llvm::StringRef target, const clang::Expr *at);
  order::PlaceId place(const clang::Expr *at, clang::SourceLocation token = {});
  /// The value for a type nobody can say more about: a fresh number, pointer or record.
  Value unknown(clang::QualType type, llvm::StringRef name, const clang::Expr *at);

  // Control.
  /// Calls a lambda, functor or function pointer with values as arguments; nothing when its body is not known.
  std::optional<Value> invoke(const Value &callable, llvm::ArrayRef<Value> arguments, const clang::Expr *site);
  /// Runs `body` as a loop: locations it writes are carried, accumulations become Reduce nodes of the given schedule. `body` gets the induction
  /// variable, may be called several times, and must do the same each time.
  void loop(const clang::Stmt *key, const LoopShape &shape, llvm::function_ref<void(order::NodeId index)> body);
  /// Evaluates both sides from the same state and merges. Either may be null.
  void branch(order::NodeId condition, llvm::function_ref<void()> ifTrue, llvm::function_ref<void()> ifFalse);
  /// The schedule of accumulations in loops around the current point until the returned object dies (atomics, OpenMP clauses).
  void setAccumulationSchedule(LocationId location, order::Schedule schedule);

  Unit &unit;
  order::Procedure &procedure;
  order::Graph &graph;
  Memory memory;

private:
  struct Frame;
  struct LoopContext;
  struct State {
    Store store;
    order::NodeId path; // conjunction of the conditions under which this point is reached; invalid: always
    bool reachable = true;
  };
};

} // namespace fporder::frontend
