#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Accuracy and cycles of the vector unit's functions, by running them (tensix-tlm kernel): all BF16 and FP16 numbers, a sample of
FP32. Usage: vector_functions.py BINARY [--write]: checks that each stays within tests/device/vector_bounds.def and that the tables in
docs/vector-functions.md are what is measured (of the cycles a
sample); --write renews these, --write-more those of the functions beyond the first 14 only.
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
# The others: by their names in vector_bounds.def, with the numbers of which the tables speak; the folder's header, where it has one of its
# own; the API's name where it is another. What TT-Metalium takes beside the tile: numbers as FP32 bits.
MORE = [
    ('exp2', None), ('expm1', None), ('sinh', 'trigonometry'), ('cosh', 'trigonometry'), ('tan', 'trigonometry'), ('asin', 'trigonometry'),
    ('acos', 'trigonometry'), ('atan', 'trigonometry'), ('asinh', 'trigonometry'), ('acosh', 'trigonometry'), ('atanh', 'trigonometry'),
    ('log1p', 'log1p'), ('log_with_base', None, 1 / math.log(10)), ('power', None, 2.4), ('rpow', 'rpow', 2.7), ('cbrt', 'cbrt'), ('silu', None),
    ('softplus', 'softplus', 1.5, 1 / 1.5, 20), ('logsigmoid', '../logsigmoid'), ('elu', 'elu', 1.3), ('celu', 'activations', 0.7, 1 / 0.7),
    ('selu', 'selu', 1.0507009873554805, 1.6732632423543772), ('xielu', 'xielu', 0.8, 0.9), ('erf', 'erf_erfc'), ('erfc', 'erf_erfc'),
    ('erfinv', 'erfinv'), ('i0', 'i0'), ('i1', 'i1'), ('lgamma_stirling', 'lgamma'), ('floor', 'rounding'), ('ceil', 'rounding'), ('trunc', 'rounding'), ('frac', 'rounding'),
    ('round', 'rounding', 2), ('fmod', 'fmod', 1.7, 1 / 1.7), ('remainder', 'remainder', 1.7, 1 / 1.7), ('rdiv', 'rdiv', 1.7), ('identity', 'identity'),
    ('sign', None), ('signbit', None), ('heaviside', None, 0.7), ('logical_not', 'logical_not_noti'), ('isinf', 'isinf_isnan'),
    ('isposinf', 'isinf_isnan'), ('isneginf', 'isinf_isnan'), ('isnan', 'isinf_isnan'), ('isfinite', 'isinf_isnan'),
    ('threshold', 'threshold', 0.3, -7.1), ('clamp', 'clamp', -1.3, 2.7), ('relu_max', None, 6), ('relu_min', None, -0.3), ('leaky_relu', None, 0.01),
    ('softshrink', 'activations', 0.4), ('hardsigmoid', 'activations'), ('hardmish', 'hardmish')]
MORE_API = {'logical_not': 'logical_not_unary'}
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
    words = [binary, 'kernel', os.path.join(KERNELS, source), '--unchecked', *options] + (['--fp32-dest'] if form == 'fp32' else [])
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
    return work_of(report)


def work_of(report):
    with open(report) as f:
        m = json.load(f)
    unit = m['units']['vector_unit']
    return unit['busy'] + sum(unit['stall'].get(k, 0) for k in ('vector_dependency', 'pipeline_rule'))


def call_of(name, numbers):
    """Behind the tile."""
    if name == 'logsigmoid':
        return ', 1, 0'
    return ''.join(', %d' % n if name == 'round' else ', 0x%xu' % fp32_bits(n) for n in numbers)


def init_of(name):
    if name in ('floor', 'ceil', 'trunc', 'frac', 'round'):
        return 'rounding_op_tile_init', ''
    return MORE_API.get(name, name) + '_tile_init', '0, 0' if name in ('fmod', 'remainder') else ''


def header_of(header):
    return os.path.normpath('api/compute/eltwise_unary/%s.h' % (header or 'eltwise_unary'))


def cycles_of_more(binary, folder, entry, form, tiles):
    name, header, *numbers = entry
    init, init_numbers = init_of(name)
    report = os.path.join(folder, 'more_%s_%s_%d.json' % (name, form, tiles))
    defines = ['INIT=' + init, 'INIT_NUMBERS=' + init_numbers, 'CALL=%s_tile' % MORE_API.get(name, name), 'NUMBERS=' + call_of(name, numbers),
               'HEADER=<%s>' % header_of(header)]
    kernel(binary, 'unary.cpp', form, [w for d in defines for w in ('--define', d)] +
           ['--ct-arg', str(tiles), '--cb', '0=0.5:%s:tiles=%d' % (form, tiles), '--cb', '16=:%s:tiles=%d' % (form, tiles)], report)
    return work_of(report)


def a_tile_of_more(binary, folder, job):
    few, more = (cycles_of_more(binary, folder, *job, n) for n in (1, 3))
    return (job[0][0], job[1]), (more - few) / 2


ON_A_TILE = '''  %s(%s);
  tile_regs_acquire();
  copy_tile(CBIndex::c_0, 0, 0);
  %s_tile(0%s);
  tile_regs_commit();
  cb_reserve_back(CBIndex::c_16, 1);
  tile_regs_wait();
  pack_tile(0, CBIndex::c_16);
  cb_push_back(CBIndex::c_16, 1);
  tile_regs_release();
'''


def special_of_more(binary, folder):
    """What the others make of special FP32 numbers: one kernel."""
    words = list(SPECIAL) + [fp32_bits(1.0)] * (1024 - len(SPECIAL))
    given, result, source = (os.path.join(folder, n) for n in ('special.npy', 'special_out.npy', 'special.cpp'))
    write_npy(given, words, 32, 32)
    with open(source, 'w') as f:
        for header in sorted({header_of(e[1]) for e in [('', None), *MORE]}):
            f.write('#include "%s"\n' % header)
        f.write('void kernel_main() {\n  init_sfpu(CBIndex::c_0, CBIndex::c_16);\n  copy_tile_init(CBIndex::c_0);\n  cb_wait_front(CBIndex::c_0, 1);\n')
        for name, _, *numbers in MORE:
            f.write(ON_A_TILE % (*init_of(name), MORE_API.get(name, name), call_of(name, numbers)))
        f.write('  cb_pop_front(CBIndex::c_0, 1);\n}\n')
    kernel(binary, source, 'fp32', ['--cb', '0=%s:fp32' % given, '--cb', '16=:fp32:tiles=%d' % len(MORE), '--out', '16=' + result])
    got = read_npy(result)
    return {e[0]: [value(got[k * 32 + i]) for i in range(len(SPECIAL))] for k, e in enumerate(MORE)}


def tables_of_more(binary, folder, bounds):
    accurate = ['| function | numbers | BF16 | FP16 | FP32 |', '|---|---|---|---|---|']
    for name, _, *numbers in MORE:
        given = [text_of(value(fp32_bits(n))) for n in numbers]
        accurate.append('| ' + ' | '.join([name, ', '.join(given), *bounds[name]]) + ' |')
    special = ['| function | ' + ' | '.join(SPECIAL.values()) + ' |', '|---' * (len(SPECIAL) + 1) + '|']
    found = special_of_more(binary, folder)
    for name, *_ in MORE:
        special.append('| ' + ' | '.join([name] + [text_of(x) for x in found[name]]) + ' |')
    return {'more_accuracy': accurate, 'more_special': special}


def more_row(name, times):
    return '| %s | %s |' % (name, ' | '.join('%.0f' % times[name, form] for form in ('bf16', 'fp32')))


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


def write_more(binary, bounds, timed):
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        measured = pool.map(lambda job: a_tile_of_more(binary, folder, job), [(e, f) for e in timed for f in ('bf16', 'fp32')])
        renewed = tables_of_more(binary, folder, bounds)
        times = dict(measured)
    renewed['more_cycles'] = ['| function | 16-bit Dst | 32-bit Dst |', '|---|---|---|'] + [more_row(e[0], times) for e in timed]
    with open(PAGE) as f:
        page = f.read()
    for name, rows in renewed.items():
        page = replaced(page, name, rows)
    with open(PAGE, 'w') as f:
        f.write(page)


def main():
    binary = os.path.abspath(sys.argv[1])
    with open(os.path.join(ROOT, 'tests', 'device', 'vector_bounds.def')) as f:
        text = f.read()
    found = re.findall(r'^VECTOR_FUNCTION(?:_OF)?\((\w+), (\d+), (\d+), (\d+)', text, re.M)
    bounds = {m[0]: m[1:] for m in reversed(found)}  # of those with numbers the first one's
    fast = {m[0]: m[1:] for m in re.findall(r'^FAST_VECTOR_FUNCTION\((\w+), (\d+), (\d), ', text, re.M)}
    write = '--write' in sys.argv
    if '--write-more' in sys.argv:
        write_more(binary, bounds, MORE)
        return
    timed = NAMES if write else ['recip', 'exp']
    fast_timed = [n for n in NAMES if n in fast] if write else ['gelu']
    jobs = [(n, f, False if n in fast else None) for n in timed for f in ('bf16', 'fp32')] + [(n, 'bf16', True) for n in fast_timed]
    more_jobs = [(e, 'fp32') for e in MORE if e[0] == 'softplus']
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        measured = pool.map(lambda job: a_tile(binary, folder, job), jobs)
        found = {form: accuracy(binary, folder, form) for form in ('bf16', 'fp16', 'fp32')}
        times = dict(measured)
        more = tables_of_more(binary, folder, bounds)
        more_times = dict(a_tile_of_more(binary, folder, job) for job in more_jobs)
    bad = []
    for i, form in enumerate(('bf16', 'fp16', 'fp32')):
        for name in NAMES:
            worst, at = found[form][name][:2]
            if worst > int(bounds[name][i]):
                bad.append('%s, %s: distance %d at %s, stated is %s' % (name, form, worst, value(at), bounds[name][i]))
    with open(PAGE) as f:
        page = f.read()
    renewed = page
    for name, rows in {**tables(found), **more}.items():
        renewed = replaced(renewed, name, rows)
    if write:
        head = ['| function | 16-bit Dst | 32-bit Dst |', '|---|---|---|']
        renewed = replaced(renewed, 'cycles', head + [row_of(name, times, fast) for name in NAMES])
        head = ['| function | error | cycles |', '|---|---|---|']
        renewed = replaced(renewed, 'fast', head + [fast_row(name, times, fast) for name in fast_timed])
        with open(PAGE, 'w') as f:
            f.write(renewed)
        write_more(binary, bounds, MORE)
    elif renewed != page or any(row not in page for row in [row_of(name, times, fast) for name in timed] + [fast_row(n, times, fast) for n in fast_timed]) or not all(
            re.search(r'^\| %s \| \d+ \| %.0f \|$' % (job[0][0], more_times[job[0][0], job[1]]), page, re.M) for job in more_jobs):
        bad.append('docs/vector-functions.md is not what is measured; renew it: scripts/vector_functions.py BINARY --write')
    sys.exit('\n'.join(bad) if bad else 0)


def replaced(page, name, rows):
    return re.sub(r'(<!-- %s -->\n).*?(<!-- end -->)' % name, lambda m: m[1] + '\n'.join(rows) + '\n' + m[2], page, flags=re.S)


if __name__ == '__main__':
    main()
