// SPDX-License-Identifier: MIT
// Networks and runs, for a page.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "decide/family/family.hpp"
#include "fixpoint/implication/imply.hpp"
#include "network/semantics/verdict.hpp"
#include "report/html/page.hpp"

namespace vicinal::report::inline pages {

// The actions that runs of a page show, by number; of each, its name and its
// guard are marked in the text of the model.
class ActionMarks {
 public:
  explicit ActionMarks(const network::Model& model) : model_(model) {}

  // `model`: whose action it is, perhaps a copy of the page's.
  std::uint32_t number(const network::Model& model,
                       const network::Action& action);
  std::vector<Mark> take() { return std::move(marks_); }

 private:
  const network::Model& model_;
  std::map<std::uint32_t, std::uint32_t> numbers_;  // by where it stands
  std::vector<Mark> marks_;
};

// Without nodes, and with a caption that says so, where there are too many.
using NodeNames = std::function<std::string(network::NodeId)>;
Drawing drawing_of(const network::Network& network, const NodeNames& node,
                   const std::function<std::string(network::EdgeId)>& edge,
                   std::span<const std::uint32_t> class_of);
bool is_drawable(const network::Network& network);

// Of an instance, with the names of the model; classes are those of the balance
// relation, where it is drawable.
Drawing drawing_of(const network::Instance& instance);

// A run; `loop`: after so many steps it repeats. Polls.
Run run_of(const network::Instance& instance, const network::Trace& trace,
           std::optional<std::size_t> loop, ActionMarks& marks);

// What an invariant of an instance could not exclude: a state of some nodes,
// or a step that may fail. None: there is nothing to show.
std::optional<Run> blocking_run(const network::Instance& instance,
                                const fixpoint::Implication& implication,
                                ActionMarks& marks);

// The same for every size: the members, before and after, and the network that
// they make.
struct BlockingPicture {
  Drawing drawing;
  Run run;
};
std::optional<BlockingPicture> blocking_picture(
    const decide::FamilyReport& report, const decide::FamilyAnswer& answer,
    ActionMarks& marks);

}  // namespace vicinal::report::inline pages
