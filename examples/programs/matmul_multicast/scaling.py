#!/usr/bin/env python3
"""How a product of two matrices gains by cores: cycles on 1 to 64 of them, and which of four what-ifs gains most at each point.

Usage: scaling.py [--shape MxNxK] [--grids COLUMNSxROWS,...]
A what-if is the same run with one thing faster: each is simulated, nothing is extrapolated.
"""
import argparse, sys

import numpy as np

import matmul_multicast
from matmul_multicast import numbers

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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", type=numbers, default=(512, 256, 512))
    parser.add_argument("--grids", type=lambda text: [numbers(g) for g in text.split(",")], default="1x1,2x1,2x2,4x2,4x4,8x4,8x8")
    o = parser.parse_args()
    (m, n, k), values = o.shape, np.random.default_rng(1)
    a, b = values.integers(-8, 8, (m, k)).astype(np.float32), values.integers(-8, 8, (k, n)).astype(np.float32)
    rows = scaling(a, b, o.grids)
    print("| cores | cycles | speed-up | of ideal | limited by | gains most | " + " | ".join(WHAT_IFS) + " |\n|---|---|---|---|---|---|" + "---|" * len(WHAT_IFS))
    first = rows[0]
    for (across, down), result, what_if in rows:
        cores, cycles = across * down, result["cycles"]
        speed_up = first[1]["cycles"] / cycles
        best = min(what_if, key=what_if.get)
        print(f"| {across}x{down} | {cycles:,} | {speed_up:.2f} | {speed_up * first[0][0] * first[0][1] / cores:.0%} | "
              f"{result['kernel']['limited_by'].split(' of the critical')[0] + ')'} | {best} | " +
              " | ".join(f"{cycles / what_if[name] - 1:+.1%}" if name in what_if else "-" for name in WHAT_IFS) + " |")


if __name__ == "__main__":
    sys.exit(main())
