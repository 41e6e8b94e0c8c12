// SPDX-License-Identifier: MIT
// Values follow types down, slot after slot, as they do where traces are
// written: structs are objects, arrays and queues lists.
#include "explore/conform/seen_values.hpp"

#include <fmt/format.h>

#include <charconv>

#include "network/base/suggestion.hpp"

namespace vicinal::explore::inline conform {

using network::Instance;
using network::Scalar;
using network::Type;
using network::TypeId;
using network::TypeKind;

struct SeenValues::Reading {
  const SeenValues& of;
  const LogTree& tree;
  const std::string& variable;
  std::vector<SeenScalar>& out;
  bool impossible = false;

  [[noreturn]] static void unfit(const LogNode& node, std::string message) {
    throw UnfitValue{node.span, std::move(message)};
  }

  void value(TypeId id, const LogNode& given, std::uint32_t slot) {
    if (given.kind == LogKind::null) return;
    const bool scalar =
        given.kind != LogKind::list && given.kind != LogKind::object;
    const LogNode* mapped =
        scalar ? of.mapping_.value(variable, given) : nullptr;
    LogNode node = mapped != nullptr ? *mapped : LogNode();
    node.span = given.span;
    const LogNode& said = mapped != nullptr ? node : given;
    if (said.kind == LogKind::null) return;
    const Type& type = (*of.instance_.model)[id];
    switch (type.kind) {
      case TypeKind::boolean:
        if (said.kind != LogKind::truth) {
          unfit(said,
                fmt::format("a value of '{}' is true or false", variable));
        }
        out.push_back({slot, said.truth ? 1 : 0});
        return;
      case TypeKind::integer:
      case TypeKind::range:
        return number(id, said, slot);
      case TypeKind::structure:
        return fields(type, said, slot);
      case TypeKind::array:
      case TypeKind::node_array:
      case TypeKind::queue:
        return elements(id, type, said, slot);
      default:
        out.push_back({slot, named(id, type, said)});
    }
  }

  void number(TypeId id, const LogNode& said, std::uint32_t slot) {
    const Scalar v = whole(said);
    const network::Bounds& bounds = of.instance_.size(id).bounds;
    if (v < bounds.low || v > bounds.high) {
      impossible = true;
    } else {
      out.push_back({slot, v});
    }
  }

  // Numbers that readers of JSON may round stand in strings, too.
  Scalar whole(const LogNode& said) const {
    if (said.kind == LogKind::number && said.whole) return said.number;
    if (said.kind == LogKind::text && !said.text.empty()) {
      Scalar v = 0;
      const char* end = said.text.data() + said.text.size();
      const auto parsed = std::from_chars(said.text.data(), end, v);
      if (parsed.ec == std::errc{} && parsed.ptr == end) return v;
    }
    unfit(said, fmt::format("a value of '{}' is a whole number of 64 bits",
                            variable));
  }

  void fields(const Type& type, const LogNode& said, std::uint32_t slot) {
    if (said.kind != LogKind::object) {
      unfit(said, fmt::format("'{}' has fields: an object", variable));
    }
    const auto& fields =
        of.instance_.model->structs[type.structure.index()].fields;
    std::size_t found = 0;
    for (const network::FieldType& f : fields) {
      if (const LogNode* part = tree.find(said, f.name)) {
        ++found;
        value(f.type, *part, slot);
      }
      slot += of.instance_.size(f.type).slots;
    }
    if (found == said.parts.size()) return;
    for (const std::uint32_t p : said.parts) {
      const LogNode& part = tree[p];
      bool known = false;
      for (const network::FieldType& f : fields) {
        known = known || f.name == part.key;
      }
      if (!known) {
        throw UnfitValue{part.key_span, fmt::format("'{}' has no field '{}'",
                                                    variable, part.key)};
      }
    }
  }

  void elements(TypeId id, const Type& type, const LogNode& said,
                std::uint32_t slot) {
    if (said.kind != LogKind::list) {
      unfit(said, fmt::format("'{}' has elements: a list", variable));
    }
    const network::TypeSize& size = of.instance_.size(id);
    const std::uint32_t each = of.instance_.size(type.element).slots;
    if (type.kind == TypeKind::queue) {
      if (said.parts.size() > size.size) {
        impossible = true;
        return;
      }
      // What is not in a queue has the value that nothing has there.
      std::vector<Scalar> empty(size.slots);
      network::default_value(of.instance_, id, empty);
      const std::size_t used = said.parts.size() * each;
      out.push_back({slot, static_cast<Scalar>(said.parts.size())});
      for (std::size_t s = 1 + used; s < empty.size(); ++s) {
        out.push_back({slot + static_cast<std::uint32_t>(s), empty[s]});
      }
      ++slot;
    } else if (said.parts.size() != size.size) {
      unfit(said, fmt::format("'{}' has {} elements here, not {}", variable,
                              size.size, said.parts.size()));
    }
    for (const std::uint32_t p : said.parts) {
      value(type.element, tree[p], slot);
      slot += each;
    }
  }

  // Constants of enumerations, nodes, edges, references.
  Scalar named(TypeId id, const Type& type, const LogNode& said) const {
    if (said.kind != LogKind::text) {
      const Scalar least = of.instance_.size(id).bounds.low;
      const bool listed =
          type.kind != TypeKind::node && type.kind != TypeKind::edge;
      unfit(said, fmt::format("a value of '{}' is a name{}", variable,
                              listed ? fmt::format(", such as '{}'",
                                                   value_text(of.instance_, id,
                                                              {&least, 1}))
                                     : ""));
    }
    if (type.kind == TypeKind::node || type.kind == TypeKind::edge) {
      const auto& all =
          type.kind == TypeKind::node ? of.names_.nodes() : of.names_.edges();
      const auto it = all.find(said.text);
      if (it != all.end()) return it->second;
    } else {
      const network::Bounds& bounds = of.instance_.size(id).bounds;
      for (Scalar v = bounds.low; v <= bounds.high; ++v) {
        if (value_text(of.instance_, id, {&v, 1}) == said.text) return v;
      }
    }
    unfit(said, fmt::format("'{}' cannot be '{}'{}", variable, said.text,
                            near(id, type, said.text)));
  }

  std::string near(TypeId id, const Type& type, const std::string& text) const {
    if (type.kind != TypeKind::enumeration) return "";
    std::vector<std::string> names;
    const network::Bounds& bounds = of.instance_.size(id).bounds;
    for (Scalar v = bounds.low; v <= bounds.high; ++v) {
      names.push_back(value_text(of.instance_, id, {&v, 1}));
    }
    return network::did_you_mean(text, names);
  }
};

std::optional<UnfitValue> SeenValues::read(const LogTree& tree,
                                           const LogNode& value,
                                           SeenVariable& variable,
                                           std::vector<SeenScalar>& out) const {
  variable.begin = out.size();
  Reading reading{*this, tree, variable.name, out};
  try {
    reading.value(variable.type, value, variable.slot);
  } catch (const UnfitValue& wrong) {
    return wrong;
  }
  variable.impossible = reading.impossible;
  variable.end = out.size();
  return std::nullopt;
}

std::optional<UnfitValue> SeenValues::binder(const LogTree& tree,
                                             const LogNode& value, TypeId type,
                                             std::optional<Scalar>& out) const {
  std::vector<SeenScalar> scalars;
  const std::string& name = value.key;
  Reading reading{*this, tree, name, scalars};
  try {
    // A range of a binder is not that of its type: any number will do.
    const TypeKind kind = (*instance_.model)[type].kind;
    if (value.kind != LogKind::null &&
        (kind == TypeKind::integer || kind == TypeKind::range)) {
      out = reading.whole(value);
      return std::nullopt;
    }
    reading.value(type, value, 0);
  } catch (const UnfitValue& wrong) {
    return wrong;
  }
  if (!scalars.empty()) out = scalars.front().value;
  return std::nullopt;
}

}  // namespace vicinal::explore::inline conform
