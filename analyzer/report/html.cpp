#include "analyzer/report/formats.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>

namespace fporder::report {

using namespace llvm;

namespace {

std::string escaped(StringRef text) {
  std::string result;
  raw_string_ostream stream(result);
  printHTMLEscaped(json::fixUTF8(text), stream);
  return result;
}

std::string cell(const std::string &text, const char *kind = "td") { return std::string("<") + kind + ">" + text + "</" + kind + ">"; }
std::string row(std::initializer_list<std::string> cells, const char *kind = "td") {
  std::string text = "<tr>";
  for (const std::string &each : cells)
    text += cell(each, kind);
  return text + "</tr>\n";
}

std::string anchorOf(const Place &place) { return escaped(place.file) + ":" + std::to_string(place.line); }

std::string outputs(const SavedReport &report) {
  if (report.outputs.empty())
    return {};
  std::string text = "<h2>Outputs</h2>\n<table>\n" + row({"output", "values", "largest error, ulp", "undecided", "not finite"}, "th");
  for (const SavedOutput &output : report.outputs)
    text += row({escaped(output.name), std::to_string(output.count), shortest(output.maxUlp), std::to_string(output.undecided),
                 std::to_string(output.nonFinite)});
  return text + "</table>\n";
}

std::string findings(const SavedReport &report, Sources &sources) {
  std::string text;
  for (const Finding &finding : findingsOf(report, sources))
    text += row({"<a href=\"#" + anchorOf(finding.place->place) + "\">" + anchorOf(finding.place->place) + ":" +
                     std::to_string(finding.place->place.column) + "</a>",
                 finding.check() + (finding.isSuppressed ? " (suppressed)" : ""), escaped(finding.message())});
  return text.empty() ? "<p>No finding.</p>\n" : "<h2>Findings</h2>\n<table>\n" + row({"place", "check", "what"}, "th") + text + "</table>\n";
}

/// A source with what its operations say beside each line.
std::string source(const std::string &file, const std::vector<const SavedPlace *> &places, Sources &sources) {
  std::map<std::uint64_t, std::vector<const SavedPlace *>> byLine;
  for (const SavedPlace *const place : places)
    byLine[place->place.line].push_back(place);
  const std::vector<std::string> &lines = sources.linesOf(file);
  std::string text = "<h3>" + escaped(file) + "</h3>\n<table class=\"source\">\n" +
                     row({"line", "source", "operations: times, largest error of a result in ulp"}, "th");
  const auto describe = [&](std::uint64_t line) {
    std::string description;
    for (const SavedPlace *const place : byLine[line])
      description +=
          (description.empty() ? "" : "; ") + escaped(place->place.operation) + " " + std::to_string(place->count) + ", " + shortest(place->maxUlp);
    return description;
  };
  if (lines.empty()) { // not found
    for (const auto &[line, at] : byLine)
      text +=
          "<tr id=\"" + escaped(file) + ":" + std::to_string(line) + "\">" + cell(std::to_string(line)) + cell("") + cell(describe(line)) + "</tr>\n";
    return text + "</table>\n";
  }
  for (std::uint64_t line = 1; line <= lines.size(); ++line)
    text += "<tr id=\"" + escaped(file) + ":" + std::to_string(line) + "\"" + (byLine.count(line) != 0 ? " class=\"hit\"" : "") + ">" +
            cell(std::to_string(line)) + cell("<code>" + escaped(lines[line - 1]) + "</code>") + cell(byLine.count(line) != 0 ? describe(line) : "") +
            "</tr>\n";
  return text + "</table>\n";
}

constexpr const char *head =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>fporder: shadow execution</title>\n<style>\n"
    "body{font:15px/1.4 sans-serif;margin:2em;color:#222;background:#fff}table{border-collapse:collapse;margin:1em "
    "0}th,td{text-align:left;padding:.15em .8em;"
    "vertical-align:top}th{border-bottom:1px solid #888}code{white-space:pre;font:13px monospace}.source td{border:0;padding:0 "
    ".8em}.hit{background:#fff3c4}\n"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}.hit{background:#4a3f10}a{color:#8cf}}\n</style></head><body>\n";

} // namespace

std::string htmlOf(const SavedReport &report, Sources &sources) {
  std::map<std::string, std::vector<const SavedPlace *>> byFile;
  for (const SavedPlace &place : report.places)
    byFile[place.place.file].push_back(&place);
  std::string text = head;
  text += "<h1>Shadow execution</h1>\n<p>Shadows: " + escaped(report.precision) + ". " + std::to_string(report.places.size()) + " places, " +
          std::to_string(report.undecided()) + " results and values undecided.</p>\n" + outputs(report) + findings(report, sources) +
          "<h2>Sources</h2>\n";
  for (const auto &[file, places] : byFile)
    text += source(file, places, sources);
  return text + "</body></html>\n";
}

} // namespace fporder::report
