# SPDX-License-Identifier: Apache-2.0
"""How fast kernels and programs of several cores and tiles run, and what it costs to be many (bench.sh --programs)."""
import json, os, statistics, sys, tempfile

import bench_page
from bench_profile import ROOT
from bench_record import compiler_of
from bench_stalls import COMPILED, UNCHECKED
from bench_workloads import Workload, quiet, timed

EXAMPLE = os.path.join(ROOT, "examples", "programs", "matmul_multicast")
HEADING = ["simulated, by processor time", "cores at work", "Mcycles/s", "with the critical path", "time of it", "with a page", "with the checked run"]


def product(across, down):
    """On each tile 8x4 tiles of C, whatever the grid; the size is along K, in tiles."""
    def command(k_tiles, folder):
        import numpy as np
        sys.path.append(EXAMPLE)
        import matmul_multicast
        values = np.random.default_rng(1)
        a, b = (values.integers(-8, 8, shape).astype(np.float32) for shape in ((256 * down, 32 * k_tiles), (32 * k_tiles, 128 * across)))
        path = os.path.join(folder, "product.json")
        matmul_multicast.program(a, b, (across, down)).write(path)
        return ["program", path, *UNCHECKED]

    return command


ONE = Workload("product on one tile", "tile", product(1, 1), 16, 64)
EIGHT = Workload("product on eight tiles", "tile", product(4, 2), 16, 64)
# Workload, cores at work, and sizes whose difference is taken.
PROGRAMS = [(COMPILED[0], 3, 128, 4096), (COMPILED[1], 5, 128, 2048), (ONE, 5, 16, 192), (EIGHT, 40, 16, 64)]


def figures(binary, repeat):
    """By workload: simulated million cycles a second, of the run alone, with what --metrics records, with a page, and with the run of the
    checked programs beside, as it is without --unchecked. By slope, so without start and compiler."""
    speeds = {}
    with tempfile.TemporaryDirectory() as folder:
        metrics = os.path.join(folder, "metrics.json")
        for w, _, *sizes in PROGRAMS:
            commands, cycles = [], []
            for size in sizes:
                commands.append([binary, *w.command(size, tempfile.mkdtemp(dir=folder))])
                timed([*commands[-1], "--metrics", metrics])  # compiles the kernels, which the others find compiled
                with open(metrics) as f:
                    cycles.append(json.load(f)["cycles"])
            checked = [[word for word in command if word not in UNCHECKED] for command in commands]
            page = ["--report", os.path.join(folder, "page.html")]
            kinds = [(commands, quiet(binary)), (commands, ["--metrics", metrics]), (commands, page), (checked, quiet(binary))]
            for command in checked:
                timed([*command, *quiet(binary)])
            seconds = [], [], [], []
            for _ in range(repeat):
                for found, (some, more) in zip(seconds, kinds):
                    short, long = (timed([*command, *more]).seconds for command in some)
                    found.append(long - short)
            speeds[w.name] = [(cycles[1] - cycles[0]) / statistics.median(some) / 1e6 for some in seconds]
    return speeds


def rows(speeds):
    def cells(alone, recorded, paged, checked):
        return [f"{alone:.3g}", f"{recorded:.3g}", f"{1 - recorded / alone:.0%}", f"{paged:.3g}", f"{checked:.3g}"]

    return [[w.name, str(cores), *cells(*speeds[w.name])] for w, cores, *_ in PROGRAMS]


def many(speeds):
    without, recorded, *_ = (one / eight for one, eight in zip(speeds[ONE.name], speeds[EIGHT.name]))
    return (f"A cycle of the product on eight tiles takes {without:.1f} times as long as one of the product on one tile, with the critical path "
            f"{recorded:.1f} times.")


def show(options):
    speeds = figures(options.binary, options.repeat)
    if options.json:
        print(json.dumps({"machine": bench_page.processor(), "repeat": options.repeat, "mega_cycles_per_second": speeds}, indent=2))
    elif options.write_docs:
        bench_page.put({"programs": f"On {bench_page.processor()}; {compiler_of(options.binary)}; median of {options.repeat} runs on one core.\n\n" +
                        bench_page.table(HEADING, rows(speeds)) + "\n\n" + many(speeds) + "\n"})
    else:
        for line in [HEADING, *rows(speeds)]:
            print(f"{line[0]:<36}" + "".join(f"{cell:>28}" for cell in line[1:]))
        print(many(speeds))
