#!/usr/bin/env python3
"""The vector unit's functions across rows and columns of tiles against NumPy. Usage: rows_test.py BINARY"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])
failed = []


class Runs:
    """Kernels of kernels/, with arrays in and out: of one tile's columns, tiles one below the other, or as they are."""
    def __init__(self, folder):
        self.folder = folder

    def run(self, kernel, inputs, out, *options):
        """`inputs`: {buffer: (format, array)}; `out`: (format, tiles). Returns the tiles."""
        words = []
        for cb, (form, x) in inputs.items():
            name = os.path.join(self.folder, '%d.npy' % cb)
            np.save(name, x)
            words += ['--cb', '%d=%s:%s' % (cb, name, form)]
        result = os.path.join(self.folder, 'out.npy')
        done = subprocess.run([BINARY, 'kernel', os.path.join(HERE, 'kernels', kernel + '.cpp'), '--hazards', 'warn', *words, '--cb',
                               '16=:%s:shape=%dx32' % (out[0], 32 * out[1]), '--out', '16=' + result, *options], capture_output=True, text=True)
        if done.returncode or 'hazard' in done.stderr:
            failed.append('%s %s: %s' % (kernel, options, done.stderr[:2000]))
            return None
        return np.load(result).reshape(out[1], 32, 32).astype(np.float64)


def check(what, got, want, relative, absolute=0):
    bad = np.argwhere(~(np.abs(got - want) <= relative * np.abs(want) + absolute))
    if len(bad):
        at = tuple(bad[0])
        failed.append('%s: %d wrong, first at %s: %g, not %g' % (what, len(bad), at, got[at], want[at]))


def in_face(tile, group):
    """The 32 numbers that are eight in the even columns of four rows, by column of the tile."""
    numbers = tile[4 * group:4 * group + 4, 0:16:2]
    return np.concatenate([np.stack((numbers[i], numbers[i + 1]), axis=1).reshape(-1) for i in (0, 2)])


def welford(runs, form, options, relative):
    random = np.random.default_rng(23)
    x = random.standard_normal((64, 32)) * random.uniform(0.1, 3, 32) + random.uniform(-2, 2, 32)
    x[:, 0], x[:, 1] = 7, np.arange(64)
    x[:, 2] = 1000 + random.integers(0, 2, 64) * 8  # the mean is large against the deviation
    x = x.astype(np.float32)
    if form == 'bf16':
        x = (x.view(np.uint32) & 0xffff0000).view(np.float32)
    table = np.zeros((32, 32), np.int64)
    # A tile begins with the first four rows of its upper left face.
    table[:4, :16] = (np.float32(1) / np.arange(1, 65, dtype=np.float32)).view(np.uint32).reshape(4, 16)
    got = runs.run('welford', {0: (form, x), 1: ('int32', table.astype(np.int32))}, (form, 8), *options)
    if got is None:
        return
    x = x.astype(np.float64)
    absolute = (1 + np.abs(x).max(axis=0)) * (2.0**-20 if form == 'fp32' else 2.0**-9)
    for i, scale in ((0, 64), (2, 63)):
        check('welford %s mean %d' % (form, i), got[i, 0], x.mean(axis=0), relative, absolute)
        check('welford %s variance %d' % (form, i), got[i + 1, 0], x.var(axis=0) * 64 / scale, relative, absolute)
        check('welford %s rows 1 to 3' % form, got[i:i + 2, 1:4], 0, 0)
    some = np.concatenate((x[5:15], x[32 + 17:32 + 30]))
    check('welford %s mean of rows' % form, in_face(got[4], 0), some.mean(axis=0), relative, absolute)
    check('welford %s variance of rows' % form, in_face(got[5], 0), some.var(axis=0), relative, absolute)
    # What is saved in between has what Dst has.
    for group, y in enumerate((x[32:], x[:32])):
        coarse = 1 if form == 'fp32' else 8
        check('welford %s mean of group' % form, in_face(got[6], group), y.mean(axis=0), coarse * relative, coarse * absolute)
        check('welford %s variance of group' % form, in_face(got[7], group), y.var(axis=0), coarse * relative, coarse * absolute)


def main():
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(folder)
        for form, options in (('bf16', []), ('fp32', ['--fp32-dest'])):
            welford(runs, form, options, 2.0**-20 if form == 'fp32' else 2.0**-8)
    sys.exit('\n'.join(failed) if failed else 0)


if __name__ == '__main__':
    main()
