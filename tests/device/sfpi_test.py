#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Vector code of kernels' own in its public forms (tests/device/kernels/sfpi_public.cpp) against NumPy. Usage: sfpi_test.py BINARY"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])
F, U, I = np.float32, np.uint32, np.int32
failed = []


def bits(x):
    return np.asarray(x, F).view(U)


def number(u):
    return (np.asarray(u).astype(np.int64) & 0xffffffff).astype(U).view(F)


def fma(a, b, c):  # one rounding
    return (np.asarray(a, np.float64) * np.asarray(b, np.float64) + np.asarray(c, np.float64)).astype(F)


def rounded_to(x, cut):
    return number((bits(x).astype(np.int64) + (1 << cut - 1)) & ~((1 << cut) - 1))


def exponent(x):
    return (bits(x) >> 23 & 255).astype(I) - 127


def fraction(x):
    return (bits(x) & 0x7fffff).astype(np.int64)


def nearest(x):  # ties away from zero
    return np.sign(x) * np.floor(np.abs(x).astype(np.float64) + 0.5)


# A tile and what dst_reg[0] to dst_reg[31] see of it: vectors of 32 lanes.
STEP = np.zeros((32, 32), int)
for d in range(32):
    for n in range(32):
        face, rows, odd = d // 8, d % 8 // 2, d % 2
        STEP[d, n] = (face // 2 * 16 + rows * 4 + n // 8) * 32 + face % 2 * 16 + n % 8 * 2 + odd


def vectors(tile):
    return tile.reshape(-1)[STEP]


def tile_of(v):
    tile = np.zeros(1024, F)
    tile[STEP] = v
    return tile.reshape(32, 32)


def expected(x, y):
    """Of the two tiles as vectors: name and result of each form, in the order of the kernel."""
    with np.errstate(all='ignore'):
        f = lambda v: np.asarray(v).astype(F)
        e, m = exponent, fraction
        lane = np.broadcast_to(np.arange(0, 64, 2), x.shape)
        sat = lambda v, low, high: np.clip(nearest(v), low, high)
        a = f(3 * x.astype(np.float64))
        yield 'by_number', f(f(f(f(f(a + F(0.5)) - F(0.25)) + F(1)) - F(1)))
        yield 'negated_product', f(-x * y)
        yield 'sixteen_bits', fma(x, 1.5, 0.5)
        yield 'constants_assigned', np.where(x < 0, F(1), np.where(x > 1, F(-1), F(0.3)))
        yield 'number_operands', fma(f(1 - x), fma(x, y, 1), -fma(-x, y, 2.5))
        k = F(0.8373)
        yield 'constant_operands', f(np.where((x > k) & (y <= k), fma(x, y, -k), fma(-x, k, y)) * f(k - y))
        yield 'constant_registers', fma(F(0.8373), x, lane)
        yield 'programmed', fma(x, -2.5, 7)
        yield 'or_in_and', f(((x < 0.5) | (y > 2)) & ((y < 1) | (x >= 3)))
        yield 'negated_or', f(~((x < 0.5) | (y > 2)) | (x == y))
        large = (x >= 1) & (y < 2)
        yield 'condition_kept', np.where(large, f(F(3) + x), F(-3))
        yield 'block', np.where(x > 0, np.where(y > 0, -f(x + F(1)), f(x + F(1))), x)
        yield 'left_by_return', f(np.where(y > 0, y, x) + F(1))
        yield 'by_integer', f(e(x) & 1)
        yield 'integer_with_constant', f((e(x) >= -2) & (e(x) != 0) & (e(y) < 3))
        yield 'integer_with_constant_2', f((e(x) <= 1) & (e(y) > -4))
        yield 'large_constant', f((bits(x).view(I) > 0x3f900000) & (bits(y) == 0x40000000))
        yield 'whole_numbers', f(((-(100 - (e(x) + 5 - 3)) + 1) << 2) ^ 3)
        yield 'shifted_by_lanes', f((0x1234 << (e(x) & 7)) >> 3)
        yield 'shft_right', f(((m(x) | 0x800000) >> 4) + (e(y) >> 1))
        yield 'mantissa', number(bits(x) & 0xff800000 | bits(y) & 0x7fffff)
        yield 'mantissa_constant', number(bits(x) & 0xff800000 | 0x555 << 11)
        yield 'copied_fields', f(number(bits(x) & 0x807fffff | bits(y) & 0x7f800000) + number(bits(y) & 0xff800000 | bits(x) & 0x7fffff))
        yield 'signs', f(np.copysign(x, y) - np.abs(y))
        yield 'powers', f(f(x * np.exp2(e(y).astype(np.float64))) + y * F(4))
        zeros = lambda v, width: width - np.floor(np.log2(np.maximum(v, 0.5).astype(np.float64))).astype(int) - 1
        yield 'zeros', f(zeros(bits(x).astype(np.int64), 32) + zeros(m(y), 32))
        yield 'smaller_and_larger', f(np.maximum(x, F(0.25)) - np.minimum(x, y))
        yield 'clamped', f(f(np.clip(x, F(-1), F(1.5)) + np.clip(y, F(-2), F(2))) + np.maximum(y, F(0)))
        yield 'pairs', fma(np.minimum(x, y), 2, -np.maximum(x, y))
        yield 'unsigned_clamp', f(np.clip(m(x), 0x100000, 0x600000))
        third = F(0.3)
        yield 'converted', f(rounded_to(f(x * third), 16) + rounded_to(f(y * third), 13))
        yield 'to_integers', f(sat(f(np.abs(x) * F(100)), 0, 65535) + sat(f(y * F(100)), -32767, 32767))
        yield 'to_bytes', f(sat(np.abs(f(x * F(40))), 0, 255) + sat(f(y * F(40)), -127, 127))
        yield 'descaled', np.full(x.shape, min(0x5a0 >> 4, 255) + min(0x5a0 >> 5, 127), F)
        yield 'through_magnitude', f(e(x))
        n = np.rint(f(x * F(4)).astype(np.float64))
        yield 'nearest', f(2 * n)
        yield 'kinds', f(x > 0)
        yield 'kinds_2', f(y < 0)
        p = F(0.03125)
        for c in (F(-0.0625), y, F(0.25), F(-0.5), F(1)):
            p = fma(x, p, c)
        yield 'polynomial_of_6', p
        i = (np.abs(x) >= 1).astype(int) + (np.abs(x) >= 2)
        yield 'three_entries', fma(np.choose(i, [F(0.25), F(1), F(1)]), np.abs(x), np.choose(i, [F(0.5), F(3), F(3)]))
        yield 'raw_bits', number((bits(x) + 1) & 0xffff0000)
        yield 'by_register_number', f(f(x * y) + F(1))
        yield 'explicit_words', f(f(fma(x, y, 1) + F(2)) + f(x + y))
        t = x.copy()
        for d in range(0, 32, 4):
            block = x[d:d + 4].reshape(4, 4, 8).transpose(1, 0, 2).reshape(4, 32)
            block[3] = np.roll(block[3].reshape(4, 8), 1, axis=1).reshape(32)
            t[d:d + 4] = block
        yield 'transposed', t
        yield 'two tiles to a third', fma(-y, 0.5, x)
        yield 'three tiles to one', fma(x, y, x)
        some = x.copy()
        for face, by in ((0, -8), (1, -4), (2, 2)):  # C: 0 and 2, R: 0 and 1; of these every other vector
            some[8 * face:8 * face + 8:2] *= by
        yield 'some faces', some
        yield 'replayed', f(x * x)
        yield 'exp_tile after a change of its modifier', np.exp(x.astype(np.float64))


def main(folder):
    random = np.random.default_rng(7)
    x, y = (number(bits(random.choice([random.normal(0, 2, 1024), random.integers(-4, 5, 1024)], axis=0)) & 0xffff0000).reshape(32, 32)
            for _ in range(2))
    for v in (x, y):
        v[v == 0] = 0.75  # (exponents and powers of 0 are another matter)
    x[0, :4], y[0, :4] = [1, 2, 3, 4], [1, 2, 2, 4]
    want = list(expected(vectors(x), vectors(y)))
    names = [os.path.join(folder, n + '.npy') for n in 'xyr']
    np.save(names[0], x)
    np.save(names[1], y)
    words = [BINARY, 'kernel', os.path.join(HERE, 'kernels', 'sfpi_public.cpp'), '--fp32-dest', '--hazards', 'warn', '--program-kib', '64',
             '--cb', f'0={names[0]}:fp32', '--cb', f'1={names[1]}:fp32', '--cb', f'16=:fp32:tiles={len(want)}', '--out', f'16={names[2]}']
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode or 'hazard' in done.stderr:
        failed.append(f'{" ".join(words)}: status {done.returncode}\n{done.stderr[:3000]}')
        return
    got = np.load(names[2])
    for i, (name, w) in enumerate(want):
        r, w = got[:, 32 * i:32 * i + 32], tile_of(w.astype(F))
        bad = np.abs(r - w) > 1e-6 * np.abs(w) if name.startswith('exp_tile') else ~((r == w) | (np.isnan(r) & np.isnan(w)))
        if bad.any():
            at = tuple(np.argwhere(bad)[0])
            failed.append(f'{name}: {bad.sum()} of 1024, of {x[at]}, {y[at]}: {r[at]}, not {w[at]}')


with tempfile.TemporaryDirectory() as temporary:
    main(temporary)
sys.exit('\n'.join(failed) if failed else 0)
