// SPDX-License-Identifier: MIT
// Names are not looked up here: a mapping may be of a log that does not use all
// of it, on an instance that does not have all of it.
#include "explore/conform/mapping.hpp"

#include <fmt/format.h>

#include "explore/conform/codes.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline conform {

namespace {

class MappingReader {
 public:
  MappingReader(const LogTree& tree, network::Diagnostics& diagnostics,
                Mapping& out)
      : tree_(tree), d_(diagnostics), out_(out) {}

  bool run() {
    if (tree_.root().kind != LogKind::object) {
      return wrong(tree_.root(), "a mapping is an object");
    }
    for (const std::uint32_t n : tree_.root().parts) {
      const LogNode& part = tree_[n];
      const bool good = part.key == "action"      ? action_key(part)
                        : part.key == "actions"   ? names(part, out_.actions)
                        : part.key == "variables" ? names(part, out_.variables)
                        : part.key == "values"    ? values(part)
                                                  : unknown(part);
      if (!good) return false;
    }
    return true;
  }

 private:
  bool wrong(const LogNode& node, const std::string& message) {
    d_.error(codes::unfit_mapping, node.span, message);
    return false;
  }
  bool unknown(const LogNode& node) {
    d_.error(codes::unfit_mapping, node.key_span,
             fmt::format("a mapping has no '{}': it has 'action', 'actions', "
                         "'variables' and 'values'",
                         node.key));
    return false;
  }

  bool action_key(const LogNode& node) {
    if (node.kind != LogKind::text) {
      return wrong(node, "'action' is the key that names the action");
    }
    out_.action_key = node.text;
    return true;
  }

  bool names(const LogNode& node,
             std::unordered_map<std::string, std::optional<std::string>>& out) {
    if (node.kind != LogKind::object) {
      return wrong(node, "names stand in an object, by those of the log");
    }
    for (const std::uint32_t n : node.parts) {
      network::poll();
      const LogNode& name = tree_[n];
      if (name.kind == LogKind::null) {
        out.emplace(name.key, std::nullopt);
      } else if (name.kind == LogKind::text) {
        out.emplace(name.key, name.text);
      } else {
        return wrong(name, "a name is a string, or null for what is not used");
      }
    }
    return true;
  }

  bool values(const LogNode& node) {
    if (node.kind != LogKind::object) {
      return wrong(node, "values stand in an object, by variables");
    }
    for (const std::uint32_t n : node.parts) {
      const LogNode& of = tree_[n];
      if (of.kind != LogKind::object) {
        return wrong(of,
                     "values of a variable stand in an object, by those of "
                     "the log");
      }
      for (const std::uint32_t v : of.parts) {
        network::poll();
        const LogNode& value = tree_[v];
        if (value.kind == LogKind::list || value.kind == LogKind::object) {
          return wrong(value,
                       "a value here is a string, a number, true, false "
                       "or null");
        }
        out_.values[of.key].emplace(value.key, value);
      }
    }
    return true;
  }

  const LogTree& tree_;
  network::Diagnostics& d_;
  Mapping& out_;
};

}  // namespace

const LogNode* Mapping::value(const std::string& variable,
                              const LogNode& scalar) const {
  if (values.empty()) return nullptr;
  for (const std::string& of : {variable, std::string("*")}) {
    const auto all = values.find(of);
    if (all == values.end()) continue;
    const auto one = all->second.find(scalar.text);
    if (one != all->second.end()) return &one->second;
  }
  return nullptr;
}

bool read_mapping(const network::Source& source,
                  network::Diagnostics& diagnostics, Mapping& out) {
  LogTree tree;
  diagnostics.set_source(&source);
  return read_log_tree(source, diagnostics, tree) &&
         MappingReader(tree, diagnostics, out).run();
}

}  // namespace vicinal::explore::inline conform
