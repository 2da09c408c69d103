// The parser of infix text: operator precedence with explicit stacks, so that nesting costs memory, not stack.
#pragma once

#include "runtime/order/infix.h"
#include "runtime/order/infix_lexer.h"
#include "runtime/order/infix_operators.h"
#include "runtime/order/recurrence.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::order::infix {

using Kind = InfixToken::Kind;

/// A name, with the indices read so far: values[base..] are the indices.
struct PendingName {
  std::string symbol;
  std::uint32_t version = 0;
  std::size_t base = 0;
  std::size_t unmarked = 0; // indices since the last "[]" in the symbol
  bool quoted = false;
  std::size_t offset = 0;
};

struct Entry {
  enum class Kind : std::uint8_t { Binary, Unary, Question, Colon, Group, Call, Cast, Reduce, Index, Recurrence };
  Kind kind = Kind::Group;
  std::size_t offset = 0;
  const BinaryOperator *binary = nullptr;
  Op op = Op::Neg;           // Unary; Call is ~
  std::size_t base = 0;      // open entries: values.size() at the opening
  ValueType outerType;       // open entries: restored at the closing
  std::uint32_t pending = 0; // Call: function name; Index: the indexed name; Reduce: the bound name
  Rounding rounding = Rounding::NearestEven;
  ValueType castType;
  Reduction reduction;
  std::size_t terms = 0; // Reduce: how many of its arguments are terms, once the last of them has been read
};

/// A recurrence whose arguments are being read. Its names are bound in what an iteration computes and in what the loop goes on by.
struct PendingRecurrence {
  std::uint32_t loop = 0;
  std::vector<std::string> symbols, keys; // of the index, then of what is carried
  std::vector<NodeId> leaves;             // bound to these
  std::size_t part = 0;                   // semicolons met
};

inline bool isOpen(Entry::Kind kind) { return kind >= Entry::Kind::Group; }

class Parser {
public:
  Parser(std::string_view text, Graph &target, ValueType leafType) : lexer(text), source(text), graph(target), type(leafType), outermost(leafType) {}

  Parsed<NodeId> parse();

private:
  enum class State : std::uint8_t { Operand, AfterName, Operator };

  bool fail(std::size_t offset, std::string message) {
    error = {offset, std::move(message)};
    return false;
  }
  bool advance();
  std::string describe() const;
  bool isSymbol(std::string_view text) const { return token.kind == Kind::Symbol && token.text == text; }

  bool operand();
  bool afterName();
  bool operatorOrEnd();

  bool number(bool negative);
  bool rational();
  bool open(Entry entry);
  bool openCall();
  bool openReduction(ReductionKind kind, const Reduction &reduction);
  bool templateArguments(std::string_view name, std::vector<std::string_view> &arguments);
  bool openTemplate(bool &opened);
  bool reductionWords(std::string_view words, Reduction &reduction, std::size_t offset);
  bool bindLoopIndex(Entry &entry);
  bool boundName(std::string &symbol, std::string &key, std::string_view what);
  bool openRecurrence();
  bool carriedName();
  bool nextCarried();
  bool nextPart();
  void bindCarried(PendingRecurrence &recurrence);
  void unbindCarried(PendingRecurrence &recurrence);
  bool finishRecurrence(const Entry &entry);
  void unbind(Entry &entry);
  bool comma();
  bool semicolon();
  bool close(std::string_view bracket);
  bool finishCall(const Entry &entry);
  bool finishReduction(const Entry &entry);
  bool finishName();
  void pushConstant(const Number &constant) { values.push_back(graph.constant(constant, type)); }
  void push(NodeId node) { values.push_back(node); }

  void reduceTop();
  bool reduceToOpen();
  void reduceWhileBinding(Precedence precedence);

  InfixLexer lexer;
  std::string_view source;
  Graph &graph;
  ValueType type, outermost;
  InfixToken token;
  std::size_t tokens = 0;
  State state = State::Operand;
  std::vector<NodeId> values;
  std::vector<Entry> entries;
  std::vector<PendingName> names;             // of open entries and, in state AfterName, of the name being read
  std::vector<PendingRecurrence> recurrences; // of open entries
  std::unordered_map<std::string, std::vector<NodeId>> bound;
  SyntaxError error;
};

} // namespace fporder::order::infix
