# SPDX-License-Identifier: Apache-2.0
"""Compares tensix-tlm with the whole kernels in tests/whole_kernels/measurements.csv: compiles their programs for the RISC-V cores and
runs them with `tensix-tlm elf`. Started by validate.sh --kernels."""
import csv, json, math, os, shutil, statistics, struct, subprocess, sys, tempfile
from multiprocessing.pool import ThreadPool

from validate import ROOT, Failure, aligned, end_check, fill, markdown, parsed

FOLDER = os.path.join(ROOT, "tests", "whole_kernels")
COMPILER = "riscv64-unknown-elf-g++"
# Percent, of the absolute errors: (median, worst) of the rows "same program", and of all rows whose tile gets the same instructions.
LIMITS = {"counted": (3.5, 14.0), "all": (8.0, 35.0)}
# Where T0 hardly waits for the tile, its code sets the pace: of the measured program another compiler's. What was measured plays no part.
T0_WAITS_LIMIT = 5.0  # percent of its time
OPTIONS = "--kernels --write-docs"
JUDGED_WITH = "12"  # GCC's major version: which rows' pace T0 sets hangs on the compiler (14 makes T0 wait in two more kernels)
# With another compiler the figures are not those of the page, but where the tile sets the pace its code plays next to no part: percent
# of the page's cycles by which such a row may differ (GCC 14: 2.6 %).
OTHER_CODE_LIMIT = 4.0

SAME, DIFFERS, NOT = "same program", "program differs", "not comparable"
ARGUMENTS, CLOCKS, INPUTS, OUTPUT = 0xA000, 0xA100, 0x21000, 0x51000  # tests/whole_kernels/programs/run.h
LOOPS, VECTOR_LOOPS, VECTOR_TILES = 64, 16, 8
FORMATS = {"FP32": (0, 4096), "FP16": (1, 2048), "BF16": (5, 2048), "BFP8": (6, 1088)}  # code, bytes of a tile
PHASES = {"LoFi": 1, "HiFi2": 2, "HiFi3": 3, "HiFi4": 4}


def measurements():
    with open(os.path.join(FOLDER, "measurements.csv"), newline="") as f:
        return list(csv.DictReader(f))


def run(command, what):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failure(f"{what} ended with {done.returncode}: {' '.join(command)}\n{done.stderr.strip()}")
    return done.stdout


class Programs:
    """Compiled when they are first asked for; as the measured ones are, for speed. `sources`: the folder that has them."""

    def __init__(self, folder, sources=os.path.join(FOLDER, "programs")):
        self.folder = folder
        self.sources = sources
        self.made = {}

    def path(self, source, core, function, definitions):
        name = "_".join([source, function, *(d.replace("=", "") for d in definitions)]) + ".elf"
        self.made[name] = (source, core, function, definitions)
        return os.path.join(self.folder, name)

    def compile_all(self, jobs):
        example = os.path.join(ROOT, "examples", "elf")
        flags = ["-g", "-O3", "-std=c++17", "-march=rv32im_zicsr", "-mabi=ilp32", "-ffreestanding", "-nostdlib", "-fno-exceptions", "-fno-rtti", "-ffunction-sections",
                 "-Wall", "-Wextra", f"-ffile-prefix-map={ROOT}/=", f"-I{ROOT}", f"-I{os.path.join(example, 'freestanding')}",
                 "-Wl,--gc-sections", "-Wl,-z,max-page-size=16", "-T", os.path.join(FOLDER, "programs", "core.ld")]

        def compile_one(item):
            name, (source, core, function, definitions) = item
            run([COMPILER, *flags, *(f"-D{d}" for d in definitions), f"-Wl,--defsym=core={core}", f"-Wl,--defsym=kernel={function}",
                 os.path.join(example, "start.S"), os.path.join(self.sources, source + ".cpp"), "-o", os.path.join(self.folder, name)], "the compiler")

        with ThreadPool(jobs) as pool:
            pool.map(compile_one, self.made.items())


class Matmul:
    def __init__(self, words, programs):
        self.input, self.output, fidelity, dst = words[:4]
        self.ct, self.rt, self.kt = map(int, words[4:])
        wide = f"WIDE_DST={int(dst == 'wide')}"
        self.elf = [programs.path("wormhole_matmul", 0, "unpack", []),
                    programs.path("wormhole_matmul", 1, "math", [f"FIDELITY={PHASES[fidelity]}", wide]),
                    programs.path("wormhole_matmul", 2, "pack", [wide])]
        self.configuration = ["--config", "documented", "--set", "clock_mhz=1000"]
        code, tile = FORMATS[self.input]
        self.arguments = [LOOPS, self.ct, self.rt, self.kt, tile // 16, tile // 16, code, FORMATS[self.output][0]]

    def inputs(self):  # all ones; in BFP8 exponents and mantissas alike are 0x7f: 127/64
        return (b"\x7f" if self.input == "BFP8" else b"\x00\x3c") * ((OUTPUT - INPUTS) // (1 if self.input == "BFP8" else 2))

    def wrong(self, data):
        """What is not as it should be in the first tile of output. (With many tiles the program, like the measured one, reads what it has written.)"""
        if INPUTS + 0x10000 + 4096 * min(15, self.kt - 1) + FORMATS[self.input][1] * self.kt * self.ct > OUTPUT:
            return None
        if self.output == "BFP8":
            values = [(m & 127) / 64 * 2.0 ** (e - 127) for m, e in zip(data[64:], [e for e in data[:64] for _ in range(16)])]
        else:
            values = [v[0] for v in struct.iter_unpack("<e" if self.output == "FP16" else "<f", data)] if self.output != "BF16" else \
                     [struct.unpack("<f", b"\x00\x00" + data[i:i + 2])[0] for i in range(0, len(data), 2)]
        exact = 32 * self.kt * (1 if self.input == "FP16" else (127 / 64) ** 2)
        if len(set(values)) != 1 or abs(values[0] - exact) > 0.05 * exact:  # phases that are left out cost up to 5 %
            return f"the products are {sorted(set(values))[:3]}, not {exact:g}"
        return None

    def cycles(self, clocks):
        return clocks[5] - clocks[0]


class Vector:
    def __init__(self, words, programs):
        wide = words[0] in ("absolute_int", "invert", "fill", "fill_hoisted", "subtract")
        self.elf = [programs.path("vector_tile", 0, "unpack", [f"WIDE_DST={int(wide)}"]),
                    programs.path("vector_tile", 1, "math", [f"OPERATION={words[0]}", f"WIDE_DST={int(wide)}"]),
                    programs.path("vector_tile", 2, "pack", [])]
        self.configuration = []
        self.arguments = [VECTOR_LOOPS, 0, 0, 0, 0, 0, 0, 0, VECTOR_TILES]
        self.output = "BF16"

    def inputs(self):
        return b""

    def wrong(self, data):
        return None

    def cycles(self, clocks):
        return (clocks[3] - clocks[2]) / (VECTOR_LOOPS * VECTOR_TILES)


def simulate(binary, kernel, settings):
    """Cycles as they were measured, and the share of its time that T0 waited for the tile."""
    with tempfile.TemporaryDirectory() as folder:
        file = lambda name: os.path.join(folder, name)
        command = [binary, "elf", *kernel.configuration, *settings]
        for i in range(3):
            command += [f"--t{i}", kernel.elf[i]]
        for i, value in enumerate(kernel.arguments):
            command += ["--l1w", f"{ARGUMENTS + 4 * i:#x}={value}"]
        if kernel.inputs():
            with open(file("inputs"), "wb") as f:
                f.write(kernel.inputs())
            command += ["--l1", f"{INPUTS:#x}={file('inputs')}"]
        command += ["--dump", f"{CLOCKS:#x}:24={file('clocks')}", "--dump", f"{OUTPUT:#x}:{FORMATS[kernel.output][1]}={file('output')}",
                    "--metrics", file("metrics")]
        run(command, "tensix-tlm")
        with open(file("clocks"), "rb") as f:
            clocks = struct.unpack("<6I", f.read())
        with open(file("output"), "rb") as f:
            wrong = kernel.wrong(f.read())
        if wrong:
            raise Failure(f"{' '.join(command)}: {wrong}")
        with open(file("metrics")) as f:
            t0 = json.load(f)["cores"]["core_t0"]
    waits = sum(cycles for reason, cycles in t0["stall"].items() if reason in ("core_poll", "poll", "core_fifo", "fifo_full"))
    return kernel.cycles(clocks), 100 * waits / max(1, clocks[1] - clocks[0])


def paced(row):
    """Rows that may be left out for the pace of T0's code alone: the tile gets the same instructions."""
    return row["program"].startswith("wormhole_matmul")


def compare(binary, folder, settings, jobs):
    rows, programs = measurements(), Programs(folder)
    kinds = {"wormhole_matmul": Matmul, "vector_tile": Vector}
    kernels = {r["id"]: kinds[r["program"].split()[0]](r["program"].split()[1:], programs) for r in rows if r["program"]}
    programs.compile_all(jobs)
    with ThreadPool(jobs) as pool:
        simulated = dict(zip(kernels, pool.map(lambda k: simulate(binary, k, settings), kernels.values())))
    for r in rows:
        if r["id"] not in simulated:
            continue
        r["measured"] = float(r["measured"])
        r["simulated"], r["t0_waits_percent"] = simulated[r["id"]]
        r["error_percent"] = 100 * (r["simulated"] - r["measured"]) / r["measured"]
    sets = {"counted": [r for r in rows if r["comparable"] == SAME],
            "all": [r for r in rows if r["comparable"] == SAME or r["comparable"] == DIFFERS and paced(r)]}
    summary = {}
    for name, members in sets.items():
        errors = [abs(r["error_percent"]) for r in members]
        summary[name] = {"kernels": len(errors), "median_percent": statistics.median(errors), "worst_percent": max(errors)}
    return {"kernels": rows, "summary": summary}


def page_cycles():
    """By row: the cycles in the tables of the page, simulated with the programs of the compiler that is named there."""
    with open(os.path.join(ROOT, "docs", "validation.md")) as f:
        cells = [[c.strip() for c in line.split("|")] for line in f if line.startswith("|")]
    return {c[1]: float(c[3]) for c in cells if len(c) == len(HEAD) + 2 and c[6] in ("yes", "no")}


def check(outcome):
    """What is not as it should be: a list of sentences."""
    found = []
    judged = run([COMPILER, "-dumpversion"], "the compiler").split(".")[0] == JUDGED_WITH
    if not judged:
        page = page_cycles()
        for r in outcome["kernels"]:
            if r["comparable"] == SAME and not abs(r["simulated"] / page.get(r["id"], math.nan) - 1) <= OTHER_CODE_LIMIT / 100:
                found.append(f"{r['id']} takes {r['simulated']:.6g} {r['unit']} with this compiler's code, {page.get(r['id'], 'none')} on the page: "
                             f"more than {OTHER_CODE_LIMIT:g} % apart, though the tile sets the pace")
    for name, limits in LIMITS.items():
        for what, limit in zip(("median", "worst"), limits):
            value = outcome["summary"][name][what + "_percent"]
            if value > limit and (judged or (name, what) != ("counted", "median")):
                found.append(f"{what} of the absolute errors of whole kernels ({name}) is {value:.2f} %, more than {limit:g} %")
    for r in outcome["kernels"]:
        if r["comparable"] not in (SAME, DIFFERS, NOT) or (r["comparable"] == NOT) == bool(r["program"]) or not r["why"]:
            found.append(f"measurements.csv: {r['id']}: '{r['comparable']}', program '{r['program']}', reason '{r['why']}' do not fit together")
        elif judged and paced(r):
            t0_paces = r["t0_waits_percent"] < T0_WAITS_LIMIT
            if t0_paces != (r["comparable"] == DIFFERS):
                found.append(f"measurements.csv: {r['id']} is '{r['comparable']}', but T0 waits {r['t0_waits_percent']:.1f} % of its time")
    return found


HEAD = ["kernel", "measured", "simulated", "error %", "unit", "comparable", "why"]
OTHER_HEAD = ["kernel", "measured", "unit", "why it is not compared"]
LEFT = (0, 4, 5, 6)


def rows_of(outcome):
    for kind in (SAME, DIFFERS):
        for r in outcome["kernels"]:
            if r["comparable"] == kind:
                yield [r["id"], f"{r['measured']:g}", f"{r['simulated']:.6g}", f"{r['error_percent']:+.1f}", r["unit"], "yes" if kind == SAME else "no", r["why"]]


def other_rows(outcome):
    for r in outcome["kernels"]:
        if r["comparable"] == NOT:
            yield [r["id"], str(r["measured"]), r["unit"], r["why"]]


def sentence(outcome):
    s, a = outcome["summary"]["counted"], outcome["summary"]["all"]
    return (f"{s['kernels']} kernels with the same program: median of the absolute errors {s['median_percent']:.1f} %, worst "
            f"{s['worst_percent']:.1f} %. With those\nwhose pace T0's code sets, {a['kernels']}: median {a['median_percent']:.1f} %, "
            f"worst {a['worst_percent']:.1f} %")


def draw(outcome, path):
    try:
        import matplotlib
    except ImportError:
        sys.exit("validate.sh: matplotlib is missing, so there is no plot; on Debian or Ubuntu: apt-get install python3-matplotlib")
    matplotlib.use("svg")
    from matplotlib import pyplot
    matplotlib.rcParams.update({"svg.hashsalt": "tensix-tlm", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 8})
    rows = [r for kind in (SAME, DIFFERS) for r in outcome["kernels"] if r["comparable"] == kind][::-1]
    figure, axes = pyplot.subplots(figsize=(7.5, 0.19 * len(rows) + 0.9))
    axes.axvspan(-5, 5, color="0.92", linewidth=0)
    axes.axvline(0, color="0.5", linewidth=0.8)
    for kind, colour in ((SAME, "tab:blue"), (DIFFERS, "tab:orange")):
        places = [i for i, r in enumerate(rows) if r["comparable"] == kind]
        axes.barh(places, [rows[i]["error_percent"] for i in places], height=0.6, color=colour, label=kind)
    axes.set(yticks=range(len(rows)), yticklabels=[r["id"] for r in rows], xlabel="simulated against measured, percent", ylim=(-0.7, len(rows) - 0.3))
    axes.legend(loc="upper left", frameon=False)
    figure.tight_layout()
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": "validate.sh"})
    pyplot.close(figure)


def compiler():
    return f"{COMPILER} {run([COMPILER, '-dumpfullversion'], COMPILER).strip()}"


def tables(outcome):
    return {"kernels": f"{sentence(outcome)}. Compiled by {compiler()}.\n\n{markdown(HEAD, rows_of(outcome), LEFT)}\n",
            "others": markdown(OTHER_HEAD, other_rows(outcome), (0, 2, 3)) + "\n"}


def write_page(outcome):
    fill(tables(outcome), OPTIONS)
    draw(outcome, os.path.join(ROOT, "docs", "whole-kernels.svg"))


def stale(texts, made_by):
    """What of the page's tables is not what was measured; nothing with another compiler than theirs, whose code takes other cycles."""
    with open(os.path.join(ROOT, "docs", "validation.md")) as f:
        if f"Compiled by {compiler()}." not in f.read():
            print(f"validate.sh: the tables of docs/validation.md are not compared: another compiler than {compiler()} made them", file=sys.stderr)
            return []
    return [f"docs/validation.md, {name}: is not what was measured; {made_by}" for name in fill(texts, made_by, write=False)]


def compared(options, compare):
    """What a comparison with compiled programs finds: compare(program, folder, settings, jobs)."""
    if shutil.which(COMPILER) is None:
        text = f"{COMPILER} is missing; on Debian or Ubuntu: apt-get install gcc-riscv64-unknown-elf"
        if options.check and not os.environ.get("CI"):
            print(f"SKIPPED: {text}")
            sys.exit(77)
        sys.exit(f"validate.sh: {text}")
    try:
        with tempfile.TemporaryDirectory() as folder:
            return compare(options.binary, folder, [word for s in options.set for word in ("--set", s)], options.jobs)
    except Failure as failure:
        sys.exit(f"validate.sh: {failure}")


def main():
    options = parsed("validate.sh --kernels", settings=True)
    outcome = compared(options, compare)

    if options.json:
        print(json.dumps(outcome, indent=2))
    else:
        print(aligned(HEAD, rows_of(outcome), LEFT))
        print("\n" + aligned(OTHER_HEAD, other_rows(outcome), (0, 2, 3)))
        print("\n" + sentence(outcome))
    if options.plot:
        draw(outcome, options.plot)
    if options.write_docs:
        write_page(outcome)
    if options.check:
        end_check(check(outcome) + stale(tables(outcome), OPTIONS))


if __name__ == "__main__":
    main()
