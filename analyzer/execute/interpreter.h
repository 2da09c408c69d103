// Executes functions of host C and C++ on given values, statement by statement over Clang's AST, to be held against what the ordering graph says.
//
// Nothing here is shared with the front end or the evaluator but the formats: a mistake of theirs must not be repeated. Integer, pointer and
// floating-point expressions, arrays, records, std::vector and std::span, references, loops, calls of functions whose bodies are seen, and the
// functions of the mathematical library are executed as the standard says, conversions where Clang has put them; functions that libraries round in
// ways of their own (exp, pow) are correctly rounded. All else, and what is undefined (overflow of integers, indices out of bounds, values that were
// never set), ends the run with the reason; so do the limits of limits.h.
#pragma once

#include "analyzer/execute/memory.h"
#include "analyzer/execute/watch.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <optional>
#include <set>
#include <string>

namespace fporder::execute {

class Interpreter {
public:
  /// Memory and watch outlive the run; each is for one run.
  Interpreter(Memory &objects, const Watch &watched) : memory(objects), context(objects.context), watch(watched) {
    recorded.leaving.resize(watched.loops.size());
    running.resize(watched.loops.size());
  }

  /// Calls `function` with drawn arguments. True when it returned; otherwise `reason` says why not.
  bool run(const clang::FunctionDecl *function);

  std::string reason;
  std::uint64_t stepsTaken() const { return steps; }
  bool tooLong = false; // the reason is that it takes more steps or operations than the limits
  Recorded recorded;
  Value returned;                // a scalar
  std::set<std::string> rounded; // functions called that libraries round in ways of their own

private:
  using Result = std::optional<Value>;     // nothing: the run has ended
  using Location = std::optional<Address>; // likewise
  enum class Flow : std::uint8_t { Next, Break, Continue, Return, Stop };

  struct Frame {
    const clang::FunctionDecl *function = nullptr;
    llvm::DenseMap<const clang::VarDecl *, Address> variables;
    std::optional<Address> self; // *this
    Address resultAt;            // where a record that is returned is put
    Value result;
    const clang::Expr *call = nullptr;
    Frame *caller = nullptr;
    llvm::DenseMap<const clang::ValueDecl *, const clang::FieldDecl *> captures; // in a lambda's body
  };

  /// Counts nested calls of the interpreter's own functions.
  class Nested {
  public:
    explicit Nested(Interpreter &owner) : interpreter(owner) { ++interpreter.nesting; }
    ~Nested() { --interpreter.nesting; }
    Nested(const Nested &) = delete;
    Nested &operator=(const Nested &) = delete;

  private:
    Interpreter &interpreter;
  };

  // Ends the run; the first reason stays.
  std::nullopt_t refuse(const std::string &why);
  Flow stop(const std::string &why);
  bool fail(const std::string &why);
  void exceed(const std::string &limit);
  bool spend();
  bool spendFloating();
  bool asWritten(const clang::BinaryOperator *operation);

  // statements.cpp
  Flow execute(const clang::Stmt *statement);
  Flow executeCompound(const clang::CompoundStmt *block);
  Flow executeIf(const clang::IfStmt *statement);
  Flow executeFor(const clang::ForStmt *loop);
  Flow executeWhile(const clang::WhileStmt *loop);
  Flow executeDo(const clang::DoStmt *loop);
  Flow executeRangeFor(const clang::CXXForRangeStmt *loop);
  Flow executeSwitch(const clang::SwitchStmt *statement);
  Flow executeCases(const clang::CompoundStmt *body, const clang::SwitchCase *from);
  Flow executeDeclaration(const clang::DeclStmt *statement);
  Flow executeReturn(const clang::ReturnStmt *statement);
  std::optional<const clang::SwitchCase *> chosenCase(const clang::SwitchStmt *statement, const Value &value);
  std::optional<bool> condition(const clang::Expr *expression);
  /// Runs one iteration's body, of which `ended` are counted: Next to go on, Break where the loop has ended, Return where it is left with the
  /// function.
  Flow iterate(const clang::Stmt *loop, const clang::Stmt *body, std::uint64_t &ended);
  /// Counts an iteration of `loop` that has ended; true when it was the last that is to run.
  bool isCut(const clang::Stmt *loop, std::uint64_t &ended);
  bool declare(const clang::VarDecl *variable);

  // expressions.cpp: values of scalar expressions; Unset for void.
  Result evaluate(const clang::Expr *expression);
  Result evaluateKind(const clang::Expr *expression);
  Result literal(const clang::Expr *expression);
  Result choose(const clang::AbstractConditionalOperator *choice);
  Result load(const clang::Expr *expression);
  Result loadAt(Address address);
  bool storeAt(Address address, const Value &value);

  // operators.cpp
  Result unary(const clang::UnaryOperator *operation);
  Result step(const clang::UnaryOperator *operation);
  Result binary(const clang::BinaryOperator *operation);
  Result logical(const clang::BinaryOperator *operation);
  Result compare(const clang::BinaryOperator *operation, const Value &left, const Value &right);
  Result pointerOperation(const clang::BinaryOperator *operation, const Value &left, const Value &right);
  Result moved(const Value &pointer, __int128 by, clang::QualType pointee);
  /// An operation of two scalars of one arithmetic type.
  Result compute(const clang::BinaryOperator *at, clang::BinaryOperatorKind kind, const Value &left, const Value &right, format::Format format);
  /// The value before it is rounded to its own type, where expressions of the type have excess precision.
  Result evaluateInExcess(const clang::Expr *expression);
  Result assign(const clang::BinaryOperator *assignment);
  Result assignCompound(const clang::CompoundAssignOperator *assignment);
  Result cast(const clang::CastExpr *cast);
  /// A scalar converted to an arithmetic type or bool.
  Result converted(const Value &value, clang::QualType to);

  // locations.cpp: the cells that glvalues name.
  Location locate(const clang::Expr *expression);
  Location locateKind(const clang::Expr *expression);
  Location locateVariable(const clang::ValueDecl *declaration, bool captured);
  Location locateMember(const clang::MemberExpr *member);
  Location locateElement(const clang::ArraySubscriptExpr *subscript);
  Location locateCast(const clang::CastExpr *cast);
  Location locateChoice(const clang::AbstractConditionalOperator *choice);
  Location baseOf(const clang::CastExpr *cast, Address derived, clang::QualType from);
  Location global(const clang::VarDecl *variable);
  Location temporary(const clang::Expr *value);
  Location follow(const Value &pointer);

  // initialisation.cpp
  bool initialise(const clang::Expr *from, clang::QualType type, Address at);
  bool initialiseRecord(const clang::Expr *from, clang::QualType type, Address at);
  bool initialiseList(const clang::InitListExpr *list, clang::QualType type, Address at);
  bool construct(const clang::CXXConstructExpr *construction, clang::QualType type, Address at);
  bool runConstructor(const clang::CXXConstructExpr *construction, Address at);
  bool captureInto(const clang::LambdaExpr *lambda, Address at);
  bool setToZero(clang::QualType type, Address at);
  Location allocate(clang::QualType type);

  // calls.cpp
  /// The value of a call, or the address of the record or glvalue that it gives.
  Result call(const clang::CallExpr *call, std::optional<Address> resultAt = {});
  Result enter(const clang::FunctionDecl *callee, Frame &frame);
  bool passArguments(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> arguments, Frame &frame);
  bool bindParameter(const clang::ParmVarDecl *parameter, const clang::Expr *argument, Frame &frame);
  bool drawArguments(const clang::FunctionDecl *function, Frame &frame);
  std::optional<std::optional<Value>> libraryCall(const clang::FunctionDecl *callee, const clang::CallExpr *call); // outer: not of the library
  std::optional<std::vector<double>> numbersOf(const clang::CallExpr *call, format::Format format);
  Result absoluteInteger(const clang::CallExpr *call);
  Location extremum(const clang::CallExpr *call, bool largest);

  Result returnedBy(const clang::FunctionDecl *body, Frame &entered, std::optional<Address> resultAt);
  Location objectOf(const clang::CallExpr *call, llvm::ArrayRef<const clang::Expr *> &arguments);
  bool bindCaptures(const clang::CXXMethodDecl *body, Frame &entered);

  // containers.cpp
  struct Elements {
    bool known = false;
    Address first;
    std::int64_t length = 0, each = 0; // each: cells of one
  };
  Elements elements(Address container, clang::QualType element);
  bool setContainer(Address at, Address first, std::int64_t length);
  bool copyElements(Address from, Address to, std::int64_t count, clang::QualType element);
  bool copyVector(Address from, Address to, clang::QualType element);
  bool elementFrom(const clang::Expr *argument, clang::QualType element, Address at);
  bool fillElements(const Elements &into, std::int64_t from, const clang::Expr *value, clang::QualType element);
  std::optional<Elements> resize(Address vector, std::int64_t length, clang::QualType element);
  bool constructVector(const clang::CXXConstructExpr *construction, Address at);
  bool constructSpan(const clang::CXXConstructExpr *construction, Address at);
  bool assignVector(llvm::ArrayRef<const clang::Expr *> arguments, Address at, clang::QualType element);
  Result iterator(const clang::Expr *expression);
  Result asIterator(Address address, clang::QualType type, std::optional<Address> resultAt);
  Result containerMember(const clang::CXXMethodDecl *method, Address self, llvm::ArrayRef<const clang::Expr *> arguments,
                         std::optional<Address> resultAt);
  Result changeVector(const clang::CXXMethodDecl *method, Address self, const Elements &held, llvm::ArrayRef<const clang::Expr *> arguments);

  // recording.cpp
  bool isWatched() const;
  void record(const clang::Stmt *at, const Value &value);
  void recordAssigned(const clang::Stmt *assignment, Address at, const Value &value);
  /// The value at `at` has been replaced by one that does not depend on it.
  void setAnew(Address at);
  std::optional<std::size_t> watchedLoop(const clang::Stmt *loop) const;
  void enterLoop(const clang::Stmt *loop);
  void leaveLoop(const clang::Stmt *loop);

  Memory &memory;
  const clang::ASTContext &context;
  const Watch &watch;
  Frame *frame = nullptr;
  llvm::DenseMap<const clang::VarDecl *, Address> globals;
  /// One of the watched loops.
  struct LoopRun {
    bool active = false;
    std::vector<std::pair<Address, double>> here; // what the watched assignment changed in this run, and its last value there
    std::vector<Address> left;                    // what it changed in earlier runs and what was not set anew since
  };
  std::vector<LoopRun> running;
  std::vector<Address> *loads = nullptr; // of the assignment's right side that is being evaluated
  std::uint64_t steps = 0, floating = 0;
  unsigned nesting = 0, calls = 0;
};

} // namespace fporder::execute
