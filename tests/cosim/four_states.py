#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""four_states.py IVERILOG VVP: with four states, the interfaces find every broken rule, X among them, and name the signal."""
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SV = HERE.parents[1] / 'cosim/rtl/sv'
INTERFACES = {'move_if_test': ['dst', 'src']}  # others have one of the test's name
CASES = {
    'issue_if_test': {
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
    },
    'core_if_test': {
        'legal': None,
        'req_in_reset': 'core_req or core_rvalid in reset',
        'x_req': 'X on core_req',
        'x_wdata': 'X on core_wdata',
        'x_gnt': 'X on core_gnt',
        'x_addr': 'X on core_addr',
        'withdrawn': 'core_req has changed before core_gnt',
        'changed': 'core_req has changed before core_gnt',
        'id_open': 'core_id 1 is that of an open load',
        'x_rvalid': 'X on core_rvalid',
        'rid_closed': 'core_rvalid of id 5, which is not open',
        'x_rdata': 'X on core_rdata',
    },
    'noc_if_test': {
        'legal': None,
        'req_in_reset': 'noc_req or noc_rvalid in reset',
        'x_req': 'X on noc_req',
        'x_wstrb': 'X on noc_wstrb',
        'x_wdata': 'X on noc_wstrb, or on noc_wdata where it is high',
        'x_gnt': 'X on noc_gnt',
        'x_addr': 'X on noc_we, noc_addr',
        'unaligned': 'is no multiple of 64',
        'withdrawn': 'noc_req has changed before noc_gnt',
        'changed': 'noc_req has changed before noc_gnt',
        'interrupted': 'another request among the words of a write',
        'id_open': 'noc_id 0 is that of an open burst',
        'x_rvalid': 'X on noc_rvalid',
        'x_rlast': 'X on noc_rid or noc_rlast',
        'rid_closed': 'noc_rvalid of id 5, which is not open',
        'answered_twice': 'noc_rvalid of id 0, which is not open',
    },
    'niu_if_test': {
        'legal': None,
        'store_in_reset': 'niu_gnt in reset',
        'x_store': 'X on niu_st_valid',
        'x_gnt': 'X on niu_st_valid, niu_ev_valid, niu_ld_re or niu_gnt',
        'x_valid': 'X on niu_pkt_valid',
        'x_header': 'X on the header',
        'gnt_alone': 'niu_gnt without niu_pkt_valid',
        'not_active': 'niu_active is low',
        'withdrawn': 'has changed before niu_gnt',
        'changed': 'has changed before niu_gnt',
    },
    'config_if_test': {
        'legal': None,
        'in_reset': 'request_valid in reset',
        'x_request': 'X on request_valid',
        'x_value': 'X on request_number or request_value',
        'x_commit': 'X on request_ready, commit_valid',
        'x_gpr': 'X on gpr_written',
        'ready_alone': 'request_ready without request_valid',
        'no_setc16': 'thread_write[2] is 0',
        'other_number': 'commit_valid of source 3, number 8, which is not in the pipeline',
        'drained_in': 'drained_in[1] is 0',
        'drained': 'issue_drained[1] is high',
        'reads_other': 'stream_read of source 2, number 4',
        'twice': 'commit_valid of source 3, number 9',
        'idle': 'idle_in is 0',
        'two_gprs': 'another unit writes a GPR',
        'gpr_request': 'gpr_valid of source 3, number 4',
        'both': 'commit_valid and gpr_valid of the same: source 1',
    },
    'move_if_test': {
        0: None,
        1: 'in reset',
        2: 'in reset',
        3: 'X on row of port 2',
        4: 'X on blocked',
        5: 'blocked without re',
        6: 'X on re',
        7: 'X on wdata, datum 3',
        8: 'X on wrow',
        9: 'not announced',
        10: 'not announced',
        11: 'X on wrote',
        12: 'bank 1 is cleared',
        13: 'X on clr_value',
        14: 'a write to bank 1',
        15: 'X on data, datum 15',
        16: 'X on row',
        17: 'X on own',
        18: 'X on we',
        19: 'bank 1 is given',
        20: 'X on give_bank or fmt',
        21: 'own has not fallen',
        22: 'X on rrow',
    },
    'l1_port_if_test': {
        0: None,
        1: 'cycle 1: req is X',
        2: 'cycle 1: addr is X',
        3: 'cycle 2: gnt is X',
        4: 'cycle 2: req changed before gnt',
        5: 'cycle 2: gnt without req',
        6: 'cycle 3: no answer to a read',
        7: 'cycle 3: no answer to a read',
        8: 'cycle 3: rdata is X',
        9: 'cycle 3: rvalid is X',
        10: 'cycle 4: wdata is X',
        11: 'cycle 4: wstrb is X',
        12: 'cycle 4: a narrow read',
        13: 'cycle 5: gnt without req',
        14: 'req in reset',
    },
}


def wrong_in(test, cases, iverilog, vvp, program):
    """How many cases of a testbench end otherwise than they should."""
    interfaces = [SV / f'tt_{name}_if.sv' for name in INTERFACES.get(test, [test[:-len('_if_test')]])]
    made = subprocess.run([iverilog, '-g2012', '-Wall', '-I', HERE, '-o', program, *sorted(SV.glob('tt_*_pkg.sv')), *interfaces,
                           HERE / f'{test}.sv'], capture_output=True, text=True)
    if made.returncode != 0 or made.stderr:
        print(made.stderr)
        return 1
    errors = 0
    for case, message in cases.items():
        r = subprocess.run([vvp, '-n', program, f'+case={case}'], capture_output=True, text=True)
        text = r.stdout + r.stderr
        right = (r.returncode == 0 and 'no rule was broken' in text) if message is None else (
            r.returncode != 0 and message in text and 'no rule was broken' not in text)
        if not right:
            errors += 1
            print(f'{test}, {case}: status {r.returncode}, expected {message!r}, got:\n{text}')
    return errors


def main():
    iverilog, vvp = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        errors = sum(wrong_in(test, cases, iverilog, vvp, f'{folder}/{test}') for test, cases in CASES.items())
    print(f'{sum(map(len, CASES.values()))} cases, {errors} wrong')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
