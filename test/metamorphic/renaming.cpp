#include "test/metamorphic/transformations.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <set>

namespace fporder::test {

namespace {

/// The tokens of the main file, comments aside.
std::vector<clang::Token> tokensOf(const MainText &source) {
  clang::Lexer lexer(source.manager.getLocForStartOfFile(source.manager.getMainFileID()), source.context.getLangOpts(), source.text.begin(),
                     source.text.begin(), source.text.end());
  std::vector<clang::Token> tokens;
  for (clang::Token token; !lexer.LexFromRawLexer(token);)
    tokens.push_back(token);
  return tokens;
}

/// Names that the main file defines and nothing else declares.
class Names : public clang::RecursiveASTVisitor<Names> {
public:
  explicit Names(const MainText &of) : source(of) {
    for (const clang::Decl *declaration : source.context.getTranslationUnitDecl()->decls())
      collectForeign(declaration);
    TraverseAST(source.context);
  }

  bool VisitNamedDecl(clang::NamedDecl *declaration) {
    const clang::IdentifierInfo *identifier = declaration->getIdentifier();
    if (!identifier || declaration->isImplicit() || !inMainFile(declaration))
      return true;
    const std::string name = identifier->getName().str();
    if (!isDefinedHere(declaration))
      foreign.insert(name);
    (declaration->isCXXClassMember() || llvm::isa<clang::FieldDecl, clang::IndirectFieldDecl>(declaration) ? members : others).insert(name);
    return true;
  }

  bool renames(llvm::StringRef name, bool asMember) const {
    if (foreign.contains(name) || name == "main")
      return false;
    const clang::IdentifierInfo &identifier = source.context.Idents.get(name);
    return identifier.getBuiltinID() == 0 && !identifier.hadMacroDefinition() && (members.contains(name) || (!asMember && others.contains(name)));
  }

private:
  bool inMainFile(const clang::Decl *declaration) const {
    const clang::SourceLocation at = source.manager.getFileLoc(declaration->getLocation());
    return at.isValid() && source.manager.getFileID(at) == source.manager.getMainFileID();
  }

  bool isDefinedHere(const clang::NamedDecl *declaration) const {
    if (const auto *callable = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      declaration = callable->getTemplatedDecl();
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      const clang::FunctionDecl *definition = nullptr;
      return function->hasBody(definition) && inMainFile(definition);
    }
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration); variable && variable->hasExternalStorage())
      return false;
    if (const auto *record = llvm::dyn_cast<clang::TagDecl>(declaration))
      return record->getDefinition() && inMainFile(record->getDefinition());
    return true;
  }

  void collectForeign(const clang::Decl *declaration) {
    if (inMainFile(declaration))
      return;
    if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(declaration); named && named->getIdentifier())
      foreign.insert(named->getName());
    if (const auto *templated = llvm::dyn_cast<clang::TemplateDecl>(declaration); templated && templated->getTemplatedDecl())
      collectForeign(templated->getTemplatedDecl());
    if (const auto *inner = llvm::dyn_cast<clang::DeclContext>(declaration); inner && !inner->isFunctionOrMethod())
      for (const clang::Decl *each : inner->decls())
        collectForeign(each);
  }

  const MainText &source;
  llvm::StringSet<> members, others, foreign;
};

/// Names that mean nothing, or that a reader would take for something.
class Fresh {
public:
  Fresh(const std::vector<clang::Token> &tokens, bool asWords, Random &numbers) : words(asWords), random(numbers) {
    for (const clang::Token &token : tokens)
      if (token.is(clang::tok::raw_identifier))
        taken.insert(token.getRawIdentifier());
  }

  std::string name() {
    static constexpr const char *meaning[] = {"tid",   "lane",  "warp",   "eps",   "lr",    "beta",  "alpha", "count",  "size",  "step",    "idx",
                                              "row",   "width", "stride", "scale", "bias",  "mask",  "acc",   "energy", "power", "var",     "index",
                                              "block", "grid",  "thread", "tmp",   "value", "total", "prev",  "delta",  "rate",  "momentum"};
    for (;;) {
      const std::string word = words ? meaning[below(random, std::size(meaning))] : "q";
      // No digit ends a name: "tid2" is how a finding tells a second loop over "tid" apart.
      std::string candidate = words && below(random, 2) ? word : word + std::to_string(++number) + (words ? "th" : "q");
      if (taken.insert(candidate).second)
        return candidate;
    }
  }

private:
  bool words;
  Random &random;
  llvm::StringSet<> taken;
  unsigned number = 0;
};

/// #pragma clang fp contract(off): a word of the pragma's.
bool isPragmaArgument(const std::vector<clang::Token> &tokens, std::size_t at) {
  return at >= 2 && tokens[at - 1].is(clang::tok::l_paren) && tokens[at - 2].is(clang::tok::raw_identifier) &&
         tokens[at - 2].getRawIdentifier() == "contract";
}

std::optional<Rewritten> renamed(const MainText &source, Random &random, bool toWords) {
  const Names names(source);
  const std::vector<clang::Token> tokens = tokensOf(source);
  llvm::StringSet<> pasted, unnamed;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) // operands of # and ##
    if (tokens[i].isOneOf(clang::tok::hash, clang::tok::hashhash) && !tokens[i].isAtStartOfLine())
      for (const std::size_t near : {i - 1, i + 1})
        if (tokens[near].is(clang::tok::raw_identifier))
          pasted.insert(tokens[near].getRawIdentifier());
  Fresh fresh(tokens, toWords, random);
  std::map<std::string, std::string> chosen;
  Rewritten result;
  Edits edits(source);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is(clang::tok::raw_identifier))
      continue;
    const llvm::StringRef name = tokens[i].getRawIdentifier();
    const bool asMember = i > 0 && tokens[i - 1].isOneOf(clang::tok::period, clang::tok::arrow);
    if (pasted.contains(name) || isPragmaArgument(tokens, i) || !names.renames(name, asMember))
      continue;
    std::string &by = chosen[name.str()];
    if (by.empty()) {
      by = fresh.name();
      result.names[by] = name.str();
    }
    const unsigned begin = source.manager.getFileOffset(tokens[i].getLocation());
    edits.replace({begin, begin + static_cast<unsigned>(name.size())}, by);
    ++result.sites;
  }
  if (edits.empty())
    return std::nullopt;
  edits.apply(result);
  return result;
}

/// A local variable, where it is in scope and where it is named.
struct Local {
  const clang::VarDecl *declaration = nullptr;
  const clang::FunctionDecl *function = nullptr;
  MainText::Range scope; // from its name on
  unsigned depth = 0;    // of the block it is declared in; 0: a parameter
  unsigned block = 0;    // begin of that block
  std::vector<unsigned> named;
  std::string name;
  bool inMacro = false;
};

class Locals : public clang::RecursiveASTVisitor<Locals> {
public:
  explicit Locals(const MainText &of) : source(of) { TraverseAST(of.context); }

  bool shouldTraversePostOrder() const { return false; }

  bool TraverseFunctionDecl(clang::FunctionDecl *declared) {
    return within(declared, [&] { return RecursiveASTVisitor::TraverseFunctionDecl(declared); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *declared) {
    return within(declared, [&] { return RecursiveASTVisitor::TraverseCXXMethodDecl(declared); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return hasLambda = true; }

  bool TraverseStmt(clang::Stmt *statement) {
    const bool opens =
        statement &&
        llvm::isa<clang::CompoundStmt, clang::ForStmt, clang::IfStmt, clang::WhileStmt, clang::SwitchStmt, clang::CXXForRangeStmt>(statement);
    if (opens)
      blocks.push_back(source.range(statement->getSourceRange()).value_or(MainText::Range{}));
    const bool result = RecursiveASTVisitor::TraverseStmt(statement);
    if (opens)
      blocks.pop_back();
    return result;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (!function || !variable->isLocalVarDeclOrParm() || variable->isImplicit() || !variable->getIdentifier())
      return true;
    const auto at = source.offset(variable->getLocation());
    Local &local = all[variable];
    local.declaration = variable;
    local.function = function;
    local.name = variable->getName().str();
    local.depth = static_cast<unsigned>(blocks.size());
    if (!at || (!blocks.empty() && blocks.back().end <= *at) || variable->isStaticLocal() || variable->hasExternalStorage()) {
      local.inMacro = true;
      return true;
    }
    local.block = blocks.empty() ? 0 : blocks.back().begin;
    local.scope = {*at, blocks.empty() ? ~0U : blocks.back().end};
    local.named.push_back(*at);
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable || !variable->isLocalVarDeclOrParm())
      return true;
    Local &local = all[variable];
    if (const auto at = source.offset(reference->getLocation()))
      local.named.push_back(*at);
    else
      local.inMacro = true;
    return true;
  }

  /// By function, where all that names a variable is in plain sight.
  std::map<const clang::FunctionDecl *, std::vector<Local>> byFunction() const {
    std::map<const clang::FunctionDecl *, std::vector<Local>> result;
    for (const auto &[variable, local] : all)
      if (local.declaration && !hidden.contains(local.function))
        result[local.function].push_back(local);
    std::erase_if(result, [](const auto &entry) { return std::ranges::any_of(entry.second, &Local::inMacro); });
    for (auto &[of, locals] : result)
      std::ranges::sort(locals, {}, [](const Local &local) { return local.scope.begin; });
    return result;
  }

private:
  template <class Body> bool within(clang::FunctionDecl *declared, const Body &body) {
    const clang::FunctionDecl *outer = std::exchange(function, declared->doesThisDeclarationHaveABody() ? declared : nullptr);
    const bool lambda = std::exchange(hasLambda, false);
    const bool result = body();
    // Pragmas and lambdas name variables in ways of their own.
    const auto range = source.range(declared->getSourceRange());
    if (hasLambda || !range || llvm::StringRef(source.in(*range)).contains("#") || llvm::isa<clang::CXXConstructorDecl>(declared))
      hidden.insert(declared);
    hasLambda = lambda;
    function = outer;
    return result;
  }

  const MainText &source;
  const clang::FunctionDecl *function = nullptr;
  bool hasLambda = false;
  std::vector<MainText::Range> blocks;
  std::map<const clang::VarDecl *, Local> all;
  std::set<const clang::FunctionDecl *> hidden;
};

/// Where `renamed` already has a place, another function names the variable there: the pattern that it is made from.
void rename(const Local &local, const std::string &by, Edits &edits, Rewritten &result, std::set<unsigned> &renamed) {
  for (const unsigned at : std::set<unsigned>(local.named.begin(), local.named.end()))
    if (renamed.insert(at).second)
      edits.replace({at, at + static_cast<unsigned>(local.declaration->getName().size())}, by);
  ++result.sites;
}

/// `inner` can be called as `outer` is: the name is not used for another where `inner` is in scope.
bool canShadow(const Local &inner, const Local &outer, const std::vector<Local> &all) {
  const auto inside = [&](unsigned at) { return at >= inner.scope.begin && at < inner.scope.end; };
  if (&inner == &outer || outer.scope.begin >= inner.scope.begin || outer.scope.end < inner.scope.end || inner.depth < outer.depth + 2 ||
      inner.depth < 3 || std::ranges::any_of(outer.named, inside) || outer.name == inner.name)
    return false;
  return std::ranges::none_of(all, [&](const Local &other) {
    return &other != &inner && other.name == outer.name &&
           (std::ranges::any_of(other.named, inside) || (other.block >= inner.block && other.scope.begin < inner.scope.end));
  });
}

} // namespace

std::optional<Rewritten> renameEverything(const MainText &source, Random &random) { return renamed(source, random, false); }
std::optional<Rewritten> renameToWords(const MainText &source, Random &random) { return renamed(source, random, true); }

std::optional<Rewritten> renameApart(const MainText &source, Random &) {
  Rewritten result;
  Edits edits(source);
  std::set<unsigned> places;
  std::map<unsigned, std::string> chosen; // by where a variable is declared
  for (const auto &[function, locals] : Locals(source).byFunction())
    for (const Local &local : locals) {
      const std::string &by = chosen.try_emplace(local.scope.begin, "apart" + std::to_string(chosen.size() + 1) + "_").first->second;
      result.names[by] = local.name;
      rename(local, by, edits, result, places);
    }
  if (edits.empty())
    return std::nullopt;
  edits.apply(result);
  return result;
}

std::optional<Rewritten> renameAlike(const MainText &source, Random &random) {
  Rewritten result;
  Edits edits(source);
  std::set<unsigned> places;
  for (auto &[function, locals] : Locals(source).byFunction())
    for (Local &inner : locals) {
      std::vector<const Local *> candidates;
      for (const Local &outer : locals)
        if (canShadow(inner, outer, locals))
          candidates.push_back(&outer);
      if (candidates.empty())
        continue;
      inner.name = candidates[below(random, static_cast<unsigned>(candidates.size()))]->name;
      rename(inner, inner.name, edits, result, places);
    }
  result.namesMeet = true;
  if (edits.empty())
    return std::nullopt;
  edits.apply(result);
  return result;
}

} // namespace fporder::test
