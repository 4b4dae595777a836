#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""topk_local_sort, topk_merge and topk_rebuild against NumPy. Usage: topk_test.py BINARY"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])


def ordered(x):
    """Integers in the order -NaN, -infinity, ..., -0, +0, ..., infinity, NaN."""
    bits = x.astype(np.float32).view(np.int32).astype(np.int64)
    return np.where(bits < 0, -1 - (bits & 0x7fffffff), bits)


def runs(x, length, rising):
    """Sorted runs; the first one falls, unless `rising`."""
    y = np.sort(x.reshape(-1, length, x.shape[1]), axis=1)
    for i in range(len(y)):
        if (i + rising) % 2 == 0:
            y[i] = y[i, ::-1]
    return y.reshape(x.shape)


def merged(x, m, k, rising):
    k = min(k, 32)
    apart, y = min(k << m, 32), x.copy()
    for first in range(0, max(2 * k, 64 >> m) // (2 * k) * 2 * apart, 2 * apart):
        a, b = x[first:first + k], x[first + apart:first + apart + k]
        y[first:first + k], y[first + apart:first + apart + k] = (np.minimum(a, b), np.maximum(a, b)) if rising else (np.maximum(a, b), np.minimum(a, b))
    return y


def wanted(x):
    """What the kernel makes, in its order; of some only the rows that matter: (rows, numbers)."""
    everything = np.arange(64)
    for end in range(6):
        for rising in range(2):
            yield everything, runs(x, 2 << end, rising and end > 2)
    yield everything, runs(x, 64, 1)
    yield everything, runs(x, 64, 1)
    for logk in range(2, 7):
        for m in range(4):
            for rising in (1, 0):
                yield everything, merged(x, m, 1 << logk, rising)
    for logk in range(2, 7):
        k = 1 << logk
        for half in range(2):
            rising = half and logk > 3
            if logk == 6:
                yield everything, runs(x, 64, rising)
                continue
            if logk == 2:  # three rounds: two runs of four, each the largest of half of the numbers
                top = [np.sort(x[i:i + 32], axis=0)[:-5:-1] for i in (0, 32)]
                yield (np.arange(4), top[0]) if half else (np.r_[0:4, 32:36], np.concatenate((top[0], top[1][::-1])))
                continue
            firsts = [i for i in range(0, 64, 2 * k)][:1 if half and logk == 4 else None]
            y = [np.sort(x[i:i + 2 * k], axis=0)[:-k - 1:-1] for i in firsts]
            rows = [np.arange(i, i + k) for i in firsts]
            if half and logk == 3:
                y, rows = y[:2], rows[:2]
            yield np.concatenate(rows), np.concatenate([v[::-1] if (i + rising) % 2 else v for i, v in enumerate(y)])


def inputs(random, wide):
    x = random.standard_normal((64, 32)).astype(np.float32)
    x[:, 1] = np.arange(64)
    x[:, 2] = np.arange(64)[::-1]
    x[:, 3] = 1
    x[:, 4] = random.integers(0, 2, 64)
    x[:, 5] = np.arange(64) % 8
    x[:, 30] = random.permutation(64) - 32
    x[:8, 6] = (np.inf, -np.inf, 0, -0.0, np.inf, -np.inf, 3e38, -3e38)
    x[:, 31] = np.where(np.arange(64) % 2, 0.0, -0.0)
    return x if wide else (x.view(np.uint32) & 0xffff0000).view(np.float32)


def main():
    random = np.random.default_rng(11)
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        name = lambda n: os.path.join(folder, n + '.npy')
        for form, index, first, options in (('bf16', 'uint16', 2, []), ('bf16', 'bf16', 4, ['--unchecked']), ('fp32', 'uint32', 0, ['--fp32-dest']),
                                            ('bf16', 'fp32', 0, ['--fp32-dest', '--unchecked'])):
            x = inputs(random, form == 'fp32')
            if form == 'bf16':
                x += 0  # on the way through SrcA -0 becomes +0
            want = list(wanted(ordered(x)))
            tiles = 2 * len(want)
            place = np.repeat(np.arange(64, dtype=np.int32 if 'int' in index else np.float32)[:, None], 32, axis=1)
            np.save(name('x'), x)
            np.save(name('place'), place)
            done = subprocess.run([BINARY, 'kernel', os.path.join(HERE, 'kernels', 'topk.cpp'), '--hazards', 'warn', '--ct-arg', str(first),
                                   '--cb', '0=%s:%s' % (name('x'), form), '--cb', '1=%s:%s' % (name('place'), index),
                                   '--cb', '16=:%s:shape=%dx32:capacity=16' % (form, 32 * tiles), '--out', '16=' + name('y'),
                                   '--cb', '17=:%s:shape=%dx32:capacity=16' % (index, 32 * tiles), '--out', '17=' + name('places'), *options],
                                  capture_output=True, text=True)
            if done.returncode or 'hazard' in done.stderr:
                failed.append('%s %s: %s' % (form, options, done.stderr[:2000]))
                continue
            got, places = (np.load(name(n)).reshape(-1, 64, 32) for n in ('y', 'places'))
            places = places.astype(np.int64)
            for i, (rows, y) in enumerate(want):
                bad = np.argwhere(ordered(got[i][rows]) != y)
                if len(bad):
                    failed.append('%s %s, result %d: %d wrong, first at row %d, column %d' % (form, options, i, len(bad), rows[bad[0][0]], bad[0][1]))
                elif not (np.sort(places[i], axis=0) == place).all() or \
                        not (ordered(np.take_along_axis(x, places[i], axis=0)) == ordered(got[i])).all():
                    failed.append('%s %s, result %d: indices are not those of the numbers' % (form, options, i))
    sys.exit('\n'.join(failed) if failed else 0)


if __name__ == '__main__':
    main()
