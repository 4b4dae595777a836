# SPDX-License-Identifier: Apache-2.0
"""Compares tensix-tlm with the costs in tests/costs/rows.csv: calls of the kernel library by format, width of Dst and fidelity, and loops of
the RISC-V cores. Compiles their programs and runs them with `tensix-tlm elf`. Started by validate.sh --costs."""
import csv, json, os, struct, tempfile
from multiprocessing.pool import ThreadPool

from validate import ROOT, aligned, draw, end_check, fill, markdown, parsed, summary, wrapped
from whole_kernels import COMPILER, Programs, compared, compiler, run, stale

FOLDER = os.path.join(ROOT, "tests", "costs")
MEDIAN_LIMIT, P90_LIMIT, SINGLE_LIMIT = 2.0, 6.0, 12.0  # percent, of the absolute errors
OPTIONS = "--costs --write-docs"
RESULTS, LOG = 0xA200, 256  # tests/costs/programs: where; bytes a core
TILES = 32
CODES = {"fp32": 0, "tf32": 4, "bf16": 5, "bfp8": 6, "int32": 8}
ROUNDS = 10, 50  # of core_loop.S
BRANCH = 3  # instructions that end its round: an empty loop's, which do not count, but where the code's size is the question


def table(name):
    with open(os.path.join(FOLDER, name), newline="") as f:
        return list(csv.DictReader(f))


def definitions(**values):
    return [f"{name}={value}" for name, value in values.items()]


def run_elf(binary, settings, elfs, size):
    """What the programs leave behind at RESULTS: 32-bit words."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "results")
        cores = [word for core, elf in elfs.items() for word in ("--" + core, elf)]
        run([binary, "elf", *settings, *cores, "--quiet", "--dump", f"{RESULTS:#x}:{size}={file}"], "tensix-tlm")
        with open(file, "rb") as f:
            return struct.unpack(f"<{size // 4}I", f.read())


class Call:
    """Three programs, and the core whose zone counts. What does not depend on the call is compiled once."""

    def __init__(self, programs, source, core, own, others):
        self.core = core
        functions = ("unpack", "math", "pack")
        self.elfs = {f"t{i}": programs.path(source, i, f, own if i == core else others[i]) for i, f in enumerate(functions)}

    def cycles(self, binary, settings):
        words = run_elf(binary, settings, self.elfs, 3 * LOG)
        begin, end = words[self.core * LOG // 4 + 1], words[self.core * LOG // 4 + 3]
        return end - begin


def math_call(programs, name, pool, phases, wide, register):
    own = definitions(CALL=name, MAXIMUM=int(pool == "maximum"), PHASES=phases, WIDE_DST=int(wide == "wide"), FORMAT=CODES[register])
    supply = definitions(CALL="reduce_row" if name == "reduce_row" else "add")
    call = Call(programs, "math_call", 1, own, {0: supply, 2: []})
    return lambda *run: call.cycles(*run) / TILES


def pack_call(programs, calls, tiles, wide, source, target):
    packer = {"SOURCE": CODES[source], "TARGET": CODES[target], "CALLS": calls, "TILES": tiles, "WIDE_DST": int(wide == "wide")}
    call = Call(programs, "pack_call", 2, definitions(**packer), {0: [], 1: definitions(WIDE_DST=packer["WIDE_DST"])})
    return lambda *run: call.cycles(*run) / (TILES if tiles == "1" else 1)


def unpack_reduce(programs, memory, register):
    own = definitions(FORMAT_L1=CODES[memory], FORMAT=CODES[register])
    call = Call(programs, "unpack_reduce", 0, own, {1: [], 2: []})
    return lambda *run: call.cycles(*run) / TILES


class Assembled:
    """Programs of one core, compiled when they are first asked for: loops by name, and rows of unpacking."""

    def __init__(self, folder):
        self.folder = folder
        self.loops = {row["program"]: row for row in table("core_loops.csv")}
        self.made = {}

    def path(self, source, name, **macros):
        file = os.path.join(self.folder, name + ".elf")
        self.made[file] = source, macros
        return file

    def compile_all(self, jobs):
        def compile_one(item):
            file, (source, macros) = item
            run([COMPILER, "-march=rv32im_zicsr", "-mabi=ilp32", "-nostdlib", "-Wl,-Ttext=0x10000", "-Wl,-z,max-page-size=16",
                 *(f"-D{name}={value}" for name, value in macros.items()), os.path.join(FOLDER, "programs", source), "-o", file], "the assembler")

        with ThreadPool(jobs) as pool:
            pool.map(compile_one, self.made.items())

    def core_loop(self, name):
        row = self.loops[name]
        elf = self.path("core_loop.S", name, BEFORE=row["before"], BODY=row["body"], COUNT=row["count"])
        count = int(row["count"]) * (1 + row["body"].count(";"))
        size = name.startswith("footprint")

        def cycles(binary, settings):
            values = []
            for core in ("t0", "t1", "t2") if size else ("t0",):  # caches are parameters of each core
                few, many = run_elf(binary, settings, {core: elf}, 8)
                a_round = (many - few) / (ROUNDS[1] - ROUNDS[0])
                values.append(a_round / (count + BRANCH) if size else (a_round - BRANCH) / count)
            return max(values, key=lambda value: abs(value - values[0]))  # of one that differs, if one does

        return cycles

    def unpack_row(self, width):
        elfs = [self.path("unpack_row.S", f"unpack_row_{w}", WIDTH=w) for w in ("0", width)]

        def cycles(binary, settings):
            empty, full = (run_elf(binary, settings, {"t0": elf}, 4)[0] for elf in elfs)
            return (full - empty) / (10 * 2 * int(width))

        return cycles


def compare(binary, folder, settings, jobs):
    rows = table("rows.csv")
    programs, assembled = Programs(folder, os.path.join(FOLDER, "programs")), Assembled(folder)
    kinds = {"core_loop": assembled.core_loop, "unpack_row": assembled.unpack_row}
    for f in (math_call, pack_call, unpack_reduce):
        kinds[f.__name__] = lambda *words, f=f: f(programs, *words)
    kernels = {}  # rows with the same program are run once
    for r in rows:
        if r["program"] not in kernels:
            kind, *words = r["program"].split()
            kernels[r["program"]] = kinds[kind](*words)
    programs.compile_all(jobs)
    assembled.compile_all(jobs)
    with ThreadPool(jobs) as pool:
        simulated = dict(zip(kernels, pool.map(lambda k: k(binary, settings), kernels.values())))
    results = []
    for r in rows:
        measured, value = float(r["measured"]), simulated[r["program"]]
        results.append({**r, "measured": measured, "simulated": value, "error_percent": 100 * (value - measured) / measured,
                        "certainty": "close"})
    families = {}
    for r in results:
        families.setdefault(r["family"], []).append(r["error_percent"])
    return {"experiments": results, "families": {name: summary(errors) for name, errors in families.items()},
            "overall": summary([r["error_percent"] for r in results])}


def check(outcome):
    """What is not as it should be: a list of sentences."""
    found = []
    for what, key, limit in (("median", "median_percent", MEDIAN_LIMIT), ("90th percentile", "p90_percent", P90_LIMIT)):
        if outcome["overall"][key] > limit:
            found.append(f"{what} of the absolute errors of costs is {outcome['overall'][key]:.2f} %, more than {limit:g} %")
    for r in outcome["experiments"]:
        if abs(r["error_percent"]) > SINGLE_LIMIT:
            found.append(f"{r['id']} is off by {r['error_percent']:+.1f} %, more than {SINGLE_LIMIT:g} %")
    return found


HEAD = ["row", "silicon", "model", "error %", "unit", "family"]
SUMMARY_HEAD = ["family", "rows", "median %", "90th percentile %", "worst %"]
LEFT = (0, 4, 5)


def rows_of(outcome):
    for r in outcome["experiments"]:
        yield [r["id"], f"{r['measured']:g}", f"{r['simulated']:.6g}", f"{r['error_percent']:+.1f}", r["unit"], r["family"]]


def summary_rows(outcome):
    for name, s in (*outcome["families"].items(), ("all", outcome["overall"])):
        yield [name, str(s["experiments"]), *(f"{s[key]:.2f}" for key in ("median_percent", "p90_percent", "largest_percent"))]


def plot(outcome, path):
    draw(outcome, path, shaded=P90_LIMIT, widest=SINGLE_LIMIT, named=SINGLE_LIMIT, kinds=False)


def page(outcome):
    return wrapped(f"""![errors of costs by family](costs.svg)

{markdown(SUMMARY_HEAD, summary_rows(outcome), (0,))}

Compiled by {compiler()}.

{markdown(HEAD, rows_of(outcome), LEFT)}
""")


def main():
    options = parsed("validate.sh --costs", settings=True)
    outcome = compared(options, compare)

    if options.json:
        print(json.dumps(outcome, indent=2))
    else:
        print(aligned(HEAD, rows_of(outcome), LEFT))
        print("\n" + aligned(SUMMARY_HEAD, summary_rows(outcome), (0,)))
    if options.plot:
        plot(outcome, options.plot)
    if options.write_docs:
        plot(outcome, os.path.join(ROOT, "docs", "costs.svg"))
        fill({"costs": page(outcome)}, OPTIONS)
    if options.check:
        end_check(check(outcome) + stale({"costs": page(outcome)}, OPTIONS))


if __name__ == "__main__":
    main()
