#include "analyzer/conform/pairing.h"

#include "analyzer/python/translate.h"
#include "runtime/conform/inputs.h"
#include "runtime/conform/outputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

Functions calledSo(const Functions &all, const std::string &name) {
  Functions found;
  llvm::copy_if(all, std::back_inserter(found), [&](const order::Procedure *each) { return each->name == name; });
  if (found.empty())
    llvm::copy_if(all, std::back_inserter(found), [&](const order::Procedure *each) { return isCalled(*each, name); });
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
  for (order::Procedure *golden : theirs)
    for (order::Procedure *each : calledSo(ours, golden->name))
      result.pairs.emplace_back(each, golden);
  if (result.pairs.empty() && theirs.size() == 1 && (isMeant || ours.size() == 1))
    for (order::Procedure *each : ours)
      result.pairs.emplace_back(each, theirs[0]);
  if (result.pairs.empty())
    result.problem = "no function has the name of one of the reference: " + namesOf(ours) + " here, " + namesOf(theirs) +
                     " there; write // fporder: reference FILE:FUNCTION above the one that is meant";
  return result;
}

} // namespace fporder::conform
