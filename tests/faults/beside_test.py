# SPDX-License-Identifier: Apache-2.0
"""The process that looks for wrong use beside the one that measures: who speaks, and what becomes of both. Usage: beside_test.py BINARY"""
import json, os, shutil, signal, subprocess, time, unittest

import common
from common import Case

# Eight sums or more; by definition: T0 makes a mistake in front of the loop or behind it, or is busy for ever.
KERNEL = """#include "compute_kernel_api.h"
inline void spin() {
  volatile uint32_t i = 0;
  while (i < 2000000000) i = i + 1;
}
void kernel_main() {
  const uint32_t tiles = get_arg_val<uint32_t>(0);
  init_sfpu(0, 16);
#ifdef EARLY
  UNPACK((cb_wait_front(7, 1)));
#endif
#ifdef ENDLESS
  UNPACK((spin()));
#endif
  for (uint32_t i = 0; i < tiles; ++i) {
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    cb_pop_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_wait();
    pack_tile(0, 16);
    cb_push_back(16, 1);
    tile_regs_release();
  }
#ifdef LATE
  UNPACK((cb_pop_front(7, 1)));
#endif
}
"""
FILES = ["m.json", "r.html", "t.json", "v.vcd", "v.gtkw", "c.npy"]


@unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++"), "no compiler for kernels")
class Beside(Case):
    def setUp(self):
        super().setUp()
        self.write("k.cpp", KERNEL)
        self.addCleanup(lambda: [os.kill(pid, signal.SIGKILL) for pid in self.processes_here()])  # of a test that has failed

    def kernel(self, *defines, tiles=8):
        return ["kernel", "k.cpp", "--arg", str(tiles), "--cb", f"0=test:bf16:tiles={tiles}", "--cb", f"16=:bf16:tiles={tiles}",
                "--out", "16=c.npy", "--metrics", "m.json", "--report", "r.html", "--trace", "t.json", "--vcd", "v.vcd",
                *(f"--define={d}" for d in defines)]

    def children(self, parent):
        """Of it, those that are tensix-tlm and no compilers."""
        found = []
        for pid in self.processes_here():
            try:
                with open(f"/proc/{pid}/stat") as f:
                    of = int(f.read().rpartition(")")[2].split()[1])
                with open(f"/proc/{pid}/cmdline", "rb") as f:
                    own = f.read().split(b"\0")[0].endswith(b"tensix-tlm")
            except OSError:
                continue
            if own and of == parent:
                found.append(pid)
        return found

    def checked_run_of(self, process):
        """The process in which the checked programs run, once it does, and the one that waits for it."""
        both = []

        def there():
            found = [(child, grandchild) for child in self.children(process.pid) for grandchild in self.children(child)]
            stays = found and found == both
            both[:] = found
            if found and not stays:
                time.sleep(0.2)  # what becomes a compiler has our name for a moment
            return stays

        self.wait_until(there)
        return both[0]

    def outputs(self):
        return {f: common.without_host_time(f, self.read(f)) for f in FILES}

    def without_host(self, text):
        return [line for line in text.splitlines() if not line.startswith("host:")]

    def test_a_good_run_says_what_it_says_without_checks(self):
        """But for the note that there were none."""
        checked, warnings = self.tlm(*self.kernel())
        files = self.outputs()
        unchecked, without = self.tlm(*self.kernel(), "--unchecked")
        note = "without checks for wrong use"
        self.assertEqual(self.without_host(checked), [line for line in self.without_host(unchecked) if note not in line])
        self.assertEqual((warnings, without), ("", ""))
        for name in ("t.json", "v.vcd", "c.npy"):
            self.assertTrue(files[name] == self.read(name), name)
        self.check_nobody_left()

    def test_wrong_use_is_what_is_shown(self):
        """Whichever process is the first to come to its end: what is measured here never does, or long before the other."""
        early, late = (KERNEL[:KERNEL.index("(7, 1)", after)].count("\n") + 1 for after in (0, KERNEL.index("#ifdef LATE")))
        for defines, tiles, line in ((("EARLY", "ENDLESS"), 8, early), (("EARLY",), 8, early), (("LATE",), 64, late)):
            with self.subTest(defines=defines):
                shown = []
                for _ in range(2):
                    out, err = self.tlm(*self.kernel(*defines, tiles=tiles), status=1)
                    self.assertEqual(err.count(f"error: k.cpp:{line}: circular buffer 7 does not exist"), 1, err)
                    self.assertIn("with the checks that have found wrong use", out)
                    self.assertEqual(json.loads(self.read("m.json"))["end"], "undefined")
                    shown.append((self.without_host(out), err, self.outputs()))
                self.assertTrue(shown[0] == shown[1])
                self.check_nobody_left()

    def test_who_reads_a_pipe_reads_one_run(self):
        """What is written while a run goes on cannot be taken back: nothing is measured before the checks are over."""
        for defines in ((), ("LATE",)):
            with self.subTest(defines=defines):
                status = 1 if defines else 0
                self.tlm(*self.kernel(*defines, tiles=64), status=status)
                whole = self.read("t.json"), self.read("v.vcd")
                for name, wanted in zip(("t.json", "v.vcd"), whole):
                    os.remove(self.path(name))
                    os.mkfifo(self.path(name))
                    process = self.start(*self.kernel(*defines, tiles=64), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    self.assertTrue(self.read(name) == wanted, name)
                    self.finish(process)
                    self.assertEqual(process.returncode, status)
                    os.remove(self.path(name))

    def test_a_signal_while_both_run(self):
        """Ends it as it ends a run without checks: metrics of the part that was simulated, and nobody is left."""
        for how, group in ((signal.SIGTERM, False), (signal.SIGINT, False), (signal.SIGINT, True)):
            with self.subTest(how=how, group=group):
                process = self.start(*self.kernel("ENDLESS"), start_new_session=True)
                self.checked_run_of(process)
                (os.killpg if group else os.kill)(process.pid, how)
                out, err = self.finish(process)
                self.assertEqual(process.returncode, -how, err)
                # Once the run has begun it is told how far it came; before that there is nothing to tell.
                if err:
                    self.assertIn(f"interrupted by {how.name} at cycle", err)
                    self.assertEqual(json.loads(self.read("m.json"))["end"], "interrupted")
                self.check_nobody_left()

    def test_the_one_that_measures_is_killed(self):
        process = self.start(*self.kernel("ENDLESS"))
        self.checked_run_of(process)
        process.kill()
        self.finish(process)
        self.check_nobody_left()

    def test_the_one_that_checks_is_killed(self):
        """As by the kernel when memory is short: it is told, and what is measured is not touched."""
        for which in (0, 1):
            with self.subTest(which=which):
                process = self.start(*self.kernel(tiles=4096))
                os.kill(self.checked_run_of(process)[which], signal.SIGKILL)
                out, err = self.finish(process)
                self.assertEqual(process.returncode, 0, err)
                self.assertEqual(err, "warning: no wrong use was looked for: the process with the checked programs has failed\n")
                self.assertIn("4,096", out)
                self.check_nobody_left()

    def test_started_by_who_ignores_what_becomes_of_its_children(self):
        """As services do: the system then keeps no exit status of anybody."""
        wanted = self.tlm(*self.kernel("LATE"), status=1)
        process = self.start(*self.kernel("LATE"), preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        out, err = self.finish(process)
        self.assertEqual((self.without_host(out), err, process.returncode), (self.without_host(wanted[0]), wanted[1], 1))
        self.check_nobody_left()

    def test_what_a_compiler_says_is_said_once(self):
        for defines, status in (((), 0), (("EARLY",), 1)):
            self.write("k.cpp", "#warning look here\n" + KERNEL)
            for _ in range(2):  # the second time from the cache
                _, err = self.tlm(*self.kernel(*defines), status=status)
                self.assertEqual(err.count("warning: #warning look here"), 1, err)


if __name__ == "__main__":
    common.main()
