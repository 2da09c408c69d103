#include "analyzer/check/input_list.h"

#include "runtime/measure/leaf_table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace fporder::check {

namespace {

void printInput(const order::Graph &graph, const measure::Leaf &leaf, std::size_t width, llvm::raw_ostream &out) {
  out << "  " << llvm::left_justify(leaf.symbol, static_cast<unsigned>(width)) << "  " << format::name(graph[leaf.node].type.format);
  const std::size_t indices = graph[leaf.node].op == order::Op::Element ? graph.operands(leaf.node).size() : 0;
  if (indices > 0)
    out << ", an element by " << indices << (indices == 1 ? " index" : " indices");
  out << '\n';
}

} // namespace

void printInputs(const findings::Report &report, llvm::raw_ostream &out) {
  for (const findings::Finding &finding : report.findings) {
    if (!finding.subject || finding.suppression)
      continue;
    out << finding.where.file << ':' << finding.where.line << ": " << finding.rule;
    if (!finding.function.empty())
      out << " in '" << finding.function << '\'';
    out << '\n';
    const measure::LeafTable table = measure::leavesOf(*finding.subject);
    const std::vector<std::string> valued = measure::valuedNames(*finding.subject, table);
    std::size_t width = 0;
    for (const std::string &name : valued)
      width = std::max(width, name.size());
    std::vector<std::string> printed;
    for (const measure::Leaf &leaf : table.leaves)
      if (llvm::is_contained(valued, leaf.symbol) && !llvm::is_contained(printed, leaf.symbol)) {
        printInput(finding.subject->graph, leaf, width, out);
        printed.push_back(leaf.symbol);
      }
  }
}

} // namespace fporder::check
