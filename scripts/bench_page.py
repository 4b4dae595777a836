# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/speed.md: bench.sh --write-docs."""
import os, re

import bench_stalls
from bench_profile import ROOT, rows
from bench_record import compiler_of, flags_of

PAGE = os.path.join(ROOT, "docs", "speed.md")


def cell(value, decimals=1):
    return "-" if value is None else f"{value:,.{decimals}f}"


def change(before, after, decimals=1):
    """Two cells and how they compare."""
    ratio = after / before if before and after is not None else None
    return [cell(before, decimals), cell(after, decimals), cell(ratio, 2)]


def table(heading, lines):
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (heading, ["---"] * len(heading), *lines))


def processor():
    with open("/proc/cpuinfo") as f:
        names = re.findall(r"^model name\s*: (.*)$", f.read(), re.M)
    return f"{names[0]}, {len(names)} processors" if names else "unknown processor"


def figures(before, after, options):
    thousand = lambda row, key: row[key] / 1e3 if row.get(key) is not None else None
    times, counts = [], []
    for b, a in zip(before["results"], after["results"]):
        name = [f"{a['workload']}, {a['unit']}"]
        times.append(name + change(b["microseconds"], a["microseconds"]) +
                     change(b["mega_cycles_per_second"], a["mega_cycles_per_second"], 2) + [cell(a.get("time_ratio"), 2)])
        counts.append(name + change(thousand(b, "simulation"), thousand(a, "simulation")) +
                      change(thousand(b, "process"), thousand(a, "process")) + [cell(a.get("instruction_ratio"), 2)])
    once = [["run of one tile, ms"] + change(before["start_ms"], after["start_ms"], 2),
            ["the same of an empty SystemC program"] + change(after["empty_start_ms"], after["empty_start_ms"], 2)]
    once += [[f"peak memory of {tiles:,} tiles, MB"] + change(before["peak_mb"][tiles], mb) for tiles, mb in after["peak_mb"].items()]
    return "\n\n".join([
        f"On {processor()}; {compiler_of(after['binary'])}, {flags_of(after['binary'])}; median of {options.repeat} runs of each in turn on one core.",
        table(["processor time: workload, a", "µs before", "after", "ratio", "Mcycles/s before", "after", "ratio", "with time / without"], times),
        table(["thousand instructions: workload, a", "simulation before", "after", "ratio", "process before", "after", "ratio",
               "with time / without"], counts),
        table(["whole process", "before", "after", "ratio"], once)]) + "\n"


def profile(binary):
    return table(["instructions of", "thousand a tile", "%"], rows(binary)) + "\n"


def stalls(options):
    return table(bench_stalls.HEADING, bench_stalls.rows(options.binary, options.jobs, options.store_waits)) + "\n"


def put(blocks):
    """Into the page, each between its comments."""
    with open(PAGE) as f:
        page = f.read()
    for name, text in blocks.items():
        begin, end = f"<!-- {name}: written by scripts/bench.sh --write-docs -->\n", f"<!-- end of {name} -->"
        page = page[:page.index(begin) + len(begin)] + "\n" + text + "\n" + page[page.index(end):]
    with open(PAGE, "w") as f:
        f.write(page)


def write_profile(options):
    put({"profile": profile(options.binary), "stalls": stalls(options)})


def write(before, after, options):
    put({"figures": figures(before, after, options)})
    write_profile(options)
