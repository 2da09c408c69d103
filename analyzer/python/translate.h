// From a Python script of NumPy or PyTorch to ordering graphs: the reference's side of a comparison.
//
// Every function and method gets a procedure, calls of functions of the same file inlined, and so do the statements of the top level where they
// compute something. An array stands for its generic element (value.h): `w - lr * m` over arrays is `w[i] - lr * m[i]`, i over all axes at once where
// nothing tells them apart, over the axes i, j, ... where something does. Effects are
//   Return    each value that a function returns, a tuple's one by one; `target` is the name of the variable, if it is one
//   Store     what a parameter, or an array reached from one, holds at the end when it was changed in place (`target` "w[i]"); elements stored in
//   loops;
//             and named outputs: what is saved (np.save, tofile, torch.save), printed or compared (assert_allclose) at any place
// and `indices` are those of the generic element for both. Formats are those that the libraries compute in, by the rules of NumPy 2 and PyTorch; of
// arrays whose format nothing says, Options::openFormat. What is not understood is an Opaque leaf and an entry of Procedure::unanalysed.
#pragma once

#include "analyzer/models/model.h"
#include "analyzer/python/syntax.h"
#include "runtime/order/procedure.h"

#include <functional>
#include <memory>
#include <string>

namespace fporder::python {

struct Options {
  std::string interpreter;                               // empty: /usr/bin/python3
  std::string profile = {};                              // of --reference-profile: "", or a name of profiles()
  format::Format openFormat = format::Format::Dependent; // of arrays whose format nothing says
  std::shared_ptr<const models::Models> models = models::Models::builtIn();
};

/// True for names by which Python scripts go: .py.
bool isScriptName(llvm::StringRef file);

/// The name of the procedure of a script's top level.
inline constexpr const char *topLevel = "<module>";

/// "torch-cpu", "torch-cuda", ...: orders in which versions of a library compute, by name; each is a document analyzer/models/python_NAME.yaml.
std::vector<std::string> profiles(const models::Models &models);

/// What a script's translation gives besides its procedures.
struct ScriptSummary {
  unsigned functions = 0;
  bool torch = false;                       // it imports PyTorch
  unsigned assignments = 0, understood = 0; // on the slices of effects: values that were assigned, and those without an opaque part of their own
};

/// Reads `text`, the script `file`, and calls `sink` with each procedure: functions and methods in source order, then the top level as topLevel. An
/// error of InterpreterMissing where no interpreter reads it; others begin with "LINE:COLUMN: " where the script has one there.
llvm::Expected<ScriptSummary> translate(const std::string &file, llvm::StringRef text, const Options &options,
                                        const std::function<void(order::Procedure &&)> &sink);

/// The same from a tree that has been read.
ScriptSummary translate(const std::string &file, llvm::StringRef text, const Tree &tree, const Options &options,
                        const std::function<void(order::Procedure &&)> &sink);

} // namespace fporder::python
