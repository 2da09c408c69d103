#include "test/metamorphic/checked.h"

#include "analyzer/check/compile_commands.h"
#include "analyzer/check/opencl_command.h"
#include "analyzer/check/resource_directory.h"
#include "analyzer/check/translation_unit.h"
#include "analyzer/frontend/translate.h"
#include "analyzer/unit/unit_pipeline.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <stdexcept>

namespace fporder::test {

namespace {

template <class Value> Value valueOf(llvm::Expected<Value> expected) {
  if (!expected)
    throw std::runtime_error(llvm::toString(expected.takeError()));
  return std::move(*expected);
}

std::vector<std::string> standardOf(llvm::StringRef name) {
  if (name.ends_with(".c"))
    return {"-std=gnu11"};
  return name.ends_with(".cpp")  ? std::vector<std::string>{"-std=c++20"}
         : name.ends_with(".cu") ? std::vector<std::string>{"-std=c++17"}
                                 : std::vector<std::string>{};
}

template <class Finding> const std::vector<std::string> &reasonsOf(const Finding &finding) {
  static const std::vector<std::string> none;
  if constexpr (requires { finding.assumed; })
    return finding.assumed;
  else
    return none;
}

} // namespace

const std::vector<std::string> &assumedOf(const findings::Finding &finding) { return reasonsOf(finding); }

unsigned firstSource() {
  const char *seed = std::getenv("FPORDER_SEED");
  return seed ? static_cast<unsigned>(std::strtoul(seed, nullptr, 10)) : 0;
}

struct Checker::Implementation {
  rules::RuleSet rules = rules::RuleSet::builtIn();
  std::shared_ptr<const models::Models> models = models::Models::builtIn();
  std::string resources = valueOf(check::resolveResourceDirectory(""));
  llvm::SmallString<128> directory;
  check::FileFilter filter = valueOf(check::FileFilter::create("^$", "", {}, "/"));

  Implementation() {
    llvm::SmallString<128> made;
    if (llvm::sys::fs::createUniqueDirectory("fporder-checked", made) || llvm::sys::fs::real_path(made, directory))
      throw std::runtime_error("cannot create a temporary directory");
  }
  ~Implementation() { (void)llvm::sys::fs::remove_directories(directory); }

  check::CompileCommand write(const SourceText &source) const {
    const std::string path = (directory + "/" + source.name).str();
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << source.text;
    check::CompileCommands::Settings settings{directory.str().str(), {}, standardOf(source.name), {}, {}, {}};
    settings.fixedFlags->insert(settings.fixedFlags->end(), source.flags.begin(), source.flags.end());
    if (!source.folder.empty())
      settings.fixedFlags->insert(settings.fixedFlags->end(), {"-I", source.folder});
    return valueOf(check::CompileCommands(settings).commandsFor(path)).front();
  }

  check::ParseResult parse(const SourceText &source, const std::function<void(clang::ASTContext &)> &consumer) const {
    const check::CompileCommand command = write(source);
    check::ParseRequest request{&command, source.name, resources};
    request.models = models.get();
    if (check::isOpenClName(source.name))
      request.prelude = check::openClPrelude;
    return check::parseTranslationUnit(request, consumer);
  }
};

Checker::Checker() : implementation(std::make_unique<Implementation>()) {}
Checker::~Checker() = default;

Checked Checker::check(const SourceText &source, bool withFixes) {
  check::AnalysisUnit unit;
  unit.displayName = source.name;
  unit.command = implementation->write(source);
  unit.rules = &implementation->rules;
  unit.models = implementation->models;
  unit.filter = &implementation->filter;
  // What is searched in one function leaves less for the next ones, which is no matter of what they mean.
  evidence::SearchBudget plenty;
  plenty.nodes = plenty.operations = 1e15;
  unit.matching.search = &plenty;
  check::AnalysisSettings settings;
  settings.resourceDirectory = implementation->resources;
  settings.lastOfProcess = false;
  settings.buildSteps = false;
  settings.buildFixes = withFixes;
  findings::SourceFiles sources;
  sources.set(source.name, source.text);
  check::UnitOutcome outcome = std::move(check::analyseUnits({unit}, settings, sources).front());
  return {std::move(outcome.result.found), std::move(outcome.crash), outcome.result.parse.errors};
}

std::vector<findings::Finding> Checker::madeByArguments(const SourceText &source) {
  std::vector<findings::Finding> found;
  implementation->parse(source, [&](clang::ASTContext &context) {
    const std::vector<std::string> included;
    unit::UnitRequest request{implementation->rules, *implementation->models, (implementation->directory + "/" + source.name).str(), included};
    request.collecting.displayPath = [&](const std::string &) { return source.name; };
    request.collecting.reported = [](const std::string &) { return true; };
    request.collecting.steps = false;
    request.collected = [&](const order::Procedure &, findings::Finding &finding) {
      if (finding.withinCallee)
        found.push_back(finding);
    };
    unit::analyse(context, std::move(request));
  });
  return found;
}

void Checker::parse(const SourceText &source, const std::function<void(clang::ASTContext &)> &consumer) {
  const check::ParseResult result = implementation->parse(source, consumer);
  if (!result.parsed)
    throw std::runtime_error(source.name + " cannot be parsed: " + result.failure);
}

Checker::Seen Checker::translate(const SourceText &source, const std::function<void(order::Procedure &&)> &sink) {
  Seen seen;
  const auto lost = check::runIsolated(1, 1, [&](std::size_t) {
    seen.errors = implementation->parse(source, [&](clang::ASTContext &context) { frontend::translate(context, {}, sink); }).errors;
  });
  if (!lost.empty())
    seen.crash = lost.front().reason;
  return seen;
}

} // namespace fporder::test
