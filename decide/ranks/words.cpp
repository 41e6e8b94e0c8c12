// SPDX-License-Identifier: MIT
// Terms: what nodes that wait show, what is shared, numbers and how far they
// are apart, how many nodes show something, how far it is round a ring.
#include "decide/ranks/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "decide/ranks/helpers.hpp"
#include "network/language/outside.hpp"
#include "network/language/walk.hpp"

namespace vicinal::decide::inline ranks {

using network::Binder;
using network::DomainKind;
using network::ExprId;
using network::Model;
using network::ProcessId;
using network::TypeKind;

namespace {

constexpr std::size_t most_numbers = 8;  // that are compared with each other
constexpr std::size_t most_shown = 10;   // by nodes at the end of a distance
constexpr std::size_t most_terms = 400;

class Terms {
 public:
  Terms(const Model& model, const std::vector<Binder>& waiting,
        std::string member)
      : model_(model), waiting_(waiting), member_(std::move(member)) {}

  std::vector<std::string> run() {
    for (const Binder& b : waiting_) add_all(shown(b));
    of_shared();
    numbers();
    for (const auto& family : model_.node_families) counts(family);
    for (const auto& family : model_.edge_families) counts(family);
    for (const auto& family : model_.node_families) could(family);
    for (const auto& family : model_.node_families) along(family);
    for (const Binder& b : waiting_) ahead(b);
    for (const Binder& b : waiting_) distances(b);
    if (out_.size() > most_terms) out_.resize(most_terms);
    return std::move(out_);
  }

 private:
  void add(std::string term) { out_.push_back(std::move(term)); }
  void add_all(std::vector<std::string> terms) {
    for (std::string& t : terms) add(std::move(t));
  }
  std::vector<std::string> shown(const Binder& b) const {
    return shown_by(model_, process_of(model_, b), b.name);
  }
  std::vector<std::string> shared_numbers() const;
  std::string size_of(const network::NodeFamily& family) const;
  void of_shared();
  void numbers();
  void counts(const network::NodeFamily& family);
  void counts(const network::EdgeFamily& family);
  void add_up(const std::string& family, network::TypeId type,
              const std::string& number);
  void some(const std::string& family, const std::string& shown);
  void count(const std::string& family, const std::string& shown);
  void along(const network::NodeFamily& family);
  void could(const network::NodeFamily& family);
  void ahead(const Binder& b);
  void distances(const Binder& b);
  void round(const std::string& from, const std::string& to,
             const std::string& size);
  void round_to_who_shows(const Binder& b, const std::string& size);

  const Model& model_;
  const std::vector<Binder>& waiting_;
  std::string member_;  // what nothing else is called
  std::vector<std::string> out_;
};

std::vector<std::string> Terms::shared_numbers() const {
  std::vector<std::string> out;
  for (const auto& s : model_.shared) {
    if (s.dimensions.empty() && model_[s.type].numeric()) out.push_back(s.name);
  }
  return out;
}

void Terms::of_shared() {
  for (const auto& s : model_.shared) {
    if (s.dimensions.empty()) add_all(values_of(model_, s.type, s.name));
  }
}

// Numbers, and differences of two.
void Terms::numbers() {
  std::vector<std::string> all = shared_numbers();
  for (const Binder& b : waiting_) {
    const ProcessId process = process_of(model_, b);
    if (!process.valid()) continue;
    for (const auto& v : model_[process].variables) {
      if (model_[v.type].numeric()) all.push_back(b.name + "." + v.name);
    }
  }
  for (const auto& p : model_.parameters) all.push_back(p.name);
  if (all.size() > most_numbers) all.resize(most_numbers);
  add_all(all);
  for (const std::string& a : all) {
    for (const std::string& b : all) {
      if (a != b) add(fmt::format("{} - {}", a, b));
    }
  }
}

void Terms::some(const std::string& family, const std::string& shown) {
  add(fmt::format("exists {} in {}: {}", member_, family, shown));
  add(fmt::format("!(exists {} in {}: {})", member_, family, shown));
}

void Terms::count(const std::string& family, const std::string& shown) {
  some(family, shown);
  add(fmt::format("count({} in {}: {})", member_, family, shown));
}

// Numbers of all members, and how much is left to the greatest ones.
void Terms::add_up(const std::string& family, network::TypeId type,
                   const std::string& number) {
  const network::Type& t = model_[type];
  if (!t.numeric()) return;
  add(fmt::format("sum({} in {}: {})", member_, family, number));
  if (t.kind != TypeKind::range) return;
  const network::Span everywhere{0, UINT32_MAX};
  const std::string high = text_within(model_, everywhere, t.high);
  if (high.empty()) return;
  add(fmt::format("sum({} in {}: {} - {})", member_, family, high, number));
}

// How steps change a count of what nodes show at their ports nobody knows:
// edges are counted instead.
void Terms::counts(const network::NodeFamily& family) {
  for (const auto& shown :
       shown_by(model_, family.process, member_, Shown::variables)) {
    count(family.name, shown);
  }
  for (const auto& shown :
       shown_by(model_, family.process, member_, Shown::ports)) {
    some(family.name, shown);
  }
  for (const auto& v : model_[family.process].variables) {
    add_up(family.name, v.type, member_ + "." + v.name);
  }
}

void Terms::counts(const network::EdgeFamily& family) {
  for (const auto& shown : values_of(model_, family.type, member_)) {
    count(family.name, shown);
  }
  add_up(family.name, family.type, member_);
}

// How far the least number of those that show something is from that of who
// waits, and how many of them have a smaller one.
void Terms::ahead(const Binder& b) {
  const ProcessId process = process_of(model_, b);
  for (const auto& v : model_[process].variables) {
    if (!model_[v.type].numeric()) continue;
    for (const auto& shown :
         shown_by(model_, process, member_, Shown::variables)) {
      for (const char* what : {"{0}", "!({0})"}) {
        const std::string so = fmt::format(fmt::runtime(what), shown);
        const std::string domain = domain_name(model_, b);
        add(fmt::format(
            "{4}.{3} - min({0} in {1}: if {2} then {0}.{3} else {4}.{3})",
            member_, domain, so, v.name, b.name));
        add(fmt::format("count({0} in {1}: {2} && {0}.{3} < {4}.{3})", member_,
                        domain, so, v.name, b.name));
      }
    }
  }
}

// How many places it is from one index up to another one, modulo the size.
std::string places(const std::string& from, const std::string& to,
                   const std::string& size) {
  return fmt::format("if {0} <= {1} then {1} - {0} else {1} - {0} + {2}", from,
                     to, size);
}

void Terms::round(const std::string& from, const std::string& to,
                  const std::string& size) {
  add(fmt::format("{} - {}", from, to));
  add(fmt::format("{} - {}", to, from));
  add(places(from, to, size));
  add(places(to, from, size));
}

// Of a family of one dimension; empty: of another one.
std::string Terms::size_of(const network::NodeFamily& family) const {
  if (family.dimensions.size() != 1) return {};
  const network::Span everywhere{0, UINT32_MAX};
  return text_within(model_, everywhere, family.dimensions.front());
}

// Along the order of indices, from and to what shared variables say.
void Terms::distances(const Binder& b) {
  if (b.domain != DomainKind::node_family) return;
  const std::string size = size_of(model_.node_families[b.item]);
  if (size.empty()) return;
  const std::string here = fmt::format("index({})", b.name);
  for (const std::string& x : shared_numbers()) round(x, here, size);
  for (const auto& s : model_.shared) {
    const auto& type = model_[s.type];
    if (!s.dimensions.empty() || type.kind != TypeKind::reference) continue;
    round(fmt::format("index({})", s.name), here, size);
  }
  round_to_who_shows(b, size);
}

// From those that show something, or one of two things, to who waits: the
// nearest; of one such node that is how far it is. The size, where there is
// none. (A sum says as much of one node, but is not known of what nodes show at
// their ports.)
void Terms::round_to_who_shows(const Binder& b, const std::string& size) {
  const auto& family = model_.node_families[b.item];
  std::vector<std::string> shown = shown_by(model_, family.process, member_);
  if (shown.size() > most_shown) shown.resize(most_shown);
  const std::string here = fmt::format("index({})", b.name);
  const std::string there = fmt::format("index({})", member_);
  const auto least = [&](const std::string& condition) {
    for (const std::string& far :
         {places(there, here, size), places(here, there, size)}) {
      add(fmt::format("min({} in {}: if {} then {} else {})", member_,
                      family.name, condition, "(" + far + ")", size));
    }
  };
  for (const std::string& a : shown) least(a);
  for (std::size_t a = 0; a < shown.size(); ++a) {
    for (std::size_t c = a + 1; c < shown.size(); ++c) {
      least(fmt::format("{} || {}", shown[a], shown[c]));
    }
  }
}

// How far all who show something have to go: to the first index, to behind the
// last one, or round to the first.
void Terms::along(const network::NodeFamily& family) {
  const std::string size = size_of(family);
  if (size.empty()) return;
  std::vector<std::string> shown =
      shown_by(model_, family.process, member_, Shown::variables);
  if (shown.size() > most_shown) shown.resize(most_shown);
  const std::string at = fmt::format("index({})", member_);
  const std::string rest = fmt::format("{} - {}", size, at);
  for (const std::string& a : shown) {
    for (const std::string& far :
         {at, rest, fmt::format("(if {} == 0 then 0 else {})", at, rest)}) {
      add(fmt::format("sum({} in {}: if {} then {} else 0)", member_,
                      family.name, a, far));
    }
  }
}

// Whether somebody could take a fair action: who helps next.
void Terms::could(const network::NodeFamily& family) {
  for (const network::Fairness& f : model_.fairness) {
    if (f.global || f.process != family.process) continue;
    const std::string guard =
        guard_of(model_, model_[f.process].actions[f.item], member_);
    if (guard.empty() || guard == "true") continue;
    some(family.name, guard);
  }
}

// Declared nowhere in the model, as a global name or a bound one.
std::string unused_name(const Model& model) {
  const std::string_view text = model.source->text();
  std::string name = "h";
  for (int i = 1; text.find(name) != std::string_view::npos; ++i) {
    name = fmt::format("h{}", i);
  }
  return name;
}

}  // namespace

std::string domain_name(const Model& model, const Binder& binder) {
  if (binder.domain == DomainKind::node_family) {
    return model.node_families[binder.item].name;
  }
  if (binder.domain == DomainKind::process) {
    return model.processes[binder.item].name;
  }
  return {};
}

ProcessId process_of(const Model& model, const Binder& binder) {
  if (binder.domain == DomainKind::node_family) {
    return model.node_families[binder.item].process;
  }
  if (binder.domain == DomainKind::process) return ProcessId(binder.item);
  return {};
}

std::vector<std::string> values_of(const Model& model, network::TypeId type,
                                   const std::string& called) {
  const auto& t = model[type];
  if (t.kind == TypeKind::boolean) return {called, "!" + called};
  std::vector<std::string> out;
  if (t.kind != TypeKind::enumeration) return out;
  for (const auto& c : model.enums[t.enumeration.index()].constants) {
    out.push_back(fmt::format("{} == {}", called, c));
  }
  return out;
}

std::vector<std::string> shown_by(const Model& model, ProcessId process,
                                  const std::string& node, Shown which) {
  std::vector<std::string> out;
  if (!process.valid()) return out;
  const auto add = [&](network::TypeId type, const std::string& name) {
    for (auto& v : values_of(model, type, node + "." + name)) {
      out.push_back(std::move(v));
    }
  };
  if (which != Shown::ports) {
    for (const auto& v : model[process].variables) add(v.type, v.name);
  }
  if (which == Shown::variables) return out;
  for (const auto& p : model[process].ports) {
    if (!p.set) add(p.type, p.name);
  }
  return out;
}

Words words_of(const Model& model, const network::Property& property,
               const network::ProgressProperty& progress,
               const std::string& waiting) {
  Words out;
  out.name = property.name;
  for (const Binder& b : progress.binders) {
    out.variables.push_back(
        fmt::format("{} in {}", b.name, domain_name(model, b)));
  }
  const std::string member = unused_name(model);
  out.terms = Terms(model, progress.binders, member).run();
  const bool any = progress.shape == network::ProgressShape::possible;
  out.situations = helpers_of(model, progress.binders, waiting, member, any);
  return out;
}

std::string rank_text(const Words& words, std::span<const std::uint32_t> terms,
                      std::span<const std::uint32_t> situations) {
  std::string out = "rank for " + words.name;
  if (!words.variables.empty()) {
    out += fmt::format(" ({})", fmt::join(words.variables, ", "));
  }
  const char* separator = ":\n  ";
  for (const std::uint32_t t : terms) {
    out += separator + words.terms[t];
    separator = ",\n  ";
  }
  // Where whoever helps brings it about, nothing has to be counted.
  if (terms.empty()) out += ":\n  0";
  separator = "\n  by ";
  for (const std::uint32_t s : situations) {
    out += separator + words.situations[s];
    separator = ",\n     ";
  }
  return out + ";\n";
}

}  // namespace vicinal::decide::inline ranks
