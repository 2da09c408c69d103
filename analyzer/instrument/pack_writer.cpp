#include "analyzer/instrument/pack_writer.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"

namespace fporder::instrument {

using namespace llvm;

StringRef packedName(const Instruction &instruction) {
  const auto *const call = dyn_cast<CallInst>(&instruction);
  const Function *const callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr)
    return {};
  StringRef name = callee->getName();
  const bool isPacked = name.consume_front(precisions[0].prefix) && is_contained({"add", "subtract", "multiply", "scale", "exceeds"}, name);
  return isPacked ? name : StringRef();
}

bool isCheck(const Instruction &call) { return packedName(call) == "exceeds"; }

bool isOwnOperation(const Instruction &instruction) {
  const unsigned opcode = instruction.getOpcode();
  const bool isTaken = opcode == Instruction::FAdd || opcode == Instruction::FSub || opcode == Instruction::FMul;
  return isTaken && (instruction.getType()->isFloatTy() || instruction.getType()->isDoubleTy());
}

namespace {

/// The error of the result that the check is of.
Value *errorChecked(const Instruction &check) { return cast<CallInst>(check).getArgOperand(2); }

bool areAlike(const Instruction &first, const Instruction &second) {
  if (isOwnOperation(first) || isOwnOperation(second))
    return first.getOpcode() == second.getOpcode() && first.getType() == second.getType();
  const auto &a = cast<CallInst>(first), &b = cast<CallInst>(second);
  const unsigned format = a.arg_size() - 1; // the one operand that is no lane
  return a.getCalledFunction() == b.getCalledFunction() && a.getArgOperand(format) == b.getArgOperand(format);
}

template <class T> const Precision &widthOf(ArrayRef<T *> group) { return packs[group.size() == 2 ? 0 : 1]; }

void replacePart(CallInst &call, unsigned part, Value *lane, function_ref<void(Instruction &)> leaves) {
  for (User *const user : make_early_inc_range(call.users()))
    if (auto *const extract = cast<ExtractValueInst>(user); extract->getIndices()[0] == part) {
      extract->replaceAllUsesWith(lane);
      leaves(*extract);
      extract->eraseFromParent();
    }
}

} // namespace

bool PackWriter::areTogether(const Instruction &a, const Instruction &b) const {
  return areAlike(a, b) && (!isCheck(a) || results.holderOf(errorChecked(a)) == results.holderOf(errorChecked(b)));
}

void PackWriter::write(ArrayRef<Instruction *> group, Instruction &before, function_ref<void(Instruction &)> leaves) {
  IRBuilder<> builder(&before);
  builder.SetCurrentDebugLocation(group.front()->getDebugLoc());
  SmallVector<CallInst *, widest> calls;
  for (Instruction *const instruction : group)
    if (auto *const call = dyn_cast<CallInst>(instruction))
      calls.push_back(call);
  if (calls.empty())
    writeOwnOperations(group, builder);
  else if (isCheck(*group.front()))
    writeChecks(calls, builder);
  else
    writeResults(calls, builder, leaves);
  for (Instruction *const instruction : group)
    instruction->eraseFromParent();
}

void PackWriter::writeOwnOperations(ArrayRef<Instruction *> group, IRBuilder<> &builder) {
  Value *operands[2];
  for (const unsigned operand : {0U, 1U}) {
    Lanes lanes;
    for (const Instruction *const own : group)
      lanes.push_back(own->getOperand(operand));
    operands[operand] = vectorOf(padded(lanes, widthOf(group).doubles), builder);
  }
  Value *const vector = builder.CreateBinOp(static_cast<Instruction::BinaryOps>(group.front()->getOpcode()), operands[0], operands[1]);
  Lanes lanes;
  for (unsigned lane = 0; lane < group.size(); ++lane) {
    lanes.push_back(builder.CreateExtractElement(vector, lane));
    group[lane]->replaceAllUsesWith(lanes.back());
  }
  results.add(padded(lanes, widthOf(group).doubles), vector);
}

Value *PackWriter::operandOf(ArrayRef<CallInst *> group, unsigned operand, IRBuilder<> &builder) {
  Lanes lanes;
  for (const CallInst *const call : group)
    lanes.push_back(call->getArgOperand(operand));
  return vectorOfDoubles(padded(lanes, widthOf(group).doubles), builder);
}

void PackWriter::writeResults(ArrayRef<CallInst *> group, IRBuilder<> &builder, function_ref<void(Instruction &)> leaves) {
  const unsigned width = widthOf(group).doubles, narrow = group.front()->arg_size() - 1;
  AllocaInst *const result = resultOf(width);
  SmallVector<Value *, 10> operands{result};
  for (unsigned operand = 0; operand < narrow; ++operand)
    operands.push_back(operandOf(group, operand, builder));
  if (packedName(*group.front()) == "multiply")
    operands.push_back(areNone(group, operands, builder));
  operands.push_back(group.front()->getArgOperand(narrow));
  operations.call(builder, widthOf(group), packedName(*group.front()), operands);
  Type *const type = FixedVectorType::get(builder.getDoubleTy(), width);
  for (const unsigned part : {0U, 1U}) {
    Value *const vector = builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_32(type, result, part));
    Lanes lanes;
    for (unsigned lane = 0; lane < group.size(); ++lane)
      lanes.push_back(builder.CreateExtractElement(vector, lane));
    for (unsigned lane = 0; lane < group.size(); ++lane)
      replacePart(*group[lane], part, lanes[lane], leaves);
    results.add(padded(lanes, width), vector);
  }
}

/// Whether no factor has an error. Where these are not in vectors yet, this is asked of them one by one, so that it does not wait for that.
Value *PackWriter::areNone(ArrayRef<CallInst *> group, ArrayRef<Value *> operands, IRBuilder<> &builder) {
  SmallSetVector<Value *, 16> apart, together;
  for (const unsigned part : {1U, 2U, 4U, 5U}) { // errors and bounds; among the operands, after where the results go
    const bool isGathered = isa<InsertElementInst>(operands[part + 1]);
    for (const CallInst *const call : group)
      (isGathered ? apart : together).insert(isGathered ? call->getArgOperand(part) : operands[part + 1]);
  }
  Type *const lanes = FixedVectorType::get(builder.getInt64Ty(), widthOf(group).doubles);
  Value *scalar = builder.getInt64(0), *vector = Constant::getNullValue(lanes);
  for (Value *const value : apart)
    scalar = builder.CreateOr(scalar, builder.CreateBitCast(value, builder.getInt64Ty()));
  for (Value *const value : together)
    vector = builder.CreateOr(vector, builder.CreateBitCast(value, lanes));
  return builder.CreateICmpEQ(builder.CreateOr(scalar, builder.CreateOrReduce(vector)), builder.getInt64(0));
}

void PackWriter::writeChecks(ArrayRef<CallInst *> group, IRBuilder<> &builder) {
  SmallVector<Value *, 10> operands;
  for (unsigned lane = 0; lane < widthOf(group).doubles; ++lane)
    operands.push_back(group[lane < group.size() ? lane : 0]->getArgOperand(0)); // the site
  const unsigned format = group.front()->arg_size() - 1;
  for (unsigned operand = 1; operand < format; ++operand)
    operands.push_back(operandOf(group, operand, builder));
  operands.push_back(group.front()->getArgOperand(format));
  group.front()->replaceAllUsesWith(operations.call(builder, widthOf(group), packedName(*group.front()), operands));
  for (CallInst *const call : group.drop_front())
    call->replaceAllUsesWith(builder.getFalse());
}

Value *PackWriter::vectorOfDoubles(const Lanes &lanes, IRBuilder<> &builder) {
  Lanes narrow;
  for (Value *const lane : lanes)
    if (auto *const widened = dyn_cast<FPExtInst>(lane))
      narrow.push_back(widened->getOperand(0));
  const bool areNarrow = narrow.size() == lanes.size() && all_of(narrow, [&](Value *lane) { return lane->getType() == narrow.front()->getType(); });
  if (!areNarrow)
    return vectorOf(lanes, builder);
  if (Value *const known = operandsOfBlock.find(lanes))
    return known;
  Value *const vector =
      builder.CreateFPExt(vectorOf(narrow, builder), FixedVectorType::get(builder.getDoubleTy(), static_cast<unsigned>(lanes.size())));
  operandsOfBlock.add(lanes, vector);
  return vector;
}

/// Of the lanes' own type.
Value *PackWriter::vectorOf(const Lanes &lanes, IRBuilder<> &builder) {
  if (Constant *const constant = constantOf(lanes))
    return constant;
  if (Value *const known = results.find(lanes))
    return known;
  if (Value *const known = operandsOfBlock.find(lanes))
    return known;
  Value *const vector = gather(lanes, builder);
  operandsOfBlock.add(lanes, vector);
  if (auto *const made = dyn_cast<Instruction>(vector))
    merger.add(*made, lanes);
  return vector;
}

AllocaInst *PackWriter::resultOf(unsigned width) {
  AllocaInst *&result = places[width];
  if (result == nullptr) {
    IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    result = builder.CreateAlloca(ArrayType::get(FixedVectorType::get(builder.getDoubleTy(), width), 2));
  }
  return result;
}

} // namespace fporder::instrument
