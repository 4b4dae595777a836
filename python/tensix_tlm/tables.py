# SPDX-License-Identifier: Apache-2.0
"""Tables of results: a DataFrame where pandas is there, else a list of rows; and HTML for notebooks."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Sequence, Union

Row = Dict[str, Any]
if TYPE_CHECKING:
    import pandas

    Table = Union[pandas.DataFrame, List[Row]]


def table(rows: Sequence[Row]) -> Table:
    try:
        import pandas
    except ImportError:
        return list(rows)
    return pandas.DataFrame(list(rows))


def shown(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "" if value is None else str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")


class Html(str):
    """A cell of html_table that is HTML already."""


def html_table(rows: Sequence[Row], columns: Sequence[str], left_out: int = 0) -> str:
    def cell(value: Any) -> str:
        text = value if isinstance(value, Html) else html.escape(shown(value))
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return f"<td style='text-align:{'right' if number else 'left'}'>{text}</td>"

    head = "".join(f"<th style='text-align:left'>{html.escape(c)}</th>" for c in columns)
    body = "".join(f"<tr>{''.join(cell(row.get(c)) for c in columns)}</tr>" for row in rows)
    more = f"<tr><td colspan='{len(columns)}'>... and {left_out:,} more</td></tr>" if left_out else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}{more}</tbody></table>"


def html_lines(lines: Iterable[str]) -> str:
    return "".join(f"<div>{html.escape(line)}</div>" for line in lines)


def flattened(entry: Row) -> Row:
    """What is in members that are objects stands beside the others: {"point": 3, "axes": {"k": 1}} is {"point": 3, "k": 1}. Of two that
    have one name it is the first."""
    flat: Row = {}
    for name, value in entry.items():
        for n, v in (value if isinstance(value, dict) else {name: value}).items():
            flat.setdefault(n, v)
    return flat
