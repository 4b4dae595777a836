#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of the compute API's functions: which are there, in which header, in how many cycles. Usage: compute_api.py BINARY
[--write] [--list]: compiles every call of workload/device/public_api.csv (by the compiler's options of `tensix-tlm kernel`, for T0, T1 and
T2) and runs those that can be measured alone; checks that docs/generated/compute-api.md is what was found (of the cycles a sample);
--write renews it, --list prints what does not compile. A line of the table is a public function, its header below api/compute, calls
of each of its forms, and in a few words what is different here.
"""
import array
import csv
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import kernels_compiler

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, 'workload', 'device', 'public_api.csv')
PAGE = os.path.join(ROOT, 'docs', 'generated', 'compute-api.md')
MEASURE = 'tensix/measure.h'

BUFFERS = {'cb_api.h', 'common.h', 'compute_kernel_hw_startup.h', 'pack.h', 'reconfig_data_format.h', 'reg_api.h'}
TILES = {'bcast.h', 'eltwise_binary.h', 'eltwise_unary/eltwise_unary.h', 'matmul.h', 'pack_untilize.h', 'reduce.h', 'reduce_custom.h',
         'tile_move_copy.h', 'tilize.h', 'transpose_wh.h', 'transpose_wh_dest.h', 'untilize.h'}
SECTIONS = ['Buffers, Dst, formats', 'Unpackers, matrix unit and packer', 'Vector unit: a tile', 'Vector unit: several tiles']
# Inits whose name is not the function's with _init.
INITS = [(r'^(add|sub|mul|div|rsub)_unary_tile(_int32)?$', 'binop_with_scalar_tile_init'), (r'^(ceil|floor|trunc|round|frac|stochastic_round)_tile$',
         'rounding_op_tile_init'), (r'^bitwise_\w+_binary_tile$', 'binary_bitwise_tile_init'), (r'^binary_\w*shift_tile$', 'binary_shift_tile_init'),
         (r'^fill_tile\w*$', 'fill_tile_init'), (r'^mask_posinf_tile$', 'mask_tile_init'), (r'^sfpu_sum_int_\w+$', 'sfpu_sum_int_init'),
         (r'^sfpu_add_int$', 'sfpu_sum_int_init'), (r'^topk_(local_sort|merge|rebuild)$', 'topk_tile_init'), (r'^welford_\w+$', 'welford_init'),
         (r'^(\w+?_tile)_(int32|uint32|uint16)$', r'\1_init')]
INTEGERS = re.compile(r'int(32|16)?_|_u?int|bitwise|shift|gcd|lcm|sum_int|add_int|add_top_row')


class Function:
    def __init__(self, header, name, calls, difference):
        self.header, self.name, self.difference = header, name, difference
        self.calls = [c.strip() for c in calls.split(';')]
        self.missing = []
        self.cycles = {}
        self.folded = []  # its inits, in its row

    def section(self):
        if self.header in BUFFERS:
            return 0
        if self.header in TILES:
            return 1
        several = re.search(r'\((\w+, ){2}', self.calls[0]) and 'binary' in self.header + self.name or self.header not in ('compute_kernel_api.h',)
        return 2 if self.header.startswith('eltwise_unary/') or self.header == 'compute_kernel_api.h' else 3 if several else 2

    def state(self):
        if len(self.missing) == len(self.calls):
            return 'lacks'
        return 'differs' if self.missing or self.difference else 'has'

    def of_vector_unit(self):
        return self.section() >= 2 and not re.search(r'init|clear|save|restore|get_|store_|packthread', self.name) and 'get_tile_address' not in self.calls[0]


def read_table():
    with open(TABLE) as f:
        return [Function(*row) for row in list(csv.reader(f))[1:]]


def includes(functions):
    headers = dict.fromkeys(f.header for f in functions)
    return ''.join('#if __has_include("api/compute/%s")\n#include "api/compute/%s"\n#endif\n' % (h, h) for h in headers)


# For the calls that take a table of reciprocals.
PROLOGUE = ('#define REDUCE_OP PoolType::SUM\n#define REDUCE_DIM ReduceDim::REDUCE_ROW\n#include "api/compute/compute_kernel_api.h"\n'
            '#if __has_include(<array>)\n#include <array>\n[[maybe_unused]] constexpr std::array<uint32_t, 32> reciprocals{};\n#endif\n')


def run(binary, folder, name, text, options):
    source = os.path.join(folder, name + '.cpp')
    with open(source, 'w') as f:
        f.write(text)
    return subprocess.run([binary, 'kernel', source, '--quiet', '--unchecked', '--program-kib', '192', *options], capture_output=True, text=True)


def compile_calls(binary, folder, name, functions):
    """Which calls compile neither with a 32-bit Dst nor with one of 16 bits."""
    calls = [(f, c) for f in functions for c in f.calls if c not in f.missing]
    for f, c in failing(binary, folder, name, functions, failing(binary, folder, name, functions, calls, ['--fp32-dest']), []):
        f.missing.append(c)


def failing(binary, folder, name, functions, calls, options):
    """Those of the calls that do not compile: taken out until the rest does."""
    wrong_calls = []
    while calls:
        head = PROLOGUE + includes(functions) + 'void kernel_main() {\n  if (get_arg_val<uint32_t>(0) == 0) return;\n'
        text = head + ''.join('  %s;\n' % c for f, c in calls) + '}\n'
        done = run(binary, folder, name, text, options + ['--arg', '0', '--cb', '0=1:bf16', '--cb', '1=1:bf16', '--cb', '2=1:bf16', '--cb', '16=:bf16'])
        if not done.returncode:
            break
        if done.returncode != 2:
            sys.exit('%s: %s' % (name, done.stderr[:2000]))
        first = head.count('\n') + 1
        wrong = {int(n) - first for n in re.findall(r'^\S*%s\.cpp:(\d+):\d+: +(?:error|  required)' % name, done.stderr, re.M)}
        wrong |= {int(n) - first for n in re.findall(r'%s\.cpp:(\d+):\d+:   required from' % name, done.stderr)}
        wrong = {i for i in wrong if 0 <= i < len(calls)}
        if not wrong:
            sys.exit('%s: %s' % (name, done.stderr[:2000]))
        wrong_calls += [c for i, c in enumerate(calls) if i in wrong]
        calls = [c for i, c in enumerate(calls) if i not in wrong]
    return wrong_calls


def parts(functions, n):
    size = (len(functions) + n - 1) // n
    return [functions[i:i + size] for i in range(0, len(functions), size)]


def init_of(f, by_name):
    names = [f.name + '_init'] + [re.sub(pattern, to, f.name) for pattern, to in INITS if re.match(pattern, f.name)]
    for n in names:
        if n in by_name and by_name[n].state() != 'lacks':
            return next(c for c in by_name[n].calls if c not in by_name[n].missing)
    return ''


FORMATS = {'bf16': [], 'fp32': ['--fp32-dest'], 'int32': ['--fp32-dest']}


def vector_cycles(binary, folder, form, functions, by_name):
    """Cycles of T1 and the vector unit for a tile: five calls less one, by the wall clock, all units idle before and after."""
    lines = []
    for i, f in enumerate(functions):
        call = next(c for c in f.calls if c not in f.missing)
        lines.append('  MATH((measure(%d, [] { %s; }, [] { %s; })));\n' % (i, init_of(f, by_name), call))
    text = PROLOGUE + includes(functions + [by_name[n] for n in by_name if n.endswith('_init')]) + '#include "%s"\nvoid kernel_main() {\n  begin();\n' % MEASURE + ''.join(lines) + '  end();\n}\n'
    buffer = 'bf16' if form == 'bf16' else 'int32' if form == 'int32' else 'fp32'
    name = 'cycles_%s_%s' % (form, functions[0].name)
    out = os.path.join(folder, name + '.npy')
    tiles = len(functions) // 1024 + 1
    done = run(binary, folder, name, text, FORMATS[form] + ['--cb', '0=1:' + buffer, '--cb', '16=:int32:tiles=%d' % tiles, '--out', '16=' + out])
    if done.returncode:
        sys.exit('%s: %s' % (name, done.stderr[:3000]))
    values = words_of(out, tiles)
    for i, f in enumerate(functions):
        f.cycles[form] = values[i] / 4


# Operations on tiles: how their cycles are measured. `t` is the tile; eight (32-bit Dst: four) between acquire and release.
TILE_OPERATIONS = [
    ('copy_tile', 'copy_tile_init(0)', 'copy_tile(0, t, t)'), ('add_tiles', 'add_tiles_init(0, 1)', 'add_tiles(0, 1, t, t, t)'),
    ('sub_tiles', 'sub_tiles_init(0, 1)', 'sub_tiles(0, 1, t, t, t)'), ('mul_tiles', 'mul_tiles_init(0, 1)', 'mul_tiles(0, 1, t, t, t)'),
    *[('%s_tiles_bcast_%s' % (o, d), '%s_init_short(0, 1)' % i, '%s_tiles_bcast_%s(0, 1, t, t, t)' % (o, d))
      for o, d, i in (('add', 'rows', 'add_bcast_rows'), ('add', 'cols', 'add_bcast_cols'), ('add', 'scalar', 'add_bcast_scalar'),
                      ('mul', 'rows', 'mul_bcast_rows'), ('mul', 'cols', 'mul_bcast_cols'), ('mul', 'scalar', 'mul_tiles_bcast_scalar'),
                      ('sub', 'cols', 'sub_bcast_cols'), ('sub', 'scalar', 'sub_tiles_bcast_scalar'))],
    ('unary_bcast', 'unary_bcast_init<BroadcastType::ROW>(0, 17)', 'unary_bcast<BroadcastType::ROW>(0, t, t)'),
    ('binary_dest_reuse_tiles', 'binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWMUL, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(0)',
     'binary_dest_reuse_tiles<EltwiseBinaryType::ELWMUL, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(0, t, t)'),
    ('matmul_tiles', 'mm_init_short(0, 1)', 'matmul_tiles(0, 1, t, t, t)'),
    ('reduce_tile', 'reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 17)', 'reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, t, 0, t)'),
    ('transpose_wh_tile', 'reduce_uninit(); transpose_wh_init_short(0)', 'transpose_wh_tile(0, t, t)'),
]
# Columns: format of the buffers, options.
TILE_RUNS = {'BF16 LoFi': ('bf16', ['--fidelity', 'lofi']), 'HiFi2': ('bf16', ['--fidelity', 'hifi2']), 'HiFi4': ('bf16', ['--fidelity', 'hifi4']),
             'BFP8 LoFi': ('bfp8', ['--fidelity', 'lofi']), 'FP32 HiFi4': ('fp32', ['--fidelity', 'hifi4', '--fp32-dest'])}


def tile_cycles(binary, folder, column, by_name):
    """Of each operation in a loop, for a tile: what six blocks take more than two. Operands stay in front of their buffers."""
    operations = [o for o in TILE_OPERATIONS if by_name[o[0]].state() != 'lacks']
    lines = ''.join('  %s;\n  measure_blocks(%d, [](uint32_t t) { %s; });\n' % (o[1], i, o[2]) for i, o in enumerate(operations))
    text = PROLOGUE + includes([f for f in by_name.values() if f.header in TILES]) + '#include "%s"\nvoid kernel_main() {\n  begin_blocks();\n%s  end();\n}\n' % (MEASURE, lines)
    form, options = TILE_RUNS[column]
    name = 'tiles_' + re.sub(r'\W', '_', column)
    out = os.path.join(folder, name + '.npy')
    done = run(binary, folder, name, text, options + ['--cb', '0=1:%s:tiles=8' % form, '--cb', '1=1:%s:tiles=8' % form, '--cb', '17=:%s' % form, '--cb', '16=:int32:tiles=1', '--out', '16=' + out])
    if done.returncode:
        sys.exit('%s: %s' % (name, done.stderr[:3000]))
    values = words_of(out, 1)
    for i, o in enumerate(operations):
        by_name[o[0]].cycles[column] = values[i] / (16 if 'fp32' in form else 32)


def words_of(path, tiles):
    """The words of the tiles as they lie in L1."""
    with open(path, 'rb') as file:
        data = file.read()
    values = array.array('i', data[10 + int.from_bytes(data[8:10], 'little'):])
    return [values[(16 * (i // 512 % 2) + i // 16 % 16) * 32 * tiles + 32 * (i // 1024) + 16 * (i // 256 % 2) + i % 16] for i in range(1024 * tiles)]


def fold(functions):
    """Inits into the row of their function, where there is one of that name."""
    by_name = {f.name: f for f in functions}
    rows = []
    for f in functions:
        of = by_name.get(f.name[:-5]) if f.name.endswith('_init') else None
        if of and of.header == f.header and of.state() == f.state():
            of.folded.append(f.name)
        else:
            rows.append(f)
    return rows


def row_of(f):
    names = ', '.join('`%s`' % n for n in [f.name] + f.folded)
    words = [f.difference] if f.difference else []
    if f.missing and f.state() != 'lacks':
        words.append('without ' + ', '.join('`%s`' % c for c in f.missing))
    cells = [names, '`%s`' % f.header, f.state() + (': ' + '; '.join(words) if words else '')]
    if f.section() == 1:
        cells += ['%.0f' % f.cycles[k] if k in f.cycles else '' for k in TILE_RUNS]
    if f.section() >= 2:
        cells += ['%.0f' % f.cycles[k] if k in f.cycles else '' for k in ('bf16', 'fp32')]
    return '| ' + ' | '.join(cells) + ' |'


def page_of(functions):
    count = {s: sum(f.state() == s for f in functions) for s in ('has', 'differs', 'lacks')}
    text = ('# Functions of the compute API\n\nMade by `scripts/compute_api.py BINARY --write` from `workload/device/public_api.csv`; do not edit. Of %d public '
            'functions %d are here as they are there, %d differ, %d are not here. What the functions do: [compute-api.md](../compute-api.md), how exactly the vector '
            'unit\'s do it: [vector-functions.md](../vector-functions.md).\n\nHeaders are below `api/compute/`. Cycles are those of T1 and the vector '
            'unit for a tile in Dst: five calls in a loop less one, a fourth of it, with all units idle before and after; of functions of integers with a 32-bit Dst. '
            'Where the calls have variants, of the first one. Operations on tiles: a loop over blocks of eight tiles (FP32: four) that are packed to the same places, operands that stay in front of their buffers.\n' % (len(functions), count['has'], count['differs'], count['lacks']))
    text = '\n'.join(wrapped(p) for p in text.split('\n'))
    rows = fold(functions)
    for i, title in enumerate(SECTIONS):
        text += '\n## %s\n\n' % title
        columns = ['function', 'header', ''] + (list(TILE_RUNS) if i == 1 else ['16-bit Dst', '32-bit Dst'] if i > 1 else [])
        text += '| ' + ' | '.join(columns) + ' |\n' + '|---' * len(columns) + '|\n'
        text += ''.join(row_of(f) + '\n' for f in rows if f.section() == i)
    return text


def wrapped(text):
    lines, line = [], ''
    for word in text.split(' '):
        if line and len(line) + 1 + len(word) > 120:
            lines.append(line)
            line = word
        else:
            line = line + ' ' + word if line else word
    return '\n'.join(lines + [line])


def measure(binary, folder, pool, functions, by_name, few):
    chosen = [f for f in functions if f.of_vector_unit() and f.state() != 'lacks'][::16 if few else 1]
    plain = [f for f in chosen if not INTEGERS.search(f.name)]
    whole = [f for f in chosen if INTEGERS.search(f.name)]
    jobs = [(vector_cycles, 'bf16', p, by_name) for p in parts(plain, 2)] + [(vector_cycles, 'fp32', p, by_name) for p in parts(plain, 2)]
    jobs += [(vector_cycles, 'int32', whole, by_name)] if whole else []
    jobs += [(tile_cycles, column, by_name) for column in list(TILE_RUNS)[::2 if few else 1]]
    list(pool.map(lambda job: job[0](binary, folder, *job[1:]), jobs))
    for f in whole:
        f.cycles = {'fp32': f.cycles['int32']}


def main():
    binary = os.path.abspath(sys.argv[1])
    functions = read_table()
    by_name = {f.name: f for f in functions}
    write = '--write' in sys.argv or '--list' in sys.argv
    page = open(PAGE).read() if os.path.exists(PAGE) else ''
    if not write:  # what is said to be lacking is taken out first: everything else has to compile
        for f in functions:
            said = re.search(r'^\| [^|]*`%s`[^|]*\| `[^|]*\| (\w+)(.*?) \|' % re.escape(f.name), page, re.M)
            if said and said[1] == 'lacks':
                f.missing = list(f.calls)
            elif said:
                f.missing = [c for c in f.calls if '`%s`' % c in said[2]]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda job: compile_calls(binary, folder, 'calls_%d' % job[0], job[1]), enumerate(parts(functions, 6))))
        if '--list' in sys.argv:
            for f in functions:
                for c in f.missing:
                    print(f.header, c)
            return
        measure(binary, folder, pool, functions, by_name, few=not write)
    if write:
        with open(PAGE, 'w') as f:
            f.write(page_of(functions))
        return
    bad = []
    other = kernels_compiler.is_other()
    rows = {line.split('`')[1]: line for line in page.split('\n') if line.startswith('| `')}
    for f in fold(functions):
        found, stated = (text.split(' | ') for text in (row_of(f), rows.get(f.name, '')))
        if found[:3] != stated[:3] or not other and any(a != b for a, b in zip(found[3:], stated[3:]) if a.strip(' |')):
            bad.append('found %s\nstated %s' % (row_of(f), rows.get(f.name)))
    sys.exit('\n'.join(bad[:20] + ['docs/generated/compute-api.md is not what is found; renew it: scripts/compute_api.py BINARY --write']) if bad else 0)


if __name__ == '__main__':
    main()
