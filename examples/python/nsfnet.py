# SPDX-License-Identifier: MIT
"""The NSFNET backbone of 1991: which of its sites look the same from where they
stand, and what that is good for. Reads like a notebook: run it from the root of
the repository, or cell by cell.

    PYTHONPATH=build/python/python python3 examples/python/nsfnet.py
"""

# %% A network from a file
import pathlib

import vicinal

examples = pathlib.Path(__file__).resolve().parents[1]
backbone = vicinal.Network.read(examples / "topologies" / "nsfnet.gml")
print(backbone)

# %% What each site sees
# Local symmetry looks at the own edges only, balance at all that follows from
# them; orbits are what the whole network allows.
for name, classes in [("local symmetry", backbone.io_classes()),
                      ("balance", backbone.balance()),
                      ("orbits", backbone.orbits())]:
    print(f"{name}: {len(classes)} classes")
    for members in classes.members():
        if len(members) > 1:
            print("   ", ", ".join(backbone.labels[v] for v in members))

# %% The group
group = backbone.group()
print(f"{group.order} automorphisms")
for generator in group.generators:
    print("   ", [[backbone.labels[v] for v in c] for c in generator.node_cycles])

# %% The same network, told otherwise
# A canonical form does not depend on the order in which nodes and lines stand.
import numpy as np

edge, node, direction = backbone.connections()
ends = node.reshape(-1, 2)
order = np.random.default_rng(1).permutation(backbone.node_count)
lines = np.random.default_rng(2).permutation(len(ends))
again = vicinal.Network.from_edges(order[ends][lines], nodes=backbone.node_count)
plain = vicinal.Network.from_edges(ends, nodes=backbone.node_count)
print("one form:", plain.canonical_form().digest == again.canonical_form().digest)
without = vicinal.Network.from_edges(ends[1:], nodes=backbone.node_count)
print("a line less:", plain.certificate() == without.certificate())

# %% A protocol on it
# Philosophers on any graph, proved for every graph, and explored on a small one.
table = examples / "philosophers-any.vic"
proof = vicinal.prove(table)
print(proof.verdicts)
assert plain.certificate() == again.certificate() != without.certificate()
