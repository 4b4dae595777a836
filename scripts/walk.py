# SPDX-License-Identifier: Apache-2.0
"""Fills docs/walk.md and draws docs/walk.svg from a run of docs/examples/walk.scn. `--check` (the test `walk`) writes nothing and
fails if page or picture are not what the program says, if a step does not take what its parameters say, or if a function that the
page names is not in its file.

    walk.py [--check] [--binary PATH]

Every cycle comes from the run: its marks, --trace (docs/timelines.md), and the port signals of --vcd. A step is a row of STEPS.
"""
import argparse, collections, json, os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STREAM = "docs/examples/walk.scn"
PAGE, PICTURE = (os.path.join(ROOT, "docs", name) for name in ("walk.md", "walk.svg"))
TABLE = 512  # bytes of 256 BF16 datums
ROW = 32  # bytes of 16
CHANGED = ("matrix_unit.latency_cycles", 15)  # what the page tries at its end


class Wrong(Exception):
    pass


def call(binary, *words):
    done = subprocess.run([binary, *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise Wrong(f"{binary} {' '.join(words)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


class Run:
    """What the program says of the stream: marks, outputs, parameters, timeline, slices, counters, ports of L1."""

    def __init__(self, binary, *options):
        with tempfile.TemporaryDirectory() as folder:
            trace, vcd, metrics = (os.path.join(folder, name) for name in ("t.json", "t.vcd", "m.json"))
            out = call(binary, "stream", STREAM, *options, "--trace", trace, "--vcd", vcd, "--metrics", metrics)
            with open(trace) as f:
                events = json.load(f)["traceEvents"]
            with open(metrics) as f:
                self.cycles = json.load(f)["cycles"]
            self.grants = self._grants(vcd)
        self.parameters = {}
        self._flatten("", json.loads(call(binary, "--dump-config", *options)))
        self.marks = {w[1]: int(w[3]) for w in map(str.split, out.splitlines()) if w[:1] == ["mark"]}
        self.out = next(w[2] for w in map(str.split, out.splitlines()) if w[:1] == ["out"])
        tracks = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
        self.slices = [(tracks[e["tid"]], e["name"], e["ts"], e["ts"] + e["dur"]) for e in events if e["ph"] == "X"]
        self.counters = [(e["name"], next(iter(e["args"].values())), e["ts"]) for e in events if e["ph"] == "C"]
        self.begin = self.marks["unpacr"]
        self.timeline = call(binary, "stream", STREAM, "--timeline", "--timeline-from", str(self.begin)).split("\n\n")[0]

    def _flatten(self, prefix, node):
        for name, value in node.items():
            if isinstance(value, dict):
                self._flatten(f"{prefix}{name}.", value)
            else:
                self.parameters[prefix + name] = value

    @staticmethod
    def _grants(path):
        """Cycle -> ports of L1 that carry 16 bytes in it."""
        ports, carries, cycle, grants = {}, set(), 0, collections.defaultdict(set)
        with open(path) as f:
            for line in f:
                if named := re.match(r"\$var wire 1 (\S+) port(\d+)_grant ", line):
                    ports[named[1]] = int(named[2])
                elif line[0] == "#":
                    for c in range(cycle, int(line[1:])):
                        if carries:
                            grants[c] |= carries
                    cycle = int(line[1:])
                elif line[0] in "01" and line[1:].strip() in ports:
                    (carries.add if line[0] == "1" else carries.discard)(ports[line[1:].strip()])
        return grants

    def slice(self, track, name, after=None):
        """[from, to) of the first slice of this name on this track that begins in `after` (the walk's first cycle) or later."""
        after = self.begin if after is None else after
        found = [(a, b) for t, n, a, b in self.slices if t == track and n == name and a >= after]
        if not found:
            raise Wrong(f"the run has no '{name}' on the track '{track}' from cycle {after} on")
        return min(found)

    def changes(self, counter, value):
        found = [t for n, v, t in self.counters if n == counter and v == value and t >= self.begin]
        if not found:
            raise Wrong(f"the run has no change of '{counter}' to {value} from cycle {self.begin} on")
        return min(found)

    def value(self, formula):
        """`512 / throttle.bytes.x4` with the parameters' values; what does not divide rounds up."""
        names = re.findall(r"[a-z_0-9]+(?:\.[a-z_0-9]+)+", formula)
        for n in names:
            if n not in self.parameters:
                raise Wrong(f"there is no parameter {n}")
        text = re.sub(r"[a-z_0-9]+(?:\.[a-z_0-9]+)+", lambda m: str(self.parameters[m[0]]), formula)
        if divided := re.fullmatch(r"(\d+) / (\d+)", text):
            return -(-int(divided[1]) // int(divided[2]))
        return eval(text, {"__builtins__": {}})


FRONTEND, UNPACKER, PACKER = "models/frontend/frontend.cpp", "models/unpacker/unpacker.cpp", "models/packer/packer.cpp"
WAITS, STATE = "models/frontend/wait_conditions.cpp", "models/frontend/frontend_state.cpp"
MATRIX, SYNC, L1 = "models/matrix_unit/matrix_unit.cpp", "models/sync_unit/sync_unit.cpp", "models/memory/l1.cpp"
HAND_OVER, PORT = "models/hand_over/src_hand_over.cpp", "models/riscv_port/riscv_port_access.cpp"
WRITTEN = "models/unpacker/unpacker_bookkeeping.h"
# What belongs to layer 1 (what is computed); the rest is layer 2 (when).
ACCEPT, UNPACKED = "models/unpacker/unpacker_function_accept.cpp", "models/unpacker/unpacker_function.cpp"
MULTIPLIED, PACKED = "models/matrix_unit/matrix_unit_function.cpp", "models/packer/packer_function.cpp"

Step = collections.namedtuple("Step", "first last takes what where reasons")


def steps(run):
    """{name of a table: its steps}. Each lasts from the cycle `first` until before `last`; `takes` says by which parameters."""
    to_gate = "frontend.ttinsn_cycles + 2 * frontend.stage_latency_cycles"
    unpacr, fetch = run.slice("T0", "UNPACR"), run.slice("unpacker0 instructions", "UNPACR")
    handed = run.slice("SrcA bank 0", "matrix_unit")
    waits, mvmul, back = run.slice("T1", "srca_not_valid"), run.slice("T1", "MVMUL"), run.slice("SrcB bank 0", "unpackers")
    latched, held, post = run.slice("T1", "STALLWAIT"), run.slice("T1", "stallwait"), run.slice("T1", "SEMPOST")
    semwait, blocked, posted = run.slice("T2", "SEMWAIT"), run.slice("T2", "semwait"), run.changes("semaphore 1", 1)
    pacr, read, written = run.slice("T2", "PACR"), run.slice("packer0 instructions", "PACR"), run.changes("packer0 queue", 0)
    ports = sorted(c for c in run.grants if c >= run.begin)
    fetched, stored = [c for c in ports if c < handed[0]], [c for c in ports if c > handed[0]]
    if (fetched[0], fetched[-1] + 1) != fetch or any(len(run.grants[c]) != 8 for c in ports):
        raise Wrong("the ports of L1 do not carry the fetch in full")
    drained = post[0] - run.parameters["frontend.wait_lag_cycles"]
    return {
        "UNPACR": [
            Step(run.marks["unpacr"], unpacr[0], to_gate, "T0's core pushes the word: FIFO, MOP expander, replay expander, wait gate",
                 [(FRONTEND, "frontend::push"), (FRONTEND, "frontend::expand_mop"), (FRONTEND, "frontend::expand_replay")],
                 "`fifo_full` (of the core)"),
            Step(unpacr[0], fetch[0], "unpacker.address_phase_cycles",
                 "the gate offers, unpacker 0 accepts: configuration and counters are sampled, the thread is held",
                 [(FRONTEND, "frontend::process"), (UNPACKER, "unpacker::offer"), (ACCEPT, "unpacker_function::accept")],
                 "`unit_busy`, `unpacr_address_phase`; behind a wait instruction its name"),
            Step(fetch[0], fetch[1], f"{TABLE} / throttle.bytes.x4", f"{TABLE} bytes from L1, 16 on each of eight ports a cycle",
                 [(UNPACKER, "unpacker::start_fetch"), (L1, "l1_memory::replay"), (UNPACKER, "unpacker::end_fetch")],
                 "`l1_bank_conflict`, `l1_port`, `throttle_arbitration`"),
            Step(fetch[1], handed[0], "unpacker.pipeline_latency_cycles", "the unpacker's pipeline; at its end the datums are in SrcA",
                 [(UNPACKER, "unpacker::write_front"), (UNPACKED, "unpacker_function::execute")], "`srca_owned_by_matrix_unit`"),
            Step(handed[0] - run.parameters["hand_over.latency_cycles"], handed[0], "hand_over.latency_cycles",
                 "in its last cycle it gives the bank up: AllowedClient becomes the matrix unit",
                 [(WRITTEN, "unpacker_bookkeeping::write_back"), (HAND_OVER, "src_hand_over::note")], "-"),
        ],
        "MVMUL": [
            Step(run.marks["mvmul"], waits[0], to_gate, "T1's core pushes the word", [(FRONTEND, "frontend::push")], "`fifo_full`"),
            Step(waits[0], waits[1], "", "the matrix unit refuses, as SrcA is not handed over; the gate asks again when it is",
                 [(MATRIX, "matrix_unit::check_unit"), (HAND_OVER, "src_hand_over::notify"), (FRONTEND, "frontend::process")],
                 "**`srca_not_valid`**; also `srcb_not_valid`"),
            Step(mvmul[0], mvmul[1], "1", "accepted, and computed: layer 1 writes Dst in this call",
                 [(MATRIX, "matrix_unit::offer"), (MULTIPLIED, "matrix_unit_function::execute")],
                 "`other_thread`, `pipeline_rule`, `dst_block_hazard`, `dst_unit_switch`, `dst_arbitration`"),
            Step(mvmul[0], back[0], "hand_over.latency_cycles", "clear_dvalid: both banks go back to the unpackers",
                 [(HAND_OVER, "src_hand_over::note")], "-"),
            Step(mvmul[0], drained, "matrix_unit.latency_cycles + matrix_unit.drain_cycles",
                 "until then waits for the matrix unit see it at work", [(MATRIX, "matrix_unit::latency")], "-"),
        ],
        "semaphore": [
            Step(latched[0], latched[1], "1", "STALLWAIT passes the gate of T1 and is latched", [(WAITS, "frontend::latch")], "-"),
            Step(held[0], drained, "", "SEMPOST waits until the matrix unit is drained",
                 [(WAITS, "frontend::stall_conditions_met"), (MATRIX, "matrix_unit::offer")], "**`stallwait`**"),
            Step(drained, post[0], "frontend.wait_lag_cycles", "from the condition to the release", [(WAITS, "frontend::look_at_wait")],
                 "**`stallwait`**"),
            Step(post[0], posted, "sync_unit.latency_cycles", "SEMPOST: the semaphore becomes 1",
                 [(SYNC, "sync_unit::offer"), (SYNC, "sync_unit::process")], "`other_thread`"),
            Step(blocked[0], posted, "", f"all the while T2's SEMWAIT, latched in {semwait[0]}, holds PACR",
                 [(WAITS, "frontend::holds_back"), (WAITS, "frontend::conditions_met")], "**`semwait`**"),
            Step(posted, pacr[0], "frontend.wait_lag_cycles", "from the condition to the release", [(WAITS, "frontend::look_at_wait")],
                 "**`semwait`**"),
        ],
        "PACR": [
            Step(read[0], read[1], f"{ROW} / packer.interface_bytes", "accepted; four read interfaces read a row of Dst each",
                 [(PACKER, "packers::offer"), (PACKED, "packer_function::execute")], "`unit_busy`, `packer_queue_full`, `dst_block_hazard`"),
            Step(read[1], stored[0], "packer.pipeline_latency_cycles", "format conversion and assembly of the output",
                 [(PACKER, "packer::push")], "-"),
            Step(stored[0], written, f"{4 * ROW // 16} / packer.write_lanes", "eight writes of 16 bytes, a port each: the bytes are in L1",
                 [(PACKER, "packer::process"), (L1, "l1_memory::replay"), (PACKER, "packer::written")],
                 "`l1_bank_conflict`, `l1_port`"),
            Step(written, run.cycles, "frontend.ttsync_lag_cycles + riscv.ttsync_load_cycles",
                 "T2's core learns that its instructions are done: the run ends", [(STATE, "frontend::idle_from")], "`sync_load` (of a core)"),
        ],
    }


def checked(run, tables, changed):
    """Every step takes what its parameters say, every function is where the page says, and so is what the page tries at its end."""
    later = CHANGED[1] - run.parameters[CHANGED[0]]
    before, after = (r.slice("T1", "stallwait") for r in (run, changed))
    if later != 10 or (before[0], before[1] + later) != after or changed.slice("T2", "PACR")[0] != run.slice("T2", "PACR")[0] + later:
        raise Wrong(f"with --set {CHANGED[0]}={CHANGED[1]} stallwait does not take ten cycles longer, as the end of the page says")
    for name, rows in tables.items():
        for s in rows:
            if s.takes and s.last - s.first != run.value(s.takes):
                raise Wrong(f"{name}, '{s.what}': the run takes {s.last - s.first} cycles, '{s.takes}' is {run.value(s.takes)}")
            for path, function in s.where:
                with open(os.path.join(ROOT, path)) as f:
                    if not re.search(rf"\b{function}\(", f.read()):
                        raise Wrong(f"{path} has no {function}: mend the table in scripts/walk.py")
    return tables


def table_text(rows):
    lines = ["| cycles | takes | what | where | if it waits |", "|---|---|---|---|---|"]
    for s in rows:
        span = f"{s.first}" if s.last - s.first == 1 else f"{s.first}..{s.last - 1}"
        takes = str(s.last - s.first)
        if re.search("[a-z]", s.takes):
            takes += ": " + re.sub(r"[a-z_0-9]+(?:\.[a-z_0-9]+)+", r"`\g<0>`", s.takes).replace(" * ", " x ")
        where = ", ".join(f"[`{function}`](../{path})" for path, function in s.where)
        lines.append(f"| {span} | {takes} | {s.what} | {where} | {s.reasons} |")
    return "\n".join(lines)


def product_text(out):
    """The BF16 datums that PACR has written, as integers: rows of 16."""
    words = [int(out[i:i + 8], 16) for i in range(0, len(out), 8)]
    # `out` shows bytes in the order of their addresses.
    halves = [int.from_bytes(w.to_bytes(4, "big")[i:i + 2], "little") for w in words for i in (0, 2)]

    def integer(h):
        mantissa, exponent = 0x80 | h & 0x7f, (h >> 7 & 0xff) - 127 - 7
        return mantissa << exponent if exponent >= 0 else mantissa >> -exponent

    rows = [halves[i:i + 16] for i in range(0, len(halves), 16)]
    got = [[integer(h) for h in row] for row in rows]
    if got != [[(r + 1) * (c + 1) for c in range(16)] for r in range(4)]:
        raise Wrong(f"the packed rows are not the multiplication table: {got}")
    return "\n".join(" ".join(f"{v:2}" for v in row) for row in got)


def picture(run, tables):
    """Lanes over cycles. Plain SVG, the same bytes everywhere."""
    first, last, scale, left, top, high = run.begin - 1, run.cycles, 15, 128, 34, 36
    u, m, s, p = (tables[n] for n in ("UNPACR", "MVMUL", "semaphore", "PACR"))
    works, computes, waits, moves, owns = "#4878a8", "#3a8a5f", "#e8a33d", "#9db8d2", "#c9d8c5"
    lanes = [
        ("T0", [(u[1].first, u[1].last, works, "UNPACR")]),
        ("unpacker 0", [(u[1].first, u[1].last, moves, ""), (u[2].first, u[2].last, works, "fetch"), (u[3].first, u[3].last, moves, "pipeline")]),
        ("L1: 8 ports", [(u[2].first, u[2].last, works, f"{TABLE} B"), (p[2].first, p[2].last, computes, f"{4 * ROW} B")]),
        ("SrcA bank 0", [(u[3].last, m[3].last, owns, "matrix unit's")]),
        ("T1", [(m[1].first, m[1].last, waits, "srca_not_valid"), (m[2].first, m[2].last, computes, ""), (s[0].first, s[0].last, works, ""),
                (s[1].first, s[2].last, waits, "stallwait"), (s[3].first, s[3].last, works, "SEMPOST")]),
        ("matrix unit", [(m[1].first, m[1].last, waits, "srca_not_valid"), (m[2].first, m[2].last, computes, ""), (m[2].last, m[4].last, moves, "MVMUL")]),
        ("semaphore", [(s[3].last, run.changes("semaphore 1", 0), owns, "1")]),
        ("T2", [(s[4].first - 1, s[4].first, works, ""), (s[4].first, s[5].last, waits, "semwait"), (p[0].first, p[0].last, computes, "PACR")]),
        ("packer", [(p[0].first, p[0].last, computes, ""), (p[1].first, p[1].last, moves, "pipeline"), (p[2].first, p[2].last, computes, "write")]),
    ]
    x = lambda cycle: left + (cycle - first) * scale
    width, height = x(last) + 12, top + high * len(lanes) + 44
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="12">',
           "<title>One UNPACR, one MVMUL and one PACR, cycle by cycle</title>",
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for c in range(first, last + 1):
        strong = c % 5 == 0
        svg.append(f'<path d="M{x(c)} {top - 6}V{top + high * len(lanes)}" stroke="{"#c8c8c8" if strong else "#ececec"}"/>')
        if strong:
            svg.append(f'<text x="{x(c)}" y="{top - 12}" text-anchor="middle" fill="#444444">{c}</text>')
    for i, (name, boxes) in enumerate(lanes):
        y = top + high * i
        svg.append(f'<path d="M8 {y + high}H{width - 8}" stroke="#c8c8c8"/>')
        svg.append(f'<text x="10" y="{y + 23}" fill="#222222">{name}</text>')
        for a, b, colour, text in boxes:
            svg.append(f'<rect x="{x(a)}" y="{y + 6}" width="{(b - a) * scale}" height="{high - 12}" fill="{colour}" stroke="#333333"/>')
            if text:  # beside the box where it does not fit
                inside = len(text) * 7 + 4 <= (b - a) * scale
                dark = inside and colour in (works, computes)
                at = f'x="{x(a) + (b - a) * scale / 2:g}" text-anchor="middle"' if inside else f'x="{x(b) + 3}"'
                svg.append(f'<text {at} y="{y + 22}" fill="{"#ffffff" if dark else "#222222"}">{text}</text>')
    y, at = top + high * len(lanes) + 26, left
    for colour, text in ((works, "works"), (computes, "computes, writes"), (moves, "pipeline, latency"), (waits, "waits, with the reason"), (owns, "state")):
        svg.append(f'<rect x="{at}" y="{y - 11}" width="14" height="14" fill="{colour}" stroke="#333333"/>')
        svg.append(f'<text x="{at + 20}" y="{y}" fill="#222222">{text}</text>')
        at += 44 + 7 * len(text)
    return "\n".join(svg + ["</svg>", ""])


def filled(page, regions):
    """The page with the text between `<!-- NAME: ... -->` and `<!-- end of NAME -->` anew."""
    for name, text in regions.items():
        new, count = re.subn(rf"(<!-- {name}: [^\n]*-->\n)(?:.*?\n)??(<!-- end of {name} -->)", lambda m: m[1] + text + "\n" + m[2], page, flags=re.S)
        if count != 1:
            raise Wrong(f"docs/walk.md has {count} regions '{name}' instead of one")
        page = new
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("--binary", default=os.path.join(ROOT, "build", "release", "tensix-tlm"))
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    run = Run(binary)
    tables = checked(run, steps(run), Run(binary, "--set", f"{CHANGED[0]}={CHANGED[1]}"))
    with open(PAGE) as f:
        page = f.read()
    regions = {"timeline": f"```console\n$ tensix-tlm stream {STREAM} --timeline --timeline-from {run.begin}\n{run.timeline}\n...\n```", "product": f"```\n{product_text(run.out)}\n```"}
    regions.update((name, table_text(rows)) for name, rows in tables.items())
    for path, text in ((PAGE, filled(page, regions)), (PICTURE, picture(run, tables))):
        old = None
        if os.path.exists(path):
            with open(path) as f:
                old = f.read()
        if old == text:
            continue
        if options.check:
            raise Wrong(f"{os.path.relpath(path, ROOT)} is not what the run says: run scripts/walk.py, and read the page again")
        with open(path, "w") as f:
            f.write(text)
        print("written", os.path.relpath(path, ROOT))


if __name__ == "__main__":
    try:
        main()
    except Wrong as why:
        sys.exit(f"walk.py: {why}")
