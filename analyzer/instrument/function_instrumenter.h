// One function with shadows: each floating-point value gets its companions, one for each lane, and each operation a site.
//
// Values keep their order: new instructions only read them. A value that is not followed has no entry and no error: it restarts.
// The walk is in reverse post-order, so that a value's shadow precedes its uses; phi nodes are completed last. Sites collect in a chunk until
// a branch, a call or its largest size ends it; then one test decides, rarely, to hand all of them over to fporder_record.
#pragma once

#include "analyzer/instrument/inlined_operations.h"
#include "analyzer/instrument/origins.h"
#include "analyzer/instrument/site_table.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/PassManager.h"

#include <limits>

namespace fporder::instrument {

using Shadows = llvm::SmallVector<Shadow, 4>;

/// What instrumenting a module shares among its functions.
struct ModuleContext {
  llvm::Module &module;
  InlinedOperations operations;
  SiteTable sites;
  bool fusesMultiplyAdd; // on the target as the user gave it
  bool takesPacks;
  llvm::FunctionAnalysisManager &analyses;
  llvm::GlobalVariable *transfer, *wideTransfer;
  llvm::FunctionCallee record, copyCells, clearCells, lockCell, unlockCell, written;
  llvm::DenseSet<const llvm::Function *> outputs; // marked by the user: see fporder/output.h
};

class FunctionInstrumenter : public llvm::InstVisitor<FunctionInstrumenter> {
public:
  /// `ofFunction` gets shadows of the precision; to others it is known as `asFunction`: the function itself, or the one that it is a version of.
  FunctionInstrumenter(ModuleContext &ofModule, const Precision &ofPrecision, llvm::Function &ofFunction, llvm::Function &asFunction);
  void run();

  // InstVisitor's.
  void visitBinaryOperator(llvm::BinaryOperator &operation);
  void visitUnaryOperator(llvm::UnaryOperator &operation);
  void visitFCmpInst(llvm::FCmpInst &comparison);
  void visitCastInst(llvm::CastInst &cast);
  void visitSelectInst(llvm::SelectInst &select);
  void visitPHINode(llvm::PHINode &phi);
  void visitLoadInst(llvm::LoadInst &load);
  void visitStoreInst(llvm::StoreInst &store);
  void visitAtomicRMWInst(llvm::AtomicRMWInst &update);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst &exchange);
  void visitExtractElementInst(llvm::ExtractElementInst &extract);
  void visitInsertElementInst(llvm::InsertElementInst &insert);
  void visitShuffleVectorInst(llvm::ShuffleVectorInst &shuffle);
  void visitExtractValueInst(llvm::ExtractValueInst &extract);
  void visitInsertValueInst(llvm::InsertValueInst &insert);
  void visitFreezeInst(llvm::FreezeInst &freeze);
  void visitCallBase(llvm::CallBase &call);
  void visitReturnInst(llvm::ReturnInst &exit);
  void visitInstruction(llvm::Instruction &) {}

private:
  /// A site of the open chunk, as it will be recorded.
  struct Pending {
    llvm::SmallVector<llvm::Value *, 3> values; // as doubles
    llvm::SmallVector<Shadow, 3> operands;
    llvm::Value *result = nullptr; // a double, or i1 or an integer for a decision
    Shadow shadow;
    llvm::Value *flag = nullptr; // i1: it has to be recorded
    // The program's values, where expressions are to be recognised: of the result and the operands, each in one lane.
    Source of;
    llvm::SmallVector<Source, 3> operandsOf;
    llvm::Value *owner = nullptr; // whose shadow it becomes
    llvm::StringRef restsOn;      // of a decision: the operation that says what it rests on
    bool isSigned = false;
  };
  static constexpr unsigned chunkSize = 32;

  // Operations of the precision; a list of operands holds each value followed by the parts of its shadow.
  using Operands = llvm::SmallVector<llvm::Value *, 16>;
  llvm::Value *ask(llvm::StringRef operation, const Operands &operands);
  Shadow shadowOf(llvm::StringRef operation, Operands operands);
  static void append(Operands &operands, llvm::Value *value, const Shadow &shadow);
  Shadow settledOf(llvm::IRBuilder<> &at, const Shadow &shadow, llvm::Value *otherwise);
  Shadow restarted(const Shadow &shadow, double bound);
  llvm::Value *newNumber();
  void completePhis();
  Shadow copiedPhi(llvm::PHINode &phi, llvm::Value *merged);
  Shadow chosen(llvm::Value *condition, const Shadow &whenTrue, const Shadow &whenFalse);

  // Values and lanes.
  Shadow none() const;
  Shadows shadowsOf(llvm::Value *value);
  llvm::Value *lane(llvm::Value *value, unsigned index);
  llvm::Value *asDouble(llvm::Value *value);
  llvm::Value *wideLane(llvm::Value *value, unsigned index) { return asDouble(lane(value, index)); }
  llvm::Value *flagged(bool value) { return builder.getInt1(value); }
  void place(llvm::Instruction &after);

  // Sites.
  Site siteAt(const llvm::Instruction &at, llvm::StringRef operation, program::Action action, llvm::Type *type) const;
  llvm::Value *slot(std::uint64_t offset);
  /// Adds the site and its pending record, which is recorded where its flag says so, or where its error exceeds the site's limit.
  Shadow finishOperation(Site site, Pending pending);
  void finishDecision(Site site, Pending pending);
  /// Of a value that has no shadow where `restarts`, an i1, holds.
  void countRestart(Site site, llvm::Value *restarts);
  void makeRoom();
  void closeChunk();
  void settleBefore(llvm::ArrayRef<llvm::Value *> operands);
  void pend(Site &site, const Pending &record);
  void flush(llvm::Instruction *before);
  void fillEntries(llvm::IRBuilder<> &cold);
  void fitEntries();
  llvm::SmallVector<llvm::Value *, 2> reducedOf(llvm::IRBuilder<> &cold, llvm::StringRef operation, const Operands &operands);
  void settle(llvm::IRBuilder<> &cold, llvm::BasicBlock *coldBlock, llvm::BasicBlock *after);

  // Operations.
  void arithmetic(llvm::Instruction &at, program::Action action, llvm::Value *left, llvm::Value *right);
  Shadow arithmeticLane(llvm::Instruction &at, program::Action action, llvm::Value *left, const Shadow &ofLeft, llvm::Value *right,
                        const Shadow &ofRight, llvm::Value *result, llvm::Type *type);
  void scale(Pending &record, unsigned operand, double factor, llvm::Type *type);
  Shadow negated(llvm::UnaryOperator &operation, unsigned index, Shadow ofOperand);
  void squareRoot(llvm::Instruction &at, llvm::Value *operand);
  void fused(llvm::Instruction &at);
  void splitMultiplyAdd(llvm::CallBase &call);
  void libraryFunction(llvm::CallBase &call, llvm::StringRef name, unsigned number, unsigned operands);
  void extremum(llvm::CallBase &call, bool larger);
  void unaryExact(llvm::CallBase &call, bool absolute);
  void convert(llvm::CastInst &cast);
  void fromInteger(llvm::CastInst &cast, bool isSigned);
  void toInteger(llvm::Instruction &at, llvm::Value *operand, bool isSigned);
  void reduction(llvm::CallBase &call, program::Action action);
  const Shadow *carriedBy(llvm::Value *integer) const;
  Shadow carriedShadow(llvm::Value *integer);
  llvm::Value *lock(llvm::Instruction &atomic, llvm::Value *address);
  void unlock(llvm::Value *address, llvm::Value *isHeld);
  void bitCast(llvm::CastInst &cast);
  void fromBits(llvm::CastInst &cast, llvm::Value *integer);
  void bitOperation(llvm::BinaryOperator &operation);
  bool mathematics(llvm::CallBase &call);
  bool intrinsic(llvm::CallBase &call);

  // long double: see extended.cpp.
  llvm::Value *restOf(llvm::Value *value);
  Shadow ownShadow(llvm::Value *value);
  Shadow moved(llvm::Value *wide, const Shadow &shadow, llvm::Value *x);
  Shadow extendedArithmetic(program::Action action, llvm::Value *left, const Shadow &ofLeft, llvm::Value *right, const Shadow &ofRight,
                            llvm::Value *result);
  Shadow extendedIntrinsic(llvm::Intrinsic::ID intrinsic, llvm::StringRef name, llvm::ArrayRef<llvm::Value *> values,
                           llvm::ArrayRef<Shadow> shadowsOfValues, llvm::Value *result);
  Shadow shadowOfPrinted(llvm::Value *value, const Shadow &shadow);
  llvm::Value *imageOf(llvm::Value *value);
  Shadow marked(llvm::Value *value, Shadow shadow);
  Shadow unmarked(llvm::Value *value, const Shadow &shadow);

  // Memory.
  static void describeAccess(llvm::Value *access, const llvm::Instruction *ofProgram, bool isLongDouble);
  Shadow readCell(llvm::StringRef operation, const Operands &operands, const llvm::Instruction *ofProgram, bool isLongDouble);
  void storeCell(llvm::Value *address, llvm::Value *value, const Shadow &shadow, const llvm::Instruction *ofProgram = nullptr);
  Shadow loadCell(llvm::Value *address, llvm::Value *value, const llvm::Instruction *ofProgram = nullptr);
  struct Leaf {
    llvm::SmallVector<unsigned, 4> path; // of members
    unsigned element;                    // of a vector
    std::uint64_t offset;
  };
  void addLeaves(llvm::Type *type, std::uint64_t offset, const llvm::SmallVector<unsigned, 4> &path, llvm::SmallVectorImpl<Leaf> &leaves) const;
  llvm::SmallVector<Leaf, 4> leavesOf(llvm::Type *type) const;
  llvm::Value *leafAddress(llvm::Value *address, const Leaf &leaf);
  llvm::Value *leafValue(llvm::Value *value, const Leaf &leaf);

  // Calls: see runtime/shadow/program/abi.h, Transfer.
  void takeArguments();
  void passArguments(llvm::CallBase &call);
  void takeResults(llvm::CallBase &call);
  void outputs(llvm::CallBase &call);
  void output(llvm::Instruction &at, llvm::StringRef name, bool isNamed, llvm::Value *value, const Shadow &shadow);
  bool writesNumbers(llvm::CallBase &call);
  llvm::Value *transferSlot(unsigned field);
  llvm::Value *argumentSlot(unsigned index);
  llvm::Value *resultSlot(unsigned index);

  ModuleContext &context;
  const Precision &precision;
  llvm::Function &function, &identity;
  llvm::IRBuilder<> builder;
  llvm::DenseMap<llvm::Value *, Shadows> shadows;
  llvm::SmallVector<std::pair<llvm::PHINode *, Shadows>, 16> phis; // and what merges its shadows
  llvm::SmallVector<Pending, chunkSize> pending;
  Origins origins;
  llvm::DenseMap<llvm::BasicBlock *, std::pair<llvm::Instruction *, llvm::Instruction *>> phiCopies; // see copiedPhi: the first and the last
  llvm::Instruction *placedAfter = nullptr;
  llvm::AllocaInst *entries = nullptr;
  unsigned largestChunk = 0;
  llvm::Value *area = nullptr;
};

/// The bound of a value of which nothing is known.
inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Known to be none.
bool isNone(const Shadow &shadow);

/// An integer that is taken for a number's bits: see carried_bits.cpp.
bool holdsBits(const llvm::Instruction &instruction);

/// A call that writes what lies in memory to a file: fwrite, std::ostream::write.
bool writesMemory(const llvm::CallBase &call);

/// x86's long double.
bool isExtended(const llvm::Type *type);

/// The number of floating-point lanes of a value of the type that are followed: of float, double, long double and the 16-bit formats, alone, in fixed
/// vectors, in structures and arrays. 0 where there are none or too many.
unsigned laneCount(llvm::Type *type);

} // namespace fporder::instrument
