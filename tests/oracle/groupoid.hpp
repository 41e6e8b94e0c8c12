// SPDX-License-Identifier: MIT
// The oracle for local symmetry: LS sections 2 and 4, read literally. Every
// triple (m, beta, n) is written out, and the greatest balance relation is
// what is left after deleting until nothing changes. There are factorially
// many triples: for networks of a handful of nodes.
//
//   const oracle::Triples b =
//       oracle::greatest_balance(network, oracle::Shared::paper, 3000);
//   oracle::orbits(b, network);   // {{0, 2}, {1}}
//
// What would take more than its budget of triples is TooLarge.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "network/graph/network.hpp"
#include "value.hpp"

namespace vicinal::oracle {

using Edges = std::set<std::uint32_t>;
using Beta = std::map<std::uint32_t, std::uint32_t>;  // edge -> edge

struct Triple {
  std::uint32_t m = 0;
  Beta beta;
  std::uint32_t n = 0;

  auto operator<=>(const Triple&) const = default;
};
using Triples = std::set<Triple>;

// A partition: each class sorted, the classes by their first members.
using Classes = std::vector<std::vector<std::uint32_t>>;

// A network as LS section 2 writes it down.
struct Literal {
  explicit Literal(const network::Network& network);

  std::uint32_t nodes = 0, edges = 0;
  std::vector<std::uint32_t> node_color, edge_color;
  std::vector<Edges> in, out, inout;  // per node
  // Per node, by edge; all 0 if the network has no ports.
  std::vector<std::map<std::uint32_t, std::uint32_t>> port;

  // What beta has to preserve of edge e as node n sees it: color, in/out
  // status, port.
  using Kind = std::tuple<std::uint32_t, bool, bool, std::uint32_t>;
  Kind kind(std::uint32_t n, std::uint32_t e) const;

  // InOut(j) and InOut(m) have these edges in common.
  Edges shared(std::uint32_t j, std::uint32_t m) const;

  // Definition 1.
  bool points_to(std::uint32_t m, std::uint32_t n) const;
  std::vector<std::uint32_t> pt(std::uint32_t n) const;
};

// Functions on edges.
Beta restricted(const Beta& beta, const Edges& edges);
Edges image(const Beta& beta);
Beta inverse(const Beta& beta);
Beta after(const Beta& second, const Beta& first);  // second(first(e))
Beta identity(const Edges& edges);

// Definition 2, with port names. The printed text asks for "a function" that
// is a bijection from In to In and from Out to Out; taken by the word, it
// could map an edge that is only read and one that is only written to the
// same edge, which is both. Such a function has no inverse, so that it is no
// element of the groupoid: beta is a bijection that preserves in/out status.
bool is_local_symmetry(const Triple& t, const network::Network& network);

// All of them: the groupoid G_IO of section 2.1.
Triples local_symmetries(const network::Network& network, std::size_t budget);

// The classes of IO-similarity; counts edges instead of enumerating beta.
Classes io_classes(const network::Network& network);

// Section 2.1.
Triple inverse(const Triple& t);
Triple compose(const Triple& a, const Triple& b);  // needs a.n == b.m
Triples compositions(const Triples& a, const Triples& b);
bool closed_under_inverse(const Triples& b);
// Identities of all nodes, inverses, compositions.
bool is_groupoid(const Triples& b, const network::Network& network);

// Classes of nodes that chains of triples connect; for a groupoid, one triple
// is enough.
Classes orbits(const Triples& b, const network::Network& network);

// How delta must fit beta on the edges that j shares with m.
enum class Shared : std::uint8_t {
  paper,  // Definition 4 (2b) as printed: they agree there
  exact   // and delta maps them onto the edges that k shares with n. Lemma 2
          // needs it; without hyper-edges it follows
};

// Definition 4. Condition (2) alone, then all of it: a subset of G_IO, (1)
// and (2).
bool is_balanced(const Triples& b, const network::Network& network,
                 Shared shared);
bool is_balance(const Triples& b, const network::Network& network,
                Shared shared);

// The greatest balance relation inside of `start`, which has local symmetries
// only; and B*, the one inside of G_IO.
Triples greatest_balance_within(Triples start, const network::Network& network,
                                Shared shared);
Triples greatest_balance(const network::Network& network, Shared shared,
                         std::size_t budget);

}  // namespace vicinal::oracle
