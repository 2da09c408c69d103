#include "analyzer/frontend/types/template_evidence.h"

#include "analyzer/frontend/templates/templates.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::frontend {

using Evidence = TypeEvidence::Evidence;

namespace {

void noteRedeclared(const clang::TemplateParameterList *here, const clang::TemplateParameterList *there, TypeEvidence &evidence) {
  for (unsigned i = 0; i < std::min(here->size(), there->size()); ++i) {
    const auto *left = llvm::dyn_cast<clang::TemplateTypeParmDecl>(here->getParam(i));
    const auto *right = llvm::dyn_cast<clang::TemplateTypeParmDecl>(there->getParam(i));
    if (left && right)
      evidence.same(evidence.slot(left), evidence.slot(right));
  }
}

/// What the parameters become where the template is used in this unit, and what they are by default.
void noteTemplate(const clang::TemplateDecl *described, TypeEvidence &evidence) {
  if (!evidence.begin(described))
    return;
  const clang::TemplateParameterList *parameters = described->getTemplateParameters();
  for (unsigned i = 0; i < parameters->size(); ++i) {
    const auto *parameter = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameters->getParam(i));
    if (!parameter)
      continue;
    const SlotId slot = evidence.slot(parameter);
    const std::vector<clang::QualType> types = instantiatedWith(described, i);
    const auto isKind = [&](SlotId kind) { return [&evidence, kind](clang::QualType type) { return evidence.slot(type) == kind; }; };
    if (llvm::any_of(types, isKind(TypeEvidence::floating)))
      evidence.note(slot, Evidence::StrongFloating, "instantiated with a floating-point type");
    else if (!types.empty() && llvm::all_of(types, isKind(TypeEvidence::integer)))
      evidence.note(slot, Evidence::StrongIntegral, "instantiated with integers only");
  }
}

} // namespace

void searchTemplates(const clang::FunctionDecl *searched, TypeEvidence &evidence) {
  for (const Constraint &constraint : constraints(searched))
    evidence.note(evidence.slot(constraint.parameter), constraint.integral ? Evidence::StrongIntegral : Evidence::StrongFloating,
                  "constrained to such types");
  if (const clang::FunctionTemplateDecl *described = searched->getDescribedFunctionTemplate())
    noteTemplate(described, evidence);
  std::vector<const clang::ClassTemplateDecl *> outer;
  for (const clang::DeclContext *scope = searched->getDeclContext(); scope && !scope->isFileContext(); scope = scope->getParent())
    if (const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(scope))
      if (const clang::ClassTemplateDecl *described = record->getDescribedClassTemplate()) {
        noteTemplate(described, evidence);
        outer.push_back(described);
      }
  // A member defined outside its class has parameters of its own names there.
  const unsigned lists = searched->getNumTemplateParameterLists();
  for (unsigned i = 0; i < lists && i < outer.size(); ++i)
    noteRedeclared(searched->getTemplateParameterList(i), outer[outer.size() - 1 - i]->getTemplateParameters(), evidence);
}

} // namespace fporder::frontend
