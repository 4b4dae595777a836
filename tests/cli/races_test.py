# SPDX-License-Identifier: Apache-2.0
"""races: what depends on the speed of cores is found, what does not is not. Usage: races_test.py BINARY VECTORS PROGRAMS"""
import json, os, shutil, subprocess, sys, tempfile, unittest

PROGRAMS, VECTORS, BINARY = (os.path.abspath(sys.argv.pop()) for _ in range(3))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

EARLY = "t0 st 0x3000 7\nt1 delay 40\nt1 copy 0x3000 0x4000\nout 0x4000 4\n"
FLAG = "t0 st 0x3000 7\nt0 st 0x1ff00 1\nt1 poll 0x1ff00 1 1\nt1 copy 0x3000 0x4000\nout 0x4000 4\n"
# A get that may come before its post is lost, and the other core waits for the semaphore to be 0 again.
LOST_GET = "t1 SEMINIT sem_sel=sem1 max_value=15\nt1 sync\nt1 st 0x1ff00 1\nt0 poll 0x1ff00 1 1\nt0 st 0xffe80024 0\nt0 delay 60\nt0 st 0x1ff04 1\n" \
           "t1 delay 30\nt1 st 0xffe80024 1\nt1 poll 0x1ff04 1 1\nt1 poll 0xffe80024 0xff 0\n"
# One thread writes a word of Config in which another has set a bit.
SHARED_WORD = "t1 cfg ALU_ACC_CTRL_Zero_Flag_disabled_src=1\nt1 NOP\nt1 sync\nt1 st 0x1ff00 1\nt2 SETDMAREG reg_index_16b=8 payload_sig_sel=4\n" \
              "t2 SETDMAREG reg_index_16b=9\nt2 STALLWAIT stall_res=config wait_res=scalar_done\nt2 poll 0x1ff00 1 1\nt2 WRCFG gpr_address=4 cfg_reg=2\n"
# The wait looks at a bank that the instruction before has just given up.
EARLY_WAIT = "t0 UNPACR_NOP unpack_pop=1 set_dvalid=1\nt0 UNPACR_NOP unpacker_select=1 unpack_pop=1 set_dvalid=1\nt0 delay 60\n" \
             "t0 UNPACR_NOP unpack_pop=1 set_dvalid=1\nt1 delay 20\nt1 SETRWC clear_ab_vld=1\nt1 STALLWAIT stall_res=math wait_res=srca_valid\nt1 MOVD2A instr_mod=2\n"
# The packer's configuration changes behind its PACR without a wait.
PACKER_CONFIG = "t2 st 0xffef0118 0x551\nt2 st 0xffef0004 0x0aaa0000\nt2 ld 0xffef0118\nt2 SETDMAREG reg_index_16b=8 payload_sig_sel=4\nt2 STALLWAIT stall_res=config wait_res=scalar_done\nt2 PACR last=1\n" \
                "t2 WRCFG gpr_address=4 cfg_reg=69\nt2 NOP\n"


class Races(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = None

    def file(self, name, text):
        with open(f"{self.folder}/{name}", "w") as f:
            f.write(text)
        return name

    def races(self, *arguments, status):
        done = subprocess.run([BINARY, "races", *arguments], cwd=self.folder, capture_output=True, text=True, env=self.environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status in (0, 7) else done.stderr

    def found(self, text, *more):
        return json.loads(self.races(self.file("s.scn", text), "--json", *more, status=7))["races"]

    def test_a_copy_that_comes_too_early_is_found_with_line_delay_and_order(self):
        of_line = [f for f in self.found(EARLY, "--combinations", "0") if f["where"].startswith("s.scn:1: t0")]
        self.assertEqual([(f["what"], f["delay_cycles"]) for f in of_line], [("other result", 300)])  # not by 20: T1 is 40 later
        self.assertIn("word 0x3000 of L1: without delays riscv_t1 reads 0x7", " ".join(of_line[0]["missing"]))
        self.assertIn("missing: behind the write of riscv_t0", " ".join(of_line[0]["missing"]))
        self.races(self.file("flag.scn", FLAG), status=0)

    def test_waits_taken_out_of_a_built_in_kernel_are_missed(self):
        subprocess.run([BINARY, "run", "datacopy", "--shape", "64x64", "--quiet", "--dump-stream", "d.scn"], cwd=self.folder, check=True)
        with open(f"{self.folder}/d.scn") as f:
            lines = f.read().splitlines()
        for line, what, says in (("t2 STALLWAIT wait_res=packer_done ", "hazard", "PACR"), ("t2 SEMWAIT wait_sem_cond=not_zero sem_sel=sem1", "other result", ""),
                                 ("t1 SEMPOST sem_sel=sem1", "deadlock", "semaphore 1"), ("t2 poll 0xffe80030 ", "hazard", "")):
            at = [i for i, one in enumerate(lines) if one.startswith(line)]
            self.assertEqual(len(at), 1, line)
            found = self.found("\n".join(lines[:at[0]] + lines[at[0] + 1:]) + "\n", "--budget", "30", "--combinations", "0")
            self.assertIn((what, True), {(f["what"], says in f["text"]) for f in found}, line)

    def test_ignored_bytes_do_not_count(self):
        self.races(self.file("s.scn", EARLY), "--ignore", "0x4000:4", status=0)

    def test_a_lost_get_hangs(self):
        self.assertIn("deadlock", {f["what"] for f in self.found(LOST_GET)})

    def test_what_hazards_names_is_found(self):
        for text, says in ((SHARED_WORD, "writes all of Config word 2"), (EARLY_WAIT, "add C4"), (PACKER_CONFIG, "while the packers are at work")):
            self.assertIn(says, " ".join(f["text"] for f in self.found(text)), text)

    def test_programs_that_come_with_it_have_none(self):
        for flow in ("elwadd_4", "elwmul_4"):
            self.races(f"{VECTORS}/J_flow/{flow}.scn", "--budget", "60", status=0)
        self.races("matmul", "--shape", "32x32x64", "--budget", "150", status=0)

    def test_a_journal_goes_on_and_is_of_one_program(self):
        name = self.file("s.scn", EARLY)
        whole = self.races(name, "--json", "--combinations", "3", status=7)
        self.races(name, "--json", "--combinations", "3", "--journal", "j", "--budget", "11", status=7)
        again = json.loads(self.races(name, "--json", "--combinations", "3", "--journal", "j", status=7))
        self.assertEqual(again["kept"], 11)
        self.assertEqual(again["races"], json.loads(whole)["races"])
        self.file("s.scn", FLAG)
        self.assertIn("--restart", self.races(name, "--json", "--combinations", "3", "--journal", "j", status=2))

    def test_refused(self):
        for arguments, says in (((), "the program is missing"), (("add", "--delays", "0"), "--delays=0"), (("add", "--ignore", "7"), "ADDRESS:BYTES"),
                                (("add", "--metrics", "m"), "--metrics shows one run"), (("add", "--restart"), "--journal")):
            self.assertIn(says, self.races(*arguments, status=2))

    @unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++"), "no compiler for the cores")
    def test_waits_taken_out_of_a_program_are_missed(self):
        for program, source, wait, budget, says in PLANTED:
            with self.subTest(wait):
                shutil.copytree(f"{PROGRAMS}/{program}", f"{self.folder}/{program}", dirs_exist_ok=True)
                path = f"{self.folder}/{program}/{source}"
                with open(path) as f:
                    text = f.read()
                self.assertIn(wait, text)
                self.file(f"{program}/{source}", text.replace(wait, "", 1))
                found = self.races(f"{program}/{program}.json", "--unchecked", "--budget", budget, "--combinations", "0", status=7)
                for part in says:
                    self.assertIn(part, found)
                self.file(f"{program}/{source}", text)


    @unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++"), "no compiler for the cores")
    @unittest.skipIf("TENSIX_SANITIZED" in os.environ, "minutes with sanitizers, which see the same code in the other cases")
    def test_waits_taken_out_of_a_kernel_are_missed(self):
        for kernel, wait, options, budget, says in OF_KERNELS:
            with self.subTest(wait):
                with open(f"{ROOT}/workload/kernels/device/{kernel}.cpp") as f:
                    text = f.read()
                self.assertIn(wait, text)
                self.file("k.cpp", text.replace(wait, "", 1))
                for part in says:
                    self.assertIn(part, self.races("kernel", "k.cpp", *options.split(), "--unchecked", "--budget", budget, "--combinations", "0", status=7))

    @unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++"), "no compiler for the cores")
    @unittest.skipIf("TENSIX_SANITIZED" in os.environ, "minutes with sanitizers, which see the same code in the other cases")
    def test_a_stallwait_taken_out_of_the_device_headers_is_missed(self):
        # What counts a tile as packed no longer waits for the packer.
        for folder in ("workload", "models", "support"):
            shutil.copytree(f"{ROOT}/{folder}", f"{self.folder}/{folder}", symlinks=True, ignore=shutil.ignore_patterns("*.cpp"))
        path, wait = f"{self.folder}/workload/device/include/tensix/tile.h", "  ttinsn<word::stallwait(block::scalar, until_mask)>();\n"
        with open(path) as f:
            text = f.read()
        self.assertIn(wait, text)
        with open(path, "w") as f:
            f.write(text.replace(wait, ""))
        kernel = f"{PROGRAMS}/add/add.json"
        self.races(kernel, "--budget", "16", "--combinations", "0", status=0)
        self.environment = {**os.environ, "TENSIX_TLM_SHARE": self.folder}
        found = self.races(kernel, "--budget", "16", "--combinations", "0", status=7)
        self.assertRegex(found, "(?s)packer.pipeline_latency_cycles=1000.*missing: behind the write of packer0: STALLWAIT on C9")

    def test_a_load_that_comes_too_late_is_found(self):
        # T1 reads a word long before T0 writes it, and nothing orders the two.
        if not shutil.which("riscv64-unknown-elf-g++"):
            self.skipTest("no compiler for the cores")
        for name, body in (("late_t1", LATE_LOAD), ("late_t0", LATE_STORE)):
            self.file(f"{name}.cpp", body)
            subprocess.run(["riscv64-unknown-elf-g++", "-g", "-O1", "-march=rv32im", "-mabi=ilp32", "-ffreestanding", "-nostdlib",
                            f"-Wl,-Ttext={'0x10000' if name.endswith('0') else '0x12000'},-z,max-page-size=16", f"{name}.cpp", "-o", f"{name}.elf"], cwd=self.folder, check=True)
        run = ["elf", "--t0", "late_t0.elf", "--t1", "late_t1.elf", "--dump", "0x4000:4=out", "--maxclk", "100000"]
        found = json.loads(self.races(*run, "--json", "--combinations", "0", status=7))["races"]
        where = [f for f in found if "late_t1.cpp:4" in f["where"]]
        self.assertEqual([(f["what"], f["delay_cycles"]) for f in where], [("other result", 5000)], found)
        self.assertRegex(where[0]["missing"][0], "word 0x3000 of L1: without delays riscv_t1 reads 0x0 .*; delayed, riscv_t1 reads 0x7 .* written by riscv_t0")


LATE_LOAD = """extern "C" void _start() {
  volatile unsigned* const word = reinterpret_cast<volatile unsigned*>(0x3000);
  volatile unsigned* const out = reinterpret_cast<volatile unsigned*>(0x4000);
  const unsigned first = *word;
  *out = first + 1;
  asm volatile("ebreak");
}
"""
LATE_STORE = """extern "C" void _start() {
  for (int i = 0; i < 1000; ++i) asm volatile("nop");
  *reinterpret_cast<volatile unsigned*>(0x3000) = 7;
  asm volatile("ebreak");
}
"""
# Kernel, what is taken out of it, its options, runs, what is said.
COPIED = "--ct-arg 4 --cb 0=test:bf16:tiles=4:capacity=2 --cb 16=:bf16:tiles=4:capacity=2"
OF_KERNELS = [("gelu", "cb_wait_front(in, 1);", COPIED, "30", ("feed.producer_bytes_per_cycle=1", "missing: cb_wait_front")),
              ("gelu", "cb_reserve_back(out, 1);", COPIED, "36", ("tiles of outputs are taken, 5000 cycles later", "missing: cb_reserve_back")),
              ("gelu", "tile_regs_acquire();", COPIED, "16", ("start.t2_cycles=5000", "tile_regs_wait"))]
# Program, file, what is taken out of it, runs, what is said of it: who reads and who writes, and the wait between the two. Which
# delay is the first to show it hangs on the compiler's code: the runs are enough for GCC 12's and 14's.
OF_THE_READ = ("reads 0x", "written by noc", "missing: behind the write of noc: a barrier of the NoC (noc_async_read_barrier)")
OF_THE_WRITE = ("noc reads 0x", "written by packer0", "missing: behind the read of noc, before packer0 writes again", "_writes_flushed")
PLANTED = [("add", "reader.cpp", "noc_async_read_barrier();", "14", OF_THE_READ),
           ("add", "writer.cpp", "noc_async_writes_flushed();", "30", OF_THE_WRITE + ("noc_interface.source_cycles",)),
           ("add", "compute.cpp", "tile_regs_wait();", "1", ("semaphore 1, which is 0: the get is lost", )),
           ("add", "compute.cpp", "cb_reserve_back(cb_c, block);", "14", OF_THE_WRITE),
           ("add", "writer.cpp", "cb_wait_front(cb_c, block);", "14", ("noc reads 0x", "written by packer0", "missing: behind the ")),
           ("reduction", "reader.cpp", "noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_arg_val<uint32_t>(4))), parts);",
            "4", ("l1.arbiter_phase=", "unpacker1 reads 0x0", "before anybody writes it", "missing: behind the write of noc"))]

if __name__ == "__main__":
    unittest.main()
