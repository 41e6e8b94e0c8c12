# SPDX-License-Identifier: MIT
"""Vicinal: safety of networks of processes by local reasoning and symmetry.

    >>> import vicinal
    >>> ring = vicinal.Network.from_edges([[0, 1], [1, 2], [2, 0]])
    >>> len(ring.balance()), ring.group().order
    (1, 6)
    >>> model = '''
    ... process P { var done : bool = false; action go when !done { done := true; } }
    ... network { node p[2] : P; }
    ... invariant twice: count(i in p: i.done) <= 2;'''
    >>> vicinal.prove(model).verdicts
    {'twice': 'proved', 'no model error': 'proved'}

docs/python.md is the guide.
"""

from ._core import version as __version__
from .errors import Diagnostic, LimitReached, ModelError
from .models import Report, explore, prove, simulate
from .networks import (BOTH, READS, WRITES, CanonicalForm, Classes, Comparison,
                       Generator, Group, Network, Quotient)

__all__ = [
    "BOTH", "READS", "WRITES", "CanonicalForm", "Classes", "Comparison",
    "Diagnostic", "Generator", "Group", "LimitReached", "ModelError", "Network",
    "Quotient", "Report", "__version__", "explore", "prove", "simulate",
]
