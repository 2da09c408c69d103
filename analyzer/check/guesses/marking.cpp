// What of a graph rests on guessed names.
#include "analyzer/check/guesses/marking.h"

#include "analyzer/check/guesses/define_guessing.h"
#include "analyzer/check/guesses/name_use.h"
#include "runtime/limits/limits.h"

namespace fporder::check {
namespace {

using order::Assumption;

constexpr std::size_t mostReasons = limits::most(limits::Limit::GuessReasons); // that an operation takes over from its operands

std::string reasonFor(const std::string &name, const Meaning &meaning) {
  if (meaning.kind == Meaning::Kind::Value || meaning.kind == Meaning::Kind::Number)
    return "what '" + name + "' stands for is not known";
  return "'" + name + "' is taken for '" + meaning.said + "' by its name";
}

/// The variable that a leaf is a part of: "x" of x[i].y
llvm::StringRef variableOf(std::string_view symbol) {
  const llvm::StringRef text(symbol.data(), symbol.size());
  return text.take_front(text.find_first_of("[.-("));
}

} // namespace

/// The names of leaves that rest on a guess: the guessed ones themselves, and those that are declared with a guessed type.
std::map<std::string, const DefineGuesser::Guess *> DefineGuesser::namedValues() {
  std::map<std::string, const Guess *> names;
  for (const Guess &guess : guesses) {
    const Meaning::Kind kind = guess.meanings[guess.chosen].kind;
    if (kind == Meaning::Kind::Value || kind == Meaning::Kind::Number)
      names.emplace(guess.name, &guess);
    if (kind == Meaning::Kind::Type)
      if (const auto file = files.find(guess.file); file != files.end())
        for (llvm::StringRef declared : declaredWith(*file->second.tokens, guess.name))
          names.emplace(declared.str(), &guess);
  }
  return names;
}

void passOn(order::Procedure &procedure, order::NodeId node) {
  const order::Graph &graph = procedure.graph;
  const order::Op op = graph[node].op;
  if (order::isLeaf(op) || op == order::Op::Cast || !format::isFloatingPoint(graph[node].type.format))
    return;
  std::vector<std::uint32_t> reasons;
  for (const order::NodeId operand : graph.operands(node)) {
    if (graph[operand].op == order::Op::Constant || !format::isFloatingPoint(graph[operand].type.format))
      continue;
    const auto [first, last] = procedure.assumedNodes.equal_range(operand.index);
    if (first == last)
      return;
    for (auto mark = first; mark != last && reasons.size() < mostReasons; ++mark)
      reasons.push_back(mark->second);
  }
  for (const std::uint32_t reason : reasons) {
    const Assumption assumption = procedure.assumptions[reason];
    if (assumption.kind == Assumption::Kind::Name)
      procedure.assume(node, assumption);
  }
}

void DefineGuesser::mark(order::Procedure &procedure, std::string_view preludeFile, unsigned preludeLine) {
  if (guesses.empty())
    return;
  const order::Graph &graph = procedure.graph;
  const std::map<std::string, const Guess *> names = namedValues();
  const auto assume = [&](order::NodeId node, const Guess &guess) {
    procedure.assume(node, {Assumption::Kind::Name, reasonFor(guess.name, guess.meanings[guess.chosen]), {}});
  };
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const order::Node node = graph[{i}];
    if (node.op == order::Op::Input || node.op == order::Op::Element)
      if (const auto named = names.find(variableOf(graph.symbol({i})).str()); named != names.end())
        assume({i}, *named->second);
    passOn(procedure, {i});
    const order::PlaceId macro = node.place ? graph.place(node.place).macroDefinition : order::PlaceId();
    if (!macro || graph.file(graph.place(macro).file) != preludeFile || graph.place(macro).line < preludeLine)
      continue;
    if (const Guess *guess = guessIn(graph.place(macro).line - preludeLine + 1);
        guess && guess->meanings[guess->chosen].kind == Meaning::Kind::Function)
      assume({i}, *guess);
  }
}

} // namespace fporder::check
