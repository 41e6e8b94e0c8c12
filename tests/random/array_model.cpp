// SPDX-License-Identifier: MIT
// A node is an index here, or a value that is compared, in everything that is
// said.
#include "array_model.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

class ArrayWriter {
 public:
  explicit ArrayWriter(std::uint64_t seed) : dice_(seed + 0xa44a) {}

  std::string run() {
    choose();
    std::string text = fmt::format("param n : 1.. = {};\n", count_);
    text += process();
    text += network();
    const int claims = 2 + dice_.below(3);
    for (int i = 0; i < claims; ++i) {
      text += fmt::format("invariant claim{}: {};\n", i, claim());
    }
    return text;
  }

 private:
  std::string pick(std::initializer_list<std::string> list) {
    return list.begin()[dice_.below(static_cast<int>(list.size()))];
  }

  void choose() {
    count_ = 2 + dice_.below(2);
    more_ = count_ == 2 && dice_.one_in(3) ? 1 + dice_.below(2) : 0;
    const int kind = dice_.below(4);
    ring_ = kind == 0;
    sets_ = kind == 1;
    rank_ = dice_.one_in(4);
    who_ = dice_.one_in(3);
    indices_ = dice_.one_in(4);
  }

  // ---- nodes ---------------------------------------------------------------

  std::string member() { return fmt::format("s[{}]", dice_.below(count_)); }

  // A node of s; `bound` are those that are in sight.
  std::string node(const std::vector<std::string>& bound) {
    if (!bound.empty() && dice_.one_in(2)) return dice_.of(bound);
    const bool safe = more_ == 0 || dice_.one_in(3);
    if (safe && !dice_.one_in(3)) return "self";
    if (who_ && dice_.one_in(3)) return "who";
    if (indices_ && dice_.one_in(3)) {
      return fmt::format("s[(index(self) + {}) % n]", dice_.below(2));
    }
    return safe && dice_.one_in(3) ? "self" : member();
  }

  std::string element(const std::vector<std::string>& bound) {
    return fmt::format("v[{}]", node(bound));
  }

  // ---- what a node sees of itself ------------------------------------------

  std::string truth(const std::vector<std::string>& bound,
                    const std::string& edge = {}) {
    switch (dice_.below(9)) {
      case 0:
        return "true";
      case 1:
        return "false";
      case 2:
        return "!" + element(bound);
      case 3:
        return dice_.one_in(2) ? "x" : "!x";
      case 4:
        if (!edge.empty()) return dice_.one_in(2) ? edge : "!" + edge;
        if (ring_) return dice_.one_in(2) ? "left" : "!right";
        return element(bound);
      case 5:
        return fmt::format("{} == {}", who_ ? "who" : "self", node(bound));
      default:
        return element(bound);
    }
  }

  std::string about(const std::vector<std::string>& bound) {
    switch (dice_.below(14)) {
      case 0:
        return fmt::format("count(z in s: v[z]) {} {}",
                           dice_.one_in(2) ? "<=" : ">", dice_.below(2));
      case 1:
        return "(exists z in s: v[z] && z != self)";
      case 2:
        return "(forall z in s: z != self => !v[z])";
      case 3:
        return indices_ ? pick({"index(self) == 0", "index(self) % 2 == 1"})
                        : element(bound);
      case 4:
        return rank_ ? fmt::format("rank == {}", dice_.below(2)) : "x";
      case 5:
        if (!bound.empty()) {
          return bound[0] + (dice_.one_in(3) ? " == self" : " != self");
        }
        return element(bound);
      case 6:  // of others
        return dice_.one_in(2) ? pick({"(exists z in s: z.v[self])",
                                       "(forall z in s: z.v[z] => z == self)",
                                       "(exists z in P: z != self && z.x)"})
                               : "!" + element(bound);
      case 7:
        return sets_ ? pick({"(exists e in link: e)", "(forall e in link: e)"})
                     : "!" + element(bound);
      case 8:
        return who_ ? pick({"who == none", "who != self", "who != none"}) : "x";
      default:
        return truth(bound);
    }
  }

  std::string guard(const std::vector<std::string>& bound) {
    const std::string first = about(bound);
    switch (dice_.below(5)) {
      case 0:
        return "true";
      case 1:
        return fmt::format("{} && {}", first, about(bound));
      case 2:
        return fmt::format("({} || {})", first, about(bound));
      default:
        return first;
    }
  }

  std::string reference(const std::vector<std::string>& bound) {
    return dice_.one_in(4) ? "none" : node(bound);
  }

  std::string statement(std::vector<std::string> bound,
                        const std::string& edge = {}) {
    switch (dice_.below(12)) {
      case 0:
        return fmt::format(
            "for z in s {{ v[z] := {}; }}",
            pick({"true", "false", "!v[z]", "z == self", "v[self]"}));
      case 1:
        bound.emplace_back("z");
        return fmt::format("for z in s {{ if {} {{ {} }} else {{ {} }} }}",
                           truth(bound), assignment(bound, edge),
                           assignment(bound, edge));
      case 2:
        return fmt::format("if {} {{ {} }} else {{ {} }}", about_self(bound),
                           assignment(bound, edge), assignment(bound, edge));
      case 3:
        if (sets_) {
          return fmt::format("for e in link {{ e := {}; }}", truth(bound, "e"));
        }
        return assignment(bound, edge);
      default:
        return assignment(bound, edge);
    }
  }

  // What statements may read.
  std::string about_self(const std::vector<std::string>& bound) {
    return dice_.one_in(3) ? "(exists z in s: v[z] && z != self)"
                           : truth(bound);
  }

  std::string assignment(const std::vector<std::string>& bound,
                         const std::string& edge) {
    switch (dice_.below(8)) {
      case 0:
        return fmt::format("x := {};", truth(bound, edge));
      case 1:
        if (who_) return fmt::format("who := {};", reference(bound));
        return fmt::format("x := {};", truth(bound, edge));
      case 2:
      case 3:
        if (!edge.empty()) return fmt::format("{} := {};", edge, truth(bound));
        if (ring_) {
          return fmt::format("{} := {};", dice_.one_in(2) ? "left" : "right",
                             truth(bound));
        }
        [[fallthrough]];
      default:
        return fmt::format("{} := {};", element(bound), truth(bound, edge));
    }
  }

  std::string action(int number) {
    std::vector<std::string> bound;
    std::string parameters;
    std::string edge;
    if (dice_.one_in(3)) {
      bound.emplace_back("q");
      parameters = "q in s";
    }
    if (sets_ && dice_.one_in(2)) {
      edge = "f";
      parameters += parameters.empty() ? "f in link" : ", f in link";
    }
    if (!parameters.empty()) parameters = "(" + parameters + ")";
    std::string when = guard(bound);
    if (!edge.empty() && dice_.one_in(2)) when += " && !f";
    std::string body = statement(bound, edge);
    if (dice_.one_in(2)) body += " " + statement(bound, edge);
    return fmt::format("  action a{}{} when {} {{ {} }}\n", number, parameters,
                       when, body);
  }

  // Something happens at first.
  std::string start() {
    const std::string what = dice_.one_in(4) ? "x" : element({});
    return fmt::format("  action start{} {{ {} := true; }}\n",
                       pick({"", " when !x", " when !v[self]",
                             fmt::format(" when !{}", element({}))}),
                       what);
  }

  std::string process() {
    std::string text = rank_ ? "process P(rank : 0..1) {\n" : "process P {\n";
    if (ring_) text += "  port left, right : inout bool;\n";
    if (sets_) text += "  port set link : inout bool;\n";
    text += "  var v : bool[s];\n  var x : bool = false;\n";
    if (who_) text += "  var who : id of s = none;\n";
    text += start();
    const int actions = 1 + dice_.below(3);
    for (int i = 0; i < actions; ++i) text += action(i);
    return text + "}\n";
  }

  // ---- the network ---------------------------------------------------------

  std::string network() {
    const std::string rank = rank_ ? "(rank = index % 2)" : "";
    std::string text = fmt::format("network {{\n  node s[n] : P{};\n", rank);
    if (more_ > 0) text += fmt::format("  node t[{}] : P{};\n", more_, rank);
    const int all = count_ + more_;
    const auto name = [&](int i) {
      return i < count_ ? fmt::format("s[{}]", i)
                        : fmt::format("t[{}]", i - count_);
    };
    if (ring_) {
      text += fmt::format("  edge wire[{}] : bool = false;\n", all);
      for (int i = 0; i < all; ++i) {
        text += fmt::format("  connect {}.right, {}.left to wire[{}];\n",
                            name(i), name((i + 1) % all), i);
      }
    } else if (sets_) {
      text += fmt::format("  edge wire[{}] : bool = false;\n", all - 1);
      const bool star = dice_.one_in(2);
      for (int i = 1; i < all; ++i) {
        text += fmt::format("  connect {}.link, {}.link to wire[{}];\n",
                            name(star ? 0 : i - 1), name(i), i - 1);
      }
    }
    switch (dice_.below(8)) {
      case 0:
        text += "  init forall a in P, b in s: a.v[b] <=> a == b;\n";
        break;
      case 1:
        text += "  init forall a in P, b in s: a.v[b] => a == b;\n";
        break;
      case 2:
        text += fmt::format(
            "  init forall a in P, b in s: a.v[b] <=> b == {};\n", member());
        break;
      case 3:
        if (all == 2) break;  // anything
        [[fallthrough]];
      default:
        text += "  init forall a in P, b in s: !a.v[b];\n";
    }
    return text + "}\n";
  }

  // ---- claims --------------------------------------------------------------

  std::string claim() {
    switch (dice_.below(10)) {
      case 0:
        return "forall i, j in s: i != j => !(i.v[i] && j.v[j])";
      case 1:
        return "forall i, j in s: i != j => !i.v[j]";
      case 2:
        return "forall i in s: i.v[i] => i.x";
      case 3:
        return fmt::format("!{}.v[{}]", member(), member());
      case 4:
        return fmt::format("{}.v[{}] => {}.x", member(), member(), member());
      case 5:
        return fmt::format("count(i in s: i.v[i]) <= {}", dice_.below(count_));
      case 6:
        return "forall i, j in s: i.v[j] => j.v[j]";
      case 7:
        if (who_) {
          return pick({"forall i in s: i.who != none => i.v[i.who]",
                       "forall i in s: i.who != i",
                       "forall i, j in s: i != j && i.who == j => j.who != i"});
        }
        return "forall i in s: !i.v[i]";
      case 8:
        return fmt::format("forall i in P: i.v[{}] => !i.x", member());
      default:
        return "forall i in s: count(j in s: i.v[j]) <= 1";
    }
  }

  Dice dice_;
  int count_ = 2, more_ = 0;  // nodes of s, of t
  bool ring_ = false, sets_ = false;
  bool rank_ = false, who_ = false, indices_ = false;
};

}  // namespace

std::string array_model(std::uint64_t seed) {
  return ArrayWriter(seed).run();
}

}  // namespace vicinal::random_models
