#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""c = a + b of two tensors in DRAM, as a whole program, compared with NumPy.

Usage: add.py [--rows R] [--columns C] [--block TILES] [--format F]
"""
import argparse, os, sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "python"))
import tensix_tlm


def add(a, b, block=4, format="bf16", **options):
    """The sum, with metrics. block: tiles that are on their way at once; they divide the tensors' tiles."""
    p = tensix_tlm.Program("add")
    x, y = p.buffer("a", a, format=format), p.buffer("b", b, format=format)
    c = p.buffer("c", shape=a.shape, format=format)
    for index in (0, 1, 16):
        p.circular_buffer(index, format=format, pages=2 * block)
    p.reader(f"{HERE}/reader.cpp", args=[x.address, y.address, x.pages], ct_args=[block, x.accessor, y.accessor])
    p.compute(f"{HERE}/compute.cpp", args=[x.pages], ct_args=[block])
    p.writer(f"{HERE}/writer.cpp", args=[c.address, c.pages], ct_args=[block, c.accessor])
    return p.run(**options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=256)
    parser.add_argument("--columns", type=int, default=256)
    parser.add_argument("--block", type=int, default=4)
    parser.add_argument("--format", default="bf16")
    o = parser.parse_args()
    a, b = np.random.default_rng(1).integers(-50, 50, (2, o.rows, o.columns)).astype(np.float32)
    result = add(a, b, o.block, o.format)
    wrong = np.count_nonzero(result.tensor != a + b)
    print(f"{result['cycles']} cycles, limited by {result['kernel']['limited_by']}; {wrong} of {a.size} sums are wrong")
    return int(wrong != 0)


if __name__ == "__main__":
    sys.exit(main())
