// What annotations say: formats, environments, reductions and the product's own properties.
#include "runtime/order/fpcore_reader.h"

#include <charconv>

namespace fporder::order::fpcore {

using Kind = SExpression::Kind;

bool Reader::precision(std::uint32_t value, Format &result) {
  const SExpression &item = items[value];
  if (item.kind == Kind::List) {
    static constexpr std::pair<std::string_view, Format> floats[]{
        {"5 16", Format::Binary16},    {"8 16", Format::BFloat16},  {"8 19", Format::Tf32},
        {"8 32", Format::Binary32},    {"11 64", Format::Binary64}, {"15 80", Format::X87Extended},
        {"15 128", Format::Binary128}, {"4 8", Format::E4M3FN},     {"5 8", Format::E5M2},
    };
    std::string words;
    for (const std::uint32_t child : item.children)
      words += (words.empty() ? "" : " ") + std::string(items[child].text);
    for (const auto &[sizes, format] : floats)
      if (words == "float " + std::string(sizes)) {
        result = format;
        return true;
      }
    return fail(value, "unsupported precision '(" + words.substr(0, 40) + ")'");
  }
  const auto known = item.text == "real" ? std::optional(Format::Unknown) : format::parse(item.text);
  if (!known)
    return fail(value, "unknown precision '" + std::string(item.text.substr(0, 40)) + "'");
  result = *known;
  return true;
}

bool Reader::environmentProperty(std::uint32_t value, FpcoreContext &context) {
  context.environment = {};
  for (const std::uint32_t child : items[value].children)
    if (!setEnvironmentWord(context.environment, items[child].text))
      return fail(child, "unknown environment setting '" + std::string(items[child].text.substr(0, 40)) + "'");
  return true;
}

static std::optional<std::uint32_t> unsignedNumber(std::string_view text) {
  std::uint32_t result = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (problem != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return result;
}

bool Reader::reductionProperty(std::uint32_t value, Annotation &annotation) {
  const std::vector<std::uint32_t> &words = items[value].children;
  if (words.size() < 4)
    return fail(value, "expected (kind schedule width loop)");
  const auto kind = parseReductionKind(items[words[0]].text);
  const auto schedule = parseSchedule(items[words[1]].text);
  const auto width = unsignedNumber(items[words[2]].text), loop = unsignedNumber(items[words[3]].text);
  if (!kind || !schedule || !width || !loop || *loop == UINT32_MAX)
    return fail(value, "malformed reduction");
  annotation.reduction = Reduction{*kind, *schedule, *width, *loop};
  for (std::size_t word = 4; word < words.size(); ++word) {
    const std::string_view how = items[words[word]].text;
    if (how != "continues" && how != "fused")
      return fail(words[word], "malformed reduction");
    (how == "fused" ? annotation.reduction->fused : annotation.reduction->continues) = true;
  }
  return true;
}

bool Reader::property(std::uint32_t key, std::uint32_t value, FpcoreContext &context, Annotation &annotation) {
  const std::string_view name = items[key].text, word = items[value].text;
  const auto unknown = [&] { return fail(value, "malformed " + std::string(name) + " '" + std::string(word.substr(0, 40)) + "'"); };
  if (name == ":precision")
    return precision(value, context.type.format);
  if (name == ":round") {
    const auto rounding = roundNamed(word);
    return rounding ? (context.rounding = *rounding, true) : unknown();
  }
  if (!name.starts_with(":fporder-"))
    return true; // :name, :pre, :cite and whatever else describes the core
  if (name == ":fporder-round") {
    const auto rounding = parseRounding(word);
    return rounding ? (context.rounding = *rounding, true) : unknown();
  }
  if (name == ":fporder-shape") {
    const auto shape = parseShape(word);
    return shape ? (context.type.shape = *shape, true) : unknown();
  }
  if (name == ":fporder-env")
    return environmentProperty(value, context);
  if (name == ":fporder-reduce")
    return reductionProperty(value, annotation);
  if (name == ":fporder-version") {
    const auto version = unsignedNumber(word);
    return version && *version != UINT32_MAX ? (annotation.version = *version, true) : unknown();
  }
  if (name == ":fporder-leaf") {
    annotation.leaf = parseOp(word);
    return annotation.leaf && *annotation.leaf < Op::Constant ? true : unknown();
  }
  if (name == ":fporder-result") {
    annotation.result = format::parse(word);
    return annotation.result ? true : unknown();
  }
  if (name == ":fporder-symbol")
    annotation.symbol = unescaped(word);
  else if (name == ":fporder-call")
    annotation.call = unescaped(word);
  else if (name == ":fporder-number")
    annotation.number = unescaped(word);
  else
    return fail(key, "unknown property '" + std::string(name.substr(0, 40)) + "'");
  return true;
}

bool Reader::properties(const std::vector<std::uint32_t> &children, std::size_t first, std::size_t last, FpcoreContext &context,
                        Annotation &annotation) {
  for (std::size_t index = first; index < last; index += 2) {
    const SExpression &key = items[children[index]];
    if (key.kind != Kind::Symbol || !key.text.starts_with(':'))
      return fail(children[index], "expected a property");
    if (index + 1 >= last)
      return fail(children[index], "property without a value, or a missing body");
    if (!property(children[index], children[index + 1], context, annotation))
      return false;
  }
  return true;
}

} // namespace fporder::order::fpcore
