#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
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
    with np.errstate(invalid='ignore'):
        bad = np.argwhere(~((got == want) | (np.abs(got - want) <= relative * np.abs(want) + absolute)))
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


def rows(runs, form, options, relative):
    random = np.random.default_rng(29)
    x = random.integers(-128, 128, (64, 32)).astype(np.float32)
    x[:, 7] = 0
    x[40:, 8] = np.inf
    x[5, 9] = -np.inf
    to = np.r_[3, 200, 0, 31, 17, 17, 16, 255, random.integers(0, 48, 24)].astype(np.uint8)
    to[3::4] %= 64  # as positive integers of 32 bits
    table = np.zeros((32, 32), np.int64)
    table[0, :8] = to.view(np.uint32).astype(np.int64)
    got = runs.run('rows', {0: (form, x), 1: ('int32', table.astype(np.int32))}, (form, 7), '--arg', str(0x3e99999a), *options)
    if got is None:
        return
    x = x.astype(np.float64)

    def same(what, got, want):
        check('%s %s' % (what, form), got, want, relative, 2.0**-16)

    same('sums', got[0:2].reshape(64, 32), np.cumsum(x, axis=0))
    averages, before = [], 0
    for i in (0, 1, 0, 1):
        if averages and i == 0 or len(averages) == 96:
            before = 0
        for row in x[32 * i:32 * i + 32]:
            before = 0.75 * before + float(np.float32(0.3)) * row
            averages.append(before)
    same('averages', got[2:6].reshape(128, 32), np.array(averages))
    added = x[32:].copy()
    for i in range(32):
        if to[i] < 32:
            added[to[i]] += x[i]
    if form == 'bf16':  # up to five numbers, each sum rounded
        check('added rows', got[6][:, 10:], added[:, 10:], 0, 8)
    else:
        same('added rows', got[6], added)


def pool(runs, form, options):
    random = np.random.default_rng(31)
    x = np.stack([random.permutation(2048)[:1024].reshape(32, 32) - 1000 for _ in range(3)]).astype(np.float32)
    x[0, :, 4], x[0, 3, 5], x[1, 2, 6], x[0, :9, 7] = -np.inf, np.inf, np.inf, np.arange(9) - 1000
    if form == 'bf16':  # of eight bits: some are equal
        x = (x.view(np.uint32) & 0xffff0000).view(np.float32)
    place = np.repeat((np.arange(96, dtype=np.float32).reshape(3, 32) * 2)[:, :, None], 32, axis=2)
    got = runs.run('pool_indices', {0: (form, x.reshape(96, 32)), 1: (form, place.reshape(96, 32))}, (form, 12), *options)
    if got is None:
        return

    def order(tile):
        """A tile whose 64 rows of Dst (16 datums: of faces 0, 1, 2, 3) are taken as 32 rows of two halves."""
        faces = [tile[16 * r:16 * r + 16, 16 * c:16 * c + 16] for r in range(2) for c in range(2)]
        return np.concatenate(faces).reshape(32, 32)

    ways = ([(x[0][:n], place[0][:n], False) for n in (9, 32)] + [(order(x[0])[:n], order(place[0])[:n], True) for n in (9, 32)] +
            2 * [(np.concatenate([order(t) for t in x]), np.concatenate([order(t) for t in place]), True)])
    for i, (numbers, places, in_order) in enumerate(ways):
        most, where = (order(got[j])[0] if in_order else got[j][0] for j in (2 * i, 2 * i + 1))
        check('largest %s %d' % (form, i), most, numbers.max(axis=0), 0)
        good = ((numbers == most) & (places == where)).any(axis=0)
        if not good.all():
            at = np.argmin(good)
            failed.append('largest %s %d: column %d is not in place %g' % (form, i, at, where[at]))


def integer_sums(runs):
    random = np.random.default_rng(37)
    x = random.integers(-2**31 + 128, 2**31, (2, 32, 32))
    x[:, :4, :4] = ((2**31 - 1, -2**31 + 1, 0, 1),) * 4
    got = runs.run('integer_sums', {0: ('int32', x.reshape(64, 32).astype(np.int32))}, ('int32', 3), '--fp32-dest')
    if got is None:
        return
    wrapped = lambda v: v.astype(np.int64).astype(np.int32)
    columns = x[0].reshape(8, 4, 32).sum(axis=0)
    lines = x[1].reshape(32, 2, 8, 2).sum(axis=(1, 3))
    for what, g, want in (('columns', got[0][:4], columns), ('rows', got[1][:, 0:16:2], lines), ('tiles', got[2], x.sum(axis=0))):
        want = wrapped(want)
        bad = np.argwhere((g.astype(np.float32) != want.astype(np.float32)) & (want != -2**31))
        if len(bad):
            failed.append('integer sums of %s: %d wrong, first at %s: %d, not %d' % (what, len(bad), bad[0], g[tuple(bad[0])], want[tuple(bad[0])]))


def reductions(runs):
    random = np.random.default_rng(43)
    wide = ['--fp32-dest', '--unchecked']
    for name, form, top, options in (('Float16_b', 'bf16', False, []), ('Float32', 'fp32', True, wide), ('Int32', 'int32', True, wide)):
        x = random.integers(-128, 128, (2, 32, 32)) * (1 if form == 'bf16' else 1001)
        x[0, :, 3], x[1, :, 4] = 5, -3
        if form != 'int32':
            x = x.astype(np.float32)
            x[0, 7, 20] = -np.inf
        defines = ['--define', 'FORMAT=DataFormat::' + name] + (['--define', 'TOP_ROWS'] if top else [])
        got = runs.run('sfpu_reduce', {0: (form, x.reshape(64, 32))}, (form, 7 if top else 6), *options, *defines)
        if got is None:
            continue
        x = x.astype(np.float64)
        mean = x[1].mean(axis=0)
        relative = 2.0**-8 if form == 'bf16' else 2.0**-22
        for what, g, want in (('sum', got[0][0], x[0].sum(axis=0)), ('mean', got[1][0], np.trunc(mean) if form == 'int32' else mean),
                              ('largest', got[2][0], x[0].max(axis=0)), ('smallest', got[3][0], x.min(axis=(0, 1))),
                              ('sum of columns', got[4][:, 0], x.sum(axis=(0, 2))), ('largest column', got[5][:, 0], x[1].max(axis=1))):
            check('%s of %s' % (what, name), g, want, relative)
        if top:
            check('top rows of ' + name, got[6][:4], x[0, :4] + x[1, :4], relative)


def inspect(runs):
    x = np.random.default_rng(41).integers(-128, 128, (64, 32)).astype(np.float32)
    got = runs.run('inspect', {0: ('bf16', x)}, ('bf16', 2))
    if got is not None:
        check('datums read', got[:, 0, 0], np.array((x[4, 21], x[32 + 30, 2]), np.float64), 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(folder)
        for form, options in (('bf16', []), ('fp32', ['--fp32-dest', '--unchecked'])):
            relative = 2.0**-20 if form == 'fp32' else 2.0**-8
            welford(runs, form, options, relative)
            rows(runs, form, options, relative)
            pool(runs, form, options)
        integer_sums(runs)
        reductions(runs)
        inspect(runs)
    sys.exit('\n'.join(failed) if failed else 0)


if __name__ == '__main__':
    main()
