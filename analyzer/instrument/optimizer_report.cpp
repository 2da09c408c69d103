#include "analyzer/instrument/optimizer_report.h"

#include "analyzer/instrument/site_table.h"
#include "runtime/shadow/include/fporder/shadow/whole_file.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace fporder::instrument {

using namespace llvm;

namespace {

bool hasFusedOperations(const Function &function) { return function.getFnAttribute("target-features").getValueAsString().contains("+fma"); }

/// A vector accumulator: its result comes back through a phi node of a loop.
bool accumulates(const Instruction &instruction) {
  for (const Use &operand : instruction.operands())
    if (const auto *const phi = dyn_cast<PHINode>(operand); phi != nullptr && is_contained(phi->incoming_values(), &instruction))
      return true;
  return false;
}

/// A sum with a product that the target's code generator fuses, if it may.
bool isFusedLater(const Instruction &sum) {
  return sum.hasAllowContract() && hasFusedOperations(*sum.getFunction()) && any_of(sum.operands(), [](const Use &operand) {
           const auto *const product = dyn_cast<Instruction>(operand);
           return product != nullptr && product->getOpcode() == Instruction::FMul && product->hasOneUse() && product->hasAllowContract();
         });
}

void count(const Instruction &instruction, OperationsByPlace::Operations &operations) {
  char symbol = 0;
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
    ++operations.additions;
    operations.isFusedByTarget = operations.isFusedByTarget || isFusedLater(instruction);
    symbol = instruction.getOpcode() == Instruction::FAdd ? '+' : '-';
    break;
  case Instruction::FMul:
    ++operations.multiplications;
    symbol = '*';
    break;
  case Instruction::FDiv:
    ++operations.divisions;
    symbol = '/';
    break;
  default:
    if (const auto *const call = dyn_cast<IntrinsicInst>(&instruction);
        call != nullptr && (call->getIntrinsicID() == Intrinsic::fmuladd || call->getIntrinsicID() == Intrinsic::fma)) {
      ++operations.fused;
      symbol = '+';
      operations.isFusedByTarget = operations.isFusedByTarget || hasFusedOperations(*instruction.getFunction());
      break;
    }
    return;
  }
  operations.symbol = operations.symbol == 0 ? symbol : operations.symbol;
  operations.mayReassociate = operations.mayReassociate || instruction.hasAllowReassoc();
  operations.mayTakeReciprocal = operations.mayTakeReciprocal || instruction.hasAllowReciprocal();
  if (const auto *const vector = dyn_cast<FixedVectorType>(instruction.getType()); vector != nullptr && accumulates(instruction))
    operations.partialSums += vector->getNumElements();
}

std::string remark(const OperationsByPlace::Place &place, const Twine &text) {
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": remark: " + text.str() + " [fporder-optimizer]\n";
}

std::string quoted(char symbol) { return std::string("'") + symbol + "'"; }

} // namespace

OperationsByPlace::OperationsByPlace(const Module &module) {
  for (const Function &function : module) {
    if (const DISubprogram *const subprogram = function.getSubprogram(); subprogram != nullptr && !function.isDeclaration())
      functions[subprogram] = true;
    for (const Instruction &instruction : instructions(function)) {
      const DILocation *const location = instruction.getDebugLoc().get();
      if (location == nullptr || location->getLine() == 0 || !isa<FPMathOperator>(instruction))
        continue;
      Operations operations;
      count(instruction, operations);
      if (operations.isNone())
        continue;
      const DISubprogram *const inside = location->getScope()->getSubprogram();
      Operations &known = all[{fileOf(*inside, location->getFile()), location->getLine(), location->getColumn()}];
      count(instruction, known);
      known.function = inside;
      functions.try_emplace(known.function, false);
    }
  }
}

std::string OperationsByPlace::changesTo(const OperationsByPlace &after) const {
  std::string text;
  for (const auto &[place, source] : all) {
    const auto found = after.all.find(place);
    const Operations left = found == after.all.end() ? Operations() : found->second;
    if (left.isNone() && source.mayReassociate && after.functions.count(source.function) != 0)
      text += remark(place,
                     quoted(source.symbol) + " is not computed any more: reassociation has removed its rounding, or moved it into another operation");
    else if (source.divisions > 0 && left.divisions == 0 && left.multiplications > 0 && source.mayTakeReciprocal)
      text += remark(place, "'/' has become a product with a reciprocal: rounded twice");
    if (source.mayReassociate && left.partialSums > std::max(1U, source.partialSums))
      text += remark(place, "runs in " + Twine(left.partialSums) + " partial sums; the source adds one term after the other");
    if (source.isFusedByTarget || left.isFusedByTarget)
      text += remark(place, "product and sum are fused: rounded once");
  }
  return text;
}

StringRef optimizerReportFile() {
  const char *const file = std::getenv("FPORDER_OPTIMIZER_REPORT");
  return file == nullptr ? "" : file;
}

std::string writeOptimizerReport(StringRef file, const std::string &text) {
  if (text.empty())
    return {};
  if (file == "-") {
    errs() << text;
    return {};
  }
  // Compilers that run side by side append to one file.
  const int descriptor = open(file.str().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  int problem = descriptor < 0 ? errno : whole_file::writeAll(descriptor, text);
  if (descriptor >= 0 && close(descriptor) != 0 && problem == 0)
    problem = errno;
  return problem == 0 ? "" : "cannot write the optimiser's report to '" + file.str() + "': " + whole_file::reason(problem);
}

} // namespace fporder::instrument
