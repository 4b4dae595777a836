#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""reset_test.py MODEL_BINARY FOLDER: stream --reset-at forgets everything but L1.

Streams of FOLDER (tests/vectors) are reset in a random cycle; the same stream is played by a fresh run that begins with the bytes
that L1 had then. Cycles since then, outputs and event logs are equal.
"""
import collections
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

CONTENTS = ('l1 ', 'l1w ', 'l1f ', 'fill ')


def main():
    model, vectors = sys.argv[1:]
    errors = played = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        def run(stream, configuration, *more):
            r = subprocess.run([model, 'stream', str(stream), '--config', configuration, '--metrics', 'm.json', '--events', 'e.jsonl', *more],
                               capture_output=True, text=True, cwd=folder)
            out = [line for line in r.stdout.splitlines() if not line.startswith('mark')]
            return r.returncode, json.loads((folder / 'm.json').read_text())['cycles'], out

        def events(base):
            streams = collections.defaultdict(list)
            for line in (folder / 'e.jsonl').read_text().splitlines():
                e = json.loads(line)
                # Not what the reset itself does, nor beats that were told ahead and are dropped by it.
                if 's' not in e or e['c'] < base or e['s'] == 'pack.beat' or base and e['c'] == base and e['s'] in ('sem', 'mutex'):
                    continue
                e['c'] -= base
                e.pop('n', None)
                e.pop('unpacr', None)  # counted from the run's beginning on
                streams[e['s']].append(e)
            return streams

        rng = random.Random(3)
        for number, stream in enumerate(sorted(Path(vectors).glob('*/*.scn'))[::29]):
            configuration = ['blackhole', 'documented'][number % 2]
            status, length, _ = run(stream, configuration)
            if status:
                continue
            at, text = rng.randrange(1, length), stream.read_text()
            (folder / 'first.scn').write_text(text + '\noutf 0 1572864 l1.bin\n')
            run('first.scn', configuration, '--maxclk', str(at))
            lines = [line for line in text.splitlines() if not line.lstrip().startswith(CONTENTS)]
            (folder / 'fresh.scn').write_text('\n'.join(['l1f 0 l1.bin', *lines]) + '\n')
            fresh, told = run('fresh.scn', configuration, '--maxclk', '300000'), events(0)
            status, cycles, out = run(stream, configuration, '--reset-at', str(at), '--maxclk', str(at + 300000))
            if (status, cycles - at, out) != fresh or events(at) != told:
                errors += 1
                print(f'{stream}, {configuration}, reset in cycle {at}: {status}, {cycles - at} cycles; a fresh run {fresh[:2]}')
            played += 1
    print(f'{played} streams, {errors} differ')
    return errors != 0 or played < 10


if __name__ == '__main__':
    sys.exit(main())
