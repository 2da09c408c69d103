#include "analyzer/frontend/library/type_trees.h"

#include "analyzer/models/model.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/DenseMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using models::CallModel;
using models::Effect;
using models::Vendor;
using order::NodeId;
using order::Op;
using order::ValueType;

/// A class template with its arguments, as written.
struct Specialization {
  clang::TemplateSpecializationTypeLoc written;
  llvm::StringRef name;
};

std::optional<Specialization> specialization(clang::TypeLoc location) {
  const auto written = location.getAsAdjusted<clang::TemplateSpecializationTypeLoc>();
  if (!written)
    return std::nullopt;
  const clang::TemplateDecl *named = written.getTypePtr()->getTemplateName().getAsTemplateDecl();
  return named ? std::optional(Specialization{written, named->getName()}) : std::nullopt;
}

std::optional<clang::TypeLoc> typeArgument(const Specialization &type, unsigned position) {
  if (position >= type.written.getNumArgs() || type.written.getArgLoc(position).getArgument().getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  return type.written.getArgLoc(position).getTypeSourceInfo()->getTypeLoc();
}

class TreeBuilder {
public:
  TreeBuilder(const Vendor &api, Types &known, SourceFiles &files, const clang::ASTContext &astContext)
      : vendor(api), types(known), context(astContext), places(files, procedure.graph), graph(procedure.graph) {}

  void alias(const clang::TypedefNameDecl *declaration) {
    if (const clang::TypeSourceInfo *written = declaration->getTypeSourceInfo())
      if (const auto type = specialization(written->getTypeLoc()); type && type->name == vendor.treeBind)
        valueOf(declaration);
  }
  bool bindsAny() const { return !procedure.definitions.empty(); }

  order::Procedure procedure;

private:
  NodeId valueOf(const clang::TypedefNameDecl *declaration) {
    declaration = llvm::cast<clang::TypedefNameDecl>(declaration->getCanonicalDecl());
    if (const auto found = values.find(declaration); found != values.end())
      return found->second;
    values[declaration] = {}; // an alias of itself has no value
    const clang::TypeSourceInfo *written = declaration->getTypeSourceInfo();
    const NodeId node = written ? valueOf(written->getTypeLoc()) : NodeId{};
    values[declaration] = node;
    procedure.definitions.push_back({static_cast<std::uint32_t>(values.size()), declaration->getNameAsString(), node});
    return node;
  }

  NodeId valueOf(clang::TypeLoc location) {
    if (const auto *named = location.getType()->getAs<clang::TypedefType>(); named && !location.getAsAdjusted<clang::TemplateSpecializationTypeLoc>())
      return valueOf(named->getDecl());
    const auto type = specialization(location);
    if (!type)
      return leaf(location.getType().getAsString(context.getPrintingPolicy()), {Format::Dependent});
    if (type->name == vendor.treeBind)
      return bound(*type);
    if (type->name == vendor.treeConstant && type->written.getNumArgs() == 2)
      return constant(*type);
    // In0<T>, Var<T, 1>: what the kernel is given.
    std::string name = type->name.str();
    for (unsigned i = 1; i < type->written.getNumArgs(); ++i)
      if (const clang::Expr *number = expressionOf(*type, i); number && !number->isValueDependent())
        if (clang::Expr::EvalResult value; number->EvaluateAsInt(value, context))
          name += llvm::toString(value.Val.getInt(), 10);
    return leaf(name, formatOf(*type));
  }

  static const clang::Expr *expressionOf(const Specialization &type, unsigned position) {
    const clang::TemplateArgumentLoc argument = type.written.getArgLoc(position);
    return argument.getArgument().getKind() == clang::TemplateArgument::Expression ? argument.getSourceExpression() : nullptr;
  }

  ValueType formatOf(const Specialization &type) {
    const auto element = typeArgument(type, 0);
    const TypeInfo &info = types.info(element ? element->getType() : clang::QualType());
    return info.isArithmetic() ? info.stored : ValueType{Format::Dependent};
  }

  NodeId leaf(const std::string &name, ValueType type) { return graph.input(name, type); }

  NodeId constant(const Specialization &type) {
    const ValueType format = formatOf(type);
    const clang::Expr *written = expressionOf(type, 1);
    clang::Expr::EvalResult value;
    if (!written || written->isValueDependent() || !written->EvaluateAsRValue(value, context))
      return leaf("constant", format);
    if (value.Val.isInt())
      return graph.constant(*order::Number::parse(llvm::toString(value.Val.getInt(), 10)), format);
    return value.Val.isFloat() ? graph.constant(order::Number::fromDouble(value.Val.getFloat().convertToDouble()), format) : leaf("constant", format);
  }

  /// The model of the call that takes a destination and this many operands.
  const CallModel *modelOf(llvm::StringRef operation, std::size_t operands) const {
    for (const CallModel *model : vendor.find({operation.data(), operation.size()})) {
      const auto named = static_cast<std::size_t>(llvm::count_if(model->parameters, [](const std::string &name) { return name != "_"; }));
      const bool computes = model->effects.size() == 1 && model->effects[0].target == Effect::Target::Value && model->effects[0].formula;
      if (model->scope.empty() && computes && named == operands + 1 && model->effects[0].name == model->parameters.front())
        return model;
    }
    return nullptr;
  }

  NodeId bound(const Specialization &type) {
    const auto written = typeArgument(type, 0);
    const auto operation = written ? specialization(*written) : std::nullopt;
    std::vector<NodeId> operands;
    for (unsigned i = 1; i < type.written.getNumArgs(); ++i)
      if (const auto argument = typeArgument(type, i))
        operands.push_back(valueOf(*argument));
    for (NodeId &operand : operands)
      if (!operand)
        operand = leaf("value", {Format::Dependent});
    places.statement = ++statements;
    const clang::SourceLocation token = operation ? operation->written.getTemplateNameLoc() : type.written.getTemplateNameLoc();
    const order::PlaceId place = places.of(token, type.written.getSourceRange());
    const ValueType format = operation ? formatOf(*operation) : ValueType{Format::Dependent};
    const CallModel *model = operation ? modelOf(operation->name, operands.size()) : nullptr;
    if (!model)
      return unknown(operation ? operation->name : type.name, format, place);
    std::map<std::string, NodeId, std::less<>> bindings;
    std::size_t next = 0;
    for (const std::string &parameter : model->parameters)
      if (parameter != "_" && parameter != model->parameters.front())
        bindings[parameter] = operands[next++];
    const NodeId value = evaluate(model->effects[0].formula, bindings, format, place);
    if (!value)
      return unknown(operation->name, format, place);
    if (operation->name == "CopyOut")
      procedure.effects.push_back({order::Effect::Kind::Store, value, "output", place});
    return value;
  }

  NodeId unknown(llvm::StringRef operation, ValueType format, order::PlaceId place) {
    order::NodeSpec spec;
    spec.op = Op::Opaque;
    spec.type = format;
    const std::string symbol = operation.str();
    spec.symbol = symbol;
    spec.version = statements;
    spec.place = place;
    if (place) {
      const order::Place &at = graph.place(place);
      procedure.unanalysed.push_back({graph.file(at.file), at.line, at.column, "operation '" + symbol + "'", "no call model says what it computes"});
    }
    return graph.intern(spec);
  }

  NodeId converted(NodeId node, ValueType to, order::PlaceId place) {
    const ValueType from = graph[node].type;
    if (from == to || from.format == Format::Boolean || to.format == Format::Boolean)
      return node;
    if (graph[node].op == Op::Constant)
      return graph.constant(graph.number(node), to);
    const NodeId cast = graph.cast(node, to, place);
    if (!format::widensExactly(from.format, to.format) && format::isFloatingPoint(to.format))
      record(cast);
    return cast;
  }

  void record(NodeId node) { procedure.computations.push_back({node, static_cast<std::uint32_t>(procedure.definitions.size())}); }

  /// The formula over the operands; invalid when it holds what a tree of values has not: elements, reductions.
  NodeId evaluate(NodeId root, const std::map<std::string, NodeId, std::less<>> &bindings, ValueType type, order::PlaceId place) {
    const order::Graph &formulas = vendor.graph();
    std::vector<bool> needed(root.index + 1);
    needed[root.index] = true;
    for (std::uint32_t i = root.index + 1; i-- > 0;)
      if (needed[i])
        for (const NodeId operand : formulas.operands({i}))
          needed[operand.index] = true;
    std::vector<NodeId> built(root.index + 1);
    for (std::uint32_t i = 0; i <= root.index; ++i) {
      if (!needed[i])
        continue;
      const order::Node node = formulas[{i}];
      if (node.op == Op::Element || node.op == Op::Reduce || node.op == Op::LoopIndex)
        return {};
      built[i] = node.op == Op::Input      ? bindings.at(std::string(formulas.symbol({i})))
                 : node.op == Op::Constant ? graph.constant(formulas.number({i}), type)
                                           : operation({i}, built, type, place);
    }
    return converted(built[root.index], type, place);
  }

  NodeId operation(NodeId source, const std::vector<NodeId> &built, ValueType type, order::PlaceId place) {
    const order::Graph &formulas = vendor.graph();
    const order::Node node = formulas[source];
    std::vector<NodeId> operands;
    for (const NodeId operand : formulas.operands(source))
      operands.push_back(converted(built[operand.index], type, place));
    if (node.op == Op::Cast)
      return operands.front();
    order::NodeSpec spec;
    spec.op = node.op;
    const bool decides = node.op == Op::Compare || node.op == Op::And || node.op == Op::Or || node.op == Op::Not;
    spec.type = decides ? ValueType{Format::Boolean} : type;
    spec.operands = operands;
    const std::string symbol(formulas.symbol(source));
    spec.symbol = symbol;
    spec.place = place;
    const NodeId result = graph.intern(spec);
    if (node.op != Op::Select && format::isFloatingPoint(type.format))
      record(result);
    return result;
  }

  const Vendor &vendor;
  Types &types;
  const clang::ASTContext &context;
  Places places;
  order::Graph &graph;
  std::uint32_t statements = 0;
  llvm::DenseMap<const clang::TypedefNameDecl *, NodeId> values;
};

} // namespace

std::optional<order::Procedure> typeTree(const clang::CXXRecordDecl *record, const std::vector<const Vendor *> &vendors, Types &types,
                                         SourceFiles &files) {
  for (const Vendor *vendor : vendors) {
    if (vendor->treeBind.empty())
      continue;
    TreeBuilder builder(*vendor, types, files, record->getASTContext());
    for (const clang::Decl *member : record->decls())
      if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(member))
        builder.alias(alias);
    if (!builder.bindsAny())
      continue;
    builder.procedure.name = record->getQualifiedNameAsString();
    builder.procedure.signature = "type";
    return std::move(builder.procedure);
  }
  return std::nullopt;
}

} // namespace fporder::frontend
