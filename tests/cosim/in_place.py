#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""in_place.py RTL_BINARY MODEL_BINARY --place units.NAME=rtl [options]: RTL in the place of a unit changes nothing.

Runs golden vectors, experiments and kernels in both configurations, each without RTL (MODEL_BINARY) and once for every --place
(RTL_BINARY and the settings), and compares exit status, both outputs, written files, metrics without what names the run, and the timeline of
--trace; and the event logs where both binaries have --events. Exit status 1 and a line a difference if there is one.

  --place SETTINGS   NAME=VALUE,... for RTL_BINARY; repeated: one place after the other, beside one run of the model
  --set NAME=VALUE   for RTL_BINARY in every place, may be repeated
  --both NAME=VALUE  for both binaries: what RTL is made for, if it is not the configuration's (may be repeated)
  --sample N         every N-th run only, always the same ones (default 1: all)
  --turns            every stream in one configuration instead of both, by turns, kernels in both; every run with all places at
                     once and with one of them, by turns
  --folder DIR       the stream files of a folder instead (those of `soak --emit`)
  --kernels          the kernels alone; --streams: the stream files alone
  --programs         the programs of examples/programs instead (they have no --events)
  --jobs N           runs at a time (default 2)
  --unlike TEXT      a line of the outputs that starts so may differ (may be repeated)
  --shown N          differences printed (default 10)
  --first            stop at the first run that differs, and say after how many seconds that was
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATIONS = ['blackhole', 'documented']
KERNEL_OPTIONS = [[], ['--fidelity', 'hifi4'], ['--fp32-dest'], ['--dst-sync', 'full'], ['--issue', 'direct'], ['--feed-bytes', '16'],
                  ['--throttle', 'x2']]
OTHER_KERNELS = [['sub'], ['transpose'], ['unary'], ['unary', '--op', 'gelu'], ['tilize'], ['untilize'], ['reduce'],
                 ['reduce', '--op', 'max', '--axis', 'h'], ['reduce', '--op', 'avg', '--axis', 'hw'],
                 ['datacopy', '--out-format', 'fp32'], ['add', '--in0-format', 'bfp8', '--in1-format', 'bfp8', '--out-format', 'fp32']]
# Of the metrics, what says which run it was and how long the host took.
OF_THE_RUN = ['host_seconds', 'command', 'parameters', 'version', 'program', 'path']
# Adapters that say what RTL waited for: the critical path is the model's (docs/critical-path.md).
TELL_CAUSES = {'units.l1=rtl', 'units.matrix_unit=rtl', 'units.packers=rtl', 'units.unpacker0=rtl', 'units.unpacker1=rtl',
               'units.noc0=rtl', 'units.noc1=rtl', 'units.vector_unit=rtl', 'units.misc_unit=rtl', 'units.mover=rtl',
               'units.sync_unit=rtl', 'units.scalar_unit=rtl', 'units.config_unit=rtl'}
# RTL does not say who met whom at its L1; the critical path is compared apart.
NOT_TOLD_BY_RTL = [('kernel', 'limited_by'), ('l1', 'blocked_by'), ('settings', 'quantum_ps')]


def jobs(o):
    """(name, arguments) of every run."""
    if o.programs:
        files = sorted((ROOT / 'examples/programs').glob('*/*.json'))
        return [(f'program {f.stem}, {c}', ['program', str(f), '--config', c]) for f, c in product(files, CONFIGURATIONS)][::o.sample]
    streams, kernels = [], []
    if o.folder:
        files = sorted(o.folder.glob('*.scn'))
        return [(f'{f.name}, {c}', ['stream', str(f.resolve()), '--config', c]) for f, c in product(files, CONFIGURATIONS)][::o.sample]
    files = sorted((ROOT / 'tests/vectors').glob('*/*.scn')) + sorted((ROOT / 'tests/experiments').glob('*.scn'))
    for (number, file), c in product(enumerate(files), CONFIGURATIONS):
        if o.turns and c != CONFIGURATIONS[number % len(CONFIGURATIONS)]:
            continue
        streams.append((f'{file.relative_to(ROOT)}, {c}', ['stream', str(file), '--config', c]))
    for kernel, form, extra, c in product(['datacopy', 'add', 'mul', 'matmul'], ['bf16', 'fp16', 'fp32', 'bfp8'], KERNEL_OPTIONS,
                                          CONFIGURATIONS):
        shape = '96x96x96' if kernel == 'matmul' else '128x128'
        kernels.append((' '.join(['run', kernel, form, *extra, c]),
                        ['run', kernel, '--shape', shape, '--format', form, '--out', 'out.npy', *extra, '--config', c]))
    for kernel, form, c in product(OTHER_KERNELS, ['bf16', 'fp32'], CONFIGURATIONS):
        kernels.append((' '.join(['run', *kernel, form, c]),
                        ['run', *kernel, '--shape', '96x128', '--format', form, '--out', 'out.npy', '--config', c]))
    chosen = (streams if not o.kernels else []) + (kernels if not o.streams else [])
    return chosen[::o.sample]


def without_players(out):
    """Players in RTL have no accounts: what the model's have is left out."""
    metrics = json.loads(out['metrics.json'])
    metrics.pop('cores', None)
    for core in 't0', 't1', 't2', 'b':
        for bound in 'core_' + core, 'push_' + core:
            metrics.get('bounds', {}).pop(bound, None)
    out['metrics.json'] = json.dumps(metrics, indent=1).encode()
    cores = re.search(rb'"pid":(\d+),"name":"process_name","args":\{"name":"cores"\}', out['trace.json'])
    if cores:
        lines = out['trace.json'].split(b'\n')
        out['trace.json'] = b'\n'.join(line for line in lines if b'"pid":%s,' % cores[1] not in line)
    out["trace.json"] = re.sub(rb'"(tid|sort_index)":\d+', b"", out["trace.json"])  # numbers of the tracks behind
    out['stdout'] = re.sub(rb'\n+core .*?(?=\n\n)', b'', out['stdout'], flags=re.S)


def outcome(binary, arguments, settings, events, unlike):
    """What a run leaves behind: {what: bytes}."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        command = [binary, *arguments, '--metrics', 'metrics.json', '--trace', 'trace.json', '--on-undefined', 'warn',
                   '--maxclk', '2000000']
        for s in settings:
            command += ['--set', s]
        if events:
            command += ['--events', 'events.jsonl']
        r = subprocess.run(command, capture_output=True, cwd=folder)
        out = {'exit status': str(r.returncode).encode()}
        for what, text in ('stdout', r.stdout), ('stderr', r.stderr):
            lines = [re.sub(rb'(configuration \S+) with .*', rb'\1', line) for line in text.split(b'\n')]
            out[what] = b'\n'.join(line for line in lines if not any(line.startswith(u) for u in unlike))
        for file in sorted(folder.iterdir()):
            out[file.name] = file.read_bytes()
        if 'metrics.json' in out:
            metrics = json.loads(out['metrics.json'])
            out['critical path'] = json.dumps([metrics.get('path'), (metrics.get('kernel') or {}).get('limited_by')], indent=1).encode()
            for key in OF_THE_RUN:
                metrics.pop(key, None)
            for group, key in NOT_TOLD_BY_RTL:
                if isinstance(metrics.get(group), dict):
                    metrics[group].pop(key, None)
            if isinstance(metrics.get('kernel'), dict):
                metrics['kernel'].pop('configuration', None)
            # "configuration NAME with SETTINGS" stands in titles, too.
            out['metrics.json'] = re.sub(r'(configuration \w+) with [^"]*', r'\1', json.dumps(metrics, indent=1)).encode()
        if 'trace.json' in out:  # without lines that name the run, and the comma that all but the last have
            lines = [line.rstrip(b',') for line in re.sub(rb'"otherData":.*', b'', out['trace.json']).split(b'\n')]
            out['trace.json'] = b'\n'.join(line for line in lines if not re.search(rb'"(path|does|critical path)"', line))
        if 'events.jsonl' in out:  # the first line is the configuration
            out['events.jsonl'] = out['events.jsonl'].partition(b'\n')[2]
        return out


def first_difference(a, b):
    """The first line in which two contents differ."""
    a, b = a.decode(errors='replace').splitlines(), b.decode(errors='replace').splitlines()
    for number in range(max(len(a), len(b))):
        left, right = (x[number] if number < len(x) else '(its end)' for x in (a, b))
        if left != right:
            same = next((i for i, (l, r) in enumerate(zip(left, right)) if l != r), 0)
            start = max(0, same - 60)
            return f'line {number + 1}: RTL: {left[start:start + 160]!r}, model: {right[start:start + 160]!r}'
    return 'ends of lines'


def compare(number, job, o, events):
    """Lines, one a difference: the job of that number in the places of o beside one run of the model."""
    name, arguments = job
    places = o.place
    if o.turns:
        places = [o.at_once, places[number % len(places)]]
    unlike = [u.encode() for u in ['host:', 'limited by', 'at least:', 'note: units.', *o.unlike]]
    of_the_model = outcome(o.model_binary, arguments, o.both, events, unlike)
    wrong = []
    for place in places:
        rtl, model = outcome(o.rtl_binary, arguments, o.both + place, events, unlike), dict(of_the_model)
        if 'units.players=rtl' in place:
            for out in rtl, model:
                without_players(out)
        if not TELL_CAUSES.issuperset(p for p in place if p.startswith('units.')):
            for out in rtl, model:
                out.pop('critical path', None)
        for what in sorted(rtl.keys() | model.keys()):
            if rtl.get(what) != model.get(what):
                missing = 'RTL leaves none' if what not in rtl else 'the model leaves none' if what not in model else None
                wrong.append(f'{name}, {" ".join(place)}: {what}: {missing or first_difference(rtl[what], model[what])}')
    return wrong


def has_events(binary):
    return b'--events ' in subprocess.run([binary, 'stream', '--help'], capture_output=True).stdout


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('rtl_binary', type=Path)
    p.add_argument('model_binary', type=Path)
    p.add_argument('--place', action='append', default=[])
    p.add_argument('--set', action='append', default=[])
    p.add_argument('--both', action='append', default=[])
    p.add_argument('--sample', type=int, default=1)
    p.add_argument('--turns', action='store_true')
    p.add_argument('--folder', type=Path)
    p.add_argument('--kernels', action='store_true')
    p.add_argument('--streams', action='store_true')
    p.add_argument('--programs', action='store_true')
    p.add_argument('--jobs', type=int, default=2)
    p.add_argument('--unlike', action='append', default=[])
    p.add_argument('--shown', type=int, default=10)
    p.add_argument('--first', action='store_true')
    o = p.parse_args()
    if o.folder and (o.kernels or o.streams or o.programs or o.turns):
        p.error('--folder says what runs: without --kernels, --streams, --programs and --turns')
    if o.folder and not list(o.folder.glob('*.scn')):
        p.error(f'--folder {o.folder}: no stream file (*.scn) there')
    o.rtl_binary, o.model_binary = o.rtl_binary.resolve(), o.model_binary.resolve()
    if not o.place:
        p.error('without --place both runs are the same')
    o.at_once = ','.join(o.place).split(',') + o.set
    o.place = [place.split(',') + o.set for place in o.place]
    events = not o.programs and has_events(o.rtl_binary) and has_events(o.model_binary)
    all_jobs = jobs(o)
    began, results = time.monotonic(), []
    with ThreadPoolExecutor(o.jobs) as pool:
        under_way = [pool.submit(compare, number, job, o, events) for number, job in enumerate(all_jobs)]
        for one in as_completed(under_way) if o.first else under_way:
            results.append(one.result())
            if o.first and results[-1]:
                print(f'first difference after {time.monotonic() - began:.1f} s, in run {len(results)} of {len(all_jobs)}')
                for other in under_way:
                    other.cancel()
                break
    differing = [r for r in results if r]
    for line in [line for r in differing for line in r][:o.shown]:
        print(line)
    print(f'{len(results)} runs with {"; ".join(" ".join(place) for place in o.place)}{"" if events else " (no --events)"}: {len(differing)} differ')
    return 1 if differing or not all_jobs else 0


if __name__ == '__main__':
    sys.exit(main())
