#!/usr/bin/env python3
"""Draws a result of `tensix-tlm sweep` (.jsonl or .csv) as SVG or PNG, with units: lines, a heat map, or a Pareto front.

  plot_sweep.py r.jsonl --x l1.banks --y cycles --series fidelity --where k=192 --out banks.svg
  plot_sweep.py r.jsonl --kind heat --x l1.banks --y fidelity --z cycles --where k=192 --out map.png
  plot_sweep.py r.jsonl --kind pareto --x l1.ports --y bandwidth.pack.bytes_per_cycle --y-better high --out front.svg

Columns are those of the .csv (--list prints them): axes, parameters, and numbers of the metrics. "A / B" is the one divided by the
other, as in "cycles / kernel.tiles". The same result gives the same bytes. Wants matplotlib (Debian: python3-matplotlib)."""
import argparse, os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tensix_tlm

DEBIAN = "/usr/bin/python3"  # has Debian's matplotlib, whatever python3 is first in the PATH
PARAMETERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "parameters.md")
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]  # Okabe and Ito's
MARKERS = "os^Dv<>p"


class Problem(Exception):
    pass


def load_matplotlib():
    try:
        import matplotlib
    except ImportError:
        if os.path.realpath(sys.executable) != os.path.realpath(DEBIAN) and os.path.exists(DEBIAN):
            os.execv(DEBIAN, [DEBIAN, os.path.abspath(__file__), *sys.argv[1:]])
        raise Problem("matplotlib is missing: scripts/setup.sh installs it (Debian: python3-matplotlib)")
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "tensix-tlm", "svg.fonttype": "none", "font.size": 10, "axes.grid": True,
                                "grid.color": "#dddddd", "axes.axisbelow": True})
    import matplotlib.pyplot
    return matplotlib.pyplot


def parameter_units():
    units = {}
    if os.path.exists(PARAMETERS):
        with open(PARAMETERS, encoding="utf-8") as f:
            for line in f:
                cells = [c.strip() for c in line.split("|")]
                if len(cells) > 3 and cells[1].startswith("`"):
                    units[cells[1].strip("`")] = cells[2]
    return units


def unit_of(column, units):
    if " / " in column:
        top, bottom = (unit_of(part.strip(), units) for part in column.split(" / ", 1))
        if top == bottom or not bottom:
            return "" if bottom else top
        return f"{top or 1}/{bottom[:-1] if bottom.endswith('s') else bottom}"
    last = column.rsplit(".", 1)[-1]
    if column in units:
        return units[column] if units[column] not in ("name", "port list", "speeds") else ""
    if column == "cycles" or last in ("busy", "idle", "active_cycles") or ".stall." in column or column.startswith("marks."):
        return "cycles"
    if last in ("bytes_per_cycle", "bytes_per_active_cycle", "peak_bytes_per_cycle") or column == "feed-bytes":
        return "bytes/cycle"
    known = {"bytes": "bytes", "ports_sum": "accesses", "banks_sum": "accesses", "bank_conflicts_sum": "refused accesses",
             "tiles": "tiles", "operations": "operations", "host_seconds": "s", "l1-tiles": "tiles", "maxclk": "cycles"}
    return known.get(last, "")


def label(column, units):
    unit = unit_of(column, units)
    return f"{column} [{unit}]" if unit and unit != column else column


def load(file):
    try:
        rows = tensix_tlm.read_result(file)
        return rows if file.endswith(".csv") else [tensix_tlm.columns(r) for r in rows]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as e:
        raise Problem(f"{file}: no result of a sweep: {e}")


def value(row, column):
    if " / " in column:
        top, bottom = (value(row, part.strip()) for part in column.split(" / ", 1))
        return top / bottom if isinstance(top, (int, float)) and isinstance(bottom, (int, float)) and bottom else None
    return row.get(column)


def text(v):
    return "-" if v is None else str(v).lower() if isinstance(v, bool) else str(v)


def select(rows, wheres, columns):
    known = {c for row in rows for c in row}
    for wanted in columns:
        for column in wanted.split(" / "):
            if column.strip() not in known:
                import difflib
                near = difflib.get_close_matches(column.strip(), sorted(known), 1, 0)
                raise Problem(f"no column is called '{column.strip()}'" + (f"; did you mean '{near[0]}'?" if near else ""))
    for column, wanted in wheres:
        rows = [r for r in rows if text(r.get(column)) in wanted]
    failed = [r for r in rows if r.get("outcome") != "done"]
    if failed:
        print(f"plot_sweep.py: {len(failed)} failing points are left out", file=sys.stderr)
    rows = [r for r in rows if r.get("outcome") == "done"]
    if not rows:
        raise Problem("no point is left to draw")
    return rows


def numbers(rows, column):
    for row in rows:
        v = value(row, column)
        if isinstance(v, bool) or not isinstance(v, (int, float)):
            raise Problem(f"'{column}' of point {row['point']} is no number: {text(v)}")
    return [value(row, column) for row in rows]


def only_one(rows, columns, axes):
    """Two points in one place would hide each other."""
    seen = {}
    for row in rows:
        place = tuple(text(value(row, c)) for c in columns)
        if place in seen:
            other = seen[place]
            differ = [a for a in axes if row.get(a) != other.get(a)] or ["nothing shown here"]
            raise Problem(f"points {other['point']} and {row['point']} are at the same place and differ in {', '.join(differ)}: choose "
                          "one with --where, or name the column in --series")
        seen[place] = row


def series_of(rows, columns):
    groups = {}
    for row in rows:
        groups.setdefault(", ".join(f"{c}={text(row.get(c))}" for c in columns), []).append(row)
    return groups


def positions(rows, column):
    """Numbers as they are; names side by side in the order in which they come."""
    values = [value(r, column) for r in rows]
    if all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values):
        return {v: v for v in values}, None
    names = list(dict.fromkeys(values))
    return {v: i for i, v in enumerate(names)}, [text(v) for v in names]


def scale_axes(ax, o):
    if "x" in o.log:
        ax.set_xscale("log", base=2)
    if "y" in o.log:
        ax.set_yscale("log", base=2)
        ax.yaxis.set_major_formatter("{x:g}")


def legend(ax):
    """Inside while it is small, otherwise beside the axes."""
    handles, _ = ax.get_legend_handles_labels()
    if len(handles) > 4:
        ax.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.01, 0.5))
    elif handles:
        ax.legend(fontsize="small")


def draw_lines(ax, rows, o, units, axes):
    scale_axes(ax, o)
    only_one(rows, [o.x, *o.series], axes)
    numbers(rows, o.y)
    place, names = positions(rows, o.x)
    for i, (name, group) in enumerate(series_of(rows, o.series).items()):
        points = sorted((place[value(r, o.x)], value(r, o.y)) for r in group)
        ax.plot(*zip(*points), marker=MARKERS[i % len(MARKERS)], color=COLOURS[i % len(COLOURS)],
                linestyle=("-", "--", ":")[i // len(COLOURS) % 3], label=name or None)
    if names:
        ax.set_xticks(range(len(names)), names)
    elif len(place) <= 12:
        ax.set_xticks(sorted(place.values()), [f"{v:g}" for v in sorted(place.values())])
        ax.set_xticks([], minor=True)
    legend(ax)


def draw_heat_map(fig, ax, rows, o, units, axes):
    only_one(rows, [o.x, o.y], axes)
    z = dict(zip(((value(r, o.x), value(r, o.y)) for r in rows), numbers(rows, o.z)))
    order = lambda values: sorted(set(values)) if all(isinstance(v, (int, float)) for v in values) else list(dict.fromkeys(values))
    xs, ys = order([value(r, o.x) for r in rows]), order([value(r, o.y) for r in rows])
    grid = [[z.get((x, y), float("nan")) for x in xs] for y in ys]
    image = ax.imshow(grid, origin="lower", aspect="auto", cmap="viridis")
    ax.grid(False)
    ax.set_xticks(range(len(xs)), map(text, xs))
    ax.set_yticks(range(len(ys)), map(text, ys))
    fig.colorbar(image, label=o.z_label or label(o.z, units))
    if len(xs) * len(ys) <= 150:
        middle = (min(z.values()) + max(z.values())) / 2
        for (x, y), v in z.items():
            ax.text(xs.index(x), ys.index(y), f"{v:.4g}", ha="center", va="center", fontsize="small",
                    color="white" if v < middle else "black")


def front(points, x_low, y_low):
    """Those to which no other is as good in both and better in one; points are (x, y, row)."""
    best, kept = None, []
    for p in sorted(points, key=lambda p: (p[0] if x_low else -p[0], p[1] if y_low else -p[1], p[2]["point"])):
        y = p[1] if y_low else -p[1]
        if best is None or y < best:
            best = y
            kept.append(p)
    return kept


def draw_pareto(ax, rows, o, units, axes):
    scale_axes(ax, o)
    points = list(zip(numbers(rows, o.x), numbers(rows, o.y), rows))
    for i, (name, group) in enumerate(series_of(rows, o.series).items()):
        inside = [p for p in points if any(p[2] is r for r in group)]
        ax.scatter([p[0] for p in inside], [p[1] for p in inside], s=24, marker=MARKERS[i % len(MARKERS)],
                   color=COLOURS[i % len(COLOURS)], label=name or None)
    kept = front(points, o.x_better == "low", o.y_better == "low")
    ax.plot([p[0] for p in kept], [p[1] for p in kept], color="#555555", drawstyle="steps-post", linewidth=1, label="Pareto front")
    shown = [a for a in axes if len({text(r.get(a)) for r in rows}) > 1 and a not in (o.x, o.y)]
    for x, y, row in kept:
        note = ", ".join(f"{a}={text(row.get(a))}" for a in shown) or f"point {row['point']}"
        ax.annotate(note, (x, y), textcoords="offset points", xytext=(5, 5), fontsize="x-small")
    legend(ax)


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("result", help=".jsonl or .csv of tensix-tlm sweep")
    p.add_argument("--kind", choices=["line", "heat", "pareto"], default="line")
    p.add_argument("--x", metavar="COLUMN")
    p.add_argument("--y", metavar="COLUMN")
    p.add_argument("--z", metavar="COLUMN", help="heat: the colour")
    p.add_argument("--series", metavar="COLUMN", action="append", default=[], help="a line, or colour, for each value; may be repeated")
    p.add_argument("--where", metavar="COLUMN=VALUE[,VALUE]", action="append", default=[], help="only these points; may be repeated")
    p.add_argument("--x-better", choices=["low", "high"], default="low", help="pareto (default low)")
    p.add_argument("--y-better", choices=["low", "high"], default="low", help="pareto (default low)")
    p.add_argument("--log", choices=["x", "y", "xy"], default="", help="logarithmic axes")
    p.add_argument("--from-zero", action="store_true", help="the y axis begins at 0")
    p.add_argument("--title")
    for axis in "xyz":
        p.add_argument(f"--{axis}-label", metavar="TEXT", help="in the place of the column's name and unit")
    p.add_argument("--size", metavar="WxH", default="7x4.5", help="inches (default 7x4.5)")
    p.add_argument("--out", metavar="FILE", action="append", default=[], help=".svg or .png; may be repeated")
    p.add_argument("--list", action="store_true", help="print the columns and stop")
    return p.parse_args()


def main():
    o = arguments()
    rows = load(o.result)
    if o.list:
        print(*dict.fromkeys(c for row in rows for c in row), sep="\n")
        return
    plt = load_matplotlib()
    if not o.x or not o.y or (o.kind == "heat") != bool(o.z):
        raise Problem(f"--kind {o.kind} wants --x, --y" + (" and --z" if o.kind == "heat" else " (and no --z)"))
    if not o.out or not all(f.endswith((".svg", ".png")) for f in o.out):
        raise Problem("--out FILE.svg or --out FILE.png is needed")
    wheres = []
    for where in o.where:
        column, equals, wanted = where.partition("=")
        if not equals:
            raise Problem(f"--where {where}: expected COLUMN=VALUE")
        wheres.append((column, wanted.split(",") + [wanted]))
    try:
        size = tuple(float(v) for v in o.size.split("x"))
        if len(size) != 2 or not all(1 <= v <= 40 for v in size):
            raise ValueError
    except ValueError:
        raise Problem(f"--size {o.size}: expected inches, as in 7x4.5")
    rows = select(rows, wheres, [c for c in (o.x, o.y, o.z, *o.series, *(w[0] for w in wheres)) if c])
    axes = []  # the columns between the point's number and its outcome
    for row in rows:
        names = list(row)
        axes += [a for a in names[1:names.index("outcome")] if a not in axes]
    units = parameter_units()
    fig, ax = plt.subplots(figsize=size)
    if o.kind == "line":
        draw_lines(ax, rows, o, units, axes)
    elif o.kind == "heat":
        draw_heat_map(fig, ax, rows, o, units, axes)
    else:
        draw_pareto(ax, rows, o, units, axes)
    ax.set_xlabel(o.x_label or label(o.x, units))
    ax.set_ylabel(o.y_label or label(o.y, units))
    if o.title:
        ax.set_title(o.title)
    if o.from_zero:
        ax.set_ylim(bottom=0)
    fig.tight_layout()
    for file in o.out:
        fig.savefig(file, dpi=120, metadata={"Date": None} if file.endswith(".svg") else {"Software": None})


if __name__ == "__main__":
    try:
        main()
    except (Problem, OSError) as e:
        sys.exit(f"plot_sweep.py: {e}")
