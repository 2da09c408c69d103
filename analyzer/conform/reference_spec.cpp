#include "analyzer/conform/reference_spec.h"

#include "runtime/order/fpcore.h"
#include "runtime/order/infix.h"

#include <cctype>

namespace fporder::conform {

namespace {

llvm::Error mistake(const llvm::Twine &message) { return llvm::createStringError(llvm::inconvertibleErrorCode(), message); }

bool isName(llvm::StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

/// "w = formula" in two; the name is empty where there is none.
std::pair<llvm::StringRef, llvm::StringRef> named(llvm::StringRef formula) {
  const auto [left, right] = formula.split('=');
  if (right.empty() || right.starts_with("=") || !isName(left.trim()))
    return {"", formula};
  return {left.trim(), right.trim()};
}

} // namespace

llvm::Expected<ReferenceSpec> parseReference(llvm::StringRef text, llvm::function_ref<bool(const std::string &)> exists) {
  if (text.consume_front("formula:"))
    return ReferenceSpec{"", "", text.trim().str()};
  if (exists(text.str()))
    return ReferenceSpec{text.str(), "", ""};
  if (const auto [file, function] = text.rsplit(':'); !function.empty()) {
    llvm::StringRef path = file;
    while (path.consume_back(":")) // namespaces: golden.cpp:golden::adam
      ;
    for (std::size_t colon = text.find(':'); colon != llvm::StringRef::npos; colon = text.find(':', colon + 1))
      if (exists(text.substr(0, colon).str()))
        return ReferenceSpec{text.substr(0, colon).str(), text.substr(colon + 1).str(), ""};
  }
  if (text.find_first_of("+-*/(") != llvm::StringRef::npos && text.find_first_of(" (") != llvm::StringRef::npos)
    return ReferenceSpec{"", "", text.str()};
  return mistake("no such reference: '" + text + "' is neither a file, a file and a function (golden.cpp:adam), nor a formula");
}

llvm::Expected<order::Procedure> formulaProcedure(const std::string &formula) {
  order::Procedure procedure;
  procedure.name = "formula";
  const auto [name, text] = named(formula);
  constexpr order::ValueType type{format::Format::Binary64, order::Shape::Scalar};
  const order::Parsed<order::NodeId> parsed = text.starts_with("(FPCore") ? order::parseFpcore({text.data(), text.size()}, procedure.graph)
                                                                          : order::parseInfix({text.data(), text.size()}, procedure.graph, type);
  if (const auto *error = std::get_if<order::SyntaxError>(&parsed))
    return mistake("formula '" + formula + "': at offset " + llvm::Twine(error->offset + static_cast<std::size_t>(text.data() - formula.data())) +
                   ": " + error->message);
  order::Effect &effect = procedure.effects.emplace_back();
  effect.kind = name.empty() ? order::Effect::Kind::Return : order::Effect::Kind::Store;
  effect.node = std::get<order::NodeId>(parsed);
  effect.target = name.str();
  if (!name.empty()) {
    order::Storage object{order::Storage::Kind::Global};
    object.name = name.str();
    effect.storage = procedure.graph.addStorage(object);
  }
  return procedure;
}

} // namespace fporder::conform
