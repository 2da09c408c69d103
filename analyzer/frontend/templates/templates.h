// What a template's own text says of it before instantiation: members of dependent types, constraints, and the instantiations of this unit.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include <vector>

namespace fporder::frontend {

/// The type of member `name` of a value of type `base`, a specialization of a template that is defined in this unit or its headers, bases included; a
/// method's result. Null when it is not found, or depends on more than the specialization's arguments.
clang::QualType memberType(clang::QualType base, clang::DeclarationName name);

/// What a constraint says of a type parameter.
struct Constraint {
  const clang::TemplateTypeParmDecl *parameter;
  bool integral; // else floating
};

/// std::integral T, std::enable_if_t<std::is_floating_point_v<T>>: in the parameter list, in the type of the function and in its static assertions.
std::vector<Constraint> constraints(const clang::FunctionDecl *function);

/// The types that the instantiations of this unit have in place of the parameter at `position`, defaults included; dependent ones left out.
std::vector<clang::QualType> instantiatedWith(const clang::TemplateDecl *described, unsigned position);

} // namespace fporder::frontend
