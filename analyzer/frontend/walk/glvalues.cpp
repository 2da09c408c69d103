// Where glvalues lie: variables, members, elements, what pointers and references designate.
#include "analyzer/frontend/calls/fields.h"
#include "analyzer/frontend/guesses/guessed_numbers.h"
#include "analyzer/frontend/syntax/fixed_variables.h"
#include "analyzer/frontend/syntax/lambdas.h"
#include "analyzer/frontend/types/type_evidence.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::frontend {

using order::NodeId;

LocationId Evaluator::location(const clang::Expr *expression) {
  const clang::Expr *current = expression;
  for (;;) {
    current = current->IgnoreParens();
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(current)) {
      current = full->getSubExpr();
    } else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(current)) {
      current = bound->getSubExpr();
    } else if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(current)) {
      const auto kind = cast->getCastKind();
      if (kind == clang::CK_LValueBitCast)
        return views.as(location(cast->getSubExpr()), cast->getSubExpr()->getType(), cast->getType(), frame->key);
      const bool sameObject = kind == clang::CK_NoOp || kind == clang::CK_DerivedToBase || kind == clang::CK_UncheckedDerivedToBase ||
                              kind == clang::CK_BaseToDerived || kind == clang::CK_Dynamic;
      if (!sameObject || !cast->getSubExpr()->isGLValue())
        return used(locate(current));
      current = cast->getSubExpr();
    } else {
      return used(locate(current));
    }
  }
}

LocationId Evaluator::subscript(const clang::Expr *base, const clang::Expr *index) {
  const NodeId position = number(index);
  const clang::Expr *array = base->IgnoreParens();
  if (const auto *decay = llvm::dyn_cast<clang::CastExpr>(array); decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
    noteExtent(decay->getSubExpr(), position);
    return memory.index(location(decay->getSubExpr()), position);
  }
  const clang::QualType type = array->getType();
  if (type->isExtVectorType() && array->isGLValue())
    if (const OffsetForm lane = offsetForm(graph, position); !lane.base && lane.offset >= 0)
      return memory.laneOf(location(array), static_cast<unsigned>(lane.offset));
  if (types.info(type).kind == TypeClass::Array || types.info(type).isArithmetic()) // an array in a template, a vector's lane
    return memory.index(location(array), position);
  const Value pointer = evaluate(array);
  if (pointer.isRecord())
    return memory.index(target(pointer), position);
  return memory.advance(target(pointer), position);
}

LocationId Evaluator::locateMember(const clang::MemberExpr *member) {
  if (const auto *global = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl())) {
    discard(member->getBase());
    return locateDeclaration(global, member);
  }
  const LocationId object = member->isArrow() ? target(evaluate(member->getBase())) : location(member->getBase());
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!field)
    return memory.member(object, member->getMemberDecl()->getName());
  const LocationId where = memory.field(object, field);
  return field->getType()->isReferenceType() ? target(read(where, field->getType())) : where;
}

LocationId Evaluator::locateUnary(const clang::UnaryOperator *unary) {
  switch (unary->getOpcode()) {
  case clang::UO_Deref:
    return target(evaluate(unary->getSubExpr()));
  case clang::UO_PreInc:
  case clang::UO_PreDec: {
    const LocationId where = location(unary->getSubExpr());
    increment(unary, where);
    return where;
  }
  case clang::UO_Real:
  case clang::UO_Imag:
    return memory.member(location(unary->getSubExpr()), unary->getOpcode() == clang::UO_Real ? "real" : "imag");
  case clang::UO_Extension:
    return location(unary->getSubExpr());
  default:
    return materialise(unary);
  }
}

/// A member of an object whose type depends on a template's parameters, found by its name.
LocationId Evaluator::locateDependentMember(const clang::CXXDependentScopeMemberExpr *member) {
  const std::string name = member->getMember().getAsString();
  if (member->isImplicitAccess())
    return memory.member(frame->self ? frame->self : temporary("this"), name);
  const clang::Expr *base = member->getBase();
  const bool throughPointer = member->isArrow() && !llvm::isa<clang::CXXThisExpr>(base->IgnoreParenImpCasts());
  if (throughPointer) {
    ReadType pointer;
    pointer.kind = ReadType::Kind::Pointer;
    return memory.member(target(base->isGLValue() ? memory.read(state.store, location(base), pointer) : evaluate(base)), name);
  }
  return memory.member(member->isArrow() ? target(evaluate(base)) : location(base), name);
}

LocationId Evaluator::locate(const clang::Expr *expression) {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return locateDeclaration(reference->getDecl(), reference);
  if (const clang::VarDecl *variable = unit.evidence.variableOf(expression))
    return locateDeclaration(variable, expression);
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return locateMember(member);
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    const clang::Expr *base = element->getLHS(), *index = element->getRHS();
    if (types.info(base->getType()).kind == TypeClass::Integer)
      std::swap(base, index);
    return subscript(base, index);
  }
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return locateUnary(unary);
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    if (operation->isCompoundAssignmentOp())
      return compoundAssignment(operation);
    if (operation->isAssignmentOp())
      return assignment(operation);
    if (operation->getOpcode() == clang::BO_Comma) {
      discard(operation->getLHS());
      return location(operation->getRHS());
    }
    return materialise(expression);
  }
  if (const auto *choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression); choice && choice->isGLValue())
    return target(conditional(choice, true));
  if (const auto *temporaryObject = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return materialise(temporaryObject->getSubExpr());
  if (const auto *callExpression = llvm::dyn_cast<clang::CallExpr>(expression); callExpression && callExpression->isGLValue())
    return target(call(callExpression));
  if (const auto *swizzle = llvm::dyn_cast<clang::ExtVectorElementExpr>(expression)) {
    if (swizzle->getNumElements() == 1 && (swizzle->isArrow() || swizzle->getBase()->isGLValue()))
      return laneLocations(swizzle).front();
    const LocationId where = temporary("lanes");
    memory.assign(state.store, where, Value::number(swizzled(swizzle)));
    return where;
  }
  if (const auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expression); literal && literal->getType()->isVectorType()) {
    const LocationId where = temporary("vector");
    memory.assign(state.store, where, Value::number(number(literal->getInitializer())));
    return where;
  }
  if (const auto *member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(expression))
    return locateDependentMember(member);
  if (const auto *value = llvm::dyn_cast<clang::OpaqueValueExpr>(expression))
    if (const auto found = opaqueValues.find(value); found != opaqueValues.end() && (found->second.isRecord() || found->second.isPointer()))
      return found->second.location;
  if (const auto *defaulted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression))
    return location(defaulted->getExpr());
  if (const auto *defaulted = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expression))
    return location(defaulted->getExpr());
  if (const auto *name = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(expression))
    return temporary(name->getDeclName().getAsString());
  return materialise(expression);
}

LocationId Evaluator::materialise(const clang::Expr *expression) {
  const clang::QualType type = expression->getType();
  const LocationId where = temporary(llvm::isa<clang::StringLiteral>(expression) ? "text" : "temporary");
  if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr, clang::OverloadExpr>(expression) || type->isVoidType())
    return where;
  // Evaluating a prvalue of a class or dependent type ends here again when nobody else knows its kind.
  if (llvm::is_contained(materialising, expression)) {
    for (const clang::Stmt *child : expression->children())
      if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
        discard(operand);
    notAnalysed(expression->getExprLoc(), expression->getStmtClassName(), "this kind of expression is not modelled");
    return where;
  }
  materialising.push_back(expression);
  LocationId result = where;
  if (!type->isDependentType() || llvm::isa<clang::InitListExpr, clang::LambdaExpr, clang::CXXUnresolvedConstructExpr>(expression)) {
    initialise(where, type, expression);
  } else {
    const Value value = evaluate(expression);
    if (value.isRecord())
      result = value.location;
    else if (value.kind != Value::Kind::None)
      memory.assign(state.store, where, value);
  }
  materialising.pop_back();
  return result;
}

/// Where the innermost call that has a variable keeps it.
std::optional<LocationId> Evaluator::knownVariable(const clang::ValueDecl *canonical) const {
  const Frame *activation = frame; // whatever is evaluated is evaluated in some function
  do {
    if (const auto found = activation->variables.find(canonical); found != activation->variables.end())
      return found->second;
    activation = activation->caller;
  } while (activation);
  return std::nullopt;
}

LocationId Evaluator::variable(const clang::ValueDecl *declaration) {
  declaration = llvm::cast<clang::ValueDecl>(declaration->getCanonicalDecl());
  if (const auto known = knownVariable(declaration))
    return *known;
  const auto *object = llvm::dyn_cast<clang::VarDecl>(declaration);
  // What a work-group or block shares lives as long as the kernel runs.
  const bool shared = object && (object->hasAttr<clang::CUDASharedAttr>() || object->getType().getAddressSpace() == clang::LangAS::opencl_local);
  const bool stated = llvm::isa<clang::NonTypeTemplateParmDecl>(declaration); // by whoever names the template, before it runs
  const bool global = stated || (object && !shared && (object->hasGlobalStorage() || isSharedBy(procedureFunction, object)));
  LocationId &where = global ? globals[declaration] : locals[{frame->key, declaration}];
  if (!where) {
    Root root;
    root.kind = global ? Root::Kind::Global : Root::Kind::Variable;
    root.declaration = declaration;
    root.name = declaration->getNameAsString();
    root.constant = stated || declaration->getType().isConstQualified() ||
                    (object && (object->isConstexpr() || (unit.fixedVariables && unit.fixedVariables->contains(object))));
    where = memory.newRoot(std::move(root));
  }
  if (!global)
    frame->variables[declaration] = where;
  return where;
}

LocationId Evaluator::locateDeclaration(const clang::ValueDecl *declaration, const clang::Expr *at) {
  if (const auto *binding = llvm::dyn_cast<clang::BindingDecl>(declaration)) {
    const auto *canonical = llvm::cast<clang::ValueDecl>(declaration->getCanonicalDecl());
    if (const auto known = knownVariable(canonical))
      return *known;
    if (binding->getBinding())
      return location(binding->getBinding());
    return variable(declaration);
  }
  const LocationId where = variable(declaration);
  (void)at;
  return declaration->getType()->isReferenceType() ? target(read(where, declaration->getType())) : where;
}

namespace {

/// The numbers of which a constant array of any rank consists; false where there are others, or too many.
bool addElements(const clang::APValue &value, std::vector<double> &elements) {
  if (elements.size() >= limits::most(limits::Limit::TableElements))
    return false;
  if (value.isInt()) {
    if (value.getInt().getSignificantBits() > 53)
      return false; // more than the runtime holds exactly
    elements.push_back(value.getInt().roundToDouble(value.getInt().isSigned()));
    return true;
  }
  if (value.isFloat()) {
    llvm::APFloat number = value.getFloat();
    bool inexact = false;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    elements.push_back(number.convertToDouble());
    return !inexact;
  }
  if (!value.isArray())
    return false;
  const unsigned written = value.getArrayInitializedElts();
  for (unsigned i = 0; i < written; ++i)
    if (!addElements(value.getArrayInitializedElt(i), elements))
      return false;
  return !value.hasArrayFiller() || written == value.getArraySize() || addElements(value.getArrayFiller(), elements);
}

/// The part of a constant object that `path` leads to.
const clang::APValue *partOf(const Memory &memory, const clang::APValue *value, clang::QualType type, llvm::ArrayRef<LocationId> path,
                             const order::Graph &graph) {
  for (const LocationId step : path) {
    const Location &location = memory[step];
    if (location.kind == Location::Kind::Index) {
      const auto *array = type->getAsArrayTypeUnsafe();
      const OffsetForm index = offsetForm(graph, location.index);
      if (!array || !value->isArray() || index.base || index.offset < 0 || index.offset >= static_cast<long long>(value->getArraySize()))
        return nullptr;
      type = array->getElementType();
      const auto position = static_cast<unsigned>(index.offset);
      if (position < value->getArrayInitializedElts())
        value = &value->getArrayInitializedElt(position);
      else if (value->hasArrayFiller())
        value = &value->getArrayFiller();
      else
        return nullptr;
      continue;
    }
    const auto *record = type->getAsRecordDecl();
    if (!record || !value->isStruct())
      return nullptr;
    const clang::FieldDecl *found = nullptr;
    for (const clang::FieldDecl *field : record->fields())
      if (field->getName() == memory.name(location))
        found = field;
    if (!found)
      return nullptr;
    type = found->getType();
    value = &value->getStructField(found->getFieldIndex());
  }
  return value;
}

} // namespace

/// The indices of the loops in whose iterations the object at `location` is made anew: what an unknown call hands back, say.
llvm::SmallVector<NodeId, 2> Evaluator::birthIndices(LocationId location) {
  llvm::SmallVector<NodeId, 2> indices;
  LocationId object = location;
  const auto isReached = [&](const Root &root) { return root.kind == Root::Kind::Pointee || root.kind == Root::Kind::Referent; };
  while (isReached(memory.root(object)))
    object = memory.root(object).origin;
  if (!activeLoop || memory.root(object).kind != Root::Kind::Temporary)
    return indices;
  const llvm::SmallVector<NodeId, 2> active = activeIndices();
  std::size_t depth = active.size();
  for (const LoopRun *run = activeLoop; run; run = run->outer) {
    --depth;
    if (run->loop.birth && memory.rootId(object).index >= run->loop.birth->roots)
      indices.insert(indices.begin(), active[depth]);
  }
  return indices;
}

/// What a constant of a template is made of, where that is constants alone: `static constexpr T twice = T(2) * T(0.1);`.
std::optional<Value> Evaluator::openConstant(const clang::VarDecl *object, ReadType type) {
  const clang::Expr *initializer = object->getAnyInitializer();
  if (const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(initializer); list && list->getNumInits() == 1)
    initializer = list->getInit(0);
  if (const auto *list = llvm::dyn_cast_or_null<clang::ParenListExpr>(initializer)) // has no type
    initializer = list->getNumExprs() == 1 ? list->getExpr(0) : nullptr;
  if (!initializer || initializer->containsErrors() || llvm::is_contained(initialised, object))
    return std::nullopt;
  initialised.push_back(object);
  const NodeId node = number(initializer);
  initialised.pop_back();
  const auto isConstant = [&](NodeId each) { return !order::isLeaf(graph[each].op) || graph[each].op == order::Op::Constant; };
  if (!node || !llvm::all_of(order::reachable(graph, node, [](NodeId) { return false; }), isConstant))
    return std::nullopt;
  return Value::number(convert(node, type.number, initializer));
}

/// Constants, and what other members of the class are known to store.
std::optional<Value> Evaluator::initialValue(LocationId location, ReadType type) {
  const Root &root = memory.root(location);
  if (type.kind != ReadType::Kind::Number)
    return std::nullopt;
  if (root.kind == Root::Kind::This && unit.fields && memory[location].kind == Location::Kind::Member &&
      memory[memory[location].parent].kind == Location::Kind::Root) {
    const auto [stored, tooLong] = unit.fields->valueOnEntry(memory, procedureFunction, memory.name(memory[location]));
    if (tooLong)
      notAnalysed({}, "field " + memory.name(memory[location]), "the expression stored there is too long to be followed into other functions");
    return stored && graph[stored].type == type.number ? std::optional(Value::number(stored)) : std::nullopt;
  }
  if (const llvm::SmallVector<NodeId, 2> indices = birthIndices(location); !indices.empty()) {
    order::NodeSpec leaf;
    leaf.op = order::Op::Element;
    leaf.type = type.number;
    // Its elements differ as well. Indices inside the symbol come first, the last ones follow it.
    llvm::SmallVector<NodeId, 4> operands;
    std::string symbol = memory.spell(location, &operands);
    std::size_t inside = operands.size();
    for (; llvm::StringRef(symbol).ends_with("[]"); --inside)
      symbol.resize(symbol.size() - 2);
    const llvm::SmallVector<NodeId, 4> own = operands;
    for (const NodeId index : indices)
      if (llvm::none_of(own, [&](NodeId other) { return order::dependsOnLoop(graph, other, graph[index].version); }))
        operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(inside++), index);
    leaf.operands = {operands.data(), operands.size()};
    leaf.symbol = symbol;
    leaf.storage = memory.storage(location);
    leaf.version = memory.versionOf(symbol, leaf.storage, 0);
    return Value::number(graph.intern(leaf));
  }
  const auto *object = llvm::dyn_cast_or_null<clang::VarDecl>(root.declaration);
  const bool isParameter = llvm::isa_and_nonnull<clang::ParmVarDecl>(object); // its initialiser is a default argument
  if (!object || isParameter || root.kind != Root::Kind::Global || !root.constant)
    return std::nullopt;
  if (object->getType()->isDependentType())
    return memory[location].kind == Location::Kind::Root ? openConstant(object, type) : std::nullopt;
  const clang::VarDecl *definition = nullptr;
  const clang::Expr *initializer = object->getAnyInitializer(definition);
  if (!initializer || initializer->isValueDependent() || !definition || definition->isInvalidDecl())
    return std::nullopt;
  const clang::APValue *value = holdsGuessedNumber(unit.options, initializer) ? nullptr : definition->evaluateValue();
  if (!value)
    return std::nullopt;
  llvm::SmallVector<LocationId, 8> path;
  for (LocationId step = location; memory[step].kind != Location::Kind::Root; step = memory[step].parent)
    path.insert(path.begin(), step);
  const clang::APValue *part = partOf(memory, value, definition->getType(), path, graph);
  if (!part) {
    if (std::vector<double> elements; addElements(*value, elements) && !elements.empty())
      procedure.tables.try_emplace(memory.storage(root.location).index, std::move(elements));
    return std::nullopt;
  }
  std::optional<order::Number> number;
  if (part->isInt())
    number = order::Number::parse(llvm::toString(part->getInt(), 10));
  if (part->isFloat())
    if (const NodeId node = constantOf(*part, definition->getType()->isFloatingType() ? definition->getType() : unit.context.DoubleTy))
      number = graph.number(node);
  if (!number)
    return std::nullopt;
  return Value::number(graph.constant(*number, type.number));
}

} // namespace fporder::frontend
