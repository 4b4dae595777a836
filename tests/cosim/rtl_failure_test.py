#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rtl_failure_test.py BUG_BINARY STREAM: an assertion in RTL ends the run with cycle and files, and an exit status of its own."""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from waves_test import by_cycle, read_vcd

binary, stream = sys.argv[1:]
errors = 0


def expect(right, what):
    global errors
    if not right:
        errors += 1
        print('wrong:', what)


for source in 'rtl', 'shadow':
    for clock in 'lazy', 'gated', 'free':
        with tempfile.TemporaryDirectory() as folder:
            r = subprocess.run([binary, 'stream', stream, '--set', f'units.matrix_unit={source}', '--set', f'rtl.clock={clock}', '--events',
                                'e.jsonl', '--metrics', 'm.json', '--vcd', 'w.vcd', '--rtl-waves', 'i.vcd', '--trace', 't.json'], cwd=folder, capture_output=True, text=True)
            said, how = r.stdout + r.stderr, f'{source}, {clock}: '
            expect(r.returncode == 6, f'{how}exit status {r.returncode}: {said[-1500:]}')
            cycle = re.search(r'RTL matrix_issue has stopped in cycle (\d+)', r.stderr)
            time = re.search(r'the planted assertion at (\d+) ps', said)
            expect(cycle and time, f'{how}cycle and time are said: {said[-1500:]}')
            if cycle and time:
                expect(int(time[1]) == int(cycle[1]) * 1000 + 500, f'{how}$time {time[1]} is of the edge of cycle {cycle[1]}')
                expect(50 < int(cycle[1]) < 5000, f'{how}cycle {cycle[1]}')
            for file in 'e.jsonl', 'm.json', 'w.vcd', 't.json':
                expect(file + ' (--' in r.stderr.partition('incomplete (rtl_failed at cycle ')[2], f'{how}{file} is said to be incomplete')
                expect((Path(folder) / file).stat().st_size > 500, f'{how}{file} has what there was')
            signals, end = read_vcd(Path(folder) / 'w.vcd')
            failed = by_cycle(signals['rtl.failed'], end)
            if cycle:
                expect(list(failed) == [int(cycle[1])] and end == int(cycle[1]) + 1, f'{how}w.vcd ends with the failing cycle {cycle[1]}: {failed}, {end}')
                expect(signals['matrix_unit_pins.clk'][-1] == (end - 1, 1), f'{how}the failing edge is there: {signals["matrix_unit_pins.clk"][-3:]}')
                inside = (Path(folder) / 'i.matrix_issue.vcd').read_text()
                begun = re.search(r'\$var wire +32 (\S+) begun ', inside)
                expect(begun, f'{how}i.matrix_issue.vcd has what is in the RTL')
                times = inside.split('\n#')
                expect(times[-1].startswith(time[1] + '\n'), f'{how}i.matrix_issue.vcd ends at {time[1]} ps: {times[-1][:40]}')
                if begun:
                    before = [t for t in times if re.search(rf'^b0*1010 {re.escape(begun[1])}$', t, re.M)]
                    expect(len(before) == 1 and int(before[0].split('\n')[0]) == int(time[1]) - 1000, f'{how}it counts to ten at the edge before')
            metrics = json.loads((Path(folder) / 'm.json').read_text())
            expect(metrics['end'] == 'rtl_failed', f'{how}metrics say so: {metrics["end"]}')
sys.exit(bool(errors))
