#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""C = A x B of matrices in DRAM, in blocks whose tiles are used several times while they are in L1, compared with NumPy.

Usage: matmul.py [--shape MxNxK] [--block ROWSxCOLUMNSxINNER] [--subblock HxW] [--fidelity F]
All but the shape are in tiles: blocks divide the matrices, sub-blocks (at most 4 tiles) the blocks.
"""
import argparse, os, sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
import tensix_tlm


def matmul(a, b, block=(4, 4, 4), subblock=(2, 2), fidelity="hifi4", **options):
    """The product, with metrics. block: rows and columns of a block of C, and of the inner dimension; subblock: what Dst has at once."""
    (rows, columns, inner), (h, w) = block, subblock
    m, n, k = a.shape[0] // 32 // rows, b.shape[1] // 32 // columns, a.shape[1] // 32 // inner
    assert (m * rows * 32, k * inner * 32) == a.shape and (k * inner * 32, n * columns * 32) == b.shape, "the blocks divide the matrices"
    assert rows % h == 0 and columns % w == 0, "the sub-blocks divide the blocks"
    p = tensix_tlm.Program("matmul")
    x, y, c = p.buffer("a", a), p.buffer("b", b), p.buffer("c", shape=(a.shape[0], b.shape[1]))
    p.circular_buffer(0, pages=2 * rows * inner)
    p.circular_buffer(1, pages=2 * inner * columns)
    p.circular_buffer(16, pages=rows * columns)
    p.circular_buffer(24, format="fp32", pages=rows * columns)  # sums that wait
    p.reader(f"{HERE}/reader.cpp", args=[x.address, y.address, m, k, n], ct_args=[rows, inner, columns, x.accessor, y.accessor])
    p.compute(f"{HERE}/compute.cpp", args=[m * n, k], ct_args=[rows, inner, columns, h, w], fidelity=fidelity, fp32_dest=True)
    p.writer(f"{HERE}/writer.cpp", args=[c.address, m, n], ct_args=[rows, columns, h, w, c.accessor])
    return p.run(**options)


def numbers(text):
    return tuple(map(int, text.split("x")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", type=numbers, default=(256, 256, 256))
    parser.add_argument("--block", type=numbers, default=(4, 4, 4))
    parser.add_argument("--subblock", type=numbers, default=(2, 2))
    parser.add_argument("--fidelity", default="hifi4")
    o = parser.parse_args()
    (m, n, k), values = o.shape, np.random.default_rng(1)
    a, b = values.integers(-8, 8, (m, k)).astype(np.float32), values.integers(-8, 8, (k, n)).astype(np.float32)
    result = matmul(a, b, o.block, o.subblock, o.fidelity)
    error = np.abs(result.tensor - a @ b).max() / np.abs(a @ b).max()
    print(f"{result['cycles']} cycles, limited by {result['kernel']['limited_by']}; largest error {error:.2e} of the largest value")
    return int(error > 2**-8)  # of BF16


if __name__ == "__main__":
    sys.exit(main())
