#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a result of `tensix-tlm sweep` (.jsonl or .csv) as SVG or PNG: lines (bars, if x has names), a heat map, or a Pareto front; and a result of
`tensix-tlm levers` (.json) as a tornado chart.

  plot_sweep.py r.jsonl --x l1.banks --y cycles --series fidelity --where k=192 --out banks.svg
  plot_sweep.py r.jsonl --kind heat --x l1.banks --y fidelity --z cycles --where k=192 --out map.png
  plot_sweep.py r.jsonl --kind pareto --x l1.ports --y bandwidth.pack.bytes_per_cycle --y-better high --out front.svg
  plot_sweep.py levers.json --kind tornado --out levers.svg

Columns are those of the .csv (--list prints them): axes, parameters, and numbers of the metrics. "A / B" is the one divided by the
other, as in "cycles / kernel.tiles". Of several --series the first has the colours, the second the marks (of bars: hatches), the third the dashes; lines
that are the same in all points are drawn once and said to be so. The value that the configuration has by itself is marked "default".
The background is transparent. The same result gives the same bytes. Wants matplotlib (Debian: python3-matplotlib)."""
import argparse, json, os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python"))
import tensix_tlm
from tensix_tlm import plot_drawing, plots
from tensix_tlm.plot_drawing import Problem

DEBIAN = "/usr/bin/python3"  # has Debian's matplotlib, whatever python3 is first in the PATH


def load_matplotlib():
    try:
        import matplotlib
    except ImportError:
        if os.path.realpath(sys.executable) != os.path.realpath(DEBIAN) and os.path.exists(DEBIAN):
            os.execv(DEBIAN, [DEBIAN, os.path.abspath(__file__), *sys.argv[1:]])
        raise Problem("matplotlib is missing: scripts/setup.sh installs it (Debian: python3-matplotlib)")
    matplotlib.use("Agg")
    matplotlib.rcParams.update(plot_drawing.settings())
    import matplotlib.pyplot
    return matplotlib.pyplot


def load(file):
    try:
        rows = tensix_tlm.read_result(file)
        return rows if file.endswith(".csv") else [tensix_tlm.columns(r) for r in rows]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as e:
        raise Problem(f"{file}: no result of a sweep: {e}")


def arguments(words=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("result", help=".jsonl or .csv of tensix-tlm sweep, .json of levers")
    p.add_argument("--kind", choices=["line", "heat", "pareto", "tornado"], default="line", help="line: bars if x has names (default)")
    p.add_argument("--x", metavar="COLUMN")
    p.add_argument("--y", metavar="COLUMN")
    p.add_argument("--z", metavar="COLUMN", help="heat: the colour")
    p.add_argument("--series", metavar="COLUMN", action="append", default=[], help="a line or bar for each value, by colour; a second one by mark or hatch, a third by dash")
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
    p.add_argument("--top", type=int, metavar="N", default=20, help="tornado: bars (default 20)")
    p.add_argument("--list", action="store_true", help="print the columns and stop")
    return p.parse_args(words)


def levers_of(file):
    try:
        with open(file, encoding="utf-8") as f:
            tree = json.load(f)
        if tree["format"] != "tensix-tlm-levers":
            raise ValueError(tree["format"])
        return tree
    except (OSError, ValueError, KeyError, TypeError) as e:
        raise Problem(f"{file}: no result of tensix-tlm levers: {e}")


def size_of(o):
    try:
        size = tuple(float(v) for v in o.size.split("x"))
        if len(size) != 2 or not all(1 <= v <= 40 for v in size):
            raise ValueError
        return size
    except ValueError:
        raise Problem(f"--size {o.size}: expected inches, as in 7x4.5")


def wheres_of(o):
    wheres = []
    for where in o.where:
        column, equals, wanted = where.partition("=")
        if not equals:
            raise Problem(f"--where {where}: expected COLUMN=VALUE")
        wheres.append((column, wanted.split(",") + [wanted]))
    return wheres


def draw_sweep(plt, o, rows):
    check_files(o)
    fig, ax = plt.subplots(figsize=size_of(o))
    plots.draw_sweep(ax, rows, o, wheres_of(o))
    return fig, ax


def draw_levers(plt, o):
    check_files(o)
    levers = levers_of(o.result)
    fig, ax = plt.subplots(figsize=(size_of(o)[0], 1.1 + 0.27 * min(o.top, len(plot_drawing.effective(levers)))))
    plot_drawing.tornado(ax, levers, o)
    return fig, ax


def check_files(o):
    if not o.out or not all(f.endswith((".svg", ".png")) for f in o.out):
        raise Problem("--out FILE.svg or --out FILE.png is needed")


def draw(o):
    """The figure and its axes, finished."""
    plt = load_matplotlib()
    fig, ax = draw_levers(plt, o) if o.kind == "tornado" else draw_sweep(plt, o, load(o.result))
    if o.title:
        ax.set_title(o.title)
    if o.kind != "pareto":  # where names have been placed already
        fig.tight_layout()
    for axis in (ax.xaxis, ax.yaxis):
        plot_drawing.thin_labels(fig, axis)
    return fig, ax


def main(words=None):
    o = arguments(words)
    if o.list:
        print(*dict.fromkeys(c for row in load(o.result) for c in row), sep="\n")
        return
    fig, _ = draw(o)
    for file in o.out:
        fig.savefig(file, dpi=120, metadata={"Date": None} if file.endswith(".svg") else {"Software": None})


if __name__ == "__main__":
    try:
        main()
    except (Problem, OSError) as e:
        sys.exit(f"plot_sweep.py: {e}")
