#!/usr/bin/env python3
"""l1_bug_test.py BUG_BINARY RTL_BINARY MODEL_BINARY: an L1 in RTL that serves a beat without telling its client is found: by event
logs, with cycle, address and both sides; and in shadow by its first beat. Without the bug nothing is found."""
import re
import subprocess
import sys
import tempfile

RUN = ['run', 'matmul', '--shape', '96x96x96', '--config', 'documented']
bug, rtl, model = sys.argv[1:4]
errors = 0


def expect(right, what):
    global errors
    if not right:
        errors += 1
        print('wrong:', what)


def run(*command):
    r = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return r.returncode, r.stdout, r.stderr


with tempfile.TemporaryDirectory() as folder:
    logs = {}
    for name, binary, unit in ('bug', bug, 'rtl'), ('rtl', rtl, 'rtl'), ('model', model, 'model'):
        logs[name] = f'{folder}/{name}.jsonl'
        status, _, text = run(binary, *RUN, '--set', 'units.l1=' + unit, '--events', logs[name])
        expect(status == 0, f'{name}: status {status}: {text}')
    status, out, text = run(model, 'diff-events', logs['model'], logs['rtl'])
    expect(status == 0, f'without the bug the logs are equal: status {status}\n{out}{text}')
    status, out, text = run(model, 'diff-events', logs['model'], logs['bug'])
    print(out)
    expect(status == 1, f'the bug is found: status {status}\n{out}{text}')
    for wanted in r'cycle \d+', r'\bl1\b', r'0x[0-9a-f]+', r'model\.jsonl', r'bug\.jsonl':
        expect(re.search(wanted, out), f'the report has {wanted}:\n{out}')
status, _, text = run(bug, *RUN, '--set', 'units.l1=shadow')
expect(status == 5, f'a difference in shadow is exit status 5, not {status}')
expect(re.search(r'l1.*transfer \d+, beat \d+, address \d+: RTL grants it in cycle \d+', text), f'shadow says what differs:\n{text[:2000]}')
status, _, text = run(rtl, *RUN, '--set', 'units.l1=shadow')
expect(status == 0 and 'otherwise than the model 0 times' in text, f'no bug, no difference: status {status}\n{text[:2000]}')
sys.exit(bool(errors))
