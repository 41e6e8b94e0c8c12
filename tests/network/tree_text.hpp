// SPDX-License-Identifier: MIT
// Parts of a syntax tree as text with all grouping visible, for tests to
// compare: a + b * c is (+ a (* b c)). Parentheses of the source do not show.
#pragma once

#include <string>

#include "network/language/ast.hpp"

namespace vicinal::network {

std::string show(const ast::Tree& tree, ast::ExprId id);
std::string show(const ast::Tree& tree, ast::TypeId id);
// i j in s, k in (.. 0 3)
std::string show_binders(const ast::Tree& tree, Range range);
// (:= [x y] [1 2]) (if c {...} {...}) ...
std::string show_statements(const ast::Tree& tree, Range range);
std::string show_items(const ast::Tree& tree, Range range);

}  // namespace vicinal::network
