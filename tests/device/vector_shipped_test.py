#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shipped kernels gelu, softmax and layernorm against NumPy, with stated bounds. Usage: vector_shipped_test.py BINARY"""
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.abspath(sys.argv[1])
failed = []


def bf16(x):
    u = np.asarray(x, np.float32).view(np.uint32)
    return ((u + 0x7fff + (u >> 16 & 1)) & 0xffff0000).view(np.float32)


def run(folder, kernel, tiles, *options):
    out = os.path.join(folder, 'out.npy')
    words = [BINARY, 'kernel', os.path.join(ROOT, 'workload/kernels/device', kernel), '--hazards', 'warn', *options, '--out', '16=' + out]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode or 'hazard' in done.stderr:
        failed.append('%s: status %d\n%s' % (' '.join(words), done.returncode, done.stderr[:3000]))
        return None
    if '-v' in sys.argv:
        print(done.stdout.split('\n')[1])
    return np.load(out)


def check(name, got, want, bound):
    if got is None:
        return
    error = float(np.max(np.abs(got - want)))
    if '-v' in sys.argv:
        print('%s: largest error %.3g, bound %.3g' % (name, error, bound))
    if not error <= bound:
        failed.append('%s: error %g, stated is %g' % (name, error, bound))


def save(folder, name, x):
    np.save(os.path.join(folder, name), x.astype(np.float32))
    return os.path.join(folder, name)


def gelu(folder, random):
    x = bf16(random.normal(0, 3, (64, 128)))
    want = x * 0.5 * np.vectorize(math.erfc)(-x.astype(np.float64) / math.sqrt(2))
    got = run(folder, 'gelu.cpp', 8, '--ct-arg', '8', '--cb', '0=%s:bf16' % save(folder, 'x.npy', x), '--cb', '16=:bf16:shape=64x128')
    check('gelu', got / want if got is not None else None, 1, 2.0**-7)


def softmax(folder, random):
    rows, columns = 2, 4
    x = bf16(random.normal(0, 2, (32 * rows, 32 * columns)))
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    want = e / e.sum(axis=1, keepdims=True)
    # An error of each result in parts of the row's largest.
    scale = want.max(axis=1, keepdims=True)
    for form, dst, bound in (('bf16', [], 2.0**-6), ('bf16', ['--fp32-dest'], 2.0**-6), ('fp32', ['--fp32-dest'], 2.0**-8)):
        got = run(folder, 'softmax.cpp', 8, '--ct-arg', str(rows), '--ct-arg', str(columns), '--cb', '0=%s:%s' % (save(folder, 'x.npy', x), form), '--cb',
                  '1=1:%s:tiles=1' % form, '--cb', '16=:%s:shape=%dx%d' % (form, 32 * rows, 32 * columns), '--cb', '24=:%s' % form, '--cb',
                  '25=:%s:capacity=1' % form, '--cb', '26=:%s:capacity=1' % form, '--fidelity', 'hifi4', *dst)
        check('softmax %s %s' % (form, dst), got / scale if got is not None else None, want / scale, bound)


def layernorm(folder, random):
    rows, columns = 2, 4
    n = 32 * columns
    x = bf16(random.normal(0.5, 2, (32 * rows, n)))
    gamma, beta = bf16(random.normal(1, 0.2, n)), bf16(random.normal(0, 0.5, n))
    epsilon = np.float32(1e-5)
    wide = x.astype(np.float64)
    want = (wide - wide.mean(axis=1, keepdims=True)) / np.sqrt(wide.var(axis=1, keepdims=True) + epsilon) * gamma + beta
    for form, dst, bound in (('bf16', [], 2.0**-4), ('fp32', ['--fp32-dest'], 2.0**-6)):
        given = [('0', x), ('2', np.tile(gamma, (32, 1))), ('3', np.tile(beta, (32, 1)))]
        buffers = []
        for cb, tensor in given:
            buffers += ['--cb', '%s=%s:%s' % (cb, save(folder, cb + '.npy', tensor), form)]
        got = run(folder, 'layernorm.cpp', 8, '--ct-arg', str(rows), '--ct-arg', str(columns), '--ct-arg', str(int(epsilon.view(np.uint32))), *buffers,
                  '--cb', '1=%r:%s:tiles=1' % (1 / n, form), '--cb', '16=:%s:shape=%dx%d' % (form, 32 * rows, n), '--cb', '24=:%s' % form, '--cb',
                  '25=:%s' % form, '--cb', '26=:%s:capacity=1' % form, '--cb', '27=:%s:capacity=1' % form, '--cb', '28=:%s:capacity=2' % form,
                  '--fidelity', 'hifi4', *dst)
        check('layernorm %s' % form, got, want, bound)


with tempfile.TemporaryDirectory() as temporary:
    for part in (gelu, softmax, layernorm):
        part(temporary, np.random.default_rng(5))
sys.exit('\n'.join(failed) if failed else 0)
