// SPDX-License-Identifier: MIT
// Ranges that are used as scalarsets only.
//
// Many files write 'type Proc : 1..N' where 'scalarset(N)' is meant. Whether a
// range is used as a scalarset only is asked of librumur, which validates the
// file again with the one in place of the other: a number among its values, an
// order, arithmetic, a value of another range are errors then. Between two
// readings of such a file, values correspond by their positions, from the lower
// bound on.
#pragma once

#include <rumur/rumur.h>

#include <cstdint>
#include <string>
#include <vector>

#include "network/imports/murphi/reader_impl.hpp"

namespace vicinal::murphi {

// A range that may be meant as a scalarset.
struct IndexRange {
  std::size_t child = 0;  // its declaration, in the model
  std::string name;
  std::int64_t low = 0, high = 0;
  Span span;
};

// Of the types of a model that have names: '1..N', '0..N - 1', '1..3', which
// something has for an index or ranges over, and which have few values. The
// model is resolved and valid.
std::vector<IndexRange> index_ranges(const rumur::Model& model,
                                     const Places& places);

// Its declaration, in a model that is not resolved, says 'scalarset' then.
void make_scalarset(rumur::Model& model, const IndexRange& range);

// What the type is called by in the resolved model.
std::size_t type_id(const rumur::Model& model, const IndexRange& range);

}  // namespace vicinal::murphi
