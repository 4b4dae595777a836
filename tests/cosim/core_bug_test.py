#!/usr/bin/env python3
"""core_bug_test.py BUG_BINARY RTL_BINARY MODEL_BINARY: a core whose RTL loses its 20th write is found by event logs, with cycle,
instruction and both sides. Without the bug nothing is."""
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


def never_ends(rtl, model, stream):
    """A poll that never holds, and pushes behind a full FIFO: the run ends in every mode of the clock, and says who waits."""
    wait = '0xa6ff8011'  # SEMWAIT while semaphore 2 is zero
    for text, named in (('t0 poll 0x1ff00 1 1', 'RISC-V T0 polls 0x0001ff00 (L1)'),
                        (f't1 push {wait} ' + '0x2000000 ' * 60, 'T1')):
        Path(stream).write_text(text + '\n')
        ends = {}
        for binary, unit, clock in (model, 'model', 'lazy'), (rtl, 'rtl', 'lazy'), (rtl, 'rtl', 'gated'), (rtl, 'rtl', 'free'):
            status, out, text = run(binary, 'stream', stream, '--set', 'units.players=' + unit, '--set', 'rtl.clock=' + clock)
            expect(status == 3 and 'deadlock at cycle' in text and named in text, f'{unit}, {clock}: status {status}\n{out}{text}')
            ends[unit, clock] = text.splitlines()[1:]
        expect(all(e == ends['model', 'lazy'] for e in ends.values()), f'the same wait in all of them: {ends}')


def main():
    bug, rtl, model = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        logs = {}
        for name, binary, unit in ('bug', bug, 'rtl'), ('rtl', rtl, 'rtl'), ('model', model, 'model'):
            logs[name] = f'{folder}/{name}.jsonl'
            status, _, text = run(binary, 'stream', STREAM, '--set', 'units.players=' + unit, '--events', logs[name])
            expect(status == 0 or name == 'bug', f'{name}: status {status}: {text}')
        status, out, text = run(model, 'diff-events', logs['model'], logs['rtl'])
        expect(status == 0, f'without the bug the logs are equal: status {status}\n{out}{text}')
        status, out, text = run(model, 'diff-events', logs['model'], logs['bug'])
        expect(status == 1, f'the bug is found: status {status}\n{out}{text}')
        for word in ('cycle', 'issue.t', 'model.jsonl', 'bug.jsonl'):
            expect(word in out, f'the report names {word}:\n{out}')
        never_ends(rtl, model, f'{folder}/deadlock.scn')
    status, _, text = run(rtl, 'stream', STREAM, '--set', 'units.players=shadow')
    expect(status == 2 and 'there is nothing to compare' in text, f'shadow is refused: status {status}: {text}')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
