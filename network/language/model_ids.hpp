// SPDX-License-Identifier: MIT
// Numbers of what a checked model is made of.
#pragma once

#include "network/base/ids.hpp"

namespace vicinal::network::inline language {

using TypeId = Id<struct ModelTypeTag>;
using ExprId = Id<struct ModelExprTag>;
using StmtId = Id<struct ModelStmtTag>;
using EnumId = Id<struct EnumTag>;
using StructId = Id<struct StructTag>;
using ParamId = Id<struct ParamTag>;
using ProcessId = Id<struct ProcessTag>;
using SharedId = Id<struct SharedTag>;
using NodeFamilyId = Id<struct NodeFamilyTag>;
using EdgeFamilyId = Id<struct EdgeFamilyTag>;

}  // namespace vicinal::network::inline language
