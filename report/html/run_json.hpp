// SPDX-License-Identifier: MIT
// The runs of a page, for its script: short keys, texts once, states as
// changes.
//
//   {"texts": [...], "drawings": [{"nodes": [text...],
//                                  "ends": [[node, reads, ...]...]}],
//    "runs": [{"title", "note", "drawing", "blocking", "loop", "out",
//              "wrong": [text, [node...], [edge...]] or nothing,
//              "vars": [[name, label, kind, index]...], "initial": [text...],
//              "steps": [[actor, label, name, mark, note, [var, text...]]...]
//   }]}
//
// where a text is its number, and -1 stands for none.
#pragma once

#include <nlohmann/json.hpp>

#include "report/html/page.hpp"

namespace vicinal::report::inline html {

nlohmann::ordered_json runs_json(const Page& page);

}  // namespace vicinal::report::inline html
