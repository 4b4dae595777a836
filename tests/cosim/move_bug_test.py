#!/usr/bin/env python3
"""move_bug_test.py RTL_WITH_BUG RTL MODEL UNIT STREAM CONFIGURATION [SETTING...]: a planted bug is found.

By diff-events, with cycle, instruction and both sides; and in a shadow, with cycle and unit.

STREAM: the group of streams in which the first divergence must lie. Without the bug the logs must be equal.
"""
import subprocess
import sys
import tempfile

bug, rtl, model, unit, stream, configuration = sys.argv[1:7]
settings = [word for s in sys.argv[7:] for word in ('--set', s)]
RUN = ['run', 'datacopy', '--shape', '128x128', '--config', configuration, '--on-undefined', 'warn', '--maxclk', '100000', *settings]


def log(binary, name, *settings):
    subprocess.run([binary, *RUN, '--events', f'{folder}/{name}', *settings], capture_output=True)
    return f'{folder}/{name}'


with tempfile.TemporaryDirectory() as folder:
    expected = log(model, 'model.jsonl')
    in_rtl = ['--set', f'units.{unit}=rtl']
    same = subprocess.run([model, 'diff-events', log(rtl, 'rtl.jsonl', *in_rtl), expected], capture_output=True, text=True)
    shadow = subprocess.run([bug, *RUN, '--set', f'units.{unit}=shadow'], capture_output=True, text=True)
    other = subprocess.run([model, 'diff-events', log(bug, 'bug.jsonl', *in_rtl), expected], capture_output=True, text=True)
print(other.stdout, *[line for line in shadow.stderr.splitlines() if line.startswith('shadow: ')], sep='\n')
wrong = []
if same.returncode != 0:
    wrong.append(f'without the bug: exit status {same.returncode}: {same.stdout}{same.stderr}')
if other.returncode != 1:
    wrong.append(f'with the bug: exit status {other.returncode}: {other.stderr}')
for text in ['first divergence: cycle ', stream, ' issued "', 'bug.jsonl:', 'model.jsonl:']:
    if text not in other.stdout:
        wrong.append(f'"{text}" is not told')
if shadow.returncode == 0 or 'shadow: cycle ' not in shadow.stderr or f', {unit}: ' not in shadow.stderr:
    wrong.append(f'as a shadow: exit status {shadow.returncode}: {shadow.stderr}')
for w in wrong:
    print('wrong:', w)
sys.exit(bool(wrong))
