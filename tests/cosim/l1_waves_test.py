#!/usr/bin/env python3
"""l1_waves_test.py RTL_BINARY: in waveforms of an L1 in RTL, so many pins have gnt in a cycle as the event log has beats in it."""
import collections
import json
import re
import subprocess
import sys
import tempfile

errors = 0
for clock in 'lazy', 'gated', 'free':
    with tempfile.TemporaryDirectory() as folder:
        r = subprocess.run([sys.argv[1], 'run', 'add', '--shape', '64x64', '--set', 'units.l1=rtl', '--set', f'rtl.clock={clock}',
                            '--events', 'e.jsonl', '--vcd', 'w.vcd', '--vcd-data'],
                           capture_output=True, text=True, cwd=folder)
        vcd, events = open(f'{folder}/w.vcd').read(), open(f'{folder}/e.jsonl').read()
    beats = collections.Counter(e['c'] for e in map(json.loads, events.splitlines()) if e.get('s', '').startswith('l1.'))
    signal = {name: number for number, name in re.findall(r'\$var wire \d+ (\S+) (l1_\w+) ', vcd)}
    pins = {signal[name]: name for name in signal if name.startswith('l1_gnt_')}
    up, granted, last = set(), collections.Counter(), None
    for line in vcd[vcd.index('$enddefinitions'):].splitlines():
        if line.startswith('#'):
            now = int(line[1:])  # a cycle
            if last is not None:
                for cycle in range(last, now):
                    granted[cycle] += len(up)
            last = now
        elif line[0] in '01' and line[1:] in pins:
            (up.add if line[0] == '1' else up.discard)(line[1:])
    granted = +granted
    if r.returncode != 0 or not pins or sum(beats.values()) < 100 or granted != beats:
        errors += 1
        other = sorted(c for c in granted.keys() | beats.keys() if granted[c] != beats[c])
        print(f'wrong: {clock} clock: status {r.returncode}, {len(pins)} pins with gnt, {sum(granted.values())} grants, '
              f'{sum(beats.values())} beats, differing cycles {other[:10]}', r.stderr)
sys.exit(bool(errors))
