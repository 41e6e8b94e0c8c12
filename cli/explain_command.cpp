// SPDX-License-Identifier: MIT
// `explain`: the catalogues of all rooms as one, whole or by a code.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/options/command_line_catalogue.hpp"
#include "cli/session/session.hpp"
#include "decide/question/decide_catalogue.hpp"
#include "explore/conform/conform_catalogue.hpp"
#include "explore/virtual/structure_file.hpp"
#include "fixpoint/views/engine_catalogue.hpp"
#include "network/elaboration/elaboration_catalogue.hpp"
#include "network/export/export_catalogue.hpp"
#include "network/files/file_catalogue.hpp"
#include "network/imports/cubicle/cubicle_catalogue.hpp"
#include "network/imports/murphi/murphi_catalogue.hpp"
#include "network/imports/pnml/pnml_catalogue.hpp"
#include "network/language/checker/checker_catalogue.hpp"
#include "network/language/parser/syntax_catalogue.hpp"
#include "report/words/render.hpp"
#include "symmetry/written/group_catalogue.hpp"

namespace vicinal::cli {

using report::printable;

std::vector<network::Entry> all_entries() {
  std::vector<network::Entry> all;
  for (const auto part :
       {network::syntax_catalogue(), network::checker_catalogue(),
        network::elaboration_catalogue(), network::file_catalogue(),
        fixpoint::engine_catalogue(), exported::export_catalogue(),
        explore::structure_entries(), symmetry::group_catalogue(),
        explore::conform_catalogue(), cubicle::cubicle_catalogue(),
        murphi::murphi_catalogue(), pnml::pnml_catalogue(),
        decide::decide_catalogue(), command_line_catalogue()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.code < b.code; });
  return all;
}

namespace {

std::string set_off(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out += "    " + std::string(text.substr(0, end));
    out += "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// 312 of V0312, v312, 312; nothing of anything else.
std::optional<int> code_of(const std::string& text) {
  std::size_t at = !text.empty() && (text[0] == 'V' || text[0] == 'v');
  if (at == text.size() || text.size() - at > 4) return std::nullopt;
  int code = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
    code = code * 10 + (text[at] - '0');
  }
  return code;
}

Json entry_json(const network::Entry& entry) {
  return Json{{"code", fmt::format("V{:04}", number(entry.code))},
              {"title", entry.title}};
}

// Of one entry all, of many their titles.
Json explanations_json(const std::vector<network::Entry>& entries) {
  if (entries.size() == 1) {
    const network::Entry& one = entries.front();
    Json json = entry_json(one);
    json["explanation"] = one.explanation;
    if (!one.wrong.empty()) json["wrong"] = one.wrong;
    if (!one.right.empty()) json["right"] = one.right;
    return json;
  }
  Json all = Json::array();
  for (const network::Entry& e : entries) all.push_back(entry_json(e));
  return Json{{"diagnostics", std::move(all)}};
}

std::string entry_text(const network::Entry& e) {
  std::string text =
      fmt::format("V{:04}: {}\n\n{}\n", number(e.code), e.title, e.explanation);
  if (!e.wrong.empty()) text += "\nWrong:\n\n" + set_off(e.wrong);
  if (!e.right.empty()) text += "\nRight:\n\n" + set_off(e.right);
  return text;
}

}  // namespace

int explain_command(const Options& options) {
  const auto entries = all_entries();
  if (options.model.empty()) {
    if (options.json) {
      print_json(explanations_json(entries));
      return exit_holds;
    }
    std::string text;
    for (const auto& e : entries) {
      text += fmt::format("V{:04}  {}\n", number(e.code), e.title);
    }
    print(text);
    return exit_holds;
  }
  const auto code = code_of(options.model);
  const auto it = std::find_if(
      entries.begin(), entries.end(),
      [&](const auto& e) { return code && number(e.code) == *code; });
  if (it == entries.end()) {
    return wrong_usage(
        options,
        fmt::format("there is no diagnostic '{}'; 'vicinal explain' lists all",
                    options.model));
  }
  if (options.json) {
    print_json(explanations_json({*it}));
  } else {
    print(entry_text(*it));
  }
  return exit_holds;
}

}  // namespace vicinal::cli
