# SPDX-License-Identifier: Apache-2.0
"""Compares tensix-tlm with the rows of tests/noc_rows/rows.csv: transfers of one tile with its own L1, with another tile's and with DRAM.
Compiles their programs and runs them with `tensix-tlm elf`. Started by validate.sh --noc."""
import csv, json, os, re, statistics, struct, sys
from multiprocessing.pool import ThreadPool

from validate import ROOT, aligned, draw, end_check, fill, markdown, parsed, summary, wrapped
from whole_kernels import COMPILER, compared, compiler, run, stale

FOLDER = os.path.join(ROOT, "tests", "noc_rows")
PROGRAMS = os.path.join(FOLDER, "programs")
RESULTS_FILE = os.path.join(ROOT, "docs", "generated", "noc_rows.csv")
GOALS = {"A": 5.0, "B": 10.0, "C": 25.0}  # percent, of the median of the absolute errors of a kind, by the certainty of what was measured
WIDEST = 100.0  # percent, of the plot: what is beyond stands at its edge
RANKS, FACTOR = 0.8, 10.0  # of D: correlation of ranks, largest factor
# Kinds that miss their goal, with their certainty: docs/validation.md says why of each.
BEYOND = ("DRAM, one place (A)", "semaphore and circular buffer (B)", "estimator, all write DRAM (C)", "estimator, all read DRAM (C)",
          "multicast, until it is sent (B)")
PLAYED_COST, CHECKED_COST = 2e5, 60e3  # of rows, as cost() has it: beyond it they are left out
PER_TRANSFER = ("issue", "each", "atomic", "set", "wait_front", "push_back", "multicast", "multicast_set")  # of which a row says the cycles of one
OPTIONS = "--noc --write-docs"
ARGUMENTS, RESULTS, LOCAL = 0xA000, 0xA400, 0x40000  # tests/noc_rows/programs: where
COLUMNS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16)  # of Tensix tiles, as coordinates have them
FIRST_ROW, ROWS = 2, range(2, 12)
CARD = COLUMNS[:11]  # of the estimator's card of 110 tiles, as programs write them
# Its last column stands at x = 15 on the die, as the times of its multicasts tell; which of those before it are fused off makes no difference.
CARD_SETTINGS = ["--set", "noc.harvested_columns=0x2c00"]
CARD_OF_120 = (1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16)
BANKS = 8
WORKER_PORT = {0: (2, 0, 0, 0, 2, 2, 2, 2), 1: (1, 1, 1, 1, 1, 1, 1, 1)}  # of a bank, by NoC
COMMON = ["-march=rv32im_zicsr_zba_zbb", "-mabi=ilp32", "-nostdlib", "-Wl,-Ttext=0x10000", "-Wl,-z,max-page-size=16", "-Wl,--no-relax"]
CXX = ["-O2", "-std=c++17", "-ffreestanding", "-msmall-data-limit=0", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Wl,-Tdata=0xffb00000", "-Wl,-Tbss=0xffb00000"]
FLOWS = ("flow", "burst", "rate", "pairs")  # KIND of flow.cpp
STEPS = {"issue": 1, "each": 2, "stream": 3, "dram_pages": 4, "dram_state": 5, "dram_table": 6, "atomic": 7, "set": 8, "wait_front": 9, "push_back": 10, "multicast": 11, "multicast_set": 12}


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


def tiles_in(text):
    """Of a rectangle, as "1.2-3.4": its tiles, by rows."""
    (left, top), (right, bottom) = map(coordinates, text.split("-"))
    return [(x, y) for y in range(top, bottom + 1) for x in CARD if left <= x <= right]


def rectangle_word(text):
    first, last = text.split("-")
    return word(coordinates(first)) << 12 | word(coordinates(last))


def owners(row):
    """The initiators. The "first" so many of a card of 120 are counted by rows or by columns."""
    own = row["own"]
    if own.endswith("pairs"):  # of neighbours in a row
        return [(x, y) for y in ROWS for x in CARD_OF_120][:2 * int(own.split()[1])]
    if own.startswith("first"):
        _, number, _, by = own.split()
        places = [(x, y) for y in ROWS for x in CARD_OF_120] if by == "rows" else [(x, y) for x in CARD_OF_120 for y in ROWS]
        return places[:int(number)]
    if "+" in own:
        return [coordinates(t) for t in own.split("+")]
    return tiles_in(own) if "-" in own else [coordinates(own)]


def other_tiles(row):
    """The Tensix tiles that it goes to, beside its own."""
    if row["target"].startswith("bank"):
        return []
    if row["method"].startswith("multicast"):  # which on NoC 1 goes to all others of the row
        places = [(x, FIRST_ROW) for x in COLUMNS]
    elif "-" in row["target"]:
        places = tiles_in(row["target"])
    else:
        places = dict.fromkeys(coordinates(t) for t in re.split("[/+]", row["target"])) if row["method"] != "pairs" else []
    return [p for p in places if p[0] in COLUMNS and p != owners(row)[0]]


def ranges(cores):
    """As a program file has them: a list of two cores would be the corners of a range."""
    return [[core, core] for core in cores]


def words_of(npy):
    """The first two words of each row of an array of 32 bits."""
    with open(npy, "rb") as f:
        data = f.read()
    header = struct.unpack_from("<H", data, 8)[0]
    shape = re.search(rb"'shape': \((\d+), (\d+)\)", data)
    rows, columns = int(shape[1]), int(shape[2])
    return [struct.unpack_from("<2I", data, 10 + header + 4 * columns * r) for r in range(rows)]


class Row:
    """What is compiled for a row, and what its programs are told."""

    def __init__(self, row):
        self.row = row
        self.noc, self.bytes, self.count = int(row["noc"]), int(row["bytes"]), int(row["count"])
        self.write = int(row["op"] != "read")
        self.core = "nc" if row["method"] == "estimator" and not self.write else "b"
        self.own, method = owners(row), row["method"]
        self.meet = method == "estimator" and row["target"].startswith("bank") and len(self.own) > 1  # before they begin
        self.words = {place: [] for place in self.own}  # arguments by initiator
        longest = 1_000_000 + 50 * float(row["measured"])  # a row that does not come to its end is an error
        self.settings = ["--maxclk", str(int(longest))] + (CARD_SETTINGS if "-" in row["target"] and method == "estimator" else [])
        if method == "estimator":
            self.estimator()
        elif method in FLOWS:
            self.flow(method)
        else:
            self.source = "assembled.S"
            if len(self.own) > 1:
                for i, own in enumerate(self.own):
                    there = (17, 12) if row["target"] == "bank0" else bank(self.noc, i % 7 if row["target"] == "bank each" else 0)
                    self.words[own] = [word(own), word(there), i * self.count]
                target = 0
            else:
                target = rectangle_word(row["target"]) if method.startswith("multicast") else word(self.targets()[0])
            self.macros = {"WHAT": STEPS[method], "READ": int(row["op"] == "read"), "NOC": self.noc, "TARGET": target,
                           "OWN": word(self.own[0]), "BYTES": self.bytes, "TRANSFERS": self.count}

    def targets(self):
        return [coordinates(t) for t in self.row["target"].split("/")]

    def estimator(self):
        row = self.row
        self.source = "estimator.cpp"
        self.macros = {"WRITE": self.write, "STATEFUL": int(row["stateful"]), "NOC": self.noc, "BYTES": self.bytes, "TRANSFERS": self.count}
        places = [word(bank(self.noc, b)) for b in range(BANKS)]
        if row["target"].startswith("bank"):
            self.macros["FROM"] = 2 if row["target"] == "banks" else 1
            for i, own in enumerate(self.own):
                self.words[own] = ["met.address" if self.meet else 0, 0, word(self.own[0]), len(self.own), i % BANKS] + places
        elif row["op"] in ("multicast", "linked"):
            own = tiles_in(row["target"])
            receivers = len(own) - (not row["loopback"] and self.own[0] in own)
            self.macros.update(FROM=4 if row["op"] == "multicast" else 5, PLACE=rectangle_word(row["target"]), MANY=receivers,
                               FLAGS=0x20000 if row["loopback"] else 0)
        elif "-" in row["target"]:
            for own in self.own:
                there = [t for t in tiles_in(row["target"]) if len(self.own) > 1 or t != own]
                self.macros.update(FROM=3, MANY=len(there))
                for place in there:
                    self.words[own] += [place[0] << 16 | place[1]] if self.write else place
        else:
            place = self.targets()[0]
            self.macros.update(FROM=0, PLACE=word(place))
            self.words[self.own[0]] = [place[0], place[1], 0, 0, 0] + places

    def flow(self, method):
        self.source = "flow.cpp"
        self.macros = {"KIND": FLOWS.index(method), "WRITE": self.write, "NOC": self.noc}
        if method == "pairs":
            for i, own in enumerate(self.own):
                self.words[own] = [self.count, self.bytes, 0x60000, 1 - i % 2, *self.own[i ^ 1]]
            return
        if method == "rate":
            for i, own in enumerate(self.own):
                b = i % BANKS if self.row["target"] == "bank each" else 0
                self.words[own] = [self.count, self.bytes, LOCAL, *bank(self.noc, b), 0x100000 * (1 + i % 16), 1 << 20, 1 << 18]
        elif method == "flow":
            for own, place in zip(self.own, self.row["target"].split("+")):
                self.words[own] = [self.count, self.bytes, LOCAL, 1 - self.write, 1, *coordinates(place)]
        else:
            into, out = map(int, self.row["strides"].split())
            places = self.targets()
            self.words[self.own[0]] = [self.count, self.bytes, LOCAL, into, 0x8000 - self.bytes, out, 0x8000 - self.bytes, len(places)]
            for place in places:
                self.words[self.own[0]] += place

    def key(self):
        return self.source, *(f"-D{name}={value}" for name, value in self.macros.items())

    def compile(self, elf):
        if len(self.own) > 1:
            return  # `tensix-tlm program` does
        flags = CXX if self.source.endswith(".cpp") else []
        run([COMPILER, *COMMON, *flags, *self.key()[1:], os.path.join(PROGRAMS, "start.S"), os.path.join(PROGRAMS, self.source), "-o", elf], "the compiler")

    def cycles(self, binary, settings, elf, folder):
        """From what the programs leave behind."""
        return self.of_many(binary, settings, folder) if len(self.own) > 1 else self.of_one(binary, settings, elf, folder)

    def of_one(self, binary, settings, elf, folder):
        results = os.path.join(folder, self.row["id"])
        own = self.own[0]
        command = [binary, "elf", *self.settings, *settings, f"--{self.core}", elf, "--boot", "direct", "--quiet", "--dump", f"{RESULTS:#x}:8={results}",
                   "--set", f"noc.tile_x={COLUMNS.index(own[0])}", "--set", f"noc.tile_y={own[1] - FIRST_ROW}"]
        for place in other_tiles(self.row):
            command += ["--tile", f"{COLUMNS.index(place[0])},{place[1] - FIRST_ROW}"]
        for i, value in enumerate(self.words[own]):
            command += ["--l1w", f"{ARGUMENTS + 4 * i:#x}={value}"]
        run(command, "tensix-tlm")
        with open(results, "rb") as f:
            first, second = struct.unpack("<2I", f.read())
        os.remove(results)
        return self.value(first, second)

    def of_many(self, binary, settings, folder):
        """The median of the initiators' windows, or the longest or shortest one."""
        name = os.path.join(folder, self.row["id"])
        def core(place):
            return [COLUMNS.index(place[0]), place[1] - FIRST_ROW]
        several = [core(own) for own in self.own]
        idle = [core(place) for place in other_tiles(self.row) if place not in self.own]
        role = "reader" if self.core == "nc" else "writer"
        program = {
            "format": "tensix-tlm-program", "version": 1,
            "buffers": {"results": {"memory": "l1", "format": "uint32", "layout": "rows", "shape": [len(several), 64],
                                    "shard": {"shape": [1, 64], "cores": ranges(several)}, "output": f"{name}.npy"}},
            "kernels": {role: [{
                "source": os.path.join(PROGRAMS, self.source), "cores": ranges(several), "noc": self.noc, "define": {"KERNELS": 1, **self.macros},
                "args": {"{},{}".format(*core(own)): ["results.address", *self.words[own]] for own in self.own}}]}}
        if self.meet:
            program["semaphores"] = {"met": 0}
        if idle:  # tiles that are there
            program["kernels"][role].append({"source": os.path.join(PROGRAMS, "idle.cpp"), "cores": ranges(idle), "noc": self.noc})
        if self.source == "assembled.S":
            run([COMPILER, "-E", "-P", "-DKERNELS", *self.key()[1:], os.path.join(PROGRAMS, self.source), "-o", f"{name}.s"], "the compiler")
            kernel = program["kernels"]["writer"][0]
            kernel.update(source=os.path.join(PROGRAMS, "assembled.cpp"), define={"KERNELS": 1, "ASSEMBLED": json.dumps(f"{name}.s")})
        with open(f"{name}.json", "w") as f:
            json.dump(program, f)
        run([binary, "program", f"{name}.json", *self.settings, *settings, "--quiet"], "tensix-tlm")
        times = words_of(f"{name}.npy")
        os.remove(f"{name}.npy")
        if self.row["method"] == "pairs":  # all clocks are one
            ends = times[0::2] if self.row["loopback"] == "sender" else times[1::2]
            return max(end for _, end in ends) - min(start for start, _ in times[0::2])
        if self.source == "assembled.S":
            return max(first for first, _ in times)
        windows = [(second - first) & 0xFFFFFFFF for first, second in times]
        if self.row["method"] == "flow":
            return windows[0]
        return {"most": max, "least": min}.get(self.row["loopback"], statistics.median)(windows)

    def value(self, first, second):
        if self.source.endswith(".cpp"):
            return (second - first) & 0xFFFFFFFF
        method, unit = self.row["method"], self.row["unit"]
        if unit == "bytes/cycle":
            return self.count * self.bytes / first
        if method in ("stream", "dram_pages", "dram_state", "dram_table"):
            return first
        return (first - second) / self.count  # beside the same number of empty rounds


def cost(row):
    """About what a row costs the host: cycles by tile that is at work."""
    return float(row["measured"]) * (int(row["count"]) if row["method"] in PER_TRANSFER else 1) * (1 + len(owners(row)))


def played(rows):
    return [r for r in rows if cost(r) <= PLAYED_COST]


def sample(rows):
    """Of each kind the first, the middle and the last of its cheap rows, by cost; of those with several initiators, which take seconds
    on the host, the first."""
    chosen = []
    for group in by_kind(rows).values():
        cheap = sorted((r for r in group if cost(r) <= CHECKED_COST), key=cost) or [min(group, key=cost)]
        some = (cheap[0], cheap[len(cheap) // 2], cheap[-1]) if len(owners(cheap[0])) == 1 else cheap[:1]
        chosen += list({r["id"]: r for r in some}.values())
    return chosen


def by_kind(rows):
    groups = {}
    for r in rows:
        groups.setdefault((r["kind"], r["confidence"]), []).append(r)
    return groups


def play(binary, folder, settings, jobs, chosen):
    """What the model says of these rows, by their names."""
    all_rows = [Row(r) for r in chosen]
    elfs = {key: os.path.join(folder, f"{i}.elf") for i, key in enumerate(dict.fromkeys(r.key() for r in all_rows))}
    with ThreadPool(jobs) as pool:
        pool.map(lambda r: r.compile(elfs[r.key()]), {r.key(): r for r in all_rows if len(r.own) == 1}.values())
        simulated = pool.map(lambda r: r.cycles(binary, settings, elfs[r.key()], folder), all_rows, chunksize=1)
    return {r.row["id"]: f"{value:.6g}" for r, value in zip(all_rows, simulated)}


def outcome_of(simulated):
    """Errors by kind and confidence, of the rows that are in `simulated`."""
    results = []
    for r in rows():
        if r["id"] in simulated:
            measured, value = float(r["measured"]), float(simulated[r["id"]])
            results.append({**r, "family": f"{r['kind']} ({r['confidence']})", "measured": measured, "simulated": value,
                            "error_percent": 100 * (value - measured) / measured, "certainty": "close"})
    groups = by_kind(results)
    return {"experiments": results,
            "families": {f"{kind} ({confidence})": summary([r["error_percent"] for r in group]) for (kind, confidence), group in groups.items()},
            "order": {kind: order(group) for (kind, confidence), group in groups.items() if confidence == "D"},
            "overall": summary([r["error_percent"] for r in results if r["confidence"] != "D"])}


def order(group):
    """Of rows that are good for an order of magnitude only: correlation of ranks, and the largest factor."""
    def ranks(values):
        return [sorted(values).index(v) for v in values]
    factor = max(max(r["simulated"] / r["measured"], r["measured"] / r["simulated"]) for r in group)
    if len(group) < 3:  # a sample has no order
        return {"ranks": 1.0, "factor": factor}
    return {"ranks": statistics.correlation(ranks([r["measured"] for r in group]), ranks([r["simulated"] for r in group])), "factor": factor}


def check(outcome):
    """What is not as it should be: a list of sentences."""
    found = []
    for name, s in outcome["families"].items():
        kind, confidence = name[:-4], name[-2]
        if confidence in GOALS and (s["median_percent"] > GOALS[confidence]) != (name in BEYOND):
            found.append(f"{name}: the median of the absolute errors is {s['median_percent']:.2f} %, the goal {GOALS[confidence]:g} %, and "
                         f"BEYOND in scripts/noc_rows.py says {'beyond' if name in BEYOND else 'within'}")
    for kind, o in outcome["order"].items():
        if o["ranks"] < RANKS or o["factor"] > FACTOR:
            found.append(f"{kind}: correlation of ranks {o['ranks']:.2f}, largest factor {o['factor']:.1f}")
    return found


def written():
    with open(RESULTS_FILE, newline="") as f:
        return {r["row"]: r["model"] for r in csv.DictReader(f)}


def write(outcome):
    with open(RESULTS_FILE, "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(HEAD)
        out.writerows(rows_of(outcome))


def changed(simulated):
    """Rows of which RESULTS_FILE has other figures."""
    if f"Compiled by {compiler()}." not in read(os.path.join(ROOT, "docs", "validation.md")):
        print(f"validate.sh: figures are not compared with docs/generated/noc_rows.csv: another compiler than {compiler()} made them", file=sys.stderr)
        return []
    known = written()
    return [f"docs/generated/noc_rows.csv, {name}: has {known.get(name, 'nothing')}, the model says {value}; validate.sh {OPTIONS}"
            for name, value in simulated.items() if known.get(name) != value]


def read(path):
    with open(path) as f:
        return f.read()


HEAD = ["row", "silicon", "model", "error %", "unit", "certainty", "kind"]
SUMMARY_HEAD = ["kind (certainty)", "rows", "played", "median %", "goal %", "90th percentile %", "worst %"]
LEFT = (0, 4, 5, 6)


def rows_of(outcome):
    for r in outcome["experiments"]:
        yield [r["id"], f"{r['measured']:g}", f"{r['simulated']:.6g}", f"{r['error_percent']:+.1f}", r["unit"], r["confidence"], r["kind"]]


def summary_rows(outcome):
    all_rows = {f"{kind} ({confidence})": len(group) for (kind, confidence), group in by_kind(rows()).items()}
    for name, s in outcome["families"].items():
        goal = GOALS.get(name[-2])
        yield [name, str(all_rows[name]), str(s["experiments"]), f"{s['median_percent']:.2f}",
               "" if goal is None else f"{goal:g}" + (", missed" if s["median_percent"] > goal else ""), f"{s['p90_percent']:.2f}", f"{s['largest_percent']:.2f}"]
    s = outcome["overall"]
    yield ["all but D", str(sum(r["confidence"] != "D" for r in rows())), str(s["experiments"]), f"{s['median_percent']:.2f}", "",
           f"{s['p90_percent']:.2f}", f"{s['largest_percent']:.2f}"]


def plot(outcome, path):
    edge = [{**r, "error_percent": max(-WIDEST, min(WIDEST, r["error_percent"]))} for r in outcome["experiments"]]
    draw({**outcome, "experiments": edge, "overall": {"largest_percent": WIDEST}}, path, shaded=25, widest=WIDEST, named=WIDEST, kinds=False)


def page(outcome):
    orders = "".join(f"\n{kind} (D): correlation of ranks {o['ranks']:.2f}, largest factor {o['factor']:.1f}.\n" for kind, o in outcome["order"].items())
    return wrapped(f"""![errors of NoC rows by kind](noc-rows.svg)

What is beyond {WIDEST:g} % stands at the plot's edge.

{markdown(SUMMARY_HEAD, summary_rows(outcome), (0,))}
{orders}
Compiled by {compiler()}.
""")


def main():
    options = parsed("validate.sh --noc", settings=True)
    chosen = sample(played(rows())) if options.check else played(rows())
    simulated = compared(options, lambda *how: play(*how, chosen))
    outcome = outcome_of(written() if options.check else simulated)

    if options.json:
        print(json.dumps(outcome, indent=2))
    elif options.check:
        print(aligned(HEAD, rows_of(outcome_of(simulated)), LEFT))
    else:
        print(aligned(HEAD, rows_of(outcome), LEFT))
        print("\n" + aligned(SUMMARY_HEAD, summary_rows(outcome), (0,)))
    if options.plot:
        plot(outcome, options.plot)
    if options.write_docs:
        write(outcome)
        plot(outcome, os.path.join(ROOT, "docs", "noc-rows.svg"))
        fill({"noc-rows": page(outcome)}, OPTIONS)
    if options.check:
        end_check(check(outcome) + changed(simulated) + stale({"noc-rows": page(outcome)}, OPTIONS))


if __name__ == "__main__":
    main()
