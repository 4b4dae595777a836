# SPDX-License-Identifier: Apache-2.0
"""--stop-at and --vcd-before-hang (docs/debug.md): where a run stops, beside what waveforms, marks and --maxclk say of the same run."""
import os, re, shutil, subprocess, unittest

from common import Case, ROOT

CROSS = shutil.which("riscv64-unknown-elf-gcc")
WALK = os.path.join(ROOT, "docs/examples/walk.scn")
START = """void run(void);
__attribute__((naked, section(".text.start"))) void _start(void) { __asm__ volatile("li sp, 0xFFB00F00\\n call run\\n ebreak"); }
"""
PROGRAM = START + """volatile unsigned state;
__attribute__((noinline)) unsigned twice(unsigned n) {
  *(volatile unsigned*)0x30000 = n;
  return 2 * n;
}
void run(void) {
  unsigned n = 3;
  for (unsigned i = 0; i < 5; ++i) n = twice(n);
  *(volatile unsigned*)0x30010 = n;  // 96
  *(volatile unsigned*)0xFFB00010 = 7;
}
"""


def first(vcd, scope, **wanted):
    """The first cycle in which the signals have these values, from the text of a waveform."""
    codes, scopes, cycle, now = {}, [], 0, {}
    for line in vcd.splitlines() + ["#0"]:
        words = line.split()
        if line.startswith("$scope"):
            scopes.append(words[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var") and scopes[-1] == scope and words[4] in wanted:
            codes[words[3]] = words[4]
        elif line.startswith("#"):
            if now == wanted:
                return cycle
            cycle = int(line[1:])
        elif line and line[0] in "01" and line[1:] in codes:
            now[codes[line[1:]]] = line[0]
        elif len(words) == 2 and words[1] in codes:
            now[codes[words[1]]] = words[0]
    raise AssertionError(f"{scope} never has {wanted}")


class StopAt(Case):
    def text(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read()

    def stops(self, *words, status=8):
        told = self.tlm(*words, status=status)[1]
        return int(re.search(r"^stopped in cycle (\d+); ", told, re.M)[1]), told

    def refused(self, place, why, *words):
        self.assertIn(f"--stop-at={place}: {why}", self.tlm(*words, "--stop-at", place, status=2)[1])

    def test_a_cycle_is_where_maxclk_ends(self):
        run = ["run", "matmul", "--shape", "96x64x64"]
        stopped, cut = self.metrics(*run, "--stop-at", "237", status=8), self.metrics(*run, "--maxclk", "237", status=3)
        self.assertEqual((stopped["end"], stopped["cycles"]), ("stopped", 237))
        for key in ("units", "threads", "cores", "l1"):
            self.assertEqual(stopped[key], cut[key])
        self.stops(*run, "--quiet", "--stop-at", "237", "--dump-dst", "a.npy")
        self.tlm(*run, "--quiet", "--dump-dst", "b.npy", "--dump-at", "237")
        with open(self.path("a.npy"), "rb") as a, open(self.path("b.npy"), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_a_line_of_a_stream_is_where_its_mark_is(self):
        with open(WALK, encoding="utf-8") as f:
            line = next(n for n, text in enumerate(f, 1) if text.startswith("t0 mark unpacr"))
        mark = int(re.search(r"^mark unpacr t0 (\d+)", self.tlm("stream", WALK)[0], re.M)[1])
        for place in (f"walk.scn:{line}", f"T0:{WALK}:{line}"):
            self.assertEqual(self.stops("stream", WALK, "--stop-at", place)[0], mark)
        self.assertIn("not come to", self.tlm("stream", WALK, "--stop-at", f"T1:walk.scn:{line}")[1])
        self.refused("wlk.scn:40", "the stream is", "stream", WALK)
        self.refused("walk.scn:1", "no step begins in line 1; did you mean walk.scn:", "stream", WALK)

    def test_an_instruction_and_words_of_registers(self):
        self.tlm("stream", WALK, "--vcd", "w.vcd")
        at, told = self.stops("stream", WALK, "--stop-at", "T1:MVMUL")
        self.assertEqual(at, first(self.text("w.vcd"), "T1", instruction="sMVMUL"))
        self.assertRegex(told, r"SrcB bank 0: rows 0 to \d+ are not zero")
        # ALU_FORMAT_SPEC_REG2, which the stream sets itself.
        told = self.stops("stream", WALK, "--stop-at", "0xffef0004")[1]
        self.assertRegex(told, r"Config bank 0 word 1 becomes 0x")
        self.assertRegex(self.stops("stream", WALK, "--stop-at", "0x30000")[1], r"L1 is written at 0x30000")

    def test_what_is_no_place(self):
        run = ["run", "datacopy", "--shape", "32x32"]
        self.refused("MVMULL", "functions are those of programs on the cores, and none run here", *run)
        self.assertIn("did you mean 'MVMUL'?", self.tlm(*run, "--stop-at", "MVMULL", status=2)[1])
        self.refused("0", "a cycle is 1..", *run)
        self.refused("T3:MVMUL", "'T3' is no core", *run)
        self.refused("B:MVMUL", "instructions pass the gates of T0, T1 and T2", *run)
        self.refused("0x30001", "the address of a word is a multiple of 4", *run)
        self.refused("0xFFB12100", "0xffb12100 is no word that can be watched", *run)
        self.refused("a.c:b", "'b' is no line", *run)
        self.assertIn("exclude each other", self.tlm(*run, "--stop-at", "5", "--jitter", "3", status=2)[1])

    def test_a_run_that_does_not_come_there_is_the_same(self):
        run = ["run", "add", "--shape", "64x64"]
        plain, looked = self.metrics(*run), self.metrics(*run, "--stop-at", "1000000", "--stop-at", "word:0xff000000")
        for key in ("cycles", "end", "units", "threads", "cores", "l1"):
            self.assertEqual(plain[key], looked[key])
        self.assertIn("warning: --stop-at: the run has not come to 1000000, word:0xff000000",
                      self.tlm(*run, "--stop-at", "1000000", "--stop-at", "word:0xff000000")[1])

    def test_the_last_cycles_before_a_hang(self):
        self.write("hang.scn", "t0 SEMINIT sem_sel=2 max_value=1\nt0 delay 9000\nt0 SEMWAIT stall_res=511 sem_sel=2 wait_sem_cond=1\n"
                   "t0 SEMPOST sem_sel=2\nt1 delay 20\nt1 NOP\n")
        cycles = self.metrics("run", "matmul", "--shape", "96x64x64", "--stop-at", "300", status=8)["cycles"]
        run = ["run", "matmul", "--shape", "96x64x64", "--quiet", "--stop-at", str(cycles)]
        self.tlm(*run, "--vcd", "last.vcd", "--vcd-before-hang", "100", status=8)
        self.tlm(*run, "--vcd", "part.vcd", "--trace-from", str(cycles - 100), status=8)
        self.assertEqual(self.text("last.vcd"), self.text("part.vcd"))
        told = self.tlm("stream", "hang.scn", "--vcd", "hang.vcd", "--vcd-before-hang", "50", status=3)[1]
        end = int(re.search(r"deadlock at cycle (\d+)", told)[1])
        times = [int(line[1:]) for line in self.text("hang.vcd").splitlines() if line.startswith("#")]
        self.assertEqual((times[0], times[-1]), (end - 50, end))
        self.assertIn("the run has not hung", self.tlm("stream", WALK, "--vcd", "w.vcd", "--vcd-before-hang", "50")[1])
        self.assertIn("has a meaning only with --vcd", self.tlm("stream", WALK, "--vcd-before-hang", "50", status=2)[1])


@unittest.skipUnless(CROSS or "CI" in os.environ, "riscv64-unknown-elf-gcc is not installed (scripts/setup.sh)")
class StopAtCode(Case):
    stops, refused, text = StopAt.stops, StopAt.refused, StopAt.text

    def setUp(self):
        super().setUp()
        self.write("p.c", PROGRAM)
        subprocess.run([CROSS, "-g", "-O0", "-march=rv32im_zicsr", "-mabi=ilp32", "-ffreestanding", "-nostdlib",
                        "-Wl,-z,max-page-size=16,-Ttext=0x6000,--section-start=.text.start=0x6000,-Tdata=0xffb00000", "-Wl,--no-relax", "p.c", "-o", "p.elf"],
                       cwd=self.folder, check=True)
        symbols = subprocess.run([CROSS.replace("-gcc", "-nm"), "p.elf"], cwd=self.folder, check=True, capture_output=True, encoding="utf-8").stdout
        self.address = {name: int(at, 16) for at, _, name in (line.split() for line in symbols.splitlines())}
        self.run_it = ["elf", "--t0", "p.elf", "--quiet"]

    def line(self, what):
        return next(n for n, text in enumerate(PROGRAM.splitlines(), 1) if what in text)

    def word(self, address, *words, status=8):
        self.tlm(*self.run_it, *words, "--dump", f"{address:#x}:4=w.bin", status=status)
        with open(self.path("w.bin"), "rb") as f:
            return int.from_bytes(f.read(), "little")

    def test_a_function(self):
        self.tlm(*self.run_it, "--vcd", "w.vcd")
        at, told = self.stops(*self.run_it, "--stop-at", "twice")
        self.assertEqual(at, first(self.text("w.vcd"), "core_t0", pc=f"b{self.address['twice']:b}", busy="1"))
        self.assertIn(f"T0 comes to pc {self.address['twice']:#x} in twice (p.c:{self.line('unsigned twice')})", told)
        self.assertRegex(told, r"T0 registers: .*sp=0xffb00\w+ .*a0=0x3\b")
        self.assertEqual(self.word(0x30000, "--stop-at", "T0:twice"), 0)  # nothing of it has happened
        self.refused("twise", "no program has a function of that name; did you mean 'twice'?", *self.run_it)
        self.refused("T1:twice", "RISC-V T1 runs no program", *self.run_it)

    def test_lines_and_words(self):
        store = self.line("0x30010")
        self.assertEqual(self.word(0x30010, "--stop-at", f"p.c:{store}"), 0)
        self.assertEqual(self.word(0x30000, "--stop-at", f"p.c:{store}"), 48)
        self.assertEqual(self.word(0x30010, "--stop-at", "0x30010"), 96)
        self.assertEqual(self.word(0x30000, "--stop-at", "0x30000"), 3)
        self.assertIn("T0's data RAM holds 0x7 at 0xffb00010, it held 0x0", self.stops(*self.run_it, "--stop-at", "T0:0xffb00010")[1])
        self.refused("p.c:1000", "there is no code of line 1000; did you mean p.c:", *self.run_it)
        self.refused("q.c:3", "no program has code of a file of that name; did you mean 'p.c'?", *self.run_it)

    def test_the_first_of_several(self):
        later, told = self.stops(*self.run_it, "--stop-at", "0x30010")
        self.assertGreater(later, 5)
        for places in (("twice", "0x30010"), ("0x30010", "twice")):
            told = self.stops(*self.run_it, *(word for p in places for word in ("--stop-at", p)))[1]
            self.assertIn("--stop-at=twice: ", told)


if __name__ == "__main__":
    unittest.main()
