# SPDX-License-Identifier: Apache-2.0
"""--gdb and --keep-elf (docs/debug.md): a session of gdb-multiarch with what the program must show there, and a client that sends nonsense."""
import json, os, re, shutil, socket, subprocess, time, unittest

from common import BINARY, Case, LIMIT, ROOT

CROSS, GDB = shutil.which("riscv64-unknown-elf-gcc"), shutil.which("gdb-multiarch")
START = """void run(void);
__attribute__((naked, section(".text.start"))) void _start(void) { __asm__ volatile("li sp, 0xFFB00F00\\n call run\\n ebreak"); }
"""
PROGRAM = START + """volatile unsigned total;
__attribute__((noinline)) unsigned twice(unsigned n) {
  total += n;
  *(volatile unsigned*)0x30000 = n;
  return 2 * n;
}
void run(void) {
  unsigned n = FIRST;
  for (unsigned i = 0; i < 5; ++i) n = twice(n);
  *(volatile unsigned*)(0x30010 + FIRST * 16) = n;
  total = 7;
}
"""
ENDLESS = START + "void run(void) {\n  while (*(volatile unsigned*)0x30000 == 0) {}\n}\n"
BUSY = START + "void run(void) {\n  for (volatile unsigned i = 0; i < 3000000; ++i) {}\n}\n"


def framed(packet):
    return b"$" + packet + b"#%02x" % (sum(packet) & 255)


class Client:
    def __init__(self, port):
        self.line = socket.create_connection(("127.0.0.1", port))
        self.line.settimeout(LIMIT)
        self.bytes = b""

    def answer(self):
        """The next packet, its sum checked; None: the other side has gone."""
        while not (found := re.search(rb"\$([^#]*)#(..)", self.bytes)):
            more = self.line.recv(4096)
            if not more:
                return None
            self.bytes += more
        self.bytes = self.bytes[found.end():]
        assert int(found[2], 16) == sum(found[1]) & 255
        return found[1].decode()

    def ask(self, packet):
        self.line.sendall(framed(packet))
        return self.answer()

    def word(self, address):
        return int.from_bytes(bytes.fromhex(self.ask(b"m%x,4" % address)), "little")


@unittest.skipUnless(CROSS or "CI" in os.environ, "riscv64-unknown-elf-gcc is not installed (scripts/setup.sh)")
class Gdb(Case):
    def elf(self, name, text, at, *more):
        self.write(name + ".c", text)
        subprocess.run([CROSS, "-g", "-O0", "-march=rv32im_zicsr", "-mabi=ilp32", "-ffreestanding", "-nostdlib", *more,
                        f"-Wl,-z,max-page-size=16,-Ttext={at},--section-start=.text.start={at},-Tdata=0xffb00000,-Tbss=0xffb00000", "-Wl,--no-relax", name + ".c", "-o", name + ".elf"],
                       cwd=self.folder, check=True)
        return name + ".elf"

    def names(self, file):
        return subprocess.run([CROSS.replace("-gcc", "-nm"), file], cwd=self.folder, capture_output=True, encoding="utf-8", check=True).stdout

    def programs(self):
        return ["elf", "--t0", self.elf("a", PROGRAM, "0x6000", "-DFIRST=3"), "--t1", self.elf("b", PROGRAM, "0xa000", "-DFIRST=5"),
                "--dump", "0x30000:256=l1.bin"]

    def begin(self, *words):
        p = subprocess.Popen([BINARY, *words, "--gdb", "0", "--quiet", "--metrics", "m.json"], cwd=self.folder, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(lambda: (p.kill(), p.wait(), p.stdout.close(), p.stderr.close()))
        return p, int(re.match(r"gdb: waiting on 127\.0\.0\.1:(\d+) ", p.stderr.readline())[1])

    def begun(self, *words):
        p, port = self.begin(*words)
        return p, self.client(port)

    def client(self, port):
        client = Client(port)
        self.addCleanup(client.line.close)
        return client

    def ended(self, p, status=0):
        """What it has measured, and left in L1."""
        told = p.communicate(timeout=LIMIT)[1]
        self.assertEqual(p.returncode, status, told)
        with open(self.path("m.json"), encoding="utf-8") as f:
            m = json.load(f)
        with open(self.path("l1.bin"), "rb") as f:
            return [m[key] for key in ("cycles", "end", "units", "threads", "cores")], f.read()

    def without(self, run):
        return self.ended(subprocess.Popen([BINARY, *run, "--quiet", "--metrics", "m.json"], cwd=self.folder, stderr=subprocess.PIPE, encoding="utf-8"))

    @unittest.skipUnless(GDB or "CI" in os.environ, "gdb-multiarch is not installed (scripts/setup.sh)")
    def test_a_session(self):
        run = self.programs()
        plain = self.without(run)
        p, port = self.begin(*run)
        script = f"""set pagination off
set confirm off
add-symbol-file b.elf
target remote :{port}
info threads
break a.c:twice
commands
silent
printf "HIT %d n=%u total=%u\\n", $_thread, n, total
end
continue
continue
backtrace
print $pc == (unsigned)&twice || 1
set $before = $pc
set $at = $cycle
stepi
printf "STEP %d %d\\n", $pc - $before, $cycle >= $at
finish
print $a0
x/1uw 0x30000
delete
watch *(unsigned*)0x30060
continue
print *(unsigned*)0x30060
print $x0 = 5
print $x0
thread 1
info registers ra sp
set variable total = 1000
print total
monitor cycle
monitor where
monitor why
monitor fifo
monitor dst
monitor nonsense
delete
continue
"""
        self.write("s.gdb", script)
        shown = subprocess.run([GDB, "-nx", "-batch", "-x", "s.gdb", "a.elf"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        text = shown.stdout + shown.stderr
        self.assertRegex(text, r"Thread 1 \(T0, running\)")
        self.assertRegex(text, r"Thread 2 \(T1, running\)")
        self.assertRegex(text, r"HIT 1 n=3 total=0\n")
        self.assertRegex(text, r"HIT 1 n=6 total=3\n")
        self.assertRegex(text, r"#0 +twice \(n=6\) at a\.c:\d+\n#1 .* run \(\) at a\.c:\d+")
        self.assertRegex(text, r"STEP 4 1\n")
        self.assertRegex(text, r"Value returned is \$\d+ = 12\n")
        self.assertRegex(text, r"\$\d+ = 12\n")
        self.assertRegex(text, r"0x30000:\s+\d+\n")
        self.assertRegex(text, r"Old value = 0\nNew value = 160\n")
        self.assertRegex(text, r"\$\d+ = 1000\n")
        self.assertRegex(text, r"T0 at pc 0x6\w+ in \w+ \(a\.c:\d+\)\nT1 at pc 0xa\w+ in \w+ \(b\.c:\d+\)")
        self.assertIn("Dst (1024 rows of bf16): all zero", text)
        self.assertIn("monitor cycle: the present one", text)
        self.assertRegex(text, r"exited normally")
        self.assertEqual(self.ended(p)[0][:2], plain[0][:2])

    def test_what_passes_changes_nothing(self):
        """The packets of a session, and the same cycles, accounts and bytes as without."""
        run = self.programs()
        plain = self.without(run)
        p, gdb = self.begun(*run)
        self.assertEqual(gdb.ask(b"?"), "T05thread:1;")
        features = gdb.ask(b"qXfer:features:read:target.xml:0,fff")
        self.assertIn("<architecture>riscv:rv32</architecture>", features)
        self.assertEqual(gdb.ask(b"qfThreadInfo"), "m1,2")
        start = next(line.split()[0] for line in self.names("a.elf").splitlines() if line.endswith(" _start"))
        self.assertEqual(int.from_bytes(bytes.fromhex(gdb.ask(b"p20")), "little"), int(start, 16))
        self.assertEqual(gdb.ask(b"Z0," + start.encode() + b",4"), "OK")
        for _ in range(40):
            self.assertEqual(gdb.ask(b"vCont;s:1"), "T05thread:1;")
            self.assertEqual(len(gdb.ask(b"g")), 33 * 8 + 16)
        for packet in (b"vCont;s:2;c", b"s"):
            self.assertRegex(gdb.ask(packet), "^T05thread:[12];$")
        # Read what has an effect: no.
        for address in (0xffb121f0, 0xffec1000, 0xfffffffc, 0x180000):
            self.assertEqual(gdb.ask(b"m%x,4" % address), "E01", hex(address))
        self.assertEqual(gdb.ask(b"vCont;c"), "W00")
        self.assertEqual(self.ended(p), plain)

    def test_nonsense_and_silence(self):
        run = self.programs()
        plain = self.without(run)
        p, port = self.begin(*run)
        gdb = self.client(port)
        gdb.ask(b"?")
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        for packet in (b"Hg99", b"Hgzz", b"H", b"m", b"m1", b"m1,", b"m1,zz", b"m1,fffff", b"mffffffff1,4", b"M30000,4:11", b"M30000,4:xxxxxxxx", b"P", b"P20", b"P20=1", b"P7=",
                       b"P99=00000000", b"G00", b"p", b"p99", b"Z0", b"Z0,", b"Z0,zz,4", b"Z0,1", b"Z2,ffffffff,4", b"vCont;", b"vCont;x", b"vCont;s:77", b"vCont;c:-5", b"T77",
                       b"qRcmd,z", b"qRcmd,1", b"qThreadExtraInfo,77", b"qXfer:features:read:target.xml:zz", b"qXfer:features:read:target.xml:ffffff,1"):
            self.assertEqual(gdb.ask(packet), "E01", packet)
        for packet in (b"", b"!", b"X0,0:", b"Z3,0,4", b"Z9,0,4", b"vNone", b"qNone", b"\xff\x00\x80", b"QNone"):
            self.assertEqual(gdb.ask(packet), "", packet)
        gdb.line.sendall(b"\x00\xff+++#12$abc#00")
        self.assertEqual(gdb.ask(b"x" * 1000000), "E01")
        gdb.line.sendall(b"$$$m0,4")
        gdb.line.sendall(b"$p20")
        self.assertEqual(gdb.ask(b"T1"), "OK")
        for n in range(1000):
            self.assertEqual(gdb.ask(b"Z0,%x,4" % (0x100000 + 4 * n)), "OK")
        self.assertEqual(gdb.ask(b"Z0,120000,4"), "E01")
        gdb.line.sendall(b"$vCon")
        gdb.line.close()  # the run goes on by itself
        self.assertEqual(self.ended(p), plain)

    def test_detach_kill_interrupt_and_a_hang(self):
        run = self.programs()
        plain = self.without(run)
        p, gdb = self.begun(*run)
        self.assertEqual(gdb.ask(b"D"), "OK")
        self.assertEqual(self.ended(p), plain)
        p, gdb = self.begun(*run)
        gdb.line.sendall(framed(b"k"))
        self.assertIn("by gdb", p.communicate(timeout=LIMIT)[1])
        self.assertEqual(p.returncode, 8)
        p, gdb = self.begun("elf", "--t0", self.elf("busy", BUSY, "0x6000"))
        gdb.line.sendall(framed(b"c"))
        time.sleep(0.05)
        gdb.line.sendall(b"\x03")
        self.assertEqual(gdb.answer(), "T02thread:1;")
        cycle = int.from_bytes(bytes.fromhex(gdb.ask(b"p21")), "little")
        self.assertGreater(cycle, 0)
        place = gdb.ask(b"p20")
        self.assertEqual(gdb.ask(b"vCont;s:1"), "T05thread:1;")  # it goes on; to its end it would be seconds
        self.assertNotEqual(gdb.ask(b"p20"), place)
        gdb.line.sendall(framed(b"k"))
        self.assertIn("by gdb", p.communicate(timeout=LIMIT)[1])
        # One that polls for ever, stepped, and at its end.
        p, gdb = self.begun("elf", "--t0", self.elf("endless", ENDLESS, "0x6000"))
        seen = set()
        for _ in range(200):
            self.assertEqual(gdb.ask(b"vCont;s:1"), "T05thread:1;")
            seen.add(gdb.ask(b"p20"))
        self.assertLess(len(seen), 20)
        gdb.line.sendall(framed(b"c"))
        self.assertIn("deadlock in cycle", bytes.fromhex(gdb.answer()[1:]).decode())
        self.assertEqual(gdb.answer(), "T05thread:1;")
        self.assertEqual(gdb.word(0x30000), 0)
        self.assertEqual(gdb.ask(b"M30000,4:01000000"), "E01")  # it is over
        self.assertEqual(gdb.ask(b"c"), "W03")
        self.assertIn("deadlock", p.communicate(timeout=LIMIT)[1])
        # A value that gdb writes ends it.
        p, gdb = self.begun("elf", "--t0", "endless.elf")
        for _ in range(100):
            gdb.ask(b"vCont;s:1")
        self.assertEqual(gdb.ask(b"M30000,4:01000000"), "OK")
        self.assertEqual(gdb.ask(b"c"), "W00")

    def test_what_is_refused(self):
        for words, why in ((["--gdb", "70000"], "a port is 0..65535"), (["--gdb", "0", "--stop-at", "5"], "exclude each other")):
            self.assertIn(why, self.tlm("elf", "--t0", "x.elf", *words, status=2)[1])
        self.assertIn("unknown option '--gdb'", self.tlm("run", "add", "--gdb", "0", status=2)[1])
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            self.assertIn("this port cannot be had", self.tlm("elf", "--t0", self.elf("busy", BUSY, "0x6000"), "--gdb", port, status=4)[1])

    def test_programs_are_kept(self):
        done = subprocess.run([BINARY, "kernel", os.path.join(ROOT, "workload/kernels/device/gelu.cpp"), "--ct-arg", "1", "--cb", "0=test:bf16:tiles=1", "--cb", "16=:bf16:tiles=1",
                               "--unchecked", "--quiet", "--keep-elf", "kept"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(os.listdir(self.path("kept"))), ["symbols.gdb", "t0.elf", "t1.elf", "t2.elf"])
        self.assertIn("kernel_main", self.names("kept/t1.elf"))


if __name__ == "__main__":
    unittest.main()
