#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A compiled vector program as another compiler would emit it (tests/elf_programs/vector_listing.S) through `tensix-tlm elf`, to the bit.
Usage: listing_test.py BINARY"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])

with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)
    random = np.random.default_rng(11)
    bf16 = lambda v: (np.asarray(v, np.float32).view(np.uint32) & np.uint32(0xffff0000)).view(np.float32)
    x, (bound, a, b) = bf16(random.normal(0, 3, 256)), bf16([0.7, -1.3, 2.1])
    x.tofile(at('x.bin'))
    np.array([bound, a, b], np.float32).tofile(at('numbers.bin'))
    subprocess.check_call(['riscv64-unknown-elf-gcc', '-march=rv32im', '-mabi=ilp32', '-nostdlib', '-Wl,-Ttext=0x6000,-z,max-page-size=16',
                           os.path.join(HERE, '..', 'elf_programs', 'vector_listing.S'), '-o', at('t1.elf')])
    done = subprocess.run([BINARY, 'elf', '--t1', at('t1.elf'), '--l1', '0x20000=' + at('x.bin'), '--l1', '0x20800=' + at('numbers.bin'),
                           '--dump', '0x21000:1024=' + at('y.bin'), '--hazards', 'warn'], capture_output=True, text=True)
    if done.returncode or 'hazard' in done.stderr:
        sys.exit(f'status {done.returncode}\n{done.stdout[:1000]}{done.stderr[:3000]}')
    got = np.fromfile(at('y.bin'), np.uint32)
    product = (x.astype(np.float64) * a + b).astype(np.float32)
    want = np.where(x > bound, product, np.abs(x)).view(np.uint32) + np.uint32(0x100)
    bad = np.flatnonzero(got != want)
    if bad.size:
        i = bad[0]
        sys.exit(f'{bad.size} of 256, of {x[i]}: {got[i]:#x}, not {want[i]:#x}')
