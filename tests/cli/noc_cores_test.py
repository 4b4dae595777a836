# SPDX-License-Identifier: Apache-2.0
"""--noc-read and --noc-write beside compiled programs: kernel and elf (docs/noc-traffic.md)."""
import json, os, shutil, subprocess, unittest

from common import Case, ROOT

CROSS = shutil.which("riscv64-unknown-elf-gcc")
COPY = """#include "compute_kernel_api.h"
void kernel_main() {
  unary_op_init_common(tt::CBIndex::c_0, tt::CBIndex::c_16);
  copy_tile_init(tt::CBIndex::c_0);
  for (int i = 0; i < TILES; i++) {
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
}
"""
BUFFERS = ["--cb", "0=test:bf16:tiles=8", "--cb", "16=:bf16:tiles=8"]
READ, WRITE = ["--noc-read", "512B/cycle,burst=1024,pattern=random"], ["--noc-write", "256B/cycle,burst=1024"]


@unittest.skipUnless(CROSS or "CI" in os.environ, "riscv64-unknown-elf-gcc is not installed (scripts/setup.sh)")
class NocBesideCores(Case):
    def kernel(self, *more, tiles=8, **how):
        self.write("copy.cpp", COPY)
        return self.tlm("kernel", "copy.cpp", *BUFFERS, "--define", f"TILES={tiles}", *more, **how)

    def test_a_kernel(self):
        quiet = json.loads(self.kernel("--out", "16=quiet.npy", "--metrics", "-")[0])
        beside = json.loads(self.kernel("--out", "16=beside.npy", *READ, *WRITE, "--report", "page.html", "--metrics", "-")[0])
        with open(self.path("quiet.npy"), "rb") as a, open(self.path("beside.npy"), "rb") as b:
            self.assertEqual(a.read(), b.read())
        self.assertNotIn("noc", quiet)
        self.assertEqual(sorted(beside["noc"]), ["noc_read0", "noc_write0"])
        self.assertGreater(sum(beside["l1"]["bank_conflicts"]), sum(quiet["l1"]["bank_conflicts"]))
        self.assertGreater(beside["cycles"], quiet["cycles"])
        self.assertGreaterEqual(beside["noc"]["noc_write0"]["from"], 0x4000)  # behind the programs
        with open(self.path("page.html"), encoding="utf-8") as f:
            begin = f.read().split('<script type="application/json" id="data">', 1)[1]
        rows = json.loads(begin.split("</script>", 1)[0])["density"]["rows"]
        self.assertTrue({"noc_read0", "noc_write0"} <= set(rows), sorted(rows))

    def test_a_deadlock_ends(self):
        _, told = self.kernel(*READ, tiles=9, status=3)
        self.assertIn("deadlock", told)

    def test_writes_to_what_is_in_use_are_refused(self):
        _, told = self.kernel("--noc-write", "16B/cycle,at=0x0..0x10000", status=2)
        self.assertIn("writes would change what is in use", told)

    def test_programs(self):
        # Counts to 3000, and stores that.
        self.write("count.s", ".globl _start\n_start: li t0, 0\nli t1, 3000\nagain: addi t0, t0, 1\nbne t0, t1, again\nli t2, 0x20000\nsw t0, 0(t2)\nfence\nebreak\n")
        subprocess.run([CROSS, "-march=rv32im", "-mabi=ilp32", "-nostdlib", "-Wl,-Ttext=0x8000", "-Wl,--no-relax", "count.s", "-o", "count.elf"], cwd=self.folder, check=True)
        run = ["elf", "--t0", "count.elf", "--dump", "0x20000:4=word.bin"]
        m = self.metrics(*run, "--noc-read", "32B/cycle", "--noc-write", "32B/cycle,at=0x40000..0x50000")
        for name in ("noc_read0", "noc_write0"):
            self.assertAlmostEqual(m["noc"][name]["bytes_per_cycle"], 32, delta=2)
        with open(self.path("word.bin"), "rb") as f:
            self.assertEqual(int.from_bytes(f.read(), "little"), 3000)
        self.assertIn("say at=FROM..TO", self.tlm(*run, "--noc-write", "32B/cycle", status=2)[1])
        for at in ("0x8000..0x9000", "0x20000..0x21000"):
            self.assertIn("in use", self.tlm(*run, "--noc-write", f"32B/cycle,at={at}", status=2)[1])


if __name__ == "__main__":
    unittest.main()
