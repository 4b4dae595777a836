# SPDX-License-Identifier: Apache-2.0
"""--counters: by formulas and beside metrics; a kernel that reads its own counters; what a disputed select is told."""
import csv, os, shutil, unittest

from common import Case

COMPILER = shutil.which("riscv64-unknown-elf-g++")

# A compute kernel of so many tiles; T1 counts with both banks that PERF_CNT_ALL drives, and prints what it reads.
KERNEL = r"""
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "debug/dprint.h"

volatile uint32_t* reg(uint32_t offset) { return reinterpret_cast<volatile uint32_t*>(0xFFB12000 + offset); }
uint32_t count(uint32_t bank, uint32_t out, uint32_t select) {
  reg(bank)[1] = select << 8;
  while (reg(bank)[1] != select << 8) {
  }
  return reg(out)[1];
}

void kernel_main() {
  constexpr uint32_t tiles = get_compile_time_arg_val(0);
  init_sfpu(tt::CBIndex::c_0, tt::CBIndex::c_16);
  copy_tile_init(tt::CBIndex::c_0);
  MATH({
    *reg(0x18) = 0xffffffff;
    *reg(0x3c) = 0;
    *reg(0x3c) = 1;
  })
  for (uint32_t i = 0; i < tiles; ++i) {
    cb_wait_front(tt::CBIndex::c_0, 1);
    tile_regs_acquire();
    copy_tile(tt::CBIndex::c_0, 0, 0);
    tile_regs_commit();
    cb_pop_front(tt::CBIndex::c_0, 1);
    cb_reserve_back(tt::CBIndex::c_16, 1);
    tile_regs_wait();
    pack_tile(0, tt::CBIndex::c_16);
    cb_push_back(tt::CBIndex::c_16, 1);
    tile_regs_release();
  }
  MATH({
    tensix_sync();
    *reg(0x3c) = 2;
    DPRINT << "fpu " << count(0x18, 0x120, 0) << " sfpu " << count(0x18, 0x120, 1) << " math " << count(0x18, 0x120, 257) << ENDL();
    DPRINT << "issued " << count(0, 0x100, 264) << " ref " << *reg(0x100) << " " << *reg(0x120) << " wait " << count(0, 0x100, SELECT) << ENDL();
  })
}
"""


class Counters(Case):
    def run_with(self, *words):
        m = self.metrics(*words, "--counters", "n.csv")
        with open(self.path("n.csv"), newline="") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual({r["counter"]: int(r["count"]) for r in rows}, m["counters"])
        self.assertEqual({int(r["cycles"]) for r in rows}, {m["cycles"]})
        return m, m["counters"], rows

    def test_beside_metrics(self):
        for words in (["matmul", "--shape", "96x64x64", "--fidelity", "hifi2"], ["unary", "--op", "gelu", "--shape", "64x64"], ["add", "--shape", "64x96", "--format", "bfp8"],
                      ["datacopy", "--shape", "64x64", "--config", "documented"], ["matmul", "--set", "l1.banks=4"], ["unary", "--op", "gelu", "--shape", "256x512"]):
            m, c, rows = self.run_with("run", *words)
            units, threads = m["units"], m["threads"]
            busy = lambda unit: units[unit]["busy"] + sum(units[unit]["stall"].values())
            self.assertEqual(c["FPU_COUNTER"], units["matrix_unit"]["busy"])
            self.assertEqual(c["SFPU_COUNTER"], units["vector_unit"]["busy"])
            self.assertLessEqual(max(c["FPU_COUNTER"], c["SFPU_COUNTER"]), c["MATH_COUNTER"])
            self.assertLessEqual(c["MATH_COUNTER"], c["FPU_COUNTER"] + c["SFPU_COUNTER"])
            for u in range(2):
                self.assertEqual(c[f"UNPACK{u}_BUSY_THREAD0"] + c[f"UNPACK{u}_BUSY_THREAD1"], busy(f"unpacker{u}"))
            self.assertLessEqual(max(busy(f"packer{i}") for i in range(4)), c["PACKER_BUSY"])
            self.assertLessEqual(c["PACKER_BUSY"], m["cycles"])
            stalls = []
            for t in range(3):
                stall = threads[f"t{t}"]["stall"]
                stalls.append(sum(n for why, n in stall.items() if why != "other_thread"))
                self.assertEqual(c[f"THREAD_STALLS_{t}"], stalls[t])
                self.assertLessEqual(c[f"THREAD_INSTRUCTIONS_{t}"], threads[f"t{t}"]["busy"])
                waits = [n for name, n in c.items() if name.startswith("WAITING_FOR_") and name.endswith(f"_{t}")]
                self.assertEqual(len(waits), 9)
                self.assertLessEqual(max(waits), stall.get("stallwait", 0) + stall.get("semwait", 0))
                classes = sum(n for name, n in c.items() if name.endswith(f"_INSTRN_AVAILABLE_{t}"))
                self.assertLessEqual(classes, c[f"THREAD_INSTRUCTIONS_{t}"] + stall.get("other_thread", 0))
            self.assertLessEqual(max(stalls), c["ANY_THREAD_STALL"])
            self.assertLessEqual(c["ANY_THREAD_STALL"], sum(stalls))
            self.assertEqual({r["bank"] for r in rows}, {"INSTRN_THREAD", "FPU", "TDMA_UNPACK", "TDMA_PACK"})

    def test_closed_formulas(self):
        # Each phase of a product of two tiles is 16 MVMUL of a cycle each.
        two, three = (self.run_with("run", "matmul", "--shape", "64x64x64", "--fidelity", f)[1] for f in ("hifi2", "hifi3"))
        self.assertEqual(three["FPU_COUNTER"] - two["FPU_COUNTER"], 8 * 16)
        # A stream: what each thread issues, by class.
        self.write("s.scn", "maxclk 5000\nt0 NOP\nt0 NOP\nt0 SEMINIT max_value=3 sem_sel=sem4\nt0 SEMPOST sem_sel=sem4\nt0 SETDMAREG\nt0 sync\n"
                   "t1 ZEROACC\nt1 SFPNOP\nt1 SFPLOADI\nt1 sync\nt2 NOP\nt2 sync\n")
        c = self.run_with("stream", "s.scn")[1]
        self.assertEqual([c[f"THREAD_INSTRUCTIONS_{t}"] for t in range(3)], [5, 3, 1])
        self.assertEqual([c[f"SYNC_INSTRN_AVAILABLE_{t}"] for t in range(3)], [2, 0, 0])
        self.assertEqual([c[f"THCON_INSTRN_AVAILABLE_{t}"] for t in range(3)], [1, 0, 0])
        self.assertEqual([c[f"MATH_INSTRN_AVAILABLE_{t}"] for t in range(3)], [0, 3, 0])
        self.assertEqual((c["FPU_COUNTER"], c["SFPU_COUNTER"], c["MATH_COUNTER"]), (1, 2, 3))

    def test_nothing_else_changes(self):
        plain, counted = self.metrics("run", "matmul", "--shape", "64x64x64"), self.run_with("run", "matmul", "--shape", "64x64x64")[0]
        self.assertNotIn("counters", plain)
        for name in ("counters", "host_seconds", "command", "files"):
            plain.pop(name, None), counted.pop(name, None)
        self.assertEqual(plain, counted)

    def test_refused(self):
        for words, text in ((["run", "matmul", "--shape", "512x512x64", "--sample"], "--counters"), (["stream", "s.scn", "--reset-at", "5"], "exclude each other")):
            self.write("s.scn", "maxclk 100\nt0 NOP\n")
            self.assertIn(text, self.tlm(*words, "--counters", "n.csv", status=2)[1])
            self.assertFalse(os.path.exists(self.path("n.csv")))

    @unittest.skipUnless(COMPILER or os.environ.get("CI"), "no compiler for the cores")
    def test_a_kernel_reads_its_own(self):
        for tiles in (1, 4):
            self.write("k.cpp", KERNEL.replace("SELECT", "44"))
            words = ["kernel", "k.cpp", "--ct-arg", str(tiles), "--cb", f"0=test:bf16:tiles={tiles}", "--cb", f"16=:bf16:tiles={tiles}", "--dprint", "p.txt", "--metrics", "m.json", "--counters", "n.csv"]
            errors = self.tlm(*words)[1]
            self.assertEqual(errors.count("warning"), 1, errors)  # THREAD_INSTRUCTIONS_1: 264, or 257
            self.assertIn("select 264 of bank INSTRN_THREAD is read as THREAD_INSTRUCTIONS_1, but public lists contradict one another", errors)
            with open(self.path("p.txt")) as f:
                text = f.read().split()
            value = lambda name, behind=1: int(text[text.index(name) + behind])
            # MOVA2D of eight rows: eight a tile; and whatever T1 has for a whole half of Dst.
            with open(self.path("n.csv"), newline="") as f:
                whole = {r["counter"]: int(r["count"]) for r in csv.DictReader(f)}
            self.assertEqual(value("sfpu"), 0)
            self.assertEqual(value("fpu"), value("math"))
            self.assertGreaterEqual(value("fpu"), 8 * tiles)
            self.assertLessEqual(value("fpu"), whole["FPU_COUNTER"])
            self.assertLess(whole["FPU_COUNTER"] - value("fpu"), 8)  # before the window: what initialises
            self.assertEqual(value("ref"), value("ref", 2))
            self.assertLess(value("issued"), whole["THREAD_INSTRUCTIONS_1"])
        # Polls of the cycles end; mode 1 ends with its period, whatever comes behind it.
        head, body = KERNEL[:KERNEL.index("void kernel_main")], "MATH({ *reg(0x18) = 5000; *reg(0x1c) = 1; *reg(0x20) = 1; while (*reg(0x120) < 500) {} "
        body += 'uint32_t early = *reg(0x120); while (*reg(0x120) < 5000) {} for (int i = 0; i < 200; ++i) asm volatile("nop"); DPRINT << early << " " << *reg(0x120) << ENDL(); })'
        self.write("p.cpp", head + "void kernel_main() { " + body + " }")
        early, late = (int(n) for n in self.tlm("kernel", "p.cpp", "--cb", "0=1.0:bf16", "--dprint", "-", "--quiet")[0].split()[-2:])
        self.assertIn(early, range(500, 600))
        self.assertEqual(late, 5000)
        self.write("k.cpp", KERNEL.replace("SELECT", "42"))
        errors = self.tlm(*words)[1]
        self.assertIn("select 42 of bank INSTRN_THREAD is read as WAITING_FOR_PACK_IDLE_1", errors)
        self.assertIn("WAITING_FOR_MATH_IDLE_2 there", errors)


if __name__ == "__main__":
    unittest.main()
