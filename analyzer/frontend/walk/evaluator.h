// The symbolic evaluator of one procedure: walks a function's body in execution order, keeps what every location holds, and records what is computed.
//
// Models of library calls are written against Builder; the rest is the evaluator's own, divided over the files named at each group of functions.
#pragma once

#include "analyzer/frontend/library/builder.h"
#include "analyzer/frontend/loops/chains.h"
#include "analyzer/frontend/loops/lane_steps.h"
#include "analyzer/frontend/loops/loop_run.h"
#include "analyzer/frontend/memory/memory.h"
#include "analyzer/frontend/memory/memory_views.h"
#include "analyzer/frontend/state/handovers.h"
#include "analyzer/frontend/syntax/environment.h"
#include "analyzer/frontend/syntax/places.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <set>

namespace clang {
class OMPExecutableDirective;
}

namespace fporder::frontend {

class FieldSummaries;
class FixedVariables;
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
  FixedVariables *fixedVariables = nullptr;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> bodySizes{}; // statements and expressions, counted up to a limit
  llvm::DenseSet<clang::SourceLocation> lambdasRun{};                // beginnings of lambdas' bodies that ran in some procedure
};

class Evaluator final : public Builder {
public:
  Evaluator(Unit &unit, order::Procedure &procedure);
  ~Evaluator();

  /// Evaluates `function`'s body as the procedure's.
  void run(const clang::FunctionDecl *function);
  /// After `run`.
  const Handovers &handovers() const { return handed; }

  // What models see, too: see builder.h.
  Value evaluate(const clang::Expr *expression) override;
  Value evaluateOpen(const clang::Expr *expression) override;
  Value evaluateFor(llvm::StringRef handle, const clang::Expr *expression) override;
  order::NodeId number(const clang::Expr *expression) override;
  LocationId location(const clang::Expr *expression) override;
  void discard(const clang::Expr *expression) override;
  std::string spelling(const clang::Expr *expression, llvm::StringRef otherwise) const override;
  order::Environment environmentAt(const clang::Expr *at, format::Format format) override { return unit.environments.of(at, format); }

  Value read(LocationId location, clang::QualType type) override;
  order::NodeId readNumber(LocationId location, order::ValueType type) override;
  void write(LocationId location, const Value &value, clang::SourceLocation where = {}) override;
  void assign(LocationId location, const Value &value) override { memory.assign(state.store, location, value); }
  void copyObject(LocationId to, LocationId from, clang::SourceLocation where = {}) override;
  void forget(LocationId location) override;
  void escape(const Value &value, bool mayWrite) override;
  std::optional<Value> held(LocationId location) const override { return memory.peek(state.store, location); }

  LocationId temporary(llvm::StringRef name = "temporary") override;
  using Builder::element;
  LocationId element(LocationId array, order::NodeId index) override { return memory.index(array, index); }
  LocationId member(LocationId object, llvm::StringRef name) override { return memory.member(object, name); }
  LocationId field(LocationId object, const clang::FieldDecl *field) override { return memory.field(object, field); }
  LocationId attribute(LocationId object, llvm::StringRef name) override { return memory.attribute(object, name); }
  LocationId elementAfter(LocationId element, order::NodeId count) override { return memory.advance(element, count); }
  std::optional<ElementOf> elementAt(LocationId location) const override;
  bool isPointee(LocationId location, LocationId pointer) const override;
  order::StorageId storage(LocationId location) override { return memory.storage(location); }
  LocationId target(const Value &pointer) override;
  Value advance(const Value &pointer, order::NodeId count) override;
  order::NodeId distance(const Value &first, const Value &last) override;
  order::NodeId elementIndex() override;
  LocationId newBuffer(const void *key, llvm::StringRef name) override;
  void putInto(LocationId queue, LocationId first, clang::SourceLocation where) override;
  void takenFrom(LocationId queue, LocationId first) override;
  Value readHandle(LocationId object) override;
  const clang::Expr *slicedBuffer(const clang::Expr *expression) override;

  order::NodeId fresh(llvm::StringRef name, order::ValueType type, const clang::Expr *at = nullptr) override;
  order::NodeId fromOutside(llvm::StringRef name, order::ValueType type, const clang::Expr *at = nullptr) override;
  order::NodeId workItem(order::StorageId number, llvm::StringRef name, order::ValueType type) override;
  Value unknown(clang::QualType type, llvm::StringRef name, const clang::Expr *at) override;
  std::optional<order::NodeId> evaluateConstant(const clang::Expr *expression) override;
  order::NodeId emit(order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type, const clang::Expr *at,
                     clang::SourceLocation token = {}, llvm::StringRef symbol = {}) override;
  order::NodeId emitIn(const order::Environment &environment, order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type,
                       const clang::Expr *at, clang::SourceLocation token = {}, llvm::StringRef symbol = {}) override;
  order::NodeId convert(order::NodeId node, order::ValueType to, const clang::Expr *at,
                        order::Rounding rounding = order::Rounding::NearestEven) override;
  void notAnalysed(clang::SourceLocation where, llvm::StringRef what, llvm::StringRef why) override;
  void setModelled(bool modelled) override { places.ofModel = modelled ? ++modelledCalls : 0; }
  void unrecorded(llvm::function_ref<void()> body) override;

  order::NodeId lane(order::NodeId vector, unsigned position) override;
  order::NodeId laneAt(order::NodeId vector, order::NodeId index) override;
  order::NodeId lanes(llvm::ArrayRef<order::NodeId> parts, order::ValueType type) override;
  order::NodeId elementOf(order::NodeId leaf, order::NodeId index) override { return memory.elementOf(leaf, index); }
  order::NodeId fromOtherLane(order::NodeId value, order::NodeId lane, llvm::StringRef name, LaneExchange exchange) override;
  order::NodeId reduceLanes(order::NodeId value, order::ReductionKind kind, std::uint32_t lanes, const clang::Expr *at,
                            clang::SourceLocation token = {}, order::PlaceId where = {}) override;

  std::optional<Value> invoke(const Value &callable, llvm::ArrayRef<Value> arguments, const clang::Expr *site) override;
  void loop(const clang::Stmt *key, const LoopShape &shape, llvm::function_ref<void(order::NodeId index)> body) override;
  void setAccumulationSchedule(LocationId location, order::Schedule schedule) override { schedules[location] = schedule; }
  bool repeatedByThreadsOnly(LocationId where) const override;
  bool inSingleThread() const override;

private:
  /// Makes `target` what `object` is, as a defaulted copy does.
  void copyFrom(LocationId target, const clang::Expr *object);
  bool isGenericElement(LocationId location) const;
  LocationId bufferOf(LocationId element) const { return memory.rootLocation(memory.rootId(element)); }
  bool isLocal(LocationId location) const;
  bool isElementOfObject(LocationId location) const;
  void notePart(LocationId location, order::ValueType type);
  std::vector<std::pair<LocationId, order::ValueType>> writtenParts(LocationId object) const;
  void storeEffect(LocationId location, order::NodeId node, clang::SourceLocation where);
  void endHandovers();
  /// A value that is not understood: an Opaque node, counted and named.
  order::NodeId opaque(llvm::StringRef name, order::ValueType type, const clang::Expr *at, llvm::StringRef what, llvm::StringRef why);
  void effect(order::Effect::Kind kind, order::NodeId node, llvm::StringRef target, const clang::Expr *at);
  order::PlaceId place(const clang::Expr *at, clang::SourceLocation token = {});
  /// Evaluates both sides from the same state and merges. Either may be null. `start`: what they have made since ends with them.
  void branch(order::NodeId condition, llvm::function_ref<void()> ifTrue, llvm::function_ref<void()> ifFalse, Moment start = {});

  // Expressions (expressions.cpp, arithmetic.cpp).
  Value prvalue(const clang::Expr *expression);
  Value castValue(const clang::CastExpr *cast);
  Value binaryValue(const clang::BinaryOperator *operation);
  order::NodeId matrixProduct(const clang::Expr *expression, const clang::Expr *left, const clang::Expr *right);
  Value unaryValue(const clang::UnaryOperator *unary);
  std::optional<Value> objectValue(const clang::Expr *expression);
  Value statementValue(const clang::StmtExpr *statement);
  std::optional<Value> builtValue(const clang::Expr *expression);
  Value recoveredValue(const clang::Expr *expression);
  Value remainingValue(const clang::Expr *expression);
  order::NodeId arithmetic(const clang::Expr *expression); // in the format its operations are computed in
  order::NodeId leafNumber(const clang::Expr *expression);
  order::NodeId readAs(const clang::Expr *expression, order::NodeId node);
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
  order::NodeId notNull(const Value &pointer);
  order::NodeId punned(const clang::Expr *expression, LocationId where, order::NodeId read);
  Value increment(const clang::UnaryOperator *operation, LocationId target);
  LocationId assignment(const clang::BinaryOperator *operation);
  void storeToResult(const clang::Expr *left, const Value &value, const clang::BinaryOperator *operation);
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
  std::optional<Value> openConstant(const clang::VarDecl *object, ReadType type);
  llvm::SmallVector<const clang::VarDecl *, 2> initialised; // by openConstant, now
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
  std::optional<Value> callClosure(const Call &call);
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
  void streamed(const clang::BinaryOperator *operation);
  /// Returns the numbers that the names have afterwards.
  llvm::SmallVector<order::NodeId, 4> forgetNamed(llvm::ArrayRef<std::string> names);
  void remember(const Value &yields, llvm::ArrayRef<order::NodeId> numbers);

  // Objects made by code that is not seen (unseen_objects.cpp).
  enum class Openness : std::uint8_t { Closed, Unknown, Object };
  Openness opennessOf(clang::QualType type);
  llvm::SmallVector<const clang::Expr *, 4> partsToKeep(clang::QualType type, const clang::Expr *initializer);
  bool isBuiltOpen(clang::QualType type, const clang::Expr *initializer);
  void buildOpen(LocationId target, clang::QualType type, const clang::Expr *initializer);
  void noteOpen(LocationId target, clang::QualType type, const clang::Expr *initializer);
  void buildUnseen(LocationId target, const Call &site, bool keeps);
  bool buildsByReference(clang::QualType type, const clang::Expr *initializer);
  struct Source;
  void noteSource(LocationId object, Source source);
  LocationId used(LocationId object);
  void endObjects(const clang::Stmt *scope);
  void endObjectsAtJump();

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
  bool isUnderWay(const clang::FunctionDecl *definition) const;
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
  bool leadsToUnseen(LocationId pointer) const;
  bool bindsUnseen(LocationId reference) const;
  void ifStatement(const clang::IfStmt *statement);
  void switchStatement(const clang::SwitchStmt *statement);
  void tryStatement(const clang::CXXTryStmt *statement);
  void inlineAssembly(const clang::AsmStmt *assembly);
  void openMp(const clang::OMPExecutableDirective *directive);
  void nextStatement();
  order::NodeId condition(const clang::Expr *expression);

  // Jumps (jumps.cpp).
  void jump(bool isBreak);
  void jumpToLabel(clang::SourceLocation statement);
  void returnStatement(const clang::ReturnStmt *statement);
  void resultLeaves(clang::QualType type, const clang::Expr *expression);
  /// Effects for the numbers that are computed in an object which leaves the function, by `name`, or by the members' names where it has none.
  void membersLeave(order::Effect::Kind kind, LocationId object, clang::QualType type, llvm::StringRef name, const clang::Expr *at);
  void leaveFunction();
  LoopRun *leaveLoops(const char *statement);
  void passLost(const std::vector<std::string> &names, clang::SourceLocation place);

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
  void tellReached(const LoopRun &run);
  void forgetOtherNames(LoopRun &run);
  bool isWithinCarried(LoopRun &run, LocationId location);
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
  LoopTest dividedTest(long long factor, order::NodeId bound, std::string relation);
  LoopTest ofIndex(const LoopRun &run, order::NodeId tested, LoopTest test);
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
  order::NodeId advanceBetween(const LoopRun &run, order::NodeId from, order::NodeId to);
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
  Loop &loopOf(const clang::Stmt *key) {
    Loop &loop = loopTable.of(frame->key, key);
    procedure.loopCalls.try_emplace(loop.number, frame->depth);
    return loop;
  }
  struct Shuffled {
    order::NodeId value; // of this lane
    LaneExchange how;
  };
  /// A Reduce that steps of shuffles have made.
  struct LaneSum {
    order::NodeId value; // of this lane
    order::ReductionKind kind;
    LaneSteps steps;
    std::string lost; // why it is not what the program has; empty where it is, in the threads that the steps reach
  };
  /// A step: whose value it starts from, what it has of another lane, as `shuffles` knows that.
  struct LaneStep {
    order::NodeId own, other;
  };
  std::optional<LaneStep> laneStep(order::NodeId left, order::NodeId right) const;
  order::NodeId combineLanes(order::Op op, llvm::ArrayRef<order::NodeId> operands, const clang::Expr *at, clang::SourceLocation token);
  order::CarryingLoop countedBy(const LoopRun &run);
  order::NodeId afterShuffles(const LoopRun &run, order::NodeId before, order::NodeId after, order::NodeId initial);
  order::NodeId withSteps(order::NodeId own, order::ReductionKind kind, const LaneSteps &steps, const clang::Expr *at, clang::SourceLocation token,
                          order::PlaceId where);
  order::NodeId sumOfSteps(LaneSum sum, order::NodeId replaced, const clang::Expr *at, clang::SourceLocation token, order::PlaceId where);
  std::vector<order::NodeId> joinedOperands(LaneSum &sum, order::Reduction &reduction);
  std::vector<order::NodeId> laneOperands(LaneSum &sum, order::Reduction &reduction);
  order::NodeId laneIndex(std::uint32_t loop);
  order::NodeId nameInLane(order::NodeId value, order::NodeId lane);
  std::string whyOfOneLane(order::NodeId value) const;
  order::NodeId internLanes(const order::Reduction &reduction, llvm::ArrayRef<order::NodeId> operands, order::NodeId value, order::NodeId replaced,
                            const clang::Expr *at, clang::SourceLocation token, order::PlaceId where);
  order::NodeId neutralOf(order::ReductionKind kind, order::NodeId value);
  void tellOfLanes();
  std::optional<Value> foldedOntoItself(LoopRun &run, const Carried &carried);

  // State.
  State join(std::vector<State> states, order::NodeId base, Moment start);
  order::NodeId relativeCondition(order::NodeId path, order::NodeId base);
  bool isComputation(order::NodeId node) const;
  order::Computation computed(order::NodeId node) const;
  void record(order::NodeId node);
  void tellOfMemory();
  void define(LocationId location, const Value &value);

  Unit &unit;
  order::Procedure &procedure;
  LoopTable loopTable;
  Memory memory;
  Views views;
  State state;
  Frame *frame = nullptr;
  Breakable *breakable = nullptr;
  LoopRun *activeLoop = nullptr;
  unsigned loopDepth = 0; // loops that are being evaluated
  bool loopTest = false;  // evaluating a loop's condition, whose calls say when it ends
  const clang::FunctionDecl *procedureFunction = nullptr;
  Places places;
  Journal journal;
  bool recording = true;
  bool unorderedWrites = false; // inside an atomic or critical region
  std::uint32_t statements = 0, modelledCalls = 0;
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
  Handovers handed;
  /// By local object: members and generic elements of it that were written, as what they hold.
  std::map<LocationId, std::map<LocationId, order::ValueType>> localParts;
  std::string handleName;                // of the variable that takes what is being evaluated
  std::set<LocationId> pointerVariables; // that advance in loops: pointers and iterators
  order::Assumptions assumptions;
  llvm::DenseSet<std::uint32_t> outside;                                                     // values made by fromOutside
  llvm::DenseMap<std::uint32_t, std::string> lossNotes;                                      // by value: why it is not held
  llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, order::NodeId> corrected;          // (value of a sum, value of its errors) -> both together
  llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, order::NodeId> relativeConditions; // (path, base) -> what the path says beyond the base
  llvm::DenseMap<std::uint32_t, Shuffled> shuffles;                                          // by node: what fromOtherLane returned
  std::map<std::uint32_t, LaneSum> laneSums;                                                 // by node
  std::map<LocationId, order::Schedule> schedules;
  std::map<LocationId, const clang::CXXRecordDecl *> closureTypes; // classes of function objects
  /// What an object was made from and may keep a reference to: it may write that, or is assumed not to.
  struct Source {
    LocationId from;
    std::optional<std::uint32_t> assumed;
    bool operator==(const Source &) const = default;
  };
  std::map<LocationId, std::vector<Source>> made; // by object
  LocationId initialisedObject;                   // what `this` means in a default member initialiser of an aggregate
  llvm::DenseMap<const clang::OpaqueValueExpr *, Value> opaqueValues;
  llvm::DenseSet<std::uint32_t> provenFloating;         // nodes of Format::Dependent
  llvm::DenseMap<std::uint32_t, std::string> openNodes; // of these, leaves whose format nothing proves: as the source spells them
  llvm::DenseMap<std::pair<std::uint32_t, unsigned>, order::NodeId> laneNodes;   // (vector, position) -> lane
  llvm::DenseMap<std::uint32_t, std::pair<order::NodeId, unsigned>> laneOrigins; // lane -> (vector, position)
  llvm::SmallVector<const clang::Expr *, 8> materialising;                       // innermost last: an expression met again has no value of its own
};

} // namespace fporder::frontend
