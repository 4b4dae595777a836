# SPDX-License-Identifier: Apache-2.0
"""Completion in real shells, and the man page: what the program writes of itself is what it takes."""
import os, pty, re, select, shutil, subprocess, time, unittest

from common import BINARY, Case, LIMIT

DRIVER = r'''
source "$1"; shift
COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$2
_tensix_tlm
printf '%s\n' "${COMPREPLY[@]}"
'''
USUAL_BREAKS = " \t\n\"'><=;|&(:"


class Bash(Case):
    def setUp(self):
        super().setUp()
        self.write("completion", self.tlm("completion", "bash")[0])
        for name in ("a.npy", "b.npy", "c.json", "d.scn"):
            self.write(name, "")

    def complete(self, line, breaks=USUAL_BREAKS):
        done = subprocess.run(["bash", "--norc", "-c", DRIVER, "bash", "completion", line, breaks], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)
        return done.stdout.split()

    def test_commands_and_kernels(self):
        self.assertEqual(self.complete("tensix-tlm dif"), ["diff-events"])
        self.assertIn("completion", self.complete("tensix-tlm "))
        self.assertEqual(self.complete("tensix-tlm run mat"), ["matmul"])
        listed = [line.split()[0] for line in self.tlm("kernels")[0].split("\n\n")[0].splitlines()]
        self.assertEqual(self.complete("tensix-tlm run "), listed)
        self.assertEqual(self.complete("tensix-tlm help swe"), ["sweep"])
        self.assertEqual(self.complete("tensix-tlm completion z"), ["zsh"])
        self.assertEqual(self.complete("tensix-tlm --dump"), ["--dump-config"])

    def test_every_option_of_every_command(self):
        for command in self.complete("tensix-tlm "):
            text = self.tlm("help", command)[0]
            wanted = sorted(set(re.findall(r"^ +(?:-\w \[ )?(--[a-z0-9-]+)", text, re.M)))
            self.assertEqual(sorted(self.complete(f"tensix-tlm {command} --")), wanted, command)
        self.assertEqual(self.complete("tensix-tlm run add --fid"), ["--fidelity", "--fidelity-loop"])

    def test_values(self):
        self.assertEqual(self.complete("tensix-tlm run add --fidelity hif"), ["hifi2", "hifi3", "hifi4"])
        self.assertEqual(self.complete("tensix-tlm run add --shape 64x64 --format=bfp"), ["bfp8", "bfp4", "bfp2"])
        self.assertEqual(self.complete("tensix-tlm run add --format=bfp", breaks=" "), ["--format=bfp8", "--format=bfp4", "--format=bfp2"])
        self.assertEqual(self.complete("tensix-tlm run add --in0 "), ["a.npy", "b.npy"])
        self.assertEqual(self.complete("tensix-tlm stream "), ["d.scn"])
        self.assertEqual(self.complete("tensix-tlm run --shape 64x64 dat"), ["datacopy"])
        self.assertEqual(self.complete("tensix-tlm run add --config "), ["blackhole", "documented", "c.json"])
        self.assertEqual(self.complete("tensix-tlm replay pack"), ["packers"])
        self.assertEqual(self.complete("tensix-tlm run add --shape "), [])

    def test_parameters(self):
        names = re.findall(r"^\s+\"([a-z0-9_]+)\"", self.tlm("--dump-config")[0], re.M)
        offered = self.complete("tensix-tlm run add --set ")
        self.assertGreater(len(offered), 100)
        self.assertTrue(all(o.endswith("=") for o in offered))
        self.assertTrue({o[:-1].split(".")[-1] for o in offered} <= set(names) | {"clock_mhz"})
        self.assertEqual(self.complete("tensix-tlm run add --set l1.bank_p"), ["l1.bank_policy="])
        self.assertIn("oldest", self.complete("tensix-tlm run add --set l1.bank_policy="))
        self.assertEqual(self.complete("tensix-tlm run add --set l1.bank_policy=old"), ["oldest"])
        self.assertEqual(self.complete("tensix-tlm run add --set=l1.banks="), ["32", "16"])
        self.assertEqual(self.complete("tensix-tlm run add --set throttle.shared_ports=t"), ["true"])

    def test_typed(self):
        """In a shell of its own, with the tabulator."""
        typed(self, ["bash", "--norc", "--noprofile", "-i"], "source ./completion\n", "tensix-tlm run datac\t", "tensix-tlm run datacopy")


def typed(case, shell, before, text, wanted):
    """Whether a shell in a terminal of its own shows what is wanted, when that is typed."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(case.folder)
        os.environ.update(PS1="> ", TERM="dumb", PATH=os.path.dirname(BINARY) + ":" + os.environ["PATH"])
        os.execvp(shell[0], shell)

    def shows(part):
        shown, end = b"", time.monotonic() + LIMIT
        while part.encode() not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    shown += os.read(terminal, 4096)
                except OSError:
                    break
        return shown.decode(errors="replace")
    try:
        os.write(terminal, (before + "printf 'REA''DY'\n").encode())  # what is typed is shown, too
        shows("READY")
        os.write(terminal, text.encode())
        case.assertIn(wanted, shows(wanted))
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)


@unittest.skipUnless(shutil.which("zsh") or "CI" in os.environ, "no zsh here")
class Zsh(Case):
    def test_syntax(self):
        self.write("_tensix-tlm", self.tlm("completion", "zsh")[0])
        done = subprocess.run(["zsh", "-n", "_tensix-tlm"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_typed(self):
        self.write("_tensix-tlm", self.tlm("completion", "zsh")[0])
        before = "fpath=($PWD $fpath); autoload -U compinit; compinit -u -d ./dump\n"
        for text, wanted in (("dif", "diff-events"), ("run datac", "run datacopy"), ("run add --fidelity-l", "--fidelity-loop"), ("elf --boot dir", "--boot direct"),
                             ("run add --format=int8 --fidelity lo", "--fidelity lofi"), ("run add --set l1.bank_p", "l1.bank_policy="),
                             ("run add --set l1.bank_policy=old", "l1.bank_policy=oldest"), ("replay pack", "replay packers"), ("help swe", "help sweep")):
            with self.subTest(text=text):
                typed(self, ["zsh", "-f", "-i"], before, f"tensix-tlm {text}\t", wanted)


class ManPage(Case):
    def test_it_says_all_options_and_parameters(self):
        text = self.tlm("man")[0].replace("\\-", "-")
        for command in re.findall(r"^  tensix-tlm ([a-z-]+)", self.tlm("--help")[0], re.M):
            if not command.startswith("-"):
                self.assertRegex(text, rf'\.SS "{command}[ "]')
                for option in re.findall(r"^ +(?:-\w \[ )?(--[a-z0-9-]+)", self.tlm("help", command)[0], re.M):
                    self.assertRegex(text, rf"(?m)^\.B[IR]? .*{option}( |$|\")", (command, option))
        self.assertIn("\n.B l1.banks\n", text)

    @unittest.skipUnless(shutil.which("groff") or "CI" in os.environ, "no groff here")
    def test_it_is_right_roff(self):
        self.write("tensix-tlm.1", self.tlm("man")[0])
        done = subprocess.run(["groff", "-man", "-ww", "-b", "-z", "-Tutf8", "tensix-tlm.1"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        shown = subprocess.run(["groff", "-man", "-Tascii", "-P-c", "tensix-tlm.1"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT).stdout
        shown = re.sub("(?s).\x08", "", shown)  # bold
        self.assertIn("EXIT STATUS", shown)
        self.assertGreater(len(shown.splitlines()), 400)


if __name__ == "__main__":
    unittest.main()
