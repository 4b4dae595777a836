# SPDX-License-Identifier: Apache-2.0
"""What every parameter, one step up and down, does to a run."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from .arrays import Files
from .calls import Error, PathText, said, stamp
from .kernels import kernel_words
from .options import words
from .programs import Program
from .progress import Progress, Shown
from .tables import Row, html_lines, html_table, table

if TYPE_CHECKING:
    from .tables import Table

_SHOWN = 20
_KERNEL_KEYWORDS = ("args", "ct_args", "define", "common_args", "include")


@dataclass(frozen=True)
class Levers:
    """What `tensix-tlm levers` found. `data`: as docs/levers.md has it; `text`: as it prints it."""

    data: Dict[str, Any]
    text: str

    @property
    def cycles(self) -> int:
        return int(self.data["cycles"])

    @property
    def table(self) -> Table:
        """A row a step, of the parameters with the largest effect first: the members of the lever, and of the step as `to`, `cycles`, `change`,
        `percent`, `effect`, ..."""
        return table(self._rows())

    @property
    def band(self) -> Optional[Dict[str, Any]]:
        """The cycles that the assumptions allow, if there are any."""
        return self.data.get("band")

    @property
    def assumptions(self) -> Table:
        return table(self.data.get("assumptions", []))

    def plot(self, top: int = 20, ax: Any = None) -> Any:
        """The tornado chart of scripts/plot_sweep.py. Returns matplotlib's axes."""
        from . import plots
        return plots.tornado(self.data, top, ax)

    def _rows(self) -> List[Row]:
        return [{**{name: member for name, member in lever.items() if name != "steps"}, "to": step["value"],
                 **{name: member for name, member in step.items() if name != "value"}}
                for lever in self.data["levers"] for step in lever["steps"]]

    def __repr__(self) -> str:
        return f"<Levers: {' '.join(self.data['command'])}: {self.cycles:,} cycles, {len(self.data['levers'])} parameters>"

    def _repr_html_(self) -> str:
        rows = [{"parameter": r["parameter"], "now": r["value"], "step": r["to"], "cycles": r["cycles"], "change": r["change"],
                 "%": round(r["percent"], 1), "unit": r["unit"]} for r in self._rows() if r["effect"] == "cycles"]
        return (html_lines([f"{' '.join(self.data['command'])}: {self.cycles:,} cycles", f"limited by {self.data['limited_by']}"])
                + html_table(rows[:_SHOWN], ["parameter", "now", "step", "cycles", "change", "%", "unit"], max(0, len(rows) - _SHOWN)))


def levers(what: Union[str, PathText, Program], buffers: Optional[Dict[int, Any]] = None, binary: Optional[PathText] = None,
           out: Optional[PathText] = None, progress: Progress = None, **options: Any) -> Levers:
    """Every parameter of a run one step up and down (docs/levers.md). what: a built-in kernel, a stream's file (.scn), a kernel's (.cpp) with
    its buffers, a program's (.json), or a Program; with the options of run(), stream(), kernel() or program(), and those that `tensix-tlm
    levers --help` has, as only=["riscv."]. `out` keeps the result, and what is done if it is interrupted. progress: as of sweep()."""
    with Files() as files, Shown(progress) as shown:
        result = os.fspath(out) if out else files.new("json")
        before = stamp(result)
        command, own, rest = _run_words(files, what, buffers, options)
        given = words(["levers", command], {**files.written(rest), "out": result}, binary)
        done = shown.call(binary, ["levers", *own, *given])
        if done.status not in (0, 1):
            raise Error(said(done), done.status)
        if stamp(result) == before:
            raise Error(f"tensix-tlm levers ran nothing with these options: {', '.join(options)}", done.status)
        shown.all_done()
        with open(result, encoding="utf-8") as f:
            return Levers(json.load(f), done.out)


def _run_words(files: Files, what: Union[str, PathText, Program], buffers: Optional[Dict[int, Any]],
               options: Dict[str, Any]) -> Tuple[str, List[str], Dict[str, Any]]:
    """Its command, its words but for options, and those options that are as the command line has them."""
    if isinstance(what, Program):
        return "program", ["program", what.written(files)[0]], options
    name = os.fspath(what)
    command = {".scn": "stream", ".cpp": "kernel", ".json": "program"}.get(os.path.splitext(name)[1], "run")
    if command != "kernel":
        if buffers is not None:
            raise Error(f"levers: buffers are a kernel's, and '{name}' is no .cpp")
        return command, [name] if command == "run" else [command, name], options
    own = {keyword: options[keyword] for keyword in _KERNEL_KEYWORDS if keyword in options}
    rest = {keyword: value for keyword, value in options.items() if keyword not in own}
    return command, kernel_words(files, name, buffers or {}, out=False, **own)[0], rest
