#include "analyzer/conform/pairing.h"

#include "analyzer/python/translate.h"
#include "runtime/conform/inputs.h"
#include "runtime/conform/outputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <climits>
#include <set>

namespace fporder::conform {

namespace {

using Functions = std::vector<order::Procedure *>;

Functions withOutputs(Procedures all) {
  Functions found;
  for (const std::shared_ptr<order::Procedure> &procedure : all) {
    bool ranged = false;
    if (!outputsOf(*procedure, ranged).empty())
      found.push_back(procedure.get());
  }
  return found;
}

bool isCalled(const order::Procedure &procedure, const std::string &name) {
  return foldedName(baseName(procedure.name)) == foldedName(baseName(name));
}

/// `name` is all of the function's name, or its end from the beginning of a word on: "Gelu::operator()" of "nn::Gelu::operator()".
bool endsWithName(llvm::StringRef qualified, llvm::StringRef name) {
  return qualified.consume_back(name) && (qualified.empty() || qualified.ends_with("::") || qualified.ends_with("."));
}

Functions calledSo(const Functions &all, const std::string &name) {
  Functions found;
  llvm::copy_if(all, std::back_inserter(found), [&](const order::Procedure *each) { return each->name == name; });
  if (found.empty())
    llvm::copy_if(all, std::back_inserter(found), [&](const order::Procedure *each) { return endsWithName(each->name, name); });
  if (found.empty())
    llvm::copy_if(all, std::back_inserter(found), [&](const order::Procedure *each) { return isCalled(*each, name); });
  return found;
}

/// The formats of the numbers that a function reads and gives.
std::set<format::Format> formatsOf(order::Procedure &procedure) {
  std::set<format::Format> formats;
  for (std::uint32_t index = 0; index < procedure.graph.size(); ++index)
    if (const order::Node node = procedure.graph[order::NodeId{index}];
        (node.op == order::Op::Input || node.op == order::Op::Element) && format::isFloatingPoint(node.type.format))
      formats.insert(node.type.format);
  bool ranged = false;
  for (const Output &output : outputsOf(procedure, ranged))
    for (const Piece &piece : output.pieces)
      formats.insert(procedure.graph[piece.value].type.format);
  return formats;
}

/// How far two functions are from being one overload, or one instance of a template: 0 with the same types.
unsigned distance(order::Procedure &one, order::Procedure &other) {
  if (!one.signature.empty() && one.signature == other.signature)
    return 0;
  const std::set<format::Format> ours = formatsOf(one), theirs = formatsOf(other);
  if (ours == theirs)
    return 1;
  return ours.contains(format::Format::Dependent) || theirs.contains(format::Format::Dependent) ? 2 : 3;
}

/// Of several functions that are one but for their types, those whose types are `implementation`'s, or nearest to them.
Functions nearest(order::Procedure &implementation, const Functions &all) {
  unsigned least = UINT_MAX;
  Functions found;
  for (order::Procedure *each : all) {
    const unsigned own = all.size() == 1 ? 0 : distance(implementation, *each);
    if (own < least)
      found.clear();
    least = std::min(least, own);
    if (own == least)
      found.push_back(each);
  }
  return found;
}

std::string namesOf(const Functions &all) {
  constexpr std::size_t shown = 8;
  std::vector<std::string> names;
  for (const order::Procedure *each : all)
    if (names.size() < shown && !llvm::is_contained(names, each->name))
      names.push_back(each->name);
  return llvm::join(names, ", ") + (all.size() > shown ? ", ..." : "");
}

} // namespace

std::string baseName(const std::string &qualified) {
  llvm::StringRef name(qualified);
  if (llvm::StringRef object = name; object.consume_back("::operator()"))
    return baseName(object.str()) + "::operator()"; // what is called is the object
  name = name.split('(').first;
  if (name.ends_with(">"))
    name = name.split('<').first;
  const std::size_t colon = name.rfind("::");
  name = colon == llvm::StringRef::npos ? name : name.substr(colon + 2);
  return name.rsplit('.').second.empty() ? name.str() : name.rsplit('.').second.str(); // a method of Python's
}

std::string missingFunction(Procedures references, const std::string &function) {
  const Functions all = withOutputs(references);
  if (all.empty())
    return "the reference has no function with floating-point outputs";
  if (function.empty() || !calledSo(all, function).empty())
    return {};
  return "the reference has no function '" + function + "' with floating-point outputs; it has " + namesOf(all);
}

std::vector<Conformance> agreed(std::vector<std::vector<Conformance>> byReference) {
  std::vector<Conformance> all = std::move(byReference.front());
  for (Conformance &each : all)
    for (const std::vector<Conformance> &others : llvm::drop_begin(byReference)) {
      const auto same = llvm::find_if(others, [&](const Conformance &other) { return other.output == each.output; });
      if (same != others.end() && same->verdict == each.verdict)
        continue;
      Conformance open;
      open.function = each.function;
      open.output = each.output;
      open.where = each.where;
      open.reference = each.reference;
      open.message = "the reference has several functions of that name, on which the verdicts differ";
      each = std::move(open);
      break;
    }
  return all;
}

Pairing pairFunctions(Procedures implementations, Procedures references, const std::string &function, bool isMeant) {
  Pairing result;
  const Functions ours = withOutputs(implementations);
  Functions theirs = withOutputs(references);
  if (!function.empty())
    theirs = calledSo(theirs, function);
  else if (theirs.size() > 1) // what a script does at its top level, its functions do
    llvm::erase_if(theirs, [](const order::Procedure *each) { return each->name == python::topLevel; });
  if (theirs.empty()) {
    result.problem = missingFunction(references, function);
    return result;
  }
  if (ours.empty()) {
    result.problem = "the implementation has no function with floating-point outputs";
    return result;
  }
  // A function by its name: several of theirs are overloads, or instances of a template.
  std::vector<std::pair<order::Procedure *, Functions>> partners;
  const auto add = [&](order::Procedure *each, order::Procedure *golden) {
    const auto known = llvm::find_if(partners, [&](const auto &entry) { return entry.first == each; });
    (known == partners.end() ? partners.emplace_back(each, Functions()) : *known).second.push_back(golden);
  };
  if (!isMeant || function.empty())
    for (order::Procedure *golden : theirs)
      for (order::Procedure *each : calledSo(ours, golden->name))
        add(each, golden);
  const bool isOneName = llvm::all_of(theirs, [&](const order::Procedure *each) { return each->name == theirs[0]->name; });
  if (partners.empty() && (isMeant || ours.size() == 1) && (theirs.size() == 1 || (isOneName && !function.empty())))
    for (order::Procedure *each : ours)
      for (order::Procedure *golden : theirs)
        add(each, golden);
  for (const auto &[each, all] : partners)
    for (order::Procedure *golden : nearest(*each, all))
      result.pairs.emplace_back(each, golden);
  if (result.pairs.empty())
    result.problem = "no function has the name of one of the reference: " + namesOf(ours) + " here, " + namesOf(theirs) +
                     " there; write // fporder: reference FILE:FUNCTION above the one that is meant";
  return result;
}

} // namespace fporder::conform
