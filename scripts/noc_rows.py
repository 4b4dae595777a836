"""Compares tensix-tlm with the rows of tests/noc_rows/rows.csv: transfers of one tile with its own L1, with another tile's and with DRAM.
Compiles their programs and runs them with `tensix-tlm elf`. Started by validate.sh --noc."""
import csv, json, os, struct, tempfile
from multiprocessing.pool import ThreadPool

from validate import ROOT, aligned, draw, end_check, fill, markdown, parsed, summary, wrapped
from whole_kernels import COMPILER, compared, compiler, run, stale

FOLDER = os.path.join(ROOT, "tests", "noc_rows")
PROGRAMS = os.path.join(FOLDER, "programs")
MEDIAN_LIMIT, P90_LIMIT = 5.0, 12.0  # percent, of the absolute errors
OPTIONS = "--noc --write-docs"
ARGUMENTS, RESULTS = 0xA000, 0xA200  # tests/noc_rows/programs: where
COLUMNS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16)  # of Tensix tiles, as coordinates have them
FIRST_ROW = 2
BANKS = 8
WORKER_PORT = {0: (2, 0, 0, 0, 2, 2, 2, 2), 1: (1, 1, 1, 1, 1, 1, 1, 1)}  # of a bank, by NoC
COMMON = ["-march=rv32im_zicsr_zba_zbb", "-mabi=ilp32", "-nostdlib", "-Wl,-Ttext=0x10000", "-Wl,-z,max-page-size=16", "-Wl,--no-relax"]
CXX = ["-O2", "-std=c++17", "-ffreestanding", "-msmall-data-limit=0", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Wl,-Tdata=0xffb00000", "-Wl,-Tbss=0xffb00000"]
STEPS = {"issue": 1, "each": 2, "stream": 3, "dram_pages": 4, "dram_state": 5, "dram_table": 6, "atomic": 7, "set": 8, "wait_front": 9, "push_back": 10}


def rows():
    with open(os.path.join(FOLDER, "rows.csv"), newline="") as f:
        return list(csv.DictReader(f))


def coordinates(text):
    column, row = map(int, text.split("."))
    return column, row


def word(place):
    return place[1] << 6 | place[0]


def bank(noc, b):
    return 17 + b // 4, 12 + 3 * (b % 4) + WORKER_PORT[noc][b]


def other_tiles(row):
    """The Tensix tiles that it goes to, beside its own."""
    if row["target"] in ("bank", "banks"):
        return []
    places = [coordinates(t) for t in row["target"].split("/") if t != row["own"]]
    return [p for p in places if p[0] in COLUMNS]


class Row:
    """What is compiled for a row, and what its program is told."""

    def __init__(self, row):
        self.row = row
        self.noc, self.bytes, self.count = int(row["noc"]), int(row["bytes"]), int(row["count"])
        self.write = int(row["op"] == "write")
        self.core = "nc" if row["method"] == "estimator" and not self.write else "b"
        self.words = {}
        method = row["method"]
        if method == "estimator":
            self.estimator()
        elif method in ("flow", "burst", "rate"):
            self.flow(method)
        else:
            self.source = "assembled.S"
            self.macros = {"WHAT": STEPS[method], "READ": int(row["op"] == "read"), "NOC": self.noc, "TARGET": word(self.targets()[0]),
                           "OWN": word(coordinates(row["own"])), "BYTES": self.bytes, "COUNT": self.count}

    def targets(self):
        return [coordinates(t) for t in self.row["target"].split("/")]

    def estimator(self):
        row = self.row
        self.source = "estimator.cpp"
        where = {"bank": 1, "banks": 2}.get(row["target"], 0)
        self.macros = {"WRITE": self.write, "STATEFUL": int(row["stateful"]), "FROM": where, "NOC": self.noc, "BYTES": self.bytes, "COUNT": self.count}
        if where:
            for b in range(BANKS):
                self.words[ARGUMENTS + 20 + 4 * b] = word(bank(self.noc, b))
        else:
            place = self.targets()[0]
            self.macros["PLACE"] = word(place)
            self.words.update({ARGUMENTS: place[0], ARGUMENTS + 4: place[1]})

    def flow(self, method):
        self.source = "flow.cpp"
        self.macros = {"KIND": ("flow", "burst", "rate").index(method), "WRITE": self.write, "NOC": self.noc}
        places = self.targets()
        words = [self.count, self.bytes, 0x40000]
        if method == "flow":
            words += [1 - self.write, 1, *places[0]]
        elif method == "burst":
            into, out = map(int, self.row["strides"].split())
            words += [into, 0x8000 - self.bytes, out, 0x8000 - self.bytes, len(places)]
            for place in places:
                words += place
        else:
            words += [*places[0], 0x100000, 1 << 20, 1 << 18]
        self.words = {ARGUMENTS + 4 * i: w for i, w in enumerate(words)}

    def key(self):
        return self.source, *(f"-D{name}={value}" for name, value in self.macros.items())

    def compile(self, elf):
        flags = CXX if self.source.endswith(".cpp") else []
        run([COMPILER, *COMMON, *flags, *self.key()[1:], os.path.join(PROGRAMS, "start.S"), os.path.join(PROGRAMS, self.source), "-o", elf], "the compiler")

    def cycles(self, binary, settings, elf, folder):
        """The two words that the program leaves behind."""
        results = os.path.join(folder, self.row["id"])
        own = coordinates(self.row["own"])
        command = [binary, "elf", *settings, f"--{self.core}", elf, "--boot", "direct", "--quiet", "--dump", f"{RESULTS:#x}:8={results}",
                   "--set", f"noc.tile_x={COLUMNS.index(own[0])}", "--set", f"noc.tile_y={own[1] - FIRST_ROW}"]
        for place in other_tiles(self.row):
            command += ["--tile", f"{COLUMNS.index(place[0])},{place[1] - FIRST_ROW}"]
        for address, value in self.words.items():
            command += ["--l1w", f"{address:#x}={value}"]
        run(command, "tensix-tlm")
        with open(results, "rb") as f:
            first, second = struct.unpack("<2I", f.read())
        return self.value(first, second)

    def value(self, first, second):
        if self.source.endswith(".cpp"):
            return (second - first) & 0xFFFFFFFF
        method, unit = self.row["method"], self.row["unit"]
        if unit == "bytes/cycle":
            return self.count * self.bytes / first
        if method in ("stream", "dram_pages", "dram_state", "dram_table"):
            return first
        return (first - second) / self.count  # beside the same number of empty rounds


def compare(binary, folder, settings, jobs):
    all_rows = [Row(r) for r in rows()]
    elfs = {key: os.path.join(folder, f"{i}.elf") for i, key in enumerate(dict.fromkeys(r.key() for r in all_rows))}
    with ThreadPool(jobs) as pool:
        pool.map(lambda r: r.compile(elfs[r.key()]), {r.key(): r for r in all_rows}.values())
        simulated = pool.map(lambda r: r.cycles(binary, settings, elfs[r.key()], folder), all_rows)
    results = []
    for r, value in zip(all_rows, simulated):
        measured = float(r.row["measured"])
        results.append({**r.row, "family": r.row["kind"], "measured": measured, "simulated": value,
                        "error_percent": 100 * (value - measured) / measured, "certainty": "close"})
    families = {}
    for r in results:
        families.setdefault(r["family"], []).append(r["error_percent"])
    return {"experiments": results, "families": {name: summary(errors) for name, errors in families.items()},
            "overall": summary([r["error_percent"] for r in results])}


def check(outcome):
    """What is not as it should be: a list of sentences."""
    return [f"{what} of the absolute errors of NoC rows is {outcome['overall'][key]:.2f} %, more than {limit:g} %"
            for what, key, limit in (("median", "median_percent", MEDIAN_LIMIT), ("90th percentile", "p90_percent", P90_LIMIT))
            if outcome["overall"][key] > limit]


HEAD = ["row", "silicon", "model", "error %", "unit", "certainty", "kind"]
SUMMARY_HEAD = ["kind", "rows", "median %", "90th percentile %", "worst %"]
LEFT = (0, 4, 5, 6)


def rows_of(outcome):
    for r in outcome["experiments"]:
        yield [r["id"], f"{r['measured']:g}", f"{r['simulated']:.6g}", f"{r['error_percent']:+.1f}", r["unit"], r["confidence"], r["kind"]]


def summary_rows(outcome):
    for name, s in (*outcome["families"].items(), ("all", outcome["overall"])):
        yield [name, str(s["experiments"]), *(f"{s[key]:.2f}" for key in ("median_percent", "p90_percent", "largest_percent"))]


def plot(outcome, path):
    draw(outcome, path, shaded=P90_LIMIT, widest=40, named=40, kinds=False)


def page(outcome):
    return wrapped(f"""![errors of NoC rows by kind](noc-rows.svg)

{markdown(SUMMARY_HEAD, summary_rows(outcome), (0,))}

Compiled by {compiler()}.

{markdown(HEAD, rows_of(outcome), LEFT)}
""")


def main():
    options = parsed("validate.sh --noc", settings=True)
    outcome = compared(options, compare)

    if options.json:
        print(json.dumps(outcome, indent=2))
    else:
        print(aligned(HEAD, rows_of(outcome), LEFT))
        print("\n" + aligned(SUMMARY_HEAD, summary_rows(outcome), (0,)))
    if options.plot:
        plot(outcome, options.plot)
    if options.write_docs:
        plot(outcome, os.path.join(ROOT, "docs", "noc-rows.svg"))
        fill({"noc-rows": page(outcome)}, OPTIONS)
    if options.check:
        end_check(check(outcome) + stale({"noc-rows": page(outcome)}, OPTIONS))


if __name__ == "__main__":
    main()
