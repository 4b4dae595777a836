#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""c = a + b in shards: each core has its part of all three in its own L1, and nothing goes over the NoC. Compared with NumPy.

Usage: sharded_add.py [--shape MxN] [--grid COLUMNSxROWS] [--format F]
Rows of cores divide M, columns N, in tiles.
"""
import argparse, os, sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
import tensix_tlm


def sharded_add(a, b, grid=(2, 4), format="bf16", **options):
    """The sum, with metrics. grid: columns and rows of cores, each with a block of the matrices."""
    shard = (a.shape[0] // grid[1], a.shape[1] // grid[0])
    tiles = shard[0] * shard[1] // 1024
    assert shard[0] % 32 == 0 and shard[1] % 32 == 0 and tiles * 1024 * grid[0] * grid[1] == a.size, "shards of whole tiles"
    p = tensix_tlm.Program("sharded_add")
    where = {"memory": "l1", "shard": shard, "cores": p.cores("all", ((0, 0), (grid[0] - 1, grid[1] - 1))), "format": format}
    x, y, c = p.buffer("a", a, **where), p.buffer("b", b, **where), p.buffer("c", shape=a.shape, **where)
    for index, buffer in ((0, x), (1, y), (16, c)):
        p.circular_buffer(index, on=buffer)
    p.reader(f"{HERE}/reader.cpp", cores="all", args=[tiles])
    p.compute(f"{HERE}/compute.cpp", cores="all", args=[tiles])
    p.writer(f"{HERE}/writer.cpp", cores="all", args=[tiles])
    return p.run(**options)


def numbers(text):
    return tuple(map(int, text.split("x")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", type=numbers, default=(256, 256))
    parser.add_argument("--grid", type=numbers, default=(2, 4))
    parser.add_argument("--format", default="bf16")
    o = parser.parse_args()
    a, b = np.random.default_rng(1).integers(-50, 50, (2, *o.shape)).astype(np.float32)
    result = sharded_add(a, b, o.grid, o.format)
    print(f"{result['cycles']} cycles, limited by {result['kernel']['limited_by']}")
    return int((result.tensor != a + b).any())


if __name__ == "__main__":
    sys.exit(main())
