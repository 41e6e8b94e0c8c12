// SPDX-License-Identifier: MIT
// The formula is walked from its root with a sign. A path may be split, never
// weakened: `&&` gives a path for each side, `||` keeps one side as the body
// and makes the others escapes, which a view has to show to be true. What no
// rule takes apart (exists, a lower bound, a negated implication) is a body as
// a whole. Bounds must be numbers that no state and no bound variable changes,
// and small, since a path of k + 1 copies looks at that many choices together.
#include "fixpoint/implication/property_path.hpp"

#include "fixpoint/views/footprint.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline implication {

using network::Context;
using network::Expr;
using network::ExprId;
using network::Instance;
using network::Op;
using network::Scalar;

namespace {

class PathFinder {
 public:
  explicit PathFinder(const Instance& instance)
      : instance_(instance),
        model_(*instance.model),
        footprint_(instance),
        frame_(instance.model->frame) {}

  std::vector<Path> run(ExprId formula) {
    walk(Path{{PathLevel{}}, {}, false, 1, {}}, formula, false);
    return std::move(paths_);
  }

  std::vector<Path> parts(const Path& path) {
    if (path.copies == 1 && !reason(path.body).empty()) split(path);
    return std::move(paths_);
  }

 private:
  void split(const Path& path) {
    const Expr& e = model_[path.body];
    const std::uint32_t last = e.children.size() - 1;
    switch (e.op) {
      case Op::logical_and:
      case Op::logical_or:
      case Op::implies:
        short_circuit(path, e);
        return;
      // All children are evaluated, and nothing else fails.
      case Op::logical_not:
      case Op::iff:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        for (std::uint32_t i = 0; i <= last; ++i) {
          part(path, model_.child(e, i));
        }
        return;
      case Op::equal:
      case Op::not_equal:
        if (!number(model_.child(e, 0)) || !number(model_.child(e, 1))) return;
        part(path, model_.child(e, 0));
        part(path, model_.child(e, 1));
        return;
      case Op::forall:
      case Op::exists:
      case Op::exactly:
      case Op::atmost:
      case Op::count: {
        if (last == 1) part(path, model_.child(e, 0));
        Path members = path;
        members.levels.push_back({e.binders, {}});
        part(std::move(members), model_.child(e, last));
        return;
      }
      default:
        return;
    }
  }

  void part(Path path, ExprId body) {
    path.body = body;
    path.negated = false;
    path.not_local = reason(body);
    paths_.push_back(std::move(path));
  }

  // Children that views decide may make further ones unnecessary.
  void short_circuit(Path path, const Expr& e) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      const ExprId child = model_.child(e, i);
      const bool last = i + 1 == e.children.size();
      if (last || !reason(child).empty()) {
        part(path, child);
      } else {
        path.levels.back().escapes.push_back({child, e.op != Op::logical_or});
      }
    }
  }

  bool number(ExprId id) const {
    const auto kind = model_[model_[id].type].kind;
    return kind == network::TypeKind::boolean ||
           kind == network::TypeKind::integer ||
           kind == network::TypeKind::range;
  }

  // Goes on from `path` with what must hold (or, negated, must not).
  void walk(Path path, ExprId id, bool negated) {
    const Expr& e = model_[id];
    switch (e.op) {
      case Op::logical_not:
        walk(std::move(path), model_.child(e, 0), !negated);
        return;
      case Op::logical_and:
        negated ? disjunction(std::move(path), e, true)
                : conjunction(path, e, false);
        return;
      case Op::logical_or:
        negated ? conjunction(path, e, true)
                : disjunction(std::move(path), e, false);
        return;
      case Op::implies:
        if (negated) break;
        path.levels.back().escapes.push_back({model_.child(e, 0), true});
        walk(std::move(path), model_.child(e, 1), false);
        return;
      case Op::forall:
      case Op::exists:
        if ((e.op == Op::exists) != negated) break;
        path.levels.push_back({e.binders, {}});
        walk(std::move(path), model_.child(e, e.children.size() - 1), negated);
        return;
      case Op::atmost:
        if (negated) break;
        if (bounded(path, e, model_.child(e, 0), 0)) return;
        break;
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::equal:
        if (counted(path, e, negated)) return;
        break;
      default:
        break;
    }
    path.body = id;
    path.negated = negated;
    path.not_local = reason(id);
    paths_.push_back(std::move(path));
  }

  // Every part must hold.
  void conjunction(const Path& path, const Expr& e, bool negated) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      walk(path, model_.child(e, i), negated);
    }
  }

  // One part must hold: the last is looked into, the others are escapes.
  void disjunction(Path path, const Expr& e, bool negated) {
    const std::uint32_t last = e.children.size() - 1;
    for (std::uint32_t i = 0; i < last; ++i) {
      path.levels.back().escapes.push_back({model_.child(e, i), negated});
    }
    walk(std::move(path), model_.child(e, last), negated);
  }

  // At most k + `more` members.
  bool bounded(const Path& path, const Expr& e, ExprId k, Scalar more) {
    if (footprint_.reads_state(k) || !network::free_slots(model_, k).empty())
      return false;
    Scalar limit = 0;
    try {
      const network::Evaluator evaluator(instance_);
      limit = evaluator.scalar(
          k, Context{{}, network::NodeId::none(), frame_.data()});
    } catch (const network::ModelError&) {
      return false;
    }
    if (limit < -more || limit > 8) return false;
    limit += more;
    Path bound = path;
    bound.levels.push_back({e.binders, {}});
    bound.body = model_.child(e, e.children.size() - 1);
    bound.negated = true;
    bound.copies = static_cast<std::uint32_t>(limit) + 1;
    bound.not_local = reason(bound.body);
    paths_.push_back(std::move(bound));
    return true;
  }

  // count(...) <= k and its like; also count(...) == 0.
  bool counted(const Path& path, const Expr& e, bool negated) {
    const ExprId a = model_.child(e, 0);
    const ExprId b = model_.child(e, 1);
    const bool left = model_[a].op == Op::count;
    if (!left && model_[b].op != Op::count) return false;
    Op op = e.op;
    if (!left) {
      op = op == Op::less            ? Op::greater
           : op == Op::less_equal    ? Op::greater_equal
           : op == Op::greater       ? Op::less
           : op == Op::greater_equal ? Op::less_equal
                                     : op;
    }
    const Expr& members = model_[left ? a : b];
    const ExprId k = left ? b : a;
    if (op == Op::equal) {
      const bool zero = model_[k].op == Op::literal && model_[k].value == 0;
      return zero && !negated && bounded(path, members, k, 0);
    }
    if (negated) {
      op = op == Op::less         ? Op::greater_equal
           : op == Op::less_equal ? Op::greater
           : op == Op::greater    ? Op::less_equal
                                  : Op::less;
    }
    if (op == Op::less_equal) return bounded(path, members, k, 0);
    if (op == Op::less) return bounded(path, members, k, -1);
    return false;
  }

  // A phrase for what in an expression speaks of all nodes together.
  std::string reason(ExprId id) const {
    std::string found;
    network::any(model_, id, [&](const Expr& e) {
      if (e.op == Op::enabled) {
        found = "'enabled' speaks of all nodes together";
      } else if (network::over_network(model_, e.binders)) {
        found =
            "a lower bound, an exact number or a sum over a family "
            "speaks of all its members together";
      }
      return !found.empty();
    });
    return found;
  }

  const Instance& instance_;
  const network::Model& model_;
  Footprint footprint_;
  std::vector<Scalar> frame_;
  std::vector<Path> paths_;
};

}  // namespace

std::vector<Path> property_paths(const Instance& instance, ExprId formula) {
  return PathFinder(instance).run(formula);
}

Path one_member(const Path& path) {
  Path member = path;
  member.copies = 1;
  return member;
}

std::vector<Path> body_parts(const Instance& instance, const Path& path) {
  return PathFinder(instance).parts(path);
}

}  // namespace vicinal::fixpoint::inline implication
