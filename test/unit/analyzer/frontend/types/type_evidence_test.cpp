#include "analyzer/frontend/types/type_evidence.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using fporder::frontend::NumberKind;
using fporder::frontend::SlotId;
using fporder::frontend::TypeEvidence;
using fporder::test::Snippet;
using Evidence = TypeEvidence::Evidence;

namespace {

/// Values of types a to e that nothing is known of, and the operations and members that the cases look at.
struct Open {
  Snippet snippet{"template <class A, class B, class C, class D> void f(A a, B b, C c, D d) { a * b; a.x; a.x; c.x; a.x * 2; sizeof(a); }"};
  TypeEvidence evidence{snippet.context()};

  SlotId value(const char *name) { return evidence.slot(snippet.find<clang::ParmVarDecl>(name)); }
  NumberKind kind(const char *name) {
    return evidence.of(snippet.find<clang::ParmVarDecl>(name)->getType()->getAs<clang::TemplateTypeParmType>()->getDecl()).kind;
  }
};

} // namespace

TEST_CASE("what nothing was noted of is unknown") {
  Open open;
  CHECK(open.kind("a") == NumberKind::Unknown);
}

TEST_CASE("a conversion to an integer counts where nothing is floating for sure") {
  Open open;
  open.evidence.note(open.value("a"), Evidence::WeakIntegral, "");
  CHECK(open.kind("a") == NumberKind::Integral);
  open.evidence.note(open.value("a"), Evidence::WeakFloating, "");
  CHECK(open.kind("a") == NumberKind::Integral);
  open.evidence.note(open.value("a"), Evidence::StrongFloating, "");
  CHECK(open.kind("a") == NumberKind::Floating);
  open.evidence.note(open.value("a"), Evidence::StrongIntegral, "");
  CHECK(open.kind("a") == NumberKind::Unknown); // both for sure: it is either
}

TEST_CASE("one floating operand makes an operation floating, and says nothing of the other") {
  Open open;
  const SlotId product = open.evidence.slot(open.snippet.all<clang::BinaryOperator>().front());
  open.evidence.operation(product, {open.value("a"), open.value("b")});
  open.evidence.note(open.value("a"), Evidence::StrongFloating, "");
  CHECK(open.evidence.of(open.snippet.all<clang::BinaryOperator>().front()).kind == NumberKind::Floating);
  CHECK(open.kind("b") == NumberKind::Unknown);
}

TEST_CASE("operands of an operation that becomes an integer are integers") {
  Open open;
  const SlotId product = open.evidence.slot(open.snippet.all<clang::BinaryOperator>().front());
  open.evidence.operation(product, {open.value("a"), open.value("b")});
  open.evidence.stored(TypeEvidence::integer, product);
  CHECK(open.kind("a") == NumberKind::Integral);
  CHECK(open.kind("b") == NumberKind::Integral);
}

TEST_CASE("they are not where one of them is floating for sure") {
  Open open;
  const SlotId product = open.evidence.slot(open.snippet.all<clang::BinaryOperator>().front());
  open.evidence.stored(TypeEvidence::integer, product);
  open.evidence.operation(product, {open.value("a"), open.value("b")});
  open.evidence.note(open.value("a"), Evidence::StrongFloating, "");
  CHECK(open.kind("b") == NumberKind::Unknown);
}

TEST_CASE("integers only make an integer") {
  Open open;
  const auto *product = open.snippet.all<clang::BinaryOperator>().front();
  open.evidence.operation(open.evidence.slot(product), {open.value("a"), open.value("b")});
  open.evidence.note(open.value("a"), Evidence::StrongIntegral, "");
  CHECK(open.evidence.of(product).kind == NumberKind::Unknown);
  open.evidence.note(open.value("a"), Evidence::WeakIntegral, ""); // the same operand once more
  CHECK(open.evidence.of(product).kind == NumberKind::Unknown);
  open.evidence.note(open.value("b"), Evidence::StrongIntegral, "");
  CHECK(open.evidence.of(product).kind == NumberKind::Integral);
}

TEST_CASE("a floating value that is stored says what the target is, an integer does not") {
  Open open;
  open.evidence.stored(open.value("a"), TypeEvidence::floating);
  open.evidence.stored(open.value("b"), TypeEvidence::integer);
  open.evidence.stored(open.value("c"), open.value("a"));
  CHECK(open.kind("a") == NumberKind::Floating);
  CHECK(open.kind("b") == NumberKind::Unknown);
  CHECK(open.kind("c") == NumberKind::Floating);
}

TEST_CASE("a member of one object is one value, wherever it is written") {
  Open open;
  const auto members = open.snippet.all<clang::CXXDependentScopeMemberExpr>();
  CHECK(open.evidence.slot(members[0]) == open.evidence.slot(members[1]));
  CHECK_FALSE(open.evidence.slot(members[0]) == open.evidence.slot(members[2]));
  open.evidence.compared(open.evidence.slot(members[0]), TypeEvidence::floating);
  CHECK(open.evidence.of(members[1]).kind == NumberKind::Floating);
  CHECK(open.evidence.of(members[2]).kind == NumberKind::Unknown);
}

TEST_CASE("known types need no evidence") {
  Snippet snippet("float f(float x, int i) { return x * i; }");
  TypeEvidence evidence(snippet.context());
  CHECK(evidence.slot(snippet.find<clang::ParmVarDecl>("x")) == TypeEvidence::floating);
  CHECK(evidence.slot(snippet.find<clang::ParmVarDecl>("i")) == TypeEvidence::integer);
  CHECK(evidence.of(snippet.all<clang::BinaryOperator>().front()).kind == NumberKind::Floating);
}

TEST_CASE("a name is a guess, and no match for a proof") {
  Snippet snippet("template <class Index> Index f(Index a) { return a; }");
  TypeEvidence evidence(snippet.context());
  const auto *parameter = snippet.find<clang::TemplateTypeParmDecl>("Index");
  CHECK(evidence.of(parameter).kind == NumberKind::Integral);
  CHECK(evidence.of(parameter).guessed);
  evidence.note(evidence.slot(parameter), Evidence::StrongFloating, "");
  CHECK(evidence.of(parameter).kind == NumberKind::Floating);
}

TEST_CASE("an object is no number, nor is what is computed with it") {
  Open open;
  const SlotId product = open.evidence.slot(open.snippet.all<clang::BinaryOperator>().front());
  open.evidence.operation(product, {open.value("a"), open.value("b")});
  open.evidence.note(open.value("a"), Evidence::StrongFloating, "");
  open.evidence.note(open.value("b"), Evidence::Object, "");
  CHECK(open.evidence.of(open.snippet.all<clang::BinaryOperator>().front()).kind == NumberKind::Integral);
  CHECK(open.kind("b") == NumberKind::Integral);
  CHECK(open.kind("a") == NumberKind::Floating);
}

TEST_CASE("no use proves that a type with types of its own is one of numbers, nor that what is computed with its values is one") {
  Open open;
  const clang::BinaryOperator *product = open.snippet.all<clang::BinaryOperator>().front();
  const SlotId computed = open.evidence.slot(product);
  open.evidence.operation(computed, {open.value("a"), open.value("b")});
  open.evidence.stored(open.value("c"), computed);
  open.evidence.note(open.value("a"), Evidence::StrongFloating, "");
  open.evidence.note(open.value("c"), Evidence::StrongFloating, "");
  CHECK(open.kind("a") == NumberKind::Floating);
  CHECK(open.evidence.of(product).kind == NumberKind::Floating);
  open.evidence.note(open.value("a"), Evidence::OfClass, "");
  CHECK(open.kind("a") == NumberKind::Unknown);
  CHECK(open.evidence.of(product).kind == NumberKind::Unknown);
  CHECK(open.kind("c") == NumberKind::Unknown);
  CHECK(open.kind("d") == NumberKind::Unknown);
  open.evidence.note(open.value("d"), Evidence::WeakFloating, "");
  CHECK(open.kind("d") == NumberKind::Floating);
}
