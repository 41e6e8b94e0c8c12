// SPDX-License-Identifier: MIT
// Declarations: classes of colours, places with what they hold, the network.
#include "network/imports/pnml/translate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/pnml/translator.hpp"
#include "network/imports/tree/names.hpp"

namespace vicinal::pnml {

using ast::ExprId;
using ast::ExprKind;

Translation translate(const Net& net, const std::vector<Property>& properties,
                      std::uint32_t behind, network::Diagnostics& diagnostics) {
  return Translator(net, properties, behind, diagnostics).run();
}

// A name that nothing has yet in this declaration.
std::string Translator::fresh(const std::string& wanted) {
  std::string name = imports::free_name(
      imports::as_name(wanted), bound_numbers_, [&](const std::string& one) {
        return !used_.contains(one) && !bound_.contains(one);
      });
  bound_.insert(name);
  return name;
}

// A name of the whole model. What the file calls it stands before it, where
// that is something else.
std::string Translator::declared(const Word& name, std::string note) {
  std::string own = imports::free_name(
      imports::as_name(name.text), numbers_,
      [&](const std::string& one) { return !used_.contains(one); });
  used_.insert(own);
  if (own != name.text && note.empty()) note = fmt::format("'{}'", name.text);
  if (!note.empty()) {
    std::vector<std::string> lines = imports::comment_lines(note);
    if (!lines.empty()) remarks_.push_back({std::move(lines), name.span});
  }
  return own;
}

// Which of its nodes is which colour, as far as a line is long.
void Translator::note_colours(const ColourClass& colours,
                              const std::string& name) {
  std::string note;
  if (!colours.listed) {
    note = fmt::format("{}[0] is {}, {}[{}] is {}", name, colours.first, name,
                       colours.size - 1, colours.first + colours.size - 1);
  }
  for (std::size_t i = 0; i < colours.colours.size(); ++i) {
    if (note.size() > 60) {
      note += ", ...";
      break;
    }
    note += fmt::format("{}{}[{}] is {}", i == 0 ? "" : ", ", name, i,
                        colours.colours[i]);
  }
  remarks_.push_back({imports::comment_lines(note), colours.name.span});
}

void Translator::name_all() {
  class_used_.assign(net_.classes.size(), false);
  for (const Place& p : net_.places) {
    for (const std::size_t c : p.domain) class_used_[c] = true;
  }
  for (const Transition& t : net_.transitions) {
    for (const std::size_t s : slots_.of(t)) {
      class_used_[slots_.class_of(s)] = true;
    }
  }
  for (const Place& p : net_.places) places_.push_back(declared(p.name));
  for (const Transition& t : net_.transitions) {
    transitions_.push_back(declared(t.name));
  }
  node_ = declared({"net", {}});
  process_ = declared({"Net", {}});
  std::erase_if(remarks_,
                [](const imports::Remark& r) { return r.of == Span{}; });
  for (std::size_t c = 0; c < net_.classes.size(); ++c) {
    const Word name{net_.classes[c].name.text, {}};
    if (!class_used_[c]) {
      classes_.emplace_back();
      class_processes_.emplace_back();
      continue;
    }
    classes_.push_back(declared(name));
    class_processes_.push_back(declared({classes_[c] + "_colour", {}}));
    std::erase_if(remarks_,
                  [](const imports::Remark& r) { return r.of == Span{}; });
    note_colours(net_.classes[c], classes_[c]);
  }
}

bool Translator::add_arcs(Moves& moves, const Transition& t) {
  std::map<std::size_t, std::pair<Adder, Adder>> sums;
  for (const auto* arcs : {&t.inputs, &t.outputs}) {
    for (const Arc& arc : *arcs) {
      network::poll();
      if (!subtractions_fit(net_, slots_, arc.term,
                            net_.places[arc.place].domain, t.condition, tries_,
                            diagnostics_)) {
        return false;
      }
      const auto own =
          sums.try_emplace(arc.place, Adder(diagnostics_), Adder(diagnostics_))
              .first;
      Adder& adder = arcs == &t.inputs ? own->second.first : own->second.second;
      if (!adder.add(arc.term, 1)) return false;
    }
  }
  for (const auto& [place, own] : sums) {
    moves.places.push_back({place, own.first.sum(), own.second.sum()});
  }
  return true;
}

// What places hold at the start, what transitions move, how much that can be.
bool Translator::measure() {
  bool good = true;
  for (const Place& p : net_.places) {
    network::poll();
    auto& values = marking_.emplace_back(
        static_cast<std::size_t>(cells(net_, p.domain)), 0);
    Adder adder(diagnostics_);
    if (!subtractions_fit(net_, slots_, p.marking, p.domain, {}, tries_,
                          diagnostics_) ||
        !adder.add(p.marking, 1)) {
      good = false;
      continue;
    }
    const Binding none(slots_.count(), 0);
    for (const Part& part : adder.sum()) {
      slots_.each_cell(part.tuple, p.domain, none, [&](std::int64_t cell) {
        values[static_cast<std::size_t>(cell)] += part.times;
      });
    }
  }
  for (const Transition& t : net_.transitions) {
    good = add_arcs(moves_.emplace_back(), t) && good;
  }
  if (good) bounds_ = token_bounds(net_, slots_, moves_, marking_);
  return good;
}

void Translator::declare_classes() {
  for (std::size_t c = 0; c < net_.classes.size(); ++c) {
    if (!class_used_[c]) continue;
    ast::Process process;
    process.name = {class_processes_[c], net_.classes[c].name.span};
    process.span = net_.classes[c].name.span;
    tree_.processes.push_back(std::move(process));
  }
}

ast::TypeId Translator::type_of(std::size_t place) {
  const Place& p = net_.places[place];
  const Span span = p.name.span;
  ast::TypeId type;
  if (bounds_[place]) {
    ast::Type range;
    range.kind = ast::TypeKind::range;
    range.span = span;
    range.low = make_.integer(0, span);
    range.high = make_.integer(*bounds_[place], span);
    tree_.types.push_back(range);
    type = ast::TypeId(tree_.types.size() - 1);
  } else {
    type = make_.named_type("int", span);
  }
  for (auto c = p.domain.rbegin(); c != p.domain.rend(); ++c) {
    type = make_.array_type(type, make_.name(classes_[*c], span), span);
  }
  return type;
}

ast::Binders Translator::over(const std::string& name, std::size_t of_class,
                              Span span) {
  return make_.members({{name, span}}, make_.name(classes_[of_class], span),
                       span);
}

// The values of [begin, end) by the names of the colours from `depth` on.
ExprId Translator::marking_tree(const Domain& domain, const Names& names,
                                std::size_t depth,
                                const std::vector<std::int64_t>& values,
                                std::size_t begin, std::size_t end, Span span) {
  const auto from = values.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto to = values.begin() + static_cast<std::ptrdiff_t>(end);
  network::poll(to - from);
  if (std::all_of(from, to, [&](std::int64_t v) { return v == *from; })) {
    return make_.integer(*from, span);
  }
  const auto size = static_cast<std::size_t>(net_.classes[domain[depth]].size);
  return choice(domain, names, depth, values, begin, 0, size,
                (end - begin) / size, span);
}

// Of the colours [from, to) of one class, `step` values each. Where all are
// alike but one, that one; else halves, so that nothing nests deep.
ExprId Translator::choice(const Domain& domain, const Names& names,
                          std::size_t depth,
                          const std::vector<std::int64_t>& values,
                          std::size_t begin, std::size_t from, std::size_t to,
                          std::size_t step, Span span) {
  const auto slice = [&](std::size_t i) {
    return values.begin() + static_cast<std::ptrdiff_t>(begin + i * step);
  };
  const auto alike = [&](std::size_t i, std::size_t j) {
    const auto own = static_cast<std::ptrdiff_t>(step);
    network::poll(own);
    return std::equal(slice(i), slice(i) + own, slice(j));
  };
  const auto values_of = [&](std::size_t i) {
    return marking_tree(domain, names, depth + 1, values, begin + i * step,
                        begin + (i + 1) * step, span);
  };
  // Of three, two are alike if all but one are.
  const std::size_t most =
      from + 2 < to && !alike(from, from + 1) && alike(from + 1, from + 2)
          ? from + 1
          : from;
  std::size_t others = 0;
  std::size_t other = from;
  for (std::size_t i = from; i < to && others < 2; ++i) {
    if (alike(i, most)) continue;
    ++others;
    other = i;
  }
  if (others == 0) return values_of(from);
  const ExprId index =
      make_.call("index", {make_.name(names[depth], span)}, span);
  if (others == 1) {
    const ExprId test = make_.make(
        ExprKind::equal,
        {index, make_.integer(static_cast<std::int64_t>(other), span)}, span);
    return make_.make(ExprKind::if_then_else,
                      {test, values_of(other), values_of(most)}, span);
  }
  const std::size_t middle = from + (to - from) / 2;
  const ExprId test = make_.make(
      ExprKind::less,
      {index, make_.integer(static_cast<std::int64_t>(middle), span)}, span);
  const ExprId low =
      choice(domain, names, depth, values, begin, from, middle, step, span);
  const ExprId high =
      choice(domain, names, depth, values, begin, middle, to, step, span);
  return make_.make(ExprKind::if_then_else, {test, low, high}, span);
}

void Translator::declare_place(std::size_t place) {
  const Place& p = net_.places[place];
  const Span span = p.name.span;
  ast::Var var;
  var.name = {places_[place], span};
  var.type = type_of(place);
  var.span = span;
  if (p.domain.empty()) {
    var.initial = make_.integer(marking_[place][0], p.marking.span);
  } else {
    bound_.clear();
    bound_numbers_.clear();
    Names names;
    std::vector<ast::Binders> binders;
    ExprId value = make_.field(make_.name(node_, span), places_[place], span);
    for (const std::size_t c : p.domain) {
      names.push_back(fresh("c"));
      binders.push_back(over(names.back(), c, span));
      value = make_.make(ExprKind::index,
                         {value, make_.name(names.back(), span)}, span);
    }
    const ExprId start = marking_tree(p.domain, names, 0, marking_[place], 0,
                                      marking_[place].size(), p.marking.span);
    tree_.inits.push_back(
        {make_.quantified(
             ExprKind::forall, binders,
             make_.make(ExprKind::equal, {value, start}, p.marking.span),
             p.marking.span),
         p.marking.span});
  }
  tree_.processes.back().variables.push_back(std::move(var));
}

void Translator::declare_network() {
  std::vector<ast::ItemId> items;
  for (std::size_t c = 0; c < net_.classes.size(); ++c) {
    if (!class_used_[c]) continue;
    const Span span = net_.classes[c].name.span;
    ast::Item item;
    item.kind = ast::ItemKind::node;
    item.span = span;
    item.name = {classes_[c], span};
    item.dimensions =
        make_.expressions({make_.integer(net_.classes[c].size, span)});
    item.process = {class_processes_[c], span};
    items.push_back(make_.add(std::move(item)));
  }
  ast::Item item;
  item.kind = ast::ItemKind::node;
  item.name = {node_, {}};
  item.process = {process_, {}};
  items.push_back(make_.add(std::move(item)));
  ast::Network network;
  network.items = make_.items(items);
  tree_.networks.push_back(std::move(network));
}

Translation Translator::run() {
  if (!measure()) return {};
  name_all();
  declare_classes();
  ast::Process process;
  process.name = {process_, {}};
  tree_.processes.push_back(std::move(process));
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    network::poll();
    declare_place(p);
  }
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    network::poll();
    transition(t);
  }
  declare_network();
  declare_properties();
  std::ranges::stable_sort(remarks_, {},
                           [](const imports::Remark& r) { return r.of.begin; });
  const bool asked = std::ranges::any_of(properties_, &Property::two_readings);
  return {std::move(tree_), std::move(remarks_), asked && dead_at_start()};
}

}  // namespace vicinal::pnml
