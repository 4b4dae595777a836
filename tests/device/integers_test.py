#!/usr/bin/env python3
"""Functions of integers of the compute API against NumPy. Usage: integers_test.py BINARY"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])


def shifted(x, by, how):
    """0 unless 0 <= by < 32."""
    return np.where((by >= 0) & (by < 32), how(x, np.clip(by, 0, 31)), 0)


def logical(x, by):
    return (x.astype(np.uint32) >> by.astype(np.uint32)).astype(np.int64)


WANT = [
    lambda x, y: x + y, lambda x, y: x - y, lambda x, y: y - x, lambda x, y: x * y, np.bitwise_and, np.bitwise_or, np.bitwise_xor,
    lambda x, y: shifted(x, y, np.left_shift), lambda x, y: shifted(x, y, np.right_shift), lambda x, y: shifted(x, y, logical),
    np.maximum, np.minimum, np.less, np.greater, np.less_equal, np.greater_equal, np.equal, np.not_equal,
    lambda x, y: x & 0x12345678, lambda x, y: x | 0x8001, lambda x, y: x ^ -7, lambda x, y: ~x, lambda x, y: x << 5, lambda x, y: x >> 3,
    lambda x, y: x < -3, lambda x, y: x >= -3, lambda x, y: x == -3, lambda x, y: x != 3]


def run(folder, *options):
    return subprocess.run([BINARY, 'kernel', os.path.join(HERE, 'kernels', 'integers.cpp'), '--hazards', 'warn', '--cb', '0=%s/a.npy:int32' % folder,
                           '--cb', '1=%s/b.npy:int32' % folder, '--cb', '16=:int32:tiles=%d' % len(WANT), '--out', '16=%s/c.npy' % folder, *options],
                          capture_output=True, text=True)


def main():
    random = np.random.default_rng(5)
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for bits in (6, 31):  # amounts of shifts and equal numbers, then whole numbers
            x, y = (random.integers(-2**bits, 2**bits, (32, 32)) for _ in range(2))
            x[0, :8], y[0, :8] = (0, 0, 1, -1, -3, 3, 5, -5), (0, -1, -1, 1, -3, -3, 31, 32)
            np.save(os.path.join(folder, 'a.npy'), x.astype(np.int32))
            np.save(os.path.join(folder, 'b.npy'), y.astype(np.int32))
            done = run(folder, '--fp32-dest')
            if done.returncode or 'hazard' in done.stderr:
                sys.exit(done.stderr[:3000])
            got = np.load(os.path.join(folder, 'c.npy'))
            assert got.dtype == np.int32
            for i, f in enumerate(WANT):
                want = np.asarray(f(x, y)).astype(np.int64).astype(np.int32)
                bad = np.argwhere(got[:, 32 * i:32 * i + 32] != want)
                if len(bad):
                    r, c = bad[0]
                    failed.append('result %d of %d, %d: %s, not %d (%d wrong)' % (i, x[r, c], y[r, c], got[r, 32 * i + c], want[r, c], len(bad)))
        done = run(folder)
        if done.returncode not in (1, 2) or '--fp32-dest' not in done.stderr:
            failed.append('without --fp32-dest: %d %s' % (done.returncode, done.stderr[:500]))
    sys.exit('\n'.join(failed) if failed else 0)


if __name__ == '__main__':
    main()
