#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Softmax of each row of a matrix in DRAM, as a whole program, compared with NumPy.

Usage: softmax.py [--rows R] [--columns C]
"""
import argparse, os, sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
import tensix_tlm


def softmax(x, **options):
    """The result, with metrics; rows and columns of x are multiples of 32."""
    rows, columns = x.shape[0] // 32, x.shape[1] // 32
    p = tensix_tlm.Program("softmax")
    source, result = p.buffer("x", x), p.buffer("y", shape=x.shape)
    p.circular_buffer(0, pages=2 * columns)
    p.circular_buffer(1, pages=1)  # a tile of ones
    p.circular_buffer(16)
    p.circular_buffer(24, format="fp32", pages=columns)  # powers of e
    p.circular_buffer(25, pages=1)  # the largest of each row
    p.circular_buffer(26, format="fp32", pages=1)  # 1 / sum
    p.reader(f"{HERE}/reader.cpp", args=[source.address, rows], ct_args=[columns, source.accessor])
    p.compute(f"{HERE}/compute.cpp", args=[rows], ct_args=[columns], fp32_dest=True)
    p.writer(f"{HERE}/writer.cpp", args=[result.address, result.pages], ct_args=[result.accessor])
    return p.run(**options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=128)
    parser.add_argument("--columns", type=int, default=256)
    o = parser.parse_args()
    x = np.random.default_rng(1).integers(-40, 40, (o.rows, o.columns)) / 8  # which BF16 holds
    result = softmax(x)
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    error = np.abs(result.tensor - powers / powers.sum(axis=1, keepdims=True)).max()
    print(f"{result['cycles']} cycles, limited by {result['kernel']['limited_by']}; largest error {error:.2e}")
    return int(error > 0.004)


if __name__ == "__main__":
    sys.exit(main())
