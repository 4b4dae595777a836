#!/usr/bin/env python3
"""issue_if_test.py IVERILOG VVP: with four states, tt_issue_if finds every broken rule, X among them, and names the signal."""
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SV = HERE.parents[1] / 'testbench/cosim/sv'
CASES = {
    'legal': None,
    'valid_in_reset': 'issue_valid[0] in reset',
    'x_valid': 'X on issue_valid[2]',
    'x_word': 'X on issue_word[0]',
    'x_ready': 'X on issue_ready[1]',
    'x_hold': 'X on issue_hold[0]',
    'x_drained': 'X on issue_drained[0]',
    'no_reason': 'issue_ready[0] is low without issue_reason[0]',
    'not_quiet': 'issue_valid[0] in 2 cycles that hold forbids',
    'drained_falls': 'issue_drained[1] falls without an issue',
    'not_active': 'issue_active is low, but thread 0 is not drained',
}


def main():
    iverilog, vvp = sys.argv[1:3]
    errors = 0
    with tempfile.TemporaryDirectory() as folder:
        program = folder + '/test'
        made = subprocess.run([iverilog, '-g2012', '-Wall', '-o', program, SV / 'tt_issue_pkg.sv', SV / 'tt_issue_if.sv',
                               HERE / 'issue_if_test.sv'], capture_output=True, text=True)
        if made.returncode != 0 or made.stderr:
            print(made.stderr)
            return 1
        for case, message in CASES.items():
            r = subprocess.run([vvp, '-n', program, '+case=' + case], capture_output=True, text=True)
            text = r.stdout + r.stderr
            right = (r.returncode == 0 and 'no rule was broken' in text) if message is None else (
                r.returncode != 0 and message in text and 'no rule was broken' not in text)
            if not right:
                errors += 1
                print(f'{case}: status {r.returncode}, expected {message!r}, got:\n{text}')
    print(f'{len(CASES)} cases, {errors} wrong')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
