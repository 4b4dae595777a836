# SPDX-License-Identifier: Apache-2.0
"""tt-llk's performance tests beside silicon: the table of docs/compiled-kernels.md. Part of suite.py, of which perf_plugin.py is the rest."""
import csv, json, statistics, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("perf_eltwise_binary_fpu", "perf_eltwise_binary_sfpu", "perf_eltwise_unary_sfpu", "perf_reduce", "perf_pack_dest_bank")
BEGIN, END = "<!-- compiled: written by scripts/llk_suite.sh --perf --write-docs -->\n", "<!-- end of compiled -->"


def silicon():
    """By row: cycles, and of what."""
    rows = {}
    for name in ("rows", "vector_calls"):
        with open(ROOT / f"tests/costs/{name}.csv", newline="") as file:
            rows.update({row["id"]: (float(row["measured"]), row["unit"]) for row in csv.DictReader(file)})
    return rows


def read(path):
    """Cycles by row."""
    if not path.exists():
        return {}
    with open(path) as file:
        return {line["row"]: line["cycles"] for line in map(json.loads, file)}


def table(cycles):
    lines = ["| row | silicon | compiled | error % | unit |", "| --- | ---: | ---: | ---: | --- |"]
    errors = []
    for row, (measured, unit) in silicon().items():
        if row not in cycles:
            continue
        error = 100 * (cycles[row] / measured - 1)
        errors.append(abs(error))
        lines.append(f"| {row} | {measured:g} | {cycles[row]:.6g} | {error:+.1f} | {unit} |")
    if not errors:
        sys.exit("llk_suite.sh: no performance test ran")
    lines += ["", f"{len(errors)} rows: median of the absolute errors {statistics.median(errors):.1f} %, worst {max(errors):.1f} %."]
    return "\n".join(lines) + "\n"


def show(cycles, write):
    text = table(cycles)
    print(text)
    if write:
        page = ROOT / "docs/compiled-kernels.md"
        before, rest = page.read_text().split(BEGIN)
        page.write_text(before + BEGIN + text + END + rest.split(END)[1])
