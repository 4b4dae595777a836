#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The vector unit's part of the compute API: the documented examples, two tiles, numbers, vFloat, and what is refused. Usage: vector_test.py
BINARY"""
import math
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), 'scripts'))
from vector_functions import fp32_bits, read_npy, value, write_npy  # noqa: E402

BINARY = os.path.abspath(sys.argv[1])
failed = []


def run(folder, source, *options, ok=True):
    """Output and error text of a kernel; `source` is a file of tests/device/kernels or the text of one."""
    path = os.path.join(HERE, 'kernels', source)
    if '\n' in source:
        path = os.path.join(folder, 'my.cpp')
        with open(path, 'w') as f:
            f.write(source)
        if ok and '--unchecked' not in options:  # values: what runs is the same, in half the time
            options += ('--unchecked',)
    done = subprocess.run([BINARY, 'kernel', path, '--hazards', 'warn', *options], capture_output=True, text=True)
    if ok and (done.returncode or 'hazard' in done.stderr):
        failed.append('%s %s: status %d\n%s' % (os.path.basename(path), ' '.join(options), done.returncode, done.stderr[:2000]))
    return done.returncode, done.stderr


def check(name, good):
    if not good:
        failed.append(name)


def bf16(x):
    """Of a number that BF16 has nearly: ties away from zero."""
    return (fp32_bits(x) + 0x8000) & 0xffff0000


def cut(x):
    return fp32_bits(x) & 0xffff0000


def tensors(folder, tiles, seed):
    """Two of BF16 numbers, as floats, with what is special among them."""
    source = random.Random(seed)
    out = []
    for name in ('a.npy', 'b.npy'):
        words = [cut(source.choice([-1, 1]) * source.uniform(0.5, 4) * 2.0**source.randrange(-3, 2)) for _ in range(1024 * tiles)]
        words[:64] = [0] * 32 + [0x3f800000, 0xbf800000, 0x40000000, 0xc0000000] * 8
        write_npy(os.path.join(folder, name), words, 32, 32 * tiles)
        out.append([value(w) for w in words])
    return out


def single(x):
    return value(fp32_bits(x))


def buffers(folder, tiles, form='bf16', two=True):
    made = ['--cb', '0=%s/a.npy:%s' % (folder, form), '--cb', '16=:%s:tiles=%d' % (form, tiles), '--out', '16=%s/c.npy' % folder]
    return made + (['--cb', '1=%s/b.npy:%s' % (folder, form)] if two else [])


def compare(name, folder, want):
    got = read_npy(os.path.join(folder, 'c.npy'))
    wrong = [i for i, (g, w) in enumerate(zip(got, want)) if abs(g - w) > 0 and g & 0x7fffffff | w & 0x7fffffff]
    check('%s: %d of %d datums are wrong, the first %s' % (name, len(wrong), len(want), [(i, value(got[i]), value(want[i])) for i in wrong[:3]]),
          len(got) == len(want) and not wrong)


def seed_example(folder):
    a, b = tensors(folder, 8, 3)
    run(folder, 'sfpu_add.cpp', *buffers(folder, 8))
    compare('eight sums', folder, [bf16(x + y) for x, y in zip(a, b)])


FRAME = '''#include "compute_kernel_api.h"
#include "compute_kernel_api/eltwise_binary_sfpu.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
void kernel_main() {
  init_sfpu(CBIndex::c_0, CBIndex::c_16);
  %s;
  for (uint32_t i = 0; i < 2; ++i) {
    cb_wait_front(CBIndex::c_0, 1); cb_wait_front(CBIndex::c_1, 1);
    tile_regs_acquire();
    copy_tile(CBIndex::c_0, 0, 0); copy_tile(CBIndex::c_1, 0, 1);
    %s;
    tile_regs_commit();
    cb_pop_front(CBIndex::c_0, 1); cb_pop_front(CBIndex::c_1, 1);
    cb_reserve_back(CBIndex::c_16, 1);
    tile_regs_wait(); pack_tile(%d, CBIndex::c_16, 0); cb_push_back(CBIndex::c_16, 1); tile_regs_release();
  }
}
'''


def fp16(x):
    """As bf16()."""
    return (fp32_bits(x) + 0x1000) & 0xffffe000


def other_formats(folder):
    """FP16, 32 bits; the last tile of Dst; all of Dst; without checks: the same numbers."""
    a, b = tensors(folder, 2, 19)
    for form, options, last, round_it in [('fp16', [], 7, fp16), ('fp16', ['--dst-sync', 'full'], 15, fp16), ('bf16', ['--unchecked'], 7, bf16),
                                          ('fp32', ['--fp32-dest'], 3, fp32_bits), ('fp32', ['--fp32-dest', '--dst-sync', 'full', '--unchecked'], 7, fp32_bits)]:
        call = 'mul_binary_tile(0, 1, %d); negative_tile_init(); negative_tile(%d)' % (last, last)
        run(folder, FRAME % ('copy_tile_init(CBIndex::c_0)', 'mul_binary_tile_init(); ' + call, last), *options, *buffers(folder, 2, form))
        compare('%s %s' % (form, options), folder, [round_it(-x * y) for x, y in zip(a, b)])


def two_tiles_and_numbers(folder):
    a, b = tensors(folder, 2, 5)
    third = fp32_bits(1 / 3)
    both = [
        ('add_binary_tile_init()', 'add_binary_tile(1, 0, 3)', 3, lambda x, y: bf16(x + y)),
        ('sub_binary_tile_init()', 'sub_binary_tile(0, 1)', 0, lambda x, y: bf16(x - y)),
        ('sub_binary_tile_init()', 'sub_binary_tile(1, 0)', 1, lambda x, y: bf16(y - x)),
        ('mul_binary_tile_init()', 'mul_binary_tile(0, 1, 1)', 1, lambda x, y: bf16(x * y)),
        ('binary_max_tile_init()', 'binary_max_tile(0, 1)', 0, lambda x, y: fp32_bits(max(x, y))),
        ('binary_min_tile_init()', 'binary_min_tile(1, 0, 2)', 2, lambda x, y: fp32_bits(min(x, y))),
        ('binop_with_scalar_tile_init()', 'mul_unary_tile(0, %du)' % third, 0, lambda x, y: bf16(x * value(third))),
        ('binop_with_scalar_tile_init()', 'rsub_unary_tile(1, 0x3f800000)', 1, lambda x, y: bf16(1 - y)),
        ('binop_with_scalar_tile_init()', 'unary_max_tile(1, 0x3f800000)', 1, lambda x, y: fp32_bits(max(y, 1.0))),
        ('copy_tile_init(CBIndex::c_0)',
         'unary_gt_tile_init(); unary_gt_tile(0, %du); unary_ne_tile(1, 0xbf800000); sub_binary_tile_init(); sub_binary_tile(0, 1)' % third, 0,
         lambda x, y: fp32_bits((x > value(third)) - (y != -1))),
        ('copy_tile_init(CBIndex::c_0)',
         'gez_tile_init(); gez_tile(0); unary_le_tile(1, 0x40000000); eqz_tile(1); add_binary_tile_init(); add_binary_tile(0, 1)', 0,
         lambda x, y: fp32_bits((x >= 0) + (y > 2))),
        ('fill_tile_init()', 'fill_tile(1, 2.5f)', 1, lambda x, y: fp32_bits(2.5)),
    ]
    for init, call, tile, want in both:
        run(folder, FRAME % (init, call, tile), *buffers(folder, 2))
        compare(call, folder, [want(x, y) for x, y in zip(a, b)])


def approximate(folder):
    """The compiled variants are the approximate ones: further off than an exact one may be, within what is stated."""
    a, _ = tensors(folder, 2, 31)
    for name, exact, bound, relative in [('exp', math.exp, 0.031, True), ('tanh', math.tanh, 0.013, False),
                                         ('gelu', lambda x: x * 0.5 * math.erfc(-x / math.sqrt(2)), 0.018, False)]:
        argument = '' if name == 'gelu' else '<true>'
        run(folder, FRAME % (name + '_tile_init%s()' % argument, name + '_tile%s(0)' % argument, 0), '--fp32-dest', *buffers(folder, 2, 'fp32'))
        got = [value(g) for g in read_npy(os.path.join(folder, 'c.npy'))]
        worst = max(abs(g - exact(x)) / (exact(x) if relative else 1) for g, x in zip(got, a))
        check('%s: error %g' % (name, worst), bound / 4 < worst <= bound)


def division(folder):
    a, b = tensors(folder, 2, 7)
    run(folder, FRAME % ('div_binary_tile_init()', 'div_binary_tile(0, 1, 2)', 2), *buffers(folder, 2))
    got = [value(g) for g in read_npy(os.path.join(folder, 'c.npy'))]
    for x, y, g in zip(a, b, got):
        if y == 0:  # 0 / 0 is no number, which the packer makes infinity
            check('%g / 0 = %g' % (x, g), math.isinf(g))
        else:
            check('%g / %g = %g' % (x, y, g), abs(g - x / y) <= abs(x / y) * 2.0**-7.9)


def lanes(folder):
    """What tests/device/kernels/sfpi.cpp says, in Python."""
    def chosen(x, y):
        r = single(x * y + 1)
        if x < y:
            r = single(x * x - y)
            if x == 0:
                r = 7.0
        elif x >= 2 and y > -1:
            r = -r
        elif y < -2 or x < -1:
            r = single(y - x * r)
        elif x != 0 and math.frexp(x)[1] - 1 < 0:
            r = float(math.frexp(x)[1] - 1)
        elif x == 0:
            r = -127.0
        return single(r + x)
    a, b = tensors(folder, 2, 11)
    run(folder, 'sfpi.cpp', '--ct-arg', '2', *buffers(folder, 2))
    compare('vFloat', folder, [cut(chosen(x, y)) for x, y in zip(a, b)])
    run(folder, 'sfpi.cpp', '--ct-arg', '2', '--fp32-dest', *buffers(folder, 2, 'fp32'))
    compare('vFloat, 32 bits', folder, [fp32_bits(chosen(x, y)) for x, y in zip(a, b)])


LOOPS = '''#include "sfpi.h"
ALWI vFloat root(vFloat x, int steps) {
  vFloat y = 0.5f, half = x * 0.5f;
  for (int i = 0; i < steps; i++) y = y * (1.5f - half * y * y);
  return x * y;
}
ALWI void exchange(vFloat& a, vFloat& b) {
  vFloat t = a;
  a = b;
  b = t;
}
'''


def loops(folder):
    """What is alive across rounds of a loop, references, exchanges, lanes within loops; the largest of 32 steps."""
    a, b = tensors(folder, 2, 29)
    code = '''sfpu_begin(0);
    vFloat largest = dst_reg[0], sum = 0.0f, last = 0.0f;
    for (int d = 0; d < 32; d++) {
      vFloat x = dst_reg[0], y = dst_reg[32];
      v_if (x > largest) { largest = x; } v_endif;
      for (int k = 0; k < 3; k++) {
        v_if (y < 0.0f) { y = y + 1.0f; } v_else { exchange(last, sum); } v_endif;
      }
      sum += y;
      dst_reg[32] = root(abs(x) * 0.125f + 0.5f, 8) + sum;
      dst_reg[0] = largest - last;
      dst_reg++;
    }
    sfpu_end();'''

    def lane(xs, ys):
        largest, total, last, out = xs[0], 0.0, 0.0, []
        for x, y in zip(xs, ys):
            largest = max(largest, x)
            for _ in range(3):
                if y < 0:
                    y = single(y + 1)
                else:
                    last, total = total, last
            total = single(total + y)
            out.append((largest - last, math.sqrt(single(abs(x) * 0.125 + 0.5)) + total))
        return out
    for tile, part in ((0, 0), (1, 1)):
        run(folder, LOOPS + FRAME % ('copy_tile_init(CBIndex::c_0)', code, tile), '--fp32-dest', *buffers(folder, 2, 'fp32'))
        got = [value(g) for g in read_npy(os.path.join(folder, 'c.npy'))]
        for t in range(2):
            for n in range(32):  # lane n of step d: row of the tile, column
                where = []
                for d in range(32):
                    face, rows, odd = d // 8, d % 8 // 2, d % 2
                    where.append((face // 2 * 16 + rows * 4 + n // 8) * 64 + t * 32 + face % 2 * 16 + n % 8 * 2 + odd)
                want = [w[part] for w in lane([a[i] for i in where], [b[i] for i in where])]
                bad = [(got[i], w) for i, w in zip(where, want) if abs(got[i] - w) > 2e-5 * max(1, abs(w))]
                check('loops, tile %d: lane %d %s' % (tile, n, bad[:2]), not bad)


def example_of_the_page(folder):
    """The code of docs/vector-functions.md as it stands there."""
    with open(os.path.join(os.path.dirname(os.path.dirname(HERE)), 'docs', 'vector-functions.md')) as f:
        code = f.read().split('```cpp\n')[1].split('```')[0]
    a, _ = tensors(folder, 2, 23)
    run(folder, '#include "sfpi.h"\n' + FRAME % ('', code, 0), *buffers(folder, 2))
    tenth = single(0.1)
    compare('the example of the page', folder, [cut(single(x * tenth) if x < 0 else x) for x in a])


def operations(folder):
    """Every line of tests/device/kernels/sfpi_operations.cpp, in Python."""
    def exponent(x):
        return -127 if x == 0 else math.frexp(x)[1] - 1

    def fraction(x):
        return fp32_bits(x) & 0x7fffff

    def with_exponent(x, e):
        return value(fp32_bits(x) & 0x807fffff | e << 23)

    def sign(x, negative):
        return math.copysign(x, -1 if negative else 1)

    def to_fp16(x):
        u = fp32_bits(x)
        return value((u + 0x1000) & ~0x1fff) if x else 0.0

    def rounded(f):  # one rounding each
        return lambda x, y: single(f(x, y))

    # SFPLUT and SFPLUTFP32, as the ISA documentation has them.
    def of_8_bits(b):
        return 0.0 if b == 0xff else (-1 if b >> 7 else 1) * (1 + (b & 15) / 16) * 2.0**-(b >> 4 & 7)

    def of_16_bits(h):
        exponent = h >> 10 & 31
        return (-1 if h >> 15 else 1) * (1 + (h & 1023) / 1024) * 2.0**(-127 if exponent == 31 else exponent - 15)

    def table8(x, y):
        entry = (0x1240, 0xa3ff, 0x05b1)[(abs(x) >= 1) + (abs(x) >= 2)]
        return single(of_8_bits(entry >> 8) * abs(x) + of_8_bits(entry & 255))

    def table32(x, y):
        i = (abs(x) >= 1) + (abs(x) >= 2)
        return single((0.5, -1.25, y)[i] * abs(x) + (y, single(0.1), 3.0)[i])

    def table16(x, last):
        a, c = (0x3c003800, 0xbc004200, 0x34000000), (0x40003555, 0xc4000001, 0x44003800)
        i = (abs(x) >= 1) + (abs(x) >= 2)
        half = 16 * (abs(x) >= (0.5, 1.5, last)[i])
        return single(of_16_bits(a[i] >> half & 0xffff) * abs(x) + of_16_bits(c[i] >> half & 0xffff))

    def with_sign_of_x(f):
        return lambda x, y: math.copysign(f(x, y), x)
    lane = list(range(0, 64, 2))
    third = single(0.3)
    e, m = exponent, fraction
    want = [
        rounded(lambda x, y: x + y), rounded(lambda x, y: x - y), rounded(lambda x, y: x * y), rounded(lambda x, y: x * y + x),
        rounded(lambda x, y: x * y - x), rounded(lambda x, y: y - x * y), lambda x, y: single(x * x + single(y * y)),
        lambda x, y: single(x * x - single(y * y)), lambda x, y: -x, rounded(lambda x, y: x * 0.3125 + 2), lambda x, y: single(single(x + 1) * single(y - 1)),
        lambda x, y: single(single(single(x + y) * y) - 0.5), lambda x, y: abs(x), lambda x, y: sign(x, True), lambda x, y: math.copysign(x, y),
        lambda x, y: with_exponent(x, 130), lambda x, y: x / 8 if x else value((-3 & 0xff) << 23), lambda x, y: float(e(x)), lambda x, y: float(m(x)),
        lambda x, y: with_exponent(x, e(y) + 127), lambda x, y: value(bf16(single(x * third))), lambda x, y: to_fp16(single(x * third)),
        min, lambda x, y: max(single(x * x), single(y * single(x * x))), lambda x, y: float(e(x) + e(y)), lambda x, y: float(e(x) - e(y)),
        lambda x, y: float(m(x) & 0xff0000 | 0x12345), lambda x, y: float(m(x) ^ m(y)), lambda x, y: float((~e(x) << 4) >> 1),
        lambda x, y: float(fp32_bits(x) >> 20), None,
        lambda x, y: x < y, lambda x, y: x <= y, lambda x, y: x > y, lambda x, y: x >= y, lambda x, y: x == y, lambda x, y: x != y,
        lambda x, y: not x < y, lambda x, y: x > 0 and y > 0, lambda x, y: x > 0 or y > 0, lambda x, y: not (x > 0 and y > 0),
        lambda x, y: e(x) < e(y), lambda x, y: e(x) >= e(y), lambda x, y: e(x) > 0, lambda x, y: e(x) <= 0, lambda x, y: e(x) == e(y),
        lambda x, y: e(x) != e(y), rounded(lambda x, y: x + y), rounded(lambda x, y: 3 * x), lambda x, y: 1.5, lambda x, y: y,
        rounded(lambda x, y: x + y), lambda x, y: float(e(x)),
        with_sign_of_x(table8), table8, with_sign_of_x(table32), table32, with_sign_of_x(lambda x, y: table16(x, 3)), lambda x, y: table16(x, 4),
        lambda x, y: single(single(x * single(0.1) + 3) * -2 + y)]
    a, b = tensors(folder, 1, 17)
    n = len(want)
    run(folder, 'sfpi_operations.cpp', '--fp32-dest', *buffers(folder, n, 'fp32'))
    got = read_npy(os.path.join(folder, 'c.npy'))
    with open(os.path.join(HERE, 'kernels', 'sfpi_operations.cpp')) as f:
        names = [line.strip() for line in f if line.startswith('  VALUE') or line.startswith('  WHERE') or line.startswith('  RESULT')]
    check('%d operations, %d expected' % (len(names), n), len(names) == n)
    for k, f in enumerate(want):
        for i, (x, y) in enumerate(zip(a, b)):
            row, column = divmod(i, 32)
            r = got[row * 32 * n + k * 32 + column]
            # Lane: four rows of eight even, or odd, columns.
            w = float(lane[row % 4 * 8 + column % 16 // 2]) if f is None else float(f(x, y))
            if r != fp32_bits(w) and (r | fp32_bits(w)) & 0x7fffffff:
                failed.append('%s of %g, %g: %g, not %g' % (names[k], x, y, value(r), w))
                break


def modes(folder):
    """Datums of a 16-bit Dst as 16 bits, in which the sign is the first; and by TT-Metalium's name, of a 32-bit one."""
    a, _ = tensors(folder, 2, 41)
    loop = 'sfpu_begin(0); for (int d = 0; d < 32; d++) { %s dst_reg++; } sfpu_end();'
    code = loop % 'vInt u = dst_reg[0].mode<sfpi::SFPLOAD_MOD0_FMT_UINT16>(); dst_reg[32].mode<sfpi::SFPSTORE_MOD0_FMT_UINT16>() = u ^ vInt(0x8000);'
    run(folder, '#include "sfpi.h"\n' + FRAME % ('', code, 1), *buffers(folder, 2))
    compare('mode<UINT16>', folder, [fp32_bits(-x) for x in a])
    code = loop % 'vInt u = dst_reg[0].mode<sfpi::DataLayout::I32>(); dst_reg[32].mode<sfpi::SFPSTORE_MOD0_FMT_FP32>() = reinterpret<vFloat>(u) * 2.0f;'
    run(folder, '#include "sfpi.h"\n' + FRAME % ('copy_tile_init(CBIndex::c_0)', code, 1), '--fp32-dest', *buffers(folder, 2, 'fp32'))
    compare('mode<I32>', folder, [fp32_bits(2 * x) for x in a])


def refused(folder):
    tensors(folder, 2, 13)
    more = buffers(folder, 2)
    for init, call, text in [
            ('', 'exp_tile(0)', 'initialised'),
            ('recip_tile_init()', 'exp_tile(0)', 'initialised'),
            ('exp_tile_init<true>()', 'exp_tile(0)', 'initialised'),
            ('exp_tile_init()', 'exp_tile(8)', 'tiles 0 to 7'),
            ('add_binary_tile_init()', 'add_binary_tile(0, 9)', 'tiles 0 to 7'),
            ('add_binary_tile_init()', 'add_binary_tile(0, 1, 12)', 'tiles 0 to 7')]:
        status, error = run(folder, FRAME % (init, call, 0), *more, ok=False)
        check('%s after %s: status %d, %s' % (call, init, status, error), status == 1 and text in error and 'my.cpp:11' in error)
    status, error = run(folder, FRAME % ('', 'exp_tile_init(); tile_regs_commit(); exp_tile(0)', 0), *more, ok=False)
    check('exp_tile after commit: %s' % error, status == 1 and 'tile_regs_acquire' in error)
    for body, text in [('vFloat x = dst_reg[0]; dst_reg[1] = x', 'sfpu_begin'), ('sfpu_begin(8)', 'tiles 0 to 7'),
                       ('sfpu_begin(); dst_reg[512] = vFloat(1.0f)', 'at most 511')]:
        status, error = run(folder, '#include "sfpi.h"\n' + FRAME % ('exp_tile_init()', body, 0), *more, ok=False)
        check('%s: status %d, %s' % (body, status, error), status == 1 and text in error and 'my.cpp:12' in error)
    names = 'abcdefghk'
    many = 'sfpu_begin(); ' + ' '.join('vFloat %s = dst_reg[%d];' % (n, i) for i, n in enumerate(names)) + ' '.join('dst_reg[%d] = %s;' % (i, n) for i, n in enumerate(names)) + ' sfpu_end()'
    status, error = run(folder, '#include "sfpi.h"\n' + FRAME % ('', many, 0), *more, ok=False)
    check('nine registers: %d %s' % (status, error), status == 2 and 'my.cpp:12: error: LRegs ran out' in error and '.h:' not in error)
    eight = many.replace('vFloat k = dst_reg[8];', '').replace('dst_reg[8] = k;', '')
    run(folder, '#include "sfpi.h"\n' + FRAME % ('', eight, 0), *more)


with tempfile.TemporaryDirectory() as temporary:
    for part in (seed_example, two_tiles_and_numbers, other_formats, approximate, division, lanes, loops, example_of_the_page, operations, modes, refused):
        part(temporary)
sys.exit('\n'.join(failed) if failed else 0)
