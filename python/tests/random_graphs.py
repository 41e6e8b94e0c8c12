# SPDX-License-Identifier: MIT
"""Random networks as plain lists, with much that is alike: few colors, shapes
that have symmetry, parallel edges, self-loops, directions, hyper-edges."""

import random

import numpy as np

import vicinal


def draw(seed, hyper=True):
    """Nodes' colors, and edges: (color, [(node, direction)])."""
    dice = random.Random(seed)
    n = dice.randint(1, 12)
    colors = [dice.choice("aab") for _ in range(n)]
    if dice.random() < 0.4:
        colors = ["a"] * n
    edges = []
    if dice.random() < 0.5:  # a ring, maybe of rings
        step = dice.randint(1, 3)
        edges += [("x", pair(v, (v + step) % n, dice.random() < 0.1))
                  for v in range(n)]
    for _ in range(dice.randint(0, 10)):
        a, b = dice.randrange(n), dice.randrange(n)
        edge = ("xxy"[dice.randrange(3)], pair(a, b, dice.random() < 0.5))
        edges += [edge] * dice.choice([1, 1, 1, 2, 3])
    if hyper and dice.random() < 0.5:
        for _ in range(dice.randint(1, 3)):
            members = dice.sample(range(n), dice.randint(0, n))
            edges.append(("x", [(v, dice.randint(1, 3)) for v in members]))
    return colors, edges


def pair(a, b, directed):
    if a == b:
        return [(a, 3)]
    return [(a, 2), (b, 1)] if directed else [(a, 3), (b, 3)]


def build(colors, edges):
    rows = [(e, v, d) for e, (_, ends) in enumerate(edges) for v, d in ends]
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return vicinal.Network.from_connections(
        table[:, 0], table[:, 1], table[:, 2], nodes=len(colors),
        edges=len(edges), node_colors=colors,
        edge_colors=[color for color, _ in edges])


def relabel(colors, edges, dice):
    """Nodes, edges and ends in another order."""
    to = list(range(len(colors)))
    dice.shuffle(to)
    moved = [None] * len(colors)
    for v, color in enumerate(colors):
        moved[to[v]] = color
    out = []
    for color, ends in edges:
        ends = [(to[v], d) for v, d in ends]
        dice.shuffle(ends)
        out.append((color, ends))
    dice.shuffle(out)
    return moved, out
