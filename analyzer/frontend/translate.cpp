// Which functions of a translation unit get procedures.
#include "analyzer/frontend/translate.h"

#include "analyzer/frontend/calls/fields.h"
#include "analyzer/frontend/calls/queue_links.h"
#include "analyzer/frontend/library/type_trees.h"
#include "analyzer/frontend/syntax/body_survey.h"
#include "analyzer/frontend/syntax/environment.h"
#include "analyzer/frontend/syntax/fixed_variables.h"
#include "analyzer/frontend/syntax/lambdas.h"
#include "analyzer/frontend/types/evidence_search.h"
#include "analyzer/frontend/types/recovered_types.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/limits/limits.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace fporder::frontend {
namespace {

class Translator {
public:
  Translator(clang::ASTContext &astContext, const Options &translation, const std::function<void(order::Procedure &&)> &consumer)
      : context(astContext), options(translation), sink(consumer), sources(astContext.getSourceManager()),
        files(astContext.getSourceManager(), astContext.getLangOpts()), types(astContext, translation.vendors), environments(astContext),
        evidence(astContext), unit{astContext, translation, files, types, environments, evidence}, fields(unit, survey) {
    unit.fields = &fields;
    unit.fixedVariables = &fixedVariables;
  }

  UnitSummary run() {
    forgetRecoveredTypes(context);
    lambdas = lambdasOf(context, [&](clang::SourceLocation location) { return isOwn(location); });
    declareOpenTypes();
    visit(context.getTranslationUnitDecl());
    for (const clang::LambdaExpr *lambda : lambdas)
      visitLambda(lambda);
    return std::move(summary);
  }

private:
  /// A class's parameters are what all of its members say.
  void declareOpenTypes() {
    const limits::Watch watch(0);
    const auto search = [&](const clang::FunctionDecl *function) {
      const limits::Here here(function->getLocation().getRawEncoding());
      searchEvidence(function, evidence);
    };
    for (const clang::FunctionDecl *function : openFunctions(context.getTranslationUnitDecl(), sources))
      if (isOwn(function->getLocation()))
        search(function);
    for (const clang::LambdaExpr *lambda : lambdas)
      if (lambda->isGenericLambda() && !lambda->getLambdaClass()->isDependentContext()) // the others have been searched with what is around them
        search(lambda->getCallOperator());
    declareParameters(evidence, types);
    for (const limits::Watch::Hit &hit : watch.hits())
      summary.unanalysed.push_back(unanalysedAt(clang::SourceLocation::getFromRawEncoding(hit.where), hit.limit));
  }

  order::Unanalysed unanalysedAt(clang::SourceLocation location, limits::Limit limit) const {
    const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(location), /*UseLineDirectives=*/false);
    order::Unanalysed entry;
    if (at.isValid()) {
      entry.file = at.getFilename();
      entry.line = at.getLine();
      entry.column = at.getColumn();
    }
    entry.what = limits::whatOf(limit);
    entry.why = limits::whyOf(limit);
    return entry;
  }

  bool isOwn(clang::SourceLocation location) {
    if (location.isInvalid())
      return false;
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(location));
    if (const auto known = own.find(file); known != own.end())
      return known->second;
    bool result = file == sources.getMainFileID();
    if (!result && !sources.isInSystemHeader(location) && options.ownHeader)
      if (const auto entry = sources.getFileEntryRefForID(file)) {
        const llvm::StringRef path = entry->getFileEntry().tryGetRealPathName();
        result = options.ownHeader(path.empty() ? entry->getName().str() : path.str());
      }
    return own[file] = result;
  }

  void visit(const clang::DeclContext *scope) {
    for (const clang::Decl *declaration : scope->decls())
      visitDeclaration(declaration);
  }

  void visitDeclaration(const clang::Decl *declaration) {
    if (declaration->isImplicit())
      return;
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
      return visitFunction(function);
    if (const auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      return visitTemplate(pattern);
    if (const auto *pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
      if (!isOwn(pattern->getLocation()) || !pattern->isThisDeclarationADefinition())
        return;
      visitTree(pattern->getTemplatedDecl());
      visit(pattern->getTemplatedDecl());
      for (const clang::ClassTemplateSpecializationDecl *instance : pattern->specializations())
        if (instance->getSpecializationKind() == clang::TSK_ImplicitInstantiation || instance->isExplicitInstantiationOrSpecialization())
          if (instance->getSpecializationKind() != clang::TSK_ExplicitSpecialization)
            visit(instance);
      return;
    }
    if (const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) {
      if (record->isThisDeclarationADefinition() && !record->isLambda() && isOwn(record->getLocation())) {
        visitTree(record);
        visit(record);
      }
      return;
    }
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration))
      if (!sources.isInSystemHeader(declaration->getLocation()) || llvm::isa<clang::LinkageSpecDecl>(declaration))
        visit(llvm::cast<clang::DeclContext>(declaration));
  }

  void visitTree(const clang::CXXRecordDecl *record) {
    if (std::optional<order::Procedure> tree = typeTree(record, options.vendors, types, files)) {
      ++summary.functions;
      sink(std::move(*tree));
    }
  }

  void visitTemplate(const clang::FunctionTemplateDecl *pattern) {
    visitFunction(pattern->getTemplatedDecl());
    if (!pattern->isThisDeclarationADefinition() || !isOwn(pattern->getLocation()))
      return;
    for (const clang::FunctionDecl *instance : pattern->specializations())
      if (instance->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization)
        visitFunction(instance);
  }

  void visitFunction(const clang::FunctionDecl *function) {
    if (!function->doesThisDeclarationHaveABody() || function->isDeleted() || function->isDefaulted() || !isOwn(function->getLocation()))
      return;
    summary.functions += isWritten(function);
    const BodyFacts &facts = survey.of(function);
    if (!facts.concerned)
      return;
    summary.floatingOperations += facts.operations;
    translate(function, nameOf(function));
  }

  /// Most bodies run where the lambda is called, or given to a callee that may call it.
  void visitLambda(const clang::LambdaExpr *lambda) {
    if (!lambda->getBody() || unit.lambdasRun.contains(lambda->getBody()->getBeginLoc()))
      return;
    const clang::DeclContext *around = lambda->getLambdaClass()->getDeclContext();
    for (const clang::FunctionDecl *body : bodiesOf(lambda)) {
      const BodyFacts &facts = survey.of(body);
      if (!facts.concerned)
        continue;
      if (!around->isFunctionOrMethod()) // otherwise counted with the function around it
        summary.floatingOperations += facts.operations;
      translate(body, nameOfLambda(lambda));
    }
  }

  void translate(const clang::FunctionDecl *function, std::string name) {
    order::Procedure procedure;
    procedure.name = std::move(name);
    procedure.signature = function->getType().getAsString(context.getPrintingPolicy());
    procedure.onHost = isOnHost(function, context);
    procedure.onDevice = isOnDevice(function, context);
    Evaluator evaluator(unit, procedure);
    evaluator.run(function);
    queues.connect(function, procedure, evaluator.handovers());
    sink(std::move(procedure));
  }

  std::string nameOf(const clang::NamedDecl *function) const {
    std::string name;
    llvm::raw_string_ostream text(name);
    clang::PrintingPolicy policy = context.getPrintingPolicy();
    policy.SuppressUnwrittenScope = true;
    function->printQualifiedName(text, policy);
    return name;
  }

  /// By what stands around it and has a name: "f::(lambda)", for those inside other lambdas as well.
  std::string nameOfLambda(const clang::LambdaExpr *lambda) const {
    const clang::DeclContext *around = lambda->getLambdaClass()->getDeclContext();
    const auto isNamed = [](const clang::DeclContext *scope) {
      const auto *named = llvm::dyn_cast<clang::NamedDecl>(scope);
      const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(scope);
      const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
      return named && named->getDeclName() && !(record && record->isLambda()) && !(method && method->getParent()->isLambda());
    };
    while (around && !isNamed(around))
      around = around->getParent();
    return around ? nameOf(llvm::cast<clang::NamedDecl>(around)) + "::(lambda)" : "(lambda)";
  }

  clang::ASTContext &context;
  const Options &options;
  const std::function<void(order::Procedure &&)> &sink;
  const clang::SourceManager &sources;
  SourceFiles files;
  Types types;
  BodySurvey survey{context, types};
  Environments environments;
  TypeEvidence evidence;
  Unit unit;
  FieldSummaries fields;
  FixedVariables fixedVariables{context};
  QueueLinks queues{unit};
  UnitSummary summary;
  llvm::DenseMap<clang::FileID, bool> own;
  std::vector<const clang::LambdaExpr *> lambdas; // in the user's files
};

} // namespace

UnitSummary translate(clang::ASTContext &context, const Options &options, const std::function<void(order::Procedure &&)> &sink) {
  return Translator(context, options, sink).run();
}

} // namespace fporder::frontend
