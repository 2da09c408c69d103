#include "analyzer/check/guesses/guessed_meanings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {
namespace {

using Names = std::initializer_list<llvm::StringRef>;

struct ElementWord {
  llvm::StringLiteral word, type;
};
// Longer words first: UINT is no INT.
constexpr ElementWord elementWords[] = {{"UCHAR", "uchar"}, {"USHORT", "ushort"}, {"UINT", "uint"},   {"ULONG", "ulong"},    {"UINT8", "uchar"},
                                        {"INT8", "char"},   {"INT16", "short"},   {"INT32", "int"},   {"FLOAT16_T", "half"}, {"FP16", "half"},
                                        {"FP32", "float"},  {"FP64", "double"},   {"FLOAT", "float"}, {"HALF", "half"},      {"DOUBLE", "double"},
                                        {"CHAR", "char"},   {"SHORT", "short"},   {"LONG", "long"},   {"BOOL", "int"},       {"INDEX", "int"}};

/// INT as a word of its own: not the one in POINT, PRINT or INTEL.
bool saysInt(llvm::StringRef name) {
  const std::size_t at = name.find("INT");
  return at != llvm::StringRef::npos && (at == 0 || !llvm::isAlpha(name[at - 1])) && (at + 3 == name.size() || !llvm::isAlpha(name[at + 3]));
}

llvm::StringRef elementOf(llvm::StringRef name) {
  const std::string upper = name.upper();
  for (const ElementWord &entry : elementWords)
    if (llvm::StringRef(upper).contains(entry.word))
      return entry.type;
  return saysInt(upper) ? "int" : "float";
}

/// The digits at the end, or 0. A format's own digits (FP16, INT8, FLOAT32_T) are no width.
unsigned widthOf(llvm::StringRef name) {
  unsigned width = 0;
  const llvm::StringRef stem = name.rtrim("0123456789");
  const std::string upper = stem.upper();
  if (llvm::StringRef(upper).ends_with("FP"))
    return 0;
  return name.drop_front(stem.size()).getAsInteger(10, width) ? 0 : width;
}

bool isVectorWidth(unsigned width) { return width == 2 || width == 3 || width == 4 || width == 8 || width == 16; }

Meaning macro(llvm::StringRef name, llvm::StringRef parameters, const std::string &body, Meaning::Kind kind) {
  return {("#define " + name + parameters + " " + body).str(), body, kind};
}

Meaning function(llvm::StringRef name, llvm::StringRef parameters, const std::string &body) {
  return macro(name, parameters, body, Meaning::Kind::Function);
}

/// A variable of that name and of unknown value. It is a macro as well, so that errors which it leads to are known for its.
Meaning variable(llvm::StringRef name, llvm::StringRef type) {
  return {("extern __constant " + type + " " + name + ";\n#define " + name + " " + name).str(), ("an unknown " + type).str(), Meaning::Kind::Value};
}

/// A value of the type of the first argument, of which nothing else is known; the arguments are computed.
Meaning unknownResult(llvm::StringRef name) {
  return {("#define " + name + "(a, ...) ({ __typeof__((a) + 0) " + name + "; ((void)(a, ##__VA_ARGS__)); " + name + "; })").str(),
          "an unknown value of its first argument's type", Meaning::Kind::Value};
}

/// For where a constant expression must stand: it can be an array's size, a vector's width, a divisor and a loop's bound.
Meaning number(llvm::StringRef name, llvm::StringRef parameters) { return macro(name, parameters, "4", Meaning::Kind::Number); }

/// CONVERT_FLOAT4(x), TO_HALF(x), AS_INT4(x)
std::optional<Meaning> conversion(llvm::StringRef name) {
  const std::string upper = name.upper();
  const llvm::StringRef spelled = upper;
  const bool bits = spelled.starts_with("AS_");
  if (!bits && !spelled.contains("CONVERT") && !spelled.starts_with("TO_") && !spelled.contains("_TO_") && !spelled.starts_with("CAST"))
    return std::nullopt;
  const Meaning type = guessedType(name);
  return function(name, "(x)", (bits ? "as_" : "convert_") + type.said + "(x)");
}

/// READ4(p), LOAD(offset, p): elements from where the last argument points.
std::optional<Meaning> load(llvm::StringRef name, std::size_t arguments) {
  const std::string lower = name.lower();
  if (arguments > 2 || (!llvm::StringRef(lower).contains("load") && !llvm::StringRef(lower).contains("read")))
    return std::nullopt;
  const unsigned width = widthOf(name);
  const std::string offset = arguments == 2 ? "a" : "0";
  const std::string body = isVectorWidth(width) ? "vload" + std::to_string(width) + "(" + offset + ", p)" : "(p)[" + offset + "]";
  return function(name, arguments == 2 ? "(a, p)" : "(p)", body);
}

bool holdsOperator(llvm::ArrayRef<llvm::StringRef> arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef text) { return text.find_first_of("*/+-") != llvm::StringRef::npos; });
}

std::vector<Meaning> calledMeanings(const SourceTokens &source, llvm::StringRef name, NamedUse use) {
  const std::vector<llvm::StringRef> arguments = argumentTexts(source, use.position);
  const bool onImage = !arguments.empty() && llvm::is_contained(imageNames(source), arguments.front());
  const bool half = name.ends_with("H") || name.contains("HALF");
  if (use.use == NameUse::StatementCall) {
    std::vector<Meaning> meanings;
    if (onImage && arguments.size() == 3)
      meanings.push_back(function(name, "(...)", half ? "write_imageh(__VA_ARGS__)" : "write_imagef(__VA_ARGS__)"));
    if (holdsOperator(arguments)) // what it does with them is not known, what they compute is
      meanings.push_back({("#define " + name + "(...) ((void)(__VA_ARGS__))").str(), "its arguments computed, nothing done"});
    meanings.push_back({("#define " + name + "(...)").str(), ""});
    return meanings;
  }
  std::vector<Meaning> meanings;
  if (onImage)
    meanings.push_back(function(name, "(...)", half ? "read_imageh(__VA_ARGS__)" : "read_imagef(__VA_ARGS__)"));
  if (arguments.size() == 1)
    if (std::optional<Meaning> converted = conversion(name))
      meanings.push_back(*converted);
  if (std::optional<Meaning> loaded = onImage ? std::nullopt : load(name, arguments.size()))
    meanings.push_back(*loaded);
  const std::string lower = name.lower();
  for (const auto &[word, taken, count] : {std::tuple("max", "fmax", 2u),
                                           {"min", "fmin", 2u},
                                           {"mad", "mad", 3u},
                                           {"fma", "fma", 3u},
                                           {"dot", "dot", 2u},
                                           {"exp", "exp", 1u},
                                           {"sqrt", "sqrt", 1u},
                                           {"pow", "pow", 2u},
                                           {"tanh", "tanh", 1u}})
    if (arguments.size() == count && llvm::StringRef(lower).contains(word))
      meanings.push_back(function(name, "(...)", std::string(taken) + "(__VA_ARGS__)"));
  if (!arguments.empty())
    meanings.push_back(unknownResult(name));
  meanings.push_back(number(name, "(...)"));
  return meanings;
}

bool soundsLikeFactor(llvm::StringRef name) {
  const std::string upper = name.upper();
  return llvm::any_of(Names{"EPS", "ALPHA", "BETA", "GAMMA", "SCALE", "SLOPE", "FACTOR", "MOMENTUM", "LEARNING", "INV_"},
                      [&](llvm::StringRef word) { return llvm::StringRef(upper).contains(word); });
}

std::vector<Meaning> constantMeanings(const SourceTokens &source, llvm::StringRef name) {
  std::vector<Meaning> meanings;
  const bool mustFold = usedAsConstantExpression(source, name);
  if (!mustFold)
    meanings.push_back(variable(name, soundsLikeFactor(name) ? "float" : "int"));
  meanings.push_back(number(name, ""));
  return meanings;
}

} // namespace

Meaning guessedType(llvm::StringRef name) {
  const unsigned width = widthOf(name);
  const std::string element = elementOf(name).str();
  if (width < 2)
    return macro(name, "", element, Meaning::Kind::Type);
  const std::string type = element + std::to_string(width);
  if (isVectorWidth(width) && type != name)
    return macro(name, "", type, Meaning::Kind::Type);
  return {("typedef " + element + " " + name + " __attribute__((ext_vector_type(" + std::to_string(width) + ")));").str(),
          std::to_string(width) + " lanes of " + element, Meaning::Kind::Type};
}

std::vector<Meaning> guessedMeanings(const SourceTokens &source, llvm::StringRef name, NamedUse use) {
  switch (use.use) {
  case NameUse::None:
    return {};
  case NameUse::Type:
    return {guessedType(name)};
  case NameUse::Prefix:
    return {{("#define " + name).str(), ""}};
  case NameUse::PrefixCall:
    return {{("#define " + name + "(...)").str(), ""}};
  case NameUse::KernelName:
    return {{("#define " + name + "(name) __kernel void name").str(), "__kernel void name"}};
  case NameUse::StatementCall:
  case NameUse::ExpressionCall:
    return calledMeanings(source, name, use);
  case NameUse::Constant:
    return constantMeanings(source, name);
  }
  return {};
}

namespace {

/// float4 f(A...), in every width and element type that block functions come in.
std::string overloads(llvm::StringRef name, llvm::StringRef parameters) {
  std::string text;
  for (llvm::StringRef element : {"float", "half", "int", "uint", "short", "ushort", "char", "uchar", "long", "ulong"})
    for (llvm::StringRef width : {"", "2", "3", "4", "8", "16"}) {
      std::string line = ("__attribute__((overloadable, const)) T " + name + "(" + parameters + ");\n").str();
      for (std::size_t at = line.find('T'); at != std::string::npos; at = line.find('T', at + 1))
        if (line[at + 1] == ' ' || line[at + 1] == ',')
          line.replace(at, 1, element.str() + width.str());
      text += element == "half" ? "#ifdef cl_khr_fp16\n" + line + "#endif\n" : line;
    }
  return text;
}

/// intel_sub_group_block_read_us8(p): as many elements of this type, from memory or from an image.
std::optional<Meaning> blockAccess(llvm::StringRef name) {
  llvm::StringRef rest = name;
  const bool read = rest.consume_front("intel_sub_group_block_read");
  if (!read && !rest.consume_front("intel_sub_group_block_write"))
    return std::nullopt;
  std::string element = "uint";
  for (const auto &[suffix, type] : {std::pair("_us", "ushort"), {"_uc", "uchar"}, {"_ul", "ulong"}, {"_ui", "uint"}})
    if (rest.consume_front(suffix)) {
      element = type;
      break;
    }
  const std::string type = element + rest.str();
  const std::string value = read ? "" : ", " + type;
  const std::string declared = "__attribute__((overloadable)) " + (read ? type : "void") + " " + name.str() + "(";
  std::string text;
  for (llvm::StringRef place : {"const __global ", "const __local "})
    text += declared + place.drop_front(read ? 0 : 6).str() + element + " *" + value + ");\n";
  text += declared + (read ? "__read_only" : "__write_only") + " image2d_t, int2" + value + ");";
  return Meaning{text, "declared as " + type};
}

} // namespace

std::optional<Meaning> vendorFunction(llvm::StringRef name) {
  if (std::optional<Meaning> access = blockAccess(name))
    return access;
  for (const auto &[spelled, standard] : {std::pair("intel_sub_group_shuffle", "sub_group_shuffle"),
                                          {"intel_sub_group_shuffle_xor", "sub_group_shuffle_xor"},
                                          {"qcom_sub_group_shuffle_up", "sub_group_shuffle_up"},
                                          {"qcom_sub_group_shuffle_xor", "sub_group_shuffle_xor"},
                                          {"qcom_sub_group_shuffle_down", "sub_group_shuffle_down"}})
    if (name == spelled)
      return Meaning{overloads(name, "T value, uint lane"), std::string("as ") + standard};
  if (name == "intel_sub_group_shuffle_down" || name == "intel_sub_group_shuffle_up")
    return Meaning{overloads(name, "T current, T next, uint lanes"), "declared"};
  if (name == "sub_group_broadcast_first" || name == "sub_group_non_uniform_broadcast")
    return Meaning{overloads(name, "T value, uint lane"), "declared"};
  return std::nullopt;
}

} // namespace fporder::check
