// SPDX-License-Identifier: MIT
// The numbers of a value, in the order of its slots, with the names that
// formulas and counterexamples give them. A variable is left out as a whole if
// some size in its type depends on a parameter: then slots are not the same in
// all instances. So is one that nothing reads: what it holds is an accident.
#include "fixpoint/lemmas/cube.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"

namespace vicinal::fixpoint::inline lemmas {

using network::ExprId;
using network::Model;
using network::Op;
using network::TypeId;
using network::TypeKind;

namespace {

constexpr std::size_t most_features = 64;  // of one variable
constexpr std::size_t most_constants = 4;  // that integers are compared with
constexpr std::size_t most_keys = 2;       // of an element
constexpr std::size_t most_strides = 2;
constexpr std::int64_t longest_stride = 1'000;

class Parts {
 public:
  Parts(const Model& model, Feature common)
      : model_(model), common_(std::move(common)) {}

  // False: it depends on a size, or is too large.
  bool add(TypeId id, const std::string& name);
  std::vector<Feature> take() { return std::move(out_); }

 private:
  bool array(const network::Type& type, const std::string& name);
  bool queue(const network::Type& type, const std::string& name);
  void put(TypeId type, const std::string& name);
  std::int64_t size(ExprId e) const {
    return model_[e].op == Op::literal ? model_[e].value : -1;
  }

  const Model& model_;
  Feature common_;
  std::vector<Feature> out_;
};

void Parts::put(TypeId type, const std::string& name) {
  Feature feature = common_;
  feature.name += name;
  feature.slot = static_cast<std::uint32_t>(out_.size());
  feature.type = type;
  out_.push_back(std::move(feature));
}

bool Parts::array(const network::Type& type, const std::string& name) {
  const std::int64_t length = size(type.size);
  if (length < 0) return false;
  for (std::int64_t i = 0; i < length; ++i) {
    if (!add(type.element, name + "[" + std::to_string(i) + "]")) return false;
  }
  return true;
}

bool Parts::queue(const network::Type& type, const std::string& name) {
  put({}, name + ".len");
  const std::int64_t length = size(type.size);
  if (length < 0) return false;
  for (std::int64_t i = 0; i < length; ++i) {
    const std::size_t first = out_.size();
    if (!add(type.element, name + "[" + std::to_string(i) + "]")) return false;
    for (std::size_t k = first; k < out_.size(); ++k) {
      out_[k].element = true;
      out_[k].queue = common_.name + name;
      out_[k].position = static_cast<std::uint32_t>(i);
    }
  }
  return true;
}

bool Parts::add(TypeId id, const std::string& name) {
  if (out_.size() > most_features) return false;
  const network::Type& type = model_[id];
  switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::range:
    case TypeKind::enumeration:
    case TypeKind::reference:
      put(id, name);
      return true;
    case TypeKind::structure:
      for (const auto& f : model_.structs[type.structure.index()].fields) {
        if (!add(f.type, name + "." + f.name)) return false;
      }
      return true;
    case TypeKind::array:
      return array(type, name);
    case TypeKind::queue:
      return queue(type, name);
    default:
      return false;
  }
}

void add_parts(const Model& model, Feature common, TypeId type,
               std::vector<Feature>& out) {
  Parts parts(model, std::move(common));
  if (!parts.add(type, "")) return;
  for (Feature& f : parts.take()) out.push_back(std::move(f));
}

// The least ones in absolute value.
std::vector<std::int64_t> constants_of(const Model& model) {
  std::set<std::pair<std::uint64_t, std::int64_t>> all = {{0, 0}};
  for (const network::Expr& e : model.exprs) {
    if (e.op != Op::literal || !e.type.valid()) continue;
    if (!model[e.type].numeric() || e.value == INT64_MIN) continue;
    all.emplace(std::abs(e.value), e.value);
    if (all.size() > most_constants) all.erase(std::prev(all.end()));
  }
  std::vector<std::int64_t> out;
  for (const auto& [distance, value] : all) out.push_back(value);
  std::sort(out.begin(), out.end());
  return out;
}

// Variables of processes that are compared with indices or sizes, as those that
// count where a process is in a loop over all others: the process, the
// variable.
std::set<std::pair<std::uint32_t, std::uint32_t>> indexing(const Model& model) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> out;
  for (const network::Expr& e : model.exprs) {
    if (!network::is_comparison(e.op)) continue;
    for (const std::uint32_t side : {0U, 1U}) {
      const network::Expr& x = model[model.child(e, side)];
      const network::Expr& y = model[model.child(e, 1 - side)];
      const bool place = y.op == Op::node_index || y.op == Op::parameter;
      if (!place || x.op != Op::variable) continue;
      const auto kind = model[x.type].kind;
      if (kind != TypeKind::integer && kind != TypeKind::range) continue;
      out.emplace(model[model[model.child(x, 0)].type].process.value, x.item);
    }
  }
  return out;
}

// What is added to variables of processes, or subtracted: the least ones; and
// which variables these are. Of a range explored states show all.
struct Strides {
  std::set<std::int64_t> all;
  std::set<std::pair<std::uint32_t, std::uint32_t>> variables;
};

Strides strides_of(const Model& model) {
  Strides out;
  for (const network::Expr& e : model.exprs) {
    if (e.op != Op::add && e.op != Op::subtract) continue;
    for (const std::uint32_t side : {0U, 1U}) {
      const network::Expr& x = model[model.child(e, side)];
      const network::Expr& by = model[model.child(e, 1 - side)];
      if (x.op != Op::variable || by.op != Op::literal || by.value == 0 ||
          model[x.type].kind != TypeKind::integer) {
        continue;
      }
      if (by.value < -longest_stride || by.value > longest_stride) continue;
      out.all.insert(std::abs(by.value));
      out.variables.emplace(model[model[model.child(x, 0)].type].process.value,
                            x.item);
    }
  }
  while (out.all.size() > most_strides) out.all.erase(std::prev(out.all.end()));
  return out;
}

// What indices are compared with, and nodes are named by: a root, a server.
std::vector<std::int64_t> singled_out(const Model& model) {
  std::set<std::int64_t> out;
  const auto literal = [&](ExprId e) {
    if (model[e].op == Op::literal && model[e].value >= 0) {
      out.insert(model[e].value);
    }
  };
  for (const network::Expr& e : model.exprs) {
    if (e.op == Op::family_node && e.children.size() == 1) {
      literal(model.child(e, 0));
    }
    if (!network::is_comparison(e.op)) continue;
    for (const std::uint32_t side : {0U, 1U}) {
      if (model[model.child(e, side)].op == Op::node_index) {
        literal(model.child(e, 1 - side));
      }
    }
  }
  if (out.size() > most_constants) out.clear();
  return {out.begin(), out.end()};
}

// Arrays that nodes index once or twice: what is an element's. Slots that are
// as many in all instances.
void add_elements(const Model& model, const network::Unread& unread,
                  Vocabulary& out) {
  for (std::uint32_t f = 0; f < out.node_families; ++f) {
    const auto& variables = model[model.node_families[f].process].variables;
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
      TypeId type = variables[v].type;
      const std::uint32_t process = model.node_families[f].process.value;
      if (unread.variables.contains({process, v})) continue;
      Feature feature;
      while (model[type].kind == TypeKind::node_array) {
        feature.keys.push_back(model[type].family.value);
        type = model[type].element;
      }
      if (feature.keys.empty() || feature.keys.size() > most_keys) continue;
      feature.where = Feature::Where::element;
      feature.item = v;
      feature.owners = f;
      std::vector<Feature> features;
      add_parts(model, feature, type, features);
      if (features.empty()) continue;
      for (Feature& part : features) {
        part.width = static_cast<std::uint32_t>(features.size());
      }
      out.arrays.push_back({f, feature.keys, v});
      out.features.push_back(std::move(features));
      out.ports.emplace_back();
    }
  }
}

// Whether a shared array has an element for each index of the family: of its
// size, as it is written, and read or written at the index of some node.
bool for_each_index(const Model& model, std::uint32_t number,
                    const network::NodeFamily& family) {
  const network::SharedVariable& shared = model.shared[number];
  if (shared.dimensions.size() != 1 || family.dimensions.size() != 1) {
    return false;
  }
  const auto at_index = [&](const network::Expr& e) {
    return e.op == Op::shared && e.item == number &&
           model[model.child(e, 0)].op == Op::node_index;
  };
  if (std::none_of(model.exprs.begin(), model.exprs.end(), at_index)) {
    return false;
  }
  const network::Expr& a = model[shared.dimensions[0]];
  const network::Expr& b = model[family.dimensions[0]];
  return a.op == b.op && a.item == b.item && a.value == b.value &&
         (a.op == Op::parameter || a.op == Op::literal);
}

// Of a shared variable, what is a node's: the element that it indexes, or that
// its index does.
void add_at_nodes(const Model& model, std::uint32_t number, Vocabulary& out) {
  const network::SharedVariable& shared = model.shared[number];
  const network::Type& type = model[shared.type];
  const bool indexed =
      shared.dimensions.empty() && type.kind == TypeKind::node_array;
  for (std::uint32_t f = 0; f < out.node_families; ++f) {
    const bool by_node = indexed && type.family.value == f;
    if (!by_node && !for_each_index(model, number, model.node_families[f])) {
      continue;
    }
    Feature feature;
    feature.where = Feature::Where::at_node;
    feature.name = shared.name + (by_node ? "[]" : "[index()]");
    feature.item = number;
    std::vector<Feature> features;
    add_parts(model, feature, by_node ? type.element : shared.type, features);
    for (Feature& part : features) {
      part.width = static_cast<std::uint32_t>(features.size());
      out.features[f].push_back(std::move(part));
    }
  }
}

// Of everything that there is, and what nodes index.
void add_shared(const Model& model, const network::Unread& unread,
                Vocabulary& out) {
  for (std::uint32_t s = 0; s < model.shared.size(); ++s) {
    const network::SharedVariable& shared = model.shared[s];
    // What nobody writes, and is known, says nothing.
    const bool any = shared.written || !shared.initial.valid();
    if (!any || unread.shared.contains(s)) continue;
    add_at_nodes(model, s, out);
    if (!shared.dimensions.empty()) continue;
    Feature feature;
    feature.name = shared.name;
    feature.where = Feature::Where::shared;
    feature.item = s;
    for (auto& features : out.features) {
      add_parts(model, feature, shared.type, features);
    }
  }
}

}  // namespace

Vocabulary vocabulary_of(const Model& model) {
  Vocabulary out;
  out.constants = constants_of(model);
  out.between = families_between(model);
  out.indices = singled_out(model);
  const auto places = indexing(model);
  const Strides strides = strides_of(model);
  out.strides.assign(strides.all.begin(), strides.all.end());
  const network::Unread unread = network::unread(model);
  for (const network::NodeFamily& family : model.node_families) {
    const network::Process& process = model[family.process];
    auto& features = out.features.emplace_back();
    auto& ports = out.ports.emplace_back();
    for (std::uint32_t v = 0; v < process.variables.size(); ++v) {
      if (unread.variables.contains({family.process.value, v})) continue;
      Feature feature;
      feature.name = process.variables[v].name;
      feature.item = v;
      feature.indexing = places.contains({family.process.value, v});
      feature.stepped = strides.variables.contains({family.process.value, v});
      add_parts(model, feature, process.variables[v].type, features);
    }
    for (std::uint32_t p = 0; p < process.ports.size(); ++p) {
      if (process.ports[p].set) continue;
      ports.push_back(p);
      Feature feature;
      feature.name = process.ports[p].name;
      feature.where = Feature::Where::port;
      feature.item = p;
      add_parts(model, feature, process.ports[p].type, features);
    }
    const bool indexed = !places.empty() || !out.indices.empty();
    if (indexed && family.dimensions.size() == 1) {
      features.push_back({"index", Feature::Where::index});
    }
    if (places.empty()) continue;
    for (std::uint32_t p = 0; p < model.parameters.size(); ++p) {
      features.push_back(
          {model.parameters[p].name, Feature::Where::parameter, p});
    }
  }
  out.node_families = static_cast<std::uint32_t>(out.features.size());
  out.edge_families = static_cast<std::uint32_t>(model.edge_families.size());
  for (const network::EdgeFamily& family : model.edge_families) {
    out.ports.emplace_back();
    Feature feature;
    feature.where = Feature::Where::value;
    add_parts(model, feature, family.type, out.features.emplace_back());
  }
  add_shared(model, unread, out);
  add_elements(model, unread, out);
  return out;
}

}  // namespace vicinal::fixpoint::inline lemmas
