#include "analyzer/check/build_types.h"

#include "analyzer/check/guesses/marking.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {
namespace {

struct BuildType {
  llvm::StringLiteral mark;   // of sources in the vendor's language
  llvm::StringLiteral prefix; // of the names
};
constexpr BuildType buildTypes[] = {
    {"__aicore__", "DTYPE_"}, // AscendC: the name of the input or output, in capitals, follows
};

bool isBuildType(llvm::StringRef name, const std::string &text) {
  return llvm::any_of(buildTypes, [&](const BuildType &type) {
    return name.size() > type.prefix.size() && name.starts_with(type.prefix) && llvm::StringRef(text).contains(type.mark);
  });
}

bool isOfIndices(llvm::StringRef name) { return name.contains("INDEX") || name.contains("INDICES") || name.contains("IDX"); }

const char *typeOf(llvm::StringRef name) { return isOfIndices(name) ? "int" : "float"; }

std::string takenFor(const std::vector<std::string> &names, const char *type) {
  std::string list;
  for (const std::string &name : names)
    if (llvm::StringRef(typeOf(name)) == type)
      list += (list.empty() ? "" : ", ") + name;
  return list;
}

} // namespace

bool BuildTypes::learn(const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro) {
  const std::size_t before = known.size();
  for (const UnknownName &name : unknown.names)
    if (const auto text = unknown.texts.find(name.file);
        text != unknown.texts.end() && isBuildType(name.name, text->second) && !llvm::is_contained(known, name.name) && !isMacro(name.name))
      known.push_back(name.name);
  return known.size() != before;
}

std::string BuildTypes::prelude() const {
  std::string text;
  for (const std::string &name : known)
    text += "#define " + name + " " + typeOf(name) + "\n";
  return text;
}

std::optional<findings::NotAnalysed> BuildTypes::report(const std::string &source) const {
  if (known.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = known.size() == 1 ? "a type of the build" : std::to_string(known.size()) + " types of the build";
  const std::string floats = takenFor(known, "float"), integers = takenFor(known, "int");
  if (!floats.empty())
    entry.why = "taken for float: " + floats;
  if (!integers.empty())
    entry.why += (floats.empty() ? "taken for int: " : "; for int: ") + integers;
  entry.incomplete = true;
  return entry;
}

void assumeBuildTypes(order::Procedure &procedure, const std::vector<std::string> &names) {
  const std::string floats = takenFor(names, "float");
  if (floats.empty())
    return;
  const order::Assumption assumption{order::Assumption::Kind::Name, "the build's types are taken for float: " + floats, {}};
  const order::Graph &graph = procedure.graph;
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const order::Node node = graph[{i}];
    if (order::isLeaf(node.op) && node.op != order::Op::Constant && node.type.format == format::Format::Binary32)
      procedure.assume({i}, assumption);
    passOn(procedure, {i});
  }
}

} // namespace fporder::check
