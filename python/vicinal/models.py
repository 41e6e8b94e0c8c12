# SPDX-License-Identifier: MIT
"""Models: what the commands ``prove``, ``explore`` and ``simulate`` find."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from . import _core
from .errors import Diagnostic

Model = Union[str, "os.PathLike[str]"]


class Report(dict[str, Any]):
    """What was found: the JSON object that the command prints with ``--json``
    (docs/schemas has its schema), as a dictionary; and some of it by name."""

    def __init__(self, report: dict[str, Any],
                 warnings: Sequence[Diagnostic] = ()) -> None:
        super().__init__(report)
        self.warnings = list(warnings)

    @property
    def verdicts(self) -> dict[str, str]:
        """Per property ``"proved"``, ``"violated"``, ``"unknown"``, or what else
        stands in the report where a property was not asked."""
        return {p["name"]: p["verdict"] for p in self["properties"]}

    @property
    def proved(self) -> bool:
        """Whether all properties are proved; False if there are none."""
        return bool(self["properties"]) and all(
            p["verdict"] == "proved" for p in self["properties"])

    def trace(self, name: str) -> Optional[dict[str, Any]]:
        """The run that violates this property, or None."""
        for p in self["properties"]:
            if p["name"] == name:
                found: Optional[dict[str, Any]] = p.get("trace")
                return found
        raise KeyError(name)


def _text_of(model: Model, name: Optional[str]) -> tuple[str, str]:
    if isinstance(model, str):
        return model, name or "model.vic"
    with open(model, encoding="utf-8", errors="surrogateescape",
              newline="") as file:
        return file.read(), name or os.fspath(model)


def _arguments(command: str, name: str, define: Optional[Mapping[str, Any]],
               options: Mapping[str, Any]) -> list[str]:
    out = [command]
    for key, value in (define or {}).items():
        out += ["-D", f"{key}={_value_text(value)}"]
    for flag, value in options.items():
        if value is None or value is False:
            continue
        if value is True:
            out.append(flag)
        elif isinstance(value, (list, tuple)):
            for one in value:
                out += [flag, str(one)]
        else:
            out += [flag, str(value)]
    return out + ["--", name]


def _value_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _ask(how: Callable[[bytes, list[str]], bytes], text: str,
         arguments: list[str]) -> Report:
    answer = json.loads(how(text.encode("utf-8", "surrogateescape"), arguments))
    return Report(answer["report"],
                  [Diagnostic.of(d) for d in answer["diagnostics"]])


def prove(model: Model, *, define: Optional[Mapping[str, Any]] = None,
          properties: Sequence[str] = (), instance: bool = False,
          every_size: bool = False, views: Optional[int] = None,
          on: Optional[str] = None, language: Optional[str] = None,
          threads: Optional[int] = None, timeout: Optional[float] = None,
          memory: Optional[int] = None, name: Optional[str] = None) -> Report:
    """Proves the properties of a model, for every size where its parameters are
    left open.

    ``model`` is the text of a model, or the path of a file (``pathlib.Path``).
    ``define`` gives parameters and constants values, as ``-D`` does: with all of
    them the proof is of one instance. ``instance`` asks for the default
    instance, ``every_size`` for every size although some are given; ``on`` names
    the file of a graph for a ``network any``; ``views`` how many nodes are looked
    at together; ``properties`` which to prove (all). ``language`` of the text, if
    it is not that of Vicinal: ``"cubicle"``, ``"murphi"``, ``"pnml"``.

    ``timeout`` in seconds and ``memory`` in MiB end the work; what was not
    decided then is ``"unknown"``. Ctrl-C raises ``KeyboardInterrupt``.

    Cost: that of the engines, from milliseconds to whatever the limits allow;
    other threads of Python run meanwhile. Raises :class:`ModelError`;
    ``ValueError`` for what the command line refuses.
    """
    text, shown = _text_of(model, name)
    return _ask(_core.prove, text, _arguments("prove", shown, define, {
        "--property": list(properties), "--instance": instance,
        "--every-size": every_size, "--views": views, "--on": on,
        "--language": language, "--threads": threads, "--timeout": timeout,
        "--memory": memory}))


def explore(model: Model, *, define: Optional[Mapping[str, Any]] = None,
            properties: Sequence[str] = (), deadlock: bool = False,
            reduction: Optional[str] = None, on: Optional[str] = None,
            language: Optional[str] = None, max_states: Optional[int] = None,
            threads: Optional[int] = None, timeout: Optional[float] = None,
            memory: Optional[int] = None, name: Optional[str] = None) -> Report:
    """Explores all reachable states of one instance, with shortest runs to what
    is violated: ``report["states"]``, ``report["complete"]``,
    ``report.trace(name)``.

    Arguments as for :func:`prove`. ``deadlock``: one is a violation.
    ``reduction``: ``"none"``, ``"orbit"``, ``"orbit-multi"``, ``"lazy"``,
    ``"virtual"``, ``"auto"``. ``max_states`` ends it there.

    Cost: proportional to the states and steps, some 10^5 to 10^6 states a second
    and thread, tens of bytes for each.
    """
    text, shown = _text_of(model, name)
    return _ask(_core.explore, text, _arguments("explore", shown, define, {
        "--property": list(properties), "--deadlock": deadlock,
        "--reduction": reduction, "--on": on, "--language": language,
        "--max-states": max_states, "--threads": threads, "--timeout": timeout,
        "--memory": memory}))


def simulate(model: Model, *, runs: int = 100, steps: int = 10_000,
             seed: int = 1, define: Optional[Mapping[str, Any]] = None,
             properties: Sequence[str] = (), deadlock: bool = False,
             on: Optional[str] = None, language: Optional[str] = None,
             threads: Optional[int] = None, timeout: Optional[float] = None,
             memory: Optional[int] = None, name: Optional[str] = None) -> Report:
    """Makes random runs of one instance: that they violate nothing proves
    nothing, and no verdict is ``"proved"``.

    Run r, from 0, is that of ``seed + r``; each ends after ``steps`` steps, in a
    deadlock, or where all that is asked is violated. The same arguments give the
    same runs, for any number of threads.

    Cost: O(runs * steps), some 10^6 steps a second and thread.
    """
    text, shown = _text_of(model, name)
    return _ask(_core.simulate, text, _arguments("simulate", shown, define, {
        "--runs": runs, "--steps": steps, "--seed": seed,
        "--property": list(properties), "--deadlock": deadlock, "--on": on,
        "--language": language, "--threads": threads, "--timeout": timeout,
        "--memory": memory}))
