# SPDX-License-Identifier: Apache-2.0
"""What a run gives: its metrics, and views of them."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, Union

from .calls import Error, Measured, Metrics
from .tables import Html, Row, html_lines, html_table, table

if TYPE_CHECKING:
    from .arrays import Array
    from .tables import Table

_KINDS = (("unit", "units"), ("thread", "threads"), ("core", "cores"), ("feed", "feeds"))  # as compare names them


class Run(Dict[str, Any]):
    """The metrics of a run as docs/metrics.md has them, and views of them. Cycles are AICLK's.

    tensors   what came out: by circular buffer, of a built-in kernel 16, of a program by buffer's name
    dumps     of elf(): bytes of L1 by address
    text      the printed report (docs/output.md)
    warnings  lines that the program wrote to standard error
    """

    def __init__(self, metrics: Union[Measured, Metrics], tensors: Optional[Mapping[Any, Array]] = None,
                 dumps: Optional[Mapping[int, bytes]] = None):
        m = metrics if isinstance(metrics, Measured) else Measured(metrics, "", [])
        super().__init__(m.metrics)
        self.text: str = m.text
        self.warnings: List[str] = m.warnings
        self.tensors: Dict[Any, Array] = dict(tensors or {})
        self.dumps: Dict[int, bytes] = dict(dumps or {})

    @property
    def tensor(self) -> Array:
        """The output, if there is one."""
        if len(self.tensors) != 1:
            raise Error(f"there are {len(self.tensors)} tensors: take one of .tensors" if self.tensors else "no tensor was asked for")
        return next(iter(self.tensors.values()))

    @property
    def cycles(self) -> int:
        return int(self["cycles"])

    @property
    def microseconds(self) -> float:
        return self.cycles / float(self["clock_mhz"])

    @property
    def limited_by(self) -> str:
        return str(self["kernel"]["limited_by"])

    @property
    def title(self) -> str:
        k = self["kernel"]
        return ", ".join(k[name] for name in ("name", "operation", "shape", "format", "fidelity") if k.get(name))

    @property
    def accounts(self) -> Table:
        """A row a unit, thread, core and feed: `kind`, `name`, cycles `busy`, `stalled`, `idle`, and `busy_percent`."""
        return table(self._accounts())

    @property
    def stalls(self) -> Table:
        """A row for each reason for which one of them waited: `kind`, `name`, `reason`, `cycles`, `percent` of the run; the longest first."""
        return table(self._stalls())

    @property
    def path(self) -> Table:
        """The critical path (docs/critical-path.md), most cycles first; with why=True what the run would take if a resource were faster."""
        resources = (self.get("path") or {}).get("resources", [])
        return table([{**r, "percent": self._percent(r["cycles"])} for r in resources])

    @property
    def bounds(self) -> Table:
        """The fewest cycles that each part needs (docs/bounds.md), the largest first."""
        return table([{"name": name, **bound} for name, bound in self.get("bounds", {}).items()])

    @property
    def bandwidth(self) -> Table:
        """Bytes between L1 and the tile, a row a client."""
        return table([{"name": name, **b} for name, b in self["bandwidth"].items()])

    @property
    def lines(self) -> Table:
        """With profile=FILE: cycles of the cores by line of the user's source (of elf() of any), the most first."""
        return table(sorted(({"core": core, **line} for core, p in self.get("profile", {}).items() for line in p.get("own_lines", p.get("lines", []))),
                            key=lambda r: -int(r["cycles"])))

    @property
    def energy(self) -> Optional[Dict[str, Any]]:
        """With energy=FILE: counts and picojoules (docs/energy.md)."""
        return self.get("energy")

    @property
    def parameters(self) -> Dict[str, Any]:
        """Every parameter as it was."""
        return dict(self["parameters"])

    def plot(self, ax: Any = None) -> Any:
        """Where the cycles of units, threads and cores went, as bars. Returns matplotlib's axes."""
        from . import plots
        return plots.accounts(self._parts(), self.cycles, self.title, ax)

    def _percent(self, cycles: float) -> float:
        return 100 * cycles / self.cycles if self.cycles else 0.0

    def _parts(self) -> List[Tuple[str, str, Dict[str, Any]]]:
        """(kind, name, account), in the report's order."""
        return [(kind, name, account) for kind, member in _KINDS for name, account in self.get(member, {}).items()]

    def _accounts(self) -> List[Row]:
        return [{"kind": kind, "name": name, "busy": a["busy"], "stalled": sum(a["stall"].values()), "idle": a["idle"],
                 "busy_percent": self._percent(a["busy"])} for kind, name, a in self._parts()]

    def _stalls(self) -> List[Row]:
        rows = [{"kind": kind, "name": name, "reason": reason, "cycles": cycles, "percent": self._percent(cycles)}
                for kind, name, a in self._parts() for reason, cycles in a["stall"].items()]
        return sorted(rows, key=lambda r: -int(r["cycles"]))

    def __repr__(self) -> str:
        return f"<Run: {self.title}: {self.cycles:,} cycles; limited by {self.limited_by or 'nothing'}>"

    def _repr_html_(self) -> str:
        rows: List[Row] = []
        for kind, name, a in self._parts():
            if not a["busy"]:
                continue
            longest = sorted(a["stall"].items(), key=lambda s: -int(s[1]))[:2]
            width = Html(f"<div style='width:8em;background:#8884'><div style='width:{self._percent(a['busy']):.1f}%;background:#2878b5'>&nbsp;</div></div>")
            rows.append({"": name, "busy": a["busy"], "%": round(self._percent(a["busy"]), 1), " ": width,
                         "waits for": ", ".join(f"{reason} {self._percent(cycles):.0f} %" for reason, cycles in longest)})
        incomplete = ["not complete: " + str(self.get("end"))] if self.get("complete") is False else []
        return (f"<div><b>{html.escape(self.title)}</b>: {self.cycles:,} cycles = {self.microseconds:,.3f} µs at {self['clock_mhz']} MHz, "
                f"configuration {html.escape(str(self['kernel'].get('configuration', '')))}</div>"
                + html_lines([*incomplete, *([f"limited by {self.limited_by}"] if self.limited_by else []), *self.warnings])
                + html_table(rows, ["", "busy", "%", " ", "waits for"]))


Result = Run  # its former name
