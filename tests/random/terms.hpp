// SPDX-License-Identifier: MIT
// Random terms of the language: types, expressions and statements that are
// well-typed and keep to the rights of ports, made from what can be seen where
// they stand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace vicinal::random_models {

class Dice {
 public:
  explicit Dice(std::uint64_t seed)
      : random_(seed * 0x9E3779B97F4A7C15ULL + 1) {}

  int below(int n) {
    return static_cast<int>(random_() % static_cast<std::uint64_t>(n));
  }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  const T& of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 random_;
};

struct Type {
  enum class Sort : std::uint8_t {
    boolean,
    number,     // low..high
    constant,   // of an enumeration: `names`
    structure,  // `names` of the fields, `parts` their types
    array,      // parts[0], by numbers below `size`
    marks,      // parts[0], by the nodes of `family`
    reference,  // to a node of `family`
    queue       // parts[0], at most `size`
  } sort = Sort::boolean;
  std::string text;
  int low = 0, high = 0, size = 0;
  std::string family;
  std::vector<std::string> names;
  std::vector<Type> parts;

  // How many values there are; a queue is empty at the start.
  int initial_values(int members) const;
  // Whether a value can be written: none with a queue in it can.
  bool has_literal() const;
  bool numbers() const {
    return sort == Sort::array && parts[0].sort == Sort::number;
  }
};

using Sort = Type::Sort;

// A place or a value with a name.
struct Thing {
  std::string text;
  Type type;
  bool reads = true;
  bool writes = false;
};

struct Port {
  std::string name;
  bool set = false;
  std::string direction;  // in, out, inout
  Type type;

  bool reads() const { return direction != "out"; }
  bool writes() const { return direction != "in"; }
};

struct Process {
  std::string name;
  std::vector<Thing> constants;
  std::vector<Thing> variables;
  std::vector<Port> ports;

  // Whether it goes through the first enumeration.
  bool phased() const {
    return !variables.empty() && variables[0].text == "phase";
  }
};

struct NodeFamily {
  std::string name;
  std::size_t process = 0;
  int count = 1;
  std::vector<std::string> members;  // s[0], s[1], ...
};

struct EdgeFamily {
  std::string name;
  Type type;
  std::vector<std::string> members;
};

// What is declared so far.
struct World {
  std::vector<Type> enums, structs;
  std::vector<Process> processes;
  std::vector<NodeFamily> nodes;
  std::vector<EdgeFamily> edges;
  std::vector<Thing> shared;
  std::vector<std::string> numbers;  // names of consts and params
  bool has_def = false;              // def near(x, y)
  // Per process and port: the process at the other end of its edges.
  std::map<std::pair<std::size_t, std::string>, std::size_t> peers;
};

struct Node {
  std::string text;
  std::size_t process = 0;
};

// What can be seen at one place.
struct Seen {
  std::vector<Thing> things;
  std::vector<Node> nodes;
  std::vector<std::pair<std::string, const Port*>> sets;  // domains
  std::vector<std::string> edges;                         // for same(...)
  bool others = false;      // variables of other nodes, quantifiers over them
  bool all_writes = false;  // a rule: writes other nodes' variables
};

// Whether numbers of many ranges flow into each other; then also whether
// structs and variables hold queues.
enum class Mixed : std::uint8_t { no, numbers, all };

class Terms {
 public:
  Terms(Dice& dice, const World& world, Mixed mixed = Mixed::no)
      : dice_(dice), world_(world), mixed_(mixed) {}

  bool boxes() const { return mixed_ == Mixed::all; }

  Type scalar();       // bool, a range, an enumeration
  Type any(bool own);  // own: of a variable; not a queue of an edge

  std::string boolean(const Seen& seen, int depth);
  std::string number(const Seen& seen, int depth);
  // A value for a place of this type; of numbers, mostly one in range.
  std::string value(const Seen& seen, const Type& type, int depth);
  std::string literal(const Type& type);
  std::string statements(const Seen& seen, int depth);
  std::string quantified(const Seen& seen, int depth);

  // A small number, not negative, that the state decides by the range of a
  // quantifier and by nothing else; none if no state is seen.
  std::optional<std::string> counted(const Seen& seen);

  // A member of a family of edges, by a count whose range the state decides;
  // none if there is no such family, or no state is seen.
  std::optional<std::string> edge_by_count(const Seen& seen);

  // What a node shows of itself to others.
  Seen with_node(Seen seen, const std::string& text, std::size_t process);

  std::string fresh(const std::string& stem) {
    return stem + std::to_string(++fresh_);
  }

 private:
  std::string atom(const Seen& seen, const Thing& thing);
  std::string about_nodes(const Seen& seen);
  std::string element(const Seen& seen, const Thing& array);
  std::string assignment(const Seen& seen);
  std::string loop(const Seen& seen, int depth);
  std::string compare(const std::string& a, const std::string& b);
  std::optional<Thing> part(const Seen& seen, Thing thing);
  bool mixes() const { return mixed_ != Mixed::no; }
  std::string chosen(const Seen& seen);
  std::vector<std::string> arrays_of(const Seen& seen, const Type& type);
  std::string sum_of(const Seen& seen, int depth);
  // A number that the state decides; none if no state is seen.
  std::optional<std::string> depending(const Seen& seen);

  Dice& dice_;
  const World& world_;
  Mixed mixed_ = Mixed::no;
  int fresh_ = 0;
};

// Declares Phase and `two`, and perhaps more, also in the world.
std::string declare_types(Dice& dice, Terms& terms, World& world);

}  // namespace vicinal::random_models
