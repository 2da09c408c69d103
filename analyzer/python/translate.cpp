#include "analyzer/python/translate.h"

#include "analyzer/python/bounds.h"
#include "analyzer/python/evaluator.h"
#include "analyzer/python/interpreter.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace fporder::python {

bool isScriptName(llvm::StringRef file) { return file.ends_with(".py"); }

namespace {

constexpr llvm::StringLiteral documentPrefix = "python-";

/// "python-torch-cuda" is the profile torch-cuda; "python" itself is part of every profile.
bool isProfile(const models::Vendor &vendor) { return llvm::StringRef(vendor.name).starts_with(documentPrefix); }

std::vector<const models::Vendor *> vendorsOf(const Options &options) {
  std::vector<const models::Vendor *> result;
  for (const auto &vendor : options.models->vendors())
    if (isProfile(*vendor) && vendor->name == documentPrefix.str() + options.profile)
      result.push_back(vendor.get());
  const models::UnitTraits traits{"script.py", "", {}};
  for (const models::Vendor *vendor : options.models->vendorsOf(traits))
    if (!isProfile(*vendor) && llvm::is_contained(vendor->extensions, ".py"))
      result.push_back(vendor);
  return result;
}

struct Defined {
  const Syntax *function;
  const Syntax *owner;                   // the class that it is a method of
  std::vector<const Syntax *> enclosing; // functions around it, the outermost first
};

/// Functions of the script.
void functionsOf(llvm::ArrayRef<const Syntax *> body, const Syntax *owner, const std::vector<const Syntax *> &enclosing,
                 std::vector<Defined> &found) {
  for (const Syntax *each : body) {
    if (!each)
      continue;
    if (each->is("FunctionDef") || each->is("AsyncFunctionDef")) {
      found.push_back({each, owner, enclosing});
      std::vector<const Syntax *> inner = enclosing;
      inner.push_back(each);
      functionsOf(each->children("body"), nullptr, inner, found); // values that they close over are inputs
    } else if (each->is("ClassDef") && !owner)
      functionsOf(each->children("body"), each, enclosing, found);
    else if (each->is("If") || each->is("Try") || each->is("With"))
      functionsOf(each->children("body"), owner, enclosing, found);
  }
}

/// Imports anywhere in a block, those of functions too.
void importsOf(llvm::ArrayRef<const Syntax *> body, std::vector<const Syntax *> &found) {
  for (const Syntax *each : body) {
    if (!each)
      continue;
    if (each->is("Import") || each->is("ImportFrom"))
      found.push_back(each);
    for (const llvm::StringRef field : {"body", "orelse", "finalbody", "handlers"})
      importsOf(each->children(field), found);
  }
}

class Translation {
public:
  Translation(const std::string &file, llvm::StringRef text, const Tree &from, const Options &given,
              const std::function<void(order::Procedure &&)> &to)
      : places(file, text), script{places, given, from, vendorsOf(given), {}}, sink(to) {}

  ScriptSummary run() {
    globals();
    summary.torch = std::ranges::any_of(script.globals, [](const auto &entry) {
      return entry.second.is(Value::Kind::Module) && llvm::StringRef(entry.second.text).starts_with("torch");
    });
    std::vector<Defined> functions;
    functionsOf(script.tree.module().children("body"), nullptr, {}, functions);
    for (const Defined &each : functions) {
      ++summary.functions;
      one(each);
    }
    one({nullptr, nullptr, {}});
    return summary;
  }

private:
  /// What functions see of the top level: modules, functions, classes and constants.
  void globals();
  void one(const Defined &what);

  Places places;
  Script script;
  const std::function<void(order::Procedure &&)> &sink;
  ScriptSummary summary;
};

void Translation::globals() {
  Learnt none;
  order::Procedure scratch;
  Evaluator evaluator(script, none, scratch);
  script.globals = evaluator.definitions();
}

void Translation::one(const Defined &what) {
  const auto &[function, owner, enclosing] = what;
  Learnt learnt;
  std::optional<order::Procedure> last;
  std::pair<unsigned, unsigned> counted;
  for (unsigned attempt = 0; attempt < bounds::evaluations; ++attempt) {
    last.emplace();
    last->name = function ? (owner ? owner->text("name").str() + "." : "") + function->text("name").str() : topLevel;
    learnt.changed = false;
    Evaluator evaluator(script, learnt, *last);
    evaluator.run(function, owner, enclosing);
    counted = evaluator.assignmentsOnSlice();
    if (!learnt.changed)
      break;
  }
  if (learnt.changed) { // what it gives was computed from less than is known of its inputs
    last->effects.clear();
    last->unanalysed.push_back({places.file(), function ? function->at.line : 1, function ? function->at.column : 1, "'" + last->name + "'",
                                "the axes of its inputs contradict one another"});
  }
  if (!function && last->effects.empty())
    return;
  summary.assignments += counted.first;
  summary.understood += counted.second;
  sink(std::move(*last));
}

} // namespace

std::map<std::string, Value> Evaluator::definitions() {
  state.scopes.emplace_back();
  // Imports inside of functions and choices are seen everywhere: those of the top level come last and hold where both are there.
  std::vector<const Syntax *> imports;
  importsOf(script.tree.module().children("body"), imports);
  for (const Syntax *each : imports)
    importModule(*each);
  for (const Syntax *each : script.tree.module().children("body"))
    if (each && (each->is("Import") || each->is("ImportFrom")))
      importModule(*each);
    else if (each && (each->is("FunctionDef") || each->is("ClassDef")))
      define(*each);
    else if (each && each->is("Assign") && each->children("targets").size() == 1 && each->children("targets")[0]->is("Name") &&
             each->child("value")) {
      // Constants: numbers that are written down.
      const Syntax *value = each->child("value");
      Value result;
      result.text = each->children("targets")[0]->text("id").str();
      state.scopes.back().insert_or_assign(result.text, value->is("Lambda") ? evaluate(value) : result);
    }
  return state.scopes.back();
}

void Evaluator::run(const Syntax *function, const Syntax *owner, llvm::ArrayRef<const Syntax *> enclosing) {
  state.scopes.emplace_back();
  if (!function) {
    block(script.tree.module().children("body"));
    finish(std::nullopt, nullptr);
    return;
  }
  state.scopes.emplace_back();
  for (const Syntax *around : enclosing) // functions that it may call
    for (const Syntax *each : around->children("body"))
      if (each && each->is("FunctionDef"))
        define(*each);
  std::map<std::string, Value> scope;
  const Syntax *parameters = function->child("args");
  std::vector<const Syntax *> names;
  for (const llvm::StringRef field : {"posonlyargs", "args"})
    names.insert(names.end(), parameters->children(field).begin(), parameters->children(field).end());
  for (const auto &each : {llvm::ArrayRef<const Syntax *>(names), parameters->children("kwonlyargs")})
    for (const Syntax *name : each)
      parameterNames.push_back(name->text("arg").str());
  const auto defaults = parameters->children("defaults");
  const bool isStatic =
      llvm::any_of(function->children("decorator_list"), [](const Syntax *each) { return each && each->text("id") == "staticmethod"; });
  for (std::size_t index = 0; index < names.size(); ++index) {
    const std::string name = names[index]->text("arg").str();
    if (owner && index == 0 && !isStatic) {
      Value self;
      self.kind = Kind::Object;
      self.syntax = owner;
      self.object = nextObject++;
      state.objects[self.object];
      scope[name] = self;
      if (const Syntax *constructor = methodOf(*owner, "__init__"); constructor && constructor != function) {
        Arguments none;
        none.spread = true;
        Value bound;
        bound.kind = Kind::Function;
        bound.syntax = constructor;
        bound.items = {self};
        initialised(bound, self);
      }
      continue;
    }
    const Syntax *standard = index + defaults.size() >= names.size() ? defaults[index + defaults.size() - names.size()] : nullptr;
    scope[name] = parameter(*function, name, standard, names[index]->child("annotation"));
  }
  const auto keywordOnly = parameters->children("kwonlyargs"), keywordDefaults = parameters->children("kw_defaults");
  for (std::size_t index = 0; index < keywordOnly.size(); ++index)
    scope[keywordOnly[index]->text("arg").str()] =
        parameter(*function, keywordOnly[index]->text("arg"), index < keywordDefaults.size() ? keywordDefaults[index] : nullptr,
                  keywordOnly[index]->child("annotation"));
  state.scopes.back().merge(scope);
  active.push_back(function);
  block(function->children("body"));
  finish(returned, function);
}

/// The attributes that a constructor gives an object, its parameters being inputs; nothing of this is listed as not analysed here.
void Evaluator::initialised(const Value &constructor, const Value &) {
  const Syntax *parameters = constructor.syntax->child("args");
  Arguments given;
  given.spread = true;
  const auto names = parameters->children("args"), defaults = parameters->children("defaults");
  for (std::size_t index = 1; index < names.size(); ++index) {
    const Syntax *standard = index + defaults.size() >= names.size() ? defaults[index + defaults.size() - names.size()] : nullptr;
    given.named.emplace_back(names[index]->text("arg").str(),
                             parameter(*constructor.syntax, names[index]->text("arg"), standard, names[index]->child("annotation")));
  }
  const std::size_t effects = procedure.effects.size();
  callFunction(constructor, given, *constructor.syntax);
  procedure.effects.resize(effects);
}

std::vector<std::string> profiles(const models::Models &models) {
  std::vector<std::string> names{"numpy-1", "numpy-2.2",
                                 "torch-cpu"}; // in the rules of formats and sums; torch-cpu is what is taken without a profile
  for (const auto &vendor : models.vendors())
    if (isProfile(*vendor))
      names.push_back(llvm::StringRef(vendor->name).drop_front(documentPrefix.size()).str());
  return names;
}

ScriptSummary translate(const std::string &file, llvm::StringRef text, const Tree &tree, const Options &options,
                        const std::function<void(order::Procedure &&)> &sink) {
  return Translation(file, text, tree, options, sink).run();
}

llvm::Expected<ScriptSummary> translate(const std::string &file, llvm::StringRef text, const Options &options,
                                        const std::function<void(order::Procedure &&)> &sink) {
  if (text.size() > bounds::scriptBytes)
    return llvm::createStringError(bounds::beyond(1, "MiB for a Python script"));
  if (const std::size_t at = text.find('\0'); at != llvm::StringRef::npos)
    return llvm::createStringError(std::to_string(text.take_front(at).count('\n') + 1) + ":" +
                                   std::to_string(at - (text.take_front(at).rfind('\n') + 1) + 1) + ": a NUL byte");
  llvm::Expected<std::string> json = runReader(options.interpreter.empty() ? defaultInterpreter.str() : options.interpreter, text);
  if (!json)
    return json.takeError();
  llvm::Expected<Tree> tree = readTree(*json);
  if (!tree)
    return tree.takeError();
  return translate(file, text, *tree, options, sink);
}

} // namespace fporder::python
