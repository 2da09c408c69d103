#include "analyzer/check/measuring.h"

#include "analyzer/check/messages.h"
#include "analyzer/check/progress.h"
#include "analyzer/findings/annotations.h"
#include "runtime/data/data_file.h"
#include "runtime/data/data_spec.h"
#include "runtime/measure/enumerated.h"
#include "runtime/measure/leaf_table.h"
#include "runtime/measure/measure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {
namespace {

constexpr std::size_t plottedSamples = 1500;

llvm::Error failure(const Error &error) { return llvm::createStringError(error.message); }

llvm::Error addFile(const std::string &file, measure::DataSet &data) {
  std::vector<data::Tensor> tensors;
  if (llvm::sys::fs::is_directory(file)) {
    Result<data::Folder> folder = data::readFolder(file);
    if (!folder)
      return failure(folder.error());
    for (const std::string &note : folder->notes)
      notice("note: " + note);
    tensors = std::move(folder->tensors);
  } else {
    Result<data::DataSpec> spec = data::parseFileSpec(file);
    if (!spec)
      return failure(spec.error());
    Result<std::vector<data::Tensor>> read = data::readFile(spec->file, spec->options);
    if (!read)
      return failure(read.error());
    tensors = std::move(*read);
  }
  for (data::Tensor &tensor : tensors) {
    for (const std::string &note : tensor.notes)
      notice("note: " + note);
    std::string name = tensor.name;
    data.tensors.push_back({std::move(name), std::move(tensor)});
  }
  return llvm::Error::success();
}

template <typename Read> llvm::Error addDistributions(const std::vector<std::string> &texts, const Read &read, measure::DataSet &data) {
  for (const std::string &text : texts) {
    Result<data::NamedDistribution> named = read(text);
    if (!named)
      return failure(named.error());
    data.distributions.push_back(std::move(*named));
  }
  return llvm::Error::success();
}

/// What the findings' expressions read: every name that a user may write, and the symbols themselves for lists.
struct NamesInUse {
  llvm::StringSet<> all;
  std::vector<std::string> symbols;
};

NamesInUse namesInUse(const findings::Report &report) {
  NamesInUse names;
  for (const findings::Finding &finding : report.findings) {
    if (!finding.subject)
      continue;
    const measure::LeafTable table = measure::leavesOf(*finding.subject);
    for (const measure::Leaf &leaf : table.leaves)
      for (const std::string &name : measure::namesOf(finding.subject->function, leaf.symbol))
        names.all.insert(name);
    for (const std::string &symbol : measure::valuedNames(*finding.subject, table))
      if (!llvm::is_contained(names.symbols, symbol))
        names.symbols.push_back(symbol);
  }
  return names;
}

bool everyNameIsKnown(const findings::Report &report, const measure::DataSet &data) {
  const NamesInUse known = namesInUse(report);
  const std::string existing = measure::listed(known.symbols);
  bool all = true, some = false;
  const auto check = [&](const std::string &name, const char *what) {
    if (known.all.contains(name)) {
      some = true;
      return;
    }
    all = false;
    notice("note: " + std::string(what) + " '" + name + "' is read by no finding's expression; these read " + existing);
  };
  for (const measure::NamedTensor &tensor : data.tensors)
    check(tensor.name, "array");
  for (const data::NamedDistribution &distribution : data.distributions)
    check(distribution.name, "range of");
  if (!all && !some && llvm::any_of(report.findings, [](const findings::Finding &finding) { return finding.subject && !finding.suppression; })) {
    reportError("none of the names given for --measure occurs in a finding's expression; there are " + existing +
                ", each also as 'function.name' or, of a member 'adam.lr', as 'lr'");
    return false;
  }
  return true;
}

/// Functions of --measure-function of which nothing is measured are errors.
bool everyFunctionIsKnown(const findings::Report &report, const std::vector<std::string> &functions) {
  bool all = true;
  for (const std::string &name : functions) {
    const auto isOf = [&](const findings::Finding &finding) { return finding.subject && rules::isFunction(finding.function, name); };
    if (llvm::any_of(report.findings, isOf))
      continue;
    all = false;
    reportError("no value is measured of a function '" + name + "': none of that name stores or returns a floating-point result");
  }
  return all;
}

class Measuring {
public:
  Measuring(const MeasureInputs &inputs, const MeasureSettings &settings, unsigned threads, findings::SourceFiles &files)
      : data(inputs.data), identities(inputs.identities), sources(files), binding{settings.seed} {
    options.samples = settings.samples;
    if (settings.samplesGiven)
      options.sampleLimit = settings.samples, options.valueLimit = UINT64_MAX, options.asManyAsGiven = true;
    options.threads = threads;
    options.criteria = inputs.criteria;
    options.scatterPoints = settings.singleSamples ? plottedSamples : 0;
    options.seed = settings.seed;
    machine = settings.machine.empty() ? nullptr : measure::findMachine(settings.machine);
  }

  bool measureOne(findings::Finding &finding, Progress &progress) {
    if (finding.crossCheck && finding.crossCheck->verdict == findings::CrossCheck::Verdict::Differs) {
      finding.notes.push_back({finding.where, findings::text(*finding.crossCheck)});
      return true;
    }
    constexpr double enumerating = 0.2; // of a finding's time
    const measure::DataSet &values = dataFor(finding.where.file);
    options.progress = [&](double share) { progress.part(enumerating * share); };
    const std::string enumerated = extendOrders(finding, values);
    options.progress = [&](double share) { progress.part(enumerating + (1 - enumerating) * share); };
    Result<measure::Measurement> measured = measure::measure(*finding.subject, values, binding, options);
    if (!measured) {
      if (said.insert(measured.error().message).second)
        reportError(finding.where.file + ":" + std::to_string(finding.where.line) + ": " + measured.error().message);
      finding.notes.push_back({finding.where, "not measured: " + measured.error().message});
      return false;
    }
    if (!measured->unsupported.empty()) {
      finding.notes.push_back({finding.where, "not measured: " + measured->unsupported});
      return true;
    }
    if (finding.subject->widened != format::Format::Unknown)
      measured->notes.push_back("measured as this target compiles it: arithmetic on " + std::string(format::name(finding.subject->widened)) +
                                " values runs in binary32 and is rounded where a value is stored; with --extra-arg=-fexcess-precision=16 it is that "
                                "of devices, rounded at each operation");
    if (!enumerated.empty())
      measured->notes.push_back(enumerated);
    finding.machine = machine;
    finding.measurement = std::make_shared<const measure::Measurement>(std::move(*measured));
    return true;
  }

  bool annotationsAreRight() const { return rightAnnotations; }

private:
  /// Gives the finding the orders that enumeration finds and nothing beats; says in words what was tried.
  std::string extendOrders(findings::Finding &finding, const measure::DataSet &values) {
    auto subject = std::make_shared<measure::Subject>(std::move(*finding.subject));
    Result<measure::Enumerated> found = measure::addEnumerated(*subject, values, binding, options, identities);
    for (std::size_t o = finding.orders.size(); o < subject->orderings.size(); ++o)
      finding.orders.push_back({subject->orderings[o].expression, "found by enumeration", false});
    finding.subject = std::move(subject);
    if (!found || found->tried == 0)
      return "";
    return std::to_string(found->tried) + (found->tried == 1 ? " more order was" : " more orders were") + " enumerated and tried on some samples; " +
           (found->kept ? std::to_string(found->kept) + " of them shown: none other is more accurate and cheaper"
                        : "none is clearly more accurate or cheaper") +
           (found->leftOut ? "; " + std::string(found->leftOutExact ? "" : "at least ") + std::to_string(found->leftOut) + " others were left out"
                           : "");
  }

  /// The command line's data, then the file's annotations: the first that names a leaf wins.
  const measure::DataSet &dataFor(const std::string &file) {
    const auto [known, isNew] = byFile.try_emplace(file, data);
    const findings::SourceFile *source = isNew ? sources.find(file) : nullptr;
    if (source) {
      findings::ValueAnnotations annotations = findings::valueAnnotations(*source);
      llvm::append_range(known->second.distributions, annotations.distributions);
      for (const auto &mistake : annotations.mistakes)
        reportError(file + ":" + std::to_string(mistake.line) + ": " + mistake.message);
      rightAnnotations &= annotations.mistakes.empty();
    }
    return known->second;
  }

  const measure::DataSet &data;
  const std::vector<enumerate::Identity> &identities;
  findings::SourceFiles &sources;
  std::map<std::string, measure::DataSet> byFile;
  bool rightAnnotations = true;
  measure::BindingOptions binding;
  const measure::Machine *machine = nullptr;
  measure::MeasureOptions options;
  llvm::StringSet<> said;
};

} // namespace

llvm::Expected<MeasureInputs> loadInputs(const MeasureSettings &settings) {
  MeasureInputs inputs;
  measure::DataSet &data = inputs.data;
  if (!settings.criteria.empty()) {
    Result<std::vector<measure::CriterionChoice>> criteria = measure::parseCriteria(settings.criteria);
    if (!criteria)
      return failure(criteria.error());
    inputs.criteria = std::move(*criteria);
  }
  for (const std::string &text : settings.data) {
    Result<data::DataSpec> spec = data::parseDataSpec(text);
    if (!spec)
      return failure(spec.error());
    Result<data::Tensor> tensor = data::readSpec(*spec);
    if (!tensor)
      return failure(tensor.error());
    data.tensors.push_back({spec->qualifiedName(), std::move(*tensor)});
  }
  if (llvm::Error error = addDistributions(settings.ranges, data::parseRange, data))
    return std::move(error);
  if (llvm::Error error = addDistributions(settings.distributions, data::parseDistribution, data))
    return std::move(error);
  for (const std::string &file : settings.files)
    if (llvm::Error error = addFile(file, data))
      return std::move(error);
  return inputs;
}

bool measureFindings(findings::Report &report, const MeasureInputs &inputs, const MeasureSettings &settings, unsigned threads,
                     findings::SourceFiles &sources) {
  bool useful = everyNameIsKnown(report, inputs.data) && everyFunctionIsKnown(report, settings.functions);
  std::vector<findings::Finding *> chosen;
  for (findings::Finding &finding : report.findings)
    if (finding.subject && !finding.suppression)
      chosen.push_back(&finding);
  Progress progress("measuring", chosen.size());
  Measuring measuring(inputs, settings, threads, sources);
  for (findings::Finding *finding : chosen) {
    useful &= measuring.measureOne(*finding, progress);
    progress.next();
  }
  return useful && measuring.annotationsAreRight();
}

} // namespace fporder::check
