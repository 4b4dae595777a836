#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""instruction_names.py [--check]: writes workload/device/include/tensix/instruction_names.h from models/isa/instructions.def.

TT_OP_NAME(...) is the word of an instruction, TTI_NAME(...) executes it as an instruction of the core, TT_NAME(...) stores a word
that is known only as the program runs to the thread's FIFO. Operands are the fields of the word, the upper ones first, which is
the order of the public kernel library; so are those that some instructions have and do not use."""
import os, re, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OUT = os.path.join(ROOT, 'workload/device/include/tensix/instruction_names.h')
SIMPLE = [('imm12_math', 12, 12), ('lreg_c', 8, 4), ('lreg_dest', 4, 4), ('instr_mod1', 0, 4)]  # most of the vector unit's
# Operands that are written, but do nothing, of instructions whose table has none for these bits; or none that is written.
MORE = {'ATCAS': [('data_reg_index', 6, 6)], 'SFPLUT': [('dest_reg_addr', 0, 13)]}
NOT_WRITTEN = {('PACR_SETREG', 'bit_11'), ('SFPLUTFP32', 'mod1_mirror')}
USUAL = {'SFPABS', 'SFPCOMPC', 'SFPENCC', 'SFPEXEXP', 'SFPEXMAN', 'SFPGT', 'SFPLE', 'SFPLZ', 'SFPMOV', 'SFPNOT', 'SFPPOPC', 'SFPPUSHC',
         'SFPSWAP', 'SFPTRANSP', 'SFPXOR'}
# Which LRegs are written, where it is not the one of the field lreg_dest or lreg_ind.
NONE_WRITTEN = {'SFPSTORE', 'SFPCONFIG', 'SFPSETCC', 'SFPENCC', 'SFPCOMPC', 'SFPPUSHC', 'SFPPOPC', 'SFPNOP'}
ALL_WRITTEN = {'SFPTRANSP', 'SFPSHFT2', 'SFPLOADMACRO'}


def table():
    with open(os.path.join(ROOT, 'models/isa/instructions.def')) as f:
        text = re.sub(r'//.*', '', f.read())
    found = {}
    for kind, inner in re.findall(r'TENSIX_(INSTRUCTION|FIELD)\(([^)]*)\)', text):
        p = [x.strip() for x in inner.split(',')]
        if kind == 'INSTRUCTION':
            found[p[0]] = (int(p[1], 16), [])
        else:
            found[p[0]][1].append((p[1], int(p[2]), int(p[3])))
    return found


def operands(name, fields):
    fields = [f for f in fields if (name, f[0]) not in NOT_WRITTEN] + MORE.get(name, [])
    if name in USUAL:
        known = {lo: (n, lo, width) for n, lo, width in fields}
        fields = [known.get(lo, (n, lo, width)) for n, lo, width in SIMPLE]
    return sorted(fields, key=lambda f: -f[1])


def header():
    lines = ['''// SPDX-License-Identifier: Apache-2.0
// Instructions by name: written by scripts/instruction_names.py from models/isa/instructions.def.
// TT_OP_NAME(...): the word. TTI_NAME(...): executed, operands are constants. TT_NAME(...): operands may be known only as the program
// runs. Operands: the word's fields, the upper ones first. What the compiler is told about LRegs: tensix/instructions.h.
#pragma once
#include "tensix/instructions.h"
// clang-format off
''']
    for name, (code, fields) in table().items():
        args = operands(name, fields)
        names = ', '.join(a for a, _, _ in args)
        word = ' | '.join([f'{code << 24:#x}u'] + [f'::tensix::device::operand({a}, {lo}, {width})' for a, lo, width in args])
        listed = f'({names})' if args else ''
        vector = name.startswith('SFP')
        if not vector:
            written = ''
        elif name == 'SFPCONFIG':
            written = '::tensix::device::config_written(config_dest)'
        elif name in NONE_WRITTEN or not args:
            written = '0'
        elif name in ALL_WRITTEN:
            written = '0xff'
        elif name == 'SFPSWAP':
            written = '::tensix::device::lreg_bit(lreg_src_c) | ::tensix::device::lreg_bit(lreg_dest)'
        else:
            written = f"::tensix::device::lreg_bit({'lreg_ind' if any(a == 'lreg_ind' for a, _, _ in args) else 'lreg_dest'})"
        lines.append(f'#define TT_OP_{name}{listed} ({word})')
        lines.append(f"#define TTI_{name}{listed} TENSIX_TTI{'_VECTOR' if vector else ''}(TT_OP_{name}{listed}"
                     f"{', ' + written if vector else ''})")
        lines.append(f"#define TT_{name}{listed} ::tensix::device::{'push_vector' if vector else 'push'}(TT_OP_{name}{listed}"
                     f"{', ' + written if vector else ''})")
    return '\n'.join(lines) + '\n'


if __name__ == '__main__':
    if '--help' in sys.argv:
        sys.exit(print(__doc__))
    text = header()
    if '--check' in sys.argv:
        with open(OUT) as f:
            if f.read() != text:
                sys.exit(f'{OUT} is not what scripts/instruction_names.py writes')
    else:
        with open(OUT, 'w') as f:
            f.write(text)
