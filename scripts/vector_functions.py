#!/usr/bin/env python3
"""Accuracy and cycles of the vector unit's functions, by running them (tensix-tlm kernel): all BF16 and FP16 numbers, a sample of
FP32. Usage: vector_functions.py BINARY [--write]: checks that each stays within tests/device/vector_bounds.def and that the tables in
docs/vector-functions.md are what is measured (of the cycles a
sample); --write renews these.
"""
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(ROOT, 'tests', 'device', 'kernels')
PAGE = os.path.join(ROOT, 'docs', 'vector-functions.md')
NAMES = ['abs', 'square', 'relu', 'neg', 'recip', 'sqrt', 'rsqrt', 'exp', 'log', 'sigmoid', 'tanh', 'gelu', 'sin', 'cos']
API = {'neg': 'negative'}
TILES = 64
FRACTION = {'bf16': 7, 'fp16': 10, 'fp32': 23}
SMALLEST_SINE = 2.0**-8


def guarded(f, x):
    try:
        return f(x)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


def rsqrt(x):
    return math.inf if x == 0 else 0.0 if x == math.inf else 1 / math.sqrt(x)


def log(x):
    return -math.inf if x == 0 else math.log(x)


def recip(x):
    return math.copysign(math.inf, x) if x == 0 else 1 / x


def gelu(x):
    return x if x == math.inf else 0.0 if x == -math.inf else x * 0.5 * math.erfc(-x / math.sqrt(2))


def limited(f):
    return lambda x: f(x) if abs(x) <= 131072 else math.nan


REFERENCE = {'abs': abs, 'square': lambda x: x * x, 'neg': lambda x: -x, 'recip': recip, 'sqrt': math.sqrt, 'rsqrt': rsqrt,
             'relu': lambda x: 0.0 if math.copysign(1, x) < 0 else x, 'exp': math.exp, 'log': log,
             'sigmoid': lambda x: 1 / (1 + guarded(math.exp, -x)), 'tanh': math.tanh, 'gelu': gelu,
             'sin': limited(math.sin), 'cos': limited(math.cos)}


def value(bits):
    return struct.unpack('<f', struct.pack('<I', bits))[0]


def flushed(bits, form):
    """As the vector unit reads it: a denormal number of the format is a zero."""
    return bits & 0x80000000 if bits & 0x7fffffff < (113 if form == 'fp16' else 1) << 23 else bits


def rounded(x, form):
    """The number of the format (as FP32 bits) next to x: ties to even, denormals to zero, FP16 up to 131008."""
    if math.isnan(x):
        return 0x7fc00000
    if form == 'fp16' and abs(x) > 131008:
        return fp32_bits(math.copysign(131008, x))
    if x == 0 or math.isinf(x):
        return fp32_bits(x)
    smallest = -14 if form == 'fp16' else -126
    place = 2.0**(max(math.frexp(x)[1] - 1, smallest) - FRACTION[form])
    y = round(x / place) * place
    if abs(y) < 2.0**smallest:
        y = math.copysign(0.0, x)
    if form == 'fp16':
        y = max(-131008.0, min(131008.0, y))
    return fp32_bits(y)


def fp32_bits(x):
    try:
        return struct.unpack('<I', struct.pack('<f', x))[0]
    except OverflowError:
        return fp32_bits(math.copysign(math.inf, x))


def ordinal(bits, form):
    """Numbers of the format in their order; zeros and denormals are one."""
    magnitude = bits & 0x7fffffff
    first = 113 << 23 if form == 'fp16' else 1 << 23
    m = 0 if magnitude < first else (magnitude - first >> 23 - FRACTION[form]) + 1
    return -m if bits >> 31 else m


def distance(name, form, got, exact):
    want = rounded(exact, form)
    got_nan, want_nan = math.isnan(value(got)), math.isnan(value(want))
    if form != 'fp32' and want_nan:  # the packer makes infinity of it; FP16 has none: the largest number
        got_nan = got_nan or abs(value(got)) >= (65504 if form == 'fp16' else math.inf)
    if got_nan or want_nan:
        return 0 if got_nan and want_nan else 1 << 31
    d = abs(ordinal(got, form) - ordinal(want, form))
    if d > 2 and form == 'fp32' and name in ('sin', 'cos'):
        place = 2.0**(math.frexp(max(abs(exact), SMALLEST_SINE))[1] - 24)
        return math.ceil(abs(value(got) - exact) / place)
    return d


def inputs(form):
    if form == 'bf16':
        return [i << 16 for i in range(65536)]
    if form == 'fp16':  # all but infinities and NaNs, for which 1 stands
        return [fp32_bits(struct.unpack('<e', struct.pack('<H', i if i & 0x7c00 != 0x7c00 else 0x3c00))[0]) for i in range(65536)]
    source = random.Random(17)
    out = [source.getrandbits(32) for _ in range(65536)]
    for i in range(0, 65536, 2):  # half of them of moderate size
        out[i] = out[i] & 0x807fffff | (111 + source.randrange(24)) << 23
    special = [0, 0x3f800000, 0x7f800000, 0x7fc00000, 0x7f7fffff, 0x00800000, 0x00400000]
    out[:14] = special + [x | 0x80000000 for x in special]
    return out


def write_npy(path, words, rows, columns):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }" % (rows, columns)
    header += ' ' * (63 - (10 + len(header)) % 64) + '\n'
    with open(path, 'wb') as f:
        f.write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() + struct.pack('<%dI' % len(words), *words))


def read_npy(path):
    with open(path, 'rb') as f:
        data = f.read()
    body = data[10 + struct.unpack('<H', data[8:10])[0]:]
    return struct.unpack('<%dI' % (len(body) // 4), body)


def kernel(binary, source, form, options, metrics=None):
    words = [binary, 'kernel', os.path.join(KERNELS, source), *options] + (['--fp32-dest'] if form == 'fp32' else [])
    words += ['--metrics', metrics] if metrics else []
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit('%s\n%s' % (' '.join(words), done.stderr))
    return done.stdout


def accuracy(binary, folder, form):
    """The largest distance of each function, and how many results are the correctly rounded ones."""
    words = inputs(form)
    given, result = os.path.join(folder, form + '_in.npy'), os.path.join(folder, form + '_out.npy')
    write_npy(given, words, 32, 32 * TILES)
    kernel(binary, 'all_functions.cpp', form,
           ['--ct-arg', str(TILES), '--cb', '0=%s:%s' % (given, form), '--cb', '16=:%s:tiles=%d' % (form, TILES * len(NAMES)), '--out',
            '16=' + result])
    got = read_npy(result)
    out = {}
    for n, name in enumerate(NAMES):
        worst, exact, known = (0, 0), 0, {}
        for i, x in enumerate(words):
            row, column = divmod(i, 32 * TILES)
            tile, column = divmod(column, 32)
            y = got[row * 32 * TILES * len(NAMES) + (tile * len(NAMES) + n) * 32 + column]
            argument = value(flushed(x, form))
            signed = y
            if argument == 0 and name == 'recip':  # the sign of a denormal number gets lost on its way to Dst
                y &= 0x7fffffff
                argument = 0.0
            d = distance(name, form, y, math.nan if math.isnan(argument) and name != 'relu' else guarded(REFERENCE[name], argument))
            exact += d == 0
            worst = max(worst, (d, x))
            if form == 'fp32' and x in SPECIAL:
                known[x] = value(signed)
        out[name] = worst + (exact, known)
    return out


# Whose template arguments are others than <fast> of both calls.
FAST = {'sqrt': ['INIT=sqrt_tile_init', 'CALL=sqrt_tile<true>'], 'rsqrt': ['INIT=rsqrt_tile_init', 'CALL=rsqrt_tile<false,true>'],
        'sigmoid': ['INIT=sigmoid_tile_init<true>', 'CALL=sigmoid_tile<VectorMode::RC,true>']}
SPECIAL = {0x00000000: '+0', 0x80000000: '-0', 0x00400000: 'denormal', 0x7f800000: '+inf', 0xff800000: '-inf', 0x7fc00000: 'NaN', 0xffc00000: '-NaN'}


def cycles(binary, folder, name, form, fast, tiles):
    """Of the vector unit: in which it works, or waits for its own results."""
    report = os.path.join(folder, '%s_%s_%s_%d.json' % (name, form, fast, tiles))
    variant = [w for d in (FAST.get(name, ['FAST=true']) if fast else ['FAST=false'] if name == 'gelu' else []) for w in ('--define', d)]
    kernel(binary, 'unary.cpp', form, ['--define', 'FUNCTION=' + API.get(name, name), *variant, '--ct-arg', str(tiles), '--cb', '0=1.5:%s:tiles=%d' % (form, tiles),
                                       '--cb', '16=:%s:tiles=%d' % (form, tiles)], report)
    with open(report) as f:
        m = json.load(f)
    unit = m['units']['vector_unit']
    return unit['busy'] + sum(unit['stall'].get(k, 0) for k in ('vector_dependency', 'pipeline_rule'))


def a_tile(binary, folder, job):
    few, more = (cycles(binary, folder, *job, n) for n in (1, 5))
    return job, (more - few) / 4


def text_of(x):
    return 'NaN' if math.isnan(x) else ('-' if math.copysign(1, x) < 0 else '') + ('inf' if math.isinf(x) else '%.4g' % abs(x))


def tables(found):
    accurate = ['| function | BF16 | not exact | FP16 | not exact | FP32 |', '|---|---|---|---|---|---|']
    for name in NAMES:
        row = [name]
        for form in ('bf16', 'fp16'):
            row += [str(found[form][name][0]), str(65536 - found[form][name][2])]
        row += [str(found['fp32'][name][0])]
        accurate.append('| ' + ' | '.join(row) + ' |')
    special = ['| function | ' + ' | '.join(SPECIAL.values()) + ' |', '|---' * (len(SPECIAL) + 1) + '|']
    for name in NAMES:
        special.append('| ' + ' | '.join([name] + [text_of(found['fp32'][name][3][x]) for x in SPECIAL]) + ' |')
    return {'accuracy': accurate, 'special': special}


def row_of(name, times, fast):
    variant = False if name in fast else None
    return '| %s | %s |' % (name, ' | '.join('%.0f' % times[name, form, variant] for form in ('bf16', 'fp32')))


def fast_row(name, times, fast):
    error, relative = fast[name]
    return '| %s | %.2f %% %s| %.0f |' % (name, int(error) / 100, 'of the result ' if relative == '1' else 'of 1 ', times[name, 'bf16', True])


def main():
    binary = os.path.abspath(sys.argv[1])
    with open(os.path.join(ROOT, 'tests', 'device', 'vector_bounds.def')) as f:
        text = f.read()
    bounds = {m[0]: m[1:] for m in re.findall(r'^VECTOR_FUNCTION\((\w+), (\d+), (\d+), (\d+)\)', text, re.M)}
    fast = {m[0]: m[1:] for m in re.findall(r'^FAST_VECTOR_FUNCTION\((\w+), (\d+), (\d), ', text, re.M)}
    write = '--write' in sys.argv
    timed = NAMES if write else ['recip', 'exp']
    fast_timed = [n for n in NAMES if n in fast] if write else ['gelu']
    jobs = [(n, f, False if n in fast else None) for n in timed for f in ('bf16', 'fp32')] + [(n, 'bf16', True) for n in fast_timed]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        measured = pool.map(lambda job: a_tile(binary, folder, job), jobs)
        found = {form: accuracy(binary, folder, form) for form in ('bf16', 'fp16', 'fp32')}
        times = dict(measured)
    bad = []
    for i, form in enumerate(('bf16', 'fp16', 'fp32')):
        for name in NAMES:
            worst, at = found[form][name][:2]
            if worst > int(bounds[name][i]):
                bad.append('%s, %s: distance %d at %s, stated is %s' % (name, form, worst, value(at), bounds[name][i]))
    with open(PAGE) as f:
        page = f.read()
    renewed = page
    for name, rows in tables(found).items():
        renewed = replaced(renewed, name, rows)
    if write:
        head = ['| function | 16-bit Dst | 32-bit Dst |', '|---|---|---|']
        renewed = replaced(renewed, 'cycles', head + [row_of(name, times, fast) for name in NAMES])
        head = ['| function | error | cycles |', '|---|---|---|']
        renewed = replaced(renewed, 'fast', head + [fast_row(name, times, fast) for name in fast_timed])
        with open(PAGE, 'w') as f:
            f.write(renewed)
    elif renewed != page or any(row not in page for row in [row_of(name, times, fast) for name in timed] + [fast_row(n, times, fast) for n in fast_timed]):
        bad.append('docs/vector-functions.md is not what is measured; renew it: scripts/vector_functions.py BINARY --write')
    sys.exit('\n'.join(bad) if bad else 0)


def replaced(page, name, rows):
    return re.sub(r'(<!-- %s -->\n).*?(<!-- end -->)' % name, lambda m: m[1] + '\n'.join(rows) + '\n' + m[2], page, flags=re.S)


if __name__ == '__main__':
    main()
