# SPDX-License-Identifier: Apache-2.0
"""Many runs: a study's points, the best of them."""
from __future__ import annotations

import csv
import functools
import html
import json
import os
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from .arrays import Files
from .calls import Done, Error, PathText, call, said, stamp
from .options import words
from .progress import Progress, Shown
from .tables import Row, flattened, html_lines, html_table, table

if TYPE_CHECKING:
    from .tables import Table

_APART = ("point", "axes", "outcome", "message", "command", "parameters", "metrics")  # members of a row that are no column, or have a place
Study = Union[Mapping[str, Any], PathText]
_SHOWN = 20


class Sweep(List[Row]):
    """The rows of a study, as docs/sweeps.md has them: of .jsonl with `axes`, `metrics` and so on, of .csv by column. `table`: by the columns
    of the .csv."""

    def __init__(self, rows: Iterable[Row], by_column: Callable[[], List[Row]]):
        super().__init__(rows)
        self._by_column = by_column

    @functools.cached_property
    def _flat(self) -> List[Row]:
        """Thousands of columns a point: not before somebody asks."""
        return self._by_column()

    @property
    def table(self) -> Table:
        return table(self._flat)

    def plot(self, x: str, y: str, series: Union[str, Sequence[str]] = (), z: Optional[str] = None, kind: str = "line",
             where: Optional[Mapping[str, Any]] = None, ax: Any = None, **looks: Any) -> Any:
        """Lines (bars, if x has names), kind="heat" a map with z as colour, "pareto" the points and their front, as scripts/plot_sweep.py draws them. x, y, z,
        series: columns, or "A / B". where: only these points, {column: value or list of values}. looks: log="xy", title, x_label, y_label,
        z_label, from_zero, x_better, y_better. Returns matplotlib's axes."""
        from . import plots
        return plots.sweep(self._flat, x, y, series, z, kind, where, ax, **looks)

    def _repr_html_(self) -> str:
        columns = list(dict.fromkeys(c for row in self._flat for c in row))
        shown = [c for c in columns[:columns.index("cycles") + 1] if c != "message"] if "cycles" in columns else columns
        shown += [c for c in ("kernel.limited_by",) if c in columns]
        return f"<div><b>{len(self):,} points</b></div>" + html_table(self._flat[:_SHOWN], shown, max(0, len(self) - _SHOWN))


@dataclass(frozen=True)
class Optimum:
    """What a search found. `data`: as docs/levers.md has it; `text`: as it prints it; `points`: all that were run, by the columns of a
    sweep's .csv."""

    data: Dict[str, Any]
    text: str
    points: Table

    @property
    def best(self) -> Table:
        """The best points: axes, values of the objectives, and what limits them."""
        return table([flattened(p) for p in self.data["best"]])

    @property
    def front(self) -> Table:
        """The Pareto front, likewise."""
        return table([flattened(p) for p in self.data["front"]])

    def __repr__(self) -> str:
        return f"<Optimum of {self.data['study']}: {self.data['points_run']:,} of {self.data['points_of_study']:,} points run>"

    def _repr_html_(self) -> str:
        aims = ", ".join(f"{o['sense']} {o['expression']}" for o in self.data["objectives"])
        limits = "".join(f", subject to {c}" for c in self.data["constraints"])
        best, front = self._shown("best"), self._shown("front")
        return (f"<div><b>{html.escape(self.data['study'])}: {html.escape(aims + limits)}</b></div>"
                + html_lines([f"{self.data['points_run']:,} of {self.data['points_of_study']:,} points run, {self.data['failed']:,} of them failed"])
                + (best or html_lines(["no point came to its end"]))
                + (f"<div>Pareto front: {html.escape(', '.join(o['expression'] for o in self.data['front_of']))}</div>{front}" if front else ""))

    def _shown(self, which: str) -> str:
        entries = self.data[which]
        if not entries:
            return ""
        rows = [{**flattened(p), "limited by": p["limited_by"]} for p in entries[:_SHOWN]]
        inner = [name for p in entries for member in ("values", "axes") for name in p[member]]
        columns = ["point", *dict.fromkeys(inner), *(["feasible"] if not all(p["feasible"] for p in entries) else []), "limited by"]
        return html_table(rows, columns, len(entries) - len(rows))


def sweep(study: Study, binary: Optional[PathText] = None, out: Optional[PathText] = None, allow_failures: bool = False,
          progress: Progress = None, **options: Any) -> Sweep:
    """The points of a study: a file's name, or its content as a dict (whose paths are relative to the working directory). `out` keeps the
    result, and what is done if it is interrupted. Points that fail are an Error unless allow_failures. progress: None: a bar on a terminal
    and in a notebook; True, False; or a function of done and all. Other options as `tensix-tlm sweep --help` has them."""
    with Files() as files, _as_file(study) as file, Shown(progress) as shown:
        result = os.fspath(out) if out else files.new("jsonl")
        before = stamp(result)
        done = shown.call(binary, ["sweep", file, *words(["sweep"], {"out": result, **options}, binary)])
        _ended(done)
        if stamp(result) == before:
            raise Error(f"tensix-tlm sweep ran nothing with these options: {', '.join(options)}", done.status)
        rows, flat = read_result(result), result
        shown.all_done(len(rows))
        if options.get("shard"):  # which is no whole result, so the program makes no .csv of it
            points = Sweep(rows, lambda: [columns(r) for r in rows])
        else:
            if not result.endswith(".csv"):
                flat = files.new("csv")
                _ended(call(binary, ["sweep", file, f"--out={flat}", f"--merge={result}"]))
            with open(flat, newline="", encoding="utf-8") as f:
                lines = f.readlines()
            points = Sweep(rows, lambda: _by_column(lines))
    failed = [r for r in rows if r["outcome"] != "done"]
    if failed and not allow_failures:
        point = failed[0].get("point")
        raise Error(f"{len(failed)} of {len(rows)} points failed; point {point}: {failed[0]['outcome']}: {failed[0]['message']}", 1)
    return points


def optimise(study: Study, minimise: Union[str, Sequence[str], None] = None, maximise: Union[str, Sequence[str], None] = None,
             subject_to: Union[str, Sequence[str], None] = None, binary: Optional[PathText] = None, out: Optional[PathText] = None,
             progress: Progress = None, **options: Any) -> Optimum:
    """Searches a study (docs/levers.md) for the points at which expressions of columns are least or largest, as minimise="cycles *
    l1.banks", subject_to="l1.banks <= 16". `out` keeps the result. progress: as of sweep(). Other options as `tensix-tlm optimise --help`
    has them."""
    with Files() as files, _as_file(study) as file, Shown(progress) as shown:
        result, rows = os.fspath(out) if out else files.new("json"), options.pop("rows", None) or files.new("csv")
        given = {"minimise": _several(minimise), "maximise": _several(maximise), "subject_to": _several(subject_to), "out": result,
                 "rows": rows, **options}
        done = shown.call(binary, ["optimise", file, *words(["optimise"], given, binary)])
        _ended(done)
        with open(result, encoding="utf-8") as f:
            data = json.load(f)
        points = read_result(rows)
        return Optimum(data, done.out, table(points if os.fspath(rows).endswith(".csv") else [columns(r) for r in points]))


def read_result(file: PathText) -> List[Row]:
    """The rows of a sweep's result. JSON lines: as they are written; CSV: columns by name, numbers as numbers."""
    with open(file, newline="", encoding="utf-8") as f:
        if os.fspath(file).endswith(".csv"):
            return _by_column(f)
        return [json.loads(line) for line in f]


def _by_column(lines: Iterable[str]) -> List[Row]:
    return [{name: _value(text) for name, text in row.items()} for row in csv.DictReader(lines)]


def columns(row: Row) -> Row:
    """A row of JSON lines as a CSV of the same sweep has it: {"l1.banks": 8, "cycles": 376, "units.packer0.busy": 106, ...}."""
    flat: Row = {"point": row["point"], **row["axes"], "outcome": row["outcome"], "message": row["message"]}
    flat.update((name, value) for name, value in row.items() if name not in _APART)

    def add(name: str, node: Any) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                add(f"{name}.{key}", value)
        elif not isinstance(node, list):
            flat.setdefault(name, node)
        elif name == "marks":
            for mark in node:
                flat.setdefault(f"marks.{mark['name']}.{mark['core']}", mark["cycle"])
        elif name == "path.resources":
            for resource in node:
                flat.setdefault(f"path.{resource['name']}", resource["cycles"])
        elif node and isinstance(node[0], (int, float)):
            flat.setdefault(f"{name}_sum", sum(node))
        else:
            flat.setdefault(name, "; ".join(e if isinstance(e, str) else json.dumps(e, separators=(",", ":")) for e in node))

    for name, node in (row["metrics"] or {}).items():
        if name not in ("format", "version"):
            add(name, node)
    for name, value in (row["parameters"] or {}).items():
        flat.setdefault(name, value)
    return flat


@contextmanager
def _as_file(study: Study) -> Iterator[str]:
    """A dict: in the working directory, to which its paths are relative."""
    if not isinstance(study, Mapping):
        yield os.fspath(study)
        return
    made = tempfile.NamedTemporaryFile("w", suffix=".json", prefix=".study-", dir=".", delete=False, encoding="utf-8")
    try:
        with made:
            try:
                json.dump(study, made)
            except TypeError as e:
                raise Error(f"a study has texts, numbers, truth values, lists and dicts: {e}") from None
        yield made.name
    finally:
        os.remove(made.name)


def _ended(done: Done) -> None:
    """1: some points failed, the result says which."""
    if done.status not in (0, 1):
        raise Error(said(done), done.status)


def _several(expressions: Union[str, Sequence[str], None]) -> List[str]:
    return [] if expressions is None else [expressions] if isinstance(expressions, str) else list(expressions)


def _value(text: str) -> Union[None, bool, int, float, str]:
    if text in ("", "true", "false"):
        return None if not text else text == "true"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
