# SPDX-License-Identifier: Apache-2.0
"""Pictures of results; wants matplotlib. plot_sweep.py and the results' plot() both draw by these."""
from __future__ import annotations

import difflib
import sys
from types import SimpleNamespace
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import plot_drawing, plot_names
from .calls import Error
from .plot_drawing import Problem, text
from .tables import Row

_KINDS = {"line": plot_drawing.lines, "heat": plot_drawing.heat_map, "pareto": plot_drawing.pareto}
_LOOKS = {"log": "", "title": None, "x_label": None, "y_label": None, "z_label": None, "from_zero": False, "x_better": "low", "y_better": "low"}


def select(rows: Sequence[Row], wheres: Sequence[Tuple[str, Sequence[str]]], columns: Sequence[str]) -> List[Row]:
    """The points that have one of the texts in each column of `wheres`, and ended well. Problem: a column that is none, no point."""
    known = {c for row in rows for c in row}
    for wanted in columns:
        for column in wanted.split(" / "):
            if column.strip() not in known:
                near = difflib.get_close_matches(column.strip(), sorted(known), 1, 0)
                raise Problem(f"no column is called '{column.strip()}'" + (f"; did you mean '{near[0]}'?" if near else ""))
    for column, texts in wheres:
        rows = [r for r in rows if text(r.get(column)) in texts]
    failed = [r for r in rows if r.get("outcome") != "done"]
    if failed:
        print(f"{len(failed)} failing points are left out", file=sys.stderr)
    rows = [r for r in rows if r.get("outcome") == "done"]
    if not rows:
        raise Problem("no point is left to draw")
    return rows


def draw_sweep(ax: Any, rows: Sequence[Row], o: Any, wheres: Sequence[Tuple[str, Sequence[str]]]) -> None:
    """On matplotlib's axes what o.kind says: o has x, y, z, series and what plot_drawing wants."""
    if not o.x or not o.y or (o.kind == "heat") != bool(o.z):
        raise Problem(f"--kind {o.kind} wants --x, --y" + (" and --z" if o.kind == "heat" else " (and no --z)"))
    rows = select(rows, wheres, [c for c in (o.x, o.y, o.z, *o.series, *(w[0] for w in wheres)) if c])
    axes: List[str] = []  # the columns between the point's number and its outcome
    for row in rows:
        names = list(row)
        axes += [a for a in names[1:names.index("outcome")] if a not in axes]
    ax.set_xlabel(o.x_label or plot_names.label(o.x))
    ax.set_ylabel(o.y_label or plot_names.label(o.y))
    _KINDS[o.kind](ax.figure, ax, rows, o, axes)
    if o.from_zero:
        ax.set_ylim(bottom=0)


def sweep(rows: Sequence[Row], x: str, y: str, series: Union[str, Sequence[str]], z: Optional[str], kind: str,
          where: Optional[Mapping[str, Any]], ax: Any, **looks: Any) -> Any:
    if kind not in _KINDS:
        raise Problem(f"kind is one of {', '.join(_KINDS)}, not {kind!r}")
    for look in looks:
        if look not in _LOOKS:
            raise Problem(f"plot has no keyword '{look}'; it has {', '.join(_LOOKS)}")
    o = SimpleNamespace(x=x, y=y, z=z, series=[series] if isinstance(series, str) else list(series), kind=kind, **{**_LOOKS, **looks})
    wheres = [(column, [text(v) for v in (wanted if isinstance(wanted, (list, tuple)) else [wanted])]) for column, wanted in (where or {}).items()]
    with _style() as plt:
        ax = ax or plt.subplots()[1]
        draw_sweep(ax, rows, o, wheres)
        if o.title:
            ax.set_title(o.title)
    return ax


def tornado(levers: Dict[str, Any], top: int, ax: Any) -> Any:
    with _style() as plt:
        ax = ax or plt.subplots(figsize=(8, 1.1 + 0.27 * min(top, len(plot_drawing.effective(levers)))))[1]
        plot_drawing.tornado(ax, levers, SimpleNamespace(top=top, x_label=None))
    return ax


def accounts(parts: Sequence[Tuple[str, str, Dict[str, Any]]], cycles: int, title: str, ax: Any) -> Any:
    """A bar a part that did anything: busy, its stalls by reason, idle. The reasons with most cycles have colours of their own."""
    parts = [part for part in reversed(parts) if part[2]["busy"]]
    totals: Dict[str, int] = {}
    for _, _, account in parts:
        for reason, waited in account["stall"].items():
            totals[reason] = totals.get(reason, 0) + waited
    shown = sorted(totals, key=lambda reason: -totals[reason])[:len(plot_drawing.COLOURS) - 2]
    pieces = [("busy", plot_drawing.COLOURS[0]), *zip(shown, plot_drawing.COLOURS[1:-1]), ("other stalls", plot_drawing.COLOURS[-1])]
    with _style() as plt:
        ax = ax or plt.subplots(figsize=(8, 1 + 0.27 * len(parts)))[1]
        left = [0.0] * len(parts)
        for name, colour in pieces:
            widths = [100 * _spent(account, name, shown) / cycles if cycles else 0.0 for _, _, account in parts]
            if any(widths):
                ax.barh(range(len(parts)), widths, left=left, color=colour, label=name)
            left = [a + b for a, b in zip(left, widths)]
        ax.set_yticks(range(len(parts)), [name for _, name, _ in parts])
        ax.set_xlim(0, 100)
        ax.set_xlabel(f"of {cycles:,} cycles [%]")
        ax.set_title(title)
        ax.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5))
    return ax


def _spent(account: Dict[str, Any], name: str, shown: Sequence[str]) -> int:
    if name == "busy":
        return int(account["busy"])
    return sum(cycles for reason, cycles in account["stall"].items() if reason == name or name == "other stalls" and reason not in shown)


class _style:
    """matplotlib.pyplot with the style of all pictures, for as long as one is drawn."""

    def __enter__(self) -> Any:
        try:
            import matplotlib
            import matplotlib.pyplot as plt
        except ImportError:
            raise Error("plots need matplotlib, which this Python does not have (Debian: python3-matplotlib)") from None
        self._context = matplotlib.rc_context(plot_drawing.settings())
        self._context.__enter__()
        return plt

    def __exit__(self, *error: Any) -> None:
        self._context.__exit__(*error)
