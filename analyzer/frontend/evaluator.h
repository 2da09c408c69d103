// The symbolic evaluator of one procedure: walks a function's body in execution order, keeps what every location holds, and records what is computed.
//
// Library models (library_*.cpp) are written against the public part. Everything public may be called while an expression is being evaluated; each
// function evaluates its argument expressions exactly once and in the order it is asked to.
#pragma once

#include "analyzer/frontend/chains.h"
#include "analyzer/frontend/environment.h"
#include "analyzer/frontend/loops/loop_run.h"
#include "analyzer/frontend/memory.h"
#include "analyzer/frontend/places.h"
#include "analyzer/frontend/translate.h"
#include "analyzer/frontend/types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cmath>
#include <optional>
#include <set>
#include <unordered_map>

namespace clang {
class OMPExecutableDirective;
}

namespace fporder::frontend {

class FieldSummaries;
class TypeEvidence;

/// What the translation of one unit shares between its procedures.
struct Unit {
  clang::ASTContext &context;
  const Options &options;
  SourceFiles &files;
  Types &types;
  Environments &environments;
  TypeEvidence &evidence;
  const FieldSummaries *fields = nullptr;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> bodySizes{}; // statements and expressions, counted up to a limit
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
  /// A number written to an array or object fills it.
  void write(LocationId location, const Value &value, clang::SourceLocation where = {});
  void copyObject(LocationId to, LocationId from);
  /// Makes `target` what `object` is, as a defaulted copy does.
  void copyFrom(LocationId target, const clang::Expr *object);
  void forget(LocationId location);
  /// An unseen callee got this value as a non-const pointer, reference or object.
  void escape(const Value &value, bool mayWrite);
  LocationId temporary(llvm::StringRef name = "temporary");
  LocationId element(LocationId array, order::NodeId index) { return memory.index(array, index); }
  LocationId element(LocationId array, long long index);
  /// The location a pointer-like value designates; of a record, its own.
  LocationId target(const Value &pointer);
  Value advance(const Value &pointer, order::NodeId count);
  /// What was last stored at exactly this location, on some path.
  std::optional<Value> held(LocationId location) const { return memory.peek(state.store, location); }

  // Buffers behind handles; see call_models.h.
  /// The index of the generic element that elementwise calls act on: one for each procedure.
  order::NodeId elementIndex();
  /// A buffer that an expression or a declaration makes or gets from somewhere: the same location each time it is evaluated in this activation, with
  /// other contents in every iteration of the loops around it. Named after the variable that is declared with it or assigned it, else `name`.
  LocationId newBuffer(const void *key, llvm::StringRef name);
  std::string handleName; // of the variable that takes what is being evaluated
  bool isGenericElement(LocationId location) const;
  /// The handle that lies in an object.
  Value readHandle(LocationId object);
  /// As `evaluate`, but what a template leaves open is a handle where a handle lies: a variable that holds one, a slice t[offset].
  Value evaluateOpen(const clang::Expr *expression);
  const clang::Expr *slicedBuffer(const clang::Expr *expression);
  /// Number of elements from `first` to `last`; an unknown integer when they are not in one array.
  order::NodeId distance(const Value &first, const Value &last);

  // Nodes. `at` is the expression whose place the node gets, its token (operator, callee) at `token`.
  order::NodeId integer(long long value);
  order::NodeId constant(double value, order::ValueType type);
  /// A new unknown value, distinct from all others; in a loop, a new one for every iteration. What the program has there is not held.
  order::NodeId fresh(llvm::StringRef name, order::ValueType type, const clang::Expr *at = nullptr);
  /// A number of the work-item, its group or the launch: the same value whenever it is asked for, by whatever name.
  order::NodeId workItem(order::StorageId number, llvm::StringRef name, order::ValueType type);
  /// The same of a value that comes from code not seen, or that the caller decides: an input.
  order::NodeId fromOutside(llvm::StringRef name, order::ValueType type, const clang::Expr *at = nullptr);
  /// What the compiler computes: a node for its value.
  std::optional<order::NodeId> evaluateConstant(const clang::Expr *expression);
  std::string spelling(const clang::Expr *expression, llvm::StringRef otherwise) const;
  /// An operation: folded when constant, else interned with its place and environment and recorded as computed.
  order::NodeId emit(order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type, const clang::Expr *at,
                     clang::SourceLocation token = {}, llvm::StringRef symbol = {});
  /// The same under a given environment, whatever the command line and pragmas say of `at`.
  order::NodeId emitIn(const order::Environment &environment, order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type,
                       const clang::Expr *at, clang::SourceLocation token = {}, llvm::StringRef symbol = {});
  order::NodeId convert(order::NodeId node, order::ValueType to, const clang::Expr *at, order::Rounding rounding = order::Rounding::NearestEven);
  /// A value that is not understood: an Opaque node, counted and named.
  order::NodeId opaque(llvm::StringRef name, order::ValueType type, const clang::Expr *at, llvm::StringRef what, llvm::StringRef why);
  void notAnalysed(clang::SourceLocation where, llvm::StringRef what, llvm::StringRef why);
  void effect(order::Effect::Kind kind, order::NodeId node, llvm::StringRef target, const clang::Expr *at);
  order::PlaceId place(const clang::Expr *at, clang::SourceLocation token = {});
  /// While `modelled` is true no place can be edited: the operations have no operators that a fix-it could put in another order.
  void setModelled(bool modelled) { places.modelled = modelled; }
  /// Operations recorded so far; all but the first `count` of them are no finding's own.
  std::size_t computationCount() const { return journal.computations.size(); }
  void forgetComputations(std::size_t count) { journal.computations.rewind(count); }
  /// The value for a type nobody can say more about: a fresh number, pointer or record.
  Value unknown(clang::QualType type, llvm::StringRef name, const clang::Expr *at);

  /// Lane `position` of a vector's value; the value itself when it is the same in all lanes.
  order::NodeId lane(order::NodeId vector, unsigned position);
  /// The lane that `index`, an integer, names.
  order::NodeId laneAt(order::NodeId vector, order::NodeId index);
  /// The vector with these numbers in its lanes.
  order::NodeId lanes(llvm::ArrayRef<order::NodeId> parts, order::ValueType type);

  // Control.
  /// Calls a lambda, functor or function pointer with values as arguments; nothing when its body is not known.
  std::optional<Value> invoke(const Value &callable, llvm::ArrayRef<Value> arguments, const clang::Expr *site);
  /// Runs `body` as a loop: locations it writes are carried, accumulations become Reduce nodes of the given schedule. `body` gets the induction
  /// variable, may be called several times, and must do the same each time.
  void loop(const clang::Stmt *key, const LoopShape &shape, llvm::function_ref<void(order::NodeId index)> body);
  /// Evaluates both sides from the same state and merges. Either may be null.
  void branch(order::NodeId condition, llvm::function_ref<void()> ifTrue, llvm::function_ref<void()> ifFalse);
  /// Accumulations in this location, or in parts of it, follow `schedule` from now on (atomics, OpenMP clauses).
  void setAccumulationSchedule(LocationId location, order::Schedule schedule);

  // Lanes of a warp (lanes.cpp).
  /// `value` as another lane has it, known by `shuffles` until it is combined with the lane's own.
  order::NodeId fromOtherLane(order::NodeId value, order::NodeId lane, llvm::StringRef name);
  /// The values that `lanes` threads have for `value`, combined in a tree. Placed at `at`, or at `where` without one.
  order::NodeId reduceLanes(order::NodeId value, order::ReductionKind kind, std::uint32_t lanes, const clang::Expr *at,
                            clang::SourceLocation token = {}, order::PlaceId where = {});
  llvm::DenseMap<std::uint32_t, order::NodeId> shuffles; // what fromOtherLane returned -> the value of this lane
  Store &currentStore() { return state.store; }

  Unit &unit;
  order::Procedure &procedure;
  order::Graph &graph;
  LoopTable loopTable;
  Memory memory;
  Types &types;
  unsigned loopDepth = 0; // loops that are being evaluated

private:
  // Expressions (expressions.cpp, arithmetic.cpp).
  Value prvalue(const clang::Expr *expression);
  Value castValue(const clang::CastExpr *cast);
  Value binaryValue(const clang::BinaryOperator *operation);
  Value unaryValue(const clang::UnaryOperator *unary);
  std::optional<Value> objectValue(const clang::Expr *expression);
  Value statementValue(const clang::StmtExpr *statement);
  std::optional<Value> builtValue(const clang::Expr *expression);
  Value remainingValue(const clang::Expr *expression);
  order::NodeId arithmetic(const clang::Expr *expression); // in the format its operations are computed in
  order::NodeId leafNumber(const clang::Expr *expression);
  order::NodeId applyUnary(const clang::UnaryOperator *operation, order::NodeId operand);
  order::NodeId applyBinary(const clang::BinaryOperator *operation, order::NodeId left);
  order::NodeId applyCast(const clang::CastExpr *cast, order::NodeId operand);
  order::NodeId logical(const clang::BinaryOperator *operation, order::NodeId left);
  order::NodeId binary(clang::BinaryOperatorKind kind, order::NodeId left, order::NodeId right, clang::QualType type, const clang::Expr *at,
                       clang::SourceLocation token);
  order::NodeId integerOperation(clang::BinaryOperatorKind kind, order::NodeId left, order::NodeId right);
  std::optional<order::NodeId> fold(order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type, llvm::StringRef symbol);
  order::NodeId constantOf(const clang::APValue &value, clang::QualType type);
  order::NodeId truth(order::NodeId node);
  order::NodeId negation(order::NodeId condition);
  Value conditional(const clang::AbstractConditionalOperator *expression, bool asLocation);
  Value pointerArithmetic(const clang::BinaryOperator *operation);
  Value pointerCast(const clang::CastExpr *cast);
  Value increment(const clang::UnaryOperator *operation, LocationId target);
  LocationId assignment(const clang::BinaryOperator *operation);
  LocationId compoundAssignment(const clang::BinaryOperator *operation);
  order::ValueType operandType(clang::QualType type, order::NodeId node);

  // Vectors (vectors.cpp).
  order::NodeId laneBy(order::NodeId vector, unsigned position, order::NodeId index);
  order::NodeId laneOfWhole(order::NodeId node, unsigned position, order::NodeId index);
  order::NodeId swizzled(const clang::ExtVectorElementExpr *expression);
  llvm::SmallVector<LocationId, 16> laneLocations(const clang::ExtVectorElementExpr *expression);
  LocationId assignLanes(const clang::ExtVectorElementExpr *target, const clang::BinaryOperator *operation);
  order::NodeId vectorLiteral(const clang::InitListExpr *list);

  // Locations (glvalues.cpp).
  LocationId locate(const clang::Expr *expression);
  LocationId locateMember(const clang::MemberExpr *member);
  LocationId locateUnary(const clang::UnaryOperator *unary);
  LocationId locateDependentMember(const clang::CXXDependentScopeMemberExpr *member);
  LocationId locateDeclaration(const clang::ValueDecl *declaration, const clang::Expr *at);
  LocationId variable(const clang::ValueDecl *declaration);
  std::optional<LocationId> knownVariable(const clang::ValueDecl *canonical) const;
  LocationId subscript(const clang::Expr *base, const clang::Expr *index);
  std::optional<Value> initialValue(LocationId location, ReadType type);
  ReadType readType(clang::QualType type);

  // Records (records.cpp).
  void keep(LocationId target, const Value &value, clang::SourceLocation where);
  void initialise(LocationId target, clang::QualType type, const clang::Expr *initializer);
  void construct(LocationId target, const clang::CXXConstructExpr *expression);
  void constructInherited(LocationId target, const clang::CXXInheritedCtorInitExpr *expression);
  void initialiseList(LocationId target, clang::QualType type, const clang::InitListExpr *list);
  void zeroInitialise(LocationId target, clang::QualType type);
  void closure(LocationId target, const clang::LambdaExpr *lambda);
  LocationId materialise(const clang::Expr *expression);
  Value untyped(const clang::Expr *expression);

  // Callees that are not seen (unseen_calls.cpp).
  /// What a callee that is not seen is given: it may write whatever of it is not passed by value or as const, and what that leads to.
  struct Given {
    llvm::SmallVector<order::NodeId, 4> numbers;
    bool onlyNumbers = true;
    llvm::SmallVector<LocationId, 4> written; // objects, by reference or pointer
    llvm::SmallVector<LocationId, 4> read;    // objects whose pointers it may write through
    llvm::SmallVector<Value, 2> functions;    // closures that it may call
  };
  /// Of the call's callee, for reads that rest on it.
  std::uint32_t assumption(order::Assumption::Kind kind, const std::string &reason, const clang::Expr *site);
  Value rests(const Value &value, std::uint32_t assumption);
  void keep(LocationId location, std::uint32_t assumption);
  void keepReachable(std::uint32_t assumption, bool forgetsEscaped);
  void keepAgain(const Loop &loop);
  void escapePointers(const Store &store, llvm::ArrayRef<LocationId> locations);
  void addIterations(std::uint32_t since, llvm::SmallVectorImpl<order::NodeId> &indices);
  std::optional<Value> callCandidate(const Call &call);
  std::optional<llvm::SmallVector<Value, 8>> candidateArguments(const clang::FunctionDecl *candidate, const Call &call);
  void assumeCandidate(const Call &call, llvm::ArrayRef<Value> arguments, const Store &before, std::uint32_t callee);
  Value unknownCall(const Call &call);
  bool callLater(const Value &closure, const clang::Expr *site);
  void give(const clang::Expr *operand, clang::QualType parameter, const Call &site, Given &given);
  void giveReference(const clang::Expr *operand, const Call &site, Given &given);
  void giveValue(const clang::Expr *operand, clang::QualType parameter, const Call &site, Given &given);
  void giveParts(llvm::ArrayRef<const clang::Expr *> parts, const Call &site, Given &given);
  void giveObject(const Call &site, Given &given);
  void runUnseen(const Given &given, const clang::Expr *site);
  void buildUnseen(LocationId target, const Call &site, bool keeps);
  bool buildsByReference(clang::QualType type, const clang::Expr *initializer);
  void streamed(const clang::BinaryOperator *operation);
  void forgetNamed(llvm::ArrayRef<std::string> names);

  // Values of open type (untyped.cpp).
  order::NodeId typed(const clang::Expr *expression, order::NodeId node);
  bool isIntegerByEvidence(const clang::Expr *expression);
  void noteOperation(order::NodeId result, const clang::Expr *at, order::NodeId left, order::NodeId right);
  void assumeTypes(const clang::FunctionDecl *function);
  void assumeOperation(order::NodeId node);

  // Calls (calls.cpp).
  Value call(const clang::CallExpr *expression);
  const char *whyNotInlined(const clang::FunctionDecl *callee) const;
  bool mayInline(const clang::FunctionDecl *function, const clang::Expr *site) const;
  unsigned bodySize(const clang::FunctionDecl *definition) const;
  Value inlineCall(const clang::FunctionDecl *function, std::optional<LocationId> self, llvm::ArrayRef<Value> arguments, const clang::Expr *site);
  Value argument(const clang::Expr *expression, clang::QualType parameter);
  llvm::SmallVector<const clang::CXXMethodDecl *, 2> callOperators(const clang::CXXRecordDecl *record, std::size_t arguments) const;
  void runBody(const clang::FunctionDecl *function);
  void bindParameter(const clang::ParmVarDecl *parameter, const Value &value);
  void bindCaptures(const clang::CXXMethodDecl *method);
  Value result(const clang::FunctionDecl *function);
  std::optional<Value> operatorByName(const clang::CXXOperatorCallExpr *expression);

  // Statements (statements.cpp).
  void execute(const clang::Stmt *statement);
  void declare(const clang::Decl *declaration);
  void declareVariable(const clang::VarDecl *variable);
  void ifStatement(const clang::IfStmt *statement);
  void switchStatement(const clang::SwitchStmt *statement);
  void returnStatement(const clang::ReturnStmt *statement);
  void tryStatement(const clang::CXXTryStmt *statement);
  void inlineAssembly(const clang::AsmStmt *assembly);
  void openMp(const clang::OMPExecutableDirective *directive);
  void jump(bool isBreak);
  void nextStatement();
  order::NodeId condition(const clang::Expr *expression);

  // Loops (loops.cpp, iteration.cpp, accumulation.cpp).
  void forStatement(const clang::ForStmt *statement);
  void whileStatement(const clang::Stmt *statement, const clang::Expr *test, const clang::Stmt *body, bool testFirst);
  void doOnce(const clang::Stmt *body);
  void rangeFor(const clang::CXXForRangeStmt *statement);
  void iterate(const clang::Stmt *key, const LoopShape &shape, bool infinite, llvm::function_ref<void()> iteration);
  void loopBody(const clang::Stmt *body);
  void runOnce(LoopRun &run, llvm::function_ref<void()> iteration);
  void enter(LoopRun &run);
  void rewind(LoopRun &run);
  bool noteWrites(LoopRun &run);
  void leave(LoopRun &run);
  std::optional<Value> valueAfter(LoopRun &run, const Carried &carried);
  std::optional<Value> elementAfter(LoopRun &run, const Carried &carried, llvm::ArrayRef<std::uint32_t> loops);
  std::vector<order::NodeId> indicesOf(LocationId location) const;
  std::optional<LoopWrite> nestPart(const LoopRun &run, const Carried &carried, LocationId part) const;
  std::vector<LoopWrite> nestOf(const LoopRun &run, const Carried &carried) const;
  std::vector<LoopWrite> nestBefore(LoopRun &run, const Carried &carried);
  std::vector<LoopWrite> nestAfter(LoopRun &run, const Carried &carried);
  void fillNest(LoopRun &run, const Carried &element, LoopWrite &write);
  bool readsCarried(const LoopRun &run, order::NodeId node);
  void reduceNest(LoopRun &run, const Carried &element, LoopWrite &write);
  bool isRectangular(const LoopRun &run, llvm::ArrayRef<std::uint32_t> loops) const;
  bool isFixed(const LoopRun &run, order::NodeId node, llvm::ArrayRef<std::uint32_t> free) const;
  order::NodeId carriedNode(const LoopRun &run, const Carried &carried);
  bool varies(const LoopRun &run, LocationId location) const;
  LocationId nameable(const LoopRun &run, LocationId location) const;
  bool changesInside(const LoopRun &run, order::NodeId node) const;
  bool foldsBuffer(LocationId accumulator, order::NodeId term);
  void learnWrites(LoopRun &run, llvm::function_ref<void()> iteration);
  void noteRange(const LoopShape &shape, order::NodeId test);
  void noteTest(order::NodeId test, bool afterBody);
  LoopRun *leaveLoops(const char *statement);
  void noteExit(order::NodeId test);
  std::optional<Value> inductionAfter(LoopRun &run, LocationId location);
  std::optional<double> restOf(order::NodeId start, order::NodeId bound);
  std::optional<Value> valueBehind(LoopRun &run, LocationId location);
  order::NodeId digitsOf(const clang::Expr *increment);
  void noteExtent(const clang::Expr *array, order::NodeId position);
  void noteSpan(Loop &loop, order::NodeId start, order::NodeId end);
  void noteStep(Loop &loop, order::NodeId step);
  order::NodeId stepNode(const LoopRun &run);
  order::NodeId difference(order::NodeId last, order::NodeId first);
  order::NodeId countOf(const LoopRun &run);
  order::NodeId limitOf(const LoopRun &run, const LoopTest &test);
  LoopTest comparisonOf(const LoopRun &run, order::NodeId test);
  order::NodeId tripCountOf(const LoopRun &run);
  bool endsEarly(const LoopRun &run) const { return !run.breaks.empty() || run.left; }
  void noteLoop(const LoopRun &run);
  order::NodeId endCondition(const clang::Expr *test);
  llvm::SmallVector<order::NodeId, 2> activeIndices();
  llvm::SmallVector<order::NodeId, 2> birthIndices(LocationId location);
  void noteElements(const clang::CXXForRangeStmt *statement, LoopShape &shape);

  // What loops carry (phis.cpp).
  std::optional<order::CarryingLoop> carryingLoop(LoopRun &run);
  bool noteTests(LoopRun &run, order::CarryingLoop &loop);
  bool noteExits(LoopRun &run, order::CarryingLoop &loop);
  bool noteLimit(const LoopRun &run, order::CarryingLoop &loop);
  void notePhis(LoopRun &run, order::CarryingLoop &loop);
  void notePhi(LoopRun &run, order::CarryingLoop &loop, LocationId location, order::NodeId leaf, const Store &end);
  void noteElements(LoopRun &run, order::CarryingLoop &loop, const Carried &carried, const Store &end);
  void noteReturned(LoopRun &run, order::CarryingLoop &loop);
  order::NodeId loopLeaf(std::uint32_t loop, llvm::StringRef name, order::ValueType type);
  void noteCarrying(LoopRun &run);
  void noteResults(LoopRun &run);
  void passReturns(LoopRun &run);
  void forgetCarrying(const LoopRun &run);
  order::NodeId both(order::NodeId left, order::NodeId right);

  // Variables that advance (loop_variables.cpp).
  void seedInductions(Loop &loop, const clang::Expr *increment);
  bool noteInductions(LoopRun &run);
  bool isExpressedOtherwise(const LoopRun &run);
  bool isPointerVariable(const LoopRun &run, LocationId location) const;
  LocationId indexVariable(const LoopRun &run);
  void chooseIndex(LoopRun &run);
  void noteTested(const LoopRun &run, order::NodeId compared);
  order::NodeId startOf(const LoopRun &run);
  order::NodeId stepOf(LoopRun &run, const Carried &carried);
  order::NodeId advanceOf(const LoopRun &run, order::NodeId step);
  void noteOrigin(const LoopRun &run);
  bool isReversed(const LoopRun &run);
  std::optional<Value> inductionValue(const LoopRun &run, LocationId location, order::NodeId step);

  // Accumulation (accumulation.cpp).
  Chain accumulated(order::NodeId before, order::NodeId after, order::NodeId initial);
  order::NodeId reduce(LoopRun &run, const Chain &chain, order::NodeId before, const Carried &carried, order::NodeId after);
  order::NodeId reduction(LoopRun &run, const Chain &chain, order::Reduction how, llvm::ArrayRef<order::NodeId> operands);
  void addSum(LoopRun &run, const Chain &chain, order::NodeId reduction);
  std::vector<order::NodeId> iterations(const LoopRun &run, order::NodeId count, order::NodeId term);
  order::NodeId floatingCount(const LoopRun &run, order::NodeId before, order::NodeId initial, order::NodeId term);
  order::NodeId uncounted(order::NodeId count, const std::string &why);
  const ValuePairs &carriedDifferences(const LoopRun &run);
  bool carriesError(const LoopRun &run, order::NodeId before, order::NodeId after);
  std::optional<order::NodeId> kahanTerm(const LoopRun &run, const Chain &chain, order::NodeId before, order::NodeId after);
  LocationId neumaierCorrection(const LoopRun &run, const Chain &chain, order::NodeId before, order::NodeId after);
  bool startsFromNought(const LoopRun &run, const Carried &carried);
  order::NodeId atEnd(const LoopRun &run, const Carried &carried);

  // What is not held (held.cpp).
  std::string loopName(std::uint32_t loop) const;
  std::string whyNotCounted(std::uint32_t loop) const;
  std::string whyLost(order::NodeId node) const;
  void tellOfHeld();
  Loop &loopOf(const clang::Stmt *key) { return loopTable.of(frame->key, key); }
  order::NodeId ownLane(order::NodeId left, order::NodeId right) const;
  order::NodeId combineLanes(order::Op op, llvm::ArrayRef<order::NodeId> operands, const clang::Expr *at, clang::SourceLocation token);
  order::NodeId afterShuffles(order::NodeId before, order::NodeId after, order::NodeId initial);
  std::optional<Value> foldedOntoItself(LoopRun &run, const Carried &carried);

  // State.
  State join(std::vector<State> states, order::NodeId base);
  order::NodeId relativeCondition(order::NodeId path, order::NodeId base);
  bool isComputation(order::NodeId node) const;
  order::Computation computed(order::NodeId node) const;
  void record(order::NodeId node);
  void tellOfMemory();
  void define(LocationId location, const Value &value);

  State state;
  Frame *frame = nullptr;
  Breakable *breakable = nullptr;
  LoopRun *activeLoop = nullptr;
  bool loopTest = false; // evaluating a loop's condition, whose calls say when it ends
  const clang::FunctionDecl *procedureFunction = nullptr;
  Places places;
  Journal journal;
  bool recording = true;
  bool unorderedWrites = false; // inside an atomic or critical region
  std::uint32_t statements = 0;
  unsigned inlinedStatements = 0; // of these, run inside inlined calls, repetitions included
  std::uint32_t freshNames = 0;
  std::map<order::StorageId, order::NodeId> workItems;
  std::uint32_t temporaries = 0;
  llvm::DenseMap<const clang::Decl *, LocationId> globals;
  std::map<std::pair<std::uint64_t, const clang::ValueDecl *>, LocationId> locals; // by frame key
  struct Buffer {
    LocationId contents, pristine; // the second is never written: what an unknown producer left in the buffer
  };
  std::map<std::pair<std::uint64_t, const void *>, Buffer> buffers; // by frame key
  std::set<LocationId> pointerVariables;                            // that advance in loops: pointers and iterators
  std::vector<order::Assumption> assumptions;
  llvm::DenseSet<std::uint32_t> outside;                                            // values made by fromOutside
  llvm::DenseMap<std::uint32_t, std::string> lossNotes;                             // by value: why it is not held
  llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, order::NodeId> corrected; // (value of a sum, value of its errors) -> both together
  std::map<LocationId, order::Schedule> schedules;
  std::map<LocationId, const clang::CXXRecordDecl *> closureTypes; // classes of function objects
  LocationId initialisedObject;                                    // what `this` means in a default member initialiser of an aggregate
  llvm::DenseMap<const clang::OpaqueValueExpr *, Value> opaqueValues;
  llvm::DenseSet<std::uint32_t> provenFloating;         // nodes of Format::Dependent
  llvm::DenseMap<std::uint32_t, std::string> openNodes; // of these, leaves whose format nothing proves: as the source spells them
  llvm::DenseMap<std::pair<std::uint32_t, unsigned>, order::NodeId> laneNodes;   // (vector, position) -> lane
  llvm::DenseMap<std::uint32_t, std::pair<order::NodeId, unsigned>> laneOrigins; // lane -> (vector, position)
  llvm::SmallVector<const clang::Expr *, 8> materialising;                       // innermost last: an expression met again has no value of its own
};

} // namespace fporder::frontend
