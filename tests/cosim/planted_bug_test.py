#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""planted_bug_test.py BUG_BINARY RTL_BINARY MODEL_BINARY --unit NAME --run ARGUMENT... [options]: a bug planted in RTL is found.

By diff-events, with cycle and both sides; and in a shadow, as exit status 5. Without the bug nothing is found, in either way.

  --bug NAME      the one of BUG_BINARY that TENSIX_PLANTED_BUG names
  --data REGEX    what the run itself says, which then ends with status 5, as its data are wrong (may be repeated)
  --told REGEX    what the report of diff-events says as well (may be repeated)
  --shadow REGEX  what a shadow says (may be repeated); without one, the unit has no shadow and must say so
  --run UNIT:SEED stands for a stream of issue_streams.py
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import issue_streams  # noqa: E402

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
    p = argparse.ArgumentParser()
    p.add_argument('binaries', nargs=3)
    p.add_argument('--unit', required=True)
    p.add_argument('--bug', default='')
    p.add_argument('--data', action='append', default=[])
    p.add_argument('--told', action='append', default=[])
    p.add_argument('--shadow', action='append', default=[])
    p.add_argument('--run', nargs=argparse.REMAINDER, required=True)
    o = p.parse_args()
    bug, rtl, model = o.binaries
    os.environ['TENSIX_PLANTED_BUG'] = o.bug

    with tempfile.TemporaryDirectory() as folder:
        for number, argument in enumerate(o.run):
            if re.fullmatch(r'\w+:\d+', argument):
                o.run[number] = f'{folder}/stream.scn'
                with open(o.run[number], 'w') as out:
                    out.write(issue_streams.write(*argument.split(':')))
        logs = {}
        for name, binary, source in ('bug', bug, 'rtl'), ('rtl', rtl, 'rtl'), ('model', model, 'model'):
            logs[name] = f'{folder}/{name}.jsonl'
            status, _, text = run(binary, *o.run, '--set', f'units.{o.unit}={source}', '--events', logs[name])
            expect(status == 0 or name == 'bug', f'{name}: status {status}: {text}')
            if name == 'bug' and o.data:
                expect(status == 5, f'wrong data are exit status 5, not {status}')
                for wanted in o.data:
                    expect(re.search(wanted, text), f'the run says {wanted}:\n{text[:2000]}')
        status, out, text = run(model, 'diff-events', logs['model'], logs['rtl'])
        expect(status == 0, f'without the bug the logs are equal: status {status}\n{out}{text}')
        status, out, text = run(model, 'diff-events', logs['model'], logs['bug'])
        print(out)
        expect(status == 1, f'the bug is found: status {status}\n{out}{text}')
        for wanted in r'first divergence: cycle \d+', r'model\.jsonl', r'bug\.jsonl', *o.told:
            expect(re.search(wanted, out), f'the report has {wanted}')

        status, _, text = run(bug, *o.run, '--set', f'units.{o.unit}=shadow')
        if not o.shadow:
            expect(status == 2 and 'there is nothing to compare' in text, f'shadow is refused: status {status}: {text}')
            return
        expect(status == 5, f'a difference in shadow is exit status 5, not {status}')
        for wanted in r'shadow: cycle \d+', 'shadow: RTL has answered otherwise than the model', *o.shadow:
            expect(re.search(wanted, text), f'shadow says {wanted}:\n{text[:2000]}')
        status, _, text = run(rtl, *o.run, '--set', f'units.{o.unit}=shadow')
        expect(status == 0 and 'otherwise than the model 0 times' in text, f'no bug, no difference: status {status}\n{text[:2000]}')


main()
sys.exit(bool(errors))
