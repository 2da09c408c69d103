#include "rules/engine/yaml_tree.h"
#include "runtime/file/limits.h"

#include <yaml.h>

#include <cstring>
#include <memory>
#include <unordered_set>

namespace fporder::rules {

namespace {

constexpr std::size_t maxDepth = fporder::file::limitValue(fporder::file::Limit::DocumentDepth);

/// Builds the tree from the parser's events with a stack of open collections.
class TreeBuilder {
public:
  TreeBuilder(const std::string &fileName, std::uint32_t first, std::vector<DocumentError> &errorList)
      : file(fileName), firstLine(first), errors(errorList) {}

  bool feed(const yaml_event_t &event);
  bool fail(const yaml_mark_t &mark, std::string message) {
    errors.push_back({place(mark), std::move(message)});
    return false;
  }
  bool finish(YamlNode &root) {
    if (!complete)
      return false;
    root = std::move(result);
    return true;
  }
  DocumentPlace place(const yaml_mark_t &mark) const {
    return {file, firstLine + static_cast<std::uint32_t>(mark.line), static_cast<std::uint32_t>(mark.column) + 1};
  }

private:
  struct Open {
    YamlNode node;
    YamlNode key;
    bool hasKey = false;
    std::unordered_set<std::string> seen = {}; // its keys
  };

  bool scalar(const yaml_event_t &event);
  bool open(YamlNode::Kind kind, const yaml_event_t &event, const void *anchor, const void *tag);
  bool close(const yaml_event_t &event);
  bool add(YamlNode node, const yaml_mark_t &mark);

  const std::string &file;
  std::uint32_t firstLine;
  std::vector<DocumentError> &errors;
  std::vector<Open> stack;
  YamlNode result;
  bool complete = false;
};

bool TreeBuilder::feed(const yaml_event_t &event) {
  switch (event.type) {
  case YAML_ALIAS_EVENT:
    return fail(event.start_mark, "YAML aliases are not allowed here; a value that begins with '*' must be quoted");
  case YAML_SCALAR_EVENT:
    return scalar(event);
  case YAML_SEQUENCE_START_EVENT:
    return open(YamlNode::Kind::Sequence, event, event.data.sequence_start.anchor, event.data.sequence_start.tag);
  case YAML_MAPPING_START_EVENT:
    return open(YamlNode::Kind::Mapping, event, event.data.mapping_start.anchor, event.data.mapping_start.tag);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    return close(event);
  case YAML_DOCUMENT_START_EVENT:
    if (complete)
      return fail(event.start_mark, "more than one YAML document in the front matter");
    return true;
  default:
    return true;
  }
}

bool TreeBuilder::scalar(const yaml_event_t &event) {
  const auto &data = event.data.scalar;
  if (data.anchor)
    return fail(event.start_mark, "YAML anchors are not allowed here; a value that begins with '&' must be quoted");
  if (data.tag)
    return fail(event.start_mark, "YAML tags are not allowed here; a value that begins with '!' must be quoted");
  YamlNode node;
  node.text.assign(reinterpret_cast<const char *>(data.value), data.length);
  node.quoted = data.style != YAML_PLAIN_SCALAR_STYLE;
  node.place = node.content = place(event.start_mark);
  if (data.style == YAML_SINGLE_QUOTED_SCALAR_STYLE || data.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
    ++node.content.column;
  return add(std::move(node), event.start_mark);
}

bool TreeBuilder::open(YamlNode::Kind kind, const yaml_event_t &event, const void *anchor, const void *tag) {
  if (anchor || tag)
    return fail(event.start_mark, "YAML anchors and tags are not allowed here");
  if (stack.size() >= maxDepth)
    return fail(event.start_mark, "the front matter is nested " + fporder::file::beyond(fporder::file::Limit::DocumentDepth));
  Open opened;
  opened.node.kind = kind;
  opened.node.place = opened.node.content = place(event.start_mark);
  stack.push_back(std::move(opened));
  return true;
}

bool TreeBuilder::close(const yaml_event_t &event) {
  YamlNode node = std::move(stack.back().node);
  stack.pop_back();
  return add(std::move(node), event.start_mark);
}

bool TreeBuilder::add(YamlNode node, const yaml_mark_t &mark) {
  if (stack.empty()) {
    result = std::move(node);
    complete = true;
    return true;
  }
  Open &top = stack.back();
  if (top.node.kind == YamlNode::Kind::Sequence) {
    top.node.items.push_back(std::move(node));
    return true;
  }
  if (top.hasKey) {
    top.node.keys.push_back(std::move(top.key));
    top.node.items.push_back(std::move(node));
    top.hasKey = false;
    return true;
  }
  if (node.kind != YamlNode::Kind::Scalar)
    return fail(mark, "a key must be a plain word");
  if (!top.seen.insert(node.text).second)
    return fail(mark, "key '" + node.text + "' is given twice");
  top.key = std::move(node);
  top.hasKey = true;
  return true;
}

struct ParserDeleter {
  void operator()(yaml_parser_t *parser) const {
    yaml_parser_delete(parser);
    delete parser;
  }
};

std::string describe(const yaml_parser_t &parser) {
  std::string message = "not valid YAML";
  if (parser.problem)
    message += std::string(": ") + parser.problem;
  if (parser.context)
    message += std::string(" ") + parser.context;
  return message;
}

} // namespace

bool readYaml(std::string_view text, const std::string &file, std::uint32_t firstLine, YamlNode &root, std::vector<DocumentError> &errors) {
  std::unique_ptr<yaml_parser_t, ParserDeleter> parser(new yaml_parser_t);
  std::memset(parser.get(), 0, sizeof(yaml_parser_t));
  if (!yaml_parser_initialize(parser.get())) {
    errors.push_back({{file, firstLine, 1}, "out of memory"});
    return false;
  }
  yaml_parser_set_encoding(parser.get(), YAML_UTF8_ENCODING);
  if (text.empty())
    text = ""; // libyaml refuses a null pointer
  yaml_parser_set_input_string(parser.get(), reinterpret_cast<const unsigned char *>(text.data()), text.size());
  TreeBuilder builder(file, firstLine, errors);
  for (bool more = true; more;) {
    yaml_event_t event;
    if (!yaml_parser_parse(parser.get(), &event))
      return builder.fail(parser->problem_mark, describe(*parser));
    more = event.type != YAML_STREAM_END_EVENT;
    bool good = builder.feed(event);
    yaml_event_delete(&event);
    if (!good)
      return false;
  }
  if (!builder.finish(root)) {
    errors.push_back({{file, firstLine, 1}, "the front matter is empty"});
    return false;
  }
  return true;
}

} // namespace fporder::rules
