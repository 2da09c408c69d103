// Reading a vendor's document: its head, its declarations and its calls.
#include "analyzer/models/model.h"
#include "analyzer/models/names.h"
#include "analyzer/models/statement.h"
#include "rules/engine/nearest.h"
#include "rules/engine/yaml_tree.h"

#include <algorithm>
#include <charconv>

namespace fporder::models {

using rules::DocumentError;
using rules::DocumentPlace;
using rules::YamlNode;

namespace {

constexpr std::string_view headKeys[] = {"vendor", "headers",        "words",     "extensions", "namespaces",   "buffers",
                                         "trees",  "rounding-modes", "contracts", "tables",     "declarations", "calls"};
constexpr std::string_view callKeys[] = {"does", "format", "rounding", "quality"};

/// Where the part begins that is read on demand: the first of the keys `tables`, `declarations` and `calls`.
std::size_t endOfHead(std::string_view text) {
  for (std::size_t start = 0; start < text.size();) {
    const std::string_view line = text.substr(start, text.find('\n', start) - start);
    if (line.starts_with("tables:") || line.starts_with("declarations:") || line.starts_with("calls:"))
      return start;
    const std::size_t end = text.find('\n', start);
    if (end == std::string_view::npos)
      break;
    start = end + 1;
  }
  return text.size();
}

std::uint32_t lineAt(std::string_view text, std::size_t offset) {
  return static_cast<std::uint32_t>(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

} // namespace

/// One pass over one part of a document. Mistakes are collected; what they make unusable is left out.
class DocumentReader {
public:
  DocumentReader(const std::string &documentFile, std::vector<DocumentError> &mistakes) : file(documentFile), errors(mistakes) {}

  bool head(std::string_view text, Vendor &vendor);
  bool rest(std::string_view text, std::uint32_t firstLine, const Vendor &vendor, Vendor::Body &body);

private:
  void fail(const DocumentPlace &place, std::string message) { errors.push_back({place, std::move(message)}); }
  void unknownWord(const YamlNode &node, const std::string &what, std::span<const std::string_view> words) {
    fail(node.content, "unknown " + what + " " + quoted(node.text) + rules::didYouMean(node.text, words));
  }
  std::string scalar(const YamlNode &node);
  std::vector<std::string> list(const YamlNode &node);
  bool boolean(const YamlNode &node);
  std::optional<order::Rounding> rounding(const YamlNode &node, const std::string &text);
  void enumerators(const YamlNode &node, Vendor &vendor);
  void trees(const YamlNode &node, Vendor &vendor);
  void tables(const YamlNode &node);
  void calls(const YamlNode &node, const Vendor &vendor, Vendor::Body &body);
  void call(const YamlNode &key, const YamlNode &value, const Vendor &vendor, Vendor::Body &body);
  bool attributes(CallModel &model, const YamlNode &value, const ExpandedName &name);
  bool effects(CallModel &model, const YamlNode &value, const ExpandedName &name, order::Graph &graph);
  std::optional<Quality> quality(const YamlNode &node, const std::string &text);

  const std::string &file;
  std::vector<DocumentError> &errors;
  Tables known;
};

std::string DocumentReader::scalar(const YamlNode &node) {
  if (node.kind == YamlNode::Kind::Scalar)
    return node.text;
  fail(node.place, "expected a single value");
  return {};
}

std::vector<std::string> DocumentReader::list(const YamlNode &node) {
  if (node.kind != YamlNode::Kind::Sequence)
    return {scalar(node)};
  std::vector<std::string> values;
  for (const YamlNode &item : node.items)
    values.push_back(scalar(item));
  return values;
}

bool DocumentReader::boolean(const YamlNode &node) {
  const std::string text = scalar(node);
  if (text != "true" && text != "false")
    fail(node.content, "expected true or false");
  return text == "true";
}

std::optional<order::Rounding> DocumentReader::rounding(const YamlNode &node, const std::string &text) {
  const std::optional<order::Rounding> parsed = order::parseRounding(text);
  if (!parsed)
    fail(node.content, "unknown rounding " + quoted(text) + "; nearest-even, nearest-away, toward-zero, up, down and to-odd are known");
  return parsed;
}

void DocumentReader::enumerators(const YamlNode &node, Vendor &vendor) {
  if (node.kind != YamlNode::Kind::Mapping)
    return fail(node.place, "expected a mapping from enumerators to roundings");
  for (std::size_t i = 0; i < node.items.size(); ++i)
    if (const auto mode = rounding(node.items[i], scalar(node.items[i])))
      vendor.enumerators[node.keys[i].text] = *mode;
}

void DocumentReader::trees(const YamlNode &node, Vendor &vendor) {
  constexpr std::string_view treeKeys[] = {"bind", "constant"};
  if (node.kind != YamlNode::Kind::Mapping)
    return fail(node.place, "expected a mapping with the keys 'bind' and 'constant'");
  for (std::size_t i = 0; i < node.items.size(); ++i)
    if (node.keys[i].text == "bind")
      vendor.treeBind = scalar(node.items[i]);
    else if (node.keys[i].text == "constant")
      vendor.treeConstant = scalar(node.items[i]);
    else
      unknownWord(node.keys[i], "key", treeKeys);
}

void DocumentReader::tables(const YamlNode &node) {
  if (node.kind != YamlNode::Kind::Mapping)
    return fail(node.place, "expected a mapping from names to tables");
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const YamlNode &rows = node.items[i];
    if (rows.kind == YamlNode::Kind::Scalar) {
      fail(rows.place, "expected a mapping or a list");
      continue;
    }
    Table &table = known[node.keys[i].text];
    for (std::size_t row = 0; row < rows.items.size(); ++row) {
      const std::string value = scalar(rows.items[row]);
      table.emplace_back(rows.kind == YamlNode::Kind::Mapping ? rows.keys[row].text : value, value);
    }
  }
}

bool DocumentReader::head(std::string_view text, Vendor &vendor) {
  const std::size_t before = errors.size();
  YamlNode root;
  if (!rules::readYaml(text, file, 1, root, errors))
    return false;
  if (root.kind != YamlNode::Kind::Mapping) {
    fail(root.place, "expected a mapping with the key 'vendor'");
    return false;
  }
  for (std::size_t i = 0; i < root.items.size(); ++i) {
    const std::string &key = root.keys[i].text;
    const YamlNode &value = root.items[i];
    if (key == "vendor")
      vendor.name = scalar(value);
    else if (key == "headers")
      vendor.headers = list(value);
    else if (key == "words")
      vendor.words = list(value);
    else if (key == "extensions")
      vendor.extensions = list(value);
    else if (key == "namespaces")
      vendor.namespaces = list(value);
    else if (key == "buffers")
      vendor.buffers = list(value);
    else if (key == "trees")
      trees(value, vendor);
    else if (key == "rounding-modes")
      enumerators(value, vendor);
    else if (key == "contracts")
      vendor.contracts = boolean(value);
    else
      unknownWord(root.keys[i], "key", headKeys);
  }
  if (vendor.name.empty())
    fail({file, 1, 1}, "the key 'vendor' is missing");
  return errors.size() == before;
}

bool DocumentReader::rest(std::string_view text, std::uint32_t firstLine, const Vendor &vendor, Vendor::Body &body) {
  const std::size_t before = errors.size();
  body.graph = std::make_unique<order::Graph>();
  if (text.empty())
    return true;
  YamlNode root;
  if (!rules::readYaml(text, file, firstLine, root, errors))
    return false;
  for (std::size_t i = 0; i < root.items.size(); ++i) {
    const std::string &key = root.keys[i].text;
    if (key == "tables")
      tables(root.items[i]);
    else if (key == "declarations")
      body.declarations = scalar(root.items[i]);
    else if (key == "calls")
      calls(root.items[i], vendor, body);
    else if (std::ranges::find(headKeys, key) != std::end(headKeys))
      fail(root.keys[i].place, quoted(key) + " must stand before 'tables', 'declarations' and 'calls'");
    else
      unknownWord(root.keys[i], "key", headKeys);
  }
  for (const std::unique_ptr<CallModel> &model : body.calls)
    if (model->name.find('*') != std::string::npos && !model->name.starts_with("operator"))
      body.patterns.push_back(model.get());
    else
      body.byName[model->name].push_back(model.get());
  return errors.size() == before;
}

void DocumentReader::calls(const YamlNode &node, const Vendor &vendor, Vendor::Body &body) {
  if (node.kind != YamlNode::Kind::Mapping)
    return fail(node.place, "expected a mapping from calls to what they do");
  for (std::size_t i = 0; i < node.items.size(); ++i)
    call(node.keys[i], node.items[i], vendor, body);
}

void DocumentReader::call(const YamlNode &key, const YamlNode &value, const Vendor &vendor, Vendor::Body &body) {
  auto expanded = expandName(key.text, known);
  if (const auto *problem = std::get_if<std::string>(&expanded))
    return fail(key.content, *problem);
  for (const ExpandedName &name : std::get<std::vector<ExpandedName>>(expanded)) {
    auto model = std::make_unique<CallModel>();
    model->place = key.content;
    if (std::string problem = readSignature(name.text, *model); !problem.empty())
      return fail(key.content, problem);
    if (!attributes(*model, value, name) || !effects(*model, value, name, *body.graph))
      return; // the other names have the same mistake
    const bool chosenByCaller = !model->roundingParameter.empty();
    if (chosenByCaller && vendor.enumerators.empty())
      return fail(value.place, "the rounding follows parameter " + quoted(model->roundingParameter) + ", but 'rounding-modes' names no enumerator");
    body.calls.push_back(std::move(model));
  }
}

namespace {

/// `text` with every {table} replaced by the row that the name took.
std::string filled(std::string text, const ExpandedName &name) {
  for (const auto &[table, row] : name.chosen) {
    const std::string mark = "{" + table + "}";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + row.size()))
      text.replace(at, mark.size(), row);
  }
  return text;
}

} // namespace

bool DocumentReader::attributes(CallModel &model, const YamlNode &value, const ExpandedName &name) {
  if (value.kind != YamlNode::Kind::Mapping)
    return true;
  const std::size_t before = errors.size();
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::string &key = value.keys[i].text;
    const YamlNode &item = value.items[i];
    if (key == "does")
      continue;
    const std::string text = filled(scalar(item), name);
    if (key == "format") {
      model.format = format::parse(text);
      if (!model.format)
        fail(item.content, "unknown format " + quoted(text));
    } else if (key == "rounding") {
      if (std::ranges::find(model.parameters, text) != model.parameters.end())
        model.roundingParameter = text;
      else
        model.rounding = rounding(item, text);
    } else if (key == "quality") {
      if (const auto stated = quality(item, text))
        model.quality = *stated;
    } else {
      unknownWord(value.keys[i], "key", callKeys);
    }
  }
  return errors.size() == before;
}

std::optional<Quality> DocumentReader::quality(const YamlNode &node, const std::string &text) {
  Quality stated;
  if (text == "correctly rounded")
    return stated;
  std::string_view number = text;
  if (number.ends_with(" ulp")) {
    stated.kind = Quality::Kind::Ulps;
    number.remove_suffix(4);
  } else if (number.starts_with("approximate")) {
    stated.kind = Quality::Kind::Approximate;
    number.remove_prefix(std::string_view("approximate").size());
    if (number.empty())
      return stated;
    number.remove_prefix(number.starts_with(' ') ? 1 : 0);
  }
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), stated.bound);
  if (stated.kind != Quality::Kind::CorrectlyRounded && problem == std::errc() && end == number.data() + number.size() && stated.bound > 0)
    return stated;
  fail(node.content, "unknown quality " + quoted(text) + "; 'correctly rounded', '2 ulp' and 'approximate 1.5e-4' are examples");
  return std::nullopt;
}

bool DocumentReader::effects(CallModel &model, const YamlNode &value, const ExpandedName &name, order::Graph &graph) {
  std::vector<const YamlNode *> statements;
  const auto add = [&](const YamlNode &node) {
    if (node.kind == YamlNode::Kind::Sequence)
      for (const YamlNode &item : node.items)
        statements.push_back(&item);
    else
      statements.push_back(&node);
  };
  if (value.kind == YamlNode::Kind::Mapping) {
    for (std::size_t i = 0; i < value.items.size(); ++i)
      if (value.keys[i].text == "does")
        add(value.items[i]);
    if (statements.empty()) {
      fail(value.place, "the key 'does' is missing");
      return false;
    }
  } else {
    add(value);
  }
  for (const YamlNode *statement : statements) {
    if (statement->kind != YamlNode::Kind::Scalar) {
      fail(statement->place, "expected a statement");
      return false;
    }
    if (statement->text == "nothing" && statements.size() == 1)
      return true;
    StatementResult parsed = readStatement(filled(statement->text, name), model, graph);
    if (const auto *problem = std::get_if<StatementError>(&parsed)) {
      DocumentPlace place = statement->content;
      if (!statement->quoted && filled(statement->text, name) == statement->text)
        place.column += static_cast<std::uint32_t>(problem->offset);
      fail(place, problem->message);
      return false;
    }
    model.effects.push_back(std::get<Effect>(parsed));
  }
  return true;
}

bool Vendor::readHead(std::string_view given, const std::string &documentFile, std::vector<DocumentError> &errors) {
  text = given;
  file = documentFile;
  return DocumentReader(file, errors).head(text.substr(0, endOfHead(text)), *this);
}

bool Vendor::readBody(std::vector<DocumentError> &errors) const {
  bool good = true;
  std::call_once(bodyRead, [&] {
    const std::size_t start = endOfHead(text);
    good = DocumentReader(file, errors).rest(text.substr(start), lineAt(text, start), *this, rest);
  });
  return good;
}

std::unique_ptr<Vendor> readVendor(std::string_view text, const std::string &file, std::vector<DocumentError> &errors) {
  auto vendor = std::make_unique<Vendor>();
  return vendor->readHead(text, file, errors) && vendor->readBody(errors) ? std::move(vendor) : nullptr;
}

} // namespace fporder::models
