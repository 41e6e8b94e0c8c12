// SPDX-License-Identifier: MIT
// Types: what belongs to them, all of their values, how values are printed.
#include "oracle.hpp"

namespace vicinal::oracle {

Type Instance::resolve(ast::TypeId id) {
  const ast::Type& source = tree_[id];
  Type type;
  switch (source.kind) {
    case ast::TypeKind::named: {
      if (source.word.text == "bool") return type;
      if (source.word.text == "int") {
        has_int_ = true;
        type.kind = Type::Kind::number;
        type.low = INT64_MIN;
        type.high = INT64_MAX;
        return type;
      }
      const Global& named = globals_.at(source.word.text);
      type.of = static_cast<int>(named.item);
      if (named.kind == Global::Kind::enumeration) {
        type.kind = Type::Kind::constant;
        const auto& constants = tree_.enums[named.item].constants;
        type.high = static_cast<std::int64_t>(constants.size()) - 1;
        return type;
      }
      type.kind = Type::Kind::structure;
      for (const ast::Field& f : tree_.structs.at(named.item).fields) {
        type.parts.push_back(resolve(f.type));
      }
      return type;
    }
    case ast::TypeKind::range:
      type.kind = Type::Kind::number;
      type.low = value(source.low, {}, {}).n;
      type.high = value(source.high, {}, {}).n;
      if (type.low > type.high) throw NoInstance("a range without values");
      return type;
    case ast::TypeKind::reference:
      type.kind = Type::Kind::reference;
      type.of = static_cast<int>(globals_.at(source.word.text).item);
      return type;
    case ast::TypeKind::array: {
      type.kind = Type::Kind::array;
      type.parts.push_back(resolve(source.element));
      const ast::Expr& size = expr(source.size);
      const Global* of =
          size.kind == ast::ExprKind::name ? find(size.word.text) : nullptr;
      if (of != nullptr && of->kind == Global::Kind::nodes) {
        type.of = static_cast<int>(of->item);
        type.size = static_cast<std::int64_t>(families_[of->item].count);
      } else {
        type.size = value(source.size, {}, {}).n;
      }
      if (type.size < 0) throw NoInstance("an array of negative size");
      return type;
    }
    case ast::TypeKind::queue:
      type.kind = Type::Kind::queue;
      type.parts.push_back(resolve(source.element));
      type.size = value(source.size, {}, {}).n;
      if (type.size < 0) throw NoInstance("a queue of negative size");
      return type;
    default:
      throw std::runtime_error("a type");
  }
}

bool Instance::in_range(const Value& v, const Type& type) const {
  switch (type.kind) {
    case Type::Kind::number:
    case Type::Kind::constant:
      return v.n >= type.low && v.n <= type.high;
    case Type::Kind::reference:
      return v.kind == Value::Kind::none ||
             nodes_.at(static_cast<std::size_t>(v.n)).family ==
                 static_cast<std::size_t>(type.of);
    case Type::Kind::structure:
      for (std::size_t i = 0; i < v.parts.size(); ++i) {
        if (!in_range(v.parts[i], type.parts.at(i))) return false;
      }
      return true;
    case Type::Kind::array:
    case Type::Kind::queue:
      for (const Value& part : v.parts) {
        if (!in_range(part, type.parts[0])) return false;
      }
      return true;
    case Type::Kind::boolean:
      return true;
  }
  return false;
}

// A value as it is stored in a place of this type: an array written out does
// not know which family indexes it.
Value Instance::coerce(Value v, const Type& type) const {
  v.of = type.kind == Type::Kind::reference ? -1 : type.of;
  if (type.kind == Type::Kind::queue) v.n = type.size;
  for (std::size_t i = 0; i < v.parts.size(); ++i) {
    const bool fields = type.kind == Type::Kind::structure;
    v.parts[i] = coerce(v.parts[i], type.parts.at(fields ? i : 0));
  }
  return v;
}

// Queues are empty: they start so, and this is asked for initial values.
std::vector<Value> Instance::all_values(const Type& type) const {
  std::vector<Value> all;
  switch (type.kind) {
    case Type::Kind::boolean:
      return {boolean(false), boolean(true)};
    case Type::Kind::number:
    case Type::Kind::constant:
      if (type.low < -1000 || type.high > 1000) throw TooLarge{};
      for (std::int64_t i = type.low; i <= type.high; ++i) {
        all.push_back(number(i));
        if (type.kind == Type::Kind::constant) {
          all.back() = {Value::Kind::constant, type.of, i, {}};
        }
      }
      return all;
    case Type::Kind::reference: {
      all.push_back({Value::Kind::none, -1, 0, {}});
      const Family& family = families_.at(static_cast<std::size_t>(type.of));
      for (std::size_t i = 0; i < family.count; ++i) {
        all.push_back({Value::Kind::node,
                       -1,
                       static_cast<std::int64_t>(family.first + i),
                       {}});
      }
      return all;
    }
    case Type::Kind::queue:
      return {{Value::Kind::queue, -1, type.size, {}}};
    case Type::Kind::structure:
    case Type::Kind::array: {
      const bool fields = type.kind == Type::Kind::structure;
      all.push_back({fields ? Value::Kind::structure : Value::Kind::array,
                     type.of,
                     0,
                     {}});
      const std::size_t count =
          fields ? type.parts.size() : static_cast<std::size_t>(type.size);
      for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> longer;
        for (const Value& v : all) {
          for (const Value& part : all_values(type.parts[fields ? i : 0])) {
            longer.push_back(v);
            longer.back().parts.push_back(part);
          }
        }
        if (longer.size() > 100'000) throw TooLarge{};
        all = std::move(longer);
      }
      return all;
    }
  }
  return all;
}

std::string Instance::text(const Value& v) const {
  std::string parts;
  for (std::size_t i = 0; i < v.parts.size(); ++i) {
    if (i > 0) parts += ", ";
    if (v.kind == Value::Kind::structure && v.of == wire) {
      parts += i == 0 ? "here: " : "value: ";
    } else if (v.kind == Value::Kind::structure) {
      const auto& fields = tree_.structs.at(static_cast<std::size_t>(v.of));
      parts += fields.fields.at(i).name.text + ": ";
    }
    parts += text(v.parts[i]);
  }
  switch (v.kind) {
    case Value::Kind::unseen:
      return "?";
    case Value::Kind::boolean:
      return v.n != 0 ? "true" : "false";
    case Value::Kind::number:
      return std::to_string(v.n);
    case Value::Kind::constant:
      return tree_.enums.at(static_cast<std::size_t>(v.of))
          .constants.at(static_cast<std::size_t>(v.n))
          .text;
    case Value::Kind::none:
      return "none";
    case Value::Kind::node:
      return nodes_.at(static_cast<std::size_t>(v.n)).name;
    case Value::Kind::structure:
      return "{" + parts + "}";
    case Value::Kind::array:
      return "[" + parts + "]";
    case Value::Kind::queue:
      return "<" + parts + ">";
  }
  return {};
}

std::string Instance::text(const Denoted& d) const {
  return d.kind == Denoted::Kind::edge ? edges_.at(d.edge).name : text(d.value);
}

}  // namespace vicinal::oracle
