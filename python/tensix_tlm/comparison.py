# SPDX-License-Identifier: Apache-2.0
"""Two runs side by side."""
from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Union

from .arrays import Files
from .calls import Error, PathText, printed
from .options import words
from .tables import html_lines, html_table, table

if TYPE_CHECKING:
    from .tables import Table

_SHOWN = 10


@dataclass(frozen=True)
class Comparison:
    """What `tensix-tlm compare` says. `data`: as docs/metrics.md has it; `text`: as it prints it."""

    data: Dict[str, Any]
    text: str

    @property
    def a(self) -> int:
        return int(self.data["cycles"]["a"])

    @property
    def b(self) -> int:
        return int(self.data["cycles"]["b"])

    @property
    def speedup(self) -> float:
        """How many times faster b is; infinite if it took no cycle."""
        return self.a / self.b if self.b else float("inf")

    @property
    def accounts(self) -> Table:
        """Cycles by who spent them on what: `kind`, `name`, `spent`, `a`, `b`, `difference`, ...; the largest difference first."""
        return table(self.data["accounts"])

    @property
    def path(self) -> Table:
        """Both critical paths by resource; none if one of the runs has none."""
        return table((self.data["path"] or {}).get("resources", []))

    @property
    def traffic(self) -> Table:
        return table(self.data["traffic"])

    @property
    def parameters(self) -> Table:
        """Those that differ: `name`, `a`, `b`."""
        return table(self.data["parameters"] or [])

    def __repr__(self) -> str:
        return f"<Comparison: {self._headline()}>"

    def _headline(self) -> str:
        return f"a {self.a:,} cycles, b {self.b:,}: b is {self.speedup:.3f} times as fast"

    def _repr_html_(self) -> str:
        rows = [{"": f"{r['name']}: {r['spent']}", "a": r["a"], "b": r["b"], "b - a": r["difference"]} for r in self.data["accounts"]]
        path = [{"critical path": r["name"], "a": r["a"], "b": r["b"], "b - a": r["difference"]} for r in (self.data["path"] or {}).get("resources", [])]
        limits = self.data["limited_by"]
        return (f"<div><b>{html.escape(self._headline())}</b></div>"
                + html_lines(f"{side} limited by {limits[side]}" for side in "ab" if limits.get(side))
                + html_table(path[:_SHOWN], ["critical path", "a", "b", "b - a"], max(0, len(path) - _SHOWN))
                + html_table(rows[:_SHOWN], ["", "a", "b", "b - a"], max(0, len(rows) - _SHOWN)))


def compare(a: Union[Mapping[str, Any], PathText], b: Union[Mapping[str, Any], PathText], binary: Optional[PathText] = None,
            **options: Any) -> Comparison:
    """Which cycles went where in two runs, each a Run, or a file that --metrics wrote. all=True: also what does not differ. Other options as
    `tensix-tlm compare --help` has them."""
    with Files() as files:
        command = ["compare", _file(a, "a", files), _file(b, "b", files), *words(["compare"], options, binary)]
        data = printed(binary, [*command, "--json"]).replace(files.folder + os.sep, "")
        return Comparison(json.loads(data), printed(binary, command).replace(files.folder + os.sep, ""))


def _file(side: Union[Mapping[str, Any], PathText], name: str, files: Files) -> str:
    if not isinstance(side, Mapping):
        if not isinstance(side, (str, os.PathLike)):
            raise Error(f"compare: {side!r} is neither a Run nor a file")
        return os.fspath(side)
    file = os.path.join(files.folder, name)
    with open(file, "w", encoding="utf-8") as f:
        json.dump({key: member for key, member in side.items() if key != "out"}, f)  # which stream() has put beside the metrics
    return file
