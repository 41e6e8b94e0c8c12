// SPDX-License-Identifier: MIT
// Elements of a PNML file, or of one of properties, for the oracle: name
// spaces are not looked at.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "network/files/xml_events.hpp"

namespace vicinal::pnml_oracle {

struct Node {
  std::string name, text;
  std::map<std::string, std::string> attributes;
  std::vector<std::unique_ptr<Node>> children;

  const Node* child(const std::string& wanted) const {
    for (const auto& c : children) {
      if (c->name == wanted) return c.get();
    }
    return nullptr;
  }
  const Node& only() const { return *children.at(0); }
  // The term in the n-th subterm.
  const Node& part(std::size_t n) const { return children.at(n)->only(); }
  const std::string& at(const std::string& attribute) const {
    return attributes.at(attribute);
  }
};

class Reader : private network::XmlEvents {
 public:
  Reader(const network::Source& source, network::Diagnostics& diagnostics)
      : XmlEvents(source, diagnostics, false) {
    open_.push_back(&top);
  }
  bool run() { return parse(); }

  Node top;

 private:
  void begin(std::string_view name) override {
    auto made = std::make_unique<Node>();
    made->name = local_name(name);
    each_attribute([&](std::string_view a) {
      made->attributes[std::string(a)] = attribute(a);
    });
    Node* own = made.get();
    open_.back()->children.push_back(std::move(made));
    open_.push_back(own);
    keep_text();
  }
  void end() override {
    open_.back()->text = take_text();
    open_.pop_back();
  }

  std::vector<Node*> open_;
};

}  // namespace vicinal::pnml_oracle
