#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions of integers, of several tiles, and of chance of the compute API against NumPy. Usage: integers_test.py BINARY"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])
CODES = {'fp32': 0, 'bf16': 5, 'int32': 8, 'uint16': 9, 'uint32': 24}


def shifted(x, by, how):
    """0 unless 0 <= by < 32."""
    return np.where((by >= 0) & (by < 32), how(x, np.clip(by, 0, 31)), 0)


def cut(x, y):
    return np.where((x < 0) != (y < 0), -(np.abs(x) // np.abs(y)), np.abs(x) // np.abs(y))


def rounded(x):
    return np.trunc(x + np.copysign(0.5, x))


def int8(x):
    return np.clip(rounded(x), -127, 127)


def bits(f):
    return np.float32(f).view(np.int32)


# Of x, y, z, as 64-bit integers.
ANY = [lambda x, y, z: x + y, lambda x, y, z: x - y, lambda x, y, z: y - x, lambda x, y, z: x * y, lambda x, y, z: x & y, lambda x, y, z: x | y,
       lambda x, y, z: x ^ y, lambda x, y, z: shifted(x, y, np.left_shift), lambda x, y, z: shifted(x & 0xffffffff, y, np.right_shift),
       lambda x, y, z: x == 0, lambda x, y, z: x * 0 + 40000]
OF = {
    'int32': [
        lambda x, y, z: shifted(x, y, np.right_shift), lambda x, y, z: x + y, lambda x, y, z: x - y, lambda x, y, z: y - x, lambda x, y, z: x * y,
        lambda x, y, z: y & z, lambda x, y, z: shifted(x, y, np.left_shift), lambda x, y, z: shifted(x, y, np.right_shift),
        lambda x, y, z: np.maximum(x, y), lambda x, y, z: np.minimum(x, y), lambda x, y, z: x < y, lambda x, y, z: x > y,
        lambda x, y, z: x <= y, lambda x, y, z: x >= y, lambda x, y, z: x == y, lambda x, y, z: x != y,
        lambda x, y, z: x & 0x12345678, lambda x, y, z: x | 0x8001, lambda x, y, z: x ^ -7, lambda x, y, z: ~x, lambda x, y, z: x << 5,
        lambda x, y, z: x >> 3, lambda x, y, z: x < -3, lambda x, y, z: x > -3, lambda x, y, z: x <= 3, lambda x, y, z: x >= 3,
        lambda x, y, z: x == -3, lambda x, y, z: x != 3, lambda x, y, z: x < 0, lambda x, y, z: x > 0, lambda x, y, z: x <= 0,
        lambda x, y, z: x >= 0, lambda x, y, z: x == 0, lambda x, y, z: x != 0, lambda x, y, z: np.abs(x), lambda x, y, z: -x,
        lambda x, y, z: x < 0, lambda x, y, z: np.maximum(x, 0), lambda x, y, z: np.clip(x, 0, 7), lambda x, y, z: np.maximum(x, 7),
        lambda x, y, z: np.clip(x, -20, 30), lambda x, y, z: np.maximum(x, -5), lambda x, y, z: np.minimum(x, -5),
        lambda x, y, z: x + 100, lambda x, y, z: x - 100, lambda x, y, z: 100 - x, lambda x, y, z: x == 0,
        lambda x, y, z: x // y, cut_quotient := lambda x, y, z: cut(x, y), lambda x, y, z: np.mod(x, y), lambda x, y, z: np.fmod(x, y),
        lambda x, y, z: np.gcd(x, y), lambda x, y, z: np.lcm(x, y), lambda x, y, z: np.where(z != 0, x, y),
        lambda x, y, z: np.where(z != 0, y, 0), lambda x, y, z: x * 0 + bits(-3.14159274),
        cut_quotient, lambda x, y, z: int8(x * 0.5 + 1), lambda x, y, z: int8(x * 0.5 + 1), lambda x, y, z: ((x & 0xffff) + 1) * 4],
    'uint32': [
        lambda x, y, z: x + y, lambda x, y, z: x | y, lambda x, y, z: np.maximum(x, y), lambda x, y, z: np.minimum(x, y), lambda x, y, z: x == 0,
        lambda x, y, z: x != 0, lambda x, y, z: x == 0, lambda x, y, z: x],
    'uint16': [
        lambda x, y, z: x + y, lambda x, y, z: x * y, lambda x, y, z: x ^ y, lambda x, y, z: shifted(x, y, np.right_shift), lambda x, y, z: x == 0,
        lambda x, y, z: x != 0, lambda x, y, z: x == 0],
}


def run(folder, kernel, buffers, options):
    words = [BINARY, 'kernel', os.path.join(HERE, 'kernels', kernel), '--hazards', 'warn', '--program-kib', '96']
    for cb, (x, f) in buffers.items():
        if isinstance(x, np.ndarray):
            path = os.path.join(folder, '%d.npy' % cb)
            np.save(path, x)
            words += ['--cb', '%d=%s:%s' % (cb, path, f)]
        else:
            words += ['--cb', '%d=:%s:tiles=%d' % (cb, f, x), '--out', '%d=%s/%d.npy' % (cb, folder, cb)]
    done = subprocess.run(words + options, capture_output=True, text=True)
    if done.returncode or 'hazard' in done.stderr:
        sys.exit(done.stderr[:3000])
    return {cb: np.load(os.path.join(folder, '%d.npy' % cb)) for cb, (x, _) in buffers.items() if not isinstance(x, np.ndarray)}


def integers(folder, form, bits, options, failed):
    """`bits`: how large the numbers are."""
    random = np.random.default_rng(5 + bits)
    low = -2**bits + 1 if form == 'int32' else 0
    x, y, z = (random.integers(low, 2**bits, (32, 32)) for _ in range(3))
    edges = np.array([0, 1, 2, 3, 5, 31, 32, 2**bits - 1, 2**(bits - 1)] + ([-1, -2, -3, -5, -32, low] if low else []))
    x[:, 0], y[0, :] = np.resize(edges, 32), np.resize(edges[::-1], 32)
    y[:16, 1] = x[:16, 1] // 3 * 3
    z[::2] = 0
    if form == 'int32':
        y[y == 0] = 9
    functions = ANY + OF[form]
    got = run(folder, 'integers.cpp', {0: (x.astype(form), form), 1: (y.astype(form), form), 2: (z.astype(form), form), 16: (len(functions), form)},
              ['--ct-arg', str(CODES[form]), '--define', 'WORDS=%d' % (form != 'uint16'), *options])[16]
    assert got.dtype == form, got.dtype
    for i, f in enumerate(functions):
        exact = np.asarray(f(x, y, z)).astype(np.int64)
        want = exact.astype(form)
        bad = got[:, 32 * i:32 * i + 32] != want
        if f is OF['int32'][-4]:  # an FP32 number for each
            bad = np.abs(got[:, 32 * i:32 * i + 32] - exact) > 1 + np.abs(exact) * 2.0**-23
        if form == 'int32' and i >= len(functions) - 3 and bits > 24:
            continue  # floats have no such numbers
        bad = np.argwhere(bad)
        if len(bad):
            r, c = bad[0]
            failed.append('%s %s result %d of %d, %d, %d: %s, not %d (%d wrong)' %
                          (form, options, i, x[r, c], y[r, c], z[r, c], got[r, 32 * i + c], want[r, c], len(bad)))


def typecasts(folder, forms, options, failed):
    random = np.random.default_rng(3)
    x = random.integers(-300, 70000, (32, 32)) / 4.0
    x[0, :8] = 0, -0.5, 0.5, 1.5, 2.5, 65535, 65536, 70000
    given = {f: (x if f in ('fp32', 'bf16') else np.clip(np.trunc(x), 0 if f[0] == 'u' else -2**31, 65535 if f == 'uint16' else 2**31)) for f in forms}
    given = {f: v.astype('float32' if f in ('fp32', 'bf16') else f) for f, v in given.items()}
    if 'bf16' in given:
        given['bf16'] = (given['bf16'].view(np.uint32) & np.uint32(0xffff0000)).view(np.float32)
    buffers = {i: (given[f], f) for i, f in enumerate(forms)}
    got = run(folder, 'typecasts.cpp', {**buffers, **{16 + i: (len(forms), f) for i, f in enumerate(forms)}},
              ['--ct-arg', str(len(forms)), *sum((['--ct-arg', str(CODES[f])] for f in forms), []), *options])
    for i, source in enumerate(forms):
        for j, target in enumerate(forms):
            v = given[source].astype(np.float64)
            result = got[16 + j][:, 32 * i:32 * i + 32]
            if target == 'bf16':
                b = v.astype(np.float32).view(np.uint32).astype(np.int64)
                # Integers to the nearest, ties away from zero; FP32 ties to even.
                b += 0x8000 if source not in ('fp32', 'bf16') else 0x7fff + (b >> 16 & 1) if source == 'fp32' and options else 0
                want = (b & 0xffff0000).astype(np.uint32).view(np.float32)
            elif target == 'fp32':
                want = v.astype(np.float32)
            elif target == 'uint16':
                want = np.clip(np.floor(v + 0.5), 0, 65535).astype('uint16')
            else:
                want = np.where(v < 0, 0, np.trunc(v)).astype('uint32') if target == 'uint32' and source in ('fp32', 'bf16') else np.trunc(v).astype(np.int64).astype(target)
            bad = np.argwhere(result != want)
            if len(bad):
                r, c = bad[0]
                failed.append('%s to %s %s: %r: %r, not %r (%d wrong)' %
                              (source, target, options, given[source][r, c], result[r, c], want[r, c], len(bad)))


def cut_to(f, x):
    x = np.asarray(x).astype(np.float32)
    return (x.view(np.uint32) & np.uint32(0xffff0000 if f == 'bf16' else 0xffffffff)).view(np.float32)


# Floats of two and three tiles: how exact they are is what vector_tiles_test.cpp tests; here, that it is these.
def several_tiles(folder, form, options, failed):
    random = np.random.default_rng(4)
    x, y, z = (cut_to(form, random.uniform(low, high, (32, 32))) for low, high in ((0.1, 4), (-3, 3), (0.5, 2)))
    y[::3, ::2] = 0
    z[1::2] = x[1::2]
    a, b, c = (v.astype(np.float64) for v in (x, y, z))
    left, above = np.arange(32)[None, :] < 16, np.arange(32)[:, None] < 16
    want = [a**b, b * np.log(a), np.fmod(a, c), a == c, a + 0.75 * b * c, a + 0.75 * b / c, a + c * (b - a), np.where(b != 0, a, c),
            np.where(b != 0, a, 0), np.where(b != 0, a, np.inf), b == 0, a * 0 - 1, np.where(left, np.maximum(a, b), 0),
            np.where(above, np.minimum(a, b), 0), np.maximum(b, c), b / c]
    got = run(folder, 'tiles.cpp', {0: (x, form), 1: (y, form), 2: (z, form), 16: (len(want) + 4, form)},
              ['--ct-arg', str(CODES[form]), *options])[16].astype(np.float64)
    result = [got[:, 32 * i:32 * i + 32] for i in range(len(want) + 4)]
    for i, w in enumerate(want):
        with np.errstate(invalid='ignore'):
            wrong = ~((result[i] == w) | (np.abs(result[i] - w) <= (2.0**-7 if form == 'bf16' else 2.0**-18) * np.maximum(np.abs(w), 1)))
        if wrong.any():
            r, k = np.argwhere(wrong)[0]
            failed.append('%s result %d of %g, %g, %g: %g, not %g' % (form, i, x[r, k], y[r, k], z[r, k], result[i][r, k], w[r, k]))
    first, second, again, kept = result[len(want):]
    # The generator goes on by shifts, so numbers that follow one another have most of their bits in common: the mean of 1,024 of them
    # varies by sqrt(3) times the 0.036 that it would of independent ones.
    if not ((first >= -1).all() and (first < 3).all() and abs(first.mean() - 1) < 0.3 and (first == again).all() and (first != second).any()):
        failed.append('%s rand_tile: %g to %g, mean %g' % (form, first.min(), first.max(), first.mean()))
    if not (np.isin(kept, (0, 3)).all() and abs((kept == 0).mean() - 0.5) < 0.1):
        failed.append('%s dropout_tile: %g left out' % (form, (kept == 0).mean()))


# In a 16-bit Dst: found by the checked programs.
WRONG = '''#include "api/compute/add_int_sfpu.h"
#include "api/compute/compute_kernel_api.h"
void kernel_main() {
  init_sfpu(0, 16);
  tile_regs_acquire();
  add_int_tile<DataFormat::UInt16>(0, 1, 0);
  add_int_tile<DataFormat::Int32>(0, 1, 0);
  tile_regs_commit();
  tile_regs_wait();
  tile_regs_release();
}
'''


def wrong_width(folder, failed):
    path = os.path.join(folder, 'wrong.cpp')
    with open(path, 'w') as f:
        f.write(WRONG)
    done = subprocess.run([BINARY, 'kernel', path, '--cb', '0=1:bf16', '--cb', '16=:bf16'], capture_output=True, text=True)
    if done.returncode != 1 or 'wrong.cpp:7: ' not in done.stderr or '--fp32-dest' not in done.stderr:
        failed.append('32 bits in a 16-bit Dst: %d %s' % (done.returncode, done.stderr[:500]))


def main():
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        wrong_width(folder, failed)
        # Amounts of shifts and equal numbers, then all.
        integers(folder, 'int32', 6, ['--fp32-dest'], failed)
        integers(folder, 'int32', 31, ['--fp32-dest', '--unchecked'], failed)
        integers(folder, 'uint32', 32, ['--fp32-dest', '--unchecked'], failed)
        integers(folder, 'uint16', 16, [], failed)
        integers(folder, 'uint16', 6, ['--fp32-dest', '--unchecked'], failed)
        several_tiles(folder, 'bf16', [], failed)
        several_tiles(folder, 'fp32', ['--fp32-dest', '--unchecked'], failed)
        typecasts(folder, ['int32', 'uint32', 'uint16', 'fp32', 'bf16'], ['--fp32-dest', '--unchecked'], failed)
        typecasts(folder, ['uint16', 'bf16'], [], failed)
    sys.exit('\n'.join(failed) if failed else 0)


if __name__ == '__main__':
    main()
