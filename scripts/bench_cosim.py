# SPDX-License-Identifier: Apache-2.0
"""What co-simulation costs (docs/cosim.md). Started by bench.sh --cosim, whose head says what its options mean.

Processor time of whole processes less that of the shortest run, on one core; the commands of a figure take turns. An event log is
written by a second thread: of it also elapsed time, on all processors that there are."""
import argparse, datetime, json, os, statistics, subprocess, sys, tempfile, textwrap

from bench import one_core
from bench_looped import looped
from bench_page import processor
from bench_record import compiler_of, flags_of
from bench_workloads import WORKLOADS, Failure, Workload, cycles, run

PAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs", "cosim.md")
DATACOPY, MATMUL = WORKLOADS[0], WORKLOADS[2]
AT_FIRST = 72.0  # microseconds of a tile of datacopy without a log, when event logs were made: docs/cosim.md
BLOCKS = [  # units.NAME..., what it is
    ("matrix_unit", "issue stage of the matrix unit"), ("players", "instruction sources on the core sockets"),
    ("config_unit", "pipeline of the configuration unit"),
    ("sync_unit scalar_unit misc_unit mover", "issue stages of sync, scalar and miscellaneous unit and mover"),
    ("packers", "read interfaces and output buffer of the packers"), ("unpacker0", "address and fetch stage of unpacker 0"),
    ("l1", "arbiter and banks of L1")]


def with_options(workload, *options):
    def command(size, folder):
        return [*workload.command(size, folder), *(o.replace("FOLDER", folder) for o in options)]
    return Workload(workload.name, workload.unit, command, workload.small, workload.large)


def seconds_of(binary, workload, tiles):
    """Of a long run less the shortest: processor time and elapsed time."""
    short, long = run(binary, workload, 1), run(binary, workload, tiles)
    return long.seconds - short.seconds, long.elapsed - short.elapsed


def ratio(one, other, tiles, repeat):
    """(binary, workload) twice: the first's time over the second's, median of runs in turn; of the first thousand cycles a second."""
    more = cycles(*one, tiles) - cycles(*one, 1)
    ratios, speeds = [], []
    for _ in range(repeat):
        (a, _), (b, _) = seconds_of(*one, tiles), seconds_of(*other, tiles)
        ratios.append(a / b)
        speeds.append(more / a / 1e3)
    return statistics.median(ratios), statistics.median(speeds)


def in_place(options):
    rows = []
    for name, what in BLOCKS:
        tiles = max(2, options.tiles // (20 if name == "l1" else 4))
        for workload in (DATACOPY, MATMUL):
            rtl = with_options(workload, *(o for unit in name.split() for o in ("--set", f"units.{unit}=rtl")))
            times, speed = ratio((options.rtl, rtl), (options.binary, workload), tiles, options.repeat)
            rows.append({"block": what, "units": name, "workload": workload.name, "ratio": times, "kilocycles_per_second": speed})
    return rows


def events(options, processors):
    """One run without a log and one with each kind of data, in turn."""
    rows = []
    os.sched_setaffinity(0, processors)
    for workload in (DATACOPY, MATMUL):
        logged = {data: with_options(workload, "--events", "FOLDER/events.jsonl", "--event-data", data) for data in ("none", "crc", "full")}
        found = {data: [] for data in logged}
        for _ in range(options.repeat):
            without = seconds_of(options.binary, workload, options.tiles)
            for data, command in logged.items():
                log = seconds_of(options.binary, command, options.tiles)
                found[data].append((log[1] / without[1], log[0] / without[0], log[1] / (options.tiles - 1) * 1e6))
        for data, runs in found.items():
            elapsed, processor_time, microseconds = (statistics.median(one) for one in zip(*runs))
            rows.append({"data": data, "workload": workload.name, "processors": len(processors), "elapsed_ratio": elapsed,
                         "processor_ratio": processor_time, "microseconds": microseconds})
    one_core()
    return rows


def streams(options, folder):
    """What is played to the C library: two kernels, which are busy, and the streams of bench_workloads.py."""
    for workload in (DATACOPY, MATMUL):
        name = os.path.join(folder, "looped.scn")
        with open(name, "w") as f:
            f.write("\n".join(looped(options.binary, workload.command, 4, max(1, options.tiles // 4), folder)) + "\n")
        yield workload.name, name
    for workload in WORKLOADS[4:]:
        yield workload.name, workload.command(workload.timed_size(options.tiles), folder)[-1]


def lockstep(options):
    """The C library: tests/benchmarks/capi_bench.cpp prints its own JSON."""
    with tempfile.TemporaryDirectory() as folder:
        return [{"workload": name, **json.loads(subprocess.run([options.capi, options.binary, stream, str(options.repeat)],
                                                               stdout=subprocess.PIPE, check=True).stdout)}
                for name, stream in streams(options, folder)]


def cells(rows):
    return "\n".join("| " + " | ".join(r) + " |" for r in rows)


def tables(found):
    return "\n\n".join([
        cells([["RTL in the place of", "workload", "time / model's", "thousand cycles a second"], ["---"] * 4] +
              [[r["block"], r["workload"], f"{r['ratio']:.2f}", f"{r['kilocycles_per_second']:,.0f}"] for r in found["in_place"]]),
        cells([["`--events`, data", "workload", "elapsed / without", "processor time / without", "us a tile, elapsed",
                f"us a tile / {AT_FIRST:.0f} (*)"], ["---"] * 6] +
              [[r["data"], r["workload"], f"{r['elapsed_ratio']:.2f}", f"{r['processor_ratio']:.2f}", f"{r['microseconds']:.1f}",
                f"{r['microseconds'] / AT_FIRST:.2f}" if r["workload"] == DATACOPY.name else ""] for r in found["events"]]) +
        f"\n\n(*) Computed: a tile of datacopy without a log took {AT_FIRST:.0f} us when event logs were made, on another machine.",
        cells([["C library in lockstep, time / model's", "a call a cycle, all cores asked", "`tt_wait` of a cycle", "`tt_wait`",
                "idle tile, million cycles a second"], ["---"] * 5] +
              [[r["workload"], *(f"{r[key]:.2f}" for key in ("ratio", "news_ratio", "waiting_ratio")),
                f"{r['idle_cycles_per_second'] / 1e6:.1f}"] for r in found["lockstep"]])]) + "\n"


def main():
    parser = argparse.ArgumentParser(prog="bench.sh --cosim", add_help=False)
    for name in ("--binary", "--rtl", "--capi"):
        parser.add_argument(name, required=True)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--tiles", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write-docs", action="store_true")
    options = parser.parse_args()
    processors = os.sched_getaffinity(0)
    one_core()
    found = {"in_place": in_place(options), "events": events(options, processors), "lockstep": lockstep(options)}
    if options.json:
        print(json.dumps(found, indent=2))
        return
    how = (f"On {datetime.date.today()}, {processor()}; {compiler_of(options.binary)}, {flags_of(options.binary)}; processor time, median of {options.repeat} "
           f"runs in turn on one core, of `--events` on {len(processors)}.")
    text = textwrap.fill(how, 120, break_on_hyphens=False) + f"\n\n{tables(found)}"
    print(text)
    if options.write_docs:
        begin, end = "<!-- speed: written by scripts/bench.sh --cosim --write-docs -->\n", "<!-- end of speed -->"
        with open(PAGE) as f:
            page = f.read()
        with open(PAGE, "w") as f:
            f.write(page[:page.index(begin) + len(begin)] + "\n" + text + "\n" + page[page.index(end):])


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.CalledProcessError) as e:
        sys.exit(f"bench.sh: {e}")
