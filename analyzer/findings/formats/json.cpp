// The JSON contract, version 1:
//   {"version":1, "tool":{"name","version"},
//    "findings":[{"rule","id","family","severity","evidence","file","line","column","endLine","endColumn","function","expression",
//                 "level","evidenceText","witness","quietedBy","values":[{"name","expression","line"}],
//                 "places":[{"file","line","column","expression","fix","fingerprint"}], "assumed":[REASON],
//                 "orders":[{"expression","written","note","measured"}], "message", "wokenAs":[VARIANT],
//                 "notes":[{"file","line","column","endLine","endColumn","message"}], "fix", "fingerprint"}],
//    "conformance":[{"function","output","verdict","file","line","column","refFile","refLine","refColumn","class","expression","refExpression",
//                    "message","settle","measured":{"share","samples","maxUlp"},"assumed":[REASON]}],
//    "selfConsistency":[{"group","evidence","base":{"function","file","line"},
//                        "members":[{"function","file","line","outputs":[an entry as under "conformance"]}]}],
//    "descriptions":[{"function","file","line","outputs":[{"name","facts":[{"about","text"}]}]}],
//    "notAnalysed":[{"file","line","what","why"}], "foundHeaders":[{"name","path","candidates","shortened"}], "summary":{...}}
// A finding stands for all its `places`, its own first: statements of one shape in a function. `values` are what names in the message and the orders
// stand for; `expression` holds no such names. Each place has its own fingerprint, and a "fix" where it has one.
// "foundHeaders" is there when the header search found any; "wokenAs" where only these variants ("aarch64") show the code that the finding is in.
// "conformance" is there with --reference: an entry for each output of the reference, `verdict` being "same-order", "different-operators",
// "different-schedule", "different-order", "different-formula" or "undecided" (runtime/conform/conform.h says what they mean); "line" and "refLine"
// are where the two begin to differ, or where they store the output, 0 where that is not known; "class" is how ("multiply-then-divide", ...), ""
// where they do not; "settle" is a comment to write that would decide, "" where there is none; "measured" is null where nothing was: "share" is that
// of samples on which the bits differ, 0..1.
// "selfConsistency" is there with --self-consistency: `evidence` is why functions are compared: "value" (equal over the reals), "name", "name and
// value", or "elements" (of one output, written in several places); in the entries "ref" is the base. "descriptions" is there with --describe.
// `severity` is "warning" or "remark", with --level=audit "audit" as well; `level` is the same; `evidence` names the strongest evidence,
// "order-sensitive" when there is none but the order itself; `evidenceText` is the sentence that says what decided the level, and `witness` the input
// that shows it:
// {"family","share","inputs":{NAME: SAMPLE},"exact":SAMPLE,"written":SAMPLE,"other":SAMPLE}, `share` being that of the family's inputs that are hurt
// (0 where the input was found by stepping to a boundary), `other` missing where no other order is offered; `quietedBy` says of an audit finding
// which condition keeps it below a remark; `assumed` is there where the finding rests on what was not proven, which costs it a level and its fix; the
// place is the operator token of the last operation of the matched pattern; `fix` is null or
// {"class","edits":[{"file","line","column","endLine","endColumn","text"}]}, the class being "evidence", "on-demand" (--fix=all) or "reference"
// (changes the value: it makes it the reference's). Suppressed findings are counted in the summary and left out of the list. `measured` is there with
// --measure: {"maxUlp","p99Ulp","meanUlp","maxRelative","maxAbsolute","bitsDiffer","closer","overflow","underflow","lost",
// "nonFinite","samples","samplesNotReached","amplificationP99","consumer","worst"}; shares are 0..1, counts are of samples; samples that conditions
// keep from the expression are in "samplesNotReached" alone; a finding that is not measured has a note "not measured: WHY" instead; "worst" is
// {"ulp","searched","inputs":{NAME: SAMPLE},"computed":SAMPLE,"exact":SAMPLE} with SAMPLE {"dec","hex","bits"}; "consumer" holds the same error
// figures after the sum or difference that takes the result; "gates":[{"criterion","passed","checks":[{"what","value","limit","passed"}]}] judge the
// written order with this one as golden, where --criteria asks for it. What could not be computed is null.
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/measured_json.h"
#include "analyzer/findings/quoted_stream.h"
#include "analyzer/findings/render.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::findings {

namespace {

void region(llvm::json::OStream &json, const Region &where) {
  json.attribute("file", utf8(where.file));
  json.attribute("line", where.line);
  json.attribute("column", where.column);
  json.attribute("endLine", where.endLine);
  json.attribute("endColumn", where.endColumn);
}

void fix(llvm::json::OStream &json, const std::optional<Fix> &fix) {
  if (!fix)
    return json.attribute("fix", nullptr);
  json.attributeObject("fix", [&] {
    json.attribute("class", fix->fixClass);
    json.attributeArray("edits", [&] {
      for (const Edit &edit : fix->edits)
        json.object([&] {
          region(json, edit.where);
          json.attribute("text", utf8(edit.text));
        });
    });
  });
}

void orders(llvm::json::OStream &json, const Finding &finding) {
  json.attributeArray("orders", [&] {
    for (std::size_t i = 0; i < finding.orders.size(); ++i)
      json.object([&] {
        const OrderText &order = finding.orders[i];
        json.attribute("expression", utf8(order.expression));
        json.attribute("written", order.written);
        json.attribute("note", utf8(order.note));
        if (finding.measurement)
          measuredJson(json, finding, i);
      });
  });
}

void notes(llvm::json::OStream &json, const Finding &finding) {
  json.attributeArray("notes", [&] {
    for (const Note &note : finding.notes)
      json.object([&] {
        region(json, note.where);
        json.attribute("message", utf8(note.message));
      });
  });
}

void values(llvm::json::OStream &json, const Finding &finding) {
  json.attributeArray("values", [&] {
    for (const NamedValue &value : finding.values)
      json.object([&] {
        json.attribute("name", utf8(value.name));
        json.attribute("expression", utf8(value.expression));
        json.attribute("line", value.line);
      });
  });
}

void places(llvm::json::OStream &json, const Group &group) {
  placesJson(json, group, [&](const Finding &place) {
    json.attribute("expression", utf8(place.expression));
    if (place.fix)
      fix(json, place.fix);
  });
}

void findingObject(llvm::json::OStream &json, const Group &group) {
  const Finding &finding = group.first();
  json.attribute("rule", finding.rule);
  json.attribute("id", finding.id);
  json.attribute("family", finding.family);
  json.attribute("severity", utf8(rules::name(finding.severity)));
  json.attribute("evidence", finding.evidence.empty() ? "order-sensitive" : finding.evidence.front().kind);
  evidenceJson(json, finding);
  region(json, finding.where);
  json.attribute("function", utf8(finding.function));
  json.attribute("expression", utf8(finding.expression));
  if (!finding.assumed.empty())
    json.attributeArray("assumed", [&] {
      for (const std::string &reason : finding.assumed)
        json.value(utf8(reason));
    });
  orders(json, finding);
  if (!finding.values.empty())
    values(json, finding);
  places(json, group);
  json.attribute("message", utf8(finding.message));
  if (!finding.variants.empty())
    json.attributeArray("wokenAs", [&] {
      for (const std::string &variant : finding.variants)
        json.value(utf8(variant));
    });
  if (finding.crossCheck)
    crossCheckJson(json, finding);
  notes(json, finding);
  fix(json, finding.fix);
  json.attribute("fingerprint", finding.fingerprint);
}

void summary(llvm::json::OStream &json, const Report &report) {
  const Report::Summary &summary = report.summary;
  json.attributeObject("summary", [&] {
    json.attribute("files", summary.files);
    json.attribute("filesFailed", summary.filesFailed);
    json.attribute("functions", summary.functions);
    json.attribute("floatingOperations", summary.floatingOperations);
    json.attribute("findings", summary.warnings + summary.remarks + summary.audited);
    json.attribute("warnings", summary.warnings);
    json.attribute("remarks", summary.remarks);
    if (summary.audited != 0)
      json.attribute("audit", summary.audited);
    json.attribute("places", summary.places);
    json.attribute("suppressed", summary.suppressed);
    json.attribute("notAnalysed", static_cast<std::int64_t>(report.notAnalysed.size()));
  });
}

void foundHeaders(llvm::json::OStream &json, const Report &report) {
  json.attributeArray("foundHeaders", [&] {
    for (const FoundHeader &header : report.foundHeaders)
      json.object([&] {
        json.attribute("name", utf8(header.name));
        json.attribute("path", utf8(header.path));
        json.attribute("candidates", header.candidates);
        json.attribute("shortened", header.shortened);
      });
  });
}

void coverage(llvm::json::OStream &json, const Report &report, bool listMissing) {
  json.attributeArray("coverage", [&] {
    for (const FileCoverage &file : report.coverage)
      json.object([&] {
        json.attribute("file", utf8(file.file));
        json.attribute("operators", file.operators);
        json.attribute("inGraphs", file.reached());
        json.attribute("lines", file.lines);
        if (!listMissing)
          return;
        json.attributeArray("missing", [&] {
          for (const FileCoverage::Missing &missing : file.missing)
            json.object([&] {
              json.attribute("line", missing.line);
              json.attribute("column", missing.column);
              json.attribute("why", utf8(missing.why));
            });
        });
      });
  });
}

void measured(llvm::json::OStream &json, const std::optional<conform::Measured> &measured) {
  if (!measured)
    return json.attribute("measured", nullptr);
  json.attributeObject("measured", [&] {
    json.attribute("share", measured->share);
    json.attribute("samples", static_cast<std::int64_t>(measured->samples));
    json.attribute("maxUlp", measured->largestUlps);
  });
}

void conformance(llvm::json::OStream &json, std::string_view key, std::span<const ConformanceEntry> entries) {
  json.attributeArray(key, [&] {
    for (const ConformanceEntry &entry : entries)
      json.object([&] {
        json.attribute("function", utf8(entry.function));
        json.attribute("output", utf8(entry.output));
        json.attribute("verdict", entry.verdict);
        json.attribute("file", utf8(entry.where.file));
        json.attribute("line", entry.where.line);
        json.attribute("column", entry.where.column);
        json.attribute("refFile", utf8(entry.reference.file));
        json.attribute("refLine", entry.reference.line);
        json.attribute("refColumn", entry.reference.column);
        json.attribute("class", entry.difference);
        json.attribute("expression", utf8(entry.expression));
        json.attribute("refExpression", utf8(entry.referenceExpression));
        json.attribute("message", utf8(entry.message));
        json.attribute("settle", utf8(entry.settle));
        measured(json, entry.measured);
        json.attributeArray("assumed", [&] {
          for (const std::string &reason : entry.assumed)
            json.value(utf8(reason));
        });
      });
  });
}

void function(llvm::json::OStream &json, const std::string &name, const Region &where) {
  json.attribute("function", utf8(name));
  json.attribute("file", utf8(where.file));
  json.attribute("line", where.line);
}

void consistency(llvm::json::OStream &json, std::span<const ConsistencyGroup> groups) {
  json.attributeArray("selfConsistency", [&] {
    for (const ConsistencyGroup &group : groups)
      json.object([&] {
        json.attribute("group", utf8(group.name));
        json.attribute("evidence", group.evidence);
        json.attributeObject("base", [&] { function(json, group.baseFunction, group.base); });
        json.attributeArray("members", [&] {
          for (const ConsistencyMember &member : group.members)
            json.object([&] {
              function(json, member.function, member.where);
              conformance(json, "outputs", member.outputs);
            });
        });
      });
  });
}

void descriptions(llvm::json::OStream &json, std::span<const Description> all) {
  const auto facts = [&](const DescribedOutput &output) {
    json.attribute("name", utf8(output.name));
    json.attributeArray("facts", [&] {
      for (const DescribedFact &fact : output.facts)
        json.object([&] {
          json.attribute("about", utf8(fact.about));
          json.attribute("text", utf8(fact.text));
        });
    });
  };
  json.attributeArray("descriptions", [&] {
    for (const Description &each : all)
      json.object([&] {
        function(json, each.function, each.where);
        json.attributeArray("outputs", [&] {
          for (const DescribedOutput &output : each.outputs)
            json.object([&] { facts(output); });
        });
      });
  });
}

void renderJson(const RenderInput &input, llvm::raw_ostream &target) {
  QuotedStream stream(target);
  llvm::json::OStream json(stream, 1);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeObject("tool", [&] {
      json.attribute("name", "fporder-check");
      json.attribute("version", FPORDER_VERSION);
    });
    json.attributeArray("findings", [&] {
      for (const Group &group : groupsOf(input.report))
        if (!group.first().suppression)
          json.object([&] { findingObject(json, group); });
    });
    if (!input.conformance.empty())
      conformance(json, "conformance", input.conformance);
    if (input.groups)
      consistency(json, *input.groups);
    if (input.descriptions)
      descriptions(json, *input.descriptions);
    json.attributeArray("notAnalysed", [&] {
      for (const NotAnalysed &entry : input.report.notAnalysed)
        json.object([&] {
          json.attribute("file", utf8(entry.file));
          json.attribute("line", entry.line);
          json.attribute("what", utf8(entry.what));
          json.attribute("why", utf8(entry.why));
        });
    });
    if (!input.report.foundHeaders.empty())
      foundHeaders(json, input.report);
    if (!input.report.coverage.empty())
      coverage(json, input.report, input.options.listMissing);
    summary(json, input.report);
  });
  stream << '\n';
}

} // namespace

extern const Renderer jsonRenderer;
const Renderer jsonRenderer = {"json", "the JSON contract, version 1", renderJson};

} // namespace fporder::findings
