// SPDX-License-Identifier: MIT
#include "report/html/run_json.hpp"

#include <string>
#include <unordered_map>

#include "report/html/escape.hpp"

namespace vicinal::report::inline html {

using Json = nlohmann::ordered_json;

namespace {

// Texts by number, in the order in which they are met.
class Texts {
 public:
  std::int64_t number(const std::string& text) {
    if (text.empty()) return -1;
    const auto [at, fresh] =
        numbers_.try_emplace(text, static_cast<std::int64_t>(list_.size()));
    if (fresh) list_.push_back(cleaned(text));
    return at->second;
  }
  Json take() { return std::move(list_); }

 private:
  std::unordered_map<std::string, std::int64_t> numbers_;
  Json list_ = Json::array();
};

Json drawing_json(const Drawing& drawing, Texts& texts) {
  Json json;
  json["nodes"] = Json::array();
  for (const DrawnNode& n : drawing.nodes) {
    json["nodes"].push_back(texts.number(n.name));
  }
  json["ends"] = Json::array();
  for (const DrawnEdge& e : drawing.edges) {
    Json ends = Json::array();
    for (const End& end : e.ends) {
      ends.push_back(end.node);
      ends.push_back(end.reads ? 1 : 0);
    }
    json["ends"].push_back(std::move(ends));
  }
  return json;
}

Json step_json(const Step& step, Texts& texts) {
  Json changes = Json::array();
  for (const Change& c : step.changes) {
    changes.push_back(c.variable);
    changes.push_back(texts.number(c.value));
  }
  return Json::array({step.actor ? static_cast<std::int64_t>(*step.actor) : -1,
                      texts.number(step.label), texts.number(step.name),
                      step.mark ? static_cast<std::int64_t>(*step.mark) : -1,
                      texts.number(step.note), std::move(changes)});
}

Json run_json(const Run& run, Texts& texts) {
  Json json;
  json["title"] = texts.number(run.title);
  json["note"] = texts.number(run.note);
  json["drawing"] = run.drawing;
  json["blocking"] = run.blocking;
  json["loop"] = run.loop ? static_cast<std::int64_t>(*run.loop) : -1;
  json["out"] = run.left_out;
  if (!run.wrong.empty() && run.left_out == 0) {
    json["wrong"] = Json::array(
        {texts.number(run.wrong), run.wrong_nodes, run.wrong_edges});
  }
  json["vars"] = Json::array();
  for (const Variable& v : run.variables) {
    json["vars"].push_back(
        Json::array({texts.number(v.name), texts.number(v.label),
                     static_cast<int>(v.owner), v.index}));
  }
  json["initial"] = Json::array();
  for (const std::string& value : run.initial) {
    json["initial"].push_back(texts.number(value));
  }
  json["steps"] = Json::array();
  for (const Step& step : run.steps) {
    json["steps"].push_back(step_json(step, texts));
  }
  return json;
}

}  // namespace

Json runs_json(const Page& page) {
  Texts texts;
  Json json;
  json["drawings"] = Json::array();
  for (const Drawing& d : page.drawings) {
    json["drawings"].push_back(drawing_json(d, texts));
  }
  json["runs"] = Json::array();
  for (const Run& run : page.runs) {
    json["runs"].push_back(run_json(run, texts));
  }
  json["texts"] = texts.take();
  return json;
}

}  // namespace vicinal::report::inline html
