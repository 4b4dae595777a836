# SPDX-License-Identifier: Apache-2.0
"""`mpirun -n N tensix-tlm program`: the same bytes, cycles, metrics and messages for every number of ranks, and as without mpirun; what
happens when a rank is killed, or fails before the run. Usage: ranks_test.py BINARY"""
import json, os, shutil, signal, subprocess, sys, tempfile, time, unittest

import numpy as np

BINARY = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "examples", "programs")
sys.path[:0] = [os.path.join(ROOT, "python"), *(os.path.join(EXAMPLES, name) for name in os.listdir(EXAMPLES))]
import matmul_multicast, reduction, sharded_add, tensix_tlm

MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n"]
os.environ["OMPI_MCA_btl"] = "^tcp"  # all on this machine: nothing need be said of its network
# Members of metrics that know of causes, which are not recorded under mpirun, and of the command.
UNLIKE = {"path", "command", "files"}
HANG = """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  noc_semaphore_wait(reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0)), get_arg_val<uint32_t>(0));
}
"""
FOREVER = """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  for (;;) {
    noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_semaphore(0)), 1);
    noc_async_atomic_barrier();
  }
}
"""
WRONG = """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  for (volatile uint32_t i = 0; i < 50 + get_arg_val<uint32_t>(0) % 2; i = i + 1) {}
  *reinterpret_cast<volatile uint32_t*>(0xB0000000) = 1;  // nothing is there
}
"""
PRINTS = """#include "api/debug/dprint.h"
void kernel_main() {
  for (uint32_t i = 0; i < 3; ++i) DPRINT << "core " << get_arg_val<uint32_t>(0) << " has " << i << ENDL();
  DPRINT << "no end of line";
}
"""


class Ranks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def written(self, make):
        """The program file that an example makes."""
        class Written(Exception): pass

        def write(program, **_):
            program.write("program.json")
            raise Written
        run, tensix_tlm.Program.run = tensix_tlm.Program.run, write
        try:
            with self.assertRaises(Written):
                make()
        finally:
            tensix_tlm.Program.run = run

    def program(self, source, args):
        """A program of one kernel on three cores."""
        with open("kernel.cpp", "w", encoding="utf-8") as f:
            f.write(source)
        p = tensix_tlm.Program()
        p.semaphore("go")
        p.reader("kernel.cpp", args=args, cores=((0, 0), (2, 0)))
        p.write("program.json")

    def call(self, ranks, *options):
        """Status, output, messages, metrics, and the bytes of all that is written. ranks: 0: without mpirun."""
        before = set(os.listdir())
        command = [*(MPIRUN + [str(ranks)] if ranks else []), BINARY, "program", "program.json", "--metrics", "metrics.json", *options]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=200)
        files = {}
        for name in sorted(set(os.listdir()) - before):
            with open(name, "rb") as f:
                files[name] = f.read()
            os.remove(name)
        metrics = json.loads(files.pop("metrics.json", "{}"))
        metrics.pop("host_seconds", None)
        said = done.stderr.split("-" * 70)[0]  # mpirun's own words on an exit status are between lines of dashes
        out = [line for line in done.stdout.splitlines() if not line.startswith(("host: ", "ranks: "))]
        # Open MPI 5 breaks lines where it has read a piece: spaces and ends of lines are not compared.
        return done.returncode, "".join("".join(out).split()), said.strip(), metrics, files

    def alike(self, *options, status=0, ranks=(2,)):
        """The same by so many ranks, and without mpirun but for what is not recorded; returns the messages."""
        alone = self.call(0, *options)
        self.assertEqual(alone[0], status, alone)
        some = [self.call(n, *options) for n in ranks]
        for other in some[1:]:
            self.assertEqual(other, some[0])
        self.assertEqual((some[0][0], some[0][2], some[0][4]), (status, alone[2], alone[4]))
        for metrics in (alone[3], some[0][3]):
            for member in ("limited_by", "notes"):
                metrics["kernel"].pop(member, None)
            for member in UNLIKE:
                metrics.pop(member, None)
        self.assertEqual(set(some[0][3]), set(alone[3]))
        for member in alone[3]:
            self.assertEqual(some[0][3][member], alone[3][member], member)
        return alone

    def test_matmul(self):
        a, b = np.random.default_rng(1).integers(-8, 8, (2, 64, 64)).astype(np.float32)
        self.written(lambda: matmul_multicast.matmul(a, b, grid=(2, 2), inner=1, subblock=(1, 1)))
        self.alike("--unchecked", ranks=(1, 2, 3))

    def test_reduction(self):
        self.written(lambda: reduction.reduction(np.ones((8, 32, 32), np.float32), grid=(2, 2)))
        self.alike("--unchecked", ranks=(3,))

    def test_sharded_add(self):
        a, b = np.random.default_rng(1).integers(-50, 50, (2, 64, 96)).astype(float)
        self.written(lambda: sharded_add.sharded_add(a, b, grid=(3, 1)))
        self.alike()

    def test_deadlock(self):
        self.program(HANG, lambda core: [core.index])  # the first one does not wait
        self.assertEqual(self.alike(status=3)[2].count("waits for semaphore go"), 2)

    def test_wrong_use(self):
        self.program(WRONG, lambda core: [core.index + 1])  # the second one is first
        alone, *some = (self.call(n, "--unchecked") for n in (0, 2, 3))
        self.assertEqual(alone[0], 1)
        for other in some:
            self.assertEqual(other, some[0])
        for said in (alone[2], some[0][2]):
            self.assertRegex(said, r"(?m)^\(1,0\) cycle \d+, core_nc: .*store of 4 bytes at 0xb0000000")
        self.assertEqual((some[0][0], some[0][3]["cycles"]), (1, alone[3]["cycles"]))

    def test_prints(self):
        self.program(PRINTS, lambda core: [core.index])
        self.assertEqual(self.alike("--unchecked", "--dprint", "printed.txt")[4]["printed.txt"].count(b"\n"), 12)

    def test_killed_rank(self):
        self.program(FOREVER, ["core(0,0).noc_x", "core(0,0).noc_y"])
        run = subprocess.Popen([*MPIRUN, "2", BINARY, "program", "program.json", "--unchecked", "--quiet"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(run.kill)
        rank, until = None, time.time() + 60
        while rank is None and time.time() < until:
            time.sleep(0.1)
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{pid}/stat", encoding="ascii") as f, open(f"/proc/{pid}/environ", "rb") as e:
                        if int(f.read().rsplit(")", 1)[1].split()[1]) == run.pid and b"OMPI_COMM_WORLD_RANK=1" in e.read().split(b"\0"):
                            rank = int(pid)
                except OSError:
                    pass
        self.assertIsNotNone(rank)
        time.sleep(2)  # it runs for ever
        self.assertIsNone(run.poll())
        os.kill(rank, signal.SIGKILL)
        _, said = run.communicate(timeout=30)
        self.assertNotEqual(run.returncode, 0)
        self.assertRegex(said, "signal 9")

    def test_wrong_input(self):
        self.program(HANG, ["nothing.address"])
        status, _, said, _, _ = self.call(2)
        self.assertEqual(status, 2)
        self.assertEqual(said.count("'nothing.address': no buffer"), 1)
        self.assertIn("not under mpirun", self.call(2, "--noc-read", "16B/cycle")[2])
        for zones in (["--zones"], ["--zones-csv", "zones.csv"]):
            status, _, said, *_ = self.call(2, *zones)
            self.assertEqual(status, 2, said)
            self.assertIn("--zones, --zones-csv: not under mpirun; run it in one process", said)
            self.assertFalse(os.path.exists("zones.csv"))
        alone = os.path.abspath(shutil.copy(BINARY, "without_mpi"))
        for command in ([alone, "program", "program.json"], [BINARY, "levers", "program", "program.json"]):
            done = subprocess.run(command, env={**os.environ, "OMPI_COMM_WORLD_SIZE": "2"}, capture_output=True, encoding="utf-8", timeout=60)
            self.assertEqual(done.returncode, 2, done)
            self.assertRegex(done.stderr, "built without MPI|mpirun -n N tensix-tlm program FILE")


if __name__ == "__main__":
    unittest.main()
