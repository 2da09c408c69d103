// What the library models share: recognising library classes and iterators, ranges, and building results of the right kind.
#pragma once

#include "analyzer/frontend/library/library.h"

namespace fporder::frontend {

/// One model: evaluates the call's arguments and returns the result. Nothing, with no argument evaluated, when this form of the call is not modelled.
using Model = std::optional<Value> (*)(Builder &, const Call &);

// One table per area, by unqualified name; null for names without a model.
Model algorithmModel(llvm::StringRef name); // accumulate, reduce, transform, fill ...
Model utilityModel(llvm::StringRef name);   // min, max, swap, move ...
Model tupleModel(llvm::StringRef name);     // get, tie, make_pair ...
Model atomicModel(llvm::StringRef name);    // atomic_fetch_add ...
Model iteratorModel(llvm::StringRef name);  // free begin, end, size, next, distance ...
Model rawMemoryModel(llvm::StringRef name); // memcpy, memset, malloc ...

// Members, operators and constructors, by class.
std::optional<Value> mathCall(Builder &builder, const Call &call);
std::optional<Value> numberOperator(Builder &builder, const Call &call); // complex, valarray, half classes
std::optional<Value> numberMember(Builder &builder, const Call &call);   // z.real(), v.sum()
std::optional<Value> containerMember(Builder &builder, const Call &call);
std::optional<Value> iteratorMember(Builder &builder, const Call &call);
std::optional<Value> wrapperMember(Builder &builder, const Call &call); // optional, atomic, references, pair, tuple
std::optional<Value> tensorShape(Builder &builder, const Call &call);   // t.size(i) of PyTorch's tensors and their accessors
std::optional<Value> elementAccess(Builder &builder, const Call &call); // m(i, j) on a class without a model
bool numberConstruct(Builder &builder, const Call &call);
bool containerConstruct(Builder &builder, const Call &call);
bool wrapperConstruct(Builder &builder, const Call &call);

/// A class template of namespace std, instantiated or dependent.
struct LibraryClass {
  llvm::StringRef name;
  llvm::ArrayRef<clang::TemplateArgument> arguments;
  const clang::RecordDecl *declaration = nullptr; // null when dependent

  /// Template argument `position` as a type; null when it is none.
  clang::QualType type(unsigned position) const;
  /// The member typedef `name`; null when there is none.
  clang::QualType member(llvm::StringRef name) const;
};
/// References are looked through. Nothing for classes outside std.
std::optional<LibraryClass> libraryClass(clang::QualType type);
std::optional<LibraryClass> libraryClass(const clang::RecordDecl *declaration);

/// The class of std whose member, operator or constructor is called, if it is one.
std::optional<LibraryClass> classOf(const Call &call);

std::optional<Value> tupleMember(Builder &builder, const Call &call, const LibraryClass &known);
bool tupleConstruct(Builder &builder, const Call &call, const LibraryClass &known);

bool inNamespaceStd(const clang::Decl *declaration);

enum class Storage : std::uint8_t { Owned, View }; // elements lie in the object; the object points to them
std::optional<Storage> containerStorage(llvm::StringRef className);

bool isIteratorClass(llvm::StringRef className);
/// Iterators, smart pointers and pointers to elements: what evaluates to a pointer.
bool isPointerLike(clang::QualType type);
bool isReverseIterator(clang::QualType type);
/// The type of what a pointer, iterator, container or array holds; null when not known.
clang::QualType elementType(Builder &builder, clang::QualType type);

/// The address that a pointer or an iterator object holds.
Value pointerIn(Builder &builder, const Value &value);
/// `pointer` moved by `count` elements in the direction of its type.
Value step(Builder &builder, const Value &pointer, clang::QualType type, order::NodeId count);

/// The format and shape numbers of this type have; Dependent when the type is not known.
order::ValueType numberType(Builder &builder, clang::QualType type);
/// The type that the usual arithmetic conversions give.
order::ValueType commonType(order::ValueType left, order::ValueType right);

/// `value` as the result of a call of type `type`: in a temporary when the call yields a reference.
Value result(Builder &builder, const Call &call, const Value &value);
Value numberResult(Builder &builder, const Call &call, order::NodeId node);

/// Runs `body` for each index below `count`: one by one when they are few and known, so that every element has its value, else as a loop.
void forEachIndex(Builder &builder, const Call &call, const LoopShape &shape, llvm::function_ref<void(order::NodeId index)> body);

/// A number converted to an arithmetic type, any other value (or type) as it is.
Value converted(Builder &builder, const Value &value, clang::QualType type, const clang::Expr *at);

/// Atomic read-modify-write of a number of type `type` in `where`: over threads, in the order of arrival. The old value, or the new one.
Value atomicUpdate(Builder &builder, const Call &call, LocationId where, clang::QualType type, order::Op op, order::NodeId amount, bool returnOld);

/// Copies a value of any kind into `to`.
void store(Builder &builder, LocationId to, const Value &value, clang::SourceLocation where = {});
/// The value in `from`, of type `type` (null: a number of unknown format).
Value load(Builder &builder, LocationId from, clang::QualType type);

/// Applies a function object: std::plus and its kin as operations, others through their bodies; opaque when there is none.
struct Callable {
  Value value;
  clang::QualType type;
  const clang::Expr *expression = nullptr;
};
Callable callable(Builder &builder, const clang::Expr *expression);
Value apply(Builder &builder, const Callable &function, llvm::ArrayRef<Value> arguments, const Call &call, clang::QualType resultType = {});

/// Applies a function object to an element in place: callbacks that take a reference may write it.
Value applyToElement(Builder &builder, const Callable &function, LocationId element, clang::QualType type, const Call &call);

/// The operation that a function object of namespace std performs: plus, minus, multiplies, divides.
std::optional<order::Op> functorOperation(clang::QualType type);

/// The expressions in a braced list that initialises a std::initializer_list; nothing when `expression` is no braced list.
std::optional<llvm::ArrayRef<const clang::Expr *>> bracedElements(const clang::Expr *expression);

} // namespace fporder::frontend
