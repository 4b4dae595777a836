#!/usr/bin/env python3
"""issue_bug_test.py BUG_BINARY RTL_BINARY MODEL_BINARY: a matrix unit whose RTL lets a block of Dst be read a cycle too early is
found, by event logs with cycle, instruction and both sides, and in shadow by its first answer. Without the bug nothing is."""
import subprocess
import sys
import tempfile
from pathlib import Path

STREAM = Path(__file__).resolve().parents[1] / 'experiments/TWOBLK-elwmul.scn'
errors = 0


def expect(right, what):
    global errors
    if not right:
        errors += 1
        print('wrong:', what)


def run(*command):
    r = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return r.returncode, r.stdout, r.stderr


def main():
    bug, rtl, model = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        logs = {}
        for name, binary, unit in ('bug', bug, 'rtl'), ('rtl', rtl, 'rtl'), ('model', model, 'model'):
            logs[name] = f'{folder}/{name}.jsonl'
            status, _, text = run(binary, 'stream', STREAM, '--set', 'units.matrix_unit=' + unit, '--events', logs[name])
            expect(status == 0, f'{name}: status {status}: {text}')
        status, out, text = run(model, 'diff-events', logs['model'], logs['rtl'])
        expect(status == 0, f'without the bug the logs are equal: status {status}\n{out}{text}')
        status, out, text = run(model, 'diff-events', logs['model'], logs['bug'])
        expect(status == 1, f'the bug is found: status {status}\n{out}{text}')
        for word in ('cycle', 'ELWMUL', 'model.jsonl', 'bug.jsonl'):
            expect(word in out, f'the report names {word}:\n{out}')
    status, _, text = run(bug, 'stream', STREAM, '--set', 'units.matrix_unit=shadow')
    expect(status == 5, f'a difference in shadow is exit status 5, not {status}')
    expect('tile.matrix_unit: T1 "ELWMUL' in text and 'dst_block_hazard until cycle' in text and
           'shadow: RTL has answered otherwise than the model' in text, f'shadow says what differs:\n{text[:2000]}')
    status, _, text = run(rtl, 'stream', STREAM, '--set', 'units.matrix_unit=shadow')
    expect(status == 0 and 'otherwise than the model 0 times' in text, f'no bug, no difference: status {status}\n{text[:2000]}')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
