#include "analyzer/frontend/library/library_models.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;
using order::ValueType;
using Names = std::initializer_list<llvm::StringRef>;

bool inNamespaceStd(const clang::Decl *declaration) {
  for (const clang::DeclContext *context = declaration->getDeclContext(); context; context = context->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context); space && space->getParent()->getRedeclContext()->isTranslationUnit())
      return space->getName() == "std" || space->getName() == "__gnu_cxx"; // libstdc++ keeps its iterators there
  return false;
}

clang::QualType LibraryClass::type(unsigned position) const {
  bool present = position < arguments.size() && arguments[position].getKind() == clang::TemplateArgument::Type;
  return present ? arguments[position].getAsType() : clang::QualType();
}

clang::QualType LibraryClass::member(llvm::StringRef memberName) const {
  if (!declaration || !declaration->isCompleteDefinition())
    return {};
  clang::IdentifierInfo &identifier = declaration->getASTContext().Idents.get(memberName);
  for (const clang::NamedDecl *found : declaration->lookup(&identifier))
    if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(found))
      return alias->getUnderlyingType();
  return {};
}

namespace {

/// tuple<Ts...> has one argument, a pack.
llvm::ArrayRef<clang::TemplateArgument> flattened(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  bool pack = arguments.size() == 1 && arguments[0].getKind() == clang::TemplateArgument::Pack;
  return pack ? arguments[0].getPackAsArray() : arguments;
}

} // namespace

std::optional<LibraryClass> libraryClass(const clang::RecordDecl *declaration) {
  if (!declaration->getIdentifier() || !inNamespaceStd(declaration))
    return std::nullopt;
  LibraryClass result;
  result.name = declaration->getName();
  result.declaration = declaration->getDefinition() ? declaration->getDefinition() : declaration;
  if (const auto *specialization = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration))
    result.arguments = flattened(specialization->getTemplateArgs().asArray());
  return result;
}

std::optional<LibraryClass> libraryClass(clang::QualType type) {
  if (type.isNull())
    return std::nullopt;
  type = type.getNonReferenceType();
  if (const auto *record = type->getAs<clang::RecordType>())
    return libraryClass(record->getDecl());
  if (const auto *specialization = type->getAs<clang::TemplateSpecializationType>()) {
    const clang::TemplateDecl *primary = specialization->getTemplateName().getAsTemplateDecl();
    if (!primary || !inNamespaceStd(primary))
      return std::nullopt;
    LibraryClass result;
    result.name = primary->getName();
    result.arguments = flattened(specialization->template_arguments());
    return result;
  }
  return std::nullopt;
}

std::optional<Storage> containerStorage(llvm::StringRef name) {
  if (llvm::is_contained(Names{"vector", "array", "deque", "valarray", "basic_string", "inplace_vector", "list", "forward_list", "set", "multiset"},
                         name))
    return Storage::Owned;
  if (llvm::is_contained(Names{"span", "initializer_list", "basic_string_view", "mdspan"}, name))
    return Storage::View;
  return std::nullopt;
}

bool isIteratorClass(llvm::StringRef name) {
  return llvm::is_contained(Names{"__normal_iterator", "__wrap_iter", "_Deque_iterator", "__deque_iterator", "reverse_iterator", "move_iterator",
                                  "_Vector_iterator", "_Vector_const_iterator", "_Array_iterator", "_Array_const_iterator", "__bounded_iter",
                                  "__static_bounded_iter", "_List_iterator", "_List_const_iterator", "_Fwd_list_iterator", "_Fwd_list_const_iterator",
                                  "_Rb_tree_const_iterator", "_Span_iterator", "basic_const_iterator"},
                            name);
}

bool isPointerLike(clang::QualType type) {
  if (type.isNull())
    return false;
  type = type.getNonReferenceType();
  if (type->isPointerType() || type->isArrayType())
    return true;
  std::optional<LibraryClass> known = libraryClass(type);
  return known && (isIteratorClass(known->name) || llvm::is_contained(Names{"unique_ptr", "shared_ptr"}, known->name));
}

bool isReverseIterator(clang::QualType type) {
  std::optional<LibraryClass> known = libraryClass(type);
  return known && known->name == "reverse_iterator";
}

clang::QualType elementType(Builder &builder, clang::QualType type) {
  if (type.isNull())
    return {};
  type = type.getNonReferenceType();
  if (type->isPointerType())
    return type->getPointeeType();
  if (const clang::ArrayType *array = builder.context.getAsArrayType(type))
    return array->getElementType();
  if (const auto *vector = type->getAs<clang::VectorType>())
    return vector->getElementType();
  std::optional<LibraryClass> known = libraryClass(type);
  if (!known)
    return {};
  if (containerStorage(known->name) || llvm::is_contained(Names{"unique_ptr", "shared_ptr"}, known->name)) {
    clang::QualType element = known->type(0);
    return !element.isNull() && element->isArrayType() ? builder.context.getAsArrayType(element)->getElementType() : element;
  }
  if (clang::QualType inner = known->type(0); isIteratorClass(known->name) && !inner.isNull())
    return inner->isPointerType() || libraryClass(inner) ? elementType(builder, inner) : inner;
  return known->member("value_type");
}

Value pointerIn(Builder &builder, const Value &value) { return value.isRecord() ? builder.read(value.location, builder.context.VoidPtrTy) : value; }

Value step(Builder &builder, const Value &pointer, clang::QualType type, NodeId count) {
  if (isReverseIterator(type))
    count = builder.emit(Op::Neg, {count}, {Format::Integer}, nullptr);
  return builder.advance(pointerIn(builder, pointer), count);
}

ValueType numberType(Builder &builder, clang::QualType type) {
  if (type.isNull())
    return {Format::Dependent};
  const TypeInfo &info = builder.types.info(type);
  return info.isArithmetic() ? info.stored : ValueType{Format::Dependent};
}

ValueType commonType(ValueType left, ValueType right) {
  // Integers convert to any floating-point format; among those the wider wins, and an unknown one makes the result unknown.
  auto rank = [](Format f) { return f == Format::Dependent ? 1000 : format::parameters(f).precision; };
  ValueType result = left;
  result.shape = std::max(left.shape, right.shape);
  bool leftFloating = format::isFloatingPoint(left.format), rightFloating = format::isFloatingPoint(right.format);
  if (rightFloating && (!leftFloating || rank(right.format) > rank(left.format)))
    result.format = right.format;
  else if (!leftFloating && left.format == Format::Boolean)
    result.format = right.format == Format::Boolean ? Format::Integer : right.format;
  return result;
}

Value result(Builder &builder, const Call &call, const Value &value) {
  // A declared callee says whether the call is a reference; `type` does for dependent calls, where glvalues cannot be told.
  bool yieldsReference = call.callee ? call.callee->getReturnType()->isReferenceType() : call.type->isReferenceType();
  if (!yieldsReference || value.isPointer())
    return value;
  if (value.isRecord())
    return Value::pointer(value.location);
  LocationId holder = builder.temporary(call.name);
  builder.write(holder, value);
  return Value::pointer(holder);
}

Value numberResult(Builder &builder, const Call &call, NodeId node) { return result(builder, call, Value::number(node)); }

void forEachIndex(Builder &builder, const Call &call, const LoopShape &shape, llvm::function_ref<void(NodeId index)> body) {
  constexpr double fewElements = 32; // beyond these a loop says as much at less cost
  NodeId count = shape.tripCount;
  if (count && builder.graph[count].op == Op::Constant && builder.graph.number(count).approximate() <= fewElements) {
    auto last = static_cast<long long>(builder.graph.number(count).approximate());
    for (long long index = 0; index < last; ++index)
      body(builder.integer(index));
    return;
  }
  builder.loop(call.expression, shape, body);
}

Value converted(Builder &builder, const Value &value, clang::QualType type, const clang::Expr *at) {
  if (!value.isNumber() || type.isNull() || !builder.types.info(type).isArithmetic())
    return value;
  return Value::number(builder.convert(value.node, builder.types.stored(type), at));
}

void store(Builder &builder, LocationId to, const Value &value, clang::SourceLocation where) {
  if (value.isRecord())
    builder.copyObject(to, value.location, where);
  else if (value.kind == Value::Kind::None)
    builder.forget(to);
  else
    builder.write(to, value, where);
}

Value load(Builder &builder, LocationId from, clang::QualType type) {
  if (type.isNull())
    return Value::number(builder.readNumber(from, {Format::Dependent}));
  return builder.read(from, type.getNonReferenceType());
}

std::optional<Op> functorOperation(clang::QualType type) {
  std::optional<LibraryClass> known = libraryClass(type);
  if (!known)
    return std::nullopt;
  if (known->name == "plus")
    return Op::Add;
  if (known->name == "minus")
    return Op::Sub;
  if (known->name == "multiplies")
    return Op::Mul;
  if (known->name == "divides")
    return Op::Div;
  if (known->name == "negate")
    return Op::Neg;
  return std::nullopt;
}

Callable callable(Builder &builder, const clang::Expr *expression) {
  return {functorOperation(expression->getType()) ? Value::none() : builder.evaluate(expression), expression->getType(), expression};
}

namespace {

/// The function that a call of an object of this type runs; null when it cannot be told.
const clang::FunctionDecl *callOperator(const Callable &function) {
  if (function.value.kind == Value::Kind::Function)
    return function.value.function;
  const clang::CXXRecordDecl *record = function.type.isNull() ? nullptr : function.type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return nullptr;
  if (record->isLambda())
    return record->getLambdaCallOperator();
  clang::DeclarationName name = record->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call);
  for (const clang::NamedDecl *found : record->lookup(name))
    if (const clang::FunctionDecl *method = found->getAsFunction())
      return method;
  return nullptr;
}

/// Arguments of the kind that the callee's parameters ask for: addresses for references, values for the others.
llvm::SmallVector<Value, 4> fitted(Builder &builder, const Callable &function, llvm::ArrayRef<Value> arguments) {
  llvm::SmallVector<Value, 4> result;
  const clang::FunctionDecl *callee = callOperator(function);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    Value argument = arguments[i];
    clang::QualType parameter = callee && i < callee->getNumParams() ? callee->getParamDecl(i)->getType() : clang::QualType();
    bool reference = !parameter.isNull() && parameter->isReferenceType();
    if (argument.isNumber() && reference) {
      LocationId holder = builder.temporary();
      builder.write(holder, argument);
      argument = Value::pointer(holder);
    } else if (argument.isRecord() && reference) {
      argument = Value::pointer(argument.location);
    }
    result.push_back(argument);
  }
  return result;
}

} // namespace

Value applyToElement(Builder &builder, const Callable &function, LocationId element, clang::QualType type, const Call &call) {
  const clang::FunctionDecl *callee = callOperator(function);
  bool reference = callee && callee->getNumParams() > 0 && callee->getParamDecl(0)->getType()->isReferenceType();
  Value argument = reference ? Value::pointer(element) : load(builder, element, type);
  return apply(builder, function, {argument}, call);
}

Value apply(Builder &builder, const Callable &function, llvm::ArrayRef<Value> arguments, const Call &call, clang::QualType resultType) {
  bool numbers = llvm::all_of(arguments, [](const Value &argument) { return argument.isNumber(); });
  if (std::optional<Op> operation = functorOperation(function.type); operation && numbers && !arguments.empty()) {
    llvm::SmallVector<NodeId, 2> operands;
    ValueType type = builder.graph[arguments[0].node].type;
    for (const Value &argument : arguments)
      type = commonType(type, builder.graph[argument.node].type);
    std::optional<LibraryClass> functor = libraryClass(function.type);
    if (clang::QualType stated = functor->type(0); !stated.isNull() && !stated->isVoidType())
      type = numberType(builder, stated);
    for (const Value &argument : arguments)
      operands.push_back(builder.convert(argument.node, type, call.expression));
    return Value::number(builder.emit(*operation, operands, type, call.expression, call.token));
  }
  if (std::optional<Value> value = builder.invoke(function.value, fitted(builder, function, arguments), call.expression))
    return *value;
  builder.notAnalysed(function.expression ? function.expression->getExprLoc() : call.token, "function object passed to '" + call.name.str() + "'",
                      "its body is not in this translation unit");
  for (const Value &argument : arguments)
    builder.escape(argument, true);
  if (resultType.isNull() && !arguments.empty() && numbers)
    return Value::number(builder.fresh(call.name, builder.graph[arguments[0].node].type, call.expression));
  return builder.unknown(resultType.isNull() ? call.type : resultType, call.name, call.expression);
}

std::optional<llvm::ArrayRef<const clang::Expr *>> bracedElements(const clang::Expr *expression) {
  while (true) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto *cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(expression))
      expression = cleanups->getSubExpr();
    else if (const auto *list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(expression))
      expression = list->getSubExpr();
    else if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
      expression = temporary->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression))
      expression = bound->getSubExpr();
    else
      break;
  }
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression)) {
    auto elements = list->inits();
    return llvm::ArrayRef<const clang::Expr *>(elements.data(), elements.size());
  }
  return std::nullopt;
}

} // namespace fporder::frontend
