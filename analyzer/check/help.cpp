#include "analyzer/check/help.h"

#include "analyzer/check/option_rows.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <span>

namespace fporder::check {
namespace {

constexpr std::size_t columns = 100;

struct Task {
  llvm::StringRef title;
  std::span<const char *const> names; // of options, in the order of their use
};

constexpr const char *checking[] = {"p",         "extra-arg",        "extra-arg-before", "removed-arg",   "level",
                                    "rules",     "rules-dir",        "models",           "header-filter", "exclude-header-filter",
                                    "j",         "no-header-search", "no-repairs",       "no-wake",       "platform",
                                    "may-alias", "resource-dir"};
constexpr const char *measuring[] = {"measure", "measure-function", "expr",        "shadow-report", "range",   "dist", "data", "samples",
                                     "seed",    "formats",          "list-inputs", "machine",       "criteria"};
constexpr const char *comparing[] = {"reference", "reference-platform", "reference-profile", "python", "self-consistency", "describe"};
constexpr const char *fixing[] = {"diff", "fix", "fix-errors", "export-fixes"};
constexpr const char *inProjects[] = {"baseline",  "write-baseline", "update-baseline",    "prune-baseline", "check-baseline",
                                      "diff-base", "line-filter",    "pre-commit",         "shard",          "time-budget",
                                      "config",    "config-file",    "no-config",          "cache-dir",      "cache-size",
                                      "no-cache",  "fail-on",        "warnings-as-errors", "min-coverage",   "strict"};
constexpr const char *reporting[] = {"format", "quiet", "verbose", "places", "use-color", "statistics"};
constexpr const char *understanding[] = {"explain", "list-rules", "list-not-analysed", "coverage"};

constexpr Task tasks[] = {
    {"Check", checking},   {"Measure", measuring},       {"Against a reference", comparing}, {"Fix", fixing},
    {"Report", reporting}, {"In a project", inProjects}, {"Understand", understanding},
};

/// `text` in lines of at most `columns`, each behind `indent` spaces but for the first, which the caller has indented.
std::string wrapped(llvm::StringRef text, std::size_t indent) {
  std::string result;
  std::size_t at = indent;
  llvm::SmallVector<llvm::StringRef, 64> words;
  text.split(words, ' ', -1, false);
  for (const llvm::StringRef word : words) {
    if (at > indent && at + 1 + word.size() > columns) {
      result += "\n" + std::string(indent, ' ');
      at = indent;
    } else if (at > indent) {
      result += ' ';
      ++at;
    }
    result += word;
    at += word.size();
  }
  return result + "\n";
}

std::string spelled(const OptionRow &row) { return dashed(row) + (row.value.empty() ? "" : (row.name.size() == 1 ? " <" : "=<") + row.value + ">"); }

std::vector<OptionRow> rowsOf(const Task &task, const std::vector<OptionRow> &all) {
  std::vector<OptionRow> rows;
  for (const char *name : task.names)
    if (const auto found = std::ranges::find(all, name, &OptionRow::name); found != all.end())
      rows.push_back(*found);
  return rows;
}

/// Those that no task names.
std::vector<OptionRow> others(const std::vector<OptionRow> &all) {
  std::vector<OptionRow> rows;
  std::ranges::copy_if(all, std::back_inserter(rows), [](const OptionRow &row) {
    return std::ranges::none_of(tasks, [&](const Task &task) { return std::ranges::find(task.names, row.name) != task.names.end(); });
  });
  return rows;
}

std::string names(const std::vector<OptionRow> &rows) {
  std::string text;
  for (const OptionRow &row : rows)
    text += (text.empty() ? "" : " ") + dashed(row);
  return text;
}

std::string paragraph(llvm::StringRef title, llvm::StringRef text) {
  constexpr std::size_t indent = 22;
  const std::string head = "  " + title.str();
  return head + std::string(indent - head.size(), ' ') + wrapped(text, indent);
}

std::string described(llvm::StringRef title, const std::vector<OptionRow> &rows) {
  constexpr std::size_t indent = 6;
  std::string text = title.str() + "\n";
  for (const OptionRow &row : rows) {
    const bool saysRepeatable = !row.isList || llvm::StringRef(row.description).contains("repeatable");
    text += "  " + spelled(row) + "\n" + std::string(indent, ' ') + wrapped(row.description + (saysRepeatable ? "" : " (repeatable)"), indent);
  }
  return text + "\n";
}

/// The part of the notes that says what the exit status means.
llvm::StringRef statusOf(llvm::StringRef epilogue) {
  const llvm::StringRef from = epilogue.substr(epilogue.find("Exit status:"));
  return from.take_front(from.find("\n\n"));
}

} // namespace

std::string help(llvm::StringRef overview, llvm::StringRef epilogue) {
  const std::vector<OptionRow> all = optionRows();
  std::string text = overview.str() + "\n";
  for (const Task &task : tasks)
    text += paragraph(task.title, names(rowsOf(task, all)));
  text += paragraph("More", "fporder-check --help-all, man fporder-check; " + names(others(all)));
  return text + "\n" + statusOf(epilogue).str() + "\n";
}

std::string helpAll(llvm::StringRef overview, llvm::StringRef epilogue) {
  const std::vector<OptionRow> all = optionRows();
  std::string text = overview.str() + "\n";
  for (const Task &task : tasks)
    text += described(task.title, rowsOf(task, all));
  return text + described("More", others(all)) + epilogue.trim('\n').str() + "\n";
}

} // namespace fporder::check
