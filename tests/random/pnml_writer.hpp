// SPDX-License-Identifier: MIT
// Internal to the generator of PNML files: sorts, terms over them, and nets.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pnml_model.hpp"
#include "terms.hpp"

namespace vicinal::random_models {

struct PnmlSort {
  enum class Kind : std::uint8_t {
    dot,
    cyclic,
    listed,
    range,
    product
  } kind = Kind::dot;
  std::string id;
  std::vector<std::string> colours;  // constants, as terms
  std::vector<std::size_t> parts;    // product
  int low = 0, high = 0;             // range
  int dimensions = 0;
};

class PnmlWriter {
 public:
  explicit PnmlWriter(std::uint64_t seed) : dice_(seed) {}

  PnmlModel run();

 private:
  using Text = std::string;

  // pnml_terms.cpp
  Text element(const Text& name, const std::vector<Text>& subterms) const;
  Text used(std::size_t sort) const;
  Text number(int value);
  Text colour(std::size_t sort, bool variables, bool all);
  Text neighbour(std::size_t sort, const Text& of);
  Text multiset(std::size_t sort, bool variables, int tokens);
  Text tokens(std::size_t sort, bool variables, int count);
  Text difference(std::size_t sort, bool variables);
  Text condition(int depth);
  Text comparison();

  // pnml_model.cpp
  void sorts();
  void sort(PnmlSort made, const Text& definition);
  void products();
  void variables();
  Text declarations() const;
  Text label(const Text& name, const Text& content);
  Text name(const Text& id);
  Text extras();
  void places();
  Text marking(std::size_t place);
  void transitions();
  void transition(std::size_t number);
  void arc(const Text& place, const Text& transition, bool input,
           const Text& inscription);
  Text inscription(std::size_t sort, int tokens);
  Text pages();

  void made(const std::string& ingredient) {
    out_.ingredients.insert(ingredient);
  }

  Dice dice_;
  PnmlModel out_;
  bool coloured_ = false;
  std::vector<PnmlSort> sorts_;
  std::vector<std::pair<Text, std::size_t>> variables_;  // and their sorts
  std::vector<Text> sort_texts_, variable_texts_;
  std::vector<std::size_t> place_sorts_;
  std::vector<Text> nodes_;       // elements, in any order
  std::vector<Text> references_;  // of places, with their ids
  int arcs_ = 0;
};

}  // namespace vicinal::random_models
