// SPDX-License-Identifier: MIT
// Models, asked from Python: what `vicinal prove`, `explore` and `simulate` say
// of a text.
#pragma once

#include <string>
#include <vector>

namespace vicinal::python {

// The arguments are those of the command line, the command first, then options
// and the name of the model; the text is that of the model. The answer is JSON:
// {"report": that of --json, "diagnostics": warnings}. A wrong command line is
// a ValueError, a wrong model a vicinal.ModelError.
std::string prove(const std::string& text,
                  const std::vector<std::string>& arguments);
std::string explore(const std::string& text,
                    const std::vector<std::string>& arguments);
std::string simulate(const std::string& text,
                     const std::vector<std::string>& arguments);

}  // namespace vicinal::python
