# SPDX-License-Identifier: Apache-2.0
"""Measures how fast tensix-tlm runs on this machine. Started by bench.sh, whose head says what its options mean."""
import argparse, json, os, shutil, statistics, subprocess, sys, tempfile
from multiprocessing.pool import ThreadPool

import bench_page, bench_profile, bench_programs, bench_record, bench_stalls
from bench_workloads import WORKLOADS, Failure, cycles, instructions, peak_memory_mb, quiet, run, timed

MEMORY_TILES = (1024, 16384)
START_RUNS = 60
COLUMNS = [  # of a workload's figures: key, heading, decimals
    ("microseconds", "us", 2), ("cycles", "cycles", 1), ("mega_cycles_per_second", "Mcycles/s", 2),
    ("process", "instr.", 0), ("simulation", "in sim.", 0), ("functional", "without time", 0),
    ("instruction_ratio", "ratio", 2), ("time_ratio", "in time", 2), ("mispredicted", "mispredicted", 0),
    ("indirect_mispredicted", "indirect", 0), ("code_misses", "code misses", 0), ("data_misses", "data misses", 0)]


def one_core():
    """This process and its children stay on one processor: the last that it may use."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def time_unit(binary, workload, tiles):
    """Processor time of the whole process: that of a long run less that of the shortest."""
    sizes = (1, workload.timed_size(tiles))
    short, long = (run(binary, workload, size) for size in sizes)
    first, last = (cycles(binary, workload, size) for size in sizes)
    units = workload.units(sizes[1], last) - workload.units(sizes[0], first)
    seconds = long.seconds - short.seconds
    return {"microseconds": seconds / units * 1e6, "cycles": (last - first) / units,
            "mega_cycles_per_second": (last - first) / seconds / 1e6}


def time_ratio(functional, workload, tiles, folder):
    """Processor time of the run alone: with time over without."""
    command = workload.command(workload.timed_size(tiles), folder)
    timed, untimed = (json.loads(subprocess.run([functional, how, *command], stdout=subprocess.PIPE, check=True).stdout)["seconds"]
                      for how in ("timed", "functional"))
    return timed / untimed


def starts_ms(binaries, options, folder):
    """Processor time of a run of one tile of each, and of an empty SystemC program, which none can be below."""
    commands = {b: [b, *WORKLOADS[0].command(1, folder), *quiet(b)] for b in binaries}
    if options.empty:
        commands["empty"] = [options.empty]
    seconds = {name: [] for name in commands}
    for _ in range(START_RUNS):
        for name, command in commands.items():
            seconds[name].append(timed(command).seconds)
    return {name: statistics.median(s) * 1e3 for name, s in seconds.items()}


def median_of(samples, key):
    return statistics.median(sample[key] for sample in samples)


def measure(binaries, options, folder):
    """Of each binary its figures. Binaries take turns, so that what else the machine does meets all alike."""
    samples = {(b, w.name): [] for b in binaries for w in WORKLOADS}
    ratios = {w.name: [] for w in WORKLOADS}
    for _ in range(options.repeat):
        for w in WORKLOADS:
            for b in binaries:
                samples[b, w.name].append(time_unit(b, w, options.tiles))
            if options.functional and not w.waits:
                ratios[w.name].append(time_ratio(options.functional, w, options.tiles, folder))
    starts = starts_ms(binaries, options, folder)
    found = []
    for b in binaries:
        rows = []
        for w in WORKLOADS:
            s = samples[b, w.name]
            if len({sample["cycles"] for sample in s}) != 1:
                raise Failure(f"{w.name}: the number of cycles differs between runs")
            row = {"workload": w.name, "unit": w.unit, **{key: median_of(s, key) for key in s[0]}}
            if b == options.binary and ratios[w.name]:
                row["time_ratio"] = statistics.median(ratios[w.name])
            rows.append(row)
        found.append({"binary": b, "results": rows, "start_ms": starts[b], "empty_start_ms": starts.get("empty"),
                      "peak_mb": {tiles: peak_memory_mb(b, WORKLOADS[0], tiles) for tiles in MEMORY_TILES}})
    return found


def add_instructions(found, options):
    def count(work):
        figures, row, workload = work
        own = figures["binary"] == options.binary
        row.update(instructions(figures["binary"], workload, options.functional if own else None))
        if row["functional"]:
            row["instruction_ratio"] = row["simulation"] / row["functional"]

    with ThreadPool(options.jobs) as pool:
        pool.map(count, [(f, row, w) for f in found for row, w in zip(f["results"], WORKLOADS)], chunksize=1)


def cores_figures(options):
    """Tensix work from players and from programs on the RISC-V cores (tests/benchmarks/riscv_core_bench.cpp)."""
    def bench(*arguments):
        return json.loads(subprocess.run([options.cores, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout)

    figures = {kernel: bench(kernel, str(options.tiles), str(options.repeat)) for kernel in ("datacopy", "matmul")}
    return {**figures, "alone": bench("alone")}


def cell(value, decimals):
    return "-" if value is None else f"{value:,.{decimals}f}"


def divided(a, b):
    return a / b if a is not None and b else None


def print_table(figures, other=None):
    """With `other`: what the figures are of the other's."""
    print(f"{'workload':<18}{'a':<12}" + "".join(f"{heading:>13}" for _, heading, _ in COLUMNS))
    for i, row in enumerate(figures["results"]):
        values = [(row.get(key), decimals) for key, _, decimals in COLUMNS]
        if other:
            values = [(divided(row.get(key), other["results"][i].get(key)), 3) for key, _, _ in COLUMNS]
        print(f"{row['workload']:<18}{row['unit']:<12}" + "".join(f"{cell(*v):>13}" for v in values))
    if other:
        memory = ", ".join(f"{n:,} tiles {figures['peak_mb'][n] / other['peak_mb'][n]:.3f}" for n in MEMORY_TILES)
        print(f"run of one tile {figures['start_ms'] / other['start_ms']:.3f}; peak memory {memory}")
    else:
        memory = ", ".join(f"{n:,} tiles {figures['peak_mb'][n]:.1f} MB" for n in MEMORY_TILES)
        print(f"run of one tile {figures['start_ms']:.2f} ms (an empty SystemC program {cell(figures['empty_start_ms'], 2)}); "
              f"peak memory {memory}")


def print_all(found, cores, options):
    print(f"{bench_page.processor()}; median of {options.repeat} runs of {options.tiles} tiles or as long; processor time of the whole process without its start; "
          "instructions: of the process,")
    print("in the simulation, in the machine without time; ratio with/without time in instructions and in processor time; mispredicted "
          "branches, those")
    print("of them that are indirect, and misses of first-level caches of 32 KiB: on the processor that callgrind simulates")
    for figures in found:
        print(f"\n{figures['binary']}")
        print_table(figures)
    if len(found) == 2:
        print("\nthe first as part of the second")
        print_table(found[0], found[1])
    for kernel in [k for k in cores if k != "alone"]:
        speeds = [f"{r['speed']:.2f} of the players' speed ({r['cycles'] / r['host_seconds'] / 1e6:.2f} Mcycles/s)"
                  for r in (cores[kernel]["compiled"], cores[kernel]["busy"])]
        print(f"RISC-V cores, {kernel}: {speeds[0]} with compiled kernels and B at work, {speeds[1]} with all four always busy")
    if cores:
        print(f"one core alone: {cores['alone']['million_instructions_per_second']:.0f} million instructions a second")


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be positive")
    return value


def parse_options():
    parser = argparse.ArgumentParser(prog="bench.sh", add_help=False)
    for name in ("--binary", "--against", "--functional", "--cores", "--empty", "--store-waits"):
        parser.add_argument(name, type=lambda text: os.path.realpath(shutil.which(text) or text))
    parser.add_argument("--repeat", type=positive, default=5)
    parser.add_argument("--tiles", type=positive, default=1000)
    parser.add_argument("--jobs", type=positive, default=1)
    for name in ("--json", "--profile", "--programs", "--record", "--check", "--write-docs"):
        parser.add_argument(name, action="store_true")
    options = parser.parse_args()
    if options.tiles < 2:
        parser.error("--tiles: the run of one tile is subtracted, so at least 2")
    if options.write_docs and not (options.against or options.profile or options.programs):
        parser.error("--write-docs wants --against, the program that the page calls before, --profile or --programs")
    return options


def main():
    options = parse_options()
    counts = shutil.which("valgrind") is not None
    if options.check or options.record:
        sys.exit((bench_record.check if options.check else bench_record.record)(options.binary, options.jobs))
    if options.profile:
        if options.write_docs:
            bench_page.write_profile(options)
        else:
            print(bench_profile.text(options.binary) + "\n\n" + bench_stalls.text(options.binary, options.jobs, options.store_waits))
        return
    everywhere = os.sched_getaffinity(0)
    one_core()
    if options.programs:
        bench_programs.show(options)
        return
    with tempfile.TemporaryDirectory() as folder:
        found = measure([b for b in (options.binary, options.against) if b], options, folder)
    cores = cores_figures(options) if options.cores and not options.write_docs else {}
    os.sched_setaffinity(0, everywhere)
    if counts:
        add_instructions(found, options)
    else:
        print("bench.sh: no valgrind here, so no instructions: scripts/setup.sh installs it", file=sys.stderr)
    if options.write_docs:
        bench_page.write(found[1], found[0], options)
    if options.json:
        print(json.dumps({"machine": bench_page.processor(), "tiles": options.tiles, "repeat": options.repeat, "measured": found, "cores": cores}, indent=2))
    else:
        print_all(found, cores, options)


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.CalledProcessError) as e:
        sys.exit(f"bench.sh: {e}")
