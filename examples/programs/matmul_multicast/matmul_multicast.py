#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""C = A x B on several cores, each with a block of C: the first core of a row brings the row's part of A and sends it to the others at
once (multicast), the first core of a column that of B. Compared with NumPy.

Usage: matmul_multicast.py [--shape MxNxK] [--grid COLUMNSxROWS] [--inner TILES] [--subblock HxW] [--fidelity F]
Columns of cores divide N, rows M (in tiles); sub-blocks (at most 4 tiles) the block of a core; inner, in tiles, K.
"""
import argparse, os, sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
import tensix_tlm


def program(a, b, grid=(4, 2), inner=4, subblock=(2, 2), fidelity="hifi4"):
    """grid: columns and rows of cores; inner: tiles along K that are sent at once; subblock: in Dst at once."""
    (across, down), (h, w) = grid, subblock
    (m, k), n = a.shape, b.shape[1]
    rows, columns, blocks = m // 32 // down, n // 32 // across, k // 32 // inner
    assert (rows * down * 32, columns * across * 32, blocks * inner * 32) == (m, n, k) and b.shape[0] == k, "cores and blocks divide the matrices"
    assert rows % h == 0 and columns % w == 0, "the sub-blocks divide the blocks"
    p = tensix_tlm.Program("matmul_multicast")
    x, y, c = p.buffer("a", a), p.buffer("b", b), p.buffer("c", shape=(m, n))
    p.circular_buffer(0, pages=2 * rows * inner)
    p.circular_buffer(1, pages=2 * inner * columns)
    p.circular_buffer(16, pages=rows * columns)
    p.circular_buffer(24, format="fp32", pages=rows * columns)  # sums that wait
    a_semaphores = [p.semaphore("a_ready").id, p.semaphore("a_valid").id]
    b_semaphores = [p.semaphore("b_ready").id, p.semaphore("b_valid").id]
    last, low = tensix_tlm.Core(across - 1, down - 1), tensix_tlm.Core(min(1, across - 1), min(1, down - 1))
    everywhere, first = ((0, 0), (last.x, last.y)), tensix_tlm.Core(0, 0)

    # Along the rows on NoC 1, whose rectangles begin at the right; along the columns on NoC 0.
    p.reader(f"{HERE}/a_sender.cpp", cores=((0, 0), (0, last.y)), ct_args=[rows, inner, *a_semaphores, x.accessor],
             args=[x.address, blocks, "core.y", across - 1, last.noc_x, "core.noc_y", low.noc_x, "core.noc_y"])
    if across > 1:
        p.reader(f"{HERE}/a_receiver.cpp", cores=((1, 0), (last.x, last.y)), ct_args=[rows, inner, *a_semaphores],
                 args=[blocks, first.noc_x, "core.noc_y"])
    sizes = [rows, inner, columns, h, w]
    p.writer(f"{HERE}/b_sender.cpp", cores=((0, 0), (last.x, 0)), ct_args=[*sizes, *b_semaphores, y.accessor, c.accessor],
             args=[y.address, c.address, blocks, across, "core.x", "core.y", down - 1, "core.noc_x", low.noc_y, "core.noc_x", last.noc_y])
    if down > 1:
        p.writer(f"{HERE}/b_receiver.cpp", cores=((0, 1), (last.x, last.y)), ct_args=[*sizes, *b_semaphores, c.accessor],
                 args=[c.address, blocks, across, "core.x", "core.y", "core.noc_x", first.noc_y])
    p.compute(f"{HERE}/../matmul/compute.cpp", cores=everywhere, args=[1, blocks], ct_args=sizes, fidelity=fidelity, fp32_dest=True)
    return p


def matmul(a, b, grid=(4, 2), inner=4, subblock=(2, 2), fidelity="hifi4", **options):
    """The product, with metrics."""
    return program(a, b, grid, inner, subblock, fidelity).run(**options)


def numbers(text):
    return tuple(map(int, text.split("x")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", type=numbers, default=(512, 512, 512))
    parser.add_argument("--grid", type=numbers, default=(4, 2))
    parser.add_argument("--inner", type=int, default=4)
    parser.add_argument("--subblock", type=numbers, default=(2, 2))
    parser.add_argument("--fidelity", default="hifi4")
    o = parser.parse_args()
    (m, n, k), values = o.shape, np.random.default_rng(1)
    a, b = values.integers(-8, 8, (m, k)).astype(np.float32), values.integers(-8, 8, (k, n)).astype(np.float32)
    result = matmul(a, b, o.grid, o.inner, o.subblock, o.fidelity)
    error = np.abs(result.tensor - a @ b).max() / np.abs(a @ b).max()
    print(f"{result['cycles']} cycles, limited by {result['kernel']['limited_by']}; largest error {error:.2e} of the largest value")
    return int(error > 2**-8)  # of BF16


if __name__ == "__main__":
    sys.exit(main())
