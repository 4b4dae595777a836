#!/usr/bin/env python3
"""move_if_test.py IVERILOG VVP: tt_dst_if and tt_src_if in a simulator with four states."""
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOLD = {1: 'in reset', 2: 'in reset', 3: 'X on row of port 2', 4: 'X on blocked', 5: 'blocked without re', 6: 'X on re',
        7: 'X on wdata, datum 3', 8: 'X on wrow', 9: 'not announced', 10: 'not announced', 11: 'X on wrote',
        12: "bank 1 is cleared", 13: 'X on clr_value', 14: "a write to bank 1", 15: 'X on data, datum 15', 16: 'X on row',
        17: 'X on own', 18: 'X on we', 19: 'bank 1 is given', 20: 'X on give_bank or fmt', 21: 'own has not fallen',
        22: 'X on rrow'}
wrong = 0
with tempfile.TemporaryDirectory() as folder:
    out = Path(folder) / 'test.vvp'
    made = subprocess.run([sys.argv[1], '-g2012', '-Wall', '-o', out, *(ROOT / 'testbench/cosim/sv').glob('tt_[ds][sr][tc]_if.sv'),
                           ROOT / 'tests/cosim/move_if_test.sv'], capture_output=True, text=True)
    print(made.stderr, end='')
    wrong += made.returncode != 0 or 'tt_' in made.stderr
    for breach in range(0, len(TOLD) + 1):
        r = subprocess.run([sys.argv[2], out, f'+breach={breach}'], capture_output=True, text=True)
        said = r.stdout + r.stderr
        right = r.returncode == 0 and 'no breach' in said if breach == 0 else r.returncode != 0 and TOLD[breach] in said and 'cycle' in said
        if not right:
            print(f'breach {breach}, exit status {r.returncode}: {said}')
            wrong += 1
sys.exit(wrong > 0)
