// SARIF 2.1.0 (OASIS standard with errata 01), as code-scanning services and editors read it.
//
// ruleId is FPOnnn, which never changes; the slug is the rule's name. A remark has level "note". Columns are UTF-16 code units. Code flows show the
// matched operations in the order in which they run. A finding at several places is one result at the first, with the others as related locations
// and, with their fingerprints, in "properties". Suppressed findings are listed with their suppression; what was not analysed becomes notifications
// of the invocation, which is unsuccessful when a requested file gave nothing at all.
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/measured_json.h"
#include "analyzer/findings/own_rules.h"
#include "analyzer/findings/quoted_stream.h"
#include "analyzer/findings/render.h"
#include "analyzer/findings/sarif_location.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <span>

namespace fporder::findings {

namespace {

constexpr const char *schemaUri = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const char *level(rules::Severity severity) { return severity == rules::Severity::Warning ? "warning" : "note"; }

/// The first paragraph under the document's first heading of prose: what the rule does, in a sentence or two.
std::string firstParagraph(std::string_view markdown) {
  std::string paragraph;
  std::size_t begin = 0;
  while (begin < markdown.size()) {
    std::size_t end = std::min(markdown.find('\n', begin), markdown.size());
    std::string_view line = markdown.substr(begin, end - begin);
    begin = end + 1;
    bool prose = !line.empty() && line.front() != '#' && !line.starts_with("```");
    if (!prose && !paragraph.empty())
      break;
    if (prose)
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
  }
  return paragraph;
}

/// What a viewer shows of the finding: it has no other place for what the finding rests on.
std::string withAssumptions(const Finding &finding) {
  std::string text = finding.message;
  for (const std::string &reason : finding.assumed)
    text += "; assumed: " + reason;
  return text;
}

/// Writes one log with one run.
class SarifWriter {
public:
  SarifWriter(const RenderInput &input, llvm::raw_ostream &stream) : input(input), json(stream, 1), columns(input.sources) {}
  void write();

private:
  void message(llvm::StringRef key, std::string_view text);
  void artifact(llvm::StringRef key, const std::string &path);
  void region(llvm::StringRef key, const Region &where);
  void physical(const Region &where);
  void tool();
  void rule(const rules::Rule &rule);
  void ownRule(const OwnRule &rule);
  void result(const Group &group);
  void related(const Group &group);
  void codeFlow(const Finding &finding);
  void fix(const Finding &finding);
  void properties(const Group &group);
  void invocation();
  void notification(const NotAnalysed &entry);

  const RenderInput &input;
  llvm::json::OStream json;
  Utf16Columns columns;
  std::map<std::string, unsigned> ruleIndex; // by id
};

void SarifWriter::message(llvm::StringRef key, std::string_view text) {
  json.attributeObject(key, [&] { json.attribute("text", sarifMessage(text)); });
}

void SarifWriter::artifact(llvm::StringRef key, const std::string &path) {
  ArtifactUri uri = artifactUri(path, input.options.workingDirectory);
  json.attributeObject(key, [&] {
    json.attribute("uri", uri.uri);
    if (uri.relative)
      json.attribute("uriBaseId", "SRCROOT");
  });
}

void SarifWriter::region(llvm::StringRef key, const Region &where) {
  if (where.line == 0)
    return;
  Region units = columns.region(where);
  json.attributeObject(key, [&] {
    json.attribute("startLine", units.line);
    if (units.column)
      json.attribute("startColumn", units.column);
    if (units.endLine >= units.line && units.endColumn) {
      json.attribute("endLine", units.endLine);
      json.attribute("endColumn", units.endColumn);
    }
  });
}

void SarifWriter::physical(const Region &where) {
  json.attributeObject("physicalLocation", [&] {
    artifact("artifactLocation", where.file);
    region("region", where);
  });
}

void SarifWriter::rule(const rules::Rule &rule) {
  ruleIndex.emplace(rule.id, ruleIndex.size());
  json.object([&] {
    json.attribute("id", utf8(rule.id));
    json.attribute("name", utf8(rule.slug));
    json.attributeObject("shortDescription", [&] { json.attribute("text", utf8(rule.title)); });
    std::string described = firstParagraph(rule.markdown);
    json.attributeObject("fullDescription", [&] { json.attribute("text", utf8(described.empty() ? rule.title : described)); });
    json.attributeObject("help", [&] {
      json.attribute("text", utf8(rule.markdown));
      json.attribute("markdown", utf8(rule.markdown));
    });
    json.attributeObject("defaultConfiguration", [&] { json.attribute("level", level(rule.severity)); });
    json.attributeObject("properties", [&] {
      json.attributeArray("tags", [&] {
        json.value("floating-point");
        json.value(utf8(rule.family));
      });
      json.attribute("precision", rule.severity == rules::Severity::Warning ? "high" : "medium");
      json.attribute("problem.severity", rule.severity == rules::Severity::Warning ? "warning" : "recommendation");
    });
  });
}

void SarifWriter::ownRule(const OwnRule &rule) {
  ruleIndex.emplace(std::string(rule.id), ruleIndex.size());
  json.object([&] {
    json.attribute("id", utf8(rule.id));
    json.attribute("name", utf8(rule.slug));
    json.attributeObject("shortDescription", [&] { json.attribute("text", utf8(rule.title)); });
    json.attributeObject("help", [&] { json.attribute("text", utf8(rule.explanation)); });
    const bool warns = &rule == &differentOrder || &rule == &differentFormula;
    json.attributeObject("defaultConfiguration", [&] { json.attribute("level", warns ? "warning" : "note"); });
  });
}

void SarifWriter::tool() {
  json.attributeObject("tool", [&] {
    json.attributeObject("driver", [&] {
      json.attribute("name", "fporder-check");
      json.attribute("version", FPORDER_VERSION);
      json.attribute("semanticVersion", FPORDER_VERSION);
      json.attributeArray("rules", [&] {
        for (const auto &known : input.rules.rules())
          rule(*known);
        for (const OwnRule *known : ownRules())
          ownRule(*known);
      });
    });
  });
}

void SarifWriter::related(const Group &group) {
  const Finding &finding = group.first();
  if (finding.notes.empty() && group.others() == 0)
    return;
  json.attributeArray("relatedLocations", [&] {
    unsigned id = 1;
    for (const Note &note : finding.notes)
      json.object([&] {
        json.attribute("id", id++);
        physical(note.where);
        message("message", note.message);
      });
    for (const Finding *other : std::span(group.places).subspan(1))
      json.object([&] {
        json.attribute("id", id++);
        physical(other->where);
        message("message", "the same here: '" + other->orders.front().expression + "'");
      });
  });
}

void SarifWriter::codeFlow(const Finding &finding) {
  if (finding.steps.empty())
    return;
  json.attributeArray("codeFlows", [&] {
    json.object([&] {
      message("message", "the operations in the order in which they run");
      json.attributeArray("threadFlows", [&] {
        json.object([&] {
          json.attributeArray("locations", [&] {
            unsigned order = 1;
            for (const Step &step : finding.steps)
              json.object([&] {
                json.attributeObject("location", [&] {
                  physical(step.where);
                  message("message", step.message);
                });
                json.attribute("executionOrder", order++);
              });
          });
        });
      });
    });
  });
}

void SarifWriter::fix(const Finding &finding) {
  if (!finding.fix || finding.fix->edits.empty())
    return;
  std::map<std::string, std::vector<const Edit *>> byFile;
  for (const Edit &edit : finding.fix->edits)
    byFile[edit.where.file].push_back(&edit);
  json.attributeArray("fixes", [&] {
    json.object([&] {
      message("description", "write '" + finding.fix->edits.front().text + "'; equal over the reals, the bits may differ");
      json.attributeArray("artifactChanges", [&] {
        for (const auto &[file, edits] : byFile)
          json.object([&] {
            artifact("artifactLocation", file);
            json.attributeArray("replacements", [&] {
              for (const Edit *edit : edits)
                json.object([&] {
                  region("deletedRegion", edit->where);
                  json.attributeObject("insertedContent", [&] { json.attribute("text", utf8(edit->text)); });
                });
            });
          });
      });
    });
  });
}

void SarifWriter::properties(const Group &group) {
  const Finding &finding = group.first();
  json.attributeObject("properties", [&] {
    json.attribute("expression", utf8(finding.expression));
    json.attributeArray("orders", [&] {
      for (const OrderText &order : finding.orders)
        json.value(utf8(order.expression));
    });
    json.attributeArray("evidence", [&] {
      for (const rules::Evidence &evidence : finding.evidence)
        json.value(utf8(evidence.kind));
    });
    evidenceJson(json, finding);
    if (group.others() > 0)
      placesJson(json, group, [](const Finding &) {});
    if (!finding.assumed.empty())
      json.attributeArray("assumed", [&] {
        for (const std::string &reason : finding.assumed)
          json.value(utf8(reason));
      });
    if (finding.fix)
      json.attribute("fixClass", finding.fix->fixClass);
    if (finding.crossCheck)
      crossCheckJson(json, finding);
    if (finding.measurement)
      json.attributeArray("measurements", [&] {
        for (std::size_t i = 0; i < finding.orders.size(); ++i)
          json.object([&] {
            json.attribute("expression", utf8(finding.orders[i].expression));
            measuredJson(json, finding, i);
          });
      });
  });
}

void SarifWriter::result(const Group &group) {
  const Finding &finding = group.first();
  json.object([&] {
    json.attribute("ruleId", utf8(finding.id));
    if (auto index = ruleIndex.find(finding.id); index != ruleIndex.end())
      json.attribute("ruleIndex", index->second);
    json.attribute("level", level(finding.severity));
    message("message", withAssumptions(finding));
    json.attributeArray("locations", [&] {
      json.object([&] {
        physical(finding.where);
        if (!finding.function.empty())
          json.attributeArray("logicalLocations", [&] {
            json.object([&] {
              json.attribute("fullyQualifiedName", utf8(finding.function));
              json.attribute("kind", "function");
            });
          });
      });
    });
    related(group);
    codeFlow(finding);
    json.attributeObject("partialFingerprints", [&] { json.attribute("fporder/v1", finding.fingerprint); });
    if (finding.suppression)
      json.attributeArray("suppressions", [&] {
        json.object([&] {
          json.attribute("kind", finding.suppression->kind == "baseline" ? "external" : "inSource");
          if (!finding.suppression->justification.empty())
            json.attribute("justification", utf8(finding.suppression->justification));
        });
      });
    fix(finding);
    properties(group);
  });
}

void SarifWriter::notification(const NotAnalysed &entry) {
  json.object([&] {
    json.attribute("level", entry.incomplete ? "warning" : "note");
    message("message", "not analysed: " + entry.what + (entry.why.empty() ? "" : ": " + entry.why));
    if (!entry.file.empty())
      json.attributeArray("locations", [&] {
        json.object([&] { physical({entry.file, entry.line, entry.column, entry.line, entry.column ? entry.column + 1 : 0}); });
      });
  });
}

void SarifWriter::invocation() {
  json.attributeArray("invocations", [&] {
    json.object([&] {
      json.attribute("executionSuccessful", input.report.summary.filesFailed == 0);
      if (!input.options.commandLine.empty())
        json.attribute("commandLine", utf8(input.options.commandLine));
      json.attributeArray("toolExecutionNotifications", [&] {
        for (const NotAnalysed &entry : input.report.notAnalysed)
          notification(entry);
      });
    });
  });
}

void SarifWriter::write() {
  json.object([&] {
    json.attribute("$schema", schemaUri);
    json.attribute("version", "2.1.0");
    json.attributeArray("runs", [&] {
      json.object([&] {
        tool();
        invocation();
        if (!input.options.workingDirectory.empty())
          json.attributeObject("originalUriBaseIds", [&] {
            json.attributeObject("SRCROOT", [&] { json.attribute("uri", directoryUri(input.options.workingDirectory)); });
          });
        json.attribute("columnKind", "utf16CodeUnits");
        json.attributeArray("results", [&] {
          for (const Group &group : groupsOf(input.report))
            result(group);
        });
      });
    });
  });
}

void renderSarif(const RenderInput &input, llvm::raw_ostream &target) {
  QuotedStream stream(target);
  SarifWriter(input, stream).write();
  stream << '\n';
}

} // namespace

extern const Renderer sarifRenderer;
const Renderer sarifRenderer = {"sarif", "SARIF 2.1.0, for code scanning and editors", renderSarif};

} // namespace fporder::findings
