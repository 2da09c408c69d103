// CUDA sources translated to procedures.
#pragma once

#include "analyzer/check/cuda.h"
#include "analyzer/check/resource_directory.h"
#include "analyzer/check/translation_unit.h"
#include "analyzer/frontend/syntax/operators.h"
#include "analyzer/models/model.h"
#include "test/unit/analyzer/frontend/translated.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

namespace fporder::test {

/// A .cu file as fporder-check reads it, without a toolkit.
class TranslatedCuda : public Procedures {
public:
  explicit TranslatedCuda(const std::string &code, const std::vector<std::string> &flags = {}) {
    llvm::SmallString<128> file;
    int descriptor = 0;
    REQUIRE(!llvm::sys::fs::createTemporaryFile("kernel", "cu", descriptor, file));
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << code;
    const auto models = models::Models::builtIn();
    check::CompileCommand command{"/", {"clang"}, file.str().str(), ""};
    command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
    check::translateCuda(command);
    command.arguments.insert(command.arguments.end(), {"--", command.source});
    auto resources = check::resolveResourceDirectory("");
    REQUIRE(bool(resources));
    check::ParseRequest request{&command, command.source, *resources, {}, false, nullptr, &included, {}};
    request.preprocessing = [this](clang::Preprocessor &preprocessor) { census.watch(preprocessor); };
    frontend::Options options;
    options.vendors = models->vendorsOf({command.source, code, {}});
    options.folded = [this](clang::SourceLocation token) { census.folded(token); };
    parsed = check::parseTranslationUnit(request, [&](clang::ASTContext &context) {
      frontend::translate(context, options, [this](order::Procedure &&procedure) {
        census.reached(procedure);
        take(std::move(procedure));
      });
      for (const auto &[name, own] : census.count(context, options.vendors, [](const std::string &) { return false; }))
        llvm::append_range(operators, own);
    });
    llvm::sys::fs::remove(file);
  }

  /// The environment of the only operation `op` that `function` computes.
  order::Environment environment(const std::string &function, order::Op op) const {
    const order::Procedure &in = procedure(function);
    for (const order::Computation &computation : in.computations)
      if (in.graph[computation.node].op == op)
        return in.graph.environment(computation.node);
    throw std::runtime_error("no such operation in " + function);
  }

  std::size_t missing() const {
    return static_cast<std::size_t>(llvm::count_if(operators, [](const frontend::Operator &entry) { return !entry.why.empty(); }));
  }

  check::ParseResult parsed;
  std::vector<std::string> included;
  frontend::OperatorCensus census;
  std::vector<frontend::Operator> operators; // of the only file
};

} // namespace fporder::test
