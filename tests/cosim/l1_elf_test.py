#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""l1_elf_test.py RTL_BINARY MODEL_BINARY FOLDER: with L1 in RTL, programs of the RISC-V cores (FOLDER: tests/elf_programs) leave the
same bytes and event logs as with the model: loaded by the host, started by B, rings moved by B.

Such a run ends when nobody has anything to do any more, a clock's last edges included: its length is not compared."""
import array
import subprocess
import sys
import tempfile
from pathlib import Path

rtl, model, programs = sys.argv[1], sys.argv[2], Path(sys.argv[3])
errors = 0


def npy(file, rows, columns, seed):
    """Small integers: exact in every format."""
    values = array.array('f', [((i * 7 + seed * 13) % 31) - 15 for i in range(rows * columns)])
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    header += ' ' * ((-len(header) - 11) % 64) + '\n'
    file.write_bytes(b'\x93NUMPY\x01\x00' + len(header).to_bytes(2, 'little') + header.encode() + values.tobytes())


def arguments(kernel, how):
    tiles = 4  # 64 x 64 of everything
    a = ['elf', '--l1', '0x20000=a.npy:bf16', '--l1w', '0xA000=2', '--l1w', '0xA004=2', '--l1w', '0xA018=0', '--dump', '0x100000:8192=out']
    for core in range(3):
        a += [f'--t{core}', programs / f'{kernel}_t{core}.elf']
    if kernel != 'datacopy':
        a += ['--l1', '0x90000=b.npy:bf16']
    if kernel == 'matmul':
        a += ['--l1w', '0xA008=2', '--l1w', '0xA00C=1', '--l1w', '0xA010=1', '--l1w', '0xA014=1']
    if how == 'direct':
        a += ['--l1w', f'0xA100={tiles}'] + (['--l1w', f'0xA120={tiles}'] if kernel != 'datacopy' else [])
    else:
        a += ['--b', programs / f'{kernel}_b.elf'] + (['--l1w', '0xA01C=5'] if how == 'rings' else [])
    return a


def outcome(binary, command, settings, folder):
    for old in 'out', 'events.jsonl':
        (folder / old).unlink(missing_ok=True)
    r = subprocess.run([binary, *map(str, command), '--events', 'events.jsonl', *settings], capture_output=True, cwd=folder)
    events = [e for e in (folder / 'events.jsonl').read_bytes().splitlines()[1:] if b'"s":' in e]
    return {'exit status': r.returncode, 'stderr': r.stderr, 'events': events,
            'output': (folder / 'out').read_bytes() if (folder / 'out').exists() else None}


with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    npy(folder / 'a.npy', 64, 64, 1)
    npy(folder / 'b.npy', 64, 64, 2)
    for kernel in 'datacopy', 'add', 'matmul':
        for how in 'direct', 'b', 'rings':
            want = outcome(model, arguments(kernel, how), [], folder)
            if want['exit status'] != 0 or not any(want['output'] or b''):
                errors += 1
                print('wrong: the model itself:', kernel, how, want['exit status'], want['stderr'].decode())
            for clock in 'lazy', 'gated', 'free':
                got = outcome(rtl, arguments(kernel, how), ['--set', 'units.l1=rtl', '--set', f'rtl.clock={clock}'], folder)
                for what in want:
                    if got[what] != want[what]:
                        errors += 1
                        print(f'wrong: {kernel}, {how}, {clock} clock: other {what}')
sys.exit(bool(errors))
