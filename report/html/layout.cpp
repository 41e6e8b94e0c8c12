// SPDX-License-Identifier: MIT
// Points begin on a circle, in the order of their numbers, so that a ring comes
// out as one, and once more in the plane of the two largest axes of their
// distances, where a grid comes out as one; the better of the two is taken.
// Where all nodes are equally far from each other, only the circle says
// something.
#include "report/html/layout.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numbers>

namespace vicinal::report::inline html {

namespace {

constexpr std::size_t most_points = 500;  // nodes and hubs, by distance
constexpr int rounds = 120;

using Matrix = std::vector<std::vector<double>>;

// Neighbours of each point; hubs come after the nodes.
struct Graph {
  std::size_t nodes = 0;
  std::vector<std::vector<std::uint32_t>> next;
  std::vector<std::uint32_t> hub_of_edge;  // none: 0
};

Graph graph_of(const Drawing& drawing) {
  Graph g;
  g.nodes = drawing.nodes.size();
  std::size_t hubs = 0;
  for (const DrawnEdge& e : drawing.edges) hubs += is_hub(e) ? 1 : 0;
  const bool placed = g.nodes + hubs <= most_points;
  g.next.resize(g.nodes);
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    g.next[a].push_back(b);
    g.next[b].push_back(a);
  };
  for (const DrawnEdge& e : drawing.edges) {
    g.hub_of_edge.push_back(0);
    if (!is_hub(e)) {
      join(e.ends[0].node, e.ends[1].node);
      continue;
    }
    if (!placed) {
      for (std::size_t i = 1; i < e.ends.size(); ++i) {
        join(e.ends[0].node, e.ends[i].node);
      }
      continue;
    }
    const auto hub = static_cast<std::uint32_t>(g.next.size());
    g.hub_of_edge.back() = hub;
    g.next.emplace_back();
    for (const End& end : e.ends) join(end.node, hub);
  }
  return g;
}

// A line between two nodes is two long, one to a hub is one.
std::vector<double> distances_from(const Graph& g, std::uint32_t from) {
  std::vector<double> far(g.next.size(), -1);
  std::deque<std::uint32_t> queue = {from};
  far[from] = 0;
  // Lengths are one or two: a point may be found again by a shorter way.
  while (!queue.empty()) {
    const std::uint32_t at = queue.front();
    queue.pop_front();
    for (const std::uint32_t to : g.next[at]) {
      const bool hub = at >= g.nodes || to >= g.nodes;
      const double length = far[at] + (hub ? 1.2 : 2);
      if (far[to] >= 0 && far[to] <= length) continue;
      far[to] = length;
      queue.push_back(to);
    }
  }
  return far;
}

Matrix distances(const Graph& g) {
  Matrix d;
  double most = 2;
  for (std::uint32_t p = 0; p < g.next.size(); ++p) {
    d.push_back(distances_from(g, p));
    for (const double x : d.back()) most = std::max(most, x);
  }
  // What is not connected is farther than all that is.
  for (auto& row : d) {
    for (double& x : row) {
      if (x < 0) x = std::min(most, 6.0) + 2;
    }
  }
  return d;
}

// All nodes on a circle, from the top on, clockwise; hubs amid their ends.
std::vector<Point> on_circle(const Graph& g) {
  std::vector<Point> at(g.next.size());
  const double radius =
      std::max(2.0, static_cast<double>(g.nodes) / std::numbers::pi);
  for (std::size_t n = 0; n < g.nodes; ++n) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(n) /
                         static_cast<double>(g.nodes);
    at[n] = {radius * std::sin(angle), -radius * std::cos(angle)};
    if (g.nodes == 2) at[n] = {n == 0 ? -1.0 : 1.0, 0};
  }
  for (std::size_t h = g.nodes; h < at.size(); ++h) {
    for (const std::uint32_t n : g.next[h]) {
      at[h].x += at[n].x / static_cast<double>(g.next[h].size());
      at[h].y += at[n].y / static_cast<double>(g.next[h].size());
    }
    // Two in one place would stay there.
    at[h].x += 0.01 * static_cast<double>(h - g.nodes + 1);
  }
  return at;
}

// The largest axis of the centred squares, by power iteration, orthogonal to
// another one.
std::vector<double> axis(const Matrix& b, const std::vector<double>* other) {
  const std::size_t n = b.size();
  std::vector<double> v(n);
  for (std::size_t i = 0; i < n; ++i) {
    v[i] = std::sin(static_cast<double>(i * (other == nullptr ? 1 : 2) + 1));
  }
  double length = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<double> w(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) w[i] += b[i][j] * v[j];
    }
    if (other != nullptr) {
      double along = 0, square = 0;
      for (std::size_t i = 0; i < n; ++i) {
        along += w[i] * (*other)[i];
        square += (*other)[i] * (*other)[i];
      }
      for (std::size_t i = 0; i < n && square > 0; ++i) {
        w[i] -= along / square * (*other)[i];
      }
    }
    length = 0;
    for (const double x : w) length += x * x;
    length = std::sqrt(length);
    if (length < 1e-9) break;
    for (std::size_t i = 0; i < n; ++i) v[i] = w[i] / length;
  }
  for (double& x : v) x *= std::sqrt(length);
  return v;
}

std::vector<Point> by_axes(const Matrix& d) {
  const std::size_t n = d.size();
  Matrix b(n, std::vector<double>(n));
  std::vector<double> mean(n, 0);
  double all = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      mean[i] += d[i][j] * d[i][j] / static_cast<double>(n);
    }
    all += mean[i] / static_cast<double>(n);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      b[i][j] = (mean[i] + mean[j] - d[i][j] * d[i][j] - all) / 2;
    }
  }
  const std::vector<double> x = axis(b, nullptr);
  const std::vector<double> y = axis(b, &x);
  std::vector<Point> at(n);
  for (std::size_t i = 0; i < n; ++i) {
    // Two in one place would stay there.
    at[i] = {x[i] + 0.001 * std::cos(static_cast<double>(i)),
             y[i] + 0.001 * std::sin(static_cast<double>(i))};
  }
  return at;
}

double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double stress(const Matrix& d, const std::vector<Point>& at) {
  double sum = 0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double off = (distance(at[i], at[j]) - d[i][j]) / d[i][j];
      sum += off * off;
    }
  }
  return sum;
}

// Each point goes where the others, each at its distance, would have it.
void relax(const Matrix& d, std::vector<Point>& at) {
  const std::size_t n = d.size();
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      Point sum;
      double weights = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j) continue;
        const double weight = 1 / (d[i][j] * d[i][j]);
        const double now = std::max(distance(at[i], at[j]), 1e-6);
        sum.x += weight * (at[j].x + d[i][j] * (at[i].x - at[j].x) / now);
        sum.y += weight * (at[j].y + d[i][j] * (at[i].y - at[j].y) / now);
        weights += weight;
      }
      if (weights > 0) at[i] = {sum.x / weights, sum.y / weights};
    }
  }
}

bool all_alike(const Graph& g, const Matrix& d) {
  for (std::size_t i = 0; i < g.nodes; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (d[i][j] != d[1][0]) return false;
    }
  }
  return true;
}

std::vector<Point> placed(const Graph& g) {
  std::vector<Point> circle = on_circle(g);
  if (g.next.size() < 3) return circle;
  const Matrix d = distances(g);
  if (all_alike(g, d)) return circle;
  relax(d, circle);
  std::vector<Point> plane = by_axes(d);
  relax(d, plane);
  // Sums differ in their last digits from machine to machine.
  return stress(d, plane) < 0.95 * stress(d, circle) ? plane : circle;
}

double nearest(const std::vector<Point>& at, std::size_t nodes) {
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      least = std::min(least, distance(at[i], at[j]));
    }
  }
  return nodes < 2 ? 1 : std::max(least, 0.2);
}

}  // namespace

bool is_hub(const DrawnEdge& edge) {
  return edge.ends.size() != 2 || edge.ends[0].node == edge.ends[1].node;
}

Layout layout(const Drawing& drawing, double apart) {
  const Graph g = graph_of(drawing);
  std::vector<Point> at = placed(g);
  const double scale = apart / nearest(at, g.nodes);
  Point least, most;
  for (std::size_t i = 0; i < at.size(); ++i) {
    at[i] = {at[i].x * scale, at[i].y * scale};
    if (i == 0) least = most = at[0];
    // An edge at one node only is drawn beside it, wherever its point is.
    const auto alone = [&](std::uint32_t n) { return n == g.next[i].front(); };
    if (i >= g.nodes && std::ranges::all_of(g.next[i], alone)) continue;
    least = {std::min(least.x, at[i].x), std::min(least.y, at[i].y)};
    most = {std::max(most.x, at[i].x), std::max(most.y, at[i].y)};
  }
  for (Point& p : at) p = {p.x - least.x, p.y - least.y};
  Layout out;
  out.width = most.x - least.x;
  out.height = most.y - least.y;
  out.nodes.assign(at.begin(),
                   at.begin() + static_cast<std::ptrdiff_t>(g.nodes));
  for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
    Point p;
    const auto& ends = drawing.edges[e].ends;
    for (const End& end : ends) {
      p.x += at[end.node].x / static_cast<double>(ends.size());
      p.y += at[end.node].y / static_cast<double>(ends.size());
    }
    out.edges.push_back(g.hub_of_edge[e] != 0 ? at[g.hub_of_edge[e]] : p);
  }
  return out;
}

}  // namespace vicinal::report::inline html
