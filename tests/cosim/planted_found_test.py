#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""planted_found_test.py BUG_BINARY MODEL_BINARY SOAK [UNIT:BUG...]: the streams of `soak --emit` find what is planted in the examples.

Each error of BUGS (or those named) is looked for by in_place.py --first over the streams of a profile, with RTL in the place of its
unit, and has to be found within a minute; without the error the stream that has found it shows no difference. Prints the time to each.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IN_PLACE = ROOT / 'tests/cosim/in_place.py'
SECONDS, PROGRAMS = 60, 60
# Unit: {error (`PLANTED(...) in examples/rtl): profile}. Not those that only other parameters, a reset or backpressure show.
BUGS = {
    'l1': {'lost_grant': 'hazards', 'lost_byte': 'mixed', 'short_atomic': 'atomics', 'overtaking': 'atomics', 'address_wrap': 'wraps'},
    'unpacker0': {'early_bank': 'mixed', 'late_row': 'hazards', 'address_wrap': 'wraps'},
    'packers': {'lost_beat': 'mixed', 'late_row': 'mixed', 'lost_place': 'hazards', 'short_read': 'hazards'},
    'matrix_unit': {'early_block': 'hazards', 'lost_block': 'hazards', 'overtaking': 'hazards'},
    'config_unit': {'early_shift': 'config', 'lost_bit': 'config', 'overtaking': 'config'},
    'vector_unit': {'lost_lreg': 'stalls'},
    'sync_unit': {'lost_mutex': 'hazards'},
    'scalar_unit': {'short_hold': 'atomics'},
    'misc_unit': {'one_thread': 'mixed'},
    'mover': {'late_move': 'mixed'},
    'players': {'lost_push': 'mixed', 'short_delay': 'mixed', 'stale_copy': 'mixed'},
}
# Those that it takes other parameters, a reset or backpressure to show; and where a bench of its own finds them.
OTHERS = {'packer_output': {'full_mark', 'late_grant', 'forgets_threads'}, 'noc_command': {'posted_counts', 'address_wrap', 'overtaking'}}
FOLDERS = {'l1': 'l1', 'unpacker0': 'unpacker_fetch', 'packers': 'packer_output', 'matrix_unit': 'matrix_issue', 'config_unit': 'config_issue',
           'vector_unit': 'unit_issue', 'sync_unit': 'unit_issue', 'scalar_unit': 'unit_issue', 'misc_unit': 'unit_issue', 'mover': 'unit_issue',
           'players': 'core_source'}


def by_folder():
    """What is looked for, by the folder of examples/rtl: {folder: {error: profile}}."""
    all_of = {}
    for unit, errors in BUGS.items():
        all_of.setdefault(FOLDERS[unit], {}).update(errors)
    return all_of


def table():
    return ''.join(f'| `{folder}` | ' + ', '.join(f'`{bug}` {profile}' for bug, profile in errors.items()) + ' |\n' for folder, errors in by_folder().items())


def check_lists():
    """Every error in the examples is looked for, at least three a block; and the page's table."""
    wrong = 0
    for folder in sorted(path.name for path in (ROOT / 'examples/rtl').iterdir() if list(path.glob('*.sv'))):
        there = {bug for file in (ROOT / 'examples/rtl' / folder).glob('*.sv') for bug in re.findall(r'`PLANTED\((\w+)\)', file.read_text())}
        known = set(by_folder().get(folder, {})) | OTHERS.get(folder, set())
        if there != known or 0 < len(known) < 3:
            print(f'examples/rtl/{folder}: planted are {sorted(there)}, this test knows {sorted(known)}')
            wrong += 1
    if table() not in (ROOT / 'docs/soak.md').read_text():
        print(f'docs/soak.md has another table than\n{table()}')
        wrong += 1
    return wrong


def main():
    bugs, model, soak = sys.argv[1:4]
    wanted = [w.split(':') for w in sys.argv[4:]] or [(unit, bug) for unit, of_unit in BUGS.items() for bug in of_unit]
    wrong = check_lists()
    with tempfile.TemporaryDirectory() as scratch:
        def in_place(unit, bug, folder, *options):
            r = subprocess.run([sys.executable, IN_PLACE, bugs, model, '--folder', folder, '--place', f'units.{unit}=rtl', '--jobs', '1', *options],
                               env={**os.environ, 'TENSIX_PLANTED_BUG': bug}, capture_output=True, text=True)
            return r.returncode, r.stdout + r.stderr

        for unit, bug in wanted:
            profile = BUGS[unit][bug]
            folder = Path(scratch) / profile
            if not folder.exists():
                subprocess.run([soak, '--emit', folder, '--profile', profile, '--programs', str(PROGRAMS), '--seed', '7'], check=True)
            status, text = in_place(unit, bug, folder, '--first', '--shown', '1')
            found = re.search(r'first difference after ([\d.]+) s, in run (\d+).*\n(\S+\.scn), ', text)
            right = status == 1 and found and float(found[1]) < SECONDS
            if right:  # and it is the error's
                alone = Path(scratch) / f'{unit}_{bug}'
                alone.mkdir()
                shutil.copy(folder / found[3], alone)
                status, text = in_place(unit, 'none', alone)
                right = status == 0
            print(f'{unit} {bug}: ' + (f'{found[1]} s, run {found[2]} of {profile}' if found else f'not found in {profile}') +
                  ('' if right else f'  WRONG: status {status}\n{text}'))
            wrong += not right
    return 1 if wrong else 0


sys.exit(main())
