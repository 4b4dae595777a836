# SPDX-License-Identifier: Apache-2.0
"""What columns of a sweep's result are called for people, with units, defaults and one style of number. Used by plot_sweep.py; the names
are those of columns.json, which the page of `tensix-tlm sweep --page` uses too (pages/study/study_page.cpp; a test compares)."""
from __future__ import annotations

import fnmatch
import json
import math
import os
import re
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

HERE = os.path.dirname(os.path.realpath(__file__))
PARAMETERS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "docs", "generated", "parameters.md")
NO_UNITS = ("name", "port list", "speeds")

with open(os.path.join(HERE, "columns.json"), encoding="utf-8") as f:
    KNOWN = json.load(f)


def parameters() -> Dict[str, Tuple[str, Dict[str, str]]]:
    """name -> (unit, {configuration: value}) of docs/generated/parameters.md."""
    found: Dict[str, Tuple[str, Dict[str, str]]] = {}
    if os.path.exists(PARAMETERS):
        with open(PARAMETERS, encoding="utf-8") as page:
            for line in page:
                cells = [c.strip() for c in line.split("|")]
                if len(cells) > 6 and cells[1].startswith("`"):
                    found[cells[1].strip("`")] = ("" if cells[2] in NO_UNITS else cells[2], {"blackhole": cells[4], "documented": cells[5]})
    return found


PARAMETER = parameters()


def words(piece: str) -> str:
    """`_` and `-` as spaces, words that columns.json knows as they are written."""
    known = KNOWN["words"]
    return known.get(piece) or " ".join(known.get(w, w) for w in re.split("[_ -]", piece))


def name_and_unit(column: str) -> Tuple[str, str]:
    if " / " in column:
        (top, top_unit), (bottom, bottom_unit) = (name_and_unit(part.strip()) for part in column.split(" / ", 1))
        def singular(text: str) -> str:
            return text[:-1] if text.endswith("s") else text

        unit = "" if top_unit == bottom_unit else f"{top_unit or 1}/{singular(bottom_unit)}" if bottom_unit else top_unit
        return f"{top} per {singular(bottom)}", unit
    for pattern, label, unit in KNOWN["columns"]:
        if pattern.count(".") == column.count(".") and fnmatch.fnmatchcase(column, pattern.replace("[", "[[]")):
            for wanted, piece in zip(pattern.split("."), column.split(".")):
                if wanted == "*":
                    label = label.replace("*", words(piece), 1)
            return label, unit
    unit = PARAMETER.get(column, ("", {}))[0]
    pieces = column.split(".")
    if unit == "cycles" and len(pieces[-1]) > len("_cycles"):  # other units are part of the name
        pieces[-1] = pieces[-1].removesuffix("_cycles")
    return words(pieces[0]) + "".join((": " if i == 0 else " ") + words(p) for i, p in enumerate(pieces[1:])), unit


def label(column: str) -> str:
    name, unit = name_and_unit(column)
    return f"{name} [{unit}]" if unit and not name.endswith(unit) else name


def default_of(column: str, rows: Sequence[Dict[str, Any]]) -> Optional[str]:
    """The value that the rows' configuration has without an axis for it, as text; None if it is no parameter or they differ."""
    values = {PARAMETER[column][1].get((row.get("kernel.configuration") or "").split(" ")[0]) for row in rows} if column in PARAMETER else set()
    return values.pop() if len(values) == 1 else None


def number_format(values: Sequence[float]) -> Callable[[float], str]:
    """One style for all numbers of a column: whole numbers with separators, otherwise the digits that show four of the largest."""
    if all(float(v).is_integer() for v in values):
        return lambda v: f"{v:,.0f}"
    largest = max(abs(v) for v in values) or 1
    digits = max(0, 3 - math.floor(math.log10(largest)))
    return lambda v: f"{v:,.{digits}f}"


def tick_format(values: Sequence[float]) -> Callable[[float], str]:
    """The same of an axis' ticks: as many digits as the finest needs, and no more."""
    for digits in range(7):
        if all(abs(v - round(v, digits)) <= 1e-9 * max(1, abs(v)) for v in values):
            break
    return lambda v: f"{v:,.{digits}f}"
