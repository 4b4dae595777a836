# SPDX-License-Identifier: Apache-2.0
"""records_test.py TENSIX_TLM PAGE TESTS: each line of real records is one of the page's table, with the fields it names, in their
order; the model answers alike when it is replayed; what cannot be recorded says why."""
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import types
from pathlib import Path

model, page, tests = sys.argv[1], Path(sys.argv[2]).read_text(), Path(sys.argv[3])
UNITS = ["unpacker0", "unpacker1", "matrix_unit", "vector_unit", "packers", "config_unit", "sync_unit", "scalar_unit", "misc_unit",
         "mover"]
RUNS = [("run", "matmul", "--shape", "32x32x64"), ("run", "unary", "--shape", "32x32"),
        ("stream", tests / "vectors/I_config/mutex.scn"), ("stream", tests / "vectors/G_pack/l1acc_fp32_fp32_fp32_twice.scn"),
        ("stream", tests / "vectors/E_moves/movd2a_bfp8_bfp8_16_0.scn")]
RUNS += [("stream", tests / f"sensitivity/{name}.scn") for name in ("config_unit", "scalar_unit", "mover", "overlay", "ports", "packer",
                                                                "unpacker_compressed")]
# Four writes of the mover to Config; what a write to a configuration register does besides.
TO_CONFIG = """maxclk 1000
t0 st 0xFFEF0160 0x4000
t0 st 0xFFEF0164 0x32
t0 st 0xFFEF0168 0x40000004
t0 ld 0xFFEF0168
t0 XMOV
t0 STALLWAIT wait_res=512 stall_res=255
t0 SEMINIT sem_sel=4 max_value=3
t0 cfg PRNG_SEED_Seed_Val=7
t0 cfg UNPACK_MISC_CFG_CfgContextCntReset_0=1 UNPACK_MISC_CFG_CfgContextCntReset_1=1
t0 sync
"""
RUNS.append(("stream", "to_config.scn"))
errors = 0


def wrong(*what):
    global errors
    errors += 1
    print("wrong:", *what)


def run(folder, *command):
    return subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=60)


# kind: its fields as a pattern of keys, and units
table = {}
for row in re.findall(r"^\| `(\w+)` \| (?:cycle|address|name|block|`tensix-tlm-unit`) \|([^|]*)\|([^|]*)\|", page, re.M):
    kind, fields, of = row
    pattern = re.sub(r"`(\w+)`", r"\1 ", fields.replace(" ", "")).replace("[", "(").replace("]", ")?")
    of = of.strip()
    units = table[of[4:-1]][1] if of.startswith("as ") else UNITS if of == "all" else (
        [u for u in UNITS if u not in of] if of.startswith("all but") else of.split(", "))
    table[kind] = (re.compile(pattern), units)
if len(table) < 30:
    wrong("the table of", sys.argv[2], "was not found:", table)
seen = set()
offers = 0
with tempfile.TemporaryDirectory() as folder:
    Path(folder, "to_config.scn").write_text(TO_CONFIG)
    for unit in UNITS:
        for command in RUNS:
            recorded = run(folder, model, *command, "--record", f"{unit}=r.jsonl")
            if recorded.returncode:
                wrong(unit, *command, recorded.stderr)
                continue
            for number, line in enumerate(Path(folder, "r.jsonl").read_text().splitlines(), 1):
                keys = list(json.loads(line))
                kind = keys[0]
                if kind not in table:
                    wrong(unit, *command, f"line {number}: {kind} is not on the page")
                    continue
                if not table[kind][0].fullmatch("".join(key + " " for key in keys[1:])):
                    wrong(unit, *command, f"line {number}: {keys}; the page has {table[kind][0].pattern}")
                if unit not in table[kind][1]:
                    wrong(unit, *command, f"line {number}: {kind} is not of {unit} on the page")
                if "\\" in line:
                    wrong(unit, *command, f"line {number}: has an escape")
                seen.add(kind)
            again = run(folder, model, "replay", unit, "r.jsonl")
            if again.returncode or "answered as in the record" not in again.stdout:
                wrong(unit, *command, again.stdout, again.stderr)
            else:
                offers += int(again.stdout.split()[0])
    if set(table) - seen:
        wrong("no record has", sorted(set(table) - seen))
    for other in "l1", "noc0", "noc1", "players":
        refused = run(folder, model, "run", "datacopy", "--record", f"{other}=r.jsonl")
        if refused.returncode != 2 or "cannot be recorded: it takes no instructions" not in refused.stderr:
            wrong(other, "is not refused:", refused.stdout, refused.stderr)
    # The driver for cocotb, with a stand-in for cocotb's triggers, and the miscellaneous unit in Python: it takes everything at once.
    class Trigger:
        def __init__(self, *_):
            pass

        def __await__(self):
            yield self

    class Pins:
        """Answers when the driver looks (ReadOnly); refuses offer number `bad`."""

        def __init__(self, bad):
            self.bad, self.offered = bad, 0
            for pin in "clk rst_n issue_valid issue_word issue_number issue_ready issue_reason issue_hold issue_drained".split():
                setattr(self, pin, types.SimpleNamespace(value=0))
            self.issue_drained.value = 7

        def answer(self):
            valid = self.issue_valid.value
            self.offered += bin(valid).count("1")
            self.issue_ready.value = 0 if valid and self.offered >= self.bad else valid

    class ReadOnly(Trigger):
        pass

    def fake(name, **members):
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)

    fake("cocotb", start_soon=lambda coroutine: None, test=lambda: lambda function: function)
    fake("cocotb.clock", Clock=lambda *_, **__: types.SimpleNamespace(start=lambda: None))
    fake("cocotb.triggers", FallingEdge=Trigger, RisingEdge=Trigger, ReadOnly=ReadOnly)
    spec = importlib.util.spec_from_file_location("issue_cocotb", tests.parent / "examples/rtl/bench/issue_cocotb.py")
    driver = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(driver)
    run(folder, model, "run", "matmul", "--shape", "32x32x64", "--record", "misc_unit=r.jsonl")
    os.environ["RECORD"] = str(Path(folder, "r.jsonl"))
    for bad in 10**9, 3:
        dut, difference = Pins(bad), ""
        running = driver.answers_as_recorded(dut)
        try:
            while True:
                if isinstance(running.send(None), ReadOnly):
                    dut.answer()
        except StopIteration:
            pass
        except AssertionError as error:
            difference = str(error)
        if bool(difference) != (bad == 3) or (difference and not re.match(r"cycle \d+: 0x\w+ of thread \d: ready, reason", difference)):
            wrong("issue_cocotb.py", bad, difference)
print(f"{offers} offers are answered as in the records; {len(seen)} kinds of lines as on the page")
sys.exit(bool(errors))
