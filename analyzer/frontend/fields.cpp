#include "analyzer/frontend/fields.h"

#include "runtime/order/infix.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

namespace fporder::frontend {
namespace {

using order::NodeId;
using order::Op;

/// Fields by their declaration in the class template: instantiations share what is known syntactically.
const clang::FieldDecl *patternOf(const clang::FieldDecl *field) {
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  const clang::CXXRecordDecl *pattern = record ? record->getTemplateInstantiationPattern() : nullptr;
  if (!pattern)
    return field;
  for (const clang::FieldDecl *candidate : pattern->fields())
    if (candidate->getFieldIndex() == field->getFieldIndex())
      return candidate;
  return field;
}

struct FieldUse {
  llvm::SmallVector<const clang::FunctionDecl *, 2> stores; // member functions that store the field of *this, each once
  bool lost = false;                                        // written in a way that is not followed
};

/// One pass over the unit: who writes which floating-point field.
class StoreFinder : public clang::RecursiveASTVisitor<StoreFinder> {
public:
  explicit StoreFinder(Types &types) : types(types) {}

  bool TraverseFunction(clang::FunctionDecl *function) {
    if (!function->doesThisDeclarationHaveABody())
      return true;
    current = function;
    if (auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
      for (const clang::CXXCtorInitializer *initializer : constructor->inits())
        if (initializer->isAnyMemberInitializer() && initializer->isWritten())
          noteStore(initializer->getAnyMember());
    return TraverseStmt(function->getBody());
  }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    if (operation->isAssignmentOp())
      stored(operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    if (operation->isIncrementDecrementOp())
      stored(operation->getSubExpr());
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue || cast->getType().isConstQualified())
      harmless.insert(cast->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    // Reads in templates carry no conversion; what they bind to is not known, and taken for a read.
    if (field && !harmless.contains(member) && !current->isDependentContext() && !member->getType().isConstQualified() && followed(field))
      uses[patternOf(field)].lost = true;
    return true;
  }

  llvm::DenseMap<const clang::FieldDecl *, FieldUse> uses;

private:
  bool followed(const clang::FieldDecl *field) { return types.info(field->getType()).isNumber(); }

  void stored(const clang::Expr *target) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(target->IgnoreParens());
    const auto *field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!field)
      return;
    harmless.insert(member);
    if (llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
      noteStore(field);
    else if (followed(field))
      uses[patternOf(field)].lost = true;
  }

  void noteStore(const clang::FieldDecl *field) {
    if (!followed(field))
      return;
    FieldUse &use = uses[patternOf(field)];
    if (!llvm::is_contained(use.stores, current))
      use.stores.push_back(current);
  }

  Types &types;
  const clang::FunctionDecl *current = nullptr;
  llvm::DenseSet<const clang::Expr *> harmless;
};

/// Finds function bodies in the user's files and hands each to the store finder; system headers are not entered.
void scan(clang::DeclContext *context, const clang::SourceManager &manager, StoreFinder &finder) {
  for (clang::Decl *declaration : context->decls()) {
    if (declaration->getLocation().isValid() && manager.isInSystemHeader(manager.getExpansionLoc(declaration->getLocation())))
      continue;
    // The template's own members stand for those of its instantiations.
    if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration))
      if (instance->getSpecializationKind() != clang::TSK_ExplicitSpecialization)
        continue;
    if (auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      declaration = pattern->getTemplatedDecl();
    else if (auto *classPattern = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration))
      declaration = classPattern->getTemplatedDecl();
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
      finder.TraverseFunction(function);
    else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::RecordDecl, clang::ExportDecl>(declaration))
      scan(llvm::cast<clang::DeclContext>(declaration), manager, finder);
  }
}

constexpr std::uint32_t foreignVersion = 2000000;   // above what one function's own leaves reach
constexpr std::uint32_t foreignStatement = 1000000; // another function's statement is no statement of this one

} // namespace

NodeId transplant(const order::Graph &from, NodeId node, order::Graph &into, std::uint32_t version, llvm::function_ref<bool(NodeId)> renamed,
                  const std::map<NodeId, NodeId> &replaced) {
  // Operands have smaller indices: mark what is needed going down, then build going up.
  std::vector<bool> needed(node.index + 1);
  needed[node.index] = true;
  for (std::uint32_t i = node.index + 1; i-- > 0;)
    if (needed[i])
      for (NodeId operand : from.operands({i}))
        needed[operand.index] = true;
  std::vector<NodeId> copies(node.index + 1);
  for (std::uint32_t i = 0; i <= node.index; ++i) {
    if (!needed[i])
      continue;
    if (const auto known = replaced.find({i}); known != replaced.end()) {
      copies[i] = known->second;
      continue;
    }
    const order::Node original = from[{i}];
    std::vector<NodeId> operands;
    for (NodeId operand : from.operands({i}))
      operands.push_back(copies[operand.index]);
    order::NodeSpec spec;
    spec.op = original.op;
    spec.type = original.type;
    spec.operands = operands;
    spec.symbol = from.symbol({i});
    spec.version = original.version + (renamed({i}) ? version : 0);
    spec.rounding = original.rounding;
    spec.environment = from.environment({i});
    if (original.op == Op::Constant)
      spec.number = &from.number({i});
    if (original.op == Op::Reduce)
      spec.reduction = &from.reduction({i});
    if (original.place) {
      order::Place place = from.place(original.place);
      place.file = into.addFile(from.file(place.file));
      place.editable = false;
      place.statement += foreignStatement;
      place.macroDefinition = place.inlinedAt = {};
      spec.place = into.addPlace(place);
    }
    copies[i] = into.intern(spec);
  }
  return copies[node.index];
}

struct FieldSummaries::Implementation {
  explicit Implementation(Unit &sharedUnit) : unit(sharedUnit) {}

  /// One evaluated member function: its procedure, kept for the values its stores refer to.
  struct Evaluated {
    order::Procedure procedure;
    llvm::StringSet<> parameters;
    bool running = true;
  };

  struct Answer {
    const Evaluated *source = nullptr;
    NodeId node;
  };

  const FieldUse *use(const clang::FieldDecl *field) {
    if (!scanned) {
      scanned = true;
      StoreFinder finder(unit.types);
      scan(unit.context.getTranslationUnitDecl(), unit.context.getSourceManager(), finder);
      uses = std::move(finder.uses);
    }
    auto found = uses.find(patternOf(field));
    return found == uses.end() ? nullptr : &found->second;
  }

  const Evaluated *evaluate(const clang::FunctionDecl *function) {
    std::unique_ptr<Evaluated> &entry = evaluated[function];
    if (!entry) {
      entry = std::make_unique<Evaluated>();
      Evaluated &fresh = *entry;
      for (const clang::ParmVarDecl *parameter : function->parameters())
        fresh.parameters.insert(parameter->getName());
      const clang::FunctionDecl *outer = unit.environments.function();
      Evaluator(unit, fresh.procedure).run(function);
      unit.environments.enterFunction(outer);
      fresh.running = false;
      return &fresh;
    }
    return entry->running ? nullptr : entry.get();
  }

  Answer find(const clang::CXXRecordDecl *record, const clang::FieldDecl *field);
  std::map<NodeId, NodeId> keptParameters(const clang::CXXRecordDecl *record, const Evaluated &source, order::Graph &into);
  bool isSettled(const clang::CXXRecordDecl *record, const Evaluated &source, NodeId node);

  Unit &unit;
  bool scanned = false;
  llvm::DenseMap<const clang::FieldDecl *, FieldUse> uses;
  std::map<const clang::FunctionDecl *, std::unique_ptr<Evaluated>> evaluated;
  llvm::DenseMap<const clang::FieldDecl *, Answer> answers;
};

namespace {

/// The member function of `record` that was instantiated from `pattern`; `pattern` itself for ordinary classes.
const clang::FunctionDecl *memberOf(const clang::CXXRecordDecl *record, const clang::FunctionDecl *pattern) {
  for (const clang::Decl *member : record->decls()) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(member);
    if (!function)
      continue;
    const clang::FunctionDecl *definition = function->getDefinition();
    if (function->getCanonicalDecl() == pattern->getCanonicalDecl())
      return definition ? definition : pattern;
    if (const clang::FunctionDecl *from = function->getTemplateInstantiationPattern();
        from && from->getCanonicalDecl() == pattern->getCanonicalDecl())
      return definition && definition->hasBody() ? definition : nullptr;
  }
  return nullptr;
}

bool endsWithField(llvm::StringRef target, llvm::StringRef field) {
  if (!target.consume_back(field))
    return false;
  return target.empty() || target.ends_with("->") || target.ends_with(".");
}

const clang::FieldDecl *fieldNamed(const clang::CXXRecordDecl *record, llvm::StringRef name) {
  for (const clang::FieldDecl *field : record->fields())
    if (field->getName() == name)
      return field;
  if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record); derived && derived->hasDefinition())
    for (const clang::CXXBaseSpecifier &base : derived->bases())
      if (const clang::CXXRecordDecl *inherited = base.getType()->getAsCXXRecordDecl(); inherited && inherited->hasDefinition())
        if (const clang::FieldDecl *field = fieldNamed(inherited, name))
          return field;
  return nullptr;
}

} // namespace

/// True when the value is an expression worth knowing and every field in it is written nowhere but where the value was taken.
bool FieldSummaries::Implementation::isSettled(const clang::CXXRecordDecl *record, const Evaluated &source, NodeId node) {
  const order::Graph &graph = source.procedure.graph;
  if (graph[node].op < Op::Constant || !format::isFloatingPoint(graph[node].type.format))
    return false;
  std::vector<NodeId> pending{node};
  llvm::DenseSet<std::uint32_t> seen;
  while (!pending.empty()) {
    NodeId current = pending.back();
    pending.pop_back();
    if (!seen.insert(current.index).second)
      continue;
    Op op = graph[current].op;
    if (op == Op::LoopIndex || op == Op::LoopValue || op == Op::Opaque || op == Op::Reduce)
      return false;
    if (op == Op::Input || op == Op::Element) {
      llvm::StringRef name(graph.symbol(current).data(), graph.symbol(current).size());
      name.consume_front("this->");
      if (const clang::FieldDecl *field = fieldNamed(record, name); field && !source.parameters.contains(name)) {
        const FieldUse *other = use(field);
        if (other && (other->lost || other->stores.size() > 1))
          return false;
      }
    }
    for (NodeId operand : graph.operands(current))
      pending.push_back(operand);
  }
  return true;
}

FieldSummaries::Implementation::Answer FieldSummaries::Implementation::find(const clang::CXXRecordDecl *record, const clang::FieldDecl *field) {
  if (auto known = answers.find(field); known != answers.end())
    return known->second;
  answers[field] = {}; // while it is being found out, and when it cannot be
  const FieldUse *stores = use(field);
  if (!stores || stores->lost || stores->stores.empty() || stores->stores.size() > 4)
    return {};
  // A constant is believed only of fields that code elsewhere cannot reach.
  bool enclosed = field->getType().isConstQualified() || field->getAccess() == clang::AS_private;
  Answer answer;
  std::string text;
  for (const clang::FunctionDecl *pattern : stores->stores) {
    const clang::FunctionDecl *function = memberOf(record, pattern);
    const Evaluated *source = function ? evaluate(function) : nullptr;
    if (!source)
      return {};
    NodeId last;
    for (const order::Effect &effect : source->procedure.effects)
      if (effect.kind == order::Effect::Kind::Store && endsWithField(effect.target, field->getName()))
        last = effect.node;
    if (!last || !isSettled(record, *source, last) || (source->procedure.graph[last].op == Op::Constant && !enclosed))
      return {};
    std::string printed = order::printInfix(source->procedure.graph, last);
    if (answer.source && printed != text)
      return {};
    text = printed;
    answer = {source, last};
  }
  return answers[field] = answer;
}

/// Parameters that the storing function keeps in a field nobody else writes: for a reader they are that field.
std::map<NodeId, NodeId> FieldSummaries::Implementation::keptParameters(const clang::CXXRecordDecl *record, const Evaluated &source,
                                                                        order::Graph &into) {
  std::map<NodeId, NodeId> kept;
  const order::Graph &graph = source.procedure.graph;
  for (const order::Effect &effect : source.procedure.effects) {
    if (effect.kind != order::Effect::Kind::Store || graph[effect.node].op != Op::Input)
      continue;
    const std::string_view symbol = graph.symbol(effect.node);
    llvm::StringRef target = effect.target;
    target.consume_front("this->");
    const clang::FieldDecl *field = fieldNamed(record, target);
    const FieldUse *stores = field && source.parameters.contains(llvm::StringRef(symbol.data(), symbol.size())) ? use(field) : nullptr;
    if (stores && !stores->lost && stores->stores.size() == 1)
      kept.emplace(effect.node, into.input(std::string_view(target.data(), target.size()), graph[effect.node].type));
  }
  // The same value may stand at several places.
  std::map<NodeId, NodeId> all;
  for (std::uint32_t i = 0; i < graph.size(); ++i)
    for (const auto &[parameter, field] : kept)
      if (graph.sameValue({i}, parameter))
        all.emplace(NodeId{i}, field);
  return all;
}

FieldSummaries::FieldSummaries(Unit &unit) : implementation(std::make_unique<Implementation>(unit)) {}
FieldSummaries::~FieldSummaries() = default;

NodeId FieldSummaries::valueOnEntry(order::Graph &into, const clang::FunctionDecl *reader, llvm::StringRef name) const {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(reader);
  const clang::FieldDecl *field = method ? fieldNamed(method->getParent(), name) : nullptr;
  if (!field || !implementation->unit.types.info(field->getType()).isNumber() || llvm::isa<clang::CXXConstructorDecl>(reader))
    return {};
  const FieldUse *use = implementation->use(field);
  const clang::FunctionDecl *pattern = reader->getTemplateInstantiationPattern() ? reader->getTemplateInstantiationPattern() : reader;
  if (!use || llvm::any_of(use->stores, [&](const clang::FunctionDecl *store) { return store->getCanonicalDecl() == pattern->getCanonicalDecl(); }))
    return {};
  const auto *record = llvm::cast<clang::CXXRecordDecl>(field->getParent());
  Implementation::Answer answer = implementation->find(record, field);
  if (!answer.source)
    return {};
  const order::Graph &from = answer.source->procedure.graph;
  const auto renamed = [&](NodeId node) {
    std::string_view symbol = from.symbol(node);
    Op op = from[node].op;
    return (op == Op::Input || op == Op::Element) && answer.source->parameters.contains(llvm::StringRef(symbol.data(), symbol.size()));
  };
  return transplant(from, answer.node, into, foreignVersion, renamed, implementation->keptParameters(record, *answer.source, into));
}

} // namespace fporder::frontend
