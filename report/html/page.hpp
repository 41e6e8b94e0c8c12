// SPDX-License-Identifier: MIT
// What a page in HTML shows: plain data. Names and texts may hold anything;
// whoever writes the page escapes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vicinal::report::inline html {

// A node that touches an edge.
struct End {
  std::uint32_t node = 0;
  bool reads = true;
  bool writes = true;
};

struct DrawnNode {
  std::string name;
  std::uint32_t of_class = 0;  // nodes of one class have one color
};

struct DrawnEdge {
  std::string name;
  std::vector<End> ends;
};

// A network. Without nodes, `caption` says why it is not drawn.
struct Drawing {
  std::string title;
  std::string caption;
  std::vector<DrawnNode> nodes;
  std::vector<DrawnEdge> edges;
};

// More nodes, or edges, cannot be made out, and take long.
inline constexpr std::size_t most_nodes_drawn = 400;
inline constexpr std::size_t most_edges_drawn = 2000;

// A variable of the states of a run, and where it stands in the drawing.
enum class Owner : std::uint8_t { node, edge, shared };
struct Variable {
  std::string name;   // p[0].phase
  std::string label;  // phase
  Owner owner = Owner::shared;
  std::uint32_t index = 0;  // of the node, of the edge
};

struct Change {
  std::uint32_t variable = 0;
  std::string value;
};

struct Step {
  std::optional<std::uint32_t> actor;  // a node; none: a rule
  std::string label;                   // enter
  std::string name;                    // p[0].enter(m = 1)
  std::optional<std::uint32_t> mark;   // of the action
  std::vector<Change> changes;
  std::string note;  // "fails at 12:3: ..."
};

// States are stored as changes. A blocking step is a run, too: the local state
// that a proof could not exclude, before and after.
struct Run {
  std::string title;
  std::string note;
  std::size_t drawing = 0;  // of Page::drawings
  std::vector<Variable> variables;
  std::vector<std::string> initial;  // a value for each
  std::vector<Step> steps;
  std::optional<std::size_t> loop;  // after so many steps it repeats for ever
  bool blocking = false;
  std::size_t left_out = 0;  // steps at the end, for which there is no room
  // What is wrong with the last state, and who is to be marked there: nodes,
  // and edges. Not where steps are left out.
  std::string wrong;
  std::vector<std::uint32_t> wrong_nodes, wrong_edges;
};

// So many changes of a run are on a page.
inline constexpr std::size_t most_changes = 200'000;

struct VerdictRow {
  std::string name;
  std::string verdict;             // proved, violated, unknown, not-asked
  std::string theorem;             // in words
  std::string formula;             // as the model has it
  std::optional<std::size_t> run;  // that shows it
};

struct Section {
  std::string title;
  std::string text;
  bool open = true;  // else it is unfolded on request
};

// A part of the text of the model. Marks with one number light up together.
struct Mark {
  std::uint32_t number = 0;
  std::size_t begin = 0, end = 0;  // bytes
};

struct CoverageRow {
  std::uint32_t line = 0, column = 0;
  std::string text;
  std::uint64_t times_true = 0, times_false = 0;
  std::uint64_t not_seen = 0;  // a column, if there are any
};

struct Page {
  std::string title;    // token-ring.vic
  std::string subject;  // "every n >= 2"
  std::string command;  // as it was typed
  std::string version;
  std::string summary;  // what ended it, if that is not the end
  std::vector<VerdictRow> verdicts;
  std::vector<Run> runs;
  // Those of runs that are shown with them only are not `shown`.
  std::vector<Drawing> drawings;
  std::size_t drawings_shown = 0;  // the first ones
  std::vector<Section> sections;
  std::string source_name;
  std::string source;
  std::vector<Mark> marks;
  std::vector<CoverageRow> coverage;
};

}  // namespace vicinal::report::inline html
