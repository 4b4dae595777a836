#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How a product of two matrices gains by cores: cycles on 1 to 64 of them, and which of four what-ifs gains most at each point.

Usage: scaling.py [--shape MxNxK] [--grids COLUMNSxROWS,...] [--write-docs | --check]
A what-if is the same run with one thing faster: each is simulated, nothing is extrapolated.
"""
import argparse, os, sys

import numpy as np

import matmul_multicast
from matmul_multicast import numbers

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "programs.md")
BEGIN, END = "<!-- scaling: written by scaling.py --write-docs -->\n", "<!-- end of scaling -->"
# By name: what is other than usual. Sub-blocks of 2x2 are half of T0's loops, whose work is by sub-block and tile of K.
WHAT_IFS = {
    "sub-blocks 2x2": {"subblock": (2, 2)},
    "half the math (LoFi)": {"fidelity": "lofi"},
    "hops of 1 cycle": {"set": {"noc.hop_cycles": 1}},
    "DRAM twice as fast": {"set": {"dram.channel_mb_per_second": 128000, "dram.read_cycles": 50}},
}


def scaling(a, b, grids):
    """Rows: grid, the run, and cycles of each what-if that is possible there."""
    def run(grid, subblock=(2, 1), fidelity="hifi2", **options):
        return matmul_multicast.matmul(a, b, grid, 2, subblock, fidelity, unchecked=True, **options)

    def possible(grid, what):
        return b.shape[1] // 32 // grid[0] % what.get("subblock", (2, 1))[1] == 0

    return [(grid, run(grid), {name: run(grid, **what)["cycles"] for name, what in WHAT_IFS.items() if possible(grid, what)}) for grid in grids]


HEAD = ("| cores | cycles | speed-up | of ideal | limited by | gains most | " + " | ".join(WHAT_IFS) + " |\n|---|---|---|---|---|---|" +
        "---|" * len(WHAT_IFS))


def row(alone, point):
    """Of the table: `alone`, cores and cycles of the grid that the others are compared with."""
    (across, down), result, what_if = point
    cycles = result["cycles"]
    speed_up = alone[1] / cycles
    best = min(what_if, key=what_if.get)
    return (f"| {across}x{down} | {cycles:,} | {speed_up:.2f} | {speed_up * alone[0] / (across * down):.0%} | "
            f"{result['kernel']['limited_by'].split(' of the critical')[0] + ')'} | {best} | " +
            " | ".join(f"{cycles / what_if[name] - 1:+.1%}" if name in what_if else "-" for name in WHAT_IFS) + " |")


def stands(row, table):
    """Whether the table has it; with another compiler for kernels than it was made with: a row of as many cores that is alike."""
    sys.path.append(os.path.join(os.path.dirname(PAGE), "..", "scripts"))
    import kernels_compiler
    if row in table or not kernels_compiler.is_other():
        return row in table
    cores, cycles, _, _, limit, *_ = (cell.strip() for cell in row.strip("|").split("|"))
    for line in table:
        if line.startswith(f"| {cores} |"):
            _, there, _, _, named, *_ = (cell.strip() for cell in line.strip("|").split("|"))
            return abs(numbers_in(cycles) / numbers_in(there) - 1) < 0.03 and limit.split(" (")[0] == named.split(" (")[0]
    return False


def numbers_in(cell):
    return int(cell.replace(",", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", type=numbers, default=(512, 256, 512))
    parser.add_argument("--grids", type=lambda text: [numbers(g) for g in text.split(",")], default="1x1,2x1,2x2,4x2,4x4,8x4,8x8")
    parser.add_argument("--write-docs", action="store_true", help="puts the table into docs/programs.md")
    parser.add_argument("--check", action="store_true", help="fails unless the rows are those of docs/programs.md")
    o = parser.parse_args()
    (m, n, k), values = o.shape, np.random.default_rng(1)
    a, b = values.integers(-8, 8, (m, k)).astype(np.float32), values.integers(-8, 8, (k, n)).astype(np.float32)
    points = scaling(a, b, o.grids)
    page = open(PAGE, encoding="utf-8").read()
    before, rest = page.split(BEGIN)
    written, after = rest.split(END)
    (across, down), first = points[0][0], points[0][1]["cycles"]
    alone = (across * down, first)
    if o.check:
        alone = (1, int(written.split("| 1x1 | ")[1].split(" ")[0].replace(",", "")))
    rows = [row(alone, point) for point in points]
    print("\n".join([HEAD, *rows]))
    if o.write_docs:
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write("".join([before, BEGIN, "\n", "\n".join([HEAD, *rows]), "\n\n", END, after]))
    other = [r for r in rows if o.check and not stands(r, written.splitlines())]
    if other:
        sys.exit("not what docs/programs.md says (scaling.py --write-docs writes it):\n" + "\n".join(other))


if __name__ == "__main__":
    main()
