// Whether a value whose type the source leaves open is a floating-point number: proven, disproven, or not known.
//
// Types are open in templates, and where a header or a name is missing. What the code does with a value says more than its type: a subscript is an
// integer, what is passed to sqrt is none. Evidence is noted on slots: one for each type parameter, each variable, member and expression of open
// type. Slots that must agree are linked, and evidence follows the links. Strong evidence is a use that the other kind does not allow; weak evidence
// is a conversion, which either kind survives. Of weak evidence that for integers counts more, and strong evidence of both kinds proves nothing. Each
// piece of evidence is followed once along each link, so that the cost is linear. An object, whose members are used, is no number whatever else is
// known of it, nor is what is computed with it: of matrices a product has no other order. A type that has types of its own (typename T::value_type)
// is a class, of complex numbers or of lanes, so that no use proves that its values are floating-point numbers.
//
// Filled in by evidence_search.h; read by Types (parameters) and by the evaluator (expressions).
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

namespace fporder::frontend {

enum class NumberKind : std::uint8_t {
  Floating,
  Integral, // integers, and all that is no number: strings, pointers
  Unknown,
};

struct TypeAnswer {
  NumberKind kind = NumberKind::Unknown;
  bool guessed = false;    // an integer by its name only: see guesses/integer_names.h
  const char *reason = ""; // the evidence: "operand of '%'"
};

struct SlotId {
  std::uint32_t index = UINT32_MAX;
  explicit operator bool() const { return index != UINT32_MAX; }
  bool operator==(const SlotId &) const = default;
};

class TypeEvidence {
public:
  enum class Evidence : std::uint8_t {
    StrongFloating = 1,
    WeakFloating = 2,
    ComputedFloating = 4, // an operand has weak evidence; says nothing of the other operands
    StrongIntegral = 8,
    WeakIntegral = 16,
    GuessedIntegral = 32,
    Object = 64,   // of a class: what is computed with it is its operators'
    OfClass = 128, // the same of a number of more parts, maybe
  };

  explicit TypeEvidence(const clang::ASTContext &context);

  // Answers. What no search has met is unknown, unless its type says what it is.
  TypeAnswer of(const clang::Expr *expression);
  TypeAnswer of(const clang::TemplateTypeParmDecl *parameter);
  /// The type parameters met so far.
  const std::vector<const clang::TemplateTypeParmDecl *> &parameters() const { return met; }

  // Slots. Those of known type are shared: `floating`, `integer`, `literal` (an integer literal, which any type takes) and `other` (no number).
  static constexpr SlotId floating{0}, integer{1}, literal{2}, other{3};
  SlotId slot(const clang::Expr *expression);
  SlotId slot(const clang::ValueDecl *declaration);
  SlotId slot(const clang::TemplateTypeParmDecl *parameter);
  /// Of the values of an open type; invalid where the type itself says nothing that two values of it share (auto, an unknown one).
  SlotId slot(clang::QualType type);
  bool isOpen(SlotId slot) const { return slot && slot.index > other.index; }

  /// A use of a variable with an error in its declaration: Clang makes an expression of it that has no reference to the variable.
  void refersTo(const clang::RecoveryExpr *use, const clang::VarDecl *variable);
  /// The variable that such an expression means; null for any other.
  const clang::VarDecl *variableOf(const clang::Expr *expression) const { return lostUses.lookup(expression); }

  /// True once for each declaration: its evidence has not been searched yet.
  bool begin(const clang::Decl *declaration) { return begun.insert(declaration).second; }

  /// A member of a value of the type is used: it is of a class.
  void usedAsObject(clang::QualType type);
  bool isObject(clang::QualType type);

  // Evidence, and how it goes on.
  void note(SlotId slot, Evidence evidence, const char *reason);
  /// The same kind on both sides.
  void same(SlotId left, SlotId right);
  /// Operands of an arithmetic operation: one floating operand makes it floating, and integers only an integer. Its own kind is a hint for them.
  void operation(SlotId result, llvm::ArrayRef<SlotId> operands);
  /// `value` is converted to what `target` is, without being asked to.
  void stored(SlotId target, SlotId value);
  void compared(SlotId left, SlotId right);
  /// `argument` becomes a parameter of kind `parameter` in some call: what the parameter is, the argument may be.
  void passed(SlotId parameter, SlotId argument);
  /// Follows all evidence noted so far.
  void settle();

private:
  enum class Link : std::uint8_t { Same, Result, Operand, Hint, Store };
  struct Edge {
    SlotId to;
    Link link;
    bool counted = false; // Result: the operand is known to be an integer
  };
  struct Slot {
    std::uint8_t bits = 0;
    std::uint32_t awaited = UINT32_MAX; // operands of an operation that are not known to be integers
    const char *reasons[8] = {};
    llvm::SmallVector<Edge, 2> edges;
  };
  struct Pending {
    SlotId slot;
    std::uint8_t bit;
    std::uint32_t edge = UINT32_MAX; // the one to follow; all of them
  };

  SlotId make();
  SlotId keyed(std::uint64_t first, std::uint64_t second);
  SlotId openSlot(const clang::Expr *expression);
  SlotId recoveredSlot(const clang::RecoveryExpr *expression);
  SlotId elementSlot(const clang::Expr *base);
  SlotId memberSlot(const clang::CXXDependentScopeMemberExpr *member);
  SlotId callSlot(const clang::CallExpr *call);
  std::uint64_t nameKey(llvm::StringRef name);
  std::uint64_t identity(const clang::Expr *object);
  void link(SlotId from, SlotId to, Link link);
  void add(SlotId slot, std::uint8_t bit, const char *reason);
  void follow(SlotId from, std::uint8_t bit, std::size_t edge);
  void followResult(SlotId from, std::uint8_t bit, Edge &edge);
  TypeAnswer answer(SlotId slot) const;

  const clang::ASTContext &context;
  std::vector<Slot> slots;
  std::vector<Pending> floatingWork, integralWork;
  llvm::DenseMap<const clang::Expr *, SlotId> expressions;
  llvm::DenseMap<const void *, SlotId> declarations; // and open types, by canonical type
  llvm::DenseMap<std::pair<std::uint64_t, std::uint64_t>, SlotId> keys;
  llvm::StringMap<std::uint64_t> names;
  llvm::DenseSet<const clang::Decl *> begun;
  llvm::DenseSet<std::uint32_t> objects; // slots of type parameters
  llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> lostUses;
  std::vector<const clang::TemplateTypeParmDecl *> met;
};

} // namespace fporder::frontend
