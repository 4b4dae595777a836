# SPDX-License-Identifier: Apache-2.0
"""replay_test.py RTL_BINARY MODEL_BINARY VECTORS SOAK [RTL_WITH_BUGS]: units recorded in runs of the model answer alike when
they are RTL and nothing of the rest of the tile is there; one with another latency, or with a planted bug, does not."""
import os
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import issue_streams  # noqa: E402

rtl, model, vectors, soak, bugs = sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4], sys.argv[5:]
RUNS = [("run", "matmul", "--shape", "64x64x64"), ("run", "reduce"), ("run", "add", "--shape", "64x64", "--format", "bfp8"),
        ("run", "matmul", "--shape", "64x64x64", "--config", "documented"), ("stream", vectors / "J_flow/mova2d_8.scn"),
        ("stream", vectors / "H_unpack/double_buffer.scn")]
UNITS = {"matrix_unit": "matrix_unit.latency_cycles=7", "packers": "packer.pipeline_latency_cycles=9",
         "unpacker0": "unpacker.address_phase_cycles=5", "unpacker1": "unpacker.address_phase_cycles=5"}
BUGS = {"config_unit": "early_shift", "vector_unit": "lost_lreg", "sync_unit": "lost_mutex", "scalar_unit": "short_hold",
        "misc_unit": "one_thread", "mover": "late_move"}
# Of `soak --emit` with that seed: rows that an unpacker fills in part, to Dst as well, banks that others send on, PRNG_SEED, buffers
# that wrap row by row.
SEED, STREAMS = 4711, {"hazards": (8, 11, 24), "wraps": (7,), "atomics": (21,)}
errors = 0


def run(folder, *command, bug=""):
    return subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=100,
                          env={**os.environ, "TENSIX_PLANTED_BUG": bug})


with tempfile.TemporaryDirectory() as folder:
    for unit, other in UNITS.items():
        offers = 0
        for number, command in enumerate(RUNS):
            recorded = run(folder, model, *command, "--record", f"{unit}=r.jsonl")
            for clock in ("lazy", "gated", "free") if number == 0 else ("lazy",):
                again = run(folder, rtl, "replay", unit, "r.jsonl", "--set", f"units.{unit}=rtl", "--set", f"rtl.clock={clock}")
                if again.returncode != 0 or "answered as in the record" not in again.stdout:
                    errors += 1
                    print("wrong:", unit, *command, clock, recorded.stderr, again.stdout, again.stderr)
                else:
                    offers += int(again.stdout.split()[0])
            if number == 0:
                slower = run(folder, rtl, "replay", unit, "r.jsonl", "--set", f"units.{unit}=rtl", "--set", other)
                if slower.returncode != 1 or "first difference: cycle" not in slower.stdout:
                    errors += 1
                    print("wrong: no difference with", other, slower.stdout, slower.stderr)
        print(f"{unit}: {offers} offers are answered as in the records")
    # Streams dense where rules of the unit meet, but without what a record of the vector unit does not have.
    for unit in issue_streams.UNITS:
        offers = 0
        lines = issue_streams.write(unit, "0").splitlines(True)
        Path(folder, "s.scn").write_text("".join(line for line in lines if unit != "vector_unit" or "SFPLOADMACRO" not in line))
        for number, command in enumerate((("stream", "s.scn", "--on-undefined", "warn"), RUNS[0],
                                          ("run", "unary", "--op", "gelu", "--shape", "32x32"))):
            recorded = run(folder, model, *command, "--record", f"{unit}=r.jsonl")
            again = run(folder, rtl, "replay", unit, "r.jsonl", "--set", f"units.{unit}=rtl")
            if again.returncode != 0 or "answered as in the record" not in again.stdout:
                errors += 1
                print("wrong:", unit, *command, recorded.stderr, again.stdout, again.stderr)
            else:
                offers += int(again.stdout.split()[0])
            if number == 0 and bugs:
                bug = run(folder, bugs[0], "replay", unit, "r.jsonl", "--set", f"units.{unit}=rtl", bug=BUGS[unit])
                if bug.returncode != 1 or "first difference: cycle" not in bug.stdout or "in the record" not in bug.stdout:
                    errors += 1
                    print("wrong: the planted bug is not found:", unit, bug.stdout, bug.stderr)
        print(f"{unit}: {offers} offers are answered as in the records")
    offers = 0
    for profile, programs in STREAMS.items():
        run(folder, soak, "--emit", "streams", "--profile", profile, "--programs", max(programs) + 1, "--seed", SEED)
        for program, unit in product(programs, [*UNITS, *BUGS]):
            command = "stream", f"streams/{profile}_{SEED}_{program:05}.scn", "--config", ("blackhole", "documented")[program % 2]
            recorded = run(folder, model, *command, "--on-undefined", "warn", "--record", f"{unit}=r.jsonl")
            if unit == "vector_unit" and "SFPLOADMACRO" in recorded.stderr:
                continue
            for binary, settings in (rtl, ("--set", f"units.{unit}=rtl")), (model, ()):
                again = run(folder, binary, "replay", unit, "r.jsonl", *settings)
                if recorded.returncode != 0 or again.returncode != 0 or "answered as in the record" not in again.stdout:
                    errors += 1
                    print("wrong:", unit, *command, *settings, recorded.stderr, again.stdout, again.stderr)
                else:
                    offers += int(again.stdout.split()[0])
    print(f"random streams: {offers} offers are answered as in the records")
    run(folder, model, "run", "datacopy", "--record", "misc_unit=r.jsonl")
    for setting in "units.packers=rtl", "units.matrix_unit=shadow":
        refused = run(folder, rtl, "replay", "misc_unit", "r.jsonl", "--set", setting)
        if refused.returncode != 2 or "units.misc_unit=rtl" not in refused.stderr:
            errors += 1
            print("wrong: not refused:", setting, refused.stdout, refused.stderr)
sys.exit(bool(errors))
