#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rtl_coverage_test.py COVERED_BINARY RTL_BINARY MODEL_BINARY ROOT: rtl.coverage=FILE, and where it is refused.

COVERED_BINARY has the matrix unit's issue stage with counters, and an assertion that fails behind its tenth start.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

errors = 0


def expect(right, what):
    global errors
    if not right:
        errors += 1
        print('wrong:', what)


def main():
    covered, rtl, model, root = sys.argv[1:]
    fails, ends = f'{root}/tests/experiments/TWOBLK-elwmul.scn', f'{root}/docs/examples/walk.scn'
    with tempfile.TemporaryDirectory() as folder:
        def run(binary, stream, *settings):
            r = subprocess.run([binary, 'stream', stream, *(x for s in settings for x in ('--set', s))], capture_output=True, text=True,
                               cwd=folder)
            return r.returncode, r.stdout + r.stderr

        def counts(name):
            lines = (Path(folder) / name).read_text().splitlines()
            expect(lines[0] == '# SystemC::Coverage-3' and sum(x.startswith('#') for x in lines) == 1, f'{name} begins {lines[:2]}')
            return {m[1]: int(m[2]) for m in (re.fullmatch(r"C '(.*)' (\d+)", x) for x in lines[1:])}

        in_place = 'units.matrix_unit=rtl'
        status, text = run(covered, ends, in_place, 'rtl.coverage=ends.dat')
        expect(status == 0, f'a run that ends: status {status}\n{text}')
        status, text = run(covered, fails, in_place, 'rtl.coverage=fails.dat')
        expect(status == 6, f'a run that RTL ends: status {status}\n{text}')
        few, many = counts('ends.dat'), counts('fails.dat')
        expect(few.keys() == many.keys() and len(few) > 100 and all('matrix_issue' in point for point in few), f'{len(few)} points')
        met = [sum(n > 0 for n in c.values()) for c in (few, many)]
        expect(0 < met[0] < met[1] < len(few), f'{met} of {len(few)} points met')
        expect(sorted(p.name for p in Path(folder).iterdir()) == ['ends.dat', 'fails.dat'], f'left behind: {list(Path(folder).iterdir())}')
        status, _ = run(covered, ends, in_place, 'rtl.coverage=fails.dat')
        expect(status == 0 and counts('fails.dat') == few, 'the file is begun anew, with the same counts')
        tool = shutil.which('verilator_coverage')
        if tool:
            r = subprocess.run([tool, '--write-info', 'all.info', 'ends.dat', 'fails.dat'], cwd=folder, capture_output=True, text=True)
            info = (Path(folder) / 'all.info').read_text() if r.returncode == 0 else r.stdout + r.stderr
            expect(re.search(r'SF:.*matrix_issue\.sv\n', info) and re.search(r'DA:\d+,[1-9]', info), f'as LCOV: {info[:500]}')

        for binary, settings, wanted in [
                (rtl, [in_place, 'rtl.coverage=none.dat'], "the RTL 'matrix_issue' was made without what counts it"),
                (model, ['rtl.coverage=none.dat'], 'rtl.coverage: there is no RTL in this run'),
                (model, ['rtl.random_stall_percent=30'], 'rtl.random_stall_percent: there is no RTL in this run'),
                (rtl, ['rtl.random_seed=7'], 'rtl.random_seed: there is no RTL in this run'),
                (covered, [in_place, 'rtl.coverage=no/folder.dat'], "rtl.coverage: cannot write 'no/folder.dat'")]:
            status, text = run(binary, ends, *settings)
            expect(status == 2 and wanted in text, f'{settings}: status {status}: {text}')
        expect(not (Path(folder) / 'none.dat').exists(), 'nothing is written by what is refused')
    return 1 if errors else 0


sys.exit(main())
