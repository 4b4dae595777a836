#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""random_delay_test.py RTL_BINARY BUG_BINARY MODEL_BINARY FOLDER: backpressure at random changes cycles, never bytes (rtl.random_*).

Streams of FOLDER (tests/vectors) and kernels, each with another seed, distribution, share and mode of the clock, with RTL in the
place of one unit or of all. BUG_BINARY has packers that lose data if a grant comes late: nobody sees it otherwise.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PLACES = [['l1'], ['unpacker0', 'unpacker1'], ['packers'], ['matrix_unit'], ['players'],
          ['l1', 'unpacker0', 'unpacker1', 'packers', 'matrix_unit', 'players']]
DISTRIBUTIONS = ['uniform', 'bursts', 'geometric']
CLOCKS = ['lazy', 'gated', 'lazy', 'free']
KERNELS = [['run', 'matmul', '--shape', '64x64x96'], ['run', 'add', '--shape', '64x64', '--format', 'fp32'],
           ['run', 'datacopy', '--shape', '96x64', '--format', 'bfp8']]
errors = 0


def expect(right, what):
    global errors
    if not right:
        errors += 1
        print('wrong:', what)


def run(binary, arguments, settings, folder):
    command = [binary, *arguments]
    for s in settings:
        command += ['--set', s]
    r = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    return r.returncode, r.stdout, r.stderr


def cycles_of(folder):
    return int(re.search(r'"cycles": (\d+)', (Path(folder) / 'm.json').read_text())[1])


def without_marks(text):
    """What L1 holds: marks have cycles."""
    return [line for line in text.splitlines() if not line.startswith('mark ')]


def main():
    rtl, bug, model, vectors = sys.argv[1:]
    streams = sorted(Path(vectors).glob('*/*.scn'))[::9]
    runs = [(['stream', str(s)], i) for i, s in enumerate(streams)] + [(k, i) for k in KERNELS for i in range(len(PLACES))]
    slower = again = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (arguments, turn) in enumerate(runs):
            places = PLACES[turn % len(PLACES)]
            random = [f'rtl.random_stall_percent={[20, 60, 100][number % 3]}', f'rtl.random_seed={number}',
                      f'rtl.random_distribution={DISTRIBUTIONS[number // 2 % 3]}', f'rtl.random_most_cycles={[3, 8, 40][number // 3 % 3]}']
            settings = [f'units.{p}=rtl' for p in places] + [f'rtl.clock={CLOCKS[number % 4]}']
            name = ' '.join(arguments + settings + random)
            common = arguments + (['--metrics', 'm.json'])
            kernel = arguments[0] == 'run'
            outputs = []
            for binary, extra in (model, []), (rtl, settings + random):
                status, out, text = run(binary, common + (['--out', 'out.npy', '--quiet'] if kernel else []), extra, folder)
                expect(status == 0, f'{name}: status {status}\n{text[:1000]}')
                outputs.append(((Path(folder) / 'out.npy').read_bytes() if kernel else without_marks(out), cycles_of(folder)))
            expect(outputs[0][0] == outputs[1][0], f'{name}: other bytes')
            slower += outputs[0][1] != outputs[1][1]
            if number % 5 == 0:
                run(rtl, common + (['--quiet'] if kernel else []), settings + random, folder)
                expect(cycles_of(folder) == outputs[1][1], f'{name}: other cycles with the same seed')
                again += 1
        expect(slower > 3 * len(runs) / 4, f'{slower} of {len(runs)} runs have other cycles')

        # Of network interfaces, whole programs; their pages are compared with those of models alone by the run itself.
        program = ['program', str(Path(vectors).parents[1] / 'examples/programs/add/add.json'), '--metrics', 'm.json', '--quiet']
        nocs = ['units.noc0=rtl', 'units.noc1=rtl']
        status, _, text = run(rtl, program, nocs, folder)
        expect(status == 0, f'add.json: status {status}\n{text[:1000]}')
        plain = (Path(folder) / 'm.json').read_text()
        status, _, text = run(rtl, program, nocs + ['rtl.random_stall_percent=60'], folder)
        expect(status == 0, f'add.json: status {status}\n{text[:1000]}')
        expect(re.findall(r'"cycles": \d+', (Path(folder) / 'm.json').read_text()) != re.findall(r'"cycles": \d+', plain),
               'packets that leave later change no cycle')

        # Another seed is another run; every distribution is one of its own.
        seen = set()
        for seed, how in [(s, 'uniform') for s in range(6)] + [(0, 'bursts'), (0, 'geometric')]:
            run(rtl, [*KERNELS[0], '--metrics', 'm.json', '--quiet'],
                ['units.packers=rtl', 'rtl.random_stall_percent=50', f'rtl.random_seed={seed}', f'rtl.random_distribution={how}'], folder)
            seen.add(cycles_of(folder))
        expect(len(seen) > 3, f'cycles by seed and distribution: {sorted(seen)}')

        # A bug that only backpressure shows.
        copies = ['run', 'datacopy', '--shape', '128x128', '--config', 'documented', '--maxclk', '200000']
        status, _, text = run(bug, copies, ['units.packers=rtl'], folder)
        expect(status == 0, f'without backpressure the bug is not seen: status {status}\n{text[:1000]}')
        found = sum(run(bug, copies, ['units.packers=rtl', 'rtl.random_stall_percent=30', f'rtl.random_seed={s}'], folder)[0] != 0
                    for s in range(4))
        expect(found == 4, f'with backpressure the bug is found with {found} of 4 seeds')

        # Without a percentage the others would do nothing.
        for setting in 'rtl.random_seed=7', 'rtl.random_most_cycles=3', 'rtl.random_distribution=bursts':
            status, _, text = run(rtl, KERNELS[0], ['units.packers=rtl', setting], folder)
            expect(status == 2 and 'rtl.random_stall_percent=N as well' in text, f'{setting}: status {status}, {text}')

        # A shadow has none.
        status, _, text = run(rtl, KERNELS[0], ['units.packers=shadow', 'rtl.random_stall_percent=30'], folder)
        expect(status == 2 and 'units.packers=shadow with rtl.random_stall_percent' in text, f'a shadow: status {status}, {text}')

        # An error of L1: with a diagnosis, and the files so far.
        for binary, place in (model, []), (rtl, ['units.unpacker0=rtl']), (rtl, ['units.l1=rtl']), (rtl, ['units.packers=rtl']):
            for client, unit, at in ('unpacker0', 'unpacker', 7), ('packer0', 'packer', 2):
                status, _, text = run(binary, [*KERNELS[0], '--events', 'e.jsonl', '--quiet'],
                                      [*place, f'rtl.l1_error_client={client}', f'rtl.l1_error_at={at}'], folder)
                told = re.search(r'cycle \d+.*' + unit + r'.*L1 answers TLM_GENERIC_ERROR_RESPONSE for \d+ bytes at address \d+', text)
                expect(status == 1 and told, f'{client}, {place}: status {status}\n{text[:1000]}')
                log = (Path(folder) / 'e.jsonl').read_text()
                expect(len(log.splitlines()) > 20 and 'incomplete' in text, f'{client}, {place}: the log has {len(log)} characters')
        # One behind the last transfer: there is none, and the run says so, with how many there were.
        for binary, place in (model, []), (rtl, ['units.l1=rtl']), (rtl, ['units.l1=shadow']):
            status, _, text = run(binary, [*KERNELS[0], '--quiet'], [*place, 'rtl.l1_error_at=100000'], folder)
            told = re.search(r'warning: rtl.l1_error_at=100000: no transfer was answered with an error: unpacker0 has asked L1 for \d+ transfers', text)
            expect(status == 0 and told, f'an error that never comes, {place}: status {status}\n{text[:1000]}')
    print(f'{len(runs)} runs, {slower} with other cycles, {again} twice; {errors} errors')
    return errors != 0


if __name__ == '__main__':
    sys.exit(main())
