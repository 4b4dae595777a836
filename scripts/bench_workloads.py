# SPDX-License-Identifier: Apache-2.0
"""What bench.py measures: the workloads, one run of one, and what callgrind counts of it: instructions, and what they wait for on a
simulated processor."""
import functools, json, os, re, subprocess, tempfile, time
from dataclasses import dataclass
from typing import Callable

# The run of a simulation in a profile; the second where link-time optimisation left nothing of the first.
TIMED = ("tensix::simulation::run(", "sc_core::sc_start(sc_core::sc_time const&, sc_core::sc_starvation_policy)")
FUNCTIONAL = ("tensix::functional_machine::run(",)
# Within the run of `run`, but no part of the machine: input tiles are made, output tiles compared.
DATA = ("tensix::operand_tiles::bytes(", "tensix::kernel_data::take(")


# What is counted, and of which of callgrind's events it is the sum. Its branch predictor and its caches are simple, but the same
# on every machine, and repeat exactly: the caches' sizes are given here, so that they are not this machine's.
SIMULATED = ("--branch-sim=yes", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64")
COUNTED = {"instructions": ("Ir",), "mispredicted": ("Bcm", "Bim"), "indirect": ("Bi",), "indirect_mispredicted": ("Bim",),
           "code_misses": ("I1mr",), "data_misses": ("D1mr", "D1mw")}


class Failure(Exception):
    """A program did not do what it should."""


@dataclass(frozen=True)
class Workload:
    name: str
    unit: str  # what a size counts; streams have no tiles: a thousand simulated cycles
    command: Callable  # (size, folder) -> arguments of tensix-tlm; may write files into the folder
    small: int  # sizes whose difference is taken for instructions: both beyond the start, in whole blocks
    large: int
    waits: bool = False  # it mostly waits: what it does without time is not the same work

    def units(self, size, cycles):
        return size if self.unit == "tile" else cycles / 1000

    def timed_size(self, tiles):
        """Of a run whose time is taken, which is about the same for all."""
        return tiles if self.unit == "tile" else 10 * tiles if self.waits else max(2, tiles // 20)


def element(kernel):
    return lambda tiles, folder: ["run", kernel, "--shape", f"32x{32 * tiles}", "--format", "bf16"]


def product(fidelity):
    return lambda tiles, folder: ["run", "matmul", "--shape", f"32x32x{32 * tiles}", "--format", "bf16", "--fidelity", fidelity]


def stream(lines):
    def command(rounds, folder):
        name = os.path.join(folder, f"{lines.__name__}_{rounds}.scn")
        with open(name, "w") as f:
            f.write("\n".join(lines(rounds)) + "\n")
        return ["stream", name]

    return command


def polls_and_stalls(rounds):
    """B works, then asks T2 through a word of L1; T2 asks T1, T1 asks T0 through semaphores; T2 polls for the answer. 104 cycles."""
    ask, answer, begin = 0x1000, 0x1004, 0x1008
    return f"""
t2 SEMINIT max_value=15 sem_sel=14
t2 sync
b st {begin} 1
b loop {rounds}
b delay 50
b st {ask} 1
b poll {answer} 0xffffffff 1
b st {answer} 0
b endloop
t2 loop {rounds}
t2 poll {ask} 0xffffffff 1
t2 st {ask} 0
t2 SEMPOST sem_sel=2
t2 poll 0xffe80028 0xffffffff >= 1
t2 st 0xffe80028 1
t2 st {answer} 1
t2 endloop
t1 poll {begin} 1 1
t1 loop {rounds}
t1 SEMWAIT stall_res=2 sem_sel=2 wait_sem_cond=1
t1 SEMGET sem_sel=2
t1 STALLWAIT stall_res=2 wait_res=0x400
t1 SEMPOST sem_sel=8
t1 endloop
t0 poll {begin} 1 1
t0 loop {rounds}
t0 SEMWAIT stall_res=2 sem_sel=8 wait_sem_cond=1
t0 SEMGET sem_sel=8
t0 STALLWAIT stall_res=2 wait_res=1
t0 SEMPOST sem_sel=4
t0 sync
t0 endloop""".split("\n")


def sfpu(rounds):
    """A MOP of 8 x 64 replays of 16 instructions, none of which waits for the one before: 8,192 cycles a round."""
    nop, replay = 0x02000000, 0x04000000 | 16 << 4
    lines = ["maxclk 100000000"]
    for word, value in enumerate((8, 64, nop, nop, nop, replay, nop, replay, replay)):
        lines.append(f"t1 st {0xFFB80000 + 4 * word:#x} {value:#x}")
    lines += [f"t1 SFPLOADI lreg_ind={i} imm16={0x3F80 + 16 * i:#x}" for i in range(8)]
    lines += ["t1 sync", "t1 REPLAY len=16 load_mode=1"]
    for i in range(8):  # x = 1 - x and y = y + 0: values stay small
        lines.append(f"t1 SFPMAD lreg_src_a={i} lreg_src_b=11 lreg_src_c=10 lreg_dest={i}")
        lines.append(f"t1 SFPADD lreg_src_a=10 lreg_src_b={(i + 4) % 8} lreg_src_c=9 lreg_dest={(i + 4) % 8}")
    return lines + [f"t1 loop {rounds}", "t1 MOP mop_type=1", "t1 endloop"]


WORKLOADS = [
    Workload("datacopy bf16", "tile", element("datacopy"), 48, 112),
    Workload("add bf16", "tile", element("add"), 48, 112),
    Workload("matmul bf16 lofi", "tile", product("lofi"), 128, 192),
    Workload("matmul bf16 hifi4", "tile", product("hifi4"), 128, 192),
    Workload("polls and stalls", "1000 cycles", stream(polls_and_stalls), 300, 500, waits=True),
    Workload("sfpu", "1000 cycles", stream(sfpu), 4, 7),
]


@dataclass
class Run:
    seconds: float  # processor time of the process, user and system
    elapsed: float


@functools.lru_cache(maxsize=None)
def quiet(binary):
    """So that nobody records the critical path; programs of before there was one do not know the option."""
    known = subprocess.run([binary, "run", "--help"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    return ["--quiet"] if "--quiet" in known else []


@functools.lru_cache(maxsize=None)
def cycles(binary, workload, size):
    with tempfile.TemporaryDirectory() as folder:
        metrics = os.path.join(folder, "metrics.json")
        command = [binary, *workload.command(size, folder), "--metrics", metrics]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}")
        with open(metrics) as f:
            return int(json.load(f)["cycles"])


def timed(command):
    """One run of a program."""
    with tempfile.TemporaryFile("w+") as output:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        elapsed = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            output.seek(0)
            raise Failure(f"{' '.join(command)} ended with {child.returncode}:\n{output.read()}")
    return Run(usage.ru_utime + usage.ru_stime, elapsed)


def run(binary, workload, size):
    with tempfile.TemporaryDirectory() as folder:
        return timed([binary, *workload.command(size, folder), *quiet(binary)])


def peak_memory_mb(binary, workload, size):
    """VmHWM as last seen before the end: what the parent hands down to ru_maxrss would count too."""
    peak = 0
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.Popen([binary, *workload.command(size, folder), *quiet(binary)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"/proc/{child.pid}/status") as status:
            while child.poll() is None:
                status.seek(0)
                found = re.search(r"^VmHWM:\s*(\d+) kB", status.read(), re.M)
                peak = int(found[1]) if found else peak
                time.sleep(0.001)
    if child.returncode != 0:
        raise Failure(f"{workload.name} of {size} ended with {child.returncode}")
    return peak / 1024


@dataclass
class Profile:
    """Costs are tuples in the order of COUNTED."""
    own: dict  # function -> costs of its own
    inclusive: dict  # function -> and of all it calls

    def total(self):
        return tuple(map(sum, zip(*self.own.values())))

    def inside(self, names, otherwise=None):
        for name in names:
            found = [cost for function, cost in self.inclusive.items() if function.startswith(name)]
            if found:
                return max(found)
        if otherwise is not None:
            return otherwise
        raise Failure(f"no function {names[0]}...) in the profile: is the program stripped?")


def read_profile(file):
    """Callgrind's format: https://valgrind.org/docs/manual/cl-format.html."""
    functions, objects, own, inclusive, current, library, called, columns = {}, {}, {}, {}, None, "", False, []

    def named(text, names):  # in full the first time, later by its number
        number, _, rest = text.strip().partition(" ")
        return names.setdefault(number, rest)

    def add(costs, function, counts):  # events that are 0 are left out at the end of a line
        kept = costs.setdefault(function, [0] * len(columns))
        for i, count in enumerate(counts):
            kept[i] += int(count)

    def of_each(costs):
        places = [[columns.index(event) for event in events if event in columns] for events in COUNTED.values()]
        return {function: tuple(sum(c[i] for i in some) for some in places) for function, c in costs.items()}

    for line in file:
        if line.startswith("events:"):
            columns = line.split()[1:]
        elif line.startswith("fn="):
            current = named(line[3:], functions)
            if current.startswith("0x"):  # no symbol
                current += f" in {library}"
        elif line.startswith("ob="):
            library = os.path.basename(named(line[3:], objects))
        elif line.startswith("cfn="):
            named(line[4:], functions)
        elif line.startswith("cob="):
            named(line[4:], objects)
        elif line.startswith("calls="):
            called = True
        elif line[0] in "0123456789+-*" and current is not None:
            counts = line.split()[1:]
            add(inclusive, current, counts)
            if not called:
                add(own, current, counts)
            called = False
    return Profile(of_each(own), of_each(inclusive))


def profile(program, workload, size, *more):
    """`program`, `more`: words of a command, before and behind the workload's. Valgrind shows every machine the same processor (with
    or without AVX2)."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        command = ["valgrind", "--tool=callgrind", *SIMULATED, f"--callgrind-out-file={out}", *program,
                   *workload.command(size, folder), *more]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}")
        with open(out) as f:
            return read_profile(f)


def units_between(binary, workload):
    """Units by which the two sizes for instructions differ."""
    sizes = (workload.small, workload.large)
    if workload.unit == "tile":
        return workload.large - workload.small
    small, large = (cycles(binary, workload, size) / 1000 for size in sizes)
    return large - small


def simulation(found):
    """Of a profile: the simulation alone, in instructions."""
    return found.inside(TIMED)[0] - sum(found.inside((name,), (0,))[0] for name in DATA)


def instructions(binary, workload, functional=None):
    """What callgrind counts of a unit of a workload: COUNTED, in the whole process; of the instructions those in the simulation, and
    in the machine without time (None: not measured). Differences of two sizes, so that the start is not in them."""
    units = units_between(binary, workload)
    small, large = (profile([binary], workload, size, *quiet(binary)) for size in (workload.small, workload.large))
    result = {name: (b - a) / units for name, a, b in zip(COUNTED, small.total(), large.total())}
    result.update(process=result.pop("instructions"), simulation=(simulation(large) - simulation(small)) / units, functional=None)
    if functional and not workload.waits:
        small, large = (profile([functional, "functional"], workload, size).inside(FUNCTIONAL)[0]
                        for size in (workload.small, workload.large))
        result["functional"] = (large - small) / units
    return result
