// SPDX-License-Identifier: MIT
// Each line is a source of its own that counts lines as the log does, so that
// nothing of the log before it is kept.
#include "explore/conform/log_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/conform/codes.hpp"
#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline conform {

using network::Instance;
using network::Span;

LogReader::LogReader(const Instance& instance, const Mapping& mapping,
                     std::string name, network::Diagnostics& diagnostics)
    : instance_(instance),
      mapping_(mapping),
      name_(std::move(name)),
      d_(diagnostics),
      names_(instance),
      values_(instance, names_, mapping) {}

LogReader::Read LogReader::read(std::string_view text, Observation& out) {
  network::poll(1 + static_cast<std::int64_t>(text.size() / 16));
  ++lines_;
  if (lines_ == 1 && text.starts_with(network::byte_order_mark)) {
    text.remove_prefix(network::byte_order_mark.size());
  }
  if (keep_) kept_.push_back(std::move(source_));
  keep_ = false;
  source_ = std::make_unique<network::Source>(
      name_, std::string(text), nullptr,
      static_cast<std::uint32_t>(std::min<std::uint64_t>(lines_, UINT32_MAX)));
  d_.set_source(source_.get());
  out.clear();
  out.line = lines_;
  if (text.find_first_not_of(" \t\r") == std::string_view::npos) {
    return Read::nothing;
  }
  if (!read_log_tree(*source_, d_, tree_)) {
    keep_ = true;
    return Read::wrong;
  }
  const LogNode& root = tree_.root();
  if (root.kind != LogKind::object) {
    wrong(codes::unfit_log_line, root.span, "a line of a log is an object");
    return Read::wrong;
  }
  if (left_out()) return Read::nothing;
  return read_object(root, out, true) ? Read::observation : Read::wrong;
}

bool LogReader::left_out() const {
  const LogNode* action = tree_.find(tree_.root(), mapping_.action_key);
  if (action == nullptr || action->kind != LogKind::text) return false;
  const auto it = mapping_.actions.find(action->text);
  return it != mapping_.actions.end() && !it->second;
}

bool LogReader::wrong(network::Code code, Span span, std::string message) {
  keep_ = true;
  d_.error(code, span, std::move(message));
  return false;
}

void LogReader::not_known(const LogNode& node, const std::string& name,
                          const char* what, const std::string& near) {
  if (told_.size() > most_told || !told_.insert(what + name).second) return;
  keep_ = true;
  if (told_.size() > most_told) {
    d_.warning(codes::unknown_in_log, node.key_span,
               "the log has more names that the model does not have; they are "
               "not used");
    return;
  }
  d_.warning(codes::unknown_in_log,
             what == std::string("action") ? node.span : node.key_span,
             fmt::format("the model has no {} '{}', which is not used{}", what,
                         name, near));
}

// Of a key that means something at the top: an object there is that; what else
// may be a variable of this name.
bool LogReader::is_variable(const LogNode& node) const {
  return mapping_.variables.contains(node.key) ||
         (node.kind != LogKind::object && names_.variable(node.key) != nullptr);
}

bool LogReader::read_object(const LogNode& object, Observation& out, bool top) {
  const LogNode* bindings = nullptr;
  for (const std::uint32_t n : object.parts) {
    network::poll();
    const LogNode& node = tree_[n];
    if (top && node.key == mapping_.action_key) {
      if (!read_action(node, out)) return false;
    } else if (top && node.key == "bindings" && !is_variable(node)) {
      bindings = &node;
    } else if (top && node.key == "state" && !is_variable(node) &&
               node.kind == LogKind::object) {
      if (!read_object(node, out, false)) return false;
    } else if (!read_variable(node, out)) {
      return false;
    }
  }
  return bindings == nullptr || read_bindings(*bindings, out);
}

bool LogReader::read_action(const LogNode& node, Observation& out) {
  if (node.kind == LogKind::null) return true;
  if (node.kind != LogKind::text) {
    return wrong(codes::unfit_log_line, node.span,
                 fmt::format("'{}' is the name of an action", node.key));
  }
  const auto mapped = mapping_.actions.find(node.text);
  const std::string& name =
      mapped == mapping_.actions.end() ? node.text : *mapped->second;
  out.is_step = true;
  const std::vector<LoggedAction>* actions = names_.actions(name);
  if (actions == nullptr) {
    if (told_.size() <= most_told && !told_.contains("action" + name)) {
      not_known(node, name, "action", names_.near_action(name));
    }
    return true;
  }
  out.names_action = true;
  out.action_span = node.span;
  out.action_text = name;
  out.actions = *actions;
  said_something_ = true;
  return true;
}

// Of several actions of one name those remain that have all of these binders;
// where none has, the binder is not known.
bool LogReader::read_bindings(const LogNode& bindings, Observation& out) {
  if (bindings.kind == LogKind::null || !out.names_action) return true;
  if (bindings.kind != LogKind::object) {
    return wrong(codes::unfit_log_line, bindings.span,
                 "'bindings' is an object: values by the names of binders");
  }
  const network::Model& model = *instance_.model;
  for (const std::uint32_t n : bindings.parts) {
    const LogNode& value = tree_[n];
    std::vector<LoggedAction> kept;
    for (LoggedAction& a : out.actions) {
      network::poll();
      const network::Action& action = action_of(instance_, a.actor, a.action);
      for (std::uint32_t b = 0; b < action.binders.size(); ++b) {
        const network::Binder& binder = model.binders[action.binders.begin + b];
        if (binder.name != value.key) continue;
        a.binding.resize(action.binders.size());
        if (const auto unfit =
                values_.binder(tree_, value, binder.type, a.binding[b])) {
          return wrong(codes::unfit_value_in_log, unfit->span, unfit->message);
        }
        kept.push_back(a);
        break;
      }
    }
    if (kept.empty()) {
      not_known(value, value.key, "binder", "");
    } else {
      out.actions = std::move(kept);
    }
  }
  return true;
}

bool LogReader::read_variable(const LogNode& node, Observation& out) {
  const auto mapped = mapping_.variables.find(node.key);
  if (mapped != mapping_.variables.end() && !mapped->second) return true;
  const std::string& name =
      mapped == mapping_.variables.end() ? node.key : *mapped->second;
  const network::NamedPlace* place = names_.variable(name);
  if (place == nullptr) {
    if (told_.size() <= most_told && !told_.contains("variable" + name)) {
      not_known(node, name, "variable", names_.near_variable(name));
    }
    return true;
  }
  for (const SeenVariable& seen : out.variables) {
    if (seen.slot == place->slot && seen.name == name) {
      return wrong(codes::unfit_log_line, node.key_span,
                   fmt::format("'{}' is there twice", name));
    }
  }
  SeenVariable seen;
  seen.name = name;
  seen.type = place->type;
  seen.slot = place->slot;
  seen.span = node.span;
  if (const auto unfit = values_.read(tree_, node, seen, out.scalars)) {
    return wrong(codes::unfit_value_in_log, unfit->span, unfit->message);
  }
  if (!seen.impossible && seen.begin == seen.end) return true;
  seen.text = std::string(source_->text(node.span));
  said_something_ = true;
  out.variables.push_back(std::move(seen));
  return true;
}

void LogReader::say_nothing() {
  d_.set_source(nullptr);
  d_.error(codes::log_says_nothing, {},
           fmt::format("'{}' says nothing of the model: {}", name_,
                       lines_ == 0 ? "it has no lines"
                                   : "no line has a variable or an action "
                                     "that the model has"));
}

bool read_hidden(const LogNames& names, const std::string& list,
                 network::Diagnostics& diagnostics,
                 std::vector<LoggedAction>& out) {
  diagnostics.set_source(nullptr);
  bool good = true;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name = list.substr(begin, end - begin);
    begin = end + 1;
    const std::vector<LoggedAction>* actions = names.actions(name);
    if (actions == nullptr) {
      diagnostics.error(codes::no_such_hidden_action, {},
                        fmt::format("--hidden: the model has no action '{}'{}",
                                    name, names.near_action(name)));
      good = false;
      continue;
    }
    out.insert(out.end(), actions->begin(), actions->end());
  }
  return good;
}

}  // namespace vicinal::explore::inline conform
