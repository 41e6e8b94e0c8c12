// SPDX-License-Identifier: MIT
// A network shape is chosen first; it says which ports a process has. Then
// variables, guards, statements and properties are made from what can be seen
// where they stand.
#include "random_model.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

namespace vicinal::random_models {

namespace {

// What can be read, with its type; and written.
struct Thing {
  std::string text;
  enum Type { boolean, number, phase, record, queue, reference, flags } type;
  bool readable = true;
  bool writable = true;
};

class Generator {
 public:
  Generator(std::uint64_t seed, const Options& options)
      : random_(seed * 0x9E3779B97F4A7C15ULL + 1), options_(options) {}

  std::string run() {
    text_ =
        "enum Phase { idle, busy, done }\n"
        "struct Pair { flag : bool; level : 0..2; }\n"
        "const three = 3;\n"
        "def at_rest(q) = q.phase == idle;\n";
    shape_ = below(7);
    size_ = 1 + below(3);
    if (shape_ == ring && size_ < 2) size_ = 2;
    if (shape_ == two_families) size_ = below(3);
    text_ += fmt::format("param n : 0.. = {};\n", size_);
    edge_type_ = pick_edge_type();
    shared();
    process();
    if (shape_ == star || shape_ == two_families) hub();
    network();
    if (options_.flat) rules();
    properties();
    return text_;
  }

 private:
  enum Shape { ring, bus, path, clique, star, isolated, two_families };

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  template <class T>
  const T& of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

  Thing::Type pick_edge_type() {
    static const std::vector<Thing::Type> types = {
        Thing::boolean, Thing::boolean, Thing::number,
        Thing::phase,   Thing::record,  Thing::queue};
    return of(types);
  }

  static std::string type_text(Thing::Type t) {
    switch (t) {
      case Thing::boolean:
        return "bool";
      case Thing::number:
        return "-1..1";
      case Thing::phase:
        return "Phase";
      case Thing::record:
        return "Pair";
      case Thing::queue:
        return "queue Phase[2]";
      case Thing::reference:
        return "id of c";
      case Thing::flags:
        return "bool[2]";
    }
    return {};
  }

  std::string constant(Thing::Type t) {
    switch (t) {
      case Thing::boolean:
        return one_in(2) ? "true" : "false";
      case Thing::number:
        return fmt::format("{}", static_cast<int>(below(3)) - 1);
      case Thing::phase:
        return of(std::vector<std::string>{"idle", "busy", "done"});
      case Thing::record:
        return fmt::format("Pair({}, {})", one_in(2) ? "true" : "false",
                           below(3));
      case Thing::flags:
        return one_in(2) ? "[true, false]" : "[false, false]";
      default:
        return "none";
    }
  }

  // ---- expressions over things

  std::string condition(const std::vector<Thing>& things, int depth) {
    std::vector<Thing> readable;
    for (const Thing& t : things) {
      if (t.readable) readable.push_back(t);
    }
    if (readable.empty() || one_in(12)) return one_in(5) ? "false" : "true";
    if (depth > 0 && one_in(3)) {
      const std::string a = condition(things, depth - 1);
      const std::string b = condition(things, depth - 1);
      static const std::vector<std::string> ops = {"&&", "||", "=>", "<=>"};
      return fmt::format("({} {} {})", a, of(ops), b);
    }
    if (one_in(8)) return "!(" + condition(things, depth - 1) + ")";
    return atom(of(readable));
  }

  std::string atom(const Thing& t) {
    switch (t.type) {
      case Thing::boolean:
        return one_in(2) ? t.text : "!" + t.text;
      case Thing::number:
        if (one_in(8)) {
          return fmt::format("abs({}) * 2 % three == {}", t.text, below(3));
        }
        return fmt::format(
            "{} {} {}", t.text,
            of(std::vector<std::string>{"<", "<=", "==", "!=", ">", ">="}),
            static_cast<int>(below(3)) - 1);
      case Thing::phase:
        return fmt::format("{} {} {}", t.text,
                           one_in(3) ? "!=" : "==", constant(Thing::phase));
      case Thing::record:
        if (one_in(4)) {
          return fmt::format("{} == {}", t.text, constant(Thing::record));
        }
        return one_in(2) ? t.text + ".flag"
                         : fmt::format("{}.level > {}", t.text, below(2));
      case Thing::queue:
        switch (below(4)) {
          case 0:
            return fmt::format("full({})", t.text);
          case 1:
            return fmt::format("len({}) == {}", t.text, below(3));
          case 2:
            return fmt::format("!empty({}) && head({}) == {}", t.text, t.text,
                               constant(Thing::phase));
          default:
            return fmt::format("empty({})", t.text);
        }
      case Thing::reference:
        return fmt::format("{} {} none", t.text, one_in(2) ? "==" : "!=");
      case Thing::flags:
        return fmt::format("{}[{}]", t.text, below(2));
    }
    return "true";
  }

  std::string value(const Thing& target, const std::vector<Thing>& things) {
    std::vector<Thing> same;
    for (const Thing& t : things) {
      if (t.readable && t.type == target.type) same.push_back(t);
    }
    if (target.type == Thing::number && !same.empty() && one_in(2)) {
      const std::string a = of(same).text;
      switch (below(4)) {
        case 0:
          return fmt::format("min({} + 1, 1)", a);
        case 1:
          return fmt::format("max({} - 1, -1)", a);
        case 2:
          return fmt::format("-{}", a);
        default:
          return fmt::format("{} + 1", a);  // may leave its range
      }
    }
    if (target.type == Thing::boolean && one_in(2)) {
      return condition(things, 1);
    }
    if (!same.empty() && one_in(3)) return of(same).text;
    if (one_in(8)) {
      return fmt::format("if {} then {} else {}", condition(things, 0),
                         constant(target.type), constant(target.type));
    }
    return constant(target.type);
  }

  // ---- statements

  std::string assign(const std::vector<Thing>& things) {
    std::vector<Thing> writable;
    for (const Thing& t : things) {
      if (t.writable) writable.push_back(t);
    }
    if (writable.empty()) return "skip;";
    const Thing t = of(writable);
    if (t.type == Thing::queue) {
      return one_in(2)
                 ? fmt::format("push({}, {});", t.text, constant(Thing::phase))
                 : fmt::format("pop({});", t.text);
    }
    if (t.type == Thing::record && one_in(2)) {
      return one_in(2)
                 ? fmt::format("{}.flag := {};", t.text, condition(things, 0))
                 : fmt::format("{}.level := {};", t.text, below(3));
    }
    if (t.type == Thing::flags && one_in(2)) {
      return fmt::format("{}[{}] := {};", t.text, below(2),
                         condition(things, 0));
    }
    const Thing u = of(writable);
    if (one_in(5) && u.type != Thing::queue) {
      return fmt::format("{}, {} := {}, {};", t.text, u.text, value(t, things),
                         value(u, things));
    }
    return fmt::format("{} := {};", t.text, value(t, things));
  }

  std::string statements(const std::vector<Thing>& things, int depth) {
    std::string out;
    const std::uint64_t count = 1 + below(2);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (depth > 0 && one_in(5)) {
        out += fmt::format(" if {} {{{}}} else {{{}}}", condition(things, 1),
                           statements(things, depth - 1),
                           statements(things, depth - 1));
      } else if (depth > 0 && has_set_ && one_in(3)) {
        std::vector<Thing> more = things;
        more.push_back({"g", edge_type_, set_reads_, set_writes_});
        out += fmt::format(" for g in link {{{}}}", statements(more, 0));
      } else if (depth > 0 && one_in(12)) {
        out += fmt::format(" while x {{ x := false;{}}}",
                           one_in(2) ? std::string(" ") : " phase := busy; ");
      } else {
        out += " " + assign(things);
      }
    }
    return out + " ";
  }

  // ---- processes

  std::vector<Thing> own_things(const std::vector<Thing>& ports) {
    std::vector<Thing> things = {{"phase", Thing::phase, true, true},
                                 {"x", Thing::boolean, true, true}};
    if (extra_) things.push_back({"extra", *extra_, true, true});
    things.insert(things.end(), ports.begin(), ports.end());
    if (shared_) things.push_back({"limit", Thing::boolean, true, false});
    if (written_) things.push_back({"common", Thing::number, true, true});
    return things;
  }

  std::string direction(bool& reads, bool& writes) {
    const std::uint64_t d = edge_type_ == Thing::queue ? 2 : below(6);
    reads = d != 1;
    writes = d != 0;
    return d == 0 ? "in" : d == 1 ? "out" : "inout";
  }

  void shared() {
    shared_ = one_in(5);
    if (shared_) {
      text_ += fmt::format("shared limit : bool = {};\n",
                           one_in(2) ? "true" : "false");
    }
    written_ = options_.flat && one_in(2);
    if (written_) text_ += "shared common : -1..1 = 0;\n";
    array_ = options_.flat && one_in(2);
    if (array_) text_ += "shared seen : bool[c];\n";
    if (array_) text_ += "init forall q in c: !seen[q];\n";
  }

  std::string other_guard() {
    const std::string body = of(std::vector<std::string>{
        "q.phase != busy", "at_rest(q)", "q.x", "q.phase == idle || q.x"});
    switch (below(5)) {
      case 0:
        return fmt::format("(forall q in Cell: q != self => {})", body);
      case 1:
        return fmt::format("(exists q in c: {})", body);
      case 2:
        return fmt::format("count(q in c: {}) {} 1", body,
                           one_in(2) ? "<=" : ">=");
      case 3:
        return fmt::format("(atmost 1 q in c: {})", body);
      default:
        return fmt::format("(forall q in c: adjacent(q, self) => {})", body);
    }
  }

  std::string action(const std::string& name, std::vector<Thing> things) {
    std::string parameters;
    const std::uint64_t kind = below(8);
    std::string extra_guard;
    if (has_set_ && kind < 3) {
      parameters = "(p in link)";
      things.push_back({"p", edge_type_, set_reads_, set_writes_});
    } else if (kind == 3) {
      parameters = "(v in -1..1)";
      things.push_back({"v", Thing::number, true, false});
    } else if (kind == 4) {
      parameters = "(v in Phase)";
      things.push_back({"v", Thing::phase, true, false});
    } else if (kind == 5) {
      parameters = "(r in c)";
      extra_guard = one_in(2) ? " && r.phase != done" : " && r != self";
    }
    std::string guard = condition(things, 1) + extra_guard;
    if (one_in(4)) guard += " && " + other_guard();
    std::string priority;
    if (one_in(5)) {
      priority = parameters == "(v in -1..1)" ? " priority v"
                 : parameters == "(r in c)" ? " priority (if r.x then 1 else 0)"
                                            : " priority (if x then 1 else 2)";
    }
    if (kind == 4 && one_in(2)) {
      // One binding may be enabled, as far as a view shows; it would win.
      guard = "(v != busy || " + other_guard() + ")";
      priority = " priority (if v == busy then 2 else 1)";
    }
    std::string body = statements(things, 2);
    if (extra_ == Thing::reference && one_in(2)) {
      body += parameters == "(r in c)" ? "extra := r; " : "extra := none; ";
    }
    return fmt::format("  action {}{} when {}{} {{{}}}\n", name, parameters,
                       guard, priority, body);
  }

  void process() {
    static const std::vector<std::optional<Thing::Type>> extras = {
        std::nullopt,     std::nullopt, Thing::number,
        Thing::reference, Thing::flags, Thing::record};
    extra_ = of(extras);
    ranked_ = one_in(4);
    text_ += fmt::format("process Cell{} {{\n", ranked_ ? "(rank : 0..1)" : "");
    std::vector<Thing> ports;
    bool reads = true;
    bool writes = true;
    const auto port = [&](const std::string& name) {
      const std::string d = direction(reads, writes);
      text_ +=
          fmt::format("  port {} : {} {};\n", name, d, type_text(edge_type_));
      ports.push_back({name, edge_type_, reads, writes});
    };
    has_set_ = shape_ == clique || (shape_ == path && one_in(2));
    set_path_ = shape_ == path;
    if (shape_ == ring || (shape_ == path && !has_set_)) {
      port("left");
      port("right");
    } else if (shape_ == bus || shape_ == star || shape_ == two_families) {
      port("left");
    } else if (has_set_) {
      const std::string d = direction(set_reads_, set_writes_);
      text_ +=
          fmt::format("  port set link : {} {};\n", d, type_text(edge_type_));
    }
    text_ +=
        fmt::format("  var phase : Phase{};\n", one_in(6) ? "" : " = idle");
    text_ += fmt::format("  var x : bool{};\n", one_in(3)   ? ""
                                                : one_in(4) ? " = index == 0"
                                                            : " = false");
    if (extra_) {
      text_ += fmt::format("  var extra : {}{};\n", type_text(*extra_),
                           one_in(4) ? "" : " = " + constant(*extra_));
    }
    std::vector<Thing> things = own_things(ports);
    if (ranked_) things.push_back({"(rank == 1)", Thing::boolean, true, false});
    const std::uint64_t actions = 2 + below(3);
    for (std::uint64_t a = 0; a < actions; ++a) {
      text_ += action(fmt::format("a{}", a), things);
    }
    text_ += "}\n";
  }

  void hub() {
    text_ += "process Hub {\n";
    const std::string d = direction(set_reads_, set_writes_);
    const auto extra = extra_;
    extra_.reset();
    has_set_ = true;
    text_ +=
        fmt::format("  port set link : {} {};\n", d, type_text(edge_type_));
    text_ += "  var phase : Phase = idle;\n  var x : bool = false;\n";
    for (std::uint64_t a = 0; a < 2; ++a) {
      text_ += action(fmt::format("h{}", a), own_things({}));
    }
    text_ += "}\n";
    extra_ = extra;
  }

  void network() {
    const std::string arguments = ranked_ ? "(rank = index % 2)" : "";
    const std::string initial = edge_type_ == Thing::queue || one_in(2)
                                    ? ""
                                    : " = " + constant(edge_type_);
    const std::string type = type_text(edge_type_);
    text_ += fmt::format("network {{\n  node c[n] : Cell{};\n", arguments);
    if (shape_ == star || shape_ == two_families) {
      text_ += "  node hub : Hub;\n";
    }
    switch (shape_) {
      case ring:
        text_ += fmt::format(
            "  edge e[n] : {}{};\n  for i in 0..n-1 {{ connect c[i].right, "
            "c[(i + 1) % n].left to e[i]; }}\n",
            type, initial);
        break;
      case bus:
        text_ += fmt::format(
            "  edge e : {}{};\n  for i in 0..n-1 {{ connect c[i].left to e; "
            "}}\n",
            type, initial);
        break;
      case path:
        if (has_set_ && set_path_) {
          text_ += fmt::format(
              "  edge e[n] : {}{};\n  for i in 0..n-1 {{\n    if i > 0 {{ "
              "connect c[i].link, c[i - 1].link to e[i]; }}\n    else {{ "
              "connect c[i].link to e[i]; }}\n  }}\n",
              type, initial);
        } else {
          text_ += fmt::format(
              "  edge e[n + 1] : {}{};\n  for i in 0..n-1 {{ connect "
              "c[i].left to e[i]; connect c[i].right to e[i + 1]; }}\n",
              type, initial);
        }
        break;
      case clique:
        text_ += fmt::format(
            "  edge e[n][n] : {} color plain{};\n  for i in 0..n-1 {{ for j "
            "in 0..n-1 {{ if i < j {{ connect c[i].link, c[j].link to "
            "e[i][j]; }} }} }}\n",
            type,
            edge_type_ == Thing::queue ? "" : " = " + constant(edge_type_));
        break;
      case star:
        text_ += fmt::format(
            "  edge e[n] : {}{};\n  for i in 0..n-1 {{ connect hub.link, "
            "c[i].left to e[i]; }}\n",
            type, initial);
        break;
      case two_families:
        text_ += fmt::format(
            "  edge e : {}{};\n  connect hub.link to e;\n  for i in 0..n-1 "
            "{{ connect c[i].left to e; }}\n",
            type, initial);
        break;
      default:
        text_ += fmt::format("  edge e : {} = {};\n", "bool", "false");
    }
    initial_condition();
    text_ += "}\n";
  }

  void initial_condition() {
    if (one_in(2)) return;
    const std::string edge = edge_type_ == Thing::queue || shape_ == isolated
                                 ? std::string("true")
                                 : atom({"f", edge_type_, true, false});
    switch (below(6)) {
      case 0:
        text_ += "  init exactly 1 q in c: q.x;\n";
        break;
      case 1:
        text_ += "  init (exists q in c: !q.x) || n == 0;\n";
        break;
      case 2:
        text_ += fmt::format("  init forall f in e: {};\n", edge);
        break;
      case 3:
        text_ += fmt::format("  init atmost 1 f in e: {};\n", edge);
        break;
      case 4:
        text_ +=
            "  init count(q in c: q.x) <= 1 && forall q in Cell: "
            "(q.phase == idle || q.x);\n";
        break;
      default:
        text_ += "  init forall q in c: q.phase != done;\n";
    }
  }

  // ---- the flat layer and properties

  void rules() {
    const std::uint64_t count = 1 + below(2);
    for (std::uint64_t r = 0; r < count; ++r) {
      std::vector<Thing> things = {{"q.phase", Thing::phase, true, true},
                                   {"q.x", Thing::boolean, true, true}};
      if (written_) things.push_back({"common", Thing::number, true, true});
      if (array_) things.push_back({"seen[q]", Thing::boolean, true, true});
      const bool has_set = has_set_;
      has_set_ = false;
      std::string priority;
      if (one_in(3)) priority = " priority (if q.x then 1 else index(q))";
      std::string guard = condition(things, 1);
      std::string body;
      for (std::uint64_t i = 0; i < 1 + below(2); ++i) {
        body += " " + assign(things);
      }
      text_ += fmt::format("rule r{}(q in c) when {}{} {{{} }}\n", r, guard,
                           priority, body);
      has_set_ = has_set;
    }
  }

  void properties() {
    const std::string body = of(std::vector<std::string>{
        "i.phase == busy", "i.x", "i.phase == done && i.x", "at_rest(i)"});
    std::string other = body;
    for (std::size_t at = other.find("i."); at != std::string::npos;
         at = other.find("i.", at + 1)) {
      other[at] = 'j';
    }
    const std::size_t call = other.find("(i)");
    if (call != std::string::npos) other[call + 1] = 'j';
    text_ += fmt::format("invariant p0: forall i in c: {} => i.{};\n", body,
                         one_in(2) ? "x" : "phase != done");
    text_ += fmt::format(
        "invariant p1: forall i, j in c: i != j{} => !({} && {});\n",
        one_in(2) ? " && adjacent(i, j)" : "", body, other);
    switch (below(6)) {
      case 0:
        text_ += fmt::format("invariant p2: atmost 1 i in Cell: {};\n", body);
        break;
      case 1:
        text_ += fmt::format("invariant p2: count(i in c: {}) <= 2;\n", body);
        break;
      case 2:
        text_ += fmt::format("invariant p2: exists i in c: {};\n", body);
        break;
      case 3:
        text_ += "invariant p2: enabled;\n";
        break;
      case 4:
        text_ += fmt::format(
            "invariant p2: forall i in c: index(i) > 0 => {};\n", body);
        break;
      default:
        text_ += fmt::format(
            "invariant p2: sum(i in c: if {} then 1 else 0) < 2;\n", body);
    }
    if (shape_ == ring) {
      text_ += fmt::format(
          "invariant p3: forall i, j in c: same(i.right, j.left) => !({} && "
          "{});\n",
          body, other);
    }
    if (one_in(3)) {
      text_ += "assert a0: forall i in c: i.x || i.phase != done;\n";
    }
  }

  std::mt19937_64 random_;
  Options options_;
  std::string text_;
  std::uint64_t shape_ = 0;
  std::uint64_t size_ = 1;
  Thing::Type edge_type_ = Thing::boolean;
  std::optional<Thing::Type> extra_;
  bool has_set_ = false, set_path_ = false;
  bool set_reads_ = true, set_writes_ = true;
  bool shared_ = false, written_ = false, array_ = false, ranked_ = false;
};

}  // namespace

std::string random_model(std::uint64_t seed, const Options& options) {
  return Generator(seed, options).run();
}

std::uint64_t runs(std::uint64_t usual) {
  const char* budget = std::getenv("VICINAL_TEST_BUDGET");
  if (budget == nullptr) return usual;
  const std::uint64_t percent = std::strtoull(budget, nullptr, 10);
  return std::max<std::uint64_t>(1, usual * percent / 100);
}

}  // namespace vicinal::random_models
