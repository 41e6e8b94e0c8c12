# SPDX-License-Identifier: MIT
"""Guards: networks from arrays, NetworkX and files are what they should be;
what is found of them is what the program finds; canonical forms."""

import gc
import itertools
import random

import networkx as nx
import numpy as np
import pytest

import vicinal
from random_graphs import build, draw, relabel
from vicinal import Network


def runs(count):
    def mark(function):
        function.runs = count
        return function
    return mark


def partition(classes, labels):
    """As a set of sets of names."""
    return {frozenset(labels[v] for v in members) for members in classes.members()}


# ---- agrees with the program


@runs(300)
def test_random_networks_agree_with_the_program(seed, program, tmp_path):
    network = build(*draw(seed))
    file = tmp_path / "network.json"
    file.write_text(network.write())
    report = program.report("topology", file, "--color-refinement")
    names = Network.read(file).labels
    assert names == [str(v) for v in range(network.node_count)]
    assert report["nodes"] == network.node_count
    assert report["edges"] == network.edge_count
    for found, key in [(network.io_classes(), "io_classes"),
                       (network.balance(as_printed=True), "balance_classes"),
                       (network.color_refinement(), "equitable_classes")]:
        assert partition(found, names) == set(map(frozenset, report[key])), key
    group = network.group()
    expected = report["automorphisms"]
    assert str(group.order) == expected["order"]
    assert str(group.node_order) == expected["node_order"]
    moving = [g.node_cycles for g in group.generators if g.node_cycles]
    assert len(moving) == expected["generator_count"]
    assert len(group.node_orbits) == expected["orbit_count"]
    if "orbits" in expected:
        assert partition(network.orbits(), names) == set(
            map(frozenset, expected["orbits"]))
    for generator in group.generators:
        assert_automorphism(network, generator)
    assert network.certificate() == Network.read(file).certificate()


def assert_automorphism(network, generator):
    """By what it does to each connection and color."""
    node, edge = list(range(network.node_count)), list(range(network.edge_count))
    for image, cycles in [(node, generator.node_cycles), (edge, generator.edge_cycles)]:
        for cycle in cycles:
            for a, b in zip(cycle, cycle[1:] + cycle[:1]):
                image[a] = b
    found = {(e, n, d) for e, n, d in zip(*map(list, network.connections()))}
    assert {(edge[e], node[n], d) for e, n, d in found} == found
    for image, colors in [(node, network.node_colors), (edge, network.edge_colors)]:
        assert all(colors[image[i]] == colors[i] for i in range(len(image)))


@runs(100)
def test_quotients_agree_with_the_program(seed, program, tmp_path):
    network = build(*draw(seed))
    file = tmp_path / "network.json"
    file.write_text(network.write())
    code, text = program("topology", "--quotient", file)
    assert code == 0
    assert Network.read(file).quotient().network.write() == text
    quotient = network.quotient()
    assert partition(quotient.classes, range(network.node_count)) == partition(
        network.balance(), range(network.node_count))
    classes = quotient.classes.class_of
    assert list(classes[quotient.representatives]) == list(range(len(quotient.classes)))


# ---- canonical forms


@runs(300)
def test_relabelings_have_one_form(seed):
    dice = random.Random(seed)
    drawn = draw(seed)
    network = build(*drawn)
    form = network.canonical_form()
    assert sorted(form.nodes) == list(range(network.node_count))
    assert sorted(form.edges) == list(range(network.edge_count))
    for _ in range(5):
        other = build(*relabel(*drawn, dice))
        assert other.canonical_form().digest == form.digest
        assert other.compare(network).isomorphic


@runs(300)
def test_forms_are_equal_exactly_for_isomorphic_networks(seed):
    """By all permutations of the nodes."""
    first, second = small(seed), small(seed + 1000)
    if seed % 2:
        second = relabel(*first, random.Random(seed))
    if seed % 4 == 1 and second[1]:
        second[1].pop()
    same = isomorphic(first, second)
    assert (build(*first).certificate() == build(*second).certificate()) == same


def small(seed):
    dice = random.Random(seed)
    colors, edges = draw(seed)
    keep = min(len(colors), 5)
    edges = [(c, [(v, d) for v, d in ends if v < keep]) for c, ends in edges]
    dice.shuffle(edges)
    return colors[:keep], edges[:6]


def isomorphic(first, second):
    (colors, edges), (others, to) = first, second
    if len(colors) != len(others):
        return False
    wanted = sorted((c, sorted(ends)) for c, ends in to)
    for p in itertools.permutations(range(len(colors))):
        if all(colors[v] == others[p[v]] for v in range(len(colors))) and wanted == \
                sorted((c, sorted((p[v], d) for v, d in ends)) for c, ends in edges):
            return True
    return False


# ---- from where they come


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_of_any_layout_are_read(dtype, order):
    plain = [[0, 1], [1, 2], [2, 0], [2, 2], [0, 1]]
    expected = Network.from_edges(plain).certificate()
    array = np.asarray(plain, dtype=dtype, order=order)
    assert Network.from_edges(array).certificate() == expected
    wide = np.zeros((10, 6), dtype=dtype)
    wide[::2, 1::4] = plain
    assert Network.from_edges(wide[::2, 1::4]).certificate() == expected
    assert Network.from_edges(array[::-1]).certificate() == expected
    flipped = Network.from_edges(array[:, ::-1], directed=True)
    assert flipped.certificate() == Network.from_edges(
        [[b, a] for a, b in plain], directed=True).certificate()


def test_results_own_their_memory():
    found = Network.from_edges([[0, 1], [1, 2]]).balance().class_of
    gc.collect()
    assert list(found) == [0, 1, 0]
    assert found.dtype == np.uint32 and found.base is not None


def test_directions_are_writers_first():
    def directions(network):
        return [list(map(int, a)) for a in network.connections()]

    assert directions(Network.from_edges([[1, 0]], directed=True)) == \
        [[0, 0], [0, 1], [vicinal.READS, vicinal.WRITES]]
    assert directions(Network.from_edges([[1, 0]])) == [[0, 0], [0, 1], [3, 3]]
    assert directions(Network.from_networkx(nx.DiGraph([("a", "b")]))) == \
        [[0, 0], [0, 1], [vicinal.WRITES, vicinal.READS]]


def test_connections_come_back():
    for seed in range(1, 40):
        network = build(*draw(seed))
        edge, node, direction = network.connections()
        again = Network.from_connections(
            edge, node, direction, nodes=network.node_count,
            edges=network.edge_count, node_colors=network.node_colors,
            edge_colors=network.edge_colors)
        assert again.certificate() == network.certificate()


def test_networkx_graphs_of_all_kinds():
    assert Network.from_networkx(nx.petersen_graph()).group().order == 120
    assert Network.from_networkx(nx.complete_graph(60)).group().order > 10 ** 80
    assert len(Network.from_networkx(nx.path_graph(5)).orbits()) == 3
    cycle = Network.from_networkx(nx.cycle_graph(7, create_using=nx.DiGraph))
    assert cycle.group().order == 7
    many = nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "b")])
    network = Network.from_networkx(many)
    assert network.labels == ["a", "b"]
    assert network.edge_labels == [("a", "b", 0), ("a", "b", 1), ("b", "b", 0)]
    assert network.group().order == 2 and network.group().node_order == 1
    many.nodes["a"]["kind"] = 1
    colored = Network.from_networkx(many, node_color="kind")
    assert colored.node_colors == ["1", "None"]


def test_hyper_edges():
    bus = Network.from_hyperedges([[0, 1, 2], [0, 1, 2], [3]])
    assert bus.group().order == 12
    assert len(bus.balance()) == 2
    twice = Network.from_connections([0, 0], [0, 0], [vicinal.READS, vicinal.WRITES])
    assert [list(a) for a in twice.connections()] == [[0], [0], [vicinal.BOTH]]


def test_colors_split_classes():
    ring = [[v, (v + 1) % 6] for v in range(6)]
    assert len(Network.from_edges(ring).balance()) == 1
    by_number = Network.from_edges(ring, node_colors=np.array([1, 0, 0, 1, 0, 0]))
    by_name = Network.from_edges(ring, node_colors=list("100100"))
    assert len(by_number.balance()) == 2
    assert by_number.certificate() == by_name.certificate()
    assert len(Network.from_edges(ring, edge_colors=list("xyxyxy")).balance()) == 1


def test_empty_networks():
    nothing = Network.from_edges([])
    assert nothing.node_count == 0 and nothing.group().order == 1
    assert nothing.balance().members() == [] and len(nothing.balance()) == 0
    assert Network.from_edges([], nodes=4).group().order == 24
    assert Network.from_edges(np.zeros((0, 2), dtype=np.int32)).edge_count == 0


# ---- what is wrong


def test_wrong_arrays_are_refused():
    with pytest.raises(IndexError, match="node 7"):
        Network.from_edges([[0, 7]], nodes=3)
    with pytest.raises(IndexError, match="node -1"):
        Network.from_edges([[0, -1]], nodes=3)
    with pytest.raises(IndexError):
        Network.from_edges(np.array([[0, 2 ** 64 - 1]], dtype=np.uint64), nodes=3)
    with pytest.raises(TypeError, match="integers"):
        Network.from_edges([[0.5, 1]])
    with pytest.raises(TypeError, match="shape"):
        Network.from_edges([[0, 1, 2]])
    with pytest.raises(ValueError, match="colors"):
        Network.from_edges([[0, 1]], node_colors=["a"])
    with pytest.raises(ValueError, match="direction"):
        Network.from_connections([0], [0], [4])
    with pytest.raises(ValueError, match="length"):
        Network.from_connections([0, 1], [0], [1, 1])
    with pytest.raises(ValueError, match="format"):
        Network.from_edges([]).write("png")


def test_wrong_files_have_a_place(tmp_path):
    file = tmp_path / "wrong.graphml"
    file.write_text("<graphml>\n <graph>\n  <edge source='a' target='b'/>\n")
    with pytest.raises(vicinal.ModelError) as wrong:
        Network.read(file)
    assert wrong.value.file == str(file) and wrong.value.line >= 3
    assert wrong.value.diagnostics[0].code.startswith("V06")
    with pytest.raises(vicinal.ModelError, match="cannot read"):
        Network.read(tmp_path / "none.gml")
    with pytest.raises(ValueError, match="format"):
        Network.read(file, format="jpeg")


def test_a_limit_is_an_exception():
    grid = Network.from_networkx(nx.grid_2d_graph(40, 40, periodic=True))
    with pytest.raises(vicinal.LimitReached):
        grid.group(work=10)
    with pytest.raises(vicinal.LimitReached):
        grid.canonical_form(work=10)
    with pytest.raises(vicinal.LimitReached) as reached:
        Network.from_networkx(nx.grid_2d_graph(300, 300)).group(timeout=1e-4)
    assert reached.value.limit == "time"


def test_a_known_network(examples):
    network = Network.read(examples / "topologies" / "nsfnet.gml")
    assert network.node_count == 14
    assert len(set(network.labels)) == 14
