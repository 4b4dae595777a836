#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check.py PREFIX FOLDER: own blocks change nothing, and the error planted in each is found.

PREFIX: where tensix_tlm is installed; FOLDER: where own-tlm-rtl and own-tlm-bugs have been built.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

prefix, folder = Path(sys.argv[1]), Path(sys.argv[2])
share = prefix / 'share/tensix_tlm'
model, rtl, bugs = prefix / 'bin/tensix-tlm', folder / 'own-tlm-rtl', folder / 'own-tlm-bugs'
FIXED = ['l1.bank_policy=fixed', 'l1.port_policy=fixed']  # what own_l1 is
# Unit: what both run with, every how many of the vectors, experiments and kernels, and what finds its error.
COPIES = ['run', 'datacopy', '--shape', '128x128']
ADDS = ['stream', str(share / 'tests/vectors/G_pack/l1acc_fp32_fp32_fp32_twice.scn')]
WRITES = ['stream', str(share / 'tests/vectors/I_config/wrcfg32_0.scn')]
HEX = '0x[0-9a-f]+'
BLOCKS = {
    'packers': ([], 47, COPIES, rf'shadow: cycle \d+, packers: stream 0: other data at {HEX}: RTL {HEX}, the model {HEX}'),
    'l1': (FIXED, 101, COPIES, rf'cycle \d+, l1: transfer \d+ of \w+.*address {HEX}: behind the write RTL holds \w+, written was \w+'),
    'config_unit': ([], 43, WRITES, r'shadow: cycle \d+, config_unit: .*takes effect in cycle \d+ in RTL, in cycle \d+ in the model'),
}
wrong = 0


def expect(right, what):
    global wrong
    if not right:
        wrong += 1
        print('wrong:', what)


def run(*command):
    r = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return r.returncode, r.stdout, r.stdout + r.stderr


for unit, (both, sample, arguments, found) in BLOCKS.items():
    with tempfile.TemporaryDirectory() as place:
        status, _, text = run(sys.executable, share / 'tests/cosim/in_place.py', rtl, model, '--place', f'units.{unit}=rtl',
                              '--sample', sample, *(word for b in both for word in ('--both', b)))
        print(text, end='')
        expect(status == 0, f'{unit}: in_place.py, status {status}')

        settings = [word for b in both for word in ('--set', b)]
        status, _, text = run(rtl, *arguments, *settings, '--set', f'units.{unit}=shadow')
        expect(status == 0 and 'otherwise than the model 0 times' in text, f'{unit}, shadow: status {status}: {text[-800:]}')
        status, _, text = run(bugs, *arguments, *settings, '--set', f'units.{unit}=shadow')
        line = re.search(found, text)
        expect(status == 5 and line, f'{unit}, the error in shadow: status {status}: {text[:1500]}')
        print(f'{unit}, the planted error, status {status}: {line and line[0]}')
        if unit == 'packers':  # what is added to L1, too
            status, _, text = run(bugs, *ADDS, '--set', 'units.packers=shadow')
            expect(status == 5 and re.search(found, text), f'{unit}, the error where L1 accumulates: status {status}: {text[:1500]}')
        for name, binary, source in ('model', model, 'model'), ('rtl', rtl, 'rtl'), ('bug', bugs, 'rtl'):
            status, _, text = run(binary, *arguments, *settings, '--set', f'units.{unit}={source}', '--events', f'{place}/{name}.jsonl')
            # What the data of a kernel show, the run itself says.
            expect(status == (5 if name == 'bug' and 'run' in arguments else 0), f'{unit}, {name}: status {status}: {text[-800:]}')
        status, out, _ = run(model, 'diff-events', f'{place}/model.jsonl', f'{place}/rtl.jsonl')
        expect(status == 0, f'{unit}: equal logs, status {status}: {out}')
        status, out, _ = run(model, 'diff-events', f'{place}/model.jsonl', f'{place}/bug.jsonl')
        line = re.search(r'first divergence: cycle \d+.*', out)
        expect(status == 1 and line and 'model.jsonl:' in out and 'bug.jsonl:' in out, f'{unit}: diff-events, status {status}: {out}')
        print(f'  diff-events: {line and line[0]}')
sys.exit(bool(wrong))
