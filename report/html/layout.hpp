// SPDX-License-Identifier: MIT
// Where the nodes of a drawing stand: distances in the picture are those in the
// network, as far as a plane allows (stress majorization, Gansner, Koren and
// North, Graph Drawing 2004). The same drawing gives the same picture.
#pragma once

#include <vector>

#include "report/html/page.hpp"

namespace vicinal::report::inline html {

struct Point {
  double x = 0, y = 0;
};

// In units of the picture, from (0, 0). An edge of other than two ends has a
// point of its own; the others have a point that means nothing.
struct Layout {
  std::vector<Point> nodes;
  std::vector<Point> edges;
  double width = 0, height = 0;
};

// Whether an edge is drawn as a point with a line to each end: a line is one
// between two nodes.
bool is_hub(const DrawnEdge& edge);

// Neighbours are `apart` at least where they are few. O(points squared *
// rounds) for at most most_nodes_drawn + hubs points; most_points more, and
// only nodes are placed by distance, hubs between their ends.
Layout layout(const Drawing& drawing, double apart);

}  // namespace vicinal::report::inline html
