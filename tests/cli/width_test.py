# SPDX-License-Identifier: Apache-2.0
"""What fits a terminal, and words that people type: help, tables on terminals, names in any case, parameters by pattern, configurations
by name, kernels without their arguments. Usage: width_test.py BINARY"""
import fcntl, json, os, pty, re, shutil, struct, subprocess, sys, tempfile, termios, unittest

BINARY = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GELU = os.path.join(ROOT, "workload", "kernels", "device", "gelu.cpp")


def terminals_there():
    try:
        for end in pty.openpty():
            os.close(end)
        return True
    except OSError:
        return False


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def tlm(self, *arguments, status=0, **environment):
        done = subprocess.run([BINARY, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def on_terminal(self, columns, *arguments, status=0, **environment):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        clean = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
        process = subprocess.Popen([BINARY, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL,
                                   env={**clean, **environment})
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        os.close(ours)
        self.assertEqual(process.wait(), status)
        return shown.decode().replace("\r\n", "\n")

    def too_long(self, text, columns):
        return [line for line in text.splitlines() if len(line) > columns]


class Help(Case):
    def test_80_columns(self):
        commands = set(re.findall(r"^  tensix-tlm ([a-z-]+)", self.tlm("--help"), re.M)) - {"--dump-config"}
        self.assertGreater(len(commands), 15)
        for words in [["--help"], *([c, "--help"] for c in sorted(commands))]:
            self.assertEqual(self.too_long(self.tlm(*words), 80), [], words)


@unittest.skipUnless(terminals_there(), "no pseudo-terminals here (/dev/pts)")
class Terminal(Case):
    # Of every command that prints tables or lists.
    COMMANDS = [["run", "matmul", "--shape", "64x64x128", "--fidelity", "hifi2", "--why", "--conflicts", "--timeline", "--timeline-rows", "20"],
                ["run", "datacopy", "--shape", "64x64", "--noc-read", "64B/cycle", "--state"], ["run", "add", "--shape", "64x64", "--jitter", "2"],
                ["stream", os.path.join(ROOT, "docs", "examples", "walk.scn"), "--timeline"], ["compare", "a.json", "b.json"], ["compare", "a.json", "b.json", "--all"],
                ["levers", "add", "--shape", "32x32", "--only", "packer.r", "--only", "l1.ba", "--restart"], ["params"], ["params", "--assumptions"], ["params", "--steps"],
                ["kernels"], ["help"], ["sweep", os.path.join(ROOT, "configs", "studies", "variants.json"), "--out", "r.csv"],
                ["optimise", os.path.join(ROOT, "configs", "studies", "variants.json"), "--maximise", "geomean", "--out", "o.json"]]

    def test_tables_fit(self):
        for name, throttle in (("a", "x1"), ("b", "x4")):
            self.tlm("run", "datacopy", "--shape", "64x64", "--throttle", throttle, "--metrics", name + ".json")
        for words in self.COMMANDS:
            plain = self.tlm(*words)
            for columns in (80, 100) if words[0] == "run" else (80,):
                shown = self.on_terminal(columns, *words)
                # A word alone may be longer: a list of ports, a file's name.
                long = [line for line in self.too_long(shown, columns) if max(map(len, line.split())) < columns // 2]
                self.assertEqual(long, [], words)
                if words[0] not in ("run", "levers"):  # no word is lost but idle units' dots; of a run its time on this machine differs
                    self.assertEqual([w for w in shown.split() if w != "."], [w for w in plain.split() if w != "."], words)
        self.assertEqual(self.on_terminal(40, "params", "l1.*"), self.on_terminal(80, "params", "l1.*"))  # the least

    def test_a_table_stays_a_table(self):
        shown = self.on_terminal(80, "run", "matmul", "--shape", "64x64x64").splitlines()
        head = next(line for line in shown if line.startswith("unit "))
        row = next(line for line in shown if line.startswith("matrix_unit "))
        for column in ("busy", "idle", "total"):  # numbers end below their heading's end
            self.assertRegex(row[:head.index(column) + len(column)], r"\d$")

    def test_files_stay_as_they_are(self):
        words = ["compare", "a.json", "a.json", "--all"]
        self.tlm("run", "datacopy", "--shape", "64x64", "--metrics", "a.json")
        self.assertEqual(self.tlm(*words), self.tlm(*words, COLUMNS="80"))
        self.assertTrue(self.too_long(self.tlm(*words), 80))
        # Wide enough, nothing changes; COLUMNS counts before the terminal's own.
        self.assertEqual(self.on_terminal(5000, *words), self.tlm(*words))
        self.assertEqual(self.on_terminal(80, *words, COLUMNS="5000"), self.tlm(*words))
        for machine in (["compare", "a.json", "a.json", "--json"], ["--dump-config"], ["params", "--markdown"], ["completion", "bash"]):
            self.assertEqual(self.on_terminal(80, *machine), self.tlm(*machine), machine)


class Words(Case):
    def test_any_case(self):
        for words in (["--fidelity", "HiFi2"], ["--format", "BF16"], ["--throttle", "X2"], ["--broadcast", "ROW"], ["--dst-sync", "Full"], ["--hazards", "Warn"]):
            run = ["run", "mul", "--shape", "64x64", "--metrics", "-"]
            upper, lower = (json.loads(self.tlm(*run, *given)) for given in (words, [words[0], words[1].lower()]))
            for m in (upper, lower):
                del m["host_seconds"], m["command"]
            self.assertEqual(upper, lower, words)
        self.assertIn("matmul, 64x64x64", self.tlm("run", "MatMul", "--shape", "64x64x64"))
        self.assertIn("did you mean 'hifi2'?", self.tlm("run", "mul", "--fidelity", "hifi2x", status=2))

    def test_what_a_shape_is(self):
        for kernel, shape in (("datacopy", "abc"), ("datacopy", "64xabc"), ("datacopy", "64"), ("datacopy", "64x"), ("datacopy", "x64"), ("datacopy", "64x64x64"), ("datacopy", "-64x64")):
            self.assertIn("expected MxN, as in 64x128", self.tlm("run", kernel, "--shape=" + shape, status=2))
        self.assertIn("MxNxK", self.tlm("run", "matmul", "--shape", "abc", status=2))
        self.assertIn("MxNxK", self.tlm("levers", "matmul", "--shape", "abc", status=2))
        self.assertIn("expected HxW", self.tlm("run", "matmul", "--subblock", "2xb", status=2))
        self.assertIn("as in 64x128", self.tlm("kernel", GELU, "--cb", "0=test:bf16:shape=64xabc", status=2))

    def test_parameters_by_name_and_pattern(self):
        names = lambda text: [line.split()[0] for line in text.splitlines() if not line.startswith(" ")]
        every = names(self.tlm("params"))
        self.assertEqual(names(self.tlm("params", "l1.banks")), ["l1.banks"])
        self.assertEqual(names(self.tlm("params", "packer.*", "l1.banks")), [n for n in every if n.startswith("packer.") or n == "l1.banks"])
        self.assertEqual(names(self.tlm("params", "*fifo*")), [n for n in every if "fifo" in n])
        self.assertEqual(names(self.tlm("params", "--steps", "l1.b*")), [n for n in every if n.startswith("l1.b")])
        self.assertIn("16 ", self.tlm("params", "l1.banks", "--set", "l1.banks=16"))
        for wrong, right in (("l1.bank", "l1.banks"), ("packer", "packer.*"), ("banks", "l1.banks")):
            self.assertIn(f"did you mean '{right}'?", self.tlm("params", wrong, status=2))
        self.assertIn("no parameter", self.tlm("params", "nothing.*", status=2))
        self.assertIn("no place", self.tlm("params", "l1.banks", "--markdown", status=2))

    def test_configurations_that_come_with_the_program(self):
        shipped = os.path.join(ROOT, "configs", "what_if_16_banks.json")
        self.assertEqual(self.tlm("--dump-config", "--config", "what_if_16_banks"), self.tlm("--dump-config", "--config", shipped))
        with open(os.path.join(self.folder, "mine.json"), "w") as f:
            json.dump({"base": "what_if_16_banks", "packer.read_interfaces": 8}, f)
        self.assertIn('"banks": 16', self.tlm("--dump-config", "--config", "mine.json"))
        # A file of one's own of that name counts before it.
        with open(os.path.join(self.folder, "what_if_16_banks.json"), "w") as f:
            json.dump({"base": "blackhole", "l1.banks": 64}, f)
        self.assertIn('"banks": 64', self.tlm("--dump-config", "--config", "what_if_16_banks.json"))
        said = self.tlm("run", "datacopy", "--config", "what_if_16_bank", status=2)
        self.assertIn("did you mean 'what_if_16_banks'?", said)
        self.assertIn("what_if_x8_throttle", said)
        self.assertNotIn("energy_example", said)
        with open(os.path.join(self.folder, "s.json"), "w") as f:
            json.dump({"format": "tensix-tlm-study", "version": 1, "base": {"kernel": "add", "options": {"shape": "32x32"}}, "axes": {"axis": "config", "values": ["blackhole", "what_if_x8_throttle"]}}, f)
        self.tlm("sweep", "s.json", "--out", "r.jsonl")
        self.assertIn('"throttle.bytes.x4":128', self.read("r.jsonl").splitlines()[1])
        self.assertIn("did you mean 'what_if_x8_throttle'?", self.tlm("levers", "add", "--config", "what_if_x8_throttel", status=2))

    def read(self, name):
        with open(os.path.join(self.folder, name)) as f:
            return f.read()

    def test_words_as_values_of_parameters(self):
        """In any case, as in options; the files and names that they become are the same."""
        def same(setting, word):
            name, value = setting.split("=")
            tree = self.tlm("--dump-config", "--set", setting)
            self.assertEqual(tree, self.tlm("--dump-config", "--set", f"{name}={word}"), setting)
            return tree
        for setting, word in (("l1.port_policy=Round_Robin", "round_robin"), ("l1.bank_policy=OLDEST", "oldest"),
                              ("throttle.shared_ports=TRUE", "true"), ("throttle.shared_ports=False", "false"),
                              ("units.packers=Model", "model"), ("packer.topology=Independent", "independent")):
            self.assertIn(word, same(setting, word))
        self.assertEqual(self.tlm("--dump-config", "--config", "BLACKHOLE"), self.tlm("--dump-config"))
        with open(os.path.join(self.folder, "c.json"), "w") as f:
            json.dump({"base": "Documented", "l1.port_policy": "Oldest"}, f)
        self.assertIn('"oldest"', self.tlm("--dump-config", "--config", "c.json"))
        for setting, right in (("l1.port_policy=oldst", "oldest"), ("throttle.shared_ports=ture", "true"), ("units.l1=Modle", "model")):
            self.assertIn(f"did you mean '{right}'?", self.tlm("--dump-config", "--set", setting, status=2))
        self.assertNotIn("did you mean", self.tlm("--dump-config", "--set", "throttle.shared_ports=1", status=2))

    def test_words_of_other_operands(self):
        self.assertEqual(self.tlm("completion", "Bash"), self.tlm("completion", "bash"))
        self.tlm("run", "add", "--record", "L1=l1.rec", status=2)  # known, and refused with its reason
        self.assertIn("cannot be recorded", self.tlm("run", "add", "--record", "L1=l1.rec", status=2))
        self.tlm("run", "add", "--quiet", "--noc-read", "4B/cycle,PATTERN=Random", "--record", "Packers=p.rec")
        self.assertIn("did you mean 'random'?", self.tlm("run", "add", "--noc-read", "4B/cycle,pattern=randm", status=2))
        if not shutil.which("riscv64-unknown-elf-g++"):
            return
        with open(os.path.join(self.folder, "k.cpp"), "w") as f:
            f.write('#include "compute_kernel_api.h"\nvoid kernel_main() { cb_wait_front(0, 1); cb_pop_front(0, 1); }\n')
        report = lambda cb: "\n".join(l for l in self.tlm("kernel", "k.cpp", "--cb", cb).splitlines() if not l.startswith("host:"))
        plain = report("0=test:bf16:shape=32x32:layout=rows")
        self.assertEqual(plain, report("0=TEST:BF16:Shape=32x32:Layout=Rows"))
        self.assertEqual(report("0=1:bf16:order=columns"), report("0=1:bf16:order=Columns"))
        for wrong, right in (("0=tset:bf16:tiles=1", "test"), ("0=test:bf61:tiles=1", "bf16"), ("0=test:bf16:tiles=1:layout=row", "rows"),
                             ("0=test:bf16:tiles=1:order=colums", "columns"), ("0=test:bf16:tiles=1:shard", "sharded")):
            self.assertIn(f"did you mean '{right}'?", self.tlm("kernel", "k.cpp", "--cb", wrong, status=2))

    @unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++"), "no compiler for the cores")
    def test_a_kernel_without_its_arguments_is_not_compiled(self):
        """What is certainly missing is said before the compiler runs; whatever it may be legal to leave out, the compiler decides."""
        real = shutil.which("riscv64-unknown-elf-g++")
        compiler = os.path.join(self.folder, "riscv64-unknown-elf-g++")
        with open(compiler, "w") as f:  # only preprocesses, and says its version
            f.write(f'#!/bin/sh\nfor a; do case $a in -E|--version|-dumpversion) exec {real} "$@";; esac; done\necho compiled; exit 1\n')
        os.chmod(compiler, 0o755)

        def said(body, *arguments, head="", run_compiler=False):
            with open(os.path.join(self.folder, "k.cpp"), "w") as f:
                f.write('#include "api/compute/common.h"\n' + head + "void kernel_main() {\n" + body + "\n}\n")
            environment = {"XDG_CACHE_HOME": os.path.join(self.folder, "cache")}
            if not run_compiler:
                environment["PATH"] = self.folder + ":" + os.environ["PATH"]
            return self.tlm("kernel", "k.cpp", *arguments, status=0 if run_compiler else 2, **environment)
        missing = "this compile-time argument is not given; give one --ct-arg WORD for each, in their order"
        for line in ("constexpr uint32_t n = get_compile_time_arg_val(1);", "static constexpr auto n = 2 * get_compile_time_arg_val(1u);",
                     "constexpr bool last = static_cast<bool>(get_compile_time_arg_val(1));"):
            self.assertIn(f"k.cpp:3: get_compile_time_arg_val(1", said(line, "--ct-arg", "7"))
            self.assertIn(missing, said(line))
            self.assertEqual("compiled\n", said(line, "--ct-arg", "7", "--ct-arg", "8"))
        self.assertIn("k.cpp:2: get_compile_time_arg_val(0)", said("", head="constexpr uint32_t n = get_compile_time_arg_val(0);\n"))
        both = said("constexpr int a = get_compile_time_arg_val(0);\nconstexpr int b = get_compile_time_arg_val(1);")
        self.assertEqual([l.split(":")[1] for l in both.splitlines()], ["3", "4"])
        self.assertIn('get_named_compile_time_arg_val("n"): ', said('constexpr int a = get_named_compile_time_arg_val("n");', "--ct-arg", "m=1"))
        self.assertEqual("compiled\n", said('constexpr int a = get_named_compile_time_arg_val("n");', "--ct-arg", "n=1"))
        # Legal without it, or not certainly illegal.
        for body, head in (("", "constexpr uint32_t pick(uint32_t n = get_compile_time_arg_val(3)) { return n; }\n"),
                           ("constexpr bool many = false;\nif constexpr (many) { uint32_t n = get_compile_time_arg_val(3); (void)n; }", ""),
                           ("constexpr uint32_t n = true ? 1 : get_compile_time_arg_val(3); (void)n;", ""),
                           ("constexpr bool n = false && get_compile_time_arg_val(3); (void)n;", ""),
                           ("constexpr auto n = sizeof(get_compile_time_arg_val(3)); (void)n;", ""),
                           ("", "template <class T> void unused() { constexpr T n = get_compile_time_arg_val(3); (void)n; }\n"),
                           ("// constexpr int n = get_compile_time_arg_val(3);\n#if 0\nconstexpr int m = get_compile_time_arg_val(3);\n#endif", ""),
                           ('constexpr auto text = "constexpr int n = get_compile_time_arg_val(3);"; (void)text;', ""),
                           ("constexpr uint32_t n = mine::get_compile_time_arg_val(3); (void)n;",
                            "namespace mine { constexpr uint32_t get_compile_time_arg_val(uint32_t i) { return i; } }\n"),
                           ("#define WORD(i) get_compile_time_arg_val(i)\nconstexpr uint32_t n = WORD(0); (void)n;", "")):
            self.assertEqual("compiled\n", said(body, "--ct-arg", "7", head=head), body)
            self.assertIn(" cycles", said(body, "--ct-arg", "7", head=head, run_compiler=True), body)

    @unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++"), "no compiler for the cores")
    def test_a_kernel_without_its_arguments(self):
        self.assertIn("an operand is missing (FILE.cpp)", self.tlm("kernel", status=2))
        for more in ([], ["--unchecked"]):
            said = self.tlm("kernel", GELU, *more, status=2)
            self.assertRegex(said, r"^\S*gelu.cpp:\d+: get_compile_time_arg_val\(0\): this compile-time argument is not given; give one --ct-arg WORD")
            self.assertNotIn("constexpr", said)
        with open(os.path.join(self.folder, "k.cpp"), "w") as f:
            f.write('#include "api/compute/common.h"\nvoid kernel_main() {\n  constexpr uint32_t t = get_named_compile_time_arg_val("tiles");\n  (void)t;\n}\n')
        said = self.tlm("kernel", "k.cpp", status=2)
        self.assertRegex(said, r'^\S*k.cpp:3: get_named_compile_time_arg_val\("tiles"\): .*--ct-arg NAME=WORD')


if __name__ == "__main__":
    unittest.main()
