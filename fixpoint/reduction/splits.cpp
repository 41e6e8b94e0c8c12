// SPDX-License-Identifier: MIT
// The greatest balance relation of the network alone is computed again, and
// causes are looked for in its classes one after the other: two nodes of a
// class that a term tells apart are in two classes of the reduction, since its
// labels do. What refines classes without telling two nodes of one apart itself
// (a node whose neighbours differ) is the same cause, seen from further away.
// Constants are in the colors of the network: they are left out of a copy.
#include "fixpoint/reduction/splits.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "fixpoint/views/view.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline reduction {

using groupoid::Partition;
using network::Instance;
using network::Network;
using network::NodeId;
using network::Process;
using network::Scalar;

namespace {

// Two nodes.
using Pair = std::pair<NodeId, NodeId>;

class Splitter {
 public:
  explicit Splitter(const Reduction& reduction)
      : reduction_(reduction),
        instance_(*reduction.instance),
        network_(instance_.network),
        assigned_(assignment(instance_)),
        view_(instance_),
        evaluator_(instance_),
        frame_(instance_.model->frame) {}

  std::vector<Split> run() {
    constants();
    if (!told()) return std::move(out_);
    classes_ = groupoid::balance(network_).nodes();
    if (classes_ == reduction_.classes()) return std::move(out_);
    const std::size_t before = out_.size();
    if (assigned_.symmetric) {
      for (const IndexTerm& term : assigned_.terms) by_term(term);
      for (const auto& [a, b] : reduction_.initial_splits) {
        add({Split::By::initial, a, b, {}, {}, {}, {}});
      }
    }
    if (out_.size() == before) otherwise();
    return std::move(out_);
  }

 private:
  // Whether the model says something that may split a class.
  bool told() const {
    return !assigned_.symmetric || !assigned_.reasons.empty() ||
           !reduction_.reasons.empty();
  }

  void add(Split split) { out_.push_back(std::move(split)); }

  // The first member of a class that is not as its representative is.
  template <class Same>
  std::optional<Pair> first_pair(const Partition& classes,
                                 const Same& same) const {
    for (std::uint32_t c = 0; c < classes.size(); ++c) {
      network::poll();
      const NodeId r = classes.representative(c);
      for (const NodeId n : classes.members(c)) {
        if (!same(r, n)) return Pair(r, n);
      }
    }
    return std::nullopt;
  }

  // ---- constants

  // The color of a node without what its constants are.
  std::string plain_color(NodeId n) const {
    const std::string& name =
        network_.color_names[network_.node_color[n.index()]];
    const Process& p = instance_.process(n);
    const auto end = name.find(')', p.name.size());
    if (p.constants.empty() || end == std::string::npos) return name;
    return p.name + name.substr(end + 1);
  }

  Scalar constant(NodeId n, std::size_t c) const {
    return instance_.constants[instance_.constant_begin[n.index()] + c];
  }

  // In two members of one family.
  bool constants_differ() const {
    for (const network::FamilySize& f : instance_.node_families) {
      for (std::uint32_t i = 1; i < f.count; ++i) {
        const NodeId a(std::size_t{f.first}), b(std::size_t{f.first} + i);
        for (std::size_t c = 0; c < instance_.process(a).constants.size();
             ++c) {
          if (constant(a, c) != constant(b, c)) return true;
        }
      }
    }
    return false;
  }

  void constants() {
    if (!constants_differ()) return;
    Network plain = network_;
    std::map<std::string, std::uint32_t> numbers;
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      plain.node_color.set(
          n, numbers
                 .emplace(plain_color(NodeId(n)),
                          static_cast<std::uint32_t>(numbers.size()))
                 .first->second);
    }
    const groupoid::Balance balance = groupoid::balance(plain);
    for (const Process& p : instance_.model->processes) {
      for (std::size_t c = 0; c < p.constants.size(); ++c) {
        by_constant(balance.nodes(), p, c);
      }
    }
  }

  void by_constant(const Partition& classes, const Process& p, std::size_t c) {
    const auto found = first_pair(classes, [&](NodeId a, NodeId b) {
      return &instance_.process(a) != &p || constant(a, c) == constant(b, c);
    });
    if (!found) return;
    const auto value = [&](NodeId n) {
      const Scalar v = constant(n, c);
      return value_text(instance_, p.constants[c].type, {&v, 1});
    };
    add({Split::By::constant,
         found->first,
         found->second,
         {},
         p.constants[c].name,
         value(found->first),
         value(found->second)});
  }

  // ---- terms

  std::optional<Scalar> value(const IndexTerm& term, NodeId n) {
    try {
      return evaluator_.scalar(term.term,
                               {view_.valuation(), n, frame_.data()});
    } catch (const network::ModelError&) {
      return std::nullopt;
    }
  }

  void by_term(const IndexTerm& term) {
    const auto found = first_pair(classes_, [&](NodeId a, NodeId b) {
      return instance_.process_id(a) != term.process ||
             value(term, a) == value(term, b);
    });
    if (!found) return;
    const auto text = [&](NodeId n) -> std::string {
      const auto v = value(term, n);
      if (!v) return {};
      const Scalar scalar = *v;
      return value_text(instance_, (*instance_.model)[term.term].type,
                        {&scalar, 1});
    };
    add({Split::By::term,
         found->first,
         found->second,
         term,
         {},
         text(found->first),
         text(found->second)});
  }

  // ---- what no term and no constant says

  void otherwise() {
    const auto found = first_pair(classes_, [&](NodeId a, NodeId b) {
      return reduction_.classes().same(a, b);
    });
    if (!found) return;
    Split split{Split::By::names, found->first, found->second, {}, {}, {}, {}};
    split.reason = assigned_.broken;
    if (assigned_.symmetric) {
      split.by = Split::By::other;
      split.reason = reduction_.reasons.back();
    }
    add(std::move(split));
  }

  const Reduction& reduction_;
  const Instance& instance_;
  const Network& network_;
  Partition classes_;  // of the network
  const Assignment assigned_;
  const View view_;
  const network::Evaluator evaluator_;
  std::vector<Scalar> frame_;
  std::vector<Split> out_;
};

}  // namespace

std::vector<Split> splits(const Reduction& reduction) {
  if (!reduction.used) return {};
  return Splitter(reduction).run();
}

}  // namespace vicinal::fixpoint::inline reduction
