#include "analyzer/frontend/types/type_evidence.h"
#include "analyzer/frontend/compat.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace fporder::frontend {
namespace {

constexpr std::uint8_t strongFloating = 1, weakFloating = 2, computedFloating = 4, strongIntegral = 8, weakIntegral = 16, guessedIntegral = 32,
                       object = 64, ofClass = 128;
constexpr std::uint8_t anyFloating = strongFloating | weakFloating | computedFloating;

unsigned position(std::uint8_t bit) { return static_cast<unsigned>(llvm::countr_zero(static_cast<unsigned>(bit))); }

} // namespace

TypeEvidence::TypeEvidence(const clang::ASTContext &astContext) : context(astContext), slots(other.index + 1) {
  slots[floating.index].bits = strongFloating;
  slots[integer.index].bits = slots[literal.index].bits = slots[other.index].bits = strongIntegral;
  slots[floating.index].reasons[0] = "of floating-point type";
  slots[integer.index].reasons[3] = slots[literal.index].reasons[3] = "of integer type";
  slots[other.index].reasons[3] = "no number";
}

void TypeEvidence::note(SlotId slot, Evidence evidence, const char *reason) {
  if (isOpen(slot))
    add(slot, static_cast<std::uint8_t>(evidence), reason);
}

void TypeEvidence::add(SlotId to, std::uint8_t bit, const char *reason) {
  Slot &slot = slots[to.index];
  if (slot.bits & bit)
    return;
  slot.bits |= bit;
  slot.reasons[position(bit)] = reason;
  (bit & anyFloating ? floatingWork : integralWork).push_back({to, bit});
}

void TypeEvidence::link(SlotId from, SlotId to, Link kind) {
  Slot &slot = slots[from.index];
  slot.edges.push_back({to, kind});
  const auto last = static_cast<std::uint32_t>(slot.edges.size() - 1);
  for (unsigned bit = 1; bit <= ofClass; bit <<= 1)
    if (slot.bits & bit)
      (bit & anyFloating ? floatingWork : integralWork).push_back({from, static_cast<std::uint8_t>(bit), last});
}

void TypeEvidence::same(SlotId left, SlotId right) {
  if (left == right)
    return;
  if (isOpen(left) && isOpen(right)) {
    link(left, right, Link::Same);
    link(right, left, Link::Same);
  } else if (isOpen(left) || isOpen(right)) {
    const SlotId open = isOpen(left) ? left : right, known = isOpen(left) ? right : left;
    if (known == floating)
      note(open, Evidence::StrongFloating, "declared with a floating-point value");
    else if (known != literal || open == left)
      note(open, known == literal ? Evidence::WeakIntegral : Evidence::StrongIntegral, "declared with an integer");
  }
}

void TypeEvidence::operation(SlotId result, llvm::ArrayRef<SlotId> operands) {
  if (!isOpen(result))
    return;
  std::uint32_t awaited = 0;
  for (const SlotId operand : operands) {
    if (operand == floating)
      note(result, Evidence::StrongFloating, "computed with a floating-point value");
    else if (operand == other)
      ++awaited; // never an integer by its operands
    else if (isOpen(operand))
      ++awaited;
  }
  slots[result.index].awaited = awaited;
  if (awaited == 0)
    note(result, Evidence::StrongIntegral, "computed of integers");
  // Beside a floating operand an integer would do: what becomes of the result says nothing of the others.
  const bool decided = llvm::is_contained(operands, floating);
  for (const SlotId operand : operands)
    if (isOpen(operand)) {
      link(operand, result, Link::Result);
      if (!decided)
        link(result, operand, Link::Operand);
    }
}

void TypeEvidence::stored(SlotId target, SlotId value) {
  if (isOpen(value)) {
    if (target == floating)
      note(value, Evidence::WeakFloating, "becomes a floating-point value");
    else if (target == integer)
      note(value, Evidence::WeakIntegral, "becomes an integer");
    else if (isOpen(target)) {
      link(value, target, Link::Store);
      link(target, value, Link::Hint);
    }
  } else if (value == floating) {
    note(target, Evidence::StrongFloating, "gets a floating-point value");
  }
}

void TypeEvidence::compared(SlotId left, SlotId right) {
  if (isOpen(right))
    std::swap(left, right);
  if (!isOpen(left))
    return;
  if (right == floating)
    note(left, Evidence::StrongFloating, "compared with a floating-point value");
  else if (right == integer)
    note(left, Evidence::WeakIntegral, "compared with an integer");
  else if (isOpen(right)) {
    link(left, right, Link::Hint);
    link(right, left, Link::Hint);
  }
}

void TypeEvidence::passed(SlotId parameter, SlotId argument) {
  if (!isOpen(argument))
    return;
  if (parameter == floating)
    note(argument, Evidence::WeakFloating, "passed as a floating-point value");
  else if (parameter == integer)
    note(argument, Evidence::WeakIntegral, "passed as an integer");
  else if (isOpen(parameter))
    link(parameter, argument, Link::Hint);
}

void TypeEvidence::followResult(SlotId from, std::uint8_t bit, Edge &edge) {
  const char *reason = slots[from.index].reasons[position(bit)];
  if (bit == object || bit == ofClass)
    return add(edge.to, bit, reason);
  if (bit & anyFloating)
    return add(edge.to, bit == strongFloating ? strongFloating : computedFloating, reason);
  // Each operand counts once, whatever says that it is an integer.
  if (!std::exchange(edge.counted, true) && --slots[edge.to.index].awaited == 0)
    add(edge.to, bit == guessedIntegral ? guessedIntegral : weakIntegral, reason);
}

void TypeEvidence::follow(SlotId from, std::uint8_t bit, std::size_t which) {
  Edge &edge = slots[from.index].edges[which];
  const char *reason = slots[from.index].reasons[position(bit)];
  switch (edge.link) {
  case Link::Same:
    return add(edge.to, bit, reason);
  case Link::Result:
    return followResult(from, bit, edge);
  case Link::Operand: // one floating operand is enough to make the result one
    if (bit == weakFloating || bit == ofClass || ((bit == strongIntegral || bit == weakIntegral) && !(slots[from.index].bits & strongFloating)))
      add(edge.to, bit, reason);
    return;
  case Link::Hint:
    if (bit == ofClass)
      add(edge.to, bit, reason);
    else if (bit != guessedIntegral && bit != object)
      add(edge.to, bit & anyFloating ? weakFloating : weakIntegral, reason);
    return;
  case Link::Store:
    if (bit & (anyFloating | object | ofClass))
      add(edge.to, bit, reason);
    return;
  }
}

void TypeEvidence::settle() {
  // What is floating is known before anything is taken for an integer because of what it becomes.
  while (!floatingWork.empty() || !integralWork.empty()) {
    std::vector<Pending> &work = floatingWork.empty() ? integralWork : floatingWork;
    const Pending next = work.back();
    work.pop_back();
    if (next.edge != UINT32_MAX)
      follow(next.slot, next.bit, next.edge);
    else
      for (std::size_t i = 0; i < slots[next.slot.index].edges.size(); ++i)
        follow(next.slot, next.bit, i);
  }
}

TypeAnswer TypeEvidence::answer(SlotId id) const {
  const Slot &slot = slots[id.index];
  const auto of = [&](NumberKind kind, std::uint8_t bit) { return TypeAnswer{kind, bit == guessedIntegral, slot.reasons[position(bit)]}; };
  if (slot.bits & object)
    return of(NumberKind::Integral, object);
  if ((slot.bits & strongFloating) && (slot.bits & (strongIntegral | ofClass)))
    return {};
  if (slot.bits & strongFloating)
    return of(NumberKind::Floating, strongFloating);
  for (const std::uint8_t bit : {strongIntegral, weakIntegral, guessedIntegral})
    if (slot.bits & bit)
      return of(NumberKind::Integral, bit);
  for (const std::uint8_t bit : {weakFloating, computedFloating})
    if ((slot.bits & bit) && !(slot.bits & ofClass))
      return of(NumberKind::Floating, bit);
  return {};
}

void TypeEvidence::usedAsObject(clang::QualType type) {
  if (const clang::TemplateTypeParmType *parameter = type.isNull() ? nullptr : compat::typeParameter(type.getNonReferenceType()))
    if (parameter->getDecl())
      objects.insert(slot(parameter->getDecl()).index);
}

bool TypeEvidence::isObject(clang::QualType type) {
  const clang::TemplateTypeParmType *parameter = compat::typeParameter(type);
  return parameter && parameter->getDecl() && objects.contains(slot(parameter->getDecl()).index);
}

TypeAnswer TypeEvidence::of(const clang::Expr *expression) {
  const SlotId known = slot(expression);
  settle();
  return answer(known);
}

TypeAnswer TypeEvidence::of(const clang::TemplateTypeParmDecl *parameter) {
  const SlotId known = slot(parameter);
  settle();
  return answer(known);
}

} // namespace fporder::frontend
