#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""binary_dest_reuse_tiles against NumPy. Usage: dest_reuse_test.py BINARY"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])


def run(folder, form, source, *options):
    inputs = [w for i in range(3) for w in ('--cb', '%d=%s/%d.npy:%s' % (i, folder, i, form))]
    return subprocess.run([BINARY, 'kernel', source, '--hazards', 'warn', '--ct-arg', '4', *inputs, '--cb', '16=:%s:tiles=8' % form, '--out',
                           '16=%s/out.npy' % folder, *options], capture_output=True, text=True)


def main():
    random = np.random.default_rng(3)
    failed = []
    source = os.path.join(HERE, 'kernels', 'dest_reuse.cpp')
    with tempfile.TemporaryDirectory() as folder:
        a, b, c = (random.integers(-7, 8, (32, 256)).astype(np.float32) for _ in range(3))
        for i, x in enumerate((a, b, c)):
            np.save(os.path.join(folder, '%d.npy' % i), x)
        # Dst's first tiles and its last ones, whose last face ZEROACC of 16 rows would look for in the other half.
        for form, first, options in (('bf16', 1, ['--fidelity', 'hifi4']), ('bf16', 5, ['--fidelity', 'hifi4']), ('bf16', 4, ['--unchecked']),
                                     ('fp16', 5, ['--fidelity', 'hifi4', '--dst-sync', 'full']),
                                     ('fp16', 13, ['--fidelity', 'hifi4', '--dst-sync', 'full']), ('fp32', 1, ['--fidelity', 'hifi4', '--fp32-dest'])):
            done = run(folder, form, source, '--ct-arg', str(first), *options)
            if done.returncode or 'hazard' in done.stderr:
                failed.append('%s %d %s: %s' % (form, first, options, done.stderr[:2000]))
                continue
            got, want = np.load(os.path.join(folder, 'out.npy')), (c - (a + b)) * a - b
            if not (got == want).all():
                at = np.argwhere(got != want)
                failed.append('%s %d %s: %d wrong, first at %s: %g, not %g' % (form, first, options, len(at), at[0], got[tuple(at[0])], want[tuple(at[0])]))
        with open(source) as f:
            text = f.read()
        wrong = os.path.join(folder, 'wrong.cpp')
        # Another operation is wrong use; another buffer of the same format is none.
        for old, new, status, said in (('init<ELWMUL, to_a>', 'init<ELWADD, to_a>', 1, ('initialised', 'wrong.cpp:19')),
                                       ('init<ELWMUL, to_a>(CBIndex::c_0)', 'init<ELWMUL, to_a>(CBIndex::c_1)', 0, ())):
            with open(wrong, 'w') as f:
                f.write(text.replace(old, new))
            done = run(folder, 'bf16', wrong, '--ct-arg', '1')
            if done.returncode != status or not all(s in done.stderr for s in said):
                failed.append('%s: %d %s' % (new, done.returncode, done.stderr[:500]))
    sys.exit('\n'.join(failed) if failed else 0)


if __name__ == '__main__':
    main()
