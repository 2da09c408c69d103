#include "analyzer/frontend/types/types.h"

#include "analyzer/frontend/types/recovered_types.h"
#include "analyzer/frontend/types/tensors.h"

#include "analyzer/frontend/compat.h"
#include "analyzer/frontend/guesses/integer_names.h"
#include "analyzer/models/model.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace fporder::frontend {
namespace {

using format::Format;
using order::Shape;

Format formatOfSemantics(const llvm::fltSemantics &semantics) {
  if (&semantics == &llvm::APFloat::IEEEsingle())
    return Format::Binary32;
  if (&semantics == &llvm::APFloat::IEEEdouble())
    return Format::Binary64;
  if (&semantics == &llvm::APFloat::IEEEhalf())
    return Format::Binary16;
  if (&semantics == &llvm::APFloat::BFloat())
    return Format::BFloat16;
  if (&semantics == &llvm::APFloat::x87DoubleExtended())
    return Format::X87Extended;
  if (&semantics == &llvm::APFloat::IEEEquad())
    return Format::Binary128;
  if (&semantics == &llvm::APFloat::PPCDoubleDouble())
    return Format::DoubleDouble;
  return Format::Unknown;
}

using Names = std::initializer_list<llvm::StringRef>;

/// Elementwise classes, std::valarray and what its operators return: the position of the element type among the template arguments, or -1.
int lanesArgument(llvm::StringRef name) {
  if (llvm::is_contained(Names{"valarray", "slice_array", "gslice_array", "mask_array", "indirect_array", "simd", "basic_simd"}, name))
    return 0;
  return name == "_Expr" ? 1 : -1; // libstdc++: _Expr<closure, element>
}

/// Two numbers in one 32-bit word.
Format packedPair(llvm::StringRef name) {
  if (llvm::is_contained(Names{"half2", "__half2"}, name))
    return Format::Binary16;
  if (llvm::is_contained(Names{"__nv_bfloat162", "nv_bfloat162", "__hip_bfloat162"}, name))
    return Format::BFloat16;
  return Format::Unknown;
}

TypeInfo simple(TypeClass kind, Format format = Format::Unknown) {
  TypeInfo info;
  info.kind = kind;
  info.stored.format = info.computed.format = format;
  return info;
}

TypeInfo integer(Shape shape = Shape::Scalar) {
  TypeInfo info = simple(TypeClass::Integer, Format::Integer);
  info.stored.shape = info.computed.shape = shape;
  return info;
}

/// The same number in another shape: an element of a vector, a part of a complex number.
TypeInfo reshaped(TypeInfo info, Shape shape) {
  if (info.kind == TypeClass::Boolean)
    info.kind = TypeClass::Integer;
  if (!info.isArithmetic())
    return simple(TypeClass::Record);
  info.stored.shape = info.computed.shape = shape;
  return info;
}

} // namespace

Format formatOfClassName(llvm::StringRef name) {
  if (llvm::is_contained(Names{"half", "__half", "Half", "half_t", "float16", "float16_t", "Float16"}, name))
    return Format::Binary16;
  if (llvm::is_contained(Names{"bfloat16", "__nv_bfloat16", "nv_bfloat16", "BFloat16", "bfloat16_t", "hip_bfloat16", "__hip_bfloat16", "bf16_t"},
                         name))
    return Format::BFloat16;
  if (llvm::is_contained(Names{"__nv_fp8_e4m3", "Float8_e4m3fn", "float8_e4m3fn", "float_e4m3_t", "float8_e4m3"}, name))
    return Format::E4M3FN;
  if (llvm::is_contained(Names{"__nv_fp8_e5m2", "Float8_e5m2", "float8_e5m2", "float_e5m2_t"}, name))
    return Format::E5M2;
  if (llvm::is_contained(Names{"tfloat32_t", "tf32"}, name))
    return Format::Tf32;
  return Format::Unknown;
}

const clang::NamedDecl *classNamed(clang::QualType type) {
  if (type.isNull())
    return nullptr;
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  if (const auto *record = type->getAsRecordDecl())
    return record;
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>())
    return specialization->getTemplateName().getAsTemplateDecl();
  if (const auto *injected = type->getAs<clang::InjectedClassNameType>())
    return injected->getDecl();
  return nullptr;
}

const clang::CXXRecordDecl *visibleClass(clang::QualType type) {
  const clang::NamedDecl *named = classNamed(type);
  if (const auto *pattern = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(named))
    named = pattern->getTemplatedDecl();
  const auto *record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(named);
  return record ? record->getDefinition() : nullptr;
}

bool isPointer(Types &types, const clang::Expr *expression) {
  for (;;) {
    const clang::QualType type = expression->getType(); // arrays have decayed
    if (type.isNull())
      return false;
    if (const TypeInfo &info = types.info(type); !type->isDependentType() || info.kind == TypeClass::Pointer)
      return info.kind == TypeClass::Pointer && !info.isBuffer;
    expression = expression->IgnoreParenImpCasts();
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expression);
    const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
      expression = choice->getTrueExpr();
    } else if (sum && sum->isAdditiveOp()) {
      if (isPointer(types, sum->getRHS()))
        return sum->getOpcode() == clang::BO_Add; // a difference of pointers is none
      expression = sum->getLHS();
    } else if (operation && operation->getNumArgs() == 2 &&
               (operation->getOperator() == clang::OO_Plus || operation->getOperator() == clang::OO_Minus)) {
      if (isPointer(types, operation->getArg(1)))
        return operation->getOperator() == clang::OO_Plus;
      expression = operation->getArg(0);
    } else {
      return false;
    }
  }
}

Types::Types(const clang::ASTContext &astContext, std::vector<const models::Vendor *> apis) : context(astContext), vendors(std::move(apis)) {
  computesInX87 = context.getTargetInfo().getFPEvalMethod() == clang::LangOptions::FEM_Extended;
}

void Types::declare(const clang::TemplateTypeParmDecl *parameter, bool isIntegral) {
  const auto [entry, isNew] = declared.try_emplace(parameter, isIntegral);
  if (isNew || std::exchange(entry->second, isIntegral) != isIntegral)
    cache.clear();
}

const TypeInfo &Types::info(clang::QualType type) {
  static const TypeInfo unknown;
  if (type.isNull())
    return unknown;
  const void *key = type.getTypePtr(); // as written: a template parameter's name is lost in the canonical type
  if (auto found = cache.find(key); found != cache.end())
    return found->second;
  TypeInfo answer = classify(type);
  return cache[key] = answer;
}

TypeInfo Types::floating(Format format, Shape shape, bool excess) {
  TypeInfo info = simple(format == Format::Unknown ? TypeClass::Other : TypeClass::Floating, format);
  info.stored.shape = info.computed.shape = shape;
  if (excess)
    info.computed.format = Format::Binary32;
  else if (computesInX87 && (format == Format::Binary32 || format == Format::Binary64))
    info.computed.format = Format::X87Extended;
  return info;
}

TypeInfo Types::builtin(const clang::BuiltinType *type, clang::QualType spelled) {
  if (type->isVoidType())
    return simple(TypeClass::Void);
  if (type->isBooleanType())
    return simple(TypeClass::Boolean, Format::Boolean);
  if (type->isNullPtrType())
    return simple(TypeClass::Pointer);
  if (type->isFloatingPoint())
    return floating(formatOfSemantics(context.getFloatTypeSemantics(spelled)), Shape::Scalar, spelled.UseExcessPrecision(context));
  if (type->isInteger())
    return integer();
  if (type->isSizelessVectorType() && !type->isSVEBool())
    return reshaped(info(context.getBuiltinVectorTypeInfo(type).ElementType), Shape::Lanes);
  if (type->getKind() == clang::BuiltinType::Dependent)
    return simple(TypeClass::Dependent, Format::Dependent);
  return simple(TypeClass::Other);
}

bool Types::namesBuffer(llvm::StringRef className) const {
  return llvm::any_of(vendors, [&](const models::Vendor *vendor) { return vendor->isBuffer({className.data(), className.size()}); });
}

/// A handle of a buffer; its first type argument is the elements' type.
TypeInfo Types::buffer(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  TypeInfo handle = simple(TypeClass::Pointer, Format::Dependent);
  for (const clang::TemplateArgument &argument : arguments)
    if (argument.getKind() == clang::TemplateArgument::Type) {
      const TypeInfo element = info(argument.getAsType());
      handle.stored = element.stored;
      handle.computed = element.computed;
      break;
    }
  handle.isBuffer = true;
  return handle;
}

TypeInfo Types::record(const clang::RecordType *type) {
  const clang::RecordDecl *declaration = type->getDecl();
  llvm::StringRef name = declaration->getName();
  const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration);
  if (namesBuffer(name))
    return buffer(instance ? instance->getTemplateArgs().asArray() : llvm::ArrayRef<clang::TemplateArgument>());
  if (const auto *specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration)) {
    const clang::TemplateArgumentList &arguments = specialization->getTemplateArgs();
    auto typeArgument = [&](unsigned position) {
      bool present = position < arguments.size() && arguments[position].getKind() == clang::TemplateArgument::Type;
      return present ? info(arguments[position].getAsType()) : simple(TypeClass::Other);
    };
    if (name == "complex")
      return reshaped(typeArgument(0), Shape::Complex);
    if (int position = lanesArgument(name); position >= 0)
      return reshaped(typeArgument(static_cast<unsigned>(position)), Shape::Lanes);
    return simple(TypeClass::Record);
  }
  auto hasSize = [&](clang::CharUnits::QuantityType bytes) {
    return !declaration->isCompleteDefinition() || declaration->isInvalidDecl() || declaration->isDependentType() ||
           context.getTypeSizeInChars(type).getQuantity() == bytes;
  };
  // A class of another size that happens to be called "half" is not a number.
  if (Format format = formatOfClassName(name); format != Format::Unknown) {
    bool oneByte = format == Format::E4M3FN || format == Format::E5M2;
    if (hasSize(oneByte ? 1 : format == Format::Tf32 ? 4 : 2))
      return floating(format, Shape::Scalar, false);
  }
  if (Format format = packedPair(name); format != Format::Unknown && hasSize(4))
    return floating(format, Shape::Lanes, false);
  return simple(TypeClass::Record);
}

TypeInfo Types::dependent(clang::QualType type) {
  if (const clang::TemplateTypeParmType *parameter = compat::typeParameter(type)) {
    const clang::TemplateTypeParmDecl *declaration = parameter->getDecl();
    const auto known = declared.find(declaration);
    const bool isIntegral = known != declared.end() ? known->second : declaration && guesses::namesInteger(declaration);
    return isIntegral ? integer() : simple(TypeClass::Dependent, Format::Dependent);
  }
  if (const auto *named = type->getAs<clang::DependentNameType>())
    return guesses::namesIntegerType(named->getIdentifier()->getName()) ? integer() : simple(TypeClass::Dependent, Format::Dependent);
  const auto *alias = type->getAs<clang::TemplateSpecializationType>();
  if (alias && alias->isTypeAlias() && !vendors.empty())
    if (const TypeInfo &aliased = info(alias->getAliasedType()); aliased.isBuffer)
      return aliased;
  if (alias && alias->isTypeAlias())
    if (const TypeInfo &aliased = info(alias->getAliasedType()); aliased.kind == TypeClass::Pointer)
      return aliased;
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>(); specialization && !specialization->isTypeAlias()) {
    const clang::TemplateDecl *primary = specialization->getTemplateName().getAsTemplateDecl();
    if (primary && namesTensorAccessor(primary))
      return simple(TypeClass::Pointer);
    if (primary && namesBuffer(primary->getName()))
      return buffer(specialization->template_arguments());
    if (!primary || !llvm::isa<clang::ClassTemplateDecl>(primary))
      return simple(TypeClass::Dependent, Format::Dependent);
    auto arguments = specialization->template_arguments();
    bool typeFirst = !arguments.empty() && arguments[0].getKind() == clang::TemplateArgument::Type;
    if (typeFirst && primary->getName() == "complex")
      return reshaped(info(arguments[0].getAsType()), Shape::Complex);
    if (typeFirst && lanesArgument(primary->getName()) == 0)
      return reshaped(info(arguments[0].getAsType()), Shape::Lanes);
    return simple(TypeClass::Record);
  }
  if (type->getAs<clang::InjectedClassNameType>() || type->isRecordType())
    return simple(TypeClass::Record);
  return simple(TypeClass::Dependent, Format::Dependent);
}

TypeInfo Types::classify(clang::QualType type) {
  type = type.getNonReferenceType();
  if (isRecovered(type, context))
    return simple(TypeClass::Dependent, Format::Dependent);
  if (const auto *atomic = type->getAs<clang::AtomicType>())
    return info(atomic->getValueType());
  if (const auto *deduced = type->getContainedAutoType(); deduced && type->isUndeducedAutoType())
    return simple(TypeClass::Dependent, Format::Dependent);
  if (type->isArrayType())
    return simple(TypeClass::Array);
  if (type->isAnyPointerType() || type->isMemberPointerType() || type->isNullPtrType() || type->isBlockPointerType())
    return simple(TypeClass::Pointer);
  if (type->isFunctionType())
    return simple(TypeClass::Function);
  if (type->isEnumeralType() || type->isBitIntType())
    return integer();
  if (const auto *vector = type->getAs<clang::VectorType>())
    return reshaped(info(vector->getElementType()), Shape::Lanes);
  if (const auto *matrix = type->getAs<clang::MatrixType>())
    return reshaped(info(matrix->getElementType()), Shape::Lanes);
  if (const auto *complex = type->getAs<clang::ComplexType>())
    return reshaped(info(complex->getElementType()), Shape::Complex);
  if (type->isDependentType())
    return dependent(type);
  if (const auto *basic = type->getAs<clang::BuiltinType>())
    return builtin(basic, type);
  if (const auto *structure = type->getAs<clang::RecordType>())
    return namesTensorAccessor(structure->getDecl()) ? simple(TypeClass::Pointer) : record(structure);
  return simple(TypeClass::Other);
}

} // namespace fporder::frontend
