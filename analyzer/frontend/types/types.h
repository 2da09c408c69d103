// From Clang types to the formats and shapes of the ordering graph.
//
// Two formats matter for an expression: the one its value is stored in, and the one its operations are computed in. They differ where the compiler
// evaluates with excess precision: _Float16 and __bf16 arithmetic on targets without native instructions runs in binary32 and is rounded once, when
// the value leaves the expression (Clang's -ffloat16-excess-precision, on by default), and x87 targets compute everything in 80 bits. Classes that
// stand for one number are numbers here: std::complex, half and bfloat16 classes of the usual libraries. std::valarray and vector extension types are
// lanes: elementwise operations on them are written with the scalar operations.
#pragma once

#include "runtime/order/operation.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"

#include <unordered_map>

namespace fporder::models {
class Vendor;
}

namespace fporder::frontend {

enum class TypeClass : std::uint8_t {
  Void,
  Boolean,
  Integer,   // enumerations and characters included; vectors of integers too
  Floating,  // a number with a format, whatever its shape; number-like classes included
  Dependent, // open: not known before instantiation, or not found; its value type has Format::Dependent
  Pointer,   // object and member pointers, nullptr
  Array,     // constant, variable, incomplete and dependent arrays
  Record,    // structs, unions, classes, dependent class specialisations
  Function,
  Other,
};

struct TypeInfo {
  TypeClass kind = TypeClass::Other;
  order::ValueType stored;   // the format and shape of a value in memory
  order::ValueType computed; // the format arithmetic on it is carried out in; differs from `stored` only under excess precision
  bool isBuffer = false;     // Pointer: a class that some vendor's models call a handle of a buffer; `stored` is its elements' then
  bool isNumber() const { return kind == TypeClass::Floating || kind == TypeClass::Dependent; }
  bool isArithmetic() const { return isNumber() || kind == TypeClass::Integer || kind == TypeClass::Boolean; }
  bool hasExcessPrecision() const { return !(stored == computed); }
};

/// Answers for one translation unit; answers are cached per type as written. References and atomics are looked through.
class Types {
public:
  explicit Types(const clang::ASTContext &context, std::vector<const models::Vendor *> vendors = {});

  const TypeInfo &info(clang::QualType type);

  order::ValueType stored(clang::QualType type) { return info(type).stored; }
  order::ValueType computed(clang::QualType type) { return info(type).computed; }
  bool isFloating(clang::QualType type) { return info(type).isNumber(); }
  bool isInteger(clang::QualType type) { return info(type).kind == TypeClass::Integer; }

  /// What the uses of a type parameter's values tell (see type_evidence.h): integers, or not. Before, its name decides.
  void declare(const clang::TemplateTypeParmDecl *parameter, bool isIntegral);

private:
  TypeInfo classify(clang::QualType type);
  TypeInfo builtin(const clang::BuiltinType *type, clang::QualType spelled);
  TypeInfo record(const clang::RecordType *type);
  TypeInfo dependent(clang::QualType type);
  TypeInfo floating(format::Format format, order::Shape shape, bool excess);
  bool namesBuffer(llvm::StringRef className) const;
  TypeInfo buffer(llvm::ArrayRef<clang::TemplateArgument> arguments);
  format::Format formatOf(clang::QualType type);

  const clang::ASTContext &context;
  std::vector<const models::Vendor *> vendors;
  bool computesInX87 = false;
  std::unordered_map<const void *, TypeInfo> cache;                   // references into it stay valid as it grows
  llvm::DenseMap<const clang::TemplateTypeParmDecl *, bool> declared; // integral
};

/// True for pointers, and for sums of a pointer and an integer: in a template p + i has no type of its own, whatever p's is.
bool isPointer(Types &types, const clang::Expr *expression);

/// The class that a type, or what it points or refers to, names: instantiated, dependent or not a template; null when it names none.
const clang::NamedDecl *classNamed(clang::QualType type);

/// The definition of that class, or of the pattern of the class template; null when it is not visible.
const clang::CXXRecordDecl *visibleClass(clang::QualType type);

/// The format that a number-like class is known by: "half", "__nv_bfloat16", "BFloat16", "float8_e4m3fn" ...; Unknown for any other name.
/// Serves records by name and names whose declaration is missing.
format::Format formatOfClassName(llvm::StringRef name);

} // namespace fporder::frontend
