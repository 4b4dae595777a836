# SPDX-License-Identifier: Apache-2.0
"""What a run that hangs, or does not come to its end, says and leaves: assertions, loops that nothing ends, state, files."""
import array, ast, json, os, shutil, signal, struct, subprocess, time, unittest

from common import BINARY, Case

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


def ttinsn(word):
    """A Tensix instruction as the cores have it."""
    return f'  __asm__ volatile(".word {(word << 2 | word >> 30) & 0xffffffff:#x}");\n'


def npy(path):
    """Rows of a 2-D array of 4-byte elements."""
    with open(path, "rb") as f:
        data = f.read()
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10:10 + length].decode())
    values = array.array({"<f4": "f", "<i4": "i"}[header["descr"]], data[10 + length:])
    rows, columns = header["shape"]
    return [values[r * columns:(r + 1) * columns].tolist() for r in range(rows)]


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

    def test_polls_are_named_wherever_the_run_ends(self):
        """A loop whose parts lie far apart is no poll by its instructions, but the core sleeps in it, and comes out with cycles in hand."""
        body = '  __asm__ volatile("again: lw a1, 0(%0); beqz a1, far; ebreak; .rept 100; nop; .endr; far: fence; j again" : : "r"(0x30000) : "a1");\n'
        t1 = self.elf("t1", body, "0xa000")
        ends = [["--maxclk", "2000"], ["--l1w", "0x30000=1@1500"]]
        ends += [["--l1w", f"0x30000=0@{900 + shift}", "--l1w", f"0x30010=1@{895 + 3 * shift}", "--until", "0x30010=1"] for shift in range(8)]
        for words in ends:
            p = subprocess.run([BINARY, "elf", "--t1", t1, *words, "--quiet", "--metrics", "-"], cwd=self.folder, capture_output=True, text=True)
            core = json.loads(p.stdout)["cores"]["core_t1"]
            self.assertEqual(core["polled"], {"L1 0x30000": core["stall"]["poll"]}, words)

    def test_an_assertion_in_an_inlined_function_and_in_assembly(self):
        self.write("in.c", START.replace("run(void);", "run(void);\nstatic inline __attribute__((always_inline)) void demand(unsigned good) {\n  if (!good) __asm__ volatile(\"ebreak\");\n}", 1)
                   + "  demand(*(volatile unsigned*)0x30000);\n  *(volatile unsigned*)0x30004 = 1;\n}\n")
        subprocess.run([CROSS, "-g", "-O2", "-march=rv32im_zicsr", "-mabi=ilp32", "-ffreestanding", "-nostdlib", "-Wl,-z,max-page-size=16,-Ttext=0x6000,--section-start=.text.start=0x6000", "in.c", "-o", "in.elf"],
                       cwd=self.folder, check=True)
        _, told = self.tlm("elf", "--t0", "in.elf")
        self.assertRegex(told, r"RISC-V T0 stopped at ebreak in cycle \d+, at pc 0x[0-9a-f]+ in demand \(in\.c:\d+\), inlined into run")
        asserts = ".globl _start\n_start:\n  lui a0, 0x30\n  lw a1, 0(a0)\ncheck_it:\n  bnez a1, 1f\n  ebreak\n1: sw a0, 4(a0)\n  ebreak\n"
        for core, at in (("t0", "0x6000"), ("t1", "0xa000"), ("t2", "0xe000"), ("b", "0x0")):
            with self.subTest(core):
                self.write("a.s", asserts)
                subprocess.run([CROSS, "-march=rv32im_zicsr", "-mabi=ilp32", "-nostdlib", f"-Wl,-Ttext={at}", "a.s", "-o", "a.elf"], cwd=self.folder, check=True)
                _, told = self.tlm("elf", f"--{core}", "a.elf")
                self.assertRegex(told, rf"warning: RISC-V {core.upper()} stopped at ebreak in cycle \d+, at pc 0x[0-9a-f]+ in check_it\+0x4\n")
                _, told = self.tlm("elf", f"--{core}", "a.elf", "--l1w", "0x30000=1")
                self.assertNotIn("ebreak", told)

    def test_an_assertion_in_a_run_that_until_or_a_signal_ends(self):
        t0 = self.elf("t0", "  check(WORD(0x30000));\n  for (;;) {}\n", "0x6000")
        t1 = self.elf("t1", "  unsigned begin = CLOCK;\n  while (CLOCK - begin < 2000000000) {}\n", "0xa000")
        # Long behind the assertion, whatever the compiler makes of both.
        t2 = self.elf("t2", "  for (unsigned i = 0; i < 1000; ++i) __asm__ volatile(\"nop\");\n  WORD(0x31000) = 7;\n"
                            "  while (WORD(0x30010) == 0) (void)CLOCK;\n", "0xe000")
        _, told = self.tlm("elf", "--t0", t0, "--t2", t2, "--until", "0x31000=7")
        self.assertIn("warning: RISC-V T0 stopped at ebreak", told)
        for seconds in (0.5, 2, 8, 32):  # of a host that is busy: until the run has begun
            run = subprocess.Popen([BINARY, "elf", "--t0", t0, "--t1", t1], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8")
            time.sleep(seconds)
            run.send_signal(signal.SIGTERM)
            told = run.communicate(timeout=60)[1]
            self.assertEqual(run.returncode, -signal.SIGTERM, told)
            if told:
                break
        self.assertIn("RISC-V T0 stopped at ebreak", told)

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
                ("tdma", "  unsigned last;\n  while (WORD(0xFFB11014) & 1 || !(WORD(0xFFB11014) & 8) || WORD(0x31000) == 0) last = CLOCK;\n  (void)last;\n", "0xffb11014"),
                ("both_halves", "  unsigned h;\n  do { h = WORD(0xFFB121F8); (void)CLOCK; if (h != WORD(0xFFB121F8)) return; } while (WORD(0x31000) == 0);\n", "0x00031000"),
                ("fenced", "  while (WORD(0x31000) == 0) { __asm__ volatile(\"fence\"); (void)CLOCK; }\n", "0x00031000"),
                ("mailbox", "  while (WORD(0xFFEC1004) == 0) (void)CLOCK;\n", "0xffec1004"),
                ("semaphore", "  while (WORD(0xFFE80024) == 0) (void)CLOCK;\n", "0xffe80024"),
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
                ("low_bits", "  while ((CLOCK & 0x3ffff) < 0x3ff00) {}\n"),
                ("fence_and_loads", "  unsigned begin = CLOCK;\n  while (WORD(0x31000) == 0 && WORD(0xFFE80024) == 0 && CLOCK - begin < 200000) __asm__ volatile(\"fence\");\n"),
                ("sixty_four_bits", "  unsigned long long begin = CLOCK, now = 0;\n  begin |= (unsigned long long)WORD(0xFFB121F8) << 32;\n"
                                    "  do { now = CLOCK; now |= (unsigned long long)WORD(0xFFB121F8) << 32; } while (now - begin < 200000);\n"),
                ("stored_clock", "  volatile unsigned begin = CLOCK, now = begin;\n  while (now - begin < 200000) now = CLOCK;\n"),
                ("instructions", "  unsigned b, n;\n  __asm__ volatile(\"csrr %0, 0xb02\" : \"=r\"(b));\n"
                                 "  do __asm__ volatile(\"csrr %0, 0xb02\" : \"=r\"(n));\n  while (n - b < 100000);\n"),
                ("status", "  unsigned begin = CLOCK, s;\n  do __asm__ volatile(\"csrr %0, 0xbc1\" : \"=r\"(s));\n  while ((s & 0x7ff) == 0 && CLOCK - begin < 100000);\n"),
                ("counts_in_memory", "  volatile unsigned n = 0;\n  while (n < 50000) { n = n + 1; (void)CLOCK; }\n"),
                ("counts", "  for (unsigned i = 0; i < 100000; ++i) (void)CLOCK;\n")):
            with self.subTest(name):
                self.tlm("elf", "--t0", self.elf(name, body + "  for (;;) {}\n", "0x6000"))
        # A host that writes late.
        late = self.elf("late", "  while (WORD(0x31000) == 0) (void)CLOCK;\n  for (;;) {}\n", "0x6000")
        self.tlm("elf", "--t0", late, "--l1w", "0x31000=1@250000")

    def test_cores_that_wait_for_one_another(self):
        """Each waits for the other with the clock in its loop; a third lets them go late, or nobody does."""
        a = self.elf("a", "  while (WORD(0x31000) == 0) (void)CLOCK;\n  WORD(0x31010) = 1;\n", "0x6000")
        b = self.elf("b", "  while (WORD(0x31010) == 0) { (void)CLOCK; __asm__ volatile(\"fence\"); }\n", "0xa000")
        _, told = self.tlm("elf", "--t0", a, "--t1", b, "--maxclk", "3000000", status=3)
        self.assertIn("deadlock at cycle", told)
        self.assertRegex(told, r"RISC-V T0 polls .*0x00031000 \(L1\)")
        self.assertRegex(told, r"RISC-V T1 polls .*0x00031010 \(L1\)")
        c = self.elf("c", "  unsigned begin = CLOCK;\n  while (CLOCK - begin < 150000) {}\n  WORD(0x31000) = 1;\n", "0xe000")
        self.tlm("elf", "--t0", a, "--t1", b, "--t2", c)
        mail = self.elf("mail", "  unsigned begin = CLOCK;\n  while (CLOCK - begin < 150000) {}\n  WORD(0xFFEC1000) = 5;\n  WORD(0xFFE80024) = 0;\n", "0xe000")
        for name, poll in (("box", "0xFFEC3004"), ("post", "0xFFE80024")):
            waits = self.elf(name, f"  while (WORD({poll}) == 0) (void)CLOCK;\n", "0x6000")
            self.tlm("elf", "--t0", waits, "--t2", mail)

    def test_where_the_blocked_instruction_was_pushed(self):
        """By .ttinsn, and by a store to the FIFO."""
        wait, mvmul = 0xa2000000 | 64 << 15 | 1 << 7, 0x26000000
        for name, body in (("ttinsn", ttinsn(wait) + ttinsn(mvmul)),
                           ("store", f"  WORD(0xFFE40000) = {wait:#x};\n  WORD(0xFFE40000) = {mvmul:#x};\n")):
            with self.subTest(name):
                program = self.elf(name, body + "  while (WORD(0x31000) == 0) {}\n", "0xa000")
                _, told = self.tlm("elf", "--t1", program, "--maxclk", "100000", status=3)
                lines = told.splitlines()
                text = body.splitlines()
                # gas gives a .word the line before its own.
                second = self.line(name, text[1].strip()) - (name == "ttinsn")
                waits = next(line for line in lines if line.startswith("T1 wait:"))
                self.assertRegex(waits, rf'"STALLWAIT [^"]*wait_res=srca_valid[^"]*" waits for srca_valid; holds back math; pushed at pc 0x[0-9a-f]+ in run \({name}\.c:\d+\)$')
                gate = next(line for line in lines if line.startswith("T1 at the gate:"))
                self.assertRegex(gate, rf'"MVMUL"; the first pushed at pc 0x[0-9a-f]+ in run \({name}\.c:{second}\)$')

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
        self.assertIn('T0 wait: "SEMWAIT wait_sem_cond=not_zero sem_sel=sem1 stall_res=math" waits for sem1 not_zero; holds back math', told)
        self.assertIn("semaphores: 1 is 0 of at most 2", told)
        held = " ".join(line for line in told if line.startswith(("T0 at the gate", "T0 before REPLAY", "T0 FIFO")))
        self.assertIn('"ZEROACC" (2 times)', held)
        self.assertLess(held.index("ZEROACC"), held.index("SETRWC"))

    def test_conditions_by_name(self):
        told = self.stream("t1 STALLWAIT wait_res=384 stall_res=320\nt1 SETRWC\n")
        self.assertIn('T1 wait: "STALLWAIT wait_res=srca_valid|srcb_valid stall_res=math|vector" waits for srca_valid, srcb_valid; '
                      "holds back math, vector", told)
        # Those that are met are named apart; no mask at all means C0 to C3 and the matrix unit.
        told = self.stream("t0 SETDVALID setvalid=1\nt0 sync\nt1 delay 50\nt1 STALLWAIT wait_res=384 stall_res=511\nt1 SETRWC\n")
        wait = next(line for line in told if line.startswith("T1 wait:"))
        self.assertIn(" waits for srcb_valid (not for srca_valid); holds back everything", wait)
        told = self.stream("t0 SEMINIT sem_sel=3 init_value=2 max_value=2\nt0 SEMWAIT sem_sel=3 wait_sem_cond=3 stall_res=2\nt0 SEMGET sem_sel=1\n")
        self.assertIn('waits for sem0 not_max, sem1 not_max (not for sem0 not_zero, sem1 not_zero); holds back sync', "\n".join(told))

    def test_banks_and_mutexes(self):
        told = self.stream("t2 ATGETM mutex_index=3\nt0 loop 3\nt0 UNPACR_NOP unpacker_select=1 set_dvalid=1 unpack_pop=1 stall_clr_cntrl=1\nt0 endloop\n")
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
        self.assertRegex(lost[0], r"^semaphore 1: the get of RISC-V T1 in cycle \d+ was lost \(it was 0\)$")
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


    def test_at_an_end_that_is_none(self):
        """Nothing waits: the state is shown if it is asked for."""
        self.write("s.scn", "t0 UNPACR_NOP unpack_pop=1 set_dvalid=1\nt1 NOP\n")
        self.assertEqual(self.tlm("stream", "s.scn")[1], "")
        self.assertIn("SrcA: bank 0 is the matrix unit's (valid, ", self.tlm("stream", "s.scn", "--state")[1])
        told = self.tlm("stream", "s.scn", "--hazards=warn")[1]
        self.assertRegex(told, r"hazard: cycle \d+, at the end: SrcA bank 0 still belongs to the matrix unit")


class Registers(Case):
    """--dump-dst, --dump-src, --dump-lregs."""

    def test_at_the_end(self):
        self.tlm("run", "datacopy", "--shape", "32x32", "--out", "out.npy", "--dump-dst", "dst.npy", "--dump-src", "src.npy", "--dump-lregs", "l.npy",
                 "--dump-at", "150")  # before the packer's thread clears Dst
        out, dst, src, lregs = (npy(self.path(name)) for name in ("out.npy", "dst.npy", "src.npy", "l.npy"))
        self.assertEqual([(len(t), len(t[0])) for t in (dst, src, lregs)], [(1024, 16), (256, 16), (17, 32)])
        faces = [out[16 * (f // 2) + r][16 * (f % 2):16 * (f % 2) + 16] for f in range(4) for r in range(16)]
        self.assertEqual(dst[:64], faces)
        self.assertEqual(src[:16], faces[32:48])  # the two last faces are in the banks of SrcA
        self.assertEqual(src[64:80], faces[48:])
        self.tlm("run", "datacopy", "--shape", "32x32", "--format", "fp32", "--fp32-dest", "--out", "out.npy", "--dump-dst", "dst.npy", "--dump-at", "170")
        out, dst = npy(self.path("out.npy")), npy(self.path("dst.npy"))
        self.assertEqual(len(dst), 512)
        self.assertEqual(dst[0][:16], out[0][:16])

    def test_formats(self):
        self.write("s.scn", "t1 SFPLOADI lreg_ind=2 instr_mod0=4 imm16=77\nt1 sync\n")
        self.tlm("stream", "s.scn", "--dump-lregs", "l.npy:int32")
        self.assertEqual(npy(self.path("l.npy"))[2], [77] * 32)
        self.tlm("stream", "s.scn", "--dump-dst", "d.npy:int32")
        self.assertEqual(len(npy(self.path("d.npy"))), 512)
        for words, what in ((["--dump-dst", "d.npy:bfp8"], "'bfp8' is none of its formats"), (["--dump-src", "d.npy:bf16"], "it takes no format"),
                            (["--dump-at", "hang"], "has a meaning only with --dump-dst")):
            self.assertIn(what, self.tlm("stream", "s.scn", *words, status=2)[1])
        self.assertIn("marks are a stream's", self.tlm("run", "datacopy", "--dump-dst", "d.npy", "--dump-at", "there", status=2)[1])

    def test_moments(self):
        self.write("s.scn", "t1 SFPLOADI lreg_ind=2 instr_mod0=4 imm16=1\nt1 sync\nt1 mark one\nt1 SFPLOADI lreg_ind=2 instr_mod0=4 imm16=2\nt1 sync\nt1 mark two\n"
                            "t1 SFPLOADI lreg_ind=2 instr_mod0=4 imm16=3\nt1 SEMWAIT sem_sel=1 wait_sem_cond=1 stall_res=511\nt1 SFPNOP\n")
        plain = self.tlm("stream", "s.scn", status=3)
        marks = {line.split()[1]: int(line.split()[3]) for line in plain[0].splitlines() if line.startswith("mark ")}
        for at, value in (("one", 1), ("two", 2), ("end", 3), ("hang", 3), (str(marks["two"]), 2), (str(marks["one"]), 1), ("0", 0)):
            with self.subTest(at):
                got = self.tlm("stream", "s.scn", "--dump-lregs", "l.npy:int32", "--dump-at", at, status=3)
                self.assertEqual(npy(self.path("l.npy"))[2], [value] * 32)
                self.assertEqual(got[0], plain[0])  # the same cycles
                os.remove(self.path("l.npy"))
        for at, what in (("three", "no core has got to the mark 'three'"), ("100000000", "the run ended before cycle 100000000")):
            told = self.tlm("stream", "s.scn", "--dump-lregs", "l.npy", "--dump-at", at, status=3)[1]
            self.assertIn(f"warning: --dump-at: {what}, not written: l.npy\n", told)
            self.assertFalse(os.path.exists(self.path("l.npy")))
        self.write("s.scn", "t1 NOP\n")
        self.assertIn("the run has not hung", self.tlm("stream", "s.scn", "--dump-lregs", "l.npy", "--dump-at", "hang")[1])

    def test_a_run_that_is_refused(self):
        self.write("s.scn", "t1 SFPLOADI lreg_ind=2 instr_mod0=4 imm16=9\nt1 sync\nt1 st 0x1234560 1\n")
        told = self.tlm("stream", "s.scn", "--dump-lregs", "l.npy:int32", "--metrics", "m.json", status=1)[1]
        self.assertEqual(npy(self.path("l.npy"))[2], [9] * 32)
        self.assertIn("incomplete (undefined at cycle ", told)
        with open(self.path("m.json"), encoding="utf-8") as f:
            self.assertEqual(json.load(f)["complete"], False)


if __name__ == "__main__":
    unittest.main()
