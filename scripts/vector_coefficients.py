#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Coefficients of the vector unit's functions (workload/vector/coefficients.h), derived here and printed.

Each is the polynomial, or the ratio of two, with the least largest error (relative, unless said otherwise) on an interval: weighted
least squares, the weights raised where the error is largest until it is level (Lawson), the denominator's by the one before. Then
rounded to FP32, the error measured with the rounded ones. Plain double precision; no other packages. Usage: vector_coefficients.py
[--check FILE]: prints the header, or says whether FILE is what would be printed.
"""
import math
import struct
import sys


def sum(numbers):
    """One after the other: the built-in one of Python 3.12 corrects its rounding."""
    total = 0.0
    for x in numbers:
        total += x
    return total


def solve(rows, right):
    """Least squares by Householder reflections: rows (lists), right-hand side."""
    a = [row[:] + [b] for row, b in zip(rows, right)]
    n = len(rows[0])
    for k in range(n):
        norm = math.sqrt(sum(r[k] * r[k] for r in a[k:]))
        if a[k][k] > 0:
            norm = -norm
        v = [r[k] for r in a[k:]]
        v[0] -= norm
        vv = sum(x * x for x in v)
        for j in range(k, n + 1):
            s = 2 * sum(x * r[j] for x, r in zip(v, a[k:])) / vv
            for x, r in zip(v, a[k:]):
                r[j] -= s * x
    out = [0.0] * n
    for k in reversed(range(n)):
        out[k] = (a[k][n] - sum(a[k][j] * out[j] for j in range(k + 1, n))) / a[k][k]
    return out


def single(x):
    return struct.unpack('<f', struct.pack('<f', x))[0]


def bits(x):
    return struct.unpack('<I', struct.pack('<f', x))[0]


def points(low, high, count=241):
    return [(low + high) / 2 - (high - low) / 2 * math.cos(math.pi * i / (count - 1)) for i in range(count)]


def horner(c, x):
    r = 0.0
    for k in reversed(c):
        r = r * x + k
    return r


def fit(target, weight, low, high, p, q=0, fixed=None, rounds=60):
    """target(x) ~ P(x) / (1 + x Q'(x)): p + 1 coefficients of P and q of the denominator beside its 1. `fixed`: the first
    coefficients of P that are given. `weight`: of an absolute error."""
    fixed = fixed or []
    xs = points(low, high)
    fs = [target(x) for x in xs]
    ws = [weight(x) for x in xs]
    lawson = [1.0] * len(xs)
    best = None
    down = [1.0] * len(xs)
    for _ in range(rounds):
        rows, right = [], []
        for x, f, w, l, d in zip(xs, fs, ws, lawson, down):
            k = w * math.sqrt(l) / d
            rows.append([k * x**i for i in range(len(fixed), p + 1)] + [-k * f * x**i for i in range(1, q + 1)])
            right.append(k * (f - horner(fixed, x)))
        c = solve(rows, right)
        top, bottom = fixed + c[:p + 1 - len(fixed)], [1.0] + c[p + 1 - len(fixed):]
        down = [horner(bottom, x) for x in xs]
        errors = [abs(w * (horner(top, x) / d - f)) for x, f, w, d in zip(xs, fs, ws, down)]
        worst = max(errors)
        if best is None or worst < best[0]:
            best = worst, top, bottom
        lawson = [l * (0.05 + e / worst) for l, e in zip(lawson, errors)]
        total = sum(lawson) / len(lawson)
        lawson = [max(l / total, 1e-12) for l in lawson]
    _, top, bottom = best
    top, bottom = [single(c) for c in top], [single(c) for c in bottom]
    error = max(abs(weight(x) * (horner(top, x) / horner(bottom, x) - target(x))) for x in points(low, high, 4001))
    return top, bottom, error


printed = []


def half(x):
    """FP16 as SFPLUTFP32 takes it: zero is written as what would be no number."""
    return struct.unpack('<H', struct.pack('<e', x))[0] if x else 0x7fff


def half_value(word):
    return 0.0 if word == 0x7fff else struct.unpack('<e', struct.pack('<H', word))[0]


def show_words(name, note, words, error):
    printed.append('// a, then c, of straight lines: %s; absolute error 2^-%.1f.' % (note, -math.log2(error)))
    printed.append('inline constexpr uint32_t %s[] = {%s};' % (name, ', '.join('0x%08x' % w for w in words)))
    printed.append('')


def show(name, note, values, error):
    printed.append('// %s; error 2^%.1f.' % (note, math.log2(error)))
    printed.append('inline constexpr uint32_t %s[] = {%s};' % (name, ', '.join('0x%08x' % bits(c) for c in values)))
    printed.append('')


def relative(f):
    return lambda x: 1 / abs(f(x))


def tan_quotient(u):
    return math.tan(math.sqrt(u)) / math.sqrt(u) if u else 1.0


def atan_quotient(u):
    return math.atan(math.sqrt(u)) / math.sqrt(u) if u else 1.0


def asin_quotient(u):
    return math.asin(math.sqrt(u)) / math.sqrt(u) if u else 1.0


def erf_quotient(u):
    return math.erf(math.sqrt(u)) / math.sqrt(u) if u else 2 / math.sqrt(math.pi)


def erfinv_quotient(w):
    """erfinv(x) / x for w = -log(1 - x^2): y with erfc(y) = 1 - x, by Newton's method."""
    if w < 1e-9:
        return math.sqrt(math.pi) / 2
    x2 = -math.expm1(-w)
    x = math.sqrt(x2)
    rest = math.exp(-w) / (1 + x)  # 1 - x
    y = min(x, 0.9) if w < 3 else math.sqrt(w)
    for _ in range(60):
        slope = 2 / math.sqrt(math.pi) * math.exp(-y * y)
        y += (math.erfc(y) - rest) / slope if w > 0.5 else (x - math.erf(y)) / slope
    return y / x


def scaled_bessel(order, x):
    """e^-x * I0(x), e^-x * I1(x) / x: the mean of e^(x (cos t - 1)), of it times sin^2 t. The trapezoid rule is exact enough."""
    n = 64
    ts = [math.pi * (i + 0.5) / n for i in range(n)]
    return sum(math.exp(x * (math.cos(t) - 1)) * (math.sin(t)**2 if order else 1) for t in ts) / n


def rsqrt_start():
    """y0 = magic - bits(x) / 2 and the range of w = x * y0^2 over two binades: the magic word whose range is the most even."""
    def spread(magic):
        ws = []
        for i in range(0, 1 << 24, 1 << 14):
            word = 0x3f800000 + i
            x = struct.unpack('<f', struct.pack('<I', word))[0]
            y = struct.unpack('<f', struct.pack('<I', magic - (word >> 1)))[0]
            ws.append(x * y * y)
        return min(ws), max(ws)
    low, high = 0x5f300000, 0x5f400000
    while high - low > 256:  # largest deviation of w from 1, which has one minimum
        a, b = low + (high - low) // 3, high - (high - low) // 3
        worst = [max(1 - spread(m)[0], spread(m)[1] - 1) for m in (a, b)]
        low, high = (low, b) if worst[0] < worst[1] else (a, high)
    return low, spread(low)


def main():
    def power(g):  # 2^g = 1 + g * (...), and 2 at g = 1
        return (2**g - 1) / g if g else math.log(2)
    for name, degree in (('exp2_narrow', 3),):
        # The factor behind g, 1 at g = 1 so that the result stays below 2: q(g) = 1 + (g - 1) r(g), expanded.
        def rest(g):
            return (power(g) - 1) / (g - 1) if g != 1 else 2 * math.log(2) - 1
        r, _, _ = fit(rest, lambda g: g * (1 - g) / 2**g + 1e-9, 0, 1, degree - 1)
        c = [0.0] * (degree + 1)
        c[0] = 1.0
        for i, k in enumerate(r):
            c[i] -= k
            c[i + 1] += k
        c = [single(k) for k in c]
        error = max(abs((1 + g * horner(c, g)) / 2**g - 1) for g in points(0, 1, 4001))
        show(name, '2^g = 1 + g * (c0 + c1 g + ...), g in [0, 1)', c, error)
    c, _, e = fit(math.exp, relative(math.exp), -math.log(2) / 2 * 1.01, math.log(2) / 2 * 1.01, 6, fixed=[1.0, 1.0, 0.5])
    show('exp_wide', 'e^r = c0 + c1 r + ..., |r| to ln 2 / 2', c, e)
    magic, (low, high) = rsqrt_start()
    printed.append('// The first guess of 1 / sqrt(x) is this less half the bits of x.')
    printed.append('inline constexpr uint32_t rsqrt_start = 0x%08x;' % magic)
    printed.append('')
    c, _, e = fit(lambda w: w**-0.5, lambda w: w**0.5, low * 0.9999, high * 1.0001, 2)
    show('rsqrt_step', 'w^-1/2 = c0 + c1 w + c2 w^2, w what that guess leaves: %.3f to %.3f' % (low, high), c, e)

    def log_quotient(f):
        return math.log1p(f) / f if f else 1.0
    root = math.sqrt(0.5)
    for name, degree in (('log_narrow', 6), ('log_wide', 9)):
        c, _, e = fit(log_quotient, relative(log_quotient), root - 1, 2 * root - 1, degree, fixed=[1.0])
        show(name, 'log(1 + f) = f * (c0 + c1 f + ...), 1 + f from sqrt(1/2) to sqrt(2)', c, e)

    def sine(u):
        return math.sin(math.sqrt(u)) / math.sqrt(u) if u else 1.0
    for name, degree in (('sin_narrow', 3), ('sin_wide', 4)):
        c, _, e = fit(sine, relative(sine), 0, (math.pi / 2)**2 * 1.001, degree, fixed=[1.0])
        show(name, 'sin(r) = r * (c0 + c1 r^2 + ...), |r| to pi / 2', c, e)

    def tangent(u):
        return math.tanh(math.sqrt(u)) / math.sqrt(u) if u else 1.0
    for name, limit, p, q in (('tanh_narrow', 4.75, 2, 3), ('tanh_wide', 9.0, 5, 5)):
        top, bottom, e = fit(tangent, relative(tangent), 0, limit**2, p, q, rounds=200)
        show(name + '_top', 'tanh(x) = x * top(x^2) / bottom(x^2), |x| to %g' % limit, top, e)
        show(name + '_bottom', 'The denominator', bottom, e)

    def tail(t):  # t * exp(t^2 / 2) * P(normal > t)
        return 0.5 * math.erfc(t / math.sqrt(2)) * math.exp(t * t / 2) if t < 25 else 1 / (t * math.sqrt(2 * math.pi))
    for name, p, q in (('narrow', 2, 3), ('wide', 4, 5)):
        top, bottom, e = fit(tail, relative(tail), 0, 13.5, p, q, rounds=200)
        show('normal_tail_%s_top' % name, 'P(normal > t) = exp(-t^2 / 2) * top(t) / bottom(t), t to 13.5', top, e)
        show('normal_tail_%s_bottom' % name, 'The denominator', bottom, e)

    # For what LReg 4 to 7 have no room for.
    for name, degree in (('narrow', 5), ('wide', 9)):
        c, _, e = fit(log_quotient, relative(log_quotient), 0, 1, degree)
        show('log1p_unit_' + name, 'log(1 + u) = u * (c0 + c1 u + ...), u in [0, 1]', c, e)

    for name, degree in (('narrow', 4), ('wide', 6)):
        c, _, e = fit(tan_quotient, relative(tan_quotient), 0, (math.pi / 4)**2 * 1.001, degree, fixed=[1.0])
        show('tan_' + name, 'tan(r) = r * (c0 + c1 r^2 + ...), |r| to pi / 4', c, e)
    for name, degree in (('narrow', 5), ('wide', 9)):
        c, _, e = fit(atan_quotient, relative(atan_quotient), 0, 1, degree, fixed=[1.0])
        show('atan_' + name, 'atan(t) = t * (c0 + c1 t^2 + ...), |t| to 1', c, e)
    for name, degree in (('narrow', 3), ('wide', 5)):
        c, _, e = fit(asin_quotient, relative(asin_quotient), 0, 0.25, degree, fixed=[1.0])
        show('asin_' + name, 'asin(t) = t * (c0 + c1 t^2 + ...), |t| to 1/2', c, e)
    for name, degree in (('narrow', 4), ('wide', 7)):
        c, _, e = fit(erf_quotient, relative(erf_quotient), 0, 1, degree)
        show('erf_' + name, 'erf(x) = x * (c0 + c1 x^2 + ...), |x| to 1', c, e)
    for name, first, last, degree, argument in (('near', 0.0, 5.0, 8, lambda t: t), ('far', math.sqrt(5) * 0.999, 4.1, 7, lambda t: t * t)):
        def inverse(t):
            return erfinv_quotient(argument(t))
        c, _, e = fit(inverse, relative(inverse), first, last, degree)
        show('erfinv_' + name, 'the inverse of erf: x * (c0 + c1 t + ...), t = %s, w = -log(1 - x^2)' % ('w to 5' if name == 'near' else 'sqrt(w)'), c, e)
    for order in (0, 1):
        def near(u):
            return scaled_bessel(order, math.sqrt(u)) * math.exp(math.sqrt(u))

        def far(y):
            return scaled_bessel(order, 1 / y) / y**(order + 0.5)
        c, _, e = fit(near, relative(near), 0, 64, 10, rounds=40)
        show('i%d_near' % order, 'I%d(x) = %sc0 + c1 x^2 + ..., x to 8' % (order, 'x times ' if order else ''), c, e)
        c, _, e = fit(far, relative(far), 1 / 92.5, 1 / 7.99, 4, rounds=40)
        show('i%d_far' % order, 'I%d(x) = e^x / sqrt(x) * (c0 + c1 / x + ...), from 8 on' % order, c, e)

    # For fast_and_approx.
    worst = 1 - 1 / math.log(2) - math.log2(math.log(2))  # log2((1 + g) / 2^g) at its largest
    shift = single(383 - worst / 2)
    show('exp_linear', '2^(n + g) ~ (1 + g) * 2^n, less half the largest difference of exponents, and 383', [shift], 2**(worst / 2) - 1)
    c, _, e = fit(math.log, lambda x: 1.0, 1, 2, 3)
    show('log_cubic', 'log(m) = c0 + c1 m + ..., m in [1, 2); absolute', c, e)
    c, _, e = fit(lambda w: w**-0.5, lambda w: w**0.5, low, high, 1)
    show('rsqrt_line', 'w^-1/2 = c0 + c1 w', c, e)

    def lines(name, note, f, ends, end):
        """Words of SFPLUTFP32: a and c of six straight lines in FP16, two in a word. The first goes through 0, `end` is the last."""
        pairs, error = [], 0.0
        for i, (low, high) in enumerate(zip(ends, ends[1:])):
            (c, a), _, _ = fit(f, lambda x: 1.0, low, high, 1, fixed=[0.0] if i == 0 else None)
            pairs.append((half(a), half(c)))
            error = max(error, max(abs(half_value(half(a)) * x + half_value(half(c)) - f(x)) for x in points(low, high)))
        pairs.append((half(end[0]), half(end[1])))
        error = max(error, abs(end[0] * ends[-1] + end[1] - f(ends[-1])))
        show_words(name, note, [pairs[i][k] | pairs[i + 1][k] << 16 for k in (0, 1) for i in (0, 2, 4)], error)
    lines('tanh_lines', 'tanh(t)', math.tanh, (0, 0.5, 1, 1.5, 2, 3), (0, 1))
    lines('sigmoid_lines', '1 / (1 + e^-t) - 1/2', lambda t: math.tanh(t / 2) / 2, (0, 0.5, 1, 1.5, 2, 4), (0, 0.5))
    lines('gelu_lines', 't / 2 * erf(t / sqrt(2))', lambda t: t / 2 * math.erf(t / math.sqrt(2)), (0, 0.5, 1, 1.5, 2, 3), (0.5, 0))

    # pi in parts short enough that products with 18-bit numbers are exact in the 28 bits that the multiply-add keeps.
    parts, rest = [], math.pi
    for width in (10, 10):
        exponent = math.floor(math.log2(rest)) - width + 1
        part = math.floor(rest / 2**exponent) * 2.0**exponent
        parts.append(part)
        rest -= part
    rest += 1.2246467991473532e-16  # what double precision has left of pi
    show('pi_parts', 'pi', parts + [single(rest)], abs(rest - single(rest)) / math.pi)
    return '''// SPDX-License-Identifier: Apache-2.0
// Coefficients of the vector unit's functions, as FP32: printed by scripts/vector_coefficients.py, which derives them.
#pragma once
#include <cstdint>

namespace tensix::vector::coefficient {

%s
}  // namespace tensix::vector::coefficient
''' % '\n'.join(printed)


if __name__ == '__main__':
    header = main()
    if len(sys.argv) == 3 and sys.argv[1] == '--check':
        with open(sys.argv[2]) as f:  # which has been through clang-format
            same = f.read().split() == header.split()
        sys.exit(0 if same else '%s is not what the coefficients are now' % sys.argv[2])
    print(header, end='')
