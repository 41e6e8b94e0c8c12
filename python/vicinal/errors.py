# SPDX-License-Identifier: MIT
"""What goes wrong, and where."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Optional


@dataclass(frozen=True)
class Diagnostic:
    """What is wrong with an input: ``code`` (``"V0303"``; ``vicinal explain
    CODE`` has a page on each), ``severity`` (``"error"`` or ``"warning"``),
    ``message``, and where: ``file``, ``line`` and ``column`` count from 1 and
    are None where it is about no place. ``notes`` say what to do about it."""

    code: str
    severity: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    notes: tuple[str, ...] = field(default=())

    @staticmethod
    def of(entry: dict[str, Any]) -> Diagnostic:
        """From an entry of ``diagnostics`` in a report."""
        return Diagnostic(
            entry["code"], entry["severity"], entry["message"],
            entry.get("file"), entry.get("line"), entry.get("column"),
            tuple(note["message"] for note in entry.get("notes", ())))


class ModelError(ValueError):
    """A model or a file of a network is wrong. Its text is what the program
    prints, with the line and a caret; ``diagnostics`` is a list of
    :class:`Diagnostic`, errors and warnings; ``file``, ``line`` and ``column``
    are those of the first error."""

    def __init__(self, text: str, diagnostics: str = "[]") -> None:
        super().__init__(text)
        self.diagnostics = [Diagnostic.of(d) for d in json.loads(diagnostics)]
        first = next((d for d in self.diagnostics if d.severity == "error"), None)
        self.file = first.file if first else None
        self.line = first.line if first else None
        self.column = first.column if first else None


class LimitReached(RuntimeError):
    """A limit ended the work before there was anything to show; ``limit`` says
    which (``"time"``, ``"memory"``, ``"work"``). Engines that have something to
    show return it, with verdicts ``"unknown"``."""

    def __init__(self, limit: str, text: str = "") -> None:
        super().__init__(text or limit)
        self.limit = limit
