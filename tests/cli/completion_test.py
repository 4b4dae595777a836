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
            wanted = sorted(re.findall(r"^ +(?:-\w \[ )?(--[a-z0-9-]+)", text, re.M))
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
        self.assertIn("tensix-tlm run datacopy", typed(self, ["bash", "--norc", "--noprofile", "-i"], "source ./completion\n", "tensix-tlm run datac\t"))


def typed(case, shell, before, text):
    """What a terminal shows when that is typed."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(case.folder)
        os.environ.update(PS1="> ", TERM="dumb", PATH=os.path.dirname(BINARY) + ":" + os.environ["PATH"])
        os.execvp(shell[0], shell)
    shown = b""

    def read(seconds):
        nonlocal shown
        end = time.monotonic() + seconds
        while time.monotonic() < end and select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                return
    try:
        read(2)
        os.write(terminal, before.encode())
        read(3)
        shown = b""
        os.write(terminal, text.encode())
        end = time.monotonic() + 20
        while time.monotonic() < end and b"datacopy" not in shown and b"matmul" not in shown:
            read(1)
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)
    return shown.decode(errors="replace")


@unittest.skipUnless(shutil.which("zsh"), "no zsh here")
class Zsh(Case):
    def test_syntax(self):
        self.write("_tensix-tlm", self.tlm("completion", "zsh")[0])
        done = subprocess.run(["zsh", "-n", "_tensix-tlm"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_typed(self):
        self.write("_tensix-tlm", self.tlm("completion", "zsh")[0])
        before = "fpath=($PWD $fpath); autoload -U compinit; compinit -u -d ./dump; zstyle ':completion:*' menu no\n"
        for text, wanted in (("tensix-tlm run datac\t", "run datacopy"), ("tensix-tlm run matm\t", "run matmul")):
            with self.subTest(text=text):
                self.assertIn(wanted, typed(self, ["zsh", "-f", "-i"], before, text))

    def complete(self, line):
        """What _arguments offers, by zsh's own capture of compadd."""
        self.write("_tensix-tlm", self.tlm("completion", "zsh")[0])
        self.write("capture.zsh", CAPTURE)
        done = subprocess.run(["zsh", "-f", "capture.zsh", line], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        return done.stdout.split()

    def test_values(self):
        self.assertEqual(sorted(self.complete("tensix-tlm run add --fidelity hif")), ["hifi2", "hifi3", "hifi4"])
        self.assertIn("--fidelity-loop", self.complete("tensix-tlm run add --fidelity-"))
        self.assertIn("l1.bank_policy", self.complete("tensix-tlm run add --set l1.bank_p"))
        self.assertEqual(self.complete("tensix-tlm run add --set l1.bank_policy=old"), ["oldest"])
        self.assertEqual(self.complete("tensix-tlm run add --format=bf1"), ["bf16"])


# A shell in a terminal of its own, in which compadd says what it is given.
CAPTURE = r'''
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; fpath=($PWD \$fpath); autoload -U compinit; compinit -u -d ./dump2"
zpty -w z 'bindkey "^I" complete-word; zstyle ":completion:*" list-grouped false; zstyle ":completion:*" insert-tab false'
zpty -w z 'null-line () { print -rn -- "<<END>>" }; zle -N null-line; bindkey "^M" null-line; compadd () { local -a __found; if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi; builtin compadd -A __found "$@"; [[ -n $__found ]] && print -rl -- "<<"${^__found}">>"; builtin compadd "$@" }; print -rn -- "<<READY>>"'$'\n'
zpty -r z seen '*<<READY>>*<<READY>>*'
zpty -w -n z "$1"$'\t'$'\r'
zpty -r z seen '*<<END>>*'
print -r -- ${(f)seen} | tr -d '\r' | grep -o '<<[^<>]*>>' | tr -d '<>' | grep -v '^END$' | sort -u
zpty -d z
'''


class ManPage(Case):
    def test_it_says_all_options_and_parameters(self):
        text = self.tlm("man")[0].replace("\\-", "-")
        for command in re.findall(r"^  tensix-tlm ([a-z-]+)", self.tlm("--help")[0], re.M):
            if not command.startswith("-"):
                self.assertRegex(text, rf'\.SS "{command}[ "]')
                for option in re.findall(r"^ +(?:-\w \[ )?(--[a-z0-9-]+)", self.tlm("help", command)[0], re.M):
                    self.assertRegex(text, rf"(?m)^\.B[IR]? .*{option}( |$|\")", (command, option))
        self.assertIn("\n.B l1.banks\n", text)

    @unittest.skipUnless(shutil.which("groff"), "no groff here")
    def test_it_is_right_roff(self):
        self.write("tensix-tlm.1", self.tlm("man")[0])
        done = subprocess.run(["groff", "-man", "-ww", "-b", "-z", "-Tutf8", "tensix-tlm.1"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        shown = subprocess.run(["groff", "-man", "-Tascii", "-P-c", "tensix-tlm.1"], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=LIMIT).stdout
        self.assertIn("EXIT STATUS", shown)
        self.assertGreater(len(shown.splitlines()), 400)


if __name__ == "__main__":
    unittest.main()
