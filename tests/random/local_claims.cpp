// SPDX-License-Identifier: MIT
// Conditions are comparisons with a value; formulas say how a node goes from
// one to another, so that many hold, and many only just not.
#include "local_claims.hpp"

#include <fmt/format.h>

#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

namespace {

using network::Model;
using network::TypeKind;

class LocalClaims {
 public:
  LocalClaims(std::uint64_t seed, const Model& model)
      : dice_(seed + 0x10ca1), model_(model) {
    for (const network::NodeFamily& f : model.node_families) {
      if (!of_family(f).empty()) families_.push_back(&f);
    }
  }

  std::string run() {
    if (families_.empty()) return {};
    std::string text;
    const int count = 2 + dice_.below(3);
    for (int i = 0; i < count; ++i) text += property(i);
    if (dice_.one_in(2)) text += fairness();
    return text;
  }

 private:
  // Something of a node that has a few values.
  struct Part {
    std::string text;  // "{0}.phase"
    std::vector<std::string> values;
    bool set = false;   // of the edges at a port set
    bool edge = false;  // at a port
  };

  std::vector<std::string> values_of(network::TypeId id) const {
    const network::Type& type = model_[id];
    switch (type.kind) {
      case TypeKind::boolean:
        return {"true", "false"};
      case TypeKind::enumeration:
        return model_.enums[type.enumeration.index()].constants;
      case TypeKind::range:
        return {"0", "1", "2"};
      default:
        return {};
    }
  }

  std::vector<Part> of_family(const network::NodeFamily& f) const {
    const network::Process& p = model_.processes[f.process.index()];
    std::vector<Part> parts;
    for (const network::Variable& v : p.variables) {
      const auto values = values_of(v.type);
      if (!values.empty()) parts.push_back({"{0}." + v.name, values});
    }
    for (const network::Port& port : p.ports) {
      const auto values = values_of(port.type);
      if (values.empty()) continue;
      parts.push_back({"{0}." + port.name, values, port.set, true});
    }
    return parts;
  }

  std::string name(const std::string& part) const {
    return fmt::format(fmt::runtime(part), who_);
  }

  std::string condition() {
    const Part& p = dice_.of(parts_);
    const std::string value = dice_.of(p.values);
    const char* is = dice_.one_in(3) ? "!=" : "==";
    if (!p.set) return fmt::format("{} {} {}", name(p.text), is, value);
    return fmt::format("({} lane in {}: lane {} {})",
                       dice_.one_in(2) ? "exists" : "forall", name(p.text), is,
                       value);
  }

  std::string atom() {
    if (dice_.one_in(4)) {
      return fmt::format("{{{} {} {}}}", condition(),
                         dice_.one_in(2) ? "&&" : "||", condition());
    }
    return "{" + condition() + "}";
  }

  // From one value of a part to others.
  std::string course() {
    const Part& p = dice_.of(parts_);
    const std::string is =
        p.set ? atom()
              : fmt::format("{{{} == {}}}", name(p.text), dice_.of(p.values));
    const std::string then =
        p.set ? atom()
              : fmt::format("{{{} == {}}}", name(p.text), dice_.of(p.values));
    switch (dice_.below(6)) {
      case 0:
        return fmt::format("G ({0} => ({0} W {1}))", is, then);
      case 1:
        return fmt::format("G ({} => F {})", is, then);
      case 2:
        return fmt::format("G ({} => F !{})", is, is);
      case 3:
        return fmt::format("(!{} W {})", is, then);
      case 4:
        return fmt::format("G ({0} => ({0} U {1}))", is, then);
      default:
        return fmt::format("(G F {} || F G {})", is, then);
    }
  }

  std::string path(int depth) {
    if (depth == 0 || dice_.one_in(6)) return atom();
    static const std::vector<std::string> unary = {"X ",   "F ",   "G ",
                                                   "G F ", "F G ", "!"};
    static const std::vector<std::string> binary = {" U ",  " W ",  " R ",
                                                    " && ", " || ", " => "};
    if (dice_.one_in(2)) return "(" + dice_.of(unary) + path(depth - 1) + ")";
    return "(" + path(depth - 1) + dice_.of(binary) + path(depth - 1) + ")";
  }

  std::string state(int depth) {
    if (depth == 0 || dice_.one_in(6)) return atom();
    static const std::vector<std::string> unary = {"AG ", "AF ", "AX ", "AG ",
                                                   "EF "};
    static const std::vector<std::string> rare = {"EX ", "EF ", "EG ", "!"};
    static const std::vector<std::string> binary = {" && ", " || ", " => "};
    switch (dice_.below(5)) {
      case 4:
        return reach();
      case 0:
        return "(" + state(depth - 1) + dice_.of(binary) + state(depth - 1) +
               ")";
      case 1:
        return fmt::format("A({})", course());
      default:
        return (dice_.one_in(6) ? dice_.of(rare) : dice_.of(unary)) +
               state(depth - 1);
    }
  }

  // What a node may come to.
  std::string reach() {
    const std::string path = dice_.one_in(3)
                                 ? fmt::format("E({} U {})", atom(), atom())
                             : dice_.one_in(2) ? "EX " + atom()
                                               : "EF " + atom();
    switch (dice_.below(3)) {
      case 0:
        return path;
      case 1:
        return "AG " + path;
      default:
        return fmt::format("AG ({} => {})", atom(), path);
    }
  }

  // One thing of each node, of some node, or of the first.
  std::string property(int number) {
    const network::NodeFamily& f = *dice_.of(families_);
    parts_ = of_family(f);
    if (dice_.one_in(6)) {
      std::erase_if(parts_, [](const Part& p) { return !p.edge; });
      if (parts_.empty()) parts_ = of_family(f);
    }
    const int way = dice_.below(10);
    const bool named = way == 0 && f.dimensions.size() <= 1;
    who_ = named ? f.name + (f.dimensions.empty() ? "" : "[0]") : "seer";
    const char* around = way == 1 ? "exists" : "forall";
    const std::string of =
        named ? "" : fmt::format("{} seer in {}: ", around, f.name);
    switch (dice_.below(4)) {
      case 0:
        return fmt::format("ltl near{}: {}{};\n", number, of, path(2));
      case 1:
        return fmt::format("ctlstar near{}: {}{};\n", number, of, state(2));
      default:
        return fmt::format("ltl near{}: {}{};\n", number, of, course());
    }
  }

  std::string fairness() {
    if (dice_.one_in(6)) return "fair global;\n";
    std::string text;
    for (const network::Process& p : model_.processes) {
      for (const network::Action& a : p.actions) {
        if (dice_.one_in(3)) continue;
        text +=
            fmt::format("fair {} {}.{};\n", dice_.one_in(2) ? "weak" : "strong",
                        p.name, a.name);
      }
    }
    return text;
  }

  Dice dice_;
  const Model& model_;
  std::vector<const network::NodeFamily*> families_;
  std::vector<Part> parts_;  // of the family that is spoken of
  std::string who_;
};

}  // namespace

std::string local_claims(std::uint64_t seed, const Model& model) {
  return LocalClaims(seed, model).run();
}

}  // namespace vicinal::random_models
