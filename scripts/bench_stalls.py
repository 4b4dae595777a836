# SPDX-License-Identifier: Apache-2.0
"""What a tile makes the processor wait for, by function: mispredicted branches, indirect calls, misses, loads of what has just been
written in pieces (bench.sh --profile)."""
import json, os, re, shutil, subprocess, tempfile
from multiprocessing.pool import ThreadPool

from bench_profile import ROOT
from bench_workloads import COUNTED, TIMED, WORKLOADS, Failure, Workload, profile, quiet

UNCHECKED = ["--unchecked"]  # the run alone: without it programs with checks run first, in a process of their own
SHOWN = 4  # functions of a workload: those with the most mispredictions
HEADING = ["workload, function", "thousand instructions", "indirect calls", "mispredicted", "of them indirect", "code misses", "data misses",
           "waits for stores"]
COLUMNS = ("instructions", "indirect", "mispredicted", "indirect_mispredicted", "code_misses", "data_misses")
ADD = os.path.join(ROOT, "examples", "programs", "add")  # reader, compute and writer kernel of an element-wise sum


def compiled_kernel(tiles, folder):
    buffers = [word for number, content in ((0, "test"), (1, "test"), (16, "")) for word in ("--cb", f"{number}={content}:bf16:tiles={tiles}")]
    return ["kernel", os.path.join(ADD, "compute.cpp"), *buffers, "--arg", str(tiles), "--ct-arg", "4", *UNCHECKED]


def whole_program(tiles, folder):
    with open(os.path.join(ADD, "add.json")) as f:
        program = json.load(f)
    for buffer in program["buffers"].values():
        buffer["shape"] = [32, 32 * tiles]
    for kernel in program["kernels"].values():
        shutil.copy(os.path.join(ADD, kernel["source"]), folder)
    path = os.path.join(folder, "add.json")
    with open(path, "w") as f:
        json.dump(program, f)
    return ["program", path, *UNCHECKED]


COMPILED = [Workload("compiled add, T0 to T2", "tile", compiled_kernel, 32, 64),
            Workload("add with five cores, NoC and DRAM", "tile", whole_program, 32, 64)]


def short(function):
    """Without namespaces, arguments and the compiler's marks; a call by a pointer to member says whose process it is."""
    called = re.search(r"method<&(?:tensix::)?([\w:]+)", function)
    if called:
        return called[1]
    name = re.sub(r"tensix::|\(anonymous namespace\)::|\[clone .*\]", "", function)
    name = re.split(r"[(<]", name)[0]
    return name.split()[-1] if name.split() else function


def store_waits(counter, binary, command):
    """By function, the loads that wait for stores (tests/benchmarks/store_waits.cpp says which)."""
    traced = subprocess.Popen(["valgrind", "--tool=lackey", "--trace-mem=yes", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    counted = subprocess.run([counter], stdin=traced.stderr, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    if traced.wait() != 0:
        raise Failure(f"{' '.join(command)} ended with {traced.returncode} under valgrind")
    header = subprocess.run(["readelf", "-h", binary], stdout=subprocess.PIPE, text=True, check=True).stdout
    moved = int(counted[0].split()[1], 16) - int(re.search(r"Entry point address:\s+0x(\w+)", header)[1], 16)
    found = [(int(address, 16) - moved, int(count)) for address, count in map(str.split, counted[1:])]
    names = subprocess.run(["addr2line", "-fCe", binary], input="\n".join(f"{address:#x}" for address, _ in found), stdout=subprocess.PIPE,
                           text=True, check=True).stdout.splitlines()[::2]
    by_function = {}
    for name, (_, count) in zip(names, found):
        by_function[short(name)] = by_function.get(short(name), 0) + count
    return by_function


def store_waits_a_tile(counter, binary, workload):
    sizes = (workload.small, workload.large)
    with tempfile.TemporaryDirectory() as folder:
        few, many = (store_waits(counter, binary, [binary, *workload.command(size, folder), *quiet(binary)]) for size in sizes)
    return {name: (count - few.get(name, 0)) / (sizes[1] - sizes[0]) for name, count in many.items()}


def of_workload(binary, workload, counter):
    """Rows a tile: of the simulation, then of the functions with the most mispredictions. Those of the C++ library count for nobody:
    they differ with the start. Waits for stores are of the process, and of what starts without a compiler, which would be traced too."""
    sizes = (workload.small, workload.large)
    small, large = (profile([binary], workload, size, *quiet(binary)) for size in sizes)
    units = sizes[1] - sizes[0]
    none = (0,) * len(COUNTED)
    parts = {}
    for function, cost in large.own.items():
        if "tensix::" in function or "jump_fcontext" in function:
            before, sum_of = small.own.get(function, none), parts.setdefault(short(function), none)
            parts[short(function)] = tuple(s + (b - a) / units for s, a, b in zip(sum_of, before, cost))
    mispredicted = list(COUNTED).index("mispredicted")
    worst = sorted(parts.items(), key=lambda p: -p[1][mispredicted])[:SHOWN]
    all_of_it = tuple((b - a) / units for a, b in zip(small.inside(TIMED), large.inside(TIMED)))
    waits = store_waits_a_tile(counter, binary, workload) if counter and workload not in COMPILED else None
    waits_of = lambda name: None if waits is None else waits.get(name, 0) if name else sum(waits.values())
    return [cells(f"**{workload.name}**", all_of_it, waits_of(""))] + [cells(f"`{name}`", cost, waits_of(name)) for name, cost in worst]


def cells(name, cost, waits):
    of = dict(zip(COUNTED, cost))
    return ([name] + [f"{of[c] / 1e3:,.1f}" if c == "instructions" else f"{of[c] + 0:,.0f}" for c in COLUMNS] +
            ["-" if waits is None else f"{waits:,.0f}"])


def rows(binary, jobs, counter):
    workloads = [w for w in WORKLOADS if w.unit == "tile" and not w.name.startswith("add")]
    if shutil.which("riscv64-unknown-elf-g++"):
        workloads += COMPILED
    with ThreadPool(jobs) as pool:
        return [row for some in pool.map(lambda w: of_workload(binary, w, counter), workloads, chunksize=1) for row in some]


def text(binary, jobs, counter):
    lines = [HEADING, *rows(binary, jobs, counter)]
    return "\n".join(f"{line[0].strip('*`'):<40}" + "".join(f"{cell:>23}" for cell in line[1:]) for line in lines)
