#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""emit_test.py SOAK TENSIX_TLM: `soak --emit` writes the same bytes for the same seed, and streams that run and end."""
import subprocess
import sys
import tempfile
from pathlib import Path

PROFILES = ['mixed', 'hazards', 'stalls', 'config', 'wraps', 'atomics']
errors = 0


def expect(right, what):
    global errors
    if not right:
        errors += 1
        print('wrong:', what)


def run(*command):
    r = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return r.returncode, r.stdout + r.stderr


def main():
    soak, model = (Path(b).resolve() for b in sys.argv[1:3])

    def emitted(folder, *options):
        status, text = run(soak, '--emit', folder, '--programs', 2, *options)
        expect(status == 0, f'{options}: status {status}: {text}')
        return {f.name: f.read_bytes() for f in sorted(folder.glob('*.scn'))}

    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        for profile in PROFILES:
            first = emitted(scratch / profile, '--profile', profile, '--seed', 7)
            expect(len(first) == 2 and len(set(first.values())) == 2, f'{profile}: two programs, not {sorted(first)}')
            expect(first == emitted(scratch / f'{profile}_again', '--profile', profile, '--seed', 7), f'{profile}: the same again')
            other = emitted(scratch / f'{profile}_other', '--profile', profile, '--seed', 8)
            expect(not set(first.values()) & set(other.values()), f'{profile}: another seed, other programs')
            for name in first:
                for configuration in 'blackhole', 'documented':
                    status, text = run(model, 'stream', scratch / profile / name, '--config', configuration)
                    expect(status == 0, f'{name}, {configuration}: status {status}: {text}')
        file = scratch / 'file'
        file.write_text('')
        for status, wanted, options in [(2, "'none' is none", ['--emit', scratch / 'x', '--profile', 'none']),
                                        (2, '--emit wants a folder', ['--emit']), (2, '--profile is for --emit', ['--profile', 'mixed']),
                                        (2, 'runs nothing', ['--emit', scratch / 'x', '--seconds', 1]),
                                        (1, 'cannot make the folder', ['--emit', file / 'below'])]:
            got, text = run(soak, *options)
            expect(got == status and wanted in text, f'{options}: status {got}: {text}')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
