# SPDX-License-Identifier: Apache-2.0
"""How plot_sweep.py draws: lines, bars, heat maps, Pareto fronts, tornado charts. Colours are legible on white and on black, as the background
is transparent. `o`: what scripts/plot_sweep.py takes, as attributes; figures and axes are matplotlib's."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from . import plot_names
from .calls import Error
from .tables import Row

Series = List[Tuple[Tuple[str, ...], List[Row]]]  # values of the columns, rows
Styles = Dict[Tuple[str, ...], Tuple[int, int, int]]  # of colour, mark and dash

COLOURS = ["#2878b5", "#d55e00", "#009e73", "#b65fa5", "#b8860b", "#7b6fd0", "#8c564b", "#7f7f7f"]
BETTER, WORSE = COLOURS[:2]  # blue and orange, which everybody can tell apart
MARKERS, DASHES, HATCHES = "os^Dv<>p", ["-", "--", ":", "-."], ["", "//", "xx", "\\\\", "--", "||"]
TEXT, GRID, HATCH = "#6e7781", "#888888", (0, 0, 0, 0.6)  # hatches lie on the colours of bars


class Problem(Error):
    """It cannot be drawn so."""


def settings() -> Dict[str, Any]:
    return {"svg.hashsalt": "tensix-tlm", "svg.fonttype": "none", "font.size": 10, "axes.grid": True, "grid.color": GRID, "grid.alpha": 0.3, "axes.axisbelow": True,
            "savefig.transparent": True, "legend.framealpha": 0, "hatch.linewidth": 0.6,
            **{key: TEXT for key in ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")}}


def value(row: Row, column: str) -> Any:
    if " / " in column:
        top, bottom = (value(row, part.strip()) for part in column.split(" / ", 1))
        return top / bottom if isinstance(top, (int, float)) and isinstance(bottom, (int, float)) and bottom else None
    return row.get(column)


def text(v: Any) -> str:
    return "-" if v is None else str(v).lower() if isinstance(v, bool) else str(v)


def is_number(v: Any) -> bool:
    return isinstance(v, (int, float)) and not isinstance(v, bool)


def numbers(rows: Sequence[Row], column: str) -> List[float]:
    for row in rows:
        if not is_number(value(row, column)):
            raise Problem(f"'{column}' of point {row['point']} is no number: {text(value(row, column))}")
    return [value(row, column) for row in rows]


BANDS = {"cycles": ("jitter.least_cycles", "jitter.most_cycles"), "speedup": ("speedup_low", "speedup_high")}  # of --jitter


def band(row: Row, column: str) -> Optional[Tuple[float, float]]:
    """The least and the largest of a run's starts, of cycles and of what is linear in them; None if the row has none."""
    top, _, bottom = (part.strip() for part in column.partition(" / "))
    ends = [row.get(c) for c in BANDS.get(top, ())]
    if len(ends) != 2 or not all(map(is_number, ends)):
        return None
    unit = value(row, bottom) if bottom else 1
    return (ends[0] / unit, ends[1] / unit) if unit else None


def one_a_design(rows: Sequence[Row], column: str, places: Sequence[str]) -> Sequence[Row]:
    """A geometric mean is the same for all kernels that it is of: it is drawn once."""
    if column != "geomean":
        return rows
    return list({tuple(text(value(row, c)) for c in [*places, column]): row for row in reversed(rows)}.values())[::-1]


def only_one(rows: Sequence[Row], columns: Sequence[str], axes: Sequence[str]) -> None:
    """Two points in one place would hide each other."""
    seen: Dict[Tuple[str, ...], Row] = {}
    for row in rows:
        place = tuple(text(value(row, c)) for c in columns)
        if place in seen:
            other = seen[place]
            differ = [a for a in axes if row.get(a) != other.get(a)] or ["nothing shown here"]
            raise Problem(f"points {other['point']} and {row['point']} are at the same place and differ in {', '.join(differ)}: choose "
                          "one with --where, or name the column in --series")
        seen[place] = row


def series_of(rows: Sequence[Row], columns: Sequence[str]) -> Series:
    """[(values of the columns, rows)] in the order in which they come."""
    groups: Dict[Tuple[str, ...], List[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(text(row.get(c)) for c in columns), []).append(row)
    return list(groups.items())


def styles_of(series: Series, columns: Sequence[str]) -> Styles:
    """Of each series the indices of colour, mark and dash: those of its first, second and third column's value."""
    if len(columns) > 3:
        raise Problem("--series: at most three columns can be told apart, by colour, mark and dash")
    orders = [list(dict.fromkeys(values[i] for values, _ in series)) for i in range(len(columns))]

    def index(values: Tuple[str, ...], i: int) -> int:
        return orders[i].index(values[i]) if i < len(columns) else 0
    return {values: (index(values, 0), index(values, 1), index(values, 2)) for values, _ in series}


def line_style(style: Tuple[int, int, int]) -> Dict[str, Any]:
    colour, mark, dash = style
    return {"color": COLOURS[colour % len(COLOURS)], "marker": MARKERS[mark % len(MARKERS)], "linestyle": DASHES[dash % len(DASHES)]}


def ordered(values: Iterable[Any]) -> List[Any]:
    """Numbers by size; names side by side in the order in which they come."""
    values = list(dict.fromkeys(values))
    return sorted(values) if all(map(is_number, values)) else values


def marked(column: str, values: Sequence[Any], rows: Sequence[Row]) -> List[str]:
    """The values as texts of an axis, the default marked."""
    default = plot_names.default_of(column, rows)
    show = plot_names.number_format(values) if all(map(is_number, values)) else text
    return [show(v) + ("\n(default)" if text(v) == default else "") for v in values]


def overlapping(fig: Any, axis: Any) -> List[Any]:
    """The axis' tick labels, if any two overlap."""
    fig.canvas.draw()
    shown = [t for t in axis.get_ticklabels() if t.get_visible() and t.get_text()]
    boxes = [t.get_window_extent() for t in shown]
    return shown if any(a.padded(1).overlaps(b) for a, b in zip(boxes, boxes[1:])) else []


def thin_labels(fig: Any, axis: Any) -> None:
    """Of tick labels that overlap every second is left out, until none does."""
    for _ in range(8):
        for t in overlapping(fig, axis)[1::2]:
            t.set_visible(False)


def scale_axes(ax: Any, o: Any) -> None:
    import matplotlib.ticker as ticker
    if "x" in o.log:
        ax.set_xscale("log", base=2)
    if "y" in o.log:
        ax.set_yscale("log", base=2)
        ax.yaxis.set_minor_formatter(ticker.NullFormatter())

    def show(v: float, _: Any) -> str:  # the same digits at all ticks
        low, high = sorted(ax.get_ylim())
        return plot_names.tick_format([t for t in ax.get_yticks() if low <= t <= high] or [v])(v)
    ax.yaxis.set_major_formatter(ticker.FuncFormatter(show))


def legend(ax: Any, columns: Sequence[str], series: Series, styles: Styles, same: Sequence[Any] = (), more: Sequence[Any] = (),
           points: bool = False, hidden: Sequence[Any] = (), filled: bool = False) -> None:
    """Colours, marks (of bars: hatches) and dashes each under the name of their column; beside the axes, where it hides no data."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    def empty() -> Any:
        return Line2D([], [], linestyle="")
    entries = []
    for i, column in enumerate(columns):
        entries.append((empty(), plot_names.label(column) + ":"))
        for shown in dict.fromkeys(values[i] for values, _ in series):
            index = next(styles[values][i] for values, _ in series if values[i] == shown)
            look = [{"color": COLOURS[index % len(COLOURS)], **({"marker": "s", "linestyle": ""} if points else {"marker": "" if len(columns) > 1 else MARKERS[0]})},
                    {"color": TEXT, "marker": MARKERS[index % len(MARKERS)], "linestyle": ""},
                    {"color": TEXT, "linestyle": DASHES[index % len(DASHES)]}][i]
            bar = [{"color": COLOURS[index % len(COLOURS)]}, {"facecolor": GRID, "edgecolor": HATCH, "linewidth": 0, "hatch": HATCHES[index % len(HATCHES)]}][i:]
            entries.append((Patch(**bar[0]) if filled else Line2D([], [], **look), shown))
    entries += more
    if same:
        entries.append((empty(), "the same line:"))
        entries += [(empty(), " = ".join(", ".join(values) for values in group)) for group in same]
    if hidden:
        entries.append((empty(), "less than 1 % of the axis apart:"))
        entries += [(empty(), " and ".join(", ".join(values) for values in group)) for group in hidden]
    if entries:
        ax.legend(*zip(*entries), fontsize="small", handlelength=2.6, loc="center left", bbox_to_anchor=(1.01, 0.5))


def hardly_apart(drawn: Dict[Any, List[Tuple[str, ...]]], log: bool) -> List[List[Tuple[str, ...]]]:
    """Groups of lines that are nowhere further apart than a hundredth of the axis: one hides the other."""
    import math

    def scale(v: float) -> float:
        return float(v) if not log else math.log2(v) if v > 0 else -60
    heights = [scale(y) for points in drawn for _, y in points]
    near = 0.01 * (max(heights) - min(heights))
    groups: List[List[Any]] = []
    for points, names in drawn.items():
        for group in groups:
            other = group[0]
            if [x for x, _ in points] == [x for x, _ in other] and all(abs(scale(a[1]) - scale(b[1])) <= near for a, b in zip(points, other)):
                group.append(points)
                break
        else:
            groups.append([points])
    return [[drawn[points][0] for points in group] for group in groups if len(group) > 1]


def lines(fig: Any, ax: Any, rows: Sequence[Row], o: Any, axes: Sequence[str]) -> None:
    rows = one_a_design(rows, o.y, [o.x, *o.series])
    only_one(rows, [o.x, *o.series], axes)
    numbers(rows, o.y)
    from matplotlib.patches import Patch
    scale_axes(ax, o)
    xs = ordered(value(r, o.x) for r in rows)
    series = series_of(rows, o.series)
    styles = styles_of(series, o.series)
    if not all(map(is_number, xs)):
        return bars(fig, ax, xs, rows, o, series, styles)
    drawn: Dict[Any, List[Tuple[str, ...]]] = {}
    more: List[Tuple[Any, str]] = []
    for values, group in series:
        ends = sorted((value(r, o.x), *b) for r in group if (b := band(r, o.y)))
        if ends:
            x, low, high = zip(*ends)
            ax.fill_between(x, low, high, color=line_style(styles[values])["color"], alpha=0.2, linewidth=0)
            more = [(Patch(color=TEXT, alpha=0.2), "from other starts (--jitter)")]
        points = tuple(sorted((value(r, o.x), value(r, o.y)) for r in group))
        drawn.setdefault(points, []).append(values)
        if len(drawn[points]) == 1:
            ax.plot(*zip(*points), **line_style(styles[values]))
    if len(xs) <= 16:
        ax.set_xticks(xs, marked(o.x, xs, rows))
        ax.set_xticks([], minor=True)
    legend(ax, o.series, series, styles, [group for group in drawn.values() if len(group) > 1], more, hidden=hardly_apart(drawn, "y" in o.log))


def bars(fig: Any, ax: Any, xs: Sequence[Any], rows: Sequence[Row], o: Any, series: Series, styles: Styles) -> None:
    """Of names, between which there is nothing: a bar for each series beside the others', from 0. Names that would overlap stand upright."""
    if len(o.series) > 2:
        raise Problem("--series: along names at most two columns can be told apart, by colour and hatch")
    if "x" in o.log:
        raise Problem(f"--log x: '{o.x}' has names, no numbers")
    width, banded = 0.84 / len(series), False
    for i, (values, group) in enumerate(series):
        colour, hatch, _ = styles[values]
        places = [xs.index(value(r, o.x)) + width * (i - (len(series) - 1) / 2) for r in group]
        ax.bar(places, [value(r, o.y) for r in group], 0.9 * width, color=COLOURS[colour % len(COLOURS)], edgecolor=HATCH,
               linewidth=0, hatch=HATCHES[hatch % len(HATCHES)])
        for x, r in zip(places, group):
            if ends := band(r, o.y):
                ax.plot([x, x], ends, color=TEXT, linewidth=1.5, marker="_", markersize=5)
                banded = True
    ax.set_xticks(range(len(xs)), marked(o.x, xs, rows))
    ax.set_xlim(-0.5, len(xs) - 0.5)
    ax.grid(False, axis="x")
    if "y" not in o.log:
        ax.set_ylim(bottom=min(0, *(value(r, o.y) for r in rows)))
    from matplotlib.lines import Line2D
    more = [(Line2D([], [], color=TEXT, linewidth=1.5), "from other starts (--jitter)")] if banded else []
    legend(ax, o.series, series, styles, more=more, filled=True)
    fig.tight_layout()
    if overlapping(fig, ax.xaxis):
        ax.tick_params(axis="x", labelrotation=90)


def heat_map(fig: Any, ax: Any, rows: Sequence[Row], o: Any, axes: Sequence[str]) -> None:
    from matplotlib.ticker import FuncFormatter
    rows = one_a_design(rows, o.z, [o.x, o.y])
    only_one(rows, [o.x, o.y], axes)
    z = dict(zip(((value(r, o.x), value(r, o.y)) for r in rows), numbers(rows, o.z)))
    xs, ys = ordered(value(r, o.x) for r in rows), ordered(value(r, o.y) for r in rows)
    image = ax.imshow([[z.get((x, y), float("nan")) for x in xs] for y in ys], origin="lower", aspect="auto", cmap="viridis")
    ax.grid(False)
    ax.set_xticks(range(len(xs)), marked(o.x, xs, rows))
    ax.set_yticks(range(len(ys)), marked(o.y, ys, rows))
    bar = fig.colorbar(image, label=o.z_label or plot_names.label(o.z))
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda v, _: plot_names.tick_format(list(bar.get_ticks()))(v)))
    show, middle = plot_names.number_format(list(z.values())), (min(z.values()) + max(z.values())) / 2
    cells = [ax.text(xs.index(x), ys.index(y), show(v), ha="center", va="center", fontsize="small", color="white" if v < middle else "black")
             for (x, y), v in z.items()]
    fig.tight_layout()
    fig.canvas.draw()
    room = abs(ax.transData.transform((1, 0))[0] - ax.transData.transform((0, 0))[0])
    if any(c.get_window_extent().width > 0.95 * room for c in cells):
        for c in cells:
            c.remove()


def front(points: Sequence[Tuple[float, float, Row]], x_low: bool, y_low: bool) -> List[Tuple[float, float, Row]]:
    """Those to which no other is as good in both and better in one; points are (x, y, row)."""
    best, kept = None, []
    for p in sorted(points, key=lambda p: (p[0] if x_low else -p[0], p[1] if y_low else -p[1], p[2]["point"])):
        y = p[1] if y_low else -p[1]
        if best is None or y < best:
            best = y
            kept.append(p)
    return kept


def place_notes(fig: Any, ax: Any, notes: Sequence[Tuple[float, float, str]], drawn: Sequence[Tuple[float, float, Row]]) -> None:
    """Texts beside their points, where they hide neither each other nor a point of `drawn`; one that finds no room is left out, and the
    picture says so."""
    fig.tight_layout()
    fig.canvas.draw()
    points, inside = [ax.transData.transform(p[:2]) for p in drawn], ax.get_window_extent()
    boxes: List[Any] = []
    left_out = 0
    offsets = [(dx, dy) for dy in (5, 20, 36, 52) for dx, dy in ((6, dy), (6, -dy - 7), (-6, dy), (-6, -dy - 7))]
    for x, y, note in notes:
        for dx, dy in offsets:
            t = ax.annotate(note, (x, y), textcoords="offset points", xytext=(dx, dy), fontsize="x-small", ha="left" if dx > 0 else "right",
                            arrowprops={"arrowstyle": "-", "color": TEXT, "linewidth": 0.5} if not -15 < dy < 15 else None)
            box = matplotlib_box(t)
            if (inside.contains(box.x0, box.y0) and inside.contains(box.x1, box.y1) and not any(box.overlaps(b) for b in boxes)
                    and not any(box.contains(*p) for p in points)):
                boxes.append(box)
                break
            t.remove()
        else:
            left_out += 1
    if left_out:
        ax.set_title(f"{left_out} of {len(notes)} points of the front have no room for their names", fontsize="x-small", loc="right")


def matplotlib_box(annotation: Any) -> Any:
    """Of the text alone, without its line."""
    from matplotlib.text import Text
    annotation.update_positions(annotation.figure.canvas.get_renderer())
    return Text.get_window_extent(annotation).padded(1)


def pareto(fig: Any, ax: Any, rows: Sequence[Row], o: Any, axes: Sequence[str]) -> None:
    from matplotlib.lines import Line2D
    points = list(zip(numbers(rows, o.x), numbers(rows, o.y), rows))
    scale_axes(ax, o)
    series = series_of(rows, o.series)
    styles = styles_of(series, o.series)
    for values, group in series:
        mine = {id(r) for r in group}
        inside = [p for p in points if id(p[2]) in mine]
        ax.plot([p[0] for p in inside], [p[1] for p in inside], markersize=5, **{**line_style(styles[values]), "linestyle": ""})
    kept, line = front(points, o.x_better == "low", o.y_better == "low"), {"color": TEXT, "linewidth": 1}
    ax.plot([p[0] for p in kept], [p[1] for p in kept], drawstyle="steps-post" if o.x_better == "low" else "steps-pre", **line)
    shown = [a for a in axes if len({text(r.get(a)) for r in rows}) > 1 and a not in (o.x, o.y)]
    legend(ax, o.series, series, styles, more=[(Line2D([], [], **line), "Pareto front")], points=True)

    def name(row: Row) -> str:
        return ", ".join(f"{plot_names.name_and_unit(a)[0]} {text(row.get(a))}" for a in shown) or f"point {row['point']}"
    ax.margins(0.12)
    place_notes(fig, ax, [(x, y, name(row)) for x, y, row in kept], points)


def effective(levers: Dict[str, Any]) -> List[Row]:
    return [lever for lever in levers["levers"] if any(s["effect"] == "cycles" for s in lever["steps"])]


def tornado(ax: Any, levers: Dict[str, Any], o: Any) -> None:
    from matplotlib.patches import Patch
    from matplotlib.ticker import FuncFormatter
    shown = effective(levers)[:o.top]
    if not shown:
        raise Problem("no lever has an effect: there is nothing to draw")
    names = []
    for row, lever in enumerate(reversed(shown)):
        steps = [s for s in lever["steps"] if s["effect"] != "fails"]
        height = 0.8 / len(steps)
        for i, step in enumerate(steps):
            y, right = row + 0.4 - height * (i + 0.5), step["percent"] > 0
            ax.barh(y, step["percent"], height * 0.92, color=WORSE if right else BETTER, edgecolor=TEXT, linewidth=0.4,
                    hatch="////" if lever["assumption"] else None)
            if step["change"]:
                ax.annotate(step["value"], (step["percent"], y), textcoords="offset points", xytext=(3 if right else -3, 0), va="center",
                            ha="left" if right else "right", fontsize=7 if len(steps) < 3 else 5.5)
        unit = f" {lever['unit']}" if lever["unit"] not in ("", *plot_names.NO_UNITS) else ""
        names.append(f"{lever['parameter']} {lever['value']}{unit}")
    ax.set_yticks(range(len(names)), names, fontsize="small")
    ax.axvline(0, color=TEXT, linewidth=0.8)
    ax.margins(x=0.12, y=0.01)
    ax.grid(False, axis="y")
    ax.xaxis.set_major_formatter(FuncFormatter(lambda v, _: "0" if v == 0 else f"{v:+g}"))
    ax.set_xlabel(o.x_label or f"change of {levers['cycles']:,} cycles [%]")
    ends = [Patch(color=BETTER, label="better: fewer cycles"), Patch(color=WORSE, label="worse: more cycles")]
    if any(lever["assumption"] for lever in shown):
        ends.append(Patch(facecolor="none", edgecolor=TEXT, hatch="////", label="rests on an assumption"))
    ax.legend(handles=ends, fontsize="small", loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(ends))
