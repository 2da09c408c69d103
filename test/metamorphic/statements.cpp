#include "test/metamorphic/effects.h"
#include "test/metamorphic/transformations.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

#include <set>

namespace fporder::test {

namespace {

/// Blocks and bodies; what stands under an OpenMP directive has a form of its own.
class Blocks : public clang::RecursiveASTVisitor<Blocks> {
public:
  explicit Blocks(const MainText &of) { TraverseAST(of.context); }

  bool TraverseStmt(clang::Stmt *statement) {
    return statement && llvm::isa<clang::OMPExecutableDirective>(statement) ? true : RecursiveASTVisitor::TraverseStmt(statement);
  }
  bool VisitCompoundStmt(clang::CompoundStmt *block) {
    if (seen.insert(block->getBeginLoc()).second) // instantiations are visited as well
      blocks.push_back(block);
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *chosen) { return body(chosen->getThen()) && (!chosen->getElse() || body(chosen->getElse())); }
  bool VisitForStmt(clang::ForStmt *loop) { return body(loop->getBody()); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *loop) { return body(loop->getBody()); }
  bool VisitWhileStmt(clang::WhileStmt *loop) { return body(loop->getBody()); }

  std::vector<const clang::CompoundStmt *> blocks;
  std::vector<const clang::Stmt *> bodies; // without braces

private:
  bool body(const clang::Stmt *statement) {
    if (statement && !llvm::isa<clang::CompoundStmt>(statement) && seen.insert(statement->getBeginLoc()).second)
      bodies.push_back(statement);
    return true;
  }

  std::set<clang::SourceLocation> seen;
};

} // namespace

std::optional<Rewritten> addBraces(const MainText &source, Random &random) {
  Rewritten result;
  Edits edits(source);
  const Blocks blocks(source);
  std::map<unsigned, unsigned> opened, closed; // how many, by place
  const auto enclose = [&](const clang::Stmt *statement) {
    const auto range = source.statement(statement);
    if (!range)
      return;
    ++opened[range->begin];
    ++closed[range->end];
    ++result.sites;
  };
  for (const clang::Stmt *body : blocks.bodies)
    enclose(body);
  for (const clang::CompoundStmt *block : blocks.blocks)
    for (const clang::Stmt *statement : block->body())
      if (llvm::isa<clang::Expr, clang::IfStmt, clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt>(statement) && below(random, 2))
        enclose(statement);
  for (const auto &[at, count] : opened)
    for (unsigned i = 0; i < count; ++i)
      edits.insert(at, "{ ");
  for (const auto &[at, count] : closed)
    for (unsigned i = 0; i < count; ++i)
      edits.insert(at, " }");
  if (edits.empty())
    return std::nullopt;
  edits.apply(result);
  return result;
}

std::optional<Rewritten> reorder(const MainText &source, Random &) {
  Rewritten result;
  Edits edits(source);
  const Exposed exposed = exposedIn(source.context);
  for (const clang::CompoundStmt *block : Blocks(source).blocks) {
    const clang::Stmt *before = nullptr;
    for (const clang::Stmt *statement : block->body()) {
      const auto second = source.statement(statement), first = before ? source.statement(before) : std::nullopt;
      const bool can = first && second && source.alone(*first) && source.alone(*second) && source.oneLine(*first) && source.oneLine(*second) &&
                       independent(effectsOf(before, exposed), effectsOf(statement, exposed));
      before = statement;
      if (!can)
        continue;
      edits.replace(*first, source.in(*second));
      edits.replace(*second, source.in(*first));
      result.lines[source.line(first->begin)] = {source.line(second->begin)};
      result.lines[source.line(second->begin)] = {source.line(first->begin)};
      ++result.sites;
      before = nullptr;
    }
  }
  if (edits.empty())
    return std::nullopt;
  edits.apply(result);
  return result;
}

} // namespace fporder::test
