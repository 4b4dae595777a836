#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The sum of many matrices of 32 rows on several cores: each sums some of them and sends its part to the first, which adds the parts
up when a semaphore has counted them. Compared with NumPy.

Usage: reduction.py [--matrices N] [--columns C] [--grid COLUMNSxROWS]
Each core gets an even number of matrices, the number of cores is even, and C a multiple of 32.
"""
import argparse, os, sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
import tensix_tlm


def reduction(a, grid=(4, 2), **options):
    """a: matrices, 32, columns. The sum of the matrices, with metrics. grid: columns and rows of cores."""
    (count, rows, columns), cores = a.shape, grid[0] * grid[1]
    each, across = count // cores, columns // 32
    assert rows == 32 and across * 32 == columns and each * cores == count, "matrices of 32 rows, as many on each core"
    assert each % 2 == 0 and cores % 2 == 0, "they are added in pairs"
    everywhere, first = ((0, 0), (grid[0] - 1, grid[1] - 1)), tensix_tlm.Core(0, 0)
    p = tensix_tlm.Program("reduction")
    x, y, parts = p.buffer("a", a), p.buffer("sum", shape=(32, columns), format="fp32"), p.semaphore("parts")
    p.circular_buffer(0, pages=8)
    p.circular_buffer(1, format="fp32", pages=cores * across)
    p.circular_buffer(16, format="fp32", pages=across)
    p.circular_buffer(17, format="fp32")
    p.reader(f"{HERE}/reader.cpp", cores=everywhere, args=[x.address, "core.index", each, cores, parts.id], ct_args=[across, x.accessor])
    p.compute(f"{HERE}/compute.cpp", cores=everywhere, args=["core.index", each, cores], ct_args=[across], fp32_dest=True)
    p.writer(f"{HERE}/writer.cpp", cores=everywhere, args=["core.index", first.noc_x, first.noc_y, parts.id, y.address],
             ct_args=[across, y.accessor])
    return p.run(**options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matrices", type=int, default=64)
    parser.add_argument("--columns", type=int, default=128)
    parser.add_argument("--grid", type=lambda text: tuple(map(int, text.split("x"))), default=(4, 2))
    o = parser.parse_args()
    a = np.random.default_rng(1).integers(-8, 8, (o.matrices, 32, o.columns)).astype(np.float32)
    result = reduction(a, o.grid)
    error = np.abs(result.tensor - a.sum(axis=0)).max()
    print(f"{result['cycles']} cycles, limited by {result['kernel']['limited_by']}; largest error {error}")
    return int(error > 0)  # whole numbers of few bits


if __name__ == "__main__":
    sys.exit(main())
