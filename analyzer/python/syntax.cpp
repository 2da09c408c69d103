#include "analyzer/python/syntax.h"

#include "analyzer/findings/input_text.h"
#include "analyzer/python/bounds.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

namespace json = llvm::json;

const Syntax::Field *Syntax::find(llvm::StringRef name) const {
  const auto found = llvm::find_if(fields, [&](const Field &field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

const Syntax *Syntax::child(llvm::StringRef field) const {
  const Field *found = find(field);
  return found && !found->isList && !found->nodes.empty() ? found->nodes.front() : nullptr;
}

llvm::ArrayRef<const Syntax *> Syntax::children(llvm::StringRef field) const {
  const Field *found = find(field);
  return found && found->isList ? llvm::ArrayRef<const Syntax *>(found->nodes) : llvm::ArrayRef<const Syntax *>();
}

llvm::StringRef Syntax::text(llvm::StringRef field) const {
  const Field *found = find(field);
  return found && !found->isList && !found->texts.empty() ? found->texts.front() : llvm::StringRef();
}

llvm::ArrayRef<llvm::StringRef> Syntax::texts(llvm::StringRef field) const {
  const Field *found = find(field);
  return found && found->isList ? llvm::ArrayRef<llvm::StringRef>(found->texts) : llvm::ArrayRef<llvm::StringRef>();
}

class TreeReader {
public:
  explicit TreeReader(Tree &target) : tree(target) {}

  llvm::Error read(const json::Array &entries);

private:
  llvm::StringRef keep(llvm::StringRef text) { return tree.strings.emplace_back(text.str()); }
  bool node(const json::Value &entry);
  bool field(Syntax::Field &into, const json::Value &value);
  bool element(Syntax::Field &into, const json::Value &value);

  Tree &tree;
};

bool TreeReader::element(Syntax::Field &into, const json::Value &value) {
  if (value.getAsNull()) {
    into.nodes.push_back(nullptr);
    return true;
  }
  if (const auto number = value.getAsInteger()) {
    if (*number < 0 || static_cast<std::uint64_t>(*number) >= tree.nodes.size())
      return false;
    into.nodes.push_back(&tree.nodes[static_cast<std::size_t>(*number)]);
    return true;
  }
  const json::Object *object = value.getAsObject();
  const auto text = object ? object->getString("s") : std::nullopt;
  if (text)
    into.texts.push_back(keep(*text));
  return text.has_value();
}

bool TreeReader::field(Syntax::Field &into, const json::Value &value) {
  const json::Array *list = value.getAsArray();
  into.isList = list != nullptr;
  return list ? llvm::all_of(*list, [&](const json::Value &each) { return element(into, each); }) : element(into, value);
}

bool TreeReader::node(const json::Value &entry) {
  const json::Object *object = entry.getAsObject();
  const auto kind = object ? object->getString("k") : std::nullopt;
  if (!kind)
    return false;
  Syntax made;
  made.kind = keep(*kind);
  if (const json::Array *at = object->getArray("at")) {
    std::uint32_t *const parts[] = {&made.at.line, &made.at.column, &made.at.endLine, &made.at.endColumn};
    if (at->size() != std::size(parts))
      return false;
    for (std::size_t index = 0; index < at->size(); ++index)
      *parts[index] = static_cast<std::uint32_t>((*at)[index].getAsInteger().value_or(0));
  }
  for (const auto &[name, value] : *object) {
    if (name == "k" || name == "at")
      continue;
    made.fields.push_back({keep(name), {}, {}, false});
    if (!field(made.fields.back(), value))
      return false;
  }
  tree.nodes.push_back(std::move(made));
  return true;
}

llvm::Error TreeReader::read(const json::Array &entries) {
  tree.nodes.reserve(entries.size()); // nodes refer to each other
  for (const json::Value &entry : entries)
    if (!node(entry))
      return llvm::createStringError("part " + llvm::Twine(tree.nodes.size()) + " of the syntax tree is not of the form that is read");
  if (tree.nodes.empty() || !tree.module().is("Module"))
    return llvm::createStringError("the syntax tree has no module");
  return llvm::Error::success();
}

namespace {

llvm::Error scriptProblem(const json::Object &problem) {
  std::string text;
  if (const std::int64_t line = problem.getInteger("line").value_or(0); line > 0)
    text = std::to_string(line) + ":" + std::to_string(problem.getInteger("column").value_or(1)) + ": ";
  if (const auto limit = problem.getString("limit"))
    text += *limit == "nodes" ? bounds::beyond(bounds::syntaxNodes, "parts of a Python script's syntax")
                              : bounds::beyond(bounds::syntaxLevels, "parts of a Python script's syntax inside each other");
  else
    text += problem.getString("message").value_or("it cannot be read").str();
  return llvm::createStringError(text);
}

} // namespace

llvm::Expected<Tree> readTree(llvm::StringRef text) {
  llvm::Expected<json::Value> value = findings::parseJson(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  if (!object || object->getInteger("version") != 1)
    return llvm::createStringError("the syntax tree is not of version 1");
  if (const json::Object *problem = object->getObject("error"))
    return scriptProblem(*problem);
  const json::Array *entries = object->getArray("nodes");
  if (!entries)
    return llvm::createStringError("the syntax tree has no nodes");
  Tree tree;
  tree.python = object->getString("python").value_or("").str();
  if (llvm::Error problem = TreeReader(tree).read(*entries))
    return problem;
  return tree;
}

} // namespace fporder::python
