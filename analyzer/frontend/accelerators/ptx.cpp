#include "analyzer/frontend/accelerators/ptx.h"

#include "analyzer/frontend/accelerators/cuda.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;

namespace {

struct Instruction {
  llvm::SmallVector<std::string, 6> name;     // "fma", "rn", "f32"
  llvm::SmallVector<std::string, 4> operands; // "$0", "$1", "0x1f"

  bool is(llvm::StringRef word) const { return name.front() == word; }
  bool has(llvm::StringRef word) const { return llvm::is_contained(name, word); }
  /// Rounded to nearest, not clamped, one number: what the operation of that name in C computes, approximations apart.
  bool isPlain() const {
    return llvm::none_of(llvm::drop_begin(name), [](llvm::StringRef word) {
      return llvm::is_contained({"sat", "rz", "rm", "rp", "relu", "oob", "abs", "xorsign", "f16x2", "bf16x2", "f32x2"}, word);
    });
  }
};

/// One instruction, its operands as Clang numbers them: $0 for the first.
std::optional<Instruction> instructionOf(const clang::AsmStmt *assembly, const clang::ASTContext &context) {
  const std::string whole = assembly->generateAsmString(context);
  const llvm::StringRef text = llvm::StringRef(whole).trim(" \t\n;");
  if (text.empty() || text.find_first_of(";\n{") != llvm::StringRef::npos)
    return std::nullopt;
  const auto [name, rest] = text.split(' ');
  llvm::SmallVector<llvm::StringRef, 6> words, operands;
  name.split(words, '.');
  rest.split(operands, ',');
  Instruction instruction;
  for (const llvm::StringRef word : words)
    instruction.name.push_back(word.str());
  for (const llvm::StringRef operand : operands)
    instruction.operands.push_back(operand.trim().str());
  return instruction.operands.size() >= 2 && instruction.operands.front() == "$0" ? std::optional(instruction) : std::nullopt;
}

struct Arithmetic {
  llvm::StringLiteral mnemonic;
  Op op;
  unsigned arity;
  llvm::StringLiteral function; // of a Call
};

constexpr Arithmetic arithmetics[] = {
    {"add", Op::Add, 2, ""},      {"sub", Op::Sub, 2, ""},     {"mul", Op::Mul, 2, ""},         {"div", Op::Div, 2, ""},
    {"fma", Op::Fma, 3, ""},      {"min", Op::Min, 2, ""},     {"max", Op::Max, 2, ""},         {"neg", Op::Neg, 1, ""},
    {"abs", Op::Abs, 1, ""},      {"sqrt", Op::Sqrt, 1, ""},   {"rsqrt", Op::Call, 1, "rsqrt"}, {"ex2", Op::Call, 1, "exp2"},
    {"lg2", Op::Call, 1, "log2"}, {"sin", Op::Call, 1, "sin"}, {"cos", Op::Call, 1, "cos"},     {"tanh", Op::Call, 1, "tanh"},
    {"rcp", Op::Div, 1, ""},
};

} // namespace

std::optional<Value> ptxValue(Builder &builder, const clang::AsmStmt *assembly) {
  if (assembly->getNumOutputs() != 1 || assembly->getNumPlusOperands() != 0)
    return std::nullopt;
  const clang::Expr *output = assembly->getOutputExpr(0);
  const TypeInfo &info = builder.types.info(output->getType());
  const auto instruction = info.isNumber() && format::isFloatingPoint(info.stored.format) ? instructionOf(assembly, builder.context) : std::nullopt;
  if (!instruction)
    return std::nullopt;
  // Every input once, in order, whichever the instruction reads.
  const auto position = [&](llvm::StringRef operand) -> std::optional<unsigned> {
    unsigned number = 0;
    if (!operand.consume_front("$") || operand.getAsInteger(10, number) || number == 0 || number > assembly->getNumInputs())
      return std::nullopt;
    return number - 1;
  };
  const auto inputs = llvm::ArrayRef(instruction->operands).drop_front();
  if (instruction->is("shfl")) {
    const auto value = position(inputs[0]);
    const auto lane = inputs.size() > 1 ? position(inputs[1]) : std::nullopt;
    if (!value)
      return std::nullopt;
    const NodeId own = builder.number(assembly->getInputExpr(*value));
    const NodeId where = lane ? builder.number(assembly->getInputExpr(*lane)) : builder.fromOutside("lane", {format::Format::Integer});
    const bool whole = inputs.size() > 2 && (inputs[2] == "0x1f" || inputs[2] == "31"); // the clamp of a whole warp
    const LaneExchange exchange{instruction->has("bfly")   ? LaneExchange::Way::Xor
                                : instruction->has("down") ? LaneExchange::Way::Down
                                : instruction->has("up")   ? LaneExchange::Way::Up
                                                           : LaneExchange::Way::Other,
                                whole ? warpLanes : 0};
    return Value::number(builder.fromOtherLane(own, where, builder.spelling(assembly->getInputExpr(*value), "value"), exchange));
  }
  const auto *arithmetic = llvm::find_if(arithmetics, [&](const Arithmetic &row) { return instruction->is(row.mnemonic); });
  if (arithmetic == std::end(arithmetics) || arithmetic->arity != inputs.size() || !instruction->isPlain())
    return std::nullopt;
  llvm::SmallVector<NodeId, 3> operands;
  if (instruction->is("rcp"))
    operands.push_back(builder.constant(1, info.stored));
  for (const std::string &input : inputs) {
    const auto at = position(input);
    if (!at || !builder.types.info(assembly->getInputExpr(*at)->getType()).isNumber())
      return std::nullopt;
    operands.push_back(builder.convert(builder.number(assembly->getInputExpr(*at)), info.stored, assembly->getInputExpr(*at)));
  }
  return Value::number(builder.emit(arithmetic->op, operands, info.stored, output, assembly->getAsmLoc(), arithmetic->function));
}

} // namespace fporder::frontend
