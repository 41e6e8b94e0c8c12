// SPDX-License-Identifier: MIT
// "p[0] and p[1] are alike but for the guard of 'end': index(self) == 1 is
// false and true there"
#include "report/proof/split_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/words/render.hpp"

namespace vicinal::report::inline proof {

using fixpoint::IndexTerm;
using fixpoint::Split;

namespace {

constexpr std::size_t most_splits = 4;  // as text

const network::Action& action(const Opened& opened, const Split& s) {
  return (*opened.model)[s.term.process].actions[s.term.action];
}

std::string term_text(const Opened& opened, const Split& s) {
  return printable(one_line(
      std::string(opened.source->text((*opened.model)[s.term.term].span))));
}

const char* part_text(IndexTerm::Part part) {
  switch (part) {
    case IndexTerm::Part::guard:
      return "the guard of";
    case IndexTerm::Part::priority:
      return "the priority of";
    case IndexTerm::Part::body:
      return "the statements of";
  }
  return "";
}

const char* by_text(Split::By by) {
  switch (by) {
    case Split::By::constant:
      return "constant";
    case Split::By::term:
      return "term";
    case Split::By::names:
      return "names";
    case Split::By::initial:
      return "initial condition";
    case Split::By::other:
      return "other";
  }
  return "";
}

std::string values_text(const Split& s) {
  const auto shown = [](const std::string& value) {
    return value.empty() ? std::string("an error") : printable(value);
  };
  return fmt::format("{} and {}", shown(s.value_a), shown(s.value_b));
}

std::string cause_text(const Opened& opened, const Split& s) {
  switch (s.by) {
    case Split::By::constant:
      return fmt::format("constant '{}': {}", s.reason, values_text(s));
    case Split::By::term:
      return fmt::format("{} '{}': {} is {}", part_text(s.term.part),
                         action(opened, s).name, term_text(opened, s),
                         values_text(s));
    case Split::By::initial:
      return "the initial condition";
    case Split::By::names:
    case Split::By::other:
      return "this: " + printable(s.reason);
  }
  return {};
}

}  // namespace

std::string splits_text(const Opened& opened, std::span<const Split> splits) {
  const network::Instance& instance = *opened.instance;
  const auto name = [&](network::NodeId n) {
    return printable(node_name(instance, n));
  };
  std::string text;
  for (std::size_t i = 0; i < std::min(splits.size(), most_splits); ++i) {
    text += fmt::format("{} and {} are alike but for {}\n", name(splits[i].a),
                        name(splits[i].b), cause_text(opened, splits[i]));
  }
  if (splits.size() > most_splits) {
    text +=
        fmt::format("and {} other differences\n", splits.size() - most_splits);
  }
  return text;
}

Json splits_json(const Opened& opened, std::span<const Split> splits) {
  const network::Instance& instance = *opened.instance;
  Json out = Json::array();
  for (const Split& s : splits) {
    Json& entry = out.emplace_back();
    entry["by"] = by_text(s.by);
    entry["nodes"] = {node_name(instance, s.a), node_name(instance, s.b)};
    entry["cause"] = cause_text(opened, s);
    if (s.by == Split::By::term) {
      entry["action"] = action(opened, s).name;
      entry["term"] = term_text(opened, s);
    }
    if (s.by == Split::By::term || s.by == Split::By::constant) {
      const auto value = [](const std::string& v) {
        return v.empty() ? Json(nullptr) : Json(v);
      };
      entry["values"] = Json::array({value(s.value_a), value(s.value_b)});
    }
  }
  return out;
}

}  // namespace vicinal::report::inline proof
