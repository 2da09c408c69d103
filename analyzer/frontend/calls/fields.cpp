#include "analyzer/frontend/calls/fields.h"
#include "analyzer/frontend/calls/transplant.h"
#include "analyzer/frontend/syntax/body_survey.h"
#include "analyzer/frontend/walk/evaluator.h"

#include "runtime/limits/limits.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <optional>
#include <set>

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

using FieldUses = llvm::DenseMap<const clang::FieldDecl *, FieldUse>;

void addUses(const clang::FunctionDecl *function, const BodyFacts &facts, FieldUses &uses) {
  for (const clang::FieldDecl *field : facts.stored)
    if (FieldUse &use = uses[patternOf(field)]; !llvm::is_contained(use.stores, function))
      use.stores.push_back(function);
  for (const clang::FieldDecl *field : facts.lost)
    uses[patternOf(field)].lost = true;
}

/// Who writes which floating-point field, in all function bodies of the user's files; system headers are not entered.
void scan(const clang::DeclContext *context, const clang::SourceManager &manager, BodySurvey &survey, FieldUses &uses) {
  for (const clang::Decl *declaration : context->decls()) {
    if (declaration->getLocation().isValid() && manager.isInSystemHeader(manager.getExpansionLoc(declaration->getLocation())))
      continue;
    // The template's own members stand for those of its instantiations.
    if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration))
      if (instance->getSpecializationKind() != clang::TSK_ExplicitSpecialization)
        continue;
    if (const auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      declaration = pattern->getTemplatedDecl();
    else if (const auto *classPattern = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration))
      declaration = classPattern->getTemplatedDecl();
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      if (function->doesThisDeclarationHaveABody())
        addUses(function, survey.of(function), uses);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::RecordDecl, clang::ExportDecl>(declaration)) {
      scan(llvm::cast<clang::DeclContext>(declaration), manager, survey, uses);
    }
  }
}

// Values made of fields made of fields grow with the class.
constexpr std::size_t longestKept = limits::most(limits::Limit::FieldNodes);

/// The field of *this that `storage` is; nothing for other storages. `parts`: or lies in, or is reached from.
std::optional<llvm::StringRef> fieldOf(const order::Graph &graph, order::StorageId storage, bool parts) {
  for (; storage; storage = graph.storage(storage).of) {
    const order::Storage &part = graph.storage(storage);
    if (part.kind == order::Storage::Kind::Member && graph.storage(part.of).kind == order::Storage::Kind::This)
      return part.name;
    if (!parts)
      break;
  }
  return std::nullopt;
}

bool isParameter(const order::Graph &graph, NodeId leaf) {
  const order::StorageId storage = graph[leaf].op == Op::Input && graph[leaf].version == 0 ? graph.storage(leaf) : order::StorageId{};
  return storage && graph.storage(storage).kind == order::Storage::Kind::Parameter;
}

} // namespace

struct FieldSummaries::Implementation {
  Implementation(Unit &sharedUnit, BodySurvey &bodies) : unit(sharedUnit), survey(bodies) {}

  /// What a function leaves in a field where it stores it, which it does where `guard` holds; nothing where that is one of several values.
  struct Stored {
    NodeId node, guard;
  };

  /// One evaluated member function: its procedure, kept for the values its stores refer to.
  struct Evaluated {
    order::Procedure procedure;
    std::uint32_t number = 0;       // among these functions
    llvm::StringMap<Stored> stores; // by the field
    std::map<std::pair<std::uint32_t, NodeId>, std::pair<std::string, NodeId>>
        kept; // parameters in fields that no other code writes, by value and the condition of the store: the field, the node
    bool keptKnown = false;
    bool running = true;

    void store(llvm::StringRef field, Stored next) {
      const auto [known, isFirst] = stores.try_emplace(field, next);
      if (!isFirst)
        known->second = !next.guard || known->second.node == next.node ? next : Stored{};
    }
  };

  struct Answer {
    Evaluated *source = nullptr;
    NodeId node, guard;
    bool tooLong = false;   // nothing else is in the way
    bool onlyStore = false; // no other function stores the field
  };

  const FieldUse *use(const clang::FieldDecl *field) {
    if (!scanned) {
      scanned = true;
      scan(unit.context.getTranslationUnitDecl(), unit.context.getSourceManager(), survey, uses);
    }
    auto found = uses.find(patternOf(field));
    return found == uses.end() ? nullptr : &found->second;
  }

  Evaluated *evaluate(const clang::FunctionDecl *function) {
    std::unique_ptr<Evaluated> &entry = evaluated[function];
    if (!entry) {
      entry = std::make_unique<Evaluated>();
      Evaluated &fresh = *entry;
      fresh.number = static_cast<std::uint32_t>(evaluated.size());
      const clang::FunctionDecl *outer = unit.environments.function();
      Evaluator(unit, fresh.procedure).run(function);
      unit.environments.enterFunction(outer);
      for (const order::Effect &effect : fresh.procedure.effects)
        if (const auto field = fieldOf(fresh.procedure.graph, effect.storage, false))
          fresh.store(*field, {effect.node, effect.guard});
      fresh.running = false;
      return &fresh;
    }
    return entry->running ? nullptr : entry.get();
  }

  Answer find(const clang::CXXRecordDecl *record, const clang::FieldDecl *field);
  void findKept(const clang::CXXRecordDecl *record, Evaluated &source);
  std::map<NodeId, NodeId> keptParameters(const clang::CXXRecordDecl *record, const Answer &answer, Memory &into);
  const clang::FieldDecl *fieldNamed(const clang::CXXRecordDecl *record, llvm::StringRef name);
  const clang::FunctionDecl *memberOf(const clang::CXXRecordDecl *record, const clang::FunctionDecl *pattern);
  bool isSettled(const clang::CXXRecordDecl *record, const Evaluated &source, NodeId node);

  Unit &unit;
  BodySurvey &survey;
  bool scanned = false;
  FieldUses uses;
  std::map<const clang::FunctionDecl *, std::unique_ptr<Evaluated>> evaluated;
  llvm::DenseMap<const clang::FieldDecl *, Answer> answers;

private:
  /// A class's own fields by their names, and its member functions by what they are or were instantiated from.
  struct Members {
    llvm::StringMap<const clang::FieldDecl *> fields;
    llvm::DenseMap<const clang::FunctionDecl *, const clang::FunctionDecl *> functions;
  };
  const Members &membersOf(const clang::CXXRecordDecl *record);
  std::map<const clang::CXXRecordDecl *, Members> members;
};

const FieldSummaries::Implementation::Members &FieldSummaries::Implementation::membersOf(const clang::CXXRecordDecl *record) {
  const auto [entry, added] = members.try_emplace(record);
  Members &known = entry->second;
  if (!added)
    return known;
  for (const clang::FieldDecl *field : record->fields())
    known.fields.try_emplace(field->getName(), field);
  for (const clang::Decl *member : record->decls())
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(member)) {
      known.functions.try_emplace(function->getCanonicalDecl(), function);
      if (const clang::FunctionDecl *from = function->getTemplateInstantiationPattern())
        known.functions.try_emplace(from->getCanonicalDecl(), function);
    }
  return known;
}

/// The member function of `record` that was instantiated from `pattern`; `pattern` itself for ordinary classes.
const clang::FunctionDecl *FieldSummaries::Implementation::memberOf(const clang::CXXRecordDecl *record, const clang::FunctionDecl *pattern) {
  const clang::FunctionDecl *function = membersOf(record).functions.lookup(pattern->getCanonicalDecl());
  if (!function)
    return nullptr;
  const clang::FunctionDecl *definition = function->getDefinition();
  if (function->getCanonicalDecl() == pattern->getCanonicalDecl())
    return definition ? definition : pattern;
  return definition && definition->hasBody() ? definition : nullptr;
}

const clang::FieldDecl *FieldSummaries::Implementation::fieldNamed(const clang::CXXRecordDecl *record, llvm::StringRef name) {
  if (const clang::FieldDecl *field = membersOf(record).fields.lookup(name))
    return field;
  if (record->hasDefinition())
    for (const clang::CXXBaseSpecifier &base : record->bases())
      if (const clang::CXXRecordDecl *inherited = base.getType()->getAsCXXRecordDecl(); inherited && inherited->hasDefinition())
        if (const clang::FieldDecl *field = fieldNamed(inherited, name))
          return field;
  return nullptr;
}

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
      const auto name = fieldOf(graph, graph.storage(current), true);
      if (const clang::FieldDecl *field = name ? fieldNamed(record, *name) : nullptr) {
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
  // A constant is believed only of fields that code elsewhere cannot reach, and that have no other one before it is stored.
  const bool isConstructed = !field->hasInClassInitializer() || llvm::any_of(stores->stores, [](const clang::FunctionDecl *store) {
    return llvm::isa<clang::CXXConstructorDecl>(store);
  });
  const bool enclosed = isConstructed && (field->getType().isConstQualified() || field->getAccess() == clang::AS_private);
  Answer answer;
  for (const clang::FunctionDecl *pattern : stores->stores) {
    const clang::FunctionDecl *function = memberOf(record, pattern);
    Evaluated *source = function ? evaluate(function) : nullptr;
    if (!source)
      return {};
    const auto stored = source->stores.find(field->getName());
    const auto [last, guard] = stored == source->stores.end() ? Stored{} : stored->second;
    if (last && order::reachableWithin(source->procedure.graph, last, longestKept, [](NodeId) { return false; }).empty())
      return answers[field] = {nullptr, {}, {}, true};
    if (!last || !isSettled(record, *source, last) || (source->procedure.graph[last].op == Op::Constant && !enclosed))
      return {};
    if (answer.source && !SameForm(answer.source->procedure.graph, source->procedure.graph)(answer.node, last))
      return {};
    answer = {source, last, guard, false, stores->stores.size() == 1};
  }
  return answers[field] = answer;
}

/// Parameters that the storing function keeps in a field nobody else writes: for a reader they are that field.
void FieldSummaries::Implementation::findKept(const clang::CXXRecordDecl *record, Evaluated &source) {
  source.keptKnown = true;
  const order::Graph &graph = source.procedure.graph;
  for (const order::Effect &effect : source.procedure.effects) {
    const auto target = fieldOf(graph, effect.storage, false);
    if (!target || !isParameter(graph, effect.node))
      continue;
    const clang::FieldDecl *field = fieldNamed(record, *target);
    const FieldUse *stores = field ? use(field) : nullptr;
    if (!stores || stores->lost || stores->stores.size() != 1)
      continue;
    const auto [entry, added] = source.kept.try_emplace({graph.value(effect.node).index, effect.guard}, target->str(), effect.node);
    if (!added && effect.node < entry->second.second)
      entry->second = {target->str(), effect.node};
  }
}

/// What field `name` of *this is on entry, as a leaf.
static NodeId fieldOnEntry(Memory &memory, const std::string &name, order::ValueType type) {
  order::NodeSpec leaf;
  leaf.type = type;
  leaf.symbol = name;
  order::Storage field{order::Storage::Kind::Member, memory.graph.addStorage({order::Storage::Kind::This})};
  field.name = name;
  leaf.storage = memory.graph.addStorage(field);
  leaf.version = memory.versionOf(name, leaf.storage, 0);
  return memory.graph.intern(leaf);
}

/// The nodes of the answer that are such parameters, and the fields that they are in `into`.
std::map<NodeId, NodeId> FieldSummaries::Implementation::keptParameters(const clang::CXXRecordDecl *record, const Answer &answer, Memory &into) {
  if (!answer.onlyStore)
    return {}; // what another function kept is not what this one stored
  if (!answer.source->keptKnown)
    findKept(record, *answer.source);
  std::map<NodeId, NodeId> all;
  const order::Graph &graph = answer.source->procedure.graph;
  for (const NodeId node : order::reachable(graph, answer.node, [](NodeId) { return false; }))
    if (const auto kept = answer.source->kept.find({graph.value(node).index, answer.guard}); kept != answer.source->kept.end())
      all.emplace(node, fieldOnEntry(into, kept->second.first, graph[kept->second.second].type));
  return all;
}

FieldSummaries::FieldSummaries(Unit &unit, BodySurvey &bodies) : implementation(std::make_unique<Implementation>(unit, bodies)) {}
FieldSummaries::~FieldSummaries() = default;

FieldValue FieldSummaries::valueOnEntry(Memory &into, const clang::FunctionDecl *reader, llvm::StringRef name) const {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(reader);
  const clang::FieldDecl *field = method ? implementation->fieldNamed(method->getParent(), name) : nullptr;
  if (!field || !implementation->unit.types.info(field->getType()).isNumber() || llvm::isa<clang::CXXConstructorDecl>(reader))
    return {};
  const FieldUse *use = implementation->use(field);
  const clang::FunctionDecl *pattern = reader->getTemplateInstantiationPattern() ? reader->getTemplateInstantiationPattern() : reader;
  if (!use || llvm::any_of(use->stores, [&](const clang::FunctionDecl *store) { return store->getCanonicalDecl() == pattern->getCanonicalDecl(); }))
    return {};
  const auto *record = llvm::cast<clang::CXXRecordDecl>(field->getParent());
  Implementation::Answer answer = implementation->find(record, field);
  if (!answer.source)
    return {{}, answer.tooLong};
  const order::Graph &from = answer.source->procedure.graph;
  Transplant transplant(from, into, answer.source->number);
  return {transplant(answer.node, implementation->keptParameters(record, answer, into)), false};
}

} // namespace fporder::frontend
