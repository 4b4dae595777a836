"""What a run that hangs, or does not come to its end, says and leaves: assertions, loops that nothing ends, files."""
import json, os, shutil, subprocess, unittest

from common import Case

CROSS = shutil.which("riscv64-unknown-elf-gcc")
HEAD = """#define WORD(a) (*(volatile unsigned*)(a))
#define CLOCK WORD(0xFFB121F0)
__attribute__((noinline)) void check(unsigned good) {
  if (!good) __asm__ volatile("ebreak");
}
"""
START = """void run(void);
__attribute__((naked, section(".text.start"))) void _start(void) { __asm__ volatile("li sp, 0xFFB00F00\\n call run\\n ebreak"); }
void run(void) {
"""


@unittest.skipUnless(CROSS or "CI" in os.environ, "riscv64-unknown-elf-gcc is not installed (scripts/setup.sh)")
class Hangs(Case):
    def elf(self, name, body, at):
        self.write(name + ".c", HEAD + START + body + "}\n")
        subprocess.run([CROSS, "-g", "-O2", "-march=rv32im_zicsr", "-mabi=ilp32", "-ffreestanding", "-nostdlib",
                        f"-Wl,-z,max-page-size=16,-Ttext={at},--section-start=.text.start={at}", "-Wl,--no-relax", name + ".c", "-o", name + ".elf"],
                       cwd=self.folder, check=True)
        return name + ".elf"

    def line(self, name, what):
        with open(self.path(name + ".c"), encoding="utf-8") as f:
            return next(n for n, text in enumerate(f, 1) if what in text)

    def test_an_assertion_is_named_however_the_run_ends(self):
        t0 = self.elf("t0", "  check(WORD(0x30000));\n  for (;;) {}\n", "0x6000")
        t1 = self.elf("t1", "  while (WORD(0x30010) == 0) {}\n", "0xa000")
        t2 = self.elf("t2", "  for (unsigned i = 0; i < 100000; ++i) __asm__ volatile(\"nop\");\n  WORD(0x1234560) = 1;\n  for (;;) {}\n", "0xe000")
        named = "RISC-V T0 stopped at ebreak in cycle "
        where = f"in check (t0.c:{self.line('t0', 'ebreak')})"
        for words, status in (([], 3), (["--l1w", "0x30010=1"], 0), (["--l1w", "0x30010=1", "--t2", t2], 1),
                              (["--l1w", "0x30010=1", "--t2", t2, "--maxclk", "2000"], 3)):
            _, told = self.tlm("elf", "--t0", t0, "--t1", t1, *words, status=status)
            self.assertIn(named, told)
            self.assertIn(where, told)
        # A program's own end is none.
        _, told = self.tlm("elf", "--t1", t1, "--l1w", "0x30010=1")
        self.assertNotIn("stopped at ebreak", told)

    def hangs(self, program, *more):
        _, told = self.tlm("elf", "--t0", program, "--maxclk", "3000000", *more, status=3)
        self.assertIn("deadlock", told)
        return told

    def test_a_stale_word_of_the_L0_data_cache(self):
        flush_never = "  unsigned bit = 1u << 24;\n  __asm__ volatile(\"csrs 0x7c0, %0\" ::\"r\"(bit));\n"
        poll = "  while (WORD(0x31004) != 7) {}\n"
        told = self.hangs(self.elf("stale", flush_never + poll, "0x6000"), "--l1w", "0x31004=7@300")
        self.assertIn("RISC-V T0 polls 0x00031004 (L1), its L0 data cache has 0, L1 has 7 (no fence) at pc", told)
        fenced = poll.replace("{}", "{ __asm__ volatile(\"fence\"); }")
        self.tlm("elf", "--t0", self.elf("fenced", flush_never + fenced, "0x6000"), "--l1w", "0x31004=7@300")

    def test_loops_that_read_clock_or_status(self):
        for name, body, what in (
                ("clock", "  unsigned last;\n  while (WORD(0x31000) == 0) last = CLOCK;\n  WORD(0x32000) = last;\n", "0x00031000"),
                ("status", "  unsigned s;\n  do __asm__ volatile(\"csrr %0, 0xbc1\" : \"=r\"(s));\n  while ((s & 0x7ff) == 0);\n", "tt_cfg"),
                ("stack", "  volatile unsigned t = 0;\n  while (WORD(0x31000) == 0) t = CLOCK + t;\n", "0x00031000")):
            with self.subTest(name):
                told = self.hangs(self.elf(name, body + "  for (;;) {}\n", "0x6000"))
                self.assertIn("RISC-V T0 polls", told)
                self.assertIn(what, told)

    def test_what_ends_by_itself_goes_on(self):
        for name, body in (
                ("timeout", "  unsigned begin = CLOCK;\n  while (WORD(0x31000) == 0 && CLOCK - begin < 200000) {}\n"),
                ("cycles", "  unsigned b, n;\n  __asm__ volatile(\"csrr %0, 0xb00\" : \"=r\"(b));\n"
                           "  do __asm__ volatile(\"csrr %0, 0xb00\" : \"=r\"(n));\n  while (n - b < 200000);\n"),
                ("counts", "  for (unsigned i = 0; i < 100000; ++i) (void)CLOCK;\n")):
            with self.subTest(name):
                self.tlm("elf", "--t0", self.elf(name, body + "  for (;;) {}\n", "0x6000"))
        # A host that writes late.
        late = self.elf("late", "  while (WORD(0x31000) == 0) (void)CLOCK;\n  for (;;) {}\n", "0x6000")
        self.tlm("elf", "--t0", late, "--l1w", "0x31000=1@250000")

    def test_files_are_written_and_said_to_be_incomplete(self):
        poll = self.elf("poll", "  WORD(0x32000) = 5;\n  while (WORD(0x31000) == 0) {}\n", "0x6000")
        out, told = self.tlm("elf", "--t0", poll, "--dump", "0x32000:4=d.bin", "--metrics", "m.json", status=3)
        with open(self.path("d.bin"), "rb") as f:
            self.assertEqual(f.read(), b"\5\0\0\0")
        with open(self.path("m.json"), encoding="utf-8") as f:
            m = json.load(f)
        self.assertEqual((m["complete"], m["run"]["end"] if "run" in m else m["end"]), (False, "deadlock"))
        self.assertIn("incomplete (deadlock at cycle ", told)
        self.assertIn("d.bin (--dump)", told)
        self.assertIn("m.json (--metrics)", told)
        self.assertIn("incomplete: the run did not come to its end (deadlock)", out)


class Outputs(Case):
    def test_of_a_kernel_that_is_cut_off(self):
        _, told = self.tlm("run", "datacopy", "--shape", "256x256", "--maxclk", "600", "--out", "o.npy", status=3)
        self.assertIn("incomplete (gave_up at cycle 600): o.npy (--out)", told)
        self.tlm("run", "datacopy", "--shape", "256x256", "--out", "all.npy")
        with open(self.path("o.npy"), "rb") as a, open(self.path("all.npy"), "rb") as b:
            part, whole = a.read(), b.read()
        self.assertEqual(len(part), len(whole))
        words = [(part[i:i + 4], whole[i:i + 4]) for i in range(128, len(whole), 4)]
        missing = [p for p, w in words if p != w]
        self.assertTrue(0 < len(missing) < len(words))
        self.assertEqual(set(missing), {b"\0\0\xc0\x7f"})  # NaN


class State(Case):
    """What threads wait for, at a hang."""

    def stream(self, text, status=3):
        self.write("s.scn", text)
        return self.tlm("stream", "s.scn", status=status)[1].splitlines()

    def test_gate_fifos_and_semaphores(self):
        told = self.stream("t0 SEMINIT max_value=2 init_value=0 sem_sel=2\n"
                           "t0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=64\nt0 loop 3\nt0 ZEROACC\nt0 endloop\nt0 SETRWC\n")
        self.assertIn('T0 gate: "SEMWAIT wait_sem_cond=1 sem_sel=2 stall_res=64" waits for semaphore 1 above 0; holds back B6 matrix unit', told)
        self.assertIn("semaphores: 1 is 0 of at most 2", told)
        held = " ".join(line for line in told if line.startswith(("T0 at the gate", "T0 before REPLAY", "T0 FIFO")))
        self.assertEqual(held.count('"ZEROACC"'), 1, told)  # the three of them, counted
        self.assertIn("(3 times)", held)
        self.assertLess(held.index("ZEROACC"), held.index("SETRWC"))

    def test_conditions_by_name(self):
        told = self.stream("t1 STALLWAIT wait_res=384 stall_res=320\nt1 SETRWC\n")
        self.assertIn('T1 gate: "STALLWAIT wait_res=384 stall_res=320" waits for C7 the matrix unit\'s SrcA bank valid, '
                      "C8 the matrix unit's SrcB bank valid; holds back B6 matrix unit, B8 vector unit", told)

    def test_banks_and_mutexes(self):
        told = self.stream("t2 ATGETM mutex_index=3\nt0 loop 3\nt0 UNPACR_NOP unpacker_select=1 set_dvalid=1 unpack_pop=1\nt0 endloop\n")
        self.assertIn("mutexes: 3 is T2's", told)
        banks = next(line for line in told if line.startswith("SrcB:"))
        self.assertRegex(banks, r"bank 0 is the matrix unit's \(valid, .*bank 1 is the matrix unit's \(valid, ")
        self.assertRegex(banks, r"the unpackers use bank 0, the matrix unit bank 0$")
        self.assertFalse([line for line in told if line.startswith("SrcA:")])

    def test_lost_gets_and_posts(self):
        # A core gets a semaphore that is 0, another posts it later, and waits until it is taken.
        told = self.stream("t1 SEMINIT sem_sel=2 max_value=15\nt1 sync\nt1 st 0xFFE80024 1\nt1 SEMGET sem_sel=4\nt1 SEMGET sem_sel=4\n"
                           "t0 delay 100\nt0 st 0xFFE80024 0\nt0 poll 0xFFE80024 0xff 0\n")
        lost = [line for line in told if "was lost" in line]
        self.assertEqual(len(lost), 2, told)
        self.assertRegex(lost[0], r"^semaphore 1: the get of a core in cycle \d+ was lost \(it was 0\)$")
        self.assertRegex(lost[1], r"^semaphore 2: the get of T1 in cycle \d+ was lost \(it was 0\), and 1 before$")
        told = self.stream("t1 SEMINIT sem_sel=1 max_value=15 init_value=15\nt1 SEMPOST sem_sel=1\nt1 MVMUL\n")
        self.assertTrue([line for line in told if line.startswith("semaphore 0: the post of T1 in cycle ") and line.endswith("was lost (it was 15)")], told)

    def test_expanders(self):
        # Template 1: 7 rounds of 5 SETRWC; the semaphore holds them back, the FIFOs fill, the expander stops in between.
        told = self.stream("".join(f"t0 st {0xffb80000 + 4 * i:#x} {word:#x}\n" for i, word in
                                   enumerate((7, 5, 0x02000000, 0x02000000, 0x02000000, 0x37000000, 0x02000000, 0x02000000, 0x02000000)))
                           + "t0 SEMINIT max_value=1 sem_sel=1\nt0 SEMWAIT sem_sel=1 wait_sem_cond=1 stall_res=511\nt0 MOP mop_type=1\n")
        place = next(line for line in told if line.startswith("T0 MOP:"))
        self.assertRegex(place, r"template 1, round \d of 7, in it \d of 5$")


if __name__ == "__main__":
    unittest.main()
