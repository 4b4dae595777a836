#!/usr/bin/env python3
"""How a product of two matrices gains by cores: cycles on 1 to 64 of them, and which of four what-ifs gains most at each point.

Usage: scaling.py [--shape MxNxK] [--grids COLUMNSxROWS,...]
A what-if is the same run with one thing faster: each is simulated, nothing is extrapolated.
"""
import argparse, sys

import numpy as np

import matmul_multicast
from matmul_multicast import numbers

# By name: options, and the fidelity.
WHAT_IFS = {
    "DRAM twice as fast": ({"dram.channel_mb_per_second": 128000, "dram.read_cycles": 50}, "hifi2"),
    "hops of 1 cycle": ({"noc.hop_cycles": 1}, "hifi2"),
    "half the math (LoFi)": ({}, "lofi"),
    "packets without gaps": ({"noc_interface.packet_gap_cycles": 0}, "hifi2"),
}


def scaling(a, b, grids, inner=2, subblock=(2, 1)):
    """Rows: grid, the run, and cycles of each what-if."""
    def run(grid, settings, fidelity):
        return matmul_multicast.matmul(a, b, grid, inner, subblock, fidelity, unchecked=True, set=settings)

    return [(grid, run(grid, {}, "hifi2"), {name: run(grid, *what)["cycles"] for name, what in WHAT_IFS.items()}) for grid in grids]


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
              " | ".join(f"{cycles / c - 1:+.1%}" for c in what_if.values()) + " |")


if __name__ == "__main__":
    sys.exit(main())
