#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""reset_test.py RTL_BINARY BUG_BINARY MODEL_BINARY FOLDER: a reset in the middle of a run (stream --reset-at), with RTL and without.

Streams of FOLDER (tests/vectors), each reset in several cycles: RTL in the place of one unit or of all does what the model does, by
event logs, outputs and cycles. BUG_BINARY has packers that do not reset a register: found. The test soak_reset compares a reset of
the model with a tile that begins anew.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PLACES = [['l1', 'unpacker0', 'unpacker1', 'packers', 'matrix_unit'], ['l1'], ['unpacker0', 'unpacker1'], ['packers'], ['matrix_unit']]
CLOCKS = ['lazy', 'gated', 'lazy', 'free']
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
    rtl, bug, model, vectors = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        logs = {name: f'{folder}/{name}.jsonl' for name in ('model', 'rtl')}
        metrics = f'{folder}/m.json'

        def play(binary, stream, settings, log, *more):
            where = ['--events', log] if log else []
            status, out, text = run(binary, 'stream', stream, '--metrics', metrics, '--maxclk', 200000, '--on-undefined', 'warn', *where, *more,
                                    *(x for s in settings for x in ('--set', s)))
            if log:  # beats that the model has told ahead, and a reset has dropped
                lines = Path(log).read_text().splitlines(True)
                Path(log).write_text(''.join(line for line in lines if '"s":"pack.beat"' not in line))
            cycles = int(re.search(r'"cycles": (\d+)', Path(metrics).read_text())[1]) if status in (0, 3) else 0
            return status, out, text, cycles

        resets = 0
        for number, stream in enumerate(sorted(Path(vectors).glob('*/*.scn'))[3::47]):
            length = play(model, stream, [], None)[3]
            places = PLACES[number % len(PLACES)]
            settings = [f'units.{p}=rtl' for p in places] + [f'rtl.clock={CLOCKS[number % 4]}']
            for part in 3, 7:
                at = max(1, length * part // 10)
                name = f'{stream}, {" ".join(settings)}, --reset-at {at}'
                of_model = play(model, stream, [], logs['model'], '--reset-at', at)
                of_rtl = play(rtl, stream, settings, logs['rtl'], '--reset-at', at)
                expect(of_model[0] in (0, 3) and of_rtl[0] == of_model[0], f'{name}: status {of_model[0]} and {of_rtl[0]}\n{of_rtl[2][:800]}')
                expect(of_rtl[1] == of_model[1] and of_rtl[3] == of_model[3], f'{name}: cycles {of_model[3]} and {of_rtl[3]}')
                status, out, _ = run(model, 'diff-events', logs['model'], logs['rtl'])
                expect(status == 0, f'{name}: {out[:800]}')
                resets += 1

        # Packers that count on what was under way: seen by the events, or because STALLWAIT waits for ever.
        found, tried, four = 0, 0, ('--config', 'documented')  # packers
        for stream in sorted(Path(vectors).glob('*/*.scn'))[3::17]:
            if found:
                break
            length = play(model, stream, [], None, *four)[3]
            expect(play(bug, stream, ['units.packers=rtl'], None, *four)[0] == 0, f'{stream}: without a reset the bug is not seen')
            for part in range(2, 10):
                at = max(1, length * part // 10)
                play(model, stream, [], logs['model'], '--reset-at', at, *four)
                play(bug, stream, ['units.packers=rtl'], logs['rtl'], '--reset-at', at, *four)
                tried += 1
                found += run(model, 'diff-events', logs['model'], logs['rtl'])[0] == 1
        expect(found > 0, f'the bug is found in {found} of {tried} runs')

        # A reset that comes too late, ones that cannot be, and one that ends a deadlock.
        stream = next(Path(vectors).glob('*/*.scn'))
        status, _, text, _ = play(model, stream, [], None, '--reset-at', 10**9)
        expect(status == 0 and re.search(r'warning: --reset-at=1000000000: there was no reset, the run was over in cycle \d+', text), text)
        for arguments, told in (['--reset-at', 0], 'expected 1..'), (['--reset-at', 10, '--why'], 'exclude each other'), \
                (['--reset-at', 10, '--noc-read', '16B/cycle'], 'which would go on'):
            status, _, text = run(model, 'stream', stream, *arguments)
            expect(status == 2 and told in text, f'{arguments}: status {status}, {text}')
        status, _, text = run(rtl, 'stream', stream, '--reset-at', 10, '--set', 'units.players=rtl')
        expect(status == 2 and 'units.players=rtl' in text, text)
        stuck = Path(folder) / 'stuck.scn'
        stuck.write_text('t0 poll 0x8000 0xffffffff == 1\nt1 copy 0x8004 0x8000\nt1 st 0x8004 1\n')
        expect(run(model, 'stream', stuck)[0] == 3, 'a deadlock')
        status, _, text = run(model, 'stream', stuck, '--reset-at', 5000)  # L1 has kept the word at 0x8004
        expect(status == 0, f'behind a reset it goes on: {status}, {text}')
    print(f'{resets} resets beside the model, the bug in {found} of {tried}; {errors} errors')
    return errors != 0


if __name__ == '__main__':
    sys.exit(main())
