#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""core_deadlock_test.py RTL_BINARY MODEL_BINARY: with players in RTL, a poll that never holds, and pushes behind a full FIFO, end the
run in every mode of the clock, and say who waits as the model does."""
import subprocess
import sys
import tempfile
from pathlib import Path

SEMWAIT = '0xa6ff8011'  # while semaphore 2 is zero
rtl, model = sys.argv[1:3]
errors = 0
for lines, named in (('t0 poll 0x1ff00 1 1', 'RISC-V T0 polls 0x0001ff00 (L1)'), (f't1 push {SEMWAIT} ' + '0x2000000 ' * 60, 'T1')):
    ends = {}
    for binary, source, clock in (model, 'model', 'lazy'), (rtl, 'rtl', 'lazy'), (rtl, 'rtl', 'gated'), (rtl, 'rtl', 'free'):
        with tempfile.TemporaryDirectory() as folder:
            stream = Path(folder) / 'deadlock.scn'
            stream.write_text(lines + '\n')
            r = subprocess.run([binary, 'stream', stream, '--set', f'units.players={source}', '--set', f'rtl.clock={clock}'],
                               capture_output=True, text=True)
        if r.returncode != 3 or 'deadlock at cycle' not in r.stderr or named not in r.stderr:
            errors += 1
            print(f'wrong: {source}, {clock}: status {r.returncode}\n{r.stdout}{r.stderr}')
        ends[source, clock] = r.stderr.splitlines()
    if any(e[1:] != ends['model', 'lazy'][1:] for e in ends.values()):
        errors += 1
        print(f'wrong: not the same wait in all of them: {ends}')
    # The clock's last edges are no cycles of the run; a core of RTL that polls goes on as long as they last.
    if 'poll' not in lines and len({e[0] for (source, _), e in ends.items() if source == 'rtl'}) != 1:
        errors += 1
        print(f'wrong: not the same cycle in every mode of the clock: {ends}')
sys.exit(bool(errors))
