#include "analyzer/models/statement.h"

#include "analyzer/models/names.h"
#include "rules/engine/nearest.h"
#include "runtime/order/infix.h"

#include <algorithm>

namespace fporder::models {
namespace {

bool isNameCharacter(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool isName(std::string_view text) { return !text.empty() && std::ranges::all_of(text, isNameCharacter) && !(text[0] >= '0' && text[0] <= '9'); }

/// A piece of the statement that knows where it stands.
struct StatementPart {
  std::string_view text;
  std::size_t offset = 0;

  StatementPart part(std::size_t start, std::size_t length = std::string_view::npos) const { return {text.substr(start, length), offset + start}; }
  /// Where a name stands in the text; at its beginning when nowhere as a whole word.
  StatementPart occurrence(std::string_view name) const {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
      if ((at == 0 || !isNameCharacter(text[at - 1])) && (at + name.size() == text.size() || !isNameCharacter(text[at + name.size()])))
        return {name, offset + at};
    return {name, offset};
  }
  StatementPart trimmed() const {
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t last = text.find_last_not_of(' ');
    return part(first, last == std::string_view::npos ? 0 : last + 1 - first);
  }
};

/// `name[inside]`, or a name alone.
struct Designator {
  StatementPart name;
  std::optional<StatementPart> inside;
};

std::optional<Designator> designator(StatementPart text) {
  text = text.trimmed();
  const std::size_t open = text.text.find('[');
  if (open == std::string_view::npos)
    return isName(text.text) ? std::optional(Designator{text, std::nullopt}) : std::nullopt;
  if (!text.text.ends_with(']') || !isName(text.text.substr(0, open)))
    return std::nullopt;
  return Designator{text.part(0, open), text.part(open + 1, text.text.size() - open - 2)};
}

/// The x of queue(x).
std::optional<StatementPart> queued(StatementPart text) {
  text = text.trimmed();
  if (!text.text.starts_with("queue(") || !text.text.ends_with(')'))
    return std::nullopt;
  return text.part(6, text.text.size() - 7).trimmed();
}

/// Position of the `=` of an assignment; npos when there is none outside brackets.
std::size_t assignmentSign(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
    const char before = i ? text[i - 1] : ' ';
    const bool compares = before == '=' || before == '<' || before == '>' || before == '!' || (i + 1 < text.size() && text[i + 1] == '=');
    if (text[i] == '=' && depth == 0 && !compares)
      return i;
  }
  return std::string_view::npos;
}

class StatementReader {
public:
  StatementReader(const CallModel &called, order::Graph &formulas) : model(called), graph(formulas) {}

  StatementResult read(std::string_view text) {
    StatementPart statement = StatementPart{text, 0}.trimmed();
    const std::size_t sign = assignmentSign(statement.text);
    if (statement.text.starts_with("return "))
      source(statement.part(7).trimmed());
    else if (sign == std::string_view::npos)
      fail(statement, "expected 'return ...', '... = ...' or 'nothing'");
    else if (target(statement.part(0, sign).trimmed()))
      source(statement.part(sign + 1).trimmed());
    if (error)
      return *error;
    return effect;
  }

private:
  bool fail(const StatementPart &at, std::string message) {
    if (!error)
      error = StatementError{at.offset, std::move(message)};
    return false;
  }

  bool isParameter(const StatementPart &name) {
    if (name.text == "this" ? !model.scope.empty() : std::ranges::find(model.parameters, name.text) != model.parameters.end())
      return true;
    std::vector<std::string_view> known(model.parameters.begin(), model.parameters.end());
    return fail(name, quoted(name.text) + " is no parameter of this call" + rules::didYouMean(name.text, known));
  }

  order::NodeId formula(const StatementPart &text) {
    auto parsed = order::parseInfix(text.text, graph, {});
    if (const auto *problem = std::get_if<order::SyntaxError>(&parsed)) {
      fail(text.part(std::min(problem->offset, text.text.size())), problem->message);
      return {};
    }
    // Nodes shared with earlier formulas hold the same names, which were parameters there; they may not be here.
    const order::NodeId root = std::get<order::NodeId>(parsed);
    std::vector<order::NodeId> work{root};
    std::vector<bool> seen(graph.size());
    while (!work.empty()) {
      const order::NodeId node = work.back();
      work.pop_back();
      if (seen[node.index])
        continue;
      seen[node.index] = true;
      const order::Op op = graph[node].op;
      if ((op == order::Op::Input || op == order::Op::Element) && !isParameter(text.occurrence(graph.symbol(node))))
        return {};
      work.insert(work.end(), graph.operands(node).begin(), graph.operands(node).end());
    }
    return root;
  }

  /// The indices of elements and slices are integers; parsed within brackets they get that type.
  order::NodeId index(const Designator &designated) {
    const std::string text = "x[" + std::string(designated.inside->text) + "]";
    auto parsed = order::parseInfix(text, graph, {});
    if (const auto *problem = std::get_if<order::SyntaxError>(&parsed)) {
      fail(*designated.inside, problem->message);
      return {};
    }
    const order::NodeId node = graph.operand(std::get<order::NodeId>(parsed), 0);
    if (graph[node].op == order::Op::Input)
      isParameter({graph.symbol(node), designated.inside->offset});
    return node;
  }

  bool target(const StatementPart &text) {
    if (const auto queue = queued(text)) {
      effect.target = Effect::Target::Queue;
      effect.name = queue->text;
      return isParameter(*queue);
    }
    const bool handle = text.text.starts_with('&');
    const auto designated = designator(handle ? text.part(1) : text);
    if (!designated || (handle && designated->inside))
      return fail(text, "expected a parameter, an element x[index], &x or queue(x) before '='");
    effect.name = designated->name.text;
    effect.target = handle ? Effect::Target::Handle : Effect::Target::Value;
    if (designated->inside) {
      effect.target = Effect::Target::Element;
      effect.index = index(*designated);
    }
    return isParameter(designated->name);
  }

  void source(const StatementPart &text) {
    if (text.text == "new") {
      effect.source = Effect::Source::Fresh;
    } else if (const auto queue = queued(text)) {
      effect.source = Effect::Source::Queue;
      effect.from = queue->text;
      isParameter(*queue);
    } else if (text.text.starts_with('&')) {
      effect.source = Effect::Source::Buffer;
      const auto designated = designator(text.part(1));
      if (!designated) {
        fail(text, "expected &x or &x[offset]");
        return;
      }
      effect.from = designated->name.text;
      if (isParameter(designated->name) && designated->inside)
        effect.formula = index(*designated);
    } else {
      effect.formula = formula(text);
    }
    const bool needsHandle = effect.target == Effect::Target::Handle || effect.target == Effect::Target::Queue;
    const bool isHandle = effect.source != Effect::Source::Formula;
    if (effect.target != Effect::Target::Result && needsHandle != isHandle)
      fail(text, needsHandle ? "a handle is wanted here: &x, &x[offset], queue(x) or new" : "a formula is wanted here, not a handle");
  }

  const CallModel &model;
  order::Graph &graph;
  Effect effect;
  std::optional<StatementError> error;
};

} // namespace

std::string readSignature(std::string_view text, CallModel &model) {
  const std::size_t callOperator = text.find("operator()");
  const std::size_t open = text.find('(', callOperator == std::string_view::npos ? 0 : callOperator + std::string_view("operator()").size());
  if (open == std::string_view::npos || !text.ends_with(')'))
    return "expected NAME(parameters) or CLASS::NAME(parameters), not " + quoted(text);
  std::string_view name = text.substr(0, open);
  if (const std::size_t colons = name.rfind("::"); colons != std::string_view::npos) {
    model.scope = name.substr(0, colons);
    name.remove_prefix(colons + 2);
  }
  if (name.empty())
    return "a call needs a name";
  model.name = name;
  std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  while (!StatementPart{inside, 0}.trimmed().text.empty()) {
    const std::size_t comma = inside.find(',');
    const std::string_view parameter = StatementPart{inside.substr(0, comma), 0}.trimmed().text;
    inside = comma == std::string_view::npos ? std::string_view() : inside.substr(comma + 1);
    if (model.open)
      return "'...' must be the last parameter";
    if (parameter == "...")
      model.open = true;
    else if (!isName(parameter))
      return quoted(parameter) + " is no name for a parameter";
    else if (parameter != "_" && std::ranges::find(model.parameters, parameter) != model.parameters.end())
      return "two parameters are called " + quoted(parameter);
    else
      model.parameters.emplace_back(parameter);
  }
  return "";
}

StatementResult readStatement(std::string_view text, const CallModel &model, order::Graph &graph) { return StatementReader(model, graph).read(text); }

} // namespace fporder::models
