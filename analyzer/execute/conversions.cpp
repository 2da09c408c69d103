#include "analyzer/execute/arithmetic.h"
#include "analyzer/execute/interpreter.h"

namespace fporder::execute {

using format::Format;

Interpreter::Result Interpreter::converted(const Value &value, clang::QualType to) {
  const Format format = formatOf(context, to);
  const auto no = [&] { return refuse("it converts to " + to.getAsString(context.getPrintingPolicy())); };
  if (format == Format::Unknown || !value.isSet())
    return no();
  if (to->isBooleanType())
    return Value::integer(value.truth(), 8, false);
  if (value.kind == Value::Kind::Pointer)
    return no();
  if (format != Format::Integer)
    return value.kind == Value::Kind::Integer ? integerToFloating(value, format, context.getFloatTypeSemantics(to))
                                              : floatingToFloating(value, format);
  const auto width = static_cast<unsigned>(context.getTypeSize(to));
  const bool isSigned = to->isSignedIntegerOrEnumerationType();
  if (value.kind == Value::Kind::Integer)
    return integerToInteger(value, width, isSigned);
  const Result whole = floatingToInteger(value, width, isSigned);
  return whole ? whole : refuse("a number is converted to an integer type that does not hold it");
}

/// Casts to scalars.
Interpreter::Result Interpreter::cast(const clang::CastExpr *cast) {
  const clang::Expr *from = cast->getSubExpr();
  const clang::QualType to = cast->getType();
  switch (cast->getCastKind()) {
  case clang::CK_LValueToRValue:
    return load(from);
  case clang::CK_ToVoid:
    return execute(from) == Flow::Next ? Result(Value{}) : std::nullopt;
  case clang::CK_ArrayToPointerDecay: {
    const Location at = locate(from);
    return at ? Result(Value::pointer(*at)) : std::nullopt;
  }
  case clang::CK_NullToPointer:
    return Value::pointer({});
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
    return evaluate(from);
  case clang::CK_BitCast: // void * and back, const, the same element under another name
    if (from->getType()->isPointerType() && to->isPointerType()) {
      const clang::QualType a = from->getType()->getPointeeType(), b = to->getPointeeType();
      if (context.hasSameUnqualifiedType(a, b))
        return evaluate(from);
    }
    return refuse("it looks at an object as one of another type");
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase: {
    const Result value = evaluate(from);
    const Location derived = value ? follow(*value) : Location{};
    const Location base = derived ? baseOf(cast, *derived, from->getType()->getPointeeType()) : Location{};
    return base ? Result(Value::pointer(*base)) : std::nullopt;
  }
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast:
  case clang::CK_PointerToBoolean: {
    const Result value = evaluate(from);
    if (!value || cast->getCastKind() == clang::CK_BooleanToSignedIntegral)
      return value ? refuse("it uses vectors") : value;
    return converted(*value, to);
  }
  default:
    return refuse(std::string("it has a conversion of kind ") + cast->getCastKindName());
  }
}

} // namespace fporder::execute
