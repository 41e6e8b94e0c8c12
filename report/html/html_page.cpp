// SPDX-License-Identifier: MIT
#include "report/html/html_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "network/base/utf8.hpp"
#include "report/html/assets.hpp"
#include "report/html/escape.hpp"
#include "report/html/picture.hpp"
#include "report/html/run_json.hpp"
#include "report/html/source_view.hpp"

namespace vicinal::report::inline html {

namespace {

// At the end of a character.
std::string cut(const std::string& text) {
  if (text.size() <= longest_text) return text;
  std::size_t end = longest_text;
  while (end > 0 && network::continues_character(text[end])) --end;
  return text.substr(0, end) +
         fmt::format("\n... {} more bytes are left out", text.size() - end);
}

// A sign besides the color.
const char* sign_of(const std::string& verdict) {
  return verdict == "proved"     ? "✓"
         : verdict == "violated" ? "✗"
         : verdict == "unknown"  ? "?"
                                 : "–";
}

std::string head(const Page& page) {
  // What may be loaded, and asked for: nothing but what stands in the file.
  return fmt::format(
      "<!DOCTYPE html>\n"
      "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\" />\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src "
      "data:\" />\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\" />\n"
      "<meta name=\"generator\" content=\"{}\" />\n"
      "<link rel=\"icon\" href=\"data:,\" />\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
      escaped(page.version), escaped(page.title), style_sheet());
}

std::string heading(const Page& page) {
  std::string text = fmt::format(
      "<header>\n<h1>{}</h1>\n<p class=\"subject\">{}</p>\n"
      "<code>{}</code>\n",
      escaped(page.title), escaped(page.subject), escaped(page.command));
  if (!page.summary.empty()) {
    text += fmt::format("<p>{}</p>\n", escaped(page.summary));
  }
  return text + "</header>\n";
}

std::string verdicts(const Page& page) {
  if (page.verdicts.empty()) return {};
  std::string text =
      "<h2>Verdicts</h2>\n<table id=\"verdicts\"><thead><tr><th>property</th>"
      "<th>verdict</th><th>what this means</th></tr></thead>\n<tbody>\n";
  for (const VerdictRow& row : page.verdicts) {
    text += fmt::format(
        "<tr><td class=\"name\">{}</td><td class=\"verdict {}\">{} {}</td><td>"
        "{}",
        escaped(row.name), escaped(row.verdict), sign_of(row.verdict),
        escaped(row.verdict), escaped(row.theorem));
    if (row.run) {
      text += fmt::format(" <a href=\"#runs\" data-run=\"{}\">See it.</a>",
                          *row.run);
    }
    if (!row.formula.empty()) {
      text += fmt::format("<code class=\"formula\">{}</code>",
                          escaped(row.formula));
    }
    text += "</td></tr>\n";
  }
  return text + "</tbody></table>\n";
}

// A class, and who is in it, if they are few.
std::string legend(const Drawing& drawing) {
  constexpr std::size_t most_classes = 12, most_names = 4;
  std::map<std::uint32_t, std::vector<std::size_t>> members;
  for (std::size_t n = 0; n < drawing.nodes.size(); ++n) {
    members[drawing.nodes[n].of_class].push_back(n);
  }
  std::string text = "<ul class=\"legend\">";
  std::size_t shown = 0;
  for (const auto& [number, nodes] : members) {
    if (shown++ == most_classes) {
      const std::size_t more = members.size() - most_classes;
      text += fmt::format("<li>and {} more class{}</li>", more,
                          more == 1 ? "" : "es");
      break;
    }
    std::string names;
    for (std::size_t i = 0; i < std::min(nodes.size(), most_names); ++i) {
      names += (i == 0 ? "" : ", ") + drawing.nodes[nodes[i]].name;
    }
    if (nodes.size() > most_names) {
      names += fmt::format(", … ({})", nodes.size());
    }
    text += fmt::format("<li><span class=\"chip c{}\"></span>class {}: {}</li>",
                        number % class_colors, number + 1, escaped(names));
  }
  return text + "</ul>\n";
}

std::string figure(const Drawing& drawing, std::size_t number) {
  std::string text = fmt::format(
      "<figure><figcaption>{} <span>{}</span>"
      "</figcaption>\n",
      escaped(drawing.title), escaped(drawing.caption));
  if (!drawing.nodes.empty())
    text += picture(drawing, number) + legend(drawing);
  return text + "</figure>\n";
}

std::string network(const Page& page) {
  if (page.drawings_shown == 0) return {};
  std::string text =
      "<h2>Network</h2>\n<div class=\"pictures\" id=\"network\">\n";
  for (std::size_t d = 0; d < page.drawings_shown; ++d) {
    text += figure(page.drawings[d], d);
  }
  return text +
         "</div>\n<p class=\"soft\">Nodes of one class have one color; "
         "colors repeat after eight classes. Diamonds are edges that one node, "
         "or "
         "more than two, touch; an arrow goes from who writes to who "
         "reads.</p>\n";
}

// A state that blocks a proof is no run.
std::string runs_heading(const Page& page) {
  const bool blocking = std::ranges::all_of(page.runs, &Run::blocking);
  const bool steps = std::ranges::any_of(
      page.runs, [](const Run& run) { return !run.steps.empty(); });
  std::string text = fmt::format("<h2 id=\"runs\">{}</h2>\n",
                                 blocking ? "What blocks the proof" : "Runs");
  if (blocking) {
    text +=
        "<p class=\"soft\">A local state that the proof could not exclude: no "
        "run need come to it.</p>\n";
  }
  if (steps) {
    text +=
        "<p class=\"soft\">Steps go downwards; the box is in the lane of the "
        "node that acts, arrows go to those whose variables change or who read "
        "an edge that does.</p>\n";
  }
  return text;
}

// Pictures that are shown with a run only lie where its script finds them.
std::string runs(const Page& page) {
  if (page.runs.empty()) return {};
  std::string text =
      runs_heading(page) +
      "<noscript><p>Stepping needs JavaScript. What is to be seen here is "
      "below, as text.</p></noscript>\n<div id=\"viewer\">\n"
      "<div class=\"tabs\" id=\"tabs\" role=\"tablist\" "
      "aria-label=\"runs\"></div>\n<div id=\"panel\" role=\"tabpanel\">\n"
      "<h3 id=\"run-title\"></h3>\n<p id=\"run-note\" class=\"soft\"></p>\n"
      "<div class=\"controls\">"
      "<button type=\"button\" id=\"first\" title=\"Home\">«</button>"
      "<button type=\"button\" id=\"back\" title=\"Left\">‹</button>"
      "<input type=\"range\" id=\"slider\" min=\"0\" max=\"0\" value=\"0\" "
      "aria-label=\"step\" />"
      "<button type=\"button\" id=\"on\" title=\"Right\">›</button>"
      "<button type=\"button\" id=\"last\" title=\"End\">»</button>"
      "<span class=\"where\" id=\"where\" aria-live=\"polite\"></span>"
      "<span class=\"soft\"><kbd>←</kbd> <kbd>→</kbd> <kbd>Home</kbd> "
      "<kbd>End</kbd></span></div>\n"
      "<div class=\"what\"><b id=\"step-name\"></b> <span id=\"step-note\">"
      "</span> <b class=\"violated\" id=\"step-wrong\"></b><span "
      "class=\"code\" id=\"where-code\"></span></div>\n"
      "<div class=\"split\"><div class=\"chart\" id=\"chart\" tabindex=\"0\">"
      "<div class=\"heads\" id=\"heads\"></div><div class=\"body\" "
      "id=\"rows\"></div></div>\n<div><div id=\"net\"></div>"
      "<div class=\"state\" id=\"state\"></div></div></div>\n</div>\n"
      "</div>\n";
  std::string hidden;
  for (std::size_t d = page.drawings_shown; d < page.drawings.size(); ++d) {
    if (!page.drawings[d].nodes.empty()) hidden += figure(page.drawings[d], d);
  }
  if (hidden.empty()) return text;
  return text +
         "<details><summary>The networks of these runs</summary>\n"
         "<div class=\"pictures\">\n" +
         hidden + "</div></details>\n";
}

std::string sections(const Page& page) {
  std::string text;
  for (const Section& s : page.sections) {
    if (s.text.empty()) continue;
    const std::string pre =
        fmt::format("<pre>{}</pre>\n", escaped(cut(s.text)));
    text += s.open ? fmt::format("<h2>{}</h2>\n{}", escaped(s.title), pre)
                   : fmt::format(
                         "<h2>{}</h2>\n<details><summary>Show it"
                         "</summary>\n{}</details>\n",
                         escaped(s.title), pre);
  }
  return text;
}

std::string coverage(const Page& page) {
  if (page.coverage.empty()) return {};
  const bool partly =
      std::ranges::any_of(page.coverage, &CoverageRow::not_seen);
  std::string text = fmt::format(
      "<h2>Coverage</h2>\n<table id=\"coverage\"><thead><tr><th "
      "class=\"number\">line</th><th>what</th><th class=\"number\">true</th>"
      "<th class=\"number\">false</th>{}</tr></thead>\n<tbody>\n",
      partly ? "<th class=\"number\">not seen</th>" : "");
  for (const CoverageRow& row : page.coverage) {
    text += fmt::format(
        "<tr><td class=\"number\">{}:{}</td><td><code>{}</code></td><td "
        "class=\"number\">{}</td><td class=\"number\">{}</td>{}</tr>\n",
        row.line, row.column, escaped(row.text), row.times_true,
        row.times_false,
        partly ? fmt::format("<td class=\"number\">{}</td>", row.not_seen)
               : std::string());
  }
  return text + "</tbody></table>\n";
}

std::string model(const Page& page) {
  if (page.source.empty()) return {};
  return fmt::format(
      "<h2>{}</h2>\n<div id=\"model\" class=\"code\">\n{}"
      "</div>\n",
      escaped(page.source_name), source_view(page.source, page.marks));
}

}  // namespace

// A script within XML is text of a section of its own, which HTML takes for a
// comment.
std::string html_page(const Page& page) {
  std::string text = head(page) + heading(page) + "<main>\n" + verdicts(page) +
                     runs(page) + network(page) + coverage(page) +
                     sections(page) + model(page) + "</main>\n";
  text += fmt::format("<footer>{}</footer>\n", escaped(page.version));
  text += fmt::format(
      "<script type=\"application/json\" id=\"data\">{}"
      "</script>\n",
      script_json(runs_json(page)));
  text += "<script>//<![CDATA[";
  text += script();
  return text + "//]]></script>\n</body>\n</html>\n";
}

}  // namespace vicinal::report::inline html
