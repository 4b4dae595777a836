# SPDX-License-Identifier: Apache-2.0
"""records_bench_test.py TENSIX_TLM VECTORS IVERILOG VVP [VERILATED VERILATED_WITH_BUG, of the matrix unit, of the packers; CONFIG_IF_TEST AGENT]:
the matrix unit's issue stage and packers in SystemVerilog, driven by records without any C++, answer as recorded; with a planted bug
they do not; broken records are refused. And the rules of tt_config_if in Verilator."""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import four_states

model, vectors, iverilog, vvp = sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4]
verilated = sys.argv[5:]
ROOT = Path(__file__).resolve().parents[2]
SV = ROOT / "cosim/rtl/sv"
FILES = [SV / f"tt_{name}.sv" for name in ("issue_pkg", "record_reader", "issue_if", "issue_driver")]
FILES += [ROOT / "examples/rtl/matrix_issue/matrix_issue.sv", ROOT / "examples/rtl/bench/matrix_issue_bench.sv"]
HAZARD = vectors / "E_moves/dst_transpose_1.scn"  # a read of Dst that waits for a write
RUNS = [("run", "matmul", "--shape", "32x64x64", "--fidelity", "hifi4"), ("run", "unary", "--shape", "32x32"),
        ("run", "matmul", "--shape", "32x32x64", "--config", "documented"), ("stream", HAZARD)]
RUNS += [("stream", vectors / f"{name}.scn")
         for name in ("E_moves/rwc_walk_9", "E_moves/zeroacc_16rows_off512", "C_elw/add_f2b_acc_d32", "J_flow/mova2d_8")]
PACKERS = [("run", "matmul", "--shape", "64x64x64"), ("run", "datacopy", "--shape", "64x64", "--format", "fp32"),
           ("run", "add", "--shape", "32x32", "--format", "bfp8"), ("stream", vectors / "G_pack/l1acc_fp32_fp32_fp32_twice.scn"),
           ("stream", vectors.parent / "sensitivity/packer.scn", "--on-undefined", "warn")]
SMALL = [SV / "tt_record_reader.sv", SV / "tt_packer_driver.sv", ROOT / "examples/rtl/bench/small_packer.sv"]
LOST = "stream 0: "  # beats: cycle and both sides
errors = 0


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)


def check(what, outcome, code_is_0, text):
    global errors
    if (outcome.returncode == 0) != code_is_0 or text not in outcome.stdout + outcome.stderr:
        errors += 1
        print("wrong:", what, "expected:", text, "got", outcome.returncode, outcome.stdout, outcome.stderr)


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    benches = {}
    for bug in False, True:
        program = folder / f"bench{bug}"
        built = run(iverilog, "-g2012", *(["-DTENSIX_BUG_HAZARD"] if bug else []), "-s", "matrix_issue_bench", "-o", program, *FILES)
        check("iverilog", built, True, "")
        benches["Icarus Verilog", bug] = [vvp, "-n", program]
        if verilated:
            benches["Verilator", bug] = [verilated[bug]]
    record, offers = folder / "r.jsonl", 0
    for command in RUNS:
        check(command, run(model, *command, "--record", f"matrix_unit={record}"), True, "")
        expected = run(model, "replay", "matrix_unit", record).stdout
        offers += int(expected.split()[0])
        for (simulator, bug), bench in benches.items():
            if not bug:
                check((simulator, *command), run(*bench, f"+record={record}"), True, expected)
    check(HAZARD, run(model, "stream", HAZARD, "--record", f"matrix_unit={record}"), True, "")
    text = record.read_text()
    for (simulator, bug), bench in benches.items():
        if bug:  # cycle, both sides, line
            check((simulator, "bug"), run(*bench, f"+record={record}"), False,
                  "cycle 83: 0xa202000 of thread 1: ready 1, reason 0, hold 0; in the record ready 0, reason 5, hold 0")
            continue
        other = folder / "other.jsonl"
        for broken, says in ((text[:text.rindex('{"end"')], "it was cut off"), (text[:-9], "ends in the middle of a line"),
                             (text.replace('"version":6', '"version":5', 1), "a record of version 5"),
                             (text.replace('"reason":"dst_block_hazard"', '"reason":"dst_hazard"', 1), "is none of tt_issue_pkg's"),
                             ("{}\n", "no record of a unit")):
            other.write_text(broken)
            check((simulator, says), run(*bench, f"+record={other}"), False, says)
        for other_unit in "vector_unit", "packers":  # with offers, too
            check(other_unit, run(model, "run", "unary", "--shape", "32x32", "--record", f"{other_unit}={other}"), True, "")
            check((simulator, other_unit), run(*bench, f"+record={other}"), False,
                  f"a record of {other_unit}; this bench is of matrix_unit: --record matrix_unit=FILE")
        check((simulator, "no file"), run(*bench, f"+record={folder}/none"), False, "cannot be read")
# Packers: two designs, one of them with what Icarus takes and one stream. Their bytes, bursts and cycles.
with tempfile.TemporaryDirectory() as name:
    record, beats = Path(name, "r.jsonl"), 0
    benches = {("Verilator", bug): [verilated[2 + bug]] for bug in (False, True) if verilated}
    for bug in False, True:
        built = run(iverilog, "-g2012", *(["-DPLANTED_BUG_LOST_BEAT"] if bug else []), "-s", "small_packer_bench", "-o", f"{name}/{bug}", *SMALL)
        check("iverilog", built, True, "")
        benches["Icarus Verilog", bug] = [vvp, "-n", f"{name}/{bug}"]
    for configuration in "blackhole", "documented":
        for number, command in enumerate(PACKERS):
            check(command, run(model, *command, "--config", configuration, "--record", f"packers={record}"), True, "")
            lines = [json.loads(line) for line in record.read_text().splitlines()]
            bytes_ = sum(line["bytes"] for line in lines if "l1" in line)
            told = f'{sum("offer" in line for line in lines)} offers are answered as in the record, {bytes_ // 16} beats go to L1'
            beats += bytes_ // 16
            for (simulator, bug), bench in benches.items():
                if simulator == "Icarus Verilog" and configuration == "documented":
                    continue  # four streams
                if not bug:
                    check((simulator, *command, configuration), run(*bench, f"+record={record}"), True, told)
                elif number == 1 and configuration == "blackhole":  # bursts of full length
                    check((simulator, "bug"), run(*bench, f"+record={record}"), False, LOST)
    print(f"{beats} beats of packers are as in the records")
# Rules of an interface in Verilator.
if verilated:
    for case, message in four_states.CASES["config_if_test"].items():
        if case == "legal":
            check(case, run(verilated[4], "+case=legal"), True, "no rule was broken")
        elif not case.startswith("x_"):
            check(case, run(verilated[4], f"+case={case}"), False, message)
# Reasons are those of tt_issue_pkg in both drivers.
reasons = {name.lower(): int(value) for name, value in re.findall(r"^ +(\w+) += (\d+)", (SV / "tt_issue_pkg.sv").read_text(), re.M)}
del reasons["none"]
driver, python = (SV / "tt_issue_driver.sv").read_text(), (ROOT / "examples/rtl/bench/issue_cocotb.py").read_text()
if {a: a for a in reasons} != {a: b.lower() for a, b in re.findall(r'"(\w+)": return (\w+);', driver)}:
    errors += 1
    print("wrong: the reasons of tt_issue_driver.sv")
if reasons != {a: int(b) for a, b in re.findall(r'"(\w+)": (\d+)', python)}:
    errors += 1
    print("wrong: the reasons of issue_cocotb.py")
# The agent in classes beside a tile: RTL that takes an instruction a cycle late is found.
if verilated:
    check("agent", run(verilated[5]), True, "50 instructions are accepted as by the tile")
    check("agent, bug", run(verilated[5], "+bug"), False, "RTL accepts 0x50000014 of thread 0 in cycle 23; the tile 0x50000014 of thread 0 in cycle 22")
print(f"{offers} offers are answered as in the records by {' and '.join(s for s, bug in benches if not bug)}")
sys.exit(bool(errors))
