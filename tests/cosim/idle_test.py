#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""idle_test.py RTL_BINARY: RTL that a run has given nothing to do is named, and no other."""
import subprocess
import sys

binary = sys.argv[1]
UNITS = "unpacker0", "unpacker1", "packers", "matrix_unit", "vector_unit", "config_unit", "sync_unit", "scalar_unit", "misc_unit", "mover"
IDLE = {("datacopy", "rtl"): {"mover", "vector_unit"}, ("unary", "rtl"): {"mover"}, ("add", "shadow"): set()}
errors = 0
for (kernel, source), expected in IDLE.items():
    settings = [part for unit in UNITS for part in ("--set", f"units.{unit}={source}")]
    r = subprocess.run([binary, "run", kernel, "--shape", "64x64", *settings], capture_output=True, text=True)
    named = {line.split("=")[0].split(".")[1] for line in r.stderr.splitlines() if line.startswith("note: units.")}
    accounts = {line.split()[0]: line.split()[1] for line in r.stdout.splitlines() if line.startswith(UNITS)}
    right = r.returncode == 0 and named == expected and all(accounts[unit] == "0" for unit in named)
    print(f"{kernel}, {source}: {sorted(named)}" + ("" if right else f" WRONG: expected {sorted(expected)}; exit status {r.returncode}\n{r.stderr}{r.stdout}"))
    errors += not right
sys.exit(bool(errors))
