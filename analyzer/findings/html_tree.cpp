#include "analyzer/findings/html_tree.h"

#include "analyzer/findings/html_plots.h"

#include <algorithm>
#include <cstdio>

namespace fporder::findings {

namespace {

using conform::MarkedNode;

constexpr double stepX = 74, stepY = 54, margin = 54; // half a label of 14 letters
constexpr std::size_t labelBytes = 14;

struct Placed {
  double x = 0, y = 0; // in columns and levels
  unsigned turn = 0;   // when it runs; 0 for leaves
};

struct Layout {
  std::vector<Placed> nodes;
  double columns = 0, depth = 0;
};

/// Leaves side by side, operations above the middle of their operands.
Layout layout(const std::vector<MarkedNode> &tree) {
  Layout made;
  made.nodes.resize(tree.size());
  std::vector<double> first(tree.size(), -1), last(tree.size(), -1); // columns of operands
  unsigned turns = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    made.nodes[i].x = first[i] < 0 ? made.columns++ : (first[i] + last[i]) / 2;
    made.nodes[i].turn = tree[i].leaf ? 0 : ++turns;
    if (const std::size_t parent = tree[i].parent; parent != SIZE_MAX) {
      first[parent] = first[parent] < 0 ? made.nodes[i].x : first[parent];
      last[parent] = made.nodes[i].x;
    }
  }
  for (std::size_t i = tree.size(); i-- > 0;) {
    if (tree[i].parent != SIZE_MAX)
      made.nodes[i].y = made.nodes[tree[i].parent].y + 1;
    made.depth = std::max(made.depth, made.nodes[i].y);
  }
  return made;
}

double atX(const Placed &placed) { return margin + stepX * placed.x; }
double atY(const Placed &placed) { return margin + stepY * placed.y; }

/// The end of a long label, whole in its title.
std::string shortened(const std::string &label) {
  if (label.size() <= labelBytes)
    return label;
  std::size_t begin = label.size() - labelBytes + 1;
  while (begin < label.size() && (static_cast<unsigned char>(label[begin]) & 0xC0) == 0x80)
    ++begin; // a character's later bytes
  return "…" + label.substr(begin);
}

std::string drawn(const MarkedNode &node, const Placed &placed) {
  std::string svg;
  const std::string marked = node.differs ? " differs" : "";
  if (placed.turn) {
    svg += "<circle class=\"operation" + marked + "\" cx=\"" + coordinate(atX(placed)) + "\" cy=\"" + coordinate(atY(placed)) + "\" r=\"15\"/>";
    svg += "<text class=\"turn\" x=\"" + coordinate(atX(placed) + 18) + "\" y=\"" + coordinate(atY(placed) - 10) + "\">" +
           std::to_string(placed.turn) + "</text>";
  }
  svg += "<text class=\"" + std::string(placed.turn ? "symbol" : "leaf") + marked + "\" x=\"" + coordinate(atX(placed)) + "\" y=\"" +
         coordinate(atY(placed) + 4) + "\" text-anchor=\"middle\">" + htmlText(shortened(node.label)) + "<title>" + htmlText(node.label) +
         (node.differs ? " (not in the other)" : "") + "</title></text>";
  return svg;
}

} // namespace

std::string treePicture(const std::vector<MarkedNode> &tree, const std::string &title) {
  if (tree.size() < 3)
    return "";
  const Layout placed = layout(tree);
  const double wide = 2 * margin + stepX * std::max(0.0, placed.columns - 1), high = 2 * margin + stepY * placed.depth;
  std::string svg = "<svg class=\"tree\" viewBox=\"0 0 " + coordinate(wide) + " " + coordinate(high) + "\" style=\"max-width:" + coordinate(wide) +
                    "px\" role=\"img\" aria-label=\"" + htmlText(title) + "\"><title>" + htmlText(title) + "</title>";
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (tree[i].parent != SIZE_MAX)
      svg += "<path class=\"edge\" d=\"M" + coordinate(atX(placed.nodes[i])) + " " + coordinate(atY(placed.nodes[i])) + "L" +
             coordinate(atX(placed.nodes[tree[i].parent])) + " " + coordinate(atY(placed.nodes[tree[i].parent])) + "\"/>";
  for (std::size_t i = 0; i < tree.size(); ++i)
    svg += drawn(tree[i], placed.nodes[i]);
  return svg + "</svg>";
}

} // namespace fporder::findings
