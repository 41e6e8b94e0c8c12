// SPDX-License-Identifier: MIT
// Each free slot is an integer constant within its bounds. An expression
// becomes a vector of Z3 terms, one per slot of its value, and a condition
// "this evaluation is no model error": a constraint holds if it is true and
// defined. All-SAT: a model gives a row, and the row is forbidden.
#include "fixpoint/initial/initial_solver.hpp"

#include <z3++.h>

#include <algorithm>
#include <limits>
#include <map>

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"

namespace vicinal::fixpoint::inline initial {

using network::Binder;
using network::Context;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::NodeId;
using network::Op;
using network::Scalar;
using network::Type;
using network::TypeKind;

namespace {

// Something that is not translated.
struct Untranslated {};

struct Term {
  std::vector<z3::expr> slots;  // booleans as Bool, all others as Int
  z3::expr defined;
};

class Translator {
 public:
  Translator(z3::context& z3, const Instance& instance,
             std::span<const Scalar> state,
             const std::map<std::uint32_t, z3::expr>& variables)
      : z3_(z3),
        instance_(instance),
        model_(*instance.model),
        evaluator_(instance),
        reads_state_(model_,
                     [](const Expr& e) { return network::reads_state(e.op); }),
        state_(state),
        variables_(variables) {}

  // True and defined.
  z3::expr constraint(const Constraint& c) {
    if (!c.formula.valid()) return z3_.bool_val(false);
    frame_ = c.frame;
    const Term t = translate(c.formula);
    return t.defined && t.slots[0];
  }

 private:
  z3::expr number(Scalar v) { return z3_.int_val(v); }
  z3::expr yes() { return z3_.bool_val(true); }
  Term one(z3::expr e, z3::expr defined) {
    return {{std::move(e)}, std::move(defined)};
  }
  Term constant(const Expr& e, Scalar v) {
    return one(model_[e.type].kind == TypeKind::boolean ? z3_.bool_val(v != 0)
                                                        : number(v),
               yes());
  }

  // The value of an expression that does not depend on the state.
  Scalar fixed(ExprId id) {
    try {
      return evaluator_.scalar(id, {{}, NodeId::none(), frame_.data()});
    } catch (const network::ModelError&) {
      throw Untranslated{};
    }
  }
  z3::expr slot(std::uint32_t s, bool boolean) {
    const auto it = variables_.find(s);
    if (it == variables_.end()) {
      return boolean ? z3_.bool_val(state_[s] != 0) : number(state_[s]);
    }
    return boolean ? it->second == 1 : it->second;
  }

  void slots_of(network::TypeId id, std::uint32_t& at,
                std::vector<z3::expr>& out) {
    const Type& type = model_[id];
    switch (type.kind) {
      case TypeKind::structure:
        for (const auto& f : model_.structs[type.structure.index()].fields) {
          slots_of(f.type, at, out);
        }
        return;
      case TypeKind::queue:
        out.push_back(slot(at++, false));
        [[fallthrough]];
      case TypeKind::array:
      case TypeKind::node_array:
        for (std::uint32_t i = 0; i < instance_.size(id).size; ++i) {
          slots_of(type.element, at, out);
        }
        return;
      default:
        out.push_back(slot(at++, type.kind == TypeKind::boolean));
    }
  }

  Term place(ExprId id) {
    const Expr& e = model_[id];
    if (reads_state_below(e)) return indexed(e);
    const Context context{
        network::whole(instance_, const_cast<Scalar*>(state_.data())),
        NodeId::none(), frame_.data()};
    std::uint32_t at = 0;
    try {
      at = evaluator_.locate(id, context);
    } catch (const network::ModelError&) {
      Term t{{}, z3_.bool_val(false)};
      for (std::uint32_t i = 0; i < instance_.size(e.type).slots; ++i) {
        t.slots.push_back(model_[e.type].kind == TypeKind::boolean
                              ? z3_.bool_val(false)
                              : number(0));
      }
      return t;
    }
    Term t{{}, yes()};
    slots_of(e.type, at, t.slots);
    return t;
  }

  // Whether an index or a reference on the way to a place reads the state. To
  // have an element at all, a queue must be looked at.
  bool reads_state_below(const Expr& e) {
    const ExprId first =
        e.children.empty() ? ExprId::none() : model_.child(e, 0);
    switch (e.op) {
      case Op::variable:
      case Op::edge_value:
        return reads_state_(first);
      case Op::shared:
        for (std::uint32_t i = 0; i < e.children.size(); ++i) {
          if (reads_state_(model_.child(e, i))) return true;
        }
        return false;
      case Op::field:
        return reads_state_below(model_[first]);
      case Op::element:
        return model_[model_[first].type].kind == TypeKind::queue ||
               reads_state_below(model_[first]) ||
               reads_state_(model_.child(e, 1));
      default:
        return true;
    }
  }

  // The nodes or edges that an expression may mean, each with its condition.
  struct Meant {
    z3::expr condition;
    std::uint32_t id;
  };
  std::vector<Meant> cases(ExprId id, z3::expr& defined) {
    const Expr& e = model_[id];
    if (!reads_state_(id)) {
      return {{yes(), static_cast<std::uint32_t>(fixed(id))}};
    }
    std::vector<Meant> out;
    if (e.op == Op::port_edge) {
      for (Meant& c : cases(model_.child(e, 0), defined)) {
        const auto darts =
            instance_.network.darts_at(NodeId(std::size_t{c.id}), e.item);
        out.push_back(
            {c.condition, instance_.network.dart_edge[darts.begin].value});
      }
      return out;
    }
    if (e.op == Op::dereference) {
      const ExprId reference = model_.child(e, 0);
      const Term index = translate(reference);
      const auto& family =
          instance_
              .node_families[model_[model_[reference].type].family.index()];
      defined = defined && index.defined && index.slots[0] >= 0;
      for (std::uint32_t i = 0; i < family.count; ++i) {
        out.push_back({index.slots[0] == number(i), family.first + i});
      }
      return out;
    }
    if (e.op != Op::family_node && e.op != Op::family_edge) {
      throw Untranslated{};
    }
    const network::FamilySize& size = e.op == Op::family_node
                                          ? instance_.node_families[e.item]
                                          : instance_.edge_families[e.item];
    out.push_back({yes(), 0});
    for (std::size_t d = 0; d < size.dimensions.size(); ++d) {
      const Term index = translate(model_.child(e, d));
      defined = defined && index.defined && index.slots[0] >= 0 &&
                index.slots[0] < number(size.dimensions[d]);
      std::vector<Meant> longer;
      for (const Meant& c : out) {
        for (std::uint32_t i = 0; i < size.dimensions[d]; ++i) {
          longer.push_back({c.condition && index.slots[0] == number(i),
                            c.id * size.dimensions[d] + i});
        }
      }
      out = std::move(longer);
    }
    for (Meant& c : out) c.id += size.first;
    return out;
  }

  // What a variable or an edge holds, where it depends on the state which one
  // is meant.
  Term chosen(const Expr& e) {
    z3::expr defined = yes();
    const std::vector<Meant> all = cases(model_.child(e, 0), defined);
    if (all.empty()) throw Untranslated{};
    Term t{{}, defined};
    for (std::size_t c = all.size(); c-- > 0;) {
      const auto i = std::size_t{all[c].id};
      std::uint32_t at = 0;
      if (e.op == Op::edge_value) {
        at = instance_.edge_base[i];
      } else {
        at = instance_.node_base[i] +
             instance_.variable_offsets[instance_.process_id(NodeId(i)).index()]
                                       [e.item];
      }
      std::vector<z3::expr> value;
      slots_of(e.type, at, value);
      if (t.slots.empty()) {
        t.slots = std::move(value);
        continue;
      }
      for (std::size_t k = 0; k < value.size(); ++k) {
        t.slots[k] = z3::ite(all[c].condition, value[k], t.slots[k]);
      }
    }
    return t;
  }

  // a[i] with an index that depends on the state: a case for each element. A
  // queue has as many as its length, its first slot, says.
  Term indexed(const Expr& e) {
    if (e.op == Op::edge_value || e.op == Op::variable) return chosen(e);
    if (e.op == Op::field) {
      const ExprId object = model_.child(e, 0);
      const Term all = translate(object);
      const auto& fields =
          model_.structs[model_[model_[object].type].structure.index()].fields;
      std::uint32_t first = 0;
      for (std::uint32_t i = 0; i < e.item; ++i) {
        first += instance_.size(fields[i].type).slots;
      }
      const std::uint32_t count = instance_.size(e.type).slots;
      return {{all.slots.begin() + first, all.slots.begin() + first + count},
              all.defined};
    }
    const ExprId array = model_.child(e, 0);
    const TypeKind kind = model_[model_[array].type].kind;
    const bool queue = kind == TypeKind::queue;
    if (e.op != Op::element || (!queue && kind != TypeKind::array)) {
      throw Untranslated{};
    }
    Term all = translate(array);
    const Term index = translate(model_.child(e, 1));
    const std::uint32_t size = instance_.size(model_[array].type).size;
    const std::uint32_t count = instance_.size(e.type).slots;
    if (size == 0) throw Untranslated{};
    const z3::expr length = queue ? all.slots.front() : number(size);
    if (queue) all.slots.erase(all.slots.begin());
    Term t{{},
           all.defined && index.defined && index.slots[0] >= 0 &&
               index.slots[0] < length};
    for (std::uint32_t s = 0; s < count; ++s) {
      z3::expr value = all.slots[(size - 1) * count + s];
      for (std::uint32_t i = size - 1; i-- > 0;) {
        value = z3::ite(index.slots[0] == number(i), all.slots[i * count + s],
                        value);
      }
      t.slots.push_back(value);
    }
    return t;
  }

  Term translate(ExprId id) {
    const Expr& e = model_[id];
    switch (e.op) {
      case Op::variable:
      case Op::edge_value:
      case Op::shared:
      case Op::field:
      case Op::element:
        return place(id);
      case Op::literal:
        return constant(e, e.value);
      case Op::forall:
      case Op::exists:
      case Op::exactly:
      case Op::atmost:
      case Op::count:
      case Op::sum:
      case Op::least:
      case Op::greatest:
        return quantifier(e);
      case Op::make_structure:
      case Op::make_array: {
        Term t{{}, yes()};
        for (std::uint32_t i = 0; i < e.children.size(); ++i) {
          const Term part = translate(model_.child(e, i));
          t.slots.insert(t.slots.end(), part.slots.begin(), part.slots.end());
          t.defined = t.defined && part.defined;
        }
        return t;
      }
      case Op::to_reference:
      case Op::enabled:
        if (reads_state_(id) || e.op == Op::enabled) throw Untranslated{};
        return constant(e, fixed(id));
      default:
        break;
    }
    if (!reads_state_(id) && e.binders.empty()) {
      try {
        return constant(
            e, evaluator_.scalar(id, {{}, NodeId::none(), frame_.data()}));
      } catch (const network::ModelError&) {
        return one(model_[e.type].kind == TypeKind::boolean
                       ? z3_.bool_val(false)
                       : number(0),
                   z3_.bool_val(false));
      }
    }
    return operation(e);
  }

  Term operation(const Expr& e) {
    std::vector<Term> parts;
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      parts.push_back(translate(model_.child(e, i)));
    }
    switch (e.op) {
      case Op::logical_not:
        return one(!parts[0].slots[0], parts[0].defined);
      case Op::logical_and:
      case Op::logical_or:
        return chain(parts, e.op == Op::logical_or);
      case Op::implies:
        return chain({one(!parts[0].slots[0], parts[0].defined), parts[1]},
                     true);
      case Op::iff:
        return one(parts[0].slots[0] == parts[1].slots[0],
                   parts[0].defined && parts[1].defined);
      case Op::if_then_else: {
        const z3::expr c = parts[0].slots[0];
        Term t{
            {},
            parts[0].defined && z3::ite(c, parts[1].defined, parts[2].defined)};
        for (std::size_t i = 0; i < parts[1].slots.size(); ++i) {
          t.slots.push_back(z3::ite(c, parts[1].slots[i], parts[2].slots[i]));
        }
        return t;
      }
      case Op::equal:
      case Op::not_equal: {
        if (parts[0].slots.size() != parts[1].slots.size()) {
          throw Untranslated{};
        }
        z3::expr same = yes();
        for (std::size_t i = 0; i < parts[0].slots.size(); ++i) {
          same = same && parts[0].slots[i] == parts[1].slots[i];
        }
        return one(e.op == Op::equal ? same : !same,
                   parts[0].defined && parts[1].defined);
      }
      case Op::length:
        return one(parts[0].slots[0], parts[0].defined);
      case Op::empty:
        return one(parts[0].slots[0] == 0, parts[0].defined);
      case Op::full:
        return one(
            parts[0].slots[0] ==
                number(instance_.size(model_[model_.child(e, 0)].type).size),
            parts[0].defined);
      default:
        return arithmetic(e, parts);
    }
  }

  // a && b && c: evaluated up to the first that decides.
  Term chain(const std::vector<Term>& parts, bool stop) {
    z3::expr value = parts.back().slots[0];
    z3::expr defined = parts.back().defined;
    for (std::size_t i = parts.size() - 1; i-- > 0;) {
      const z3::expr decides = stop ? parts[i].slots[0] : !parts[i].slots[0];
      defined = parts[i].defined && (decides || defined);
      value = stop ? parts[i].slots[0] || value : parts[i].slots[0] && value;
    }
    return one(value, defined);
  }

  z3::expr in_64_bits(const z3::expr& e) {
    return e >= z3_.int_val(INT64_MIN) && e <= z3_.int_val(INT64_MAX);
  }

  Term arithmetic(const Expr& e, const std::vector<Term>& parts) {
    if (parts.empty()) throw Untranslated{};
    const z3::expr a = parts[0].slots[0];
    z3::expr defined = parts[0].defined;
    const z3::expr b = parts.size() == 2 ? parts[1].slots[0] : number(0);
    if (parts.size() == 2) defined = defined && parts[1].defined;
    const auto checked = [&](const z3::expr& r) {
      return one(r, defined && in_64_bits(r));
    };
    switch (e.op) {
      case Op::less:
        return one(a < b, defined);
      case Op::less_equal:
        return one(a <= b, defined);
      case Op::greater:
        return one(a > b, defined);
      case Op::greater_equal:
        return one(a >= b, defined);
      case Op::negate:
        return checked(-a);
      case Op::add:
        return checked(a + b);
      case Op::subtract:
        return checked(a - b);
      case Op::multiply:
        return checked(a * b);
      case Op::minimum:
        return one(z3::ite(a < b, a, b), defined);
      case Op::maximum:
        return one(z3::ite(a > b, a, b), defined);
      case Op::absolute:
        return checked(z3::ite(a < 0, -a, a));
      // Z3's div and mod on integers are Euclidean, as ours.
      case Op::divide:
        defined = defined && b != 0;
        return checked(a / b);
      case Op::modulo:
        defined = defined && b != 0;
        return one(z3::mod(a, b), defined);
      default:
        throw Untranslated{};
    }
  }

  void members(const Expr& e, std::uint32_t at, std::vector<Term>& out) {
    if (at == e.binders.end) {
      out.push_back(translate(model_.child(e, e.children.size() - 1)));
      return;
    }
    const Binder& binder = model_.binders[at];
    for (const ExprId part : {binder.low, binder.high, binder.node}) {
      if (part.valid() && reads_state_(part)) throw Untranslated{};
    }
    network::Domain domain;
    try {
      domain =
          domain_of(binder, evaluator_, {{}, NodeId::none(), frame_.data()});
    } catch (const network::ModelError&) {
      throw Untranslated{};
    }
    for (Scalar i = domain.begin; i < domain.end; ++i) {
      network::poll();
      frame_[binder.slot] =
          domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
      members(e, at + 1, out);
    }
  }

  // Undefined if there is no member.
  Term extreme(Op op, const std::vector<Term>& parts) {
    if (parts.empty()) {
      return one(number(0), z3_.bool_val(false));
    }
    z3::expr defined = yes();
    z3::expr best = parts[0].slots[0];
    for (const Term& part : parts) {
      const z3::expr& body = part.slots[0];
      defined = defined && part.defined;
      best = z3::ite(op == Op::least ? body < best : body > best, body, best);
    }
    return one(best, defined);
  }

  Term quantifier(const Expr& e) {
    Term k = one(number(0), yes());
    if (e.children.size() == 2) k = translate(model_.child(e, 0));
    std::vector<Term> parts;
    members(e, e.binders.begin, parts);
    z3::expr defined = k.defined;
    z3::expr all = yes();
    z3::expr some = z3_.bool_val(false);
    z3::expr_vector counted(z3_);
    z3::expr sum = number(0);
    if (e.op == Op::least || e.op == Op::greatest) return extreme(e.op, parts);
    for (const Term& part : parts) {
      defined = defined && part.defined;
      const z3::expr& body = part.slots[0];
      if (e.op == Op::sum) {
        sum = sum + body;
        // Partial sums overflow in the order of evaluation.
        defined = defined && in_64_bits(sum);
      } else {
        all = all && body;
        some = some || body;
        counted.push_back(z3::ite(body, number(1), number(0)));
      }
    }
    if (e.op != Op::sum && !counted.empty()) sum = z3::sum(counted);
    switch (e.op) {
      case Op::forall:
        return one(all, defined);
      case Op::exists:
        return one(some, defined);
      case Op::exactly:
        return one(sum == k.slots[0], defined);
      case Op::atmost:
        return one(sum <= k.slots[0], defined);
      default:
        return one(sum, defined);
    }
  }

  z3::context& z3_;
  const Instance& instance_;
  const network::Model& model_;
  network::Evaluator evaluator_;
  network::Answers reads_state_;
  std::span<const Scalar> state_;
  const std::map<std::uint32_t, z3::expr>& variables_;
  std::vector<Scalar> frame_;
};

}  // namespace

struct InitialSolver::Impl {
  z3::context z3;
  z3::solver solver{z3};
  std::map<std::uint32_t, z3::expr> variables;
  bool translated = true;

  Impl() {
    // Z3 would take Ctrl-C for itself, and nobody else would know.
    z3::params params(z3);
    params.set("ctrl_c", false);
    solver.set(params);
  }
};

InitialSolver::InitialSolver(const Instance& instance,
                             std::span<const std::uint32_t> slots,
                             std::span<const Constraint* const> constraints,
                             std::span<const Scalar> state)
    : impl_(std::make_unique<Impl>()) {
  Impl& impl = *impl_;
  try {
    for (const std::uint32_t s : slots) {
      z3::expr v = impl.z3.int_const(("x" + std::to_string(s)).c_str());
      const network::Bounds& b = instance.slots[s];
      impl.solver.add(v >= impl.z3.int_val(b.low) &&
                      v <= impl.z3.int_val(b.high));
      impl.variables.emplace(s, v);
    }
    Translator translator(impl.z3, instance, state, impl.variables);
    for (const Constraint* c : constraints) {
      impl.solver.add(translator.constraint(*c));
    }
  } catch (const Untranslated&) {
    impl.translated = false;
  } catch (const z3::exception&) {
    impl.translated = false;
  }
}

InitialSolver::~InitialSolver() = default;

namespace {

// What is asserted while it lives is forgotten, however it ends.
class Frame {
 public:
  explicit Frame(z3::solver& solver) : solver_(solver) { solver_.push(); }
  ~Frame() {
    try {
      solver_.pop();
    } catch (const z3::exception&) {
    }
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

 private:
  z3::solver& solver_;
};

// Asks, no longer than there is time. Setting a parameter takes Z3 longer than
// a question does: what is left of the time is told it now and then.
class Timed {
 public:
  Timed(z3::solver& solver, double seconds)
      : solver_(solver), seconds_(seconds) {}

  z3::check_result check() {
    network::poll_now();
    constexpr double late = 0.2;
    const double most = std::min(seconds_, network::polled_seconds_left());
    if (most < told_ - late) {
      z3::params params(solver_.ctx());
      params.set("timeout", static_cast<unsigned>(most * 1000) + 1);
      solver_.set(params);
      told_ = most;
    }
    return solver_.check();
  }

 private:
  z3::solver& solver_;
  double seconds_;
  double told_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<std::vector<Scalar>> InitialSolver::project(
    std::span<const std::uint32_t> onto, std::size_t limit, double seconds) {
  Impl& impl = *impl_;
  if (!impl.translated) return std::nullopt;
  std::vector<std::vector<Scalar>> rows;
  try {
    const Frame frame(impl.solver);
    Timed timed(impl.solver, seconds > 0 ? std::min(seconds, 1e6) : 60);
    while (true) {
      const z3::check_result answer = timed.check();
      if (answer == z3::unsat) break;
      if (answer != z3::sat || rows.size() >= std::max<std::size_t>(1, limit)) {
        return std::nullopt;
      }
      const z3::model model = impl.solver.get_model();
      std::vector<Scalar> row;
      z3::expr different = impl.z3.bool_val(false);
      for (const std::uint32_t s : onto) {
        const z3::expr& v = impl.variables.at(s);
        const z3::expr value = model.eval(v, true);
        row.push_back(value.get_numeral_int64());
        different = different || v != value;
      }
      rows.push_back(std::move(row));
      if (onto.empty()) break;
      impl.solver.add(different);
    }
  } catch (const z3::exception&) {
    return std::nullopt;
  }
  std::sort(rows.begin(), rows.end());
  // A satisfiable question about no slot has one row without values, which a
  // flat list cannot hold: one scalar stands for it.
  if (onto.empty() && !rows.empty()) return std::vector<Scalar>{0};
  std::vector<Scalar> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  return flat;
}

}  // namespace vicinal::fixpoint::inline initial
