// SPDX-License-Identifier: MIT
#include "tests/obligations/pinned.hpp"

namespace vicinal::obligations {

namespace {

std::vector<Term> indices(Query& q, const network::FamilySize& size,
                          std::uint32_t at) {
  std::vector<Term> list(size.dimensions.size());
  for (std::size_t d = list.size(); d-- > 0;) {
    list[d] = q.terms.number(at % size.dimensions[d]);
    at /= size.dimensions[d];
  }
  return list;
}

}  // namespace

Pinned::Pinned(Query& q, const network::Instance& instance,
               const std::vector<network::Scalar>& state)
    : q_(q), instance_(instance) {
  const Model& model = *instance.model;
  for (std::uint32_t p = 0; p < model.parameters.size(); ++p) {
    pin(is(q.sizes.parameter(p), instance.parameters[p]));
  }
  for (std::size_t i = 0; i < instance.family_of.size(); ++i) {
    const network::NodeId n(i);
    const auto& ports = instance.process(n).ports;
    for (std::uint32_t p = 0; p < ports.size(); ++p) {
      const network::Range darts = instance.network.darts_at(n, p);
      if (!ports[p].set) {
        const network::EdgeId e = instance.network.dart_edge[darts.begin];
        pin(same(q.terms, q.wiring.port_edge(node(n), p), edge(e)));
        continue;
      }
      for (std::size_t k = 0; k < instance.edge_family_of.size(); ++k) {
        bool inside = false;
        for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
          inside = inside || instance.network.dart_edge[d].index() == k;
        }
        pin(q.terms.equal(q.wiring.member(node(n), p, edge(network::EdgeId(k))),
                          q.terms.truth(inside)));
      }
    }
  }
  pin(reads(0, state));
}

Value Pinned::node(network::NodeId n) {
  const auto family = instance_.family_of[n.index()];
  return {indices(q_, instance_.node_families[family.index()],
                  instance_.index_in_family(n)),
          family.value};
}

Value Pinned::edge(network::EdgeId e) {
  const auto family = instance_.edge_family_of[e.index()];
  const network::FamilySize& size = instance_.edge_families[family.index()];
  return q_.sizes.edge(q_.terms.number(family.value),
                       indices(q_, size, e.value - size.first));
}

Value Pinned::bound(const Binder& binder, network::Scalar v) {
  const auto id = static_cast<std::size_t>(v);
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process:
      return node(network::NodeId(id));
    case DomainKind::edge_family:
    case DomainKind::port_set:
      return edge(network::EdgeId(id));
    default:
      return {{q_.terms.number(v)}};
  }
}

Value Pinned::named(const Binder& binder, const Env& env, network::Scalar v) {
  const Value concrete = bound(binder, v);
  for (const Choice& c : q_.domains.fresh_choices(binder, env)) {
    if (c.value.family != concrete.family) continue;
    q_.facts.add(c.premise);
    q_.members.join_choice(binder, env, c.value);
    pin(same(q_.terms, c.value, concrete));
    return c.value;
  }
  return concrete;
}

Term Pinned::is(Term t, network::Scalar v) {
  return q_.terms.sort(t) == Sort::truth
             ? q_.terms.equal(t, q_.terms.truth(v != 0))
             : q_.terms.equal(t, q_.terms.number(v));
}

Term Pinned::are(const std::vector<Term>& terms,
                 const std::vector<network::Scalar>& values) {
  std::vector<Term> all = {q_.terms.truth(terms.size() == values.size())};
  for (std::size_t i = 0; i < terms.size() && i < values.size(); ++i) {
    all.push_back(is(terms[i], values[i]));
  }
  return q_.terms.all(std::move(all));
}

// In the order of an instance.
std::vector<Pinned::Spot> Pinned::spots(network::TypeId id) {
  const network::Type& type = (*instance_.model)[id];
  const auto width = [this](network::TypeId t) {
    return static_cast<std::uint32_t>(q_.slots.of(t).size());
  };
  std::vector<Spot> out;
  std::uint32_t at = 0;
  const auto add = [&](network::TypeId part, const std::vector<Term>& keys) {
    for (Spot spot : spots(part)) {
      spot.slot += at;
      spot.keys.insert(spot.keys.begin(), keys.begin(), keys.end());
      out.push_back(std::move(spot));
    }
  };
  if (type.kind == TypeKind::structure) {
    const auto& fields =
        instance_.model->structs[type.structure.index()].fields;
    for (const auto& f : fields) {
      add(f.type, {});
      at += width(f.type);
    }
  } else if (type.kind == TypeKind::node_array) {
    const auto& family = instance_.node_families[type.family.index()];
    for (std::uint32_t i = 0; i < family.count; ++i) {
      add(type.element, indices(q_, family, i));
    }
  } else if (type.element.valid()) {
    if (type.kind == TypeKind::queue) out.push_back({at++, {}});
    for (std::uint32_t i = 0; i < instance_.size(id).size; ++i) {
      add(type.element, {});
      at += width(type.element);
    }
  } else {
    out.push_back({0, {}});
  }
  return out;
}

Term Pinned::reads(StateId id, const std::vector<network::Scalar>& state) {
  std::vector<Term> all;
  const auto value = [&](Place place, std::uint32_t base,
                         network::TypeId type) {
    const Place whole = place;
    for (const Spot& spot : spots(type)) {
      place.slot = whole.slot + spot.slot;
      place.indices = whole.indices;
      place.indices.insert(place.indices.end(), spot.keys.begin(),
                           spot.keys.end());
      all.push_back(is(q_.places.read(place, id), state[base++]));
    }
  };
  for (std::size_t i = 0; i < instance_.family_of.size(); ++i) {
    const Value v = node(network::NodeId(i));
    const auto process = instance_.process_id(network::NodeId(i));
    const auto& variables = (*instance_.model)[process].variables;
    for (std::uint32_t k = 0; k < variables.size(); ++k) {
      value({PlaceKind::node, v.family, q_.slots.variable_offset(process, k),
             v.slots},
            instance_.node_base[i] +
                instance_.variable_offsets[process.index()][k],
            variables[k].type);
    }
  }
  for (std::size_t i = 0; i < instance_.edge_family_of.size(); ++i) {
    const auto family = instance_.edge_family_of[i];
    const auto& size = instance_.edge_families[family.index()];
    value({PlaceKind::edge, family.value, 0,
           indices(q_, size, static_cast<std::uint32_t>(i) - size.first)},
          instance_.edge_base[i], instance_.edge_type(network::EdgeId(i)));
  }
  for (std::uint32_t s = 0; s < instance_.model->shared.size(); ++s) {
    const auto& size = instance_.shared_sizes[s];
    const std::uint32_t width =
        instance_.size(instance_.model->shared[s].type).slots;
    for (std::uint32_t i = 0; i < size.count; ++i) {
      value({PlaceKind::shared, s, 0, indices(q_, size, i)},
            instance_.shared_base[s] + i * width,
            instance_.model->shared[s].type);
    }
  }
  return q_.terms.all(std::move(all));
}

Answer Pinned::possible(Term t, std::uint64_t effort) {
  std::vector<Term> all = q_.facts.all();
  all.insert(all.end(), pins_.begin(), pins_.end());
  all.push_back(t);
  Script script(q_.terms);
  script.add(all);
  return judge_text(script.text(), effort);
}

}  // namespace vicinal::obligations
