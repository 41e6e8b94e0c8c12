// SPDX-License-Identifier: MIT
// Few nodes are boxes with their names in them, many are dots whose names a
// reader gets by pointing at them. Arrowheads are drawn where an edge goes one
// way; between two nodes that both read and write it there are none.
#include "report/html/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "network/base/utf8.hpp"
#include "report/html/escape.hpp"
#include "report/html/layout.hpp"

namespace vicinal::report::inline html {

namespace {

constexpr std::size_t most_boxes = 40;   // more nodes are dots
constexpr std::size_t most_valued = 24;  // nodes with room for values
constexpr std::size_t most_named_edges = 24;
constexpr std::size_t longest_name = 16;
constexpr double box_height = 26;
constexpr double dot = 7;
constexpr double margin = 64;
constexpr double side_margin = 110;  // names stand there

std::string shortened(const std::string& name) {
  const std::string text = cleaned(name);
  if (network::characters_in(text) <= longest_name) return text;
  std::string out;
  std::size_t characters = 0;
  for (const char c : text) {
    if (!network::continues_character(c) && ++characters == longest_name) break;
    out += c;
  }
  return out + "…";
}

double box_width(const std::string& shown) {
  return std::max(
      44.0, 7.4 * static_cast<double>(network::characters_in(shown)) + 18);
}

std::pair<std::uint32_t, std::uint32_t> pair_of(const DrawnEdge& edge) {
  return std::minmax(edge.ends[0].node, edge.ends[1].node);
}

class Painter {
 public:
  explicit Painter(const Drawing& drawing)
      : drawing_(drawing), boxes_(drawing.nodes.size() <= most_boxes) {
    double apart = boxes_ ? 0 : 3.4 * dot;
    for (const DrawnNode& n : drawing.nodes) {
      shown_.push_back(shortened(n.name));
      if (boxes_) apart = std::max(apart, box_width(shown_.back()) + 34);
    }
    if (drawing.nodes.size() <= most_valued) apart = std::max(apart, 128.0);
    if (drawing.nodes.size() <= 3) apart = std::max(apart, 230.0);
    for (const DrawnEdge& e : drawing.edges) {
      if (!is_hub(e)) ++between_[pair_of(e)].first;
    }
    layout_ = layout(drawing, apart);
  }

  std::string run(std::size_t number);

 private:
  void lines(std::size_t e);
  void line(Point from, Point to, bool head, bool tail);
  void hub(std::size_t e);
  void straight(std::size_t e);
  void name_of_edge(std::size_t e, Point at, Point out);
  void node(std::size_t n);
  Point border(std::size_t n, Point towards) const;

  const Drawing& drawing_;
  bool boxes_;
  std::vector<std::string> shown_;
  Layout layout_;
  // Edges between two nodes: how many, and how many of these are drawn.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>>
      between_;
  // Edges that only this node touches, and that are drawn.
  std::map<std::uint32_t, int> alone_;
  std::string text_;
};

// Where a line from a node towards a point leaves its box, or its dot.
Point Painter::border(std::size_t n, Point towards) const {
  const Point p = layout_.nodes[n];
  const double dx = towards.x - p.x, dy = towards.y - p.y;
  const double far = std::max(std::hypot(dx, dy), 1e-6);
  double part = (dot + 1) / far;
  if (boxes_) {
    const double half = box_width(shown_[n]) / 2 + 2;
    part = std::min(half / std::max(std::abs(dx), 1e-6),
                    (box_height / 2 + 2) / std::max(std::abs(dy), 1e-6));
  }
  part = std::min(part, 0.5);
  return {p.x + dx * part, p.y + dy * part};
}

void Painter::line(Point from, Point to, bool head, bool tail) {
  text_ += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>", from.x,
                       from.y, to.x, to.y);
  const auto arrow = [&](Point at, Point back) {
    const double dx = at.x - back.x, dy = at.y - back.y;
    const double far = std::max(std::hypot(dx, dy), 1e-6);
    const double ux = dx / far * (boxes_ ? 8 : 5);
    const double uy = dy / far * (boxes_ ? 8 : 5);
    text_ += fmt::format(
        "<path class=\"head\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} "
        "{:.1f}Z\"/>",
        at.x, at.y, at.x - ux - uy / 2.4, at.y - uy + ux / 2.4,
        at.x - ux + uy / 2.4, at.y - uy - ux / 2.4);
  };
  if (head) arrow(to, from);
  if (tail) arrow(from, to);
}

// Parallel edges stand side by side.
void Painter::straight(std::size_t e) {
  const auto& ends = drawing_.edges[e].ends;
  auto& [count, drawn] = between_[pair_of(drawing_.edges[e])];
  const double part = (drawn + 1.0) / (count + 1);
  const double side = drawn++ - (count - 1) / 2.0;
  const bool turned = ends[0].node > ends[1].node;
  const Point p = layout_.nodes[ends[0].node], q = layout_.nodes[ends[1].node];
  const double far = std::max(std::hypot(q.x - p.x, q.y - p.y), 1e-6);
  const double shift = (boxes_ ? 16.0 : 4.0) * side * (turned ? -1 : 1);
  const Point by{-(q.y - p.y) / far * shift, (q.x - p.x) / far * shift};
  Point from = border(ends[0].node, q), to = border(ends[1].node, p);
  from = {from.x + by.x, from.y + by.y};
  to = {to.x + by.x, to.y + by.y};
  const bool both = ends[0].writes && ends[1].writes;
  line(from, to, !both && ends[1].reads && ends[0].writes,
       !both && ends[0].reads && ends[1].writes);
  // Names of several stand at different parts of the way, else those of two
  // pairs meet. That of one stands beside it, outwards, where its line is not.
  const double way = turned ? 1 - part : part;
  const Point middle{from.x + (to.x - from.x) * way,
                     from.y + (to.y - from.y) * way};
  Point out = by;
  if (count == 1) {
    out = {(q.y - p.y) / far, (p.x - q.x) / far};
    const double away = out.x * (middle.x - layout_.width / 2) +
                        out.y * (middle.y - layout_.height / 2);
    if (away < -1e-6 || (away < 1e-6 && out.y > 0)) out = {-out.x, -out.y};
  }
  name_of_edge(e, middle, out);
}

// A small diamond, with a line to each node that touches it.
void Painter::hub(std::size_t e) {
  const auto& ends = drawing_.edges[e].ends;
  Point p = layout_.edges[e];
  if (ends.empty()) return;
  const bool loop = ends.size() > 1 && ends[0].node == ends[1].node;
  if (ends.size() == 1 || loop) {
    // At one node only: beside it, away from the middle; others beside this.
    const Point n = layout_.nodes[ends[0].node];
    const double before = alone_[ends[0].node]++;
    const double angle =
        std::atan2(n.y - layout_.height / 2, n.x - layout_.width / 2 + 1e-3) +
        0.9 * before;
    const double reach = boxes_ ? 54 : 14;
    p = {n.x + 1.5 * reach * std::cos(angle), n.y + reach * std::sin(angle)};
  }
  for (const End& end : ends) {
    line(border(end.node, p), p, end.writes && !end.reads, false);
  }
  const double r = boxes_ ? 6 : 3;
  text_ += fmt::format(
      "<path class=\"hub\" d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} "
      "{:.1f}l{:.1f} "
      "{:.1f}Z\"/>",
      p.x, p.y - r, r, r, -r, r, -r, -r);
  name_of_edge(e, p, {});
}

// Outwards; else away from the middle of the picture, where the lines of a ring
// are not.
void Painter::name_of_edge(std::size_t e, Point at, Point out) {
  if (drawing_.edges.size() > most_named_edges || !boxes_) return;
  double dx = out.x, dy = out.y;
  if (std::hypot(dx, dy) < 0.5) {
    dx = at.x - layout_.width / 2;
    dy = at.y - layout_.height / 2;
  }
  const double far = std::hypot(dx, dy);
  if (far < 1) {
    dx = 0;
    dy = 1;
  } else {
    dx /= far;
    dy /= far;
  }
  const char* anchor = dx > 0.35 ? "start" : dx < -0.35 ? "end" : "middle";
  text_ += fmt::format(
      "<text class=\"ename\" x=\"{:.1f}\" y=\"{:.1f}\" "
      "text-anchor=\"{}\">{}</text>",
      at.x + 10 * dx, at.y + 15 * dy + 4, anchor,
      escaped(shortened(drawing_.edges[e].name)));
}

void Painter::lines(std::size_t e) {
  text_ += fmt::format("<g class=\"edge\" data-e=\"{}\"><title>{}</title>", e,
                       escaped(drawing_.edges[e].name));
  if (is_hub(drawing_.edges[e])) {
    hub(e);
  } else {
    straight(e);
  }
  text_ += "</g>\n";
}

void Painter::node(std::size_t n) {
  const DrawnNode& drawn = drawing_.nodes[n];
  const Point p = layout_.nodes[n];
  text_ += fmt::format(
      "<g class=\"node c{}\" data-n=\"{}\" data-x=\"{:.1f}\" "
      "data-y=\"{:.1f}\"><title>{}, class {}</title>",
      drawn.of_class % class_colors, n, p.x, p.y, escaped(drawn.name),
      drawn.of_class + 1);
  if (boxes_) {
    const double width = box_width(shown_[n]);
    text_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" "
        "rx=\"13\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
        "text-anchor=\"middle\">{}</text>",
        p.x - width / 2, p.y - box_height / 2, width, box_height, p.x,
        p.y + 4.5, escaped(shown_[n]));
  } else {
    text_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", p.x,
                         p.y, dot);
  }
  text_ += "</g>\n";
}

std::string Painter::run(std::size_t number) {
  const double width = layout_.width + 2 * side_margin;
  const double height = layout_.height + 2 * margin;
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"net\" role=\"img\" "
      "aria-label=\"{}\" data-drawing=\"{}\"{} viewBox=\"{:.1f} {:.1f} {:.1f} "
      "{:.1f}\" style=\"max-width:{:.0f}px\">\n",
      escaped(drawing_.title), number,
      boxes_ && drawing_.nodes.size() <= most_valued ? " data-values=\"1\""
                                                     : "",
      -side_margin, -margin, width, height, width);
  for (std::size_t e = 0; e < drawing_.edges.size(); ++e) lines(e);
  for (std::size_t n = 0; n < drawing_.nodes.size(); ++n) node(n);
  return text_ + "</svg>\n";
}

}  // namespace

std::string picture(const Drawing& drawing, std::size_t number) {
  return Painter(drawing).run(number);
}

}  // namespace vicinal::report::inline html
