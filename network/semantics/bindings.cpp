// SPDX-License-Identifier: MIT
// An odometer: one level per binder, each with its domain and its place in it.
#include "network/semantics/bindings.hpp"

#include <algorithm>
#include <new>

#include "network/base/budget.hpp"

namespace vicinal::network::inline semantics {

namespace {

// begin..2^63 - 1: no number lies behind the last one, so that such a range
// is a list; if it is too long for one, memory is short, as for any other list.
void list_to_greatest(Domain& domain) {
  constexpr Scalar most = Scalar{1} << 24;
  if (domain.begin < INT64_MAX - most) {
    throw std::bad_alloc();
  }
  for (Scalar i = domain.begin; i < INT64_MAX; ++i) {
    poll();
    domain.listed.push_back(i);
  }
  domain.listed.push_back(INT64_MAX);
  domain.use_list = true;
  domain.begin = 0;
  domain.end = static_cast<Scalar>(domain.listed.size());
}

}  // namespace

Domain domain_of(const Binder& binder, const Evaluator& evaluator,
                 const Context& context) {
  Scalar low = 0;
  Scalar high = 0;
  if (binder.domain == DomainKind::range) {
    low = evaluator.scalar(binder.low, context);
    high = evaluator.scalar(binder.high, context);
  } else if (binder.domain == DomainKind::port_set) {
    low = evaluator.scalar(binder.node, context);
  }
  return domain_of(binder, evaluator.instance(), low, high);
}

Domain domain_of(const Binder& binder, const Instance& instance, Scalar low,
                 Scalar high) {
  const Model& model = *instance.model;
  Domain domain;
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::edge_family: {
      const FamilySize& size = binder.domain == DomainKind::node_family
                                   ? instance.node_families[binder.item]
                                   : instance.edge_families[binder.item];
      domain.begin = size.first;
      domain.end = domain.begin + size.count;
      break;
    }
    case DomainKind::process:
      domain.use_list = true;
      for (std::size_t f = 0; f < model.node_families.size(); ++f) {
        if (model.node_families[f].process.value != binder.item) continue;
        const FamilySize& size = instance.node_families[f];
        for (std::uint32_t i = 0; i < size.count; ++i) {
          domain.listed.push_back(size.first + Scalar{i});
        }
      }
      domain.end = static_cast<Scalar>(domain.listed.size());
      break;
    case DomainKind::port_set: {
      domain.use_list = true;
      const NodeId n(static_cast<std::size_t>(low));
      const Range darts = instance.network.darts_at(n, binder.item);
      for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
        domain.listed.push_back(instance.network.dart_edge[d].value);
      }
      domain.end = static_cast<Scalar>(domain.listed.size());
      break;
    }
    case DomainKind::range:
      domain.begin = low;
      if (high == INT64_MAX) {
        list_to_greatest(domain);
      } else {
        domain.end = std::max(domain.begin, high + 1);
      }
      break;
    case DomainKind::enumeration:
      domain.end =
          static_cast<Scalar>(model.enums[binder.item].constants.size());
      break;
  }
  return domain;
}

void Bindings::set(std::size_t level) {
  const Level& l = levels_[level];
  const Binder& binder =
      evaluator_.instance().model->binders[binders_.begin + level];
  context_.frame[binder.slot] =
      l.domain.use_list ? l.domain.listed[static_cast<std::size_t>(l.at)]
                        : l.at;
}

// The next value of the last binder that has one.
bool Bindings::advance() {
  for (; bound_ > 0; --bound_) {
    poll();
    Level& l = levels_[bound_ - 1];
    if (++l.at < l.domain.end) {
      set(bound_ - 1);
      return true;
    }
  }
  return false;
}

bool Bindings::next() {
  if (started_ && !advance()) return false;
  started_ = true;
  while (bound_ < levels_.size()) {
    Level& l = levels_[bound_];
    l.domain =
        domain_of(evaluator_.instance().model->binders[binders_.begin + bound_],
                  evaluator_, context_);
    l.at = l.domain.begin;
    if (l.at < l.domain.end) {
      set(bound_++);
    } else if (!advance()) {
      return false;
    }
  }
  return true;
}

}  // namespace vicinal::network::inline semantics
