# SPDX-License-Identifier: MIT
"""Networks: which nodes look the same from where they stand."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import Diagnostic, LimitReached
from .models import _arguments

Numbers = npt.NDArray[np.uint32]
Colors = Union[None, Sequence[Any], npt.NDArray[Any]]

READS, WRITES, BOTH = 1, 2, 3


@dataclass(frozen=True)
class Classes:
    """A partition of the nodes. ``class_of``: shape (nodes,), uint32; classes
    are numbered by their first members. ``exact``: whether no coarser partition
    of the kind is there; if not, this one may be finer than need be."""

    class_of: Numbers
    exact: bool = True

    @property
    def count(self) -> int:
        """How many classes there are. O(nodes)."""
        return int(self.class_of.max()) + 1 if self.class_of.size else 0

    def members(self) -> list[npt.NDArray[np.intp]]:
        """The nodes of each class, ascending. O(nodes log nodes)."""
        if not self.class_of.size:
            return []
        order = np.argsort(self.class_of, kind="stable")
        ends = np.cumsum(np.bincount(self.class_of))
        return np.split(order, ends[:-1])

    def __len__(self) -> int:
        return self.count


@dataclass(frozen=True)
class Generator:
    """An automorphism as cycles of nodes and of edges; fixed points are left
    out."""

    node_cycles: list[list[int]]
    edge_cycles: list[list[int]]


@dataclass(frozen=True)
class Group:
    """The automorphism group. ``order`` counts permutations of nodes and edges,
    ``node_order`` those that differ on nodes. ``node_orbits`` and
    ``edge_orbits`` say which are exchanged."""

    order: int
    node_order: int
    generators: list[Generator]
    node_orbits: Classes
    edge_orbits: Classes


@dataclass(frozen=True)
class Quotient:
    """One node for each class of balance. ``representatives``: shape (classes,),
    the node that each stands for."""

    network: Network
    classes: Classes
    representatives: Numbers


@dataclass(frozen=True)
class CanonicalForm:
    """The same for all isomorphic networks. ``nodes[i]`` (``edges[i]``) is the
    node (edge) in place i of the form; ``certificate`` is the form as text, equal
    for two networks if and only if they are isomorphic."""

    nodes: Numbers
    edges: Numbers
    certificate: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of the certificate, in hexadecimal."""
        return hashlib.sha256(self.certificate).hexdigest()


@dataclass(frozen=True)
class Comparison:
    """Of two networks; None where a limit was reached. ``first_in_second``: the
    first is what is left of the second when nodes and edges are deleted."""

    isomorphic: Optional[bool]
    locally_equivalent: Optional[bool]
    first_in_second: Optional[bool]
    second_in_first: Optional[bool]


def _classes(labels: Numbers, exact: bool = True) -> Classes:
    """From any labels: numbered by first members."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.uint32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.uint32)
    return Classes(rank[inverse].astype(np.uint32, copy=False), exact)


def _coded(colors: Colors, count: int) -> tuple[list[str], Optional[Any]]:
    """Names, and which one each has; colors of any kind are known by ``str``."""
    if colors is None:
        return [""], None
    if len(colors) != count:
        raise ValueError(f"{count} things have {len(colors)} colors")
    if isinstance(colors, np.ndarray) and colors.dtype.kind in "iub":
        values, codes = np.unique(colors, return_inverse=True)
        return [str(v) for v in values.tolist()] or [""], codes.astype(np.int64)
    number: dict[str, int] = {}
    found = np.fromiter((number.setdefault(str(c), len(number)) for c in colors),
                        dtype=np.int64, count=count)
    return list(number) or [""], found


_widths = (np.dtype(np.int64), np.dtype(np.int32), np.dtype(np.uint32),
           np.dtype(np.uint64))


def _numbers(values: Any, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """As an array of integers: the same one, whatever its strides, if it is of
    32 or 64 bits."""
    array = np.asarray(values)
    if array.size == 0:
        array = np.zeros(shape, dtype=np.int64)
    if array.dtype in _widths:
        return array
    if array.dtype.kind not in "iub":
        raise TypeError(f"numbers of nodes are integers, not {array.dtype}")
    return array.astype(np.int64)


class Network:
    """Nodes, and edges that any number of nodes read and write, with colors.

    Nodes and edges are numbers from 0. Networks are never changed, and may be
    used by several threads. Equal colors are colors of equal text: ``1`` and
    ``"1"`` are the same.

    Methods that compute take ``timeout`` (seconds) and ``memory`` (MiB) and
    raise :class:`LimitReached` beyond; 0 is no limit. They run without the
    interpreter's lock, and Ctrl-C ends them.
    """

    __slots__ = ("_core", "labels", "edge_labels")

    def __init__(self, core: _core.Network, labels: Optional[Sequence[Any]] = None,
                 edge_labels: Optional[Sequence[Any]] = None) -> None:
        self._core = core
        #: What nodes are called: a list, by number; None if by their numbers.
        self.labels = labels
        self.edge_labels = edge_labels

    # ---- made

    @staticmethod
    def from_edges(edges: Any, *, nodes: Optional[int] = None,
                   directed: bool = False, node_colors: Colors = None,
                   edge_colors: Colors = None) -> Network:
        """From ``edges``: shape (edges, 2), pairs of nodes.

        An array of int32, int64, uint32 or uint64 is read where it lies, with any
        strides, without a copy; lists and other integers are copied. ``nodes``:
        how many there are; else one more than the greatest. Undirected, both ends
        read and write an edge; directed, the first writes it and the second reads
        it. Parallel edges and self-loops stay. O(nodes + edges).
        """
        array = _numbers(edges, (0, 2))
        if array.ndim != 2 or array.shape[1] != 2:
            raise TypeError(f"edges have the shape {array.shape}, not (edges, 2)")
        if nodes is None:
            nodes = int(array.max()) + 1 if array.size else 0
        names, codes = _coded(node_colors, nodes)
        edge_names, edge_codes = _coded(edge_colors, len(array))
        return Network(_core.from_edges(nodes, array, directed, names, codes,
                                        edge_names, edge_codes))

    @staticmethod
    def from_connections(edge: Any, node: Any, direction: Any = BOTH, *,
                         nodes: Optional[int] = None,
                         edges: Optional[int] = None,
                         node_colors: Colors = None,
                         edge_colors: Colors = None) -> Network:
        """From connections, for edges of any number of ends: three arrays of the
        shape (connections,): which edge, which node, and whether the node
        ``READS`` it, ``WRITES`` it or does ``BOTH`` (or one for all). Two of one
        node and edge are one that does what either says.
        O(connections log connections).
        """
        of_edge, of_node = _numbers(edge, (0,)), _numbers(node, (0,))
        if np.isscalar(direction):
            direction = np.full(len(of_edge), direction, dtype=np.uint8)
        of_direction = np.asarray(direction)
        if of_direction.dtype != np.uint8:
            of_direction = _numbers(of_direction, (0,))
        if nodes is None:
            nodes = int(of_node.max()) + 1 if of_node.size else 0
        if edges is None:
            edges = int(of_edge.max()) + 1 if of_edge.size else 0
        names, codes = _coded(node_colors, nodes)
        edge_names, edge_codes = _coded(edge_colors, edges)
        return Network(_core.from_connections(
            nodes, edges, of_edge, of_node, of_direction, names, codes,
            edge_names, edge_codes))

    @staticmethod
    def from_hyperedges(members: Iterable[Iterable[int]], *,
                        nodes: Optional[int] = None, node_colors: Colors = None,
                        edge_colors: Colors = None) -> Network:
        """From the nodes of each edge, which all read and write it. O(size)."""
        lists = [list(m) for m in members]
        edge = np.repeat(np.arange(len(lists)), [len(m) for m in lists])
        node = np.array([n for m in lists for n in m], dtype=np.int64)
        return Network.from_connections(
            edge, node, nodes=nodes, edges=len(lists), node_colors=node_colors,
            edge_colors=edge_colors)

    @staticmethod
    def from_networkx(graph: Any, *, node_color: Optional[str] = None,
                      edge_color: Optional[str] = None) -> Network:
        """From a NetworkX graph: ``Graph``, ``DiGraph``, ``MultiGraph``,
        ``MultiDiGraph``. ``node_color`` and ``edge_color`` name attributes; what
        lacks one has the color None. Nodes keep their order; ``labels`` are
        NetworkX's nodes, ``edge_labels`` its edges. O(nodes + edges)."""
        labels = list(graph.nodes)
        number = {label: i for i, label in enumerate(labels)}
        edges = list(graph.edges(keys=True)) if graph.is_multigraph() else list(
            graph.edges)
        ends = np.fromiter((number[v] for e in edges for v in e[:2]),
                           dtype=np.int64, count=2 * len(edges)).reshape(-1, 2)
        node_colors = edge_colors = None
        if node_color is not None:
            node_colors = [graph.nodes[v].get(node_color) for v in labels]
        if edge_color is not None:
            edge_colors = [graph.edges[e].get(edge_color) for e in edges]
        made = Network.from_edges(
            ends, nodes=len(labels), directed=graph.is_directed(),
            node_colors=node_colors, edge_colors=edge_colors)
        made.labels, made.edge_labels = labels, edges
        return made

    @staticmethod
    def read(path: Union[str, "os.PathLike[str]"], *,
             format: Optional[str] = None, directed: bool = False,
             simple: bool = False, names_from: Optional[str] = None,
             colors_from: Optional[str] = None,
             define: Optional[Mapping[str, Any]] = None,
             on: Optional[str] = None) -> Network:
        """From a file in any format that ``vicinal topology`` reads (GraphML, GML,
        DOT, edge lists, ...; packed ones, too), or the network of an instance of
        a model, with ``define``. The options are those of the command. Raises
        :class:`ModelError` with the place of what is wrong. O(bytes)."""
        core, _ = _core.read_network(_arguments(
            "topology", os.fspath(path), define, {
                "--format": format, "--directed": directed, "--simple": simple,
                "--names-from": names_from, "--colors-from": colors_from,
                "--on": on}))
        return Network(core, core.node_names(), core.edge_names())

    # ---- what it is

    @property
    def node_count(self) -> int:
        return self._core.nodes

    @property
    def edge_count(self) -> int:
        return self._core.edges

    @property
    def node_colors(self) -> list[str]:
        return self._core.node_colors()

    @property
    def edge_colors(self) -> list[str]:
        return self._core.edge_colors()

    def connections(self) -> tuple[Numbers, Numbers, npt.NDArray[np.uint8]]:
        """Edge, node and direction of each connection: what
        :meth:`from_connections` takes, by edge."""
        return self._core.connections()

    def write(self, format: str = "native") -> str:
        """The network as text: ``"native"`` (JSON), ``"dot"``, ``"graphml"``."""
        if format not in ("native", "dot", "graphml"):
            raise ValueError(f"no format {format!r}: native, dot, graphml")
        return self._core.write(format)

    def __repr__(self) -> str:
        return f"<vicinal.Network: {self.node_count} nodes, {self.edge_count} edges>"

    # ---- what is found

    def io_classes(self, *, timeout: float = 0, memory: int = 0) -> Classes:
        """Local symmetry (IO-similarity): who touches as many edges in the same
        ways. O(connections log connections)."""
        return Classes(self._core.io_classes(_core.Limited(timeout, memory)))

    def balance(self, *, as_printed: bool = False, timeout: float = 0,
                memory: int = 0) -> Classes:
        """The classes of the greatest balance relation: nodes with the same local
        invariants, whatever the processes. ``as_printed``: Definition 4 word by
        word, which is another relation where edges have more than two ends.
        O(connections log nodes) if edges have two ends at most."""
        found, exact = self._core.balance(as_printed,
                                          _core.Limited(timeout, memory))
        return Classes(found, exact)

    def color_refinement(self, *, timeout: float = 0, memory: int = 0) -> Classes:
        """The coarsest equitable partition, as other programs have it.
        O(connections log connections)."""
        return Classes(self._core.color_refinement(_core.Limited(timeout, memory)))

    def group(self, *, work: int = 0, timeout: float = 0,
              memory: int = 0) -> Group:
        """The automorphism group. Near linear on most networks, exponential at
        worst; ``work`` bounds the search (10^9 are some seconds)."""
        found = self._core.automorphisms(work, _core.Limited(timeout, memory))
        if found is None:
            raise LimitReached("work", "too large to search for automorphisms")
        order, node_order, generators, nodes, edges = found
        return Group(_integer(order), _integer(node_order),
                     [Generator(n, e) for n, e in generators],
                     _classes(nodes), _classes(edges))

    def orbits(self, *, work: int = 0, timeout: float = 0,
               memory: int = 0) -> Classes:
        """Which nodes automorphisms exchange. Cost: that of :meth:`group`."""
        return self.group(work=work, timeout=timeout, memory=memory).node_orbits

    def quotient(self, *, timeout: float = 0, memory: int = 0) -> Quotient:
        """The quotient network of balance. Cost: that of balance, and the ends of
        all edges of representatives."""
        found = self._core.quotient(_core.Limited(timeout, memory))
        if found is None:
            raise LimitReached("work", "the quotient of this network is too large")
        core, classes, representatives, exact = found
        return Quotient(Network(core), Classes(classes, exact), representatives)

    def canonical_form(self, *, work: int = 0, timeout: float = 0,
                       memory: int = 0) -> CanonicalForm:
        """A canonical form, by nauty: the same for isomorphic networks (colors by
        name, directions, self-loops, parallel edges), within one version of
        Vicinal. Fast on most networks, exponential at worst."""
        found = self._core.canonical_form(work, _core.Limited(timeout, memory))
        if found is None:
            raise LimitReached("work", "too large to search for a canonical form")
        return CanonicalForm(*found)

    def certificate(self, *, work: int = 0, timeout: float = 0,
                    memory: int = 0) -> bytes:
        """Equal for two networks if and only if they are isomorphic."""
        return self.canonical_form(work=work, timeout=timeout,
                                   memory=memory).certificate

    def compare(self, other: Network, *, timeout: float = 0,
                memory: int = 0) -> Comparison:
        """Whether two networks are isomorphic, locally equivalent, one a part of
        the other. The last is a search that may take long."""
        return Comparison(*self._core.compare(other._core,
                                              _core.Limited(timeout, memory)))


def _integer(text: str) -> int:
    """Of any number of digits: Python refuses to read more than 4300 at once."""
    value = 0
    for begin in range(0, len(text), 4000):
        part = text[begin:begin + 4000]
        value = value * 10 ** len(part) + int(part)
    return value
