#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""issue_streams.py RTL_BINARY MODEL_BINARY [options]: issue stages in RTL under random streams, dense where a unit's rules meet.

Every stream once with the model alone, with the units named as RTL and with them as shadows: status, outputs and event logs are
equal, the shadows find nothing. Exit status 1 and a line a difference if there is one.

  --unit NAME          whose instructions (may be repeated; default: all); the streams have some of all others, too
  --place NAME         what is RTL (may be repeated; default: the unit itself)
  --seeds N            streams of each unit in each configuration (default 3)
  --set NAME=VALUE     in all runs (may be repeated)
  --write UNIT:SEED    prints that stream, and nothing else
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

CONFIGURATIONS = ['blackhole', 'documented']
UNITS = ['config_unit', 'vector_unit', 'sync_unit', 'scalar_unit', 'misc_unit', 'mover']
SCRATCH = [209, 210, 211, 212]  # words of Config that no unit reads
THCON = 64 + 4 * 6  # of a mover's job


class stream:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = ['maxclk 20000', 'fill 0x4000 256 7']

    def put(self, thread, text):
        self.lines.append(f't{thread} {text}')

    def one_of(self, *choice):
        return self.r.choice(choice)

    # ---- An instruction, or a few, of each unit
    def config_unit(self, t):
        r, word, gpr = self.r, self.r.choice(SCRATCH), self.r.randrange(16, 40)
        kind = r.randrange(12)
        if kind < 2:
            self.put(t, f'WRCFG cfg_reg={word} gpr_address={gpr} wr128b={r.randrange(2)}')
        elif kind < 4:
            self.put(t, f'RDCFG cfg_reg={word} gpr_address={gpr}')
        elif kind < 6:
            self.put(t, f'CFGSHIFTMASK cfg_reg={word} scratch_sel={r.randrange(4)} right_cshift_amt={r.randrange(32)} '
                        f'mask_width={r.randrange(32)} operation={r.randrange(8)}')
        elif kind < 8:
            self.put(t, f'STREAMWRCFG cfg_reg={word} stream_reg_addr={r.randrange(4)} stream_id_sel={r.randrange(3)}')
        elif kind < 9:
            self.put(t, f'RMWCIB{r.randrange(4)} cfg_reg_addr={word} data={r.randrange(256)} mask={r.randrange(256)}')
        elif kind < 10:
            self.put(t, f'SETC16 setc16_reg={self.one_of(20, 21)} setc16_value={r.randrange(65536)}')
        elif kind < 11:
            self.put(t, f'cfgst SCRATCH_SEC{r.randrange(3)}_val={r.randrange(65536)}')
        else:
            self.put(t, f'ld 0xffb{0x40000 + 0x1000 * r.randrange(4) + 4 * r.randrange(4):05x}')

    def vector_unit(self, t):
        r = self.r
        v = [r.randrange(4) for _ in range(4)]  # few LRegs, so that instructions meet
        kind = r.randrange(14)
        if kind < 4:
            self.put(t, f'{self.one_of("SFPMAD", "SFPADD", "SFPMUL")} lreg_dest={v[0]} lreg_src_a={v[1]} lreg_src_b={v[2]} lreg_src_c={v[3]}')
        elif kind < 5:
            self.put(t, f'SFPSWAP lreg_dest={v[0]} lreg_src_c={v[1]} instr_mod1=1')
        elif kind < 6:
            self.put(t, f'SFPMOV lreg_dest={v[0]} lreg_c={v[1]}')
        elif kind < 7:
            self.put(t, 'SFPNOP')
        elif kind < 9:
            self.put(t, f'SFPLOAD lreg_ind={v[0]} dest_reg_addr={4 * r.randrange(32)} sfpu_addr_mode=3')
        elif kind < 11:
            self.put(t, f'SFPSTORE lreg_ind={v[0]} dest_reg_addr={4 * r.randrange(32)} sfpu_addr_mode=3')
        elif kind < 12:
            self.put(t, self.one_of('ZEROACC clear_mode=0', f'MOVD2A dst={8 * r.randrange(8)}', 'SETRWC bit_mask=15'))
        elif kind < 13:
            self.put(t, f'SFPLOADMACRO lreg_ind={r.randrange(16)} dest_reg_addr={4 * r.randrange(32)} sfpu_addr_mode=3')
        else:
            self.put(t, 'STALLWAIT stall_res=vector|sync wait_res=vector_done')

    def sync_unit(self, t):
        r, m = self.r, self.one_of(0, 2, 3)
        kind = r.randrange(8)
        if kind < 3:
            self.put(t, f'ATGETM mutex_index={m}')
            for _ in range(r.randrange(3)):
                self.any_of(t, ['misc_unit', 'scalar_unit'])
            self.put(t, f'ATRELM mutex_index={m}')
        elif kind < 5:
            self.put(t, f'{self.one_of("SEMPOST", "SEMGET")} sem_sel={1 << r.randrange(8)}')
        elif kind < 6:
            self.put(t, f'SEMINIT sem_sel={1 << r.randrange(8)} init_value={r.randrange(8)} max_value=15')
        elif kind < 7:
            self.put(t, f'st 0xffe800{0x20 + 4 * r.randrange(8):02x} {r.randrange(2)}')
        else:
            self.put(t, 'STALLWAIT stall_res=sync|scalar wait_res=' + self.one_of('scalar_done', 'config_done', 'mover_done'))

    def scalar_unit(self, t):
        r = self.r
        a, b, c = r.randrange(16, 40), r.randrange(16, 40), r.randrange(16, 40)
        kind = r.randrange(14)
        if kind < 3:
            self.put(t, f'{self.one_of("ADDDMAREG", "MULDMAREG", "SUBDMAREG")} op_a_reg_index={a} op_b_reg_index={b} result_reg_index={c}')
        elif kind < 5:
            self.put(t, f'SETDMAREG reg_index_16b={2 * a} payload_sig_sel={r.randrange(1024)}')
        elif kind < 7:
            self.put(t, f'LOADIND addr_reg_index=8 data_reg_index={c & ~3} offset_index=0 size_sel={r.randrange(4)}')
        elif kind < 8:
            self.put(t, f'STOREIND addr_reg_index=9 data_reg_index={c & ~3} offset_index=0 mem_hier_sel=1')
        elif kind < 9:
            self.put(t, f'REG2FLOP reg_index={c & ~3} flop_index={self.one_of(44, 45)} size_sel=1')
        elif kind < 10:
            self.put(t, f'ATINCGET addr_reg_index=10 data_reg_index={c} wrap_val=31')
        elif kind < 11:
            self.put(t, f'ATSWAP addr_reg_index=10 data_reg_index={c & ~7} swap_mask=255')
        elif kind < 12:
            self.put(t, 'ATCAS addr_reg_index=11 cmp_val=0 swap_val=0')
        elif kind < 13:
            self.put(t, f'FLUSHDMA flush_spec={r.randrange(16)}')
        else:
            self.put(t, f'LOADREG reg_addr={0x40000 >> 2 | r.randrange(4)} tdma_data_reg_index={c}')

    def misc_unit(self, t):
        r = self.r
        name = self.one_of('SETADCXY', 'INCADCXY', 'ADDRCRXY', 'SETADCZW', 'INCADCZW', 'ADDRCRZW')
        mask = '' if name.startswith('INC') else f' bit_mask={r.randrange(16)}'
        self.put(t, f'{name} cnt_set_mask={r.randrange(8)} ch0_x={r.randrange(8)} ch1_y={r.randrange(8)}{mask}')

    def mover(self, t):
        r = self.r
        if r.randrange(3) == 0:
            self.put(t, f'cfg THCON_SEC0_REG6_Source_address={0x4000 >> 4} THCON_SEC0_REG6_Destination_address={(0x8000 >> 4) + r.randrange(64)}'
                        f' THCON_SEC0_REG6_Buffer_size={1 + r.randrange(12)} THCON_SEC0_REG6_Transfer_direction={self.one_of(0, 3)}')
            self.put(t, 'STALLWAIT stall_res=mover wait_res=config_done')
        self.put(t, f'XMOV mov_block_selection=0 last={r.randrange(2)}')
        if r.randrange(3) == 0:
            self.put(t, 'STALLWAIT stall_res=sync|scalar wait_res=mover_done')

    def any_of(self, t, units):
        getattr(self, self.r.choice(units))(t)


def write(unit, seed):
    """A stream: on each thread half of the instructions are the unit's."""
    s = stream(f'{unit} {seed}')
    for t in range(3):
        for gpr, value in (0, 0), (8, 0x400), (9, 0x500 + 16 * t), (10, 0x600), (11, 0x700 + t):
            s.put(t, f'SETDMAREG reg_index_16b={2 * gpr} payload_sig_sel={value & 0x3fff} payload_sig_sel_size={value >> 14}')
            s.put(t, f'SETDMAREG reg_index_16b={2 * gpr + 1} payload_sig_sel=0')
        if unit == 'vector_unit':  # of SFPLOADMACRO: templates and a sequence
            for text in ('SFPMAD lreg_dest=12 lreg_src_a=1 lreg_src_b=2 lreg_src_c=3', 'SFPLOADI lreg_ind=0 instr_mod0=10 imm16=0x84',
                         'SFPLOADI lreg_ind=0 instr_mod0=8 imm16=0', 'SFPCONFIG config_dest=4 imm16_math=0 instr_mod1=0'):
                s.put(t, text)
    for _ in range(60):
        t = s.r.randrange(3)
        for _ in range(1 + s.r.randrange(4)):
            if s.r.randrange(3):
                getattr(s, unit)(t)
            else:
                s.any_of(t, UNITS)
        if s.r.randrange(4) == 0:
            s.put(t, f'delay {s.r.randrange(12)}')
    s.lines += ['out 0x4000 256', 'out 0x8000 256']
    return '\n'.join(s.lines) + '\n'


def outcome(binary, stream_file, configuration, settings):
    log = stream_file + f'.{os.getpid()}.jsonl'
    command = [binary, 'stream', stream_file, '--config', configuration, '--on-undefined', 'warn', '--events', log]
    for s in settings:
        command += ['--set', s]
    r = subprocess.run(command, capture_output=True, text=True)
    events = ''
    if os.path.exists(log):
        with open(log) as file:
            events = file.read().partition('\n')[2]  # the first line is the configuration
        os.remove(log)
    told = [line for line in r.stderr.splitlines() if line.startswith('shadow: ')]
    rest = [line for line in r.stderr.splitlines() if not line.startswith(('shadow: ', 'note: units.'))]
    out = [line.partition(' with units')[0] for line in r.stdout.splitlines()]
    return {'status': r.returncode, 'outputs': out, 'messages': rest, 'events': events.splitlines()}, told


def main():
    p = argparse.ArgumentParser()
    p.add_argument('binaries', nargs='*')
    p.add_argument('--unit', action='append')
    p.add_argument('--place', action='append')
    p.add_argument('--seeds', type=int, default=3)
    p.add_argument('--set', action='append', default=[])
    p.add_argument('--write')
    o = p.parse_args()
    if o.write:
        unit, seed = o.write.split(':')
        sys.stdout.write(write(unit, seed))
        return 0
    rtl, model = o.binaries
    wrong = runs = answers = 0
    with tempfile.TemporaryDirectory() as folder:
        for unit in o.unit or UNITS:
            places = o.place or [unit]
            for seed in range(o.seeds):
                file = f'{folder}/{unit}_{seed}.scn'
                with open(file, 'w') as out:
                    out.write(write(unit, seed))
                for configuration in CONFIGURATIONS:
                    right, _ = outcome(model, file, configuration, o.set)
                    for source in 'rtl', 'shadow':
                        runs += 1
                        got, told = outcome(rtl, file, configuration, o.set + [f'units.{x}={source}' for x in places])
                        name = f'--write {unit}:{seed}, {configuration}, {source}'
                        for what in right:
                            if got[what] != right[what]:
                                wrong += 1
                                print(f'{name}: {what} differ:', next(
                                    (f'{a!r}, model {b!r}' for a, b in zip(got[what], right[what]) if a != b),
                                    'one is longer') if isinstance(right[what], list) else f'{got[what]}, model {right[what]}')
                        if source == 'rtl':
                            continue
                        answers += sum(int(line.split(': ')[2].split()[0]) for line in told if ' answers with' in line)
                        for line in told:
                            if 'compared of' not in line and ' 0 times' not in line:
                                wrong += 1
                                print(f'{name}: {line}')
    print(f'{runs} runs, {answers} answers compared: {wrong} differences')
    return int(wrong > 0 or answers == 0)


if __name__ == '__main__':
    sys.exit(main())
