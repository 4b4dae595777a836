# SPDX-License-Identifier: Apache-2.0
"""Zones (docs/zones.md): what --metrics and --zones-csv say of them, against instructions that are counted by hand, the whole run, and a
reader of the log that pairs its rows as TT-Metalium's tools do. Usage: zones_test.py BINARY"""
import collections, csv, itertools, json, os, re, shutil, struct, subprocess, sys, tempfile, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = os.path.join(ROOT, "workload", "device", "include")
EXAMPLE = os.path.join(ROOT, "examples", "programs", "zones")
COLUMNS = ("PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID, trace id, trace id counter, "
           "zone name, type, source line, source file, meta data").split(", ")
PROCESSORS = {"core_t0": "TRISC_0", "core_t1": "TRISC_1", "core_t2": "TRISC_2", "core_b": "BRISC", "core_nc": "NCRISC"}
GROUPS = ("threads", "units", "cores", "feeds")

# Of T1, so that no Tensix instruction is pushed; all times but the first find their code in the instruction cache.
COUNTED = """#include "tensix/zones.h"
#define NOPS(n) asm volatile(".rept " #n "\\n nop\\n .endr")
extern "C" void _start() {
  for (int i = 0; i < 3; ++i) {
    TENSIX_ZONE("outer, \\"quoted\\"")
    NOPS(5);
    {
      TENSIX_ZONE("inner")
      NOPS(20);
    }
    {
      TENSIX_ZONE("empty")
    }
    NOPS(7);
    {
      TENSIX_ZONE_SUM("sum")
      NOPS(11);
    }
  }
  asm volatile("ebreak");
}
"""
# Two zones alike in name, in a loop that does nothing but look at a word, which a host writes.
POLLING = """#include "tensix/zones.h"
extern "C" void _start() {
  volatile int* const word = reinterpret_cast<volatile int*>(0x30000);
  while (true) {
    TENSIX_ZONE("round")
    asm volatile("fence");
    if (*word) break;
  }
  { TENSIX_ZONE("round") }
  asm volatile("ebreak");
}
"""
# B lets T1 go, which goes round in its zone, resets it there, and lets it go again.
RESETTING = """extern "C" void _start() {
  volatile unsigned* const soft_reset = reinterpret_cast<volatile unsigned*>(0xFFB121B0);
  for (int i = 0; i < 2; ++i) {
    *soft_reset = 0x45000;
    for (int j = 0; j < 300; ++j) asm volatile("nop");
    *soft_reset = 0x47000;
    for (int j = 0; j < 50; ++j) asm volatile("nop");
  }
  while (true) {}
}
"""
ROUND = """#include "tensix/zones.h"
extern "C" void _start() {
  TENSIX_ZONE("around")
  while (true) { TENSIX_ZONE("round") asm volatile("nop"); }
}
"""

# With a profiler of its own, which writes as tt-llk's does: LATE: both entries when a zone ends, otherwise each when it is so far.
BUFFERED = """using word = unsigned;
#ifdef WHERE
extern "C" word __perf_buffer_start[];
#endif
static word used;
static word now() { return *reinterpret_cast<volatile word*>(0xFFB121F0); }
static void entry(word kind, word number, word time) {
#ifdef WHERE
  volatile word* const buffer = __perf_buffer_start + 0x400;
#else
  volatile word* const buffer = reinterpret_cast<volatile word*>(0x16C000);
#endif
  buffer[used++] = kind << 28 | number << 12;
  buffer[used++] = time;
}
struct zone {
  word number, begin;
  explicit zone(word n) : number(n), begin(now()) {
    if (!LATE) entry(10, number, begin);
  }
  ~zone() {
    const word end = now();
    if (LATE) entry(10, number, begin);
    entry(11, number, end);
  }
};
#define NAMED(variable, number, text)                                                                        \\
  __attribute__((section(".profiler_meta"), used)) static const char variable##_meta[] = "LLK_PROFILER:" text; \\
  const zone variable(number);
extern "C" __attribute__((naked)) void _start() { asm volatile("li sp, 0x15000\\n j run"); }
extern "C" void run() {
  *const_cast<volatile word*>(&used) = 0;
  for (int i = 0; i < 3; ++i) {
    NAMED(outer, OUTER, "some/file.cpp:12:outer: all")
    asm volatile(".rept 9\\n nop\\n .endr");
    for (int j = 0; j < 2; ++j) {
      NAMED(inner, INNER, "file.h:345:inner")
      asm volatile(".rept 20\\n nop\\n .endr");
    }
    entry(9, INNER, now());
    entry(11, INNER, 5);  // the value of the one before, which looks like an entry
    const zone unknown(4711);
  }
  { const zone once(INNER); }
  NAMED(last, OUTER, "some/file.cpp:12:outer: all")
  asm volatile("ebreak");
}
"""


def read_log(path):
    """Rows of a device log by (x, y, processor): (zone, line, file, timer id, type, time, data)."""
    with open(path, encoding="utf-8", newline="") as f:
        rows = list(csv.reader(f))
    head = dict(cell.split(":") for cell in rows[0])
    assert list(head) == ["ARCH", " CHIP_FREQ[MHz]", " Max Compute Cores"], head
    assert [c.strip() for c in rows[1]] == COLUMNS, rows[1]
    cores = collections.defaultdict(list)
    for row in rows[2:]:
        assert len(row) == len(COLUMNS), row
        r = dict(zip(COLUMNS, row))
        cores[int(r["core_x"]), int(r["core_y"]), r["RISC processor type"]].append(
            (r["zone name"], int(r["source line"]), r["source file"], int(r["timer_id"]), r["type"],
             int(r["time[cycles since reset]"]), int(r["data"])))
    return head, cores


def durations(rows):
    """Of a core's rows in the order of time: cycles of each zone by (name, line); an end is of the latest start that is open."""
    times, open_zones = collections.defaultdict(list), []
    for zone, line, _, timer, kind, time, data in rows:
        if kind == "ZONE_START":
            open_zones.append((zone, line, timer, time))
        elif kind == "ZONE_END":
            name, at, begun_as, begin = open_zones.pop()
            assert (name, at, begun_as) == (zone, line, timer), (name, zone)
            times[zone, line].append(time - begin)
        else:
            assert kind == "ZONE_TOTAL", kind
            times[zone, line].append(data)
    return times, open_zones


class Zones(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def run_ok(self, *words, code=0):
        done = subprocess.run([BINARY, *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=300)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done

    def metrics(self, *words, code=0):
        done = self.run_ok(*words, "--metrics", "m.json", code=code)
        with open("m.json", encoding="utf-8") as f:
            return json.load(f), done

    def compiled(self, name, text, *flags):
        with open(name + ".cpp", "w", encoding="utf-8") as f:
            f.write(text)
        subprocess.run(["riscv64-unknown-elf-g++", "-std=c++20", "-g", "-O2", "-march=rv32im", "-mabi=ilp32", "-ffreestanding", "-nostdlib",
                        "-I" + INCLUDE, "-DTENSIX_ZONES=1", "-Wl,--gc-sections,-Ttext=0x10000,-z,max-page-size=16", *flags, name + ".cpp", "-o",
                        name + ".elf"], check=True)
        return name + ".elf"

    def zones_of(self, m, core):
        return {z["name"]: z for z in m["zones"] if z["core"] == core and "outside" not in z}

    def add_up(self, m, marks):
        """The zones that lie in no other, and what lies in none, are the whole run, in every account and on the path. marks: by core the
        names of those zones."""
        for core in {z["core"] for z in m["zones"]}:
            parts = [z for z in m["zones"] if z["core"] == core and ("outside" in z or z["name"] in marks[core])]
            self.assertEqual(sum(z["cycles"] for z in parts), m["cycles"])
            self.assertEqual(sum(z["self"] for z in m["zones"] if z["core"] == core), m["cycles"])
            for group in GROUPS:
                for name, whole in m.get(group, {}).items():
                    of = [z[group][name] for z in parts]
                    for one in ("busy", "idle"):
                        self.assertEqual(sum(a[one] for a in of), whole[one], (core, name, one))
                    reasons = set(whole["stall"]).union(*[a["stall"] for a in of])
                    for why in reasons:
                        self.assertEqual(sum(a["stall"].get(why, 0) for a in of), whole["stall"].get(why, 0), (core, name, why))
            path = collections.Counter()
            for z in parts:
                path.update(z["path"])
            self.assertEqual(path, {r["name"]: r["cycles"] for r in m["path"]["resources"] if r["cycles"]})
        for z in m["zones"]:
            for group in GROUPS:
                for name, a in z.get(group, {}).items():
                    self.assertEqual(a["busy"] + a["idle"] + sum(a["stall"].values()), z["cycles"], (z, name))
            self.assertEqual(sum(z["path"].values()) if z["cycles"] else 0, z["cycles"])

    def test_instructions_counted_by_hand(self):
        m, _ = self.metrics("elf", "--t1", self.compiled("counted", COUNTED), "--zones-csv", "z.csv")
        zones = self.zones_of(m, "core_t1")
        outer, inner, empty, total = (zones[n] for n in ('outer, "quoted"', "inner", "empty", "sum"))
        # A zone has what stands between its marks, one cycle each; of a zone around it its marks are part.
        self.assertEqual([z["count"] for z in (outer, inner, empty, total)], [3, 3, 3, 3])
        self.assertEqual([z["cores"]["core_t1"]["busy"] for z in (inner, empty, total)], [3 * 20, 0, 3 * 11])
        self.assertEqual(outer["cores"]["core_t1"]["busy"], 3 * (5 + 20 + 7 + 11 + 3 * 2))
        self.assertEqual([z["least"] for z in (outer, inner, empty, total)], [49, 20, 0, 11])
        self.assertEqual(inner["first"], inner["most"])
        self.assertEqual(inner["total"], inner["first"] + 2 * 20)
        self.assertGreater(inner["first"], 20)  # its code is not there yet
        self.assertEqual(outer["self"], outer["total"] - inner["total"] - empty["total"] - total["total"])
        self.assertEqual([z["line"] for z in (outer, inner, empty, total)], [5, 8, 12, 16])
        self.assertEqual((inner["file"], inner["unfinished"], inner["sum"], total["sum"]), ("counted.cpp", 0, False, True))
        self.add_up(m, {"core_t1": ['outer, "quoted"']})

        head, cores = read_log("z.csv")
        self.assertEqual(head, {"ARCH": " blackhole", " CHIP_FREQ[MHz]": " 1350", " Max Compute Cores": " 140"})
        self.assertEqual(list(cores), [(1, 2, "TRISC_1")])
        times, left = durations(cores[1, 2, "TRISC_1"])
        self.assertEqual(left, [])
        self.assertEqual(times["inner", 8], [inner["first"], 20, 20])
        self.assertEqual(times["empty", 12], [0, 0, 0])
        self.assertEqual(sum(times['outer, "quoted"', 5]), outer["total"])
        self.assertEqual(times["sum", 16], [total["total"]])
        self.assertEqual(len({row[3] for row in cores[1, 2, "TRISC_1"]}), 4)

    def test_marks_take_a_cycle(self):
        marked = self.compiled("marked", COUNTED)
        plain = self.compiled("plain", COUNTED, "-UTENSIX_ZONES")
        with_marks, _ = self.metrics("elf", "--t1", marked)
        without, done = self.metrics("elf", "--t1", plain)
        self.assertNotIn("zones", without)
        self.assertNotIn("zone", done.stdout)
        self.assertEqual(with_marks["cores"]["core_t1"]["busy"] - without["cores"]["core_t1"]["busy"], 3 * 4 * 2)

    def test_a_loop_that_polls(self):
        """Each round is there, though without marks the core would sleep."""
        m, _ = self.metrics("elf", "--t1", self.compiled("polling", POLLING), "--l1w", "0x30000=1@5000", "--zones-csv", "z.csv")
        rounds = [z for z in m["zones"] if z.get("name") == "round"]
        self.assertEqual([(z["line"], z["count"]) for z in rounds][1], (9, 1))
        times, _ = durations(read_log("z.csv")[1][1, 2, "TRISC_1"])
        self.assertEqual(sum(times["round", 5]), rounds[0]["total"])
        self.assertEqual(len(times["round", 5]), rounds[0]["count"])
        self.assertGreater(rounds[0]["count"], 100)
        self.assertLess(max(times["round", 5][2:]), 100)

    def test_not_finished(self):
        program = self.compiled("polling", POLLING.replace("while (true) {", 'TENSIX_ZONE("all")\n  while (true) {'))
        m, done = self.metrics("elf", "--t1", program, "--maxclk", "3000", "--zones-csv", "z.csv", code=3)
        whole = self.zones_of(m, "core_t1")["all"]
        self.assertEqual((whole["count"], whole["unfinished"], whole["total"]), (0, 1, 0))
        self.assertEqual(whole["unfinished_cycles"], m["cycles"] - whole["first_begin"])
        self.assertRegex(done.stdout, r"all \(polling.cpp:4\) .*; once not finished, " + f"{whole['unfinished_cycles']:,} cycles of it")
        self.assertEqual(durations(read_log("z.csv")[1][1, 2, "TRISC_1"])[1][0][0], "all")
        self.add_up(m, {"core_t1": ["all"]})

    def test_a_reset_ends_zones(self):
        boot = self.compiled("boot", RESETTING, "-Wl,-Ttext=0x20000")
        m, _ = self.metrics("elf", "--b", boot, "--t1", self.compiled("round", ROUND), "--zones-csv", "z.csv", "--trace", "t.json", "--profile", "p.txt")
        zones = self.zones_of(m, "core_t1")
        self.assertEqual((zones["around"]["count"], zones["around"]["unfinished"]), (0, 2))
        self.assertEqual(zones["around"]["cycles"], zones["around"]["self"] + zones["round"]["cycles"])
        self.assertLess(zones["around"]["cycles"], m["cycles"] - m["cores"]["core_t1"]["stall"]["in_reset"])
        self.assertEqual(zones["around"]["profile"]["cycles"], zones["around"]["cycles"])
        self.assertGreater(zones["round"]["count"], 100)
        self.add_up(m, {"core_t1": ["around"]})
        with open("t.json", encoding="utf-8") as f:
            drawn = [e for e in json.load(f)["traceEvents"] if e.get("cat") == "zone"]
        for name in ("around", "round"):
            self.assertEqual(sum(e["dur"] for e in drawn if e["name"] == name), zones[name]["cycles"])

    def test_damaged_section(self):
        program = self.compiled("counted", COUNTED)
        for content, what in ((b"\0" * 19, "has no whole entries"), (b"\0\0\1\0" + b"\7" + b"\0" * 15, "is of kind 7"),
                              (b"\0\0\1\0" + b"\1" + b"\0" * 15, "has a zone without a name")):
            with open("content", "wb") as f:
                f.write(content)
            subprocess.run(["riscv64-unknown-elf-objcopy", "--update-section", ".tensix_zones=content", program, "bad.elf"], check=True)
            done = self.run_ok("elf", "--t1", "bad.elf", code=2)
            self.assertIn(f"bad.elf: section .tensix_zones ", done.stderr)
            self.assertIn(what, done.stderr)

    def test_program(self):
        """Reader, writer and the three cores of a compute kernel."""
        m, done = self.metrics("program", os.path.join(EXAMPLE, "zones.json"), "--zones-csv", "z.csv", "--unchecked", "--trace", "t.json",
                               "--profile", "p.txt")
        names = {core: list(self.zones_of(m, core)) for core in PROCESSORS}
        compute = ["init", "tile", "exp"]
        self.assertEqual(names, {"core_t0": compute, "core_t1": compute, "core_t2": compute, "core_b": ["wait", "write"],
                                 "core_nc": ["block", "reserve", "read"]})
        for core in ("core_t0", "core_t1", "core_t2"):
            self.assertEqual([z["count"] for z in self.zones_of(m, core).values()], [1, 16, 16])
        for core in ("core_b", "core_nc"):
            self.assertEqual({z["count"] for z in self.zones_of(m, core).values()}, {8})
        self.add_up(m, {"core_b": ["wait", "write"], "core_nc": ["block"], **{f"core_t{i}": ["init", "tile"] for i in range(3)}})
        _, cores = read_log("z.csv")
        self.assertEqual(sorted(cores), sorted((1, 2, p) for p in PROCESSORS.values()))
        for core, processor in PROCESSORS.items():
            times, left = durations(cores[1, 2, processor])
            self.assertEqual(left, [])
            for zone in self.zones_of(m, core).values():
                of = times[zone["name"], zone["line"]]
                self.assertEqual(sum(of), zone["total"])
                if not zone["sum"]:
                    self.assertEqual((len(of), of[0], min(of), max(of)), (zone["count"], zone["first"], zone["least"], zone["most"]))
        # A core's functions and lines in a zone are its account there; those of zones in no other, the file's first tables without the rest.
        with open("p.txt", encoding="utf-8") as f:
            profile = f.read()
        for zone in m["zones"]:
            if "outside" in zone or not zone["cycles"]:
                continue
            account = zone["cores"][zone["core"]]
            self.assertEqual(zone["profile"]["cycles"], zone["cycles"] - account["idle"])
            for table in ("functions", "lines", "own_lines"):
                rows = zone["profile"][table]
                self.assertEqual(sum(r["busy"] for r in rows), account["busy"], (zone["name"], table))
                self.assertEqual(sum(r["stall"].get("poll", 0) for r in rows), account["stall"].get("poll", 0))
            self.assertIn(f"{zone['core']} in {zone['name']} ({os.path.basename(zone['file'])}:{zone['line']}) (", profile)
        reads = self.zones_of(m, "core_nc")["read"]["profile"]["own_lines"]
        self.assertIn("noc_async_read_barrier", [r["call"] for r in reads])
        self.assertNotIn("cb_reserve_back", [r["call"] for r in reads])
        # Slices of the trace.
        with open("t.json", encoding="utf-8") as f:
            events = json.load(f)["traceEvents"]
        tracks = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
        drawn = collections.Counter()
        for e in events:
            if e.get("cat") == "zone":
                drawn[tracks[e["pid"], e["tid"]], e["name"]] += e["dur"]
        self.assertEqual(drawn, {(z["core"] + " zones", z["name"]): z["cycles"] for z in m["zones"] if "outside" not in z and z["cycles"]})
        self.assertRegex(done.stdout, r"(?m)^core_nc  read \(reader.cpp:17\) +8 ")

    def test_without_the_option_zones_are_nothing(self):
        shutil.copytree(EXAMPLE, "with")
        shutil.copytree(EXAMPLE, "without")
        for name in ("reader.cpp", "compute.cpp", "writer.cpp"):
            with open(os.path.join("without", name), encoding="utf-8") as f:
                text = f.read()
            with open(os.path.join("without", name), "w", encoding="utf-8") as f:
                f.write(re.sub(r'(?m)^ *DeviceZoneScoped.*$|#include "tools/profiler.*', "", text))
        runs = []
        for name in ("with", "without"):
            here = os.getcwd()
            os.chdir(name)
            m, done = self.metrics("program", "zones.json", "--unchecked", "--keep-elf", "elf")
            for core in ("t0", "t1", "t2", "b", "nc"):
                subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", f"elf/{core}.elf", "image"], check=True)
                with open("image", "rb") as f:
                    m[core] = f.read()
            os.chdir(here)
            m.pop("host_seconds")
            self.assertNotIn("zones", m)
            runs.append((m, re.sub(r"\nhost: .*", "", done.stdout)))
        self.assertEqual(*runs)

    def test_several_tiles(self):
        shutil.copytree(EXAMPLE, "zones")
        with open("zones/zones.json", encoding="utf-8") as f:
            tree = json.load(f)
        for kernel in tree["kernels"].values():
            kernel["cores"] = [[0, 0], [1, 0]]
        with open("zones/zones.json", "w", encoding="utf-8") as f:
            json.dump(tree, f)
        m, _ = self.metrics("program", "zones/zones.json", "--zones-csv", "z.csv", "--unchecked")
        _, cores = read_log("z.csv")
        self.assertEqual(sorted(cores), sorted((x, 2, p) for x in (1, 2) for p in PROCESSORS.values()))
        for place, rows in cores.items():
            self.assertEqual(rows, sorted(rows, key=lambda r: r[5]) if not any(r[4] == "ZONE_TOTAL" for r in rows) else rows)
            self.assertEqual(durations(rows)[1], [], place)
        self.add_up(m, {"core_b": ["wait", "write"], "core_nc": ["block"], **{f"core_t{i}": ["init", "tile"] for i in range(3)}})

    def test_buffers_of_another_profiler(self):
        texts = {"OUTER": "LLK_PROFILER:some/file.cpp:12:outer: all", "INNER": "LLK_PROFILER:file.h:345:inner"}
        numbers = {}
        for name, text in texts.items():
            value = 2166136261
            for c in text.encode():
                value = (value ^ c) * 16777619 % 2**32
            numbers[name] = value % 2**16 ^ value >> 16
        for late, where in itertools.product((0, 1), (None, 0x150000)):
            placed = [f"-Wl,--defsym,__perf_buffer_start={where}", "-DWHERE"] if where else []
            program = self.compiled(f"buffered_{late}_{where}", BUFFERED, f"-DLATE={late}", *(f"-D{n}={v}" for n, v in numbers.items()),
                                    "-Wl,--no-gc-sections,--section-start=.profiler_meta=0x200000", *placed)
            m, done = self.metrics("elf", "--t1", program, "--dump", f"{(where or 0x16B000) + 0x1000}:4096=buffer", "--zones-csv", "z.csv",
                                   "--profile", "p.txt", "--trace", "t.json")
            with open("buffer", "rb") as f:
                words = struct.unpack("<1024I", f.read())
            expected, open_zones, at = collections.defaultdict(list), [], 0
            while words[at] & 0xA0000000 == 0xA0000000 or words[at] >> 28 == 9:
                kind, number = words[at] >> 28, words[at] >> 12 & 0xFFFF
                if kind == 10:
                    open_zones.append((number, words[at + 1]))
                elif kind == 11:
                    of, begin = open_zones.pop()
                    self.assertEqual(of, number)
                    expected[number].append(words[at + 1] - begin)
                at += 4 if kind == 9 else 2
            zones = self.zones_of(m, "core_t1")
            self.assertEqual(sorted((z["file"], z["line"]) for z in zones.values()), [("", 0), ("file.h", 345), ("some/file.cpp", 12)])
            for name, number in (("outer: all", numbers["OUTER"]), ("inner", numbers["INNER"]),
                                 ("zone 0x1267 of a file that is not there", 4711)):
                z, times = zones[name], expected[number]
                self.assertEqual((z["count"], z["first"], z["least"], z["most"], z["total"]),
                                 (len(times), times[0], min(times), max(times), sum(times)), name)
                self.assertEqual(z["unfinished"], 0 if late or name != "outer: all" else 1)
            self.assertEqual([zones[n]["count"] for n in ("outer: all", "inner")], [3, 7])
            self.assertGreater(zones["inner"]["total"], 6 * 20)
            self.assertEqual(zones["outer: all"]["self"], zones["outer: all"]["cycles"] - zones["zone 0x1267 of a file that is not there"]["cycles"] -
                             sum(expected[numbers["INNER"]][:6]))
            with open("t.json", encoding="utf-8") as f:
                drawn = [e for e in json.load(f)["traceEvents"] if e.get("cat") == "zone"]
            self.assertEqual({n: sum(e["dur"] for e in drawn if e["name"] == n) for n in zones}, {n: z["cycles"] for n, z in zones.items()})
            for z in zones.values():  # its profile is its core's account in it
                self.assertEqual(z["profile"]["cycles"], z["cycles"] - z["cores"]["core_t1"]["idle"], z["name"])
                self.assertEqual(sum(r["busy"] for r in z["profile"]["functions"]), z["cores"]["core_t1"]["busy"], z["name"])
            self.assertRegex(done.stdout, r"(?m)^core_t1  inner \(file.h:345\) +7 ")
            self.assertEqual(sorted(durations(read_log("z.csv")[1][1, 2, "TRISC_1"])[0]["inner", 345]), sorted(expected[numbers["INNER"]]))
            top = [z for z in m["zones"] if "outside" in z or z["name"] == "outer: all"]
            once = expected[numbers["INNER"]][6]
            self.assertEqual(sum(z["cycles"] for z in top) + once, m["cycles"])
            for z in m["zones"]:
                for group in GROUPS:
                    for name, a in z.get(group, {}).items():
                        self.assertEqual(a["busy"] + a["idle"] + sum(a["stall"].values()), z["cycles"], (z.get("name"), name))

    def test_compare(self):
        program = self.compiled("counted", COUNTED)
        more = self.compiled("more", COUNTED.replace("NOPS(20)", "NOPS(23)").replace("i < 3", "i < 4"))
        for name, file in (("a", program), ("b", more)):
            self.run_ok("elf", "--t1", file, "--metrics", name + ".json")
        rows = json.loads(self.run_ok("compare", "a.json", "b.json", "--json").stdout)["zones"]
        found = {r["name"]: r for r in rows}
        self.assertEqual(found["inner"]["count"], {"a": 3, "b": 4})
        self.assertEqual(found["inner"]["difference"], found["inner"]["b"] - found["inner"]["a"])
        self.assertEqual(sum(r["difference"] for r in rows if r["name"] in (None, 'outer, "quoted"')),
                         json.loads(self.run_ok("compare", "a.json", "b.json", "--json").stdout)["cycles"]["difference"])
        self.assertRegex(self.run_ok("compare", "a.json", "b.json").stdout, r"(?m)^core_t1  inner +[0-9]+ .* 3, 4$")
        self.assertNotIn("inner", self.run_ok("compare", "a.json", "a.json").stdout)
        with open("a.json", encoding="utf-8") as f:
            m = json.load(f)
        del m["zones"][0]["count"]
        with open("bad.json", "w", encoding="utf-8") as f:
            json.dump(m, f)
        self.assertIn("'zones.count' is missing", self.run_ok("compare", "a.json", "bad.json", code=2).stderr)

    def test_what_is_said_of_none(self):
        kernel = os.path.join(ROOT, "workload", "kernels", "device", "gelu.cpp")
        done = self.run_ok("kernel", kernel, "--ct-arg", "1", "--cb", "0=test:bf16:tiles=1", "--cb", "16=:bf16:tiles=1", "--zones", "--unchecked")
        self.assertIn("warning: no program has a zone", done.stderr)


if __name__ == "__main__":
    unittest.main()
