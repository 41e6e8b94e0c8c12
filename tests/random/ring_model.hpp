// SPDX-License-Identifier: MIT
// A ring of stations s, at most one of which eats: pairs of nodes see it,
// single ones do not. Not random; for tests of what is proved of it.
#pragma once

#include <string>

namespace vicinal::random_models {

// A token goes round on the edges `token`; who has it may enter, and `eats`
// until it leaves. `claims` stands behind the network. `local`: what else
// stations declare. The default size is 3, the least 2.
std::string ring_model(const std::string& claims,
                       const std::string& local = "");

// mutex: no two eat.
inline const std::string ring_mutex =
    "invariant mutex: forall i, j in s: i != j => !(i.eats && j.eats);\n";

}  // namespace vicinal::random_models
