#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every block of the pages that shows commands, and compares what they print with what the page shows.

    run_blocks.py PROGRAM [PAGE...]            fails where a page shows something else than what happens, by page and line
    run_blocks.py PROGRAM [PAGE...] --update   writes what happens into the pages
    --root FOLDER   the tree to which the pages belong (default: this one); --list: only lists the blocks
    --half N        each second page only, from the first (0) or the second (1)

Without PAGE: README.md, CONTRIBUTING.md, docs/*.md, docs/studies/*.md. Kinds of blocks, by the language of their fence:

    console   `$ command`, and what it prints (both streams); "..." on a line of its own stands for any lines, a line that begins
              with "host:" depends on the machine: its numbers may be any
    sh        commands without their output: each has to succeed, or to end as its comment says ("exit status 1")
    python    runs as it is
    pycon     `>>> statement`, with `... ` before its further lines, and what it prints: a session of Python a block, compared as console
    others    behind a line that ends with "`NAME.SUFFIX`:" the file of that name; else text and drawings, which hold no commands

Cycles of kernels are those of their compiler: with another version than the pages were written with, what a page prints from its first
command with a kernel on is run and not compared, and that is said.

A comment `<!-- not run: REASON -->` in front of a block leaves it out; all of these are listed. The blocks of a page run one after the
other in a folder of their own that looks like the tree (printed as ~/tensix-tlm): docs and configs are copies, `build/release` is the
folder of PROGRAM.
"""
import argparse, concurrent.futures, difflib, glob, json, os, re, shutil, signal, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FENCE = re.compile(r"^( *)```(\w*)$")
NOT_RUN = re.compile(r"^ *<!-- not run: (.+) -->$")
RUN = ("console", "sh", "python", "pycon")
TEXT = ("", "text", "c", "cpp", "json", "cmake", "systemverilog")  # what else a fence may be
COMMAND = re.compile(r"^\s*(\$ |tensix-tlm(-rtl)? [a-z-]|build/release/\S+ |scripts/\S+\.(sh|py)\b)")
NUMBER = re.compile(r"\d[\d,.]*")
PROMPTS = {"console": "$ ", "pycon": ">>> "}
LIMIT = 500  # seconds of a command
COMPILES = re.compile(r"tensix-tlm(-rtl)? (kernel|program|costs|races) |tensix_tlm\.(kernel|program|Program|costs|races)\(|riscv64-unknown-elf-g\+\+ ")
# What a session of Python runs: statements from standard input as JSON, behind what each prints a line of its own.
SESSION = """
import code, json, sys
console = code.InteractiveConsole(filename="page")
sys.ps1 = ""
for statement in json.loads(sys.stdin.read()):
    console.runsource(statement, "page", "single")
    print(END, flush=True)
"""
END = "-- end of a statement --"


class Block:
    def __init__(self, page, kind, line, indent, text, reason, name):
        self.page, self.kind, self.line, self.indent, self.text = page, kind, line, indent, text  # line: of the first line of text
        self.reason, self.name = reason, name
        self.shown = None  # its text as it should be

    def needs(self, programs):
        """What is missing on this machine to run it, or nothing."""
        text = "\n".join(self.text)
        for path in re.findall(r"\bbuild/release/(tests/\S+)", text):
            if not os.path.exists(f"{programs}/{path}"):
                return f"build/release/{path}"
        if re.search(r"tensix-tlm-rtl\b", text) and not os.path.exists(f"{programs}/examples/rtl/tensix-tlm-rtl"):
            return "tensix-tlm-rtl (Verilator)"
        if "mpirun" in text and not os.path.exists(f"{programs}/tensix_mpi.so"):
            return "mpirun (Open MPI)"
        if "examples/elf" in text and not glob.glob(f"{programs}/examples/elf/*.elf") or re.search(r"tensix-tlm (kernel|program) |\.cpp|examples/programs", text):
            if not shutil.which("riscv64-unknown-elf-g++"):
                return "riscv64-unknown-elf-g++"
        python = self.kind in ("python", "pycon")
        for module, uses in (("numpy", python), ("pandas", self.kind == "pycon"), ("matplotlib", "plot_sweep.py" in text or python and ".plot(" in text)):
            if uses and subprocess.run([sys.executable, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode:
                return module
        return ""


def blocks_of(page, text, wrong):
    lines, found, at = text.split("\n"), [], 0
    while at < len(lines):
        opening = FENCE.match(lines[at])
        if not opening:
            if lines[at].lstrip().startswith("```"):
                wrong.append(f"{page}:{at + 1}: a fence of another form: {lines[at].strip()}")
            at += 1
            continue
        indent, kind = len(opening[1]), opening[2]
        end = next((n for n in range(at + 1, len(lines)) if lines[n] == opening[1] + "```"), None)
        if end is None:
            wrong.append(f"{page}:{at + 1}: a block without an end")
            break
        body = [line[indent:] for line in lines[at + 1:end]]
        before = next((line for line in reversed(lines[:at]) if line.strip() and not NOT_RUN.match(line)), "")
        marker, named = NOT_RUN.match(lines[at - 1]) if at else None, re.search(r"`([\w.-]+\.\w+)`:$", before)
        if kind not in RUN + TEXT:
            wrong.append(f"{page}:{at + 1}: no kind of block: {kind}")
        elif kind in TEXT and not named and any(COMMAND.match(line) for line in body):
            wrong.append(f"{page}:{at + 1}: shows a command, but is neither console nor sh")
        elif kind in PROMPTS and not body[0].startswith(PROMPTS[kind]):
            wrong.append(f"{page}:{at + 1}: does not begin with a prompt")
        found.append(Block(page, kind, at + 2, indent, body, marker and marker[1], named and named[1]))
        at = end + 1
    return found


def pattern(line):
    """What a shown line may look like: in a line of the host any number for a number."""
    if not line.lstrip().startswith("host:"):
        return re.compile(re.escape(line))
    return re.compile(NUMBER.pattern.join(re.escape(part) for part in NUMBER.split(line)))


def same(shown, said):
    return bool(pattern(shown).fullmatch(said))


def compare(shown, said):
    """(lines as they should be shown, [(index in `shown`, expected, got)]): `shown` with its "..." laid over what was said."""
    pieces, piece = [], []
    for index, line in enumerate(shown):
        if line == "...":
            pieces.append(piece)
            piece = []
        else:
            piece.append((index, line))
    pieces.append(piece)
    new, wrong, at = [], [], 0
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        if number:
            new.append("...")
        if len(pieces) == 1:
            place = 0
        elif last:
            place = max(at, len(said) - len(piece))
        elif number == 0:
            place = 0
        else:  # the first place that is equal, else the most alike
            places = range(at, max(at, len(said) - len(piece)) + 1)
            fits = lambda p: sum(same(line, got) for (_, line), got in zip(piece, said[p:]))
            place = max(places, key=lambda p: (fits(p), sum(difflib.SequenceMatcher(None, line, got).quick_ratio() for (_, line), got in zip(piece, said[p:])), -p)) \
                if len(places) < 2000 else next((p for p in places if fits(p) == len(piece)), at)
        got = said[place:] if len(pieces) == 1 or last else said[place:place + len(piece)]
        for k in range(max(len(piece), len(got))):
            index, line = piece[k] if k < len(piece) else (piece[-1][0] if piece else len(shown) - 1, None)
            line_got = got[k] if k < len(got) else None
            if line is None or line_got is None or not same(line, line_got):
                wrong.append((index, line, line_got))
            if line_got is not None:
                new.append(line if line is not None and same(line, line_got) else line_got)
        at = place + len(got)
    return new, wrong


sys.path.append(os.path.join(ROOT, "scripts"))
try:
    import kernels_compiler
    OTHER_COMPILER = kernels_compiler.is_other()
except ImportError:  # by itself, beside an installed program
    OTHER_COMPILER = False


class Page:
    def __init__(self, path, blocks, arguments):
        self.path, self.blocks, self.program, self.root = path, blocks, arguments.program, arguments.root
        self.wrong, self.ran, self.seconds = [], 0, 0.0
        self.other_figures, self.not_compared = False, 0

    def complain(self, line, message):
        self.wrong.append(f"{self.path}:{line}: {message}")

    def run(self):
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="tensix_pages_", ignore_cleanup_errors=True) as self.folder:
            self.furnish()
            for block in self.blocks:
                if block.name and block.kind not in RUN:
                    with open(os.path.join(self.folder, block.name), "w", encoding="utf-8") as f:
                        f.write("\n".join(block.text) + "\n")
                elif block.kind in RUN and not block.reason:
                    self.ran += 1
                    getattr(self, block.kind)(block)
        self.seconds = time.monotonic() - start
        return self

    def furnish(self):
        for name in os.listdir(self.root):
            path = os.path.join(self.root, name)
            if name in ("docs", "configs"):
                shutil.copytree(path, os.path.join(self.folder, name))
            elif os.path.isdir(path) and name not in (".git", "build"):
                os.symlink(path, os.path.join(self.folder, name))
        os.symlink(os.path.join(self.root, "workload", "kernels", "device"), os.path.join(self.folder, "kernels"))
        os.mkdir(os.path.join(self.folder, "build"))
        os.symlink(os.path.dirname(self.program), os.path.join(self.folder, "build", "release"))

    def call(self, words, standard_input=""):
        programs = os.path.dirname(self.program)
        environment = {**os.environ, "PATH": ":".join((programs, f"{programs}/examples/rtl", os.path.dirname(sys.executable), os.environ["PATH"])), "TENSIX_TLM": self.program,
                       "PYTHONPATH": os.path.join(self.root, "python"), "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8",
                       "XDG_CACHE_HOME": os.path.join(self.folder, ".cache")}
        process = subprocess.Popen(words, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   encoding="utf-8", errors="replace", env=environment, start_new_session=True)
        try:
            printed = process.communicate(standard_input, timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # all that it has started, which would go on
            process.communicate()
            return None, f"not done after {LIMIT} s"
        return process.returncode, printed.replace(self.folder, "~/tensix-tlm")

    def console(self, block):
        self.compared(block, lambda line, begin: line.endswith("\\"), lambda lines: "\n".join(lines)[2:],
                      lambda commands: (self.call(["bash", "-c", command]) for command in commands))

    def pycon(self, block):
        self.compared(block, lambda _, after: after.startswith("... "), lambda lines: "\n".join(line[4:] for line in lines), self.session)

    def session(self, statements):
        status, printed = self.call([sys.executable, "-c", f"END = {END!r}{SESSION}"], json.dumps([s + "\n" * ("\n" in s) for s in statements]))
        parts = printed.split(END + "\n")
        return [(status, part) for part in parts] + [(None, "the session ended before")] * (len(statements) - len(parts))

    def compared(self, block, goes_on, command_of, run):
        """goes_on(line, next line): a command has a further line. run: what commands print, with their statuses, None: not done."""
        commands, at = [], 0  # (its first line, the first line that it prints, the first line of the next one)
        while at < len(block.text):
            begin = at
            while at + 1 < len(block.text) and goes_on(block.text[at], block.text[at + 1]):
                at += 1
            at += 1
            end = next((n for n in range(at, len(block.text)) if block.text[n].startswith(PROMPTS[block.kind])), len(block.text))
            commands.append((begin, at, end))
            at = end
        new, printed_any = [], False
        texts = [command_of(block.text[begin:at]) for begin, at, _ in commands]
        for (begin, at, end), command, (status, printed) in zip(commands, texts, run(texts)):
            said = [line.rstrip() for line in printed.rstrip("\n").split("\n")] if printed.strip() else []
            printed_any |= bool(said)
            if status is None:
                self.complain(block.line + begin, printed)
            shown, wrong = compare(block.text[at:end], said)
            self.other_figures |= OTHER_COMPILER and bool(COMPILES.search(command))
            if wrong and self.other_figures:
                self.not_compared += len(wrong)
                wrong = []
            for index, expected, got in wrong[:3]:
                expected, got = ("(nothing)" if line is None else line for line in (expected, got))
                self.complain(block.line + at + max(index, 0), f"`{command.splitlines()[0]}`\n  expected  {expected}\n  got       {got}")
            if len(wrong) > 3:
                self.complain(block.line + at, f"{len(wrong)} lines in all")
            new += block.text[begin:at] + shown
        if not printed_any:
            self.complain(block.line, "prints nothing")
        block.shown = new

    def sh(self, block):
        log = os.path.join(self.folder, ".failed")
        open(log, "w").close()
        script = "\n".join(block.text)
        status, printed = self.call(["bash", "-o", "pipefail", "-c", f"trap 'echo $? $LINENO >> {log}' ERR; {script}"])
        if status is None:
            self.complain(block.line, printed)
        with open(log) as f:
            failed = [tuple(map(int, line.split())) for line in f]
        allowed = {int(n) for line in block.text for n in re.findall(r"exit status (\d+)", line)}
        for code, line in failed:
            line = min(line, len(block.text))
            if code not in allowed:
                self.complain(block.line + line - 1, f"`{block.text[line - 1].strip()}` ends with status {code}:\n{printed[-2000:]}")

    def python(self, block):
        status, printed = self.call([sys.executable, "-c", "\n".join(block.text)])
        if status != 0:
            self.complain(block.line, f"ends with status {status}:\n{printed}")

    def update(self):
        with open(self.path_of(), encoding="utf-8") as f:
            lines = f.read().split("\n")
        for block in reversed(self.blocks):
            if block.shown is not None:
                first = block.line - 1
                lines[first:first + len(block.text)] = [(" " * block.indent + line).rstrip() if line else line for line in block.shown]
        with open(self.path_of(), "w", encoding="utf-8") as f:
            f.write("\n".join(lines))

    def path_of(self):
        return os.path.join(self.root, self.path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--root", type=os.path.abspath, default=ROOT)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--half", type=int, choices=(0, 1))
    arguments = parser.parse_args()
    places = ("README.md", "CONTRIBUTING.md", "docs/*.md", "docs/studies/*.md")
    paths = arguments.pages or sorted(os.path.relpath(p, arguments.root) for place in places for p in glob.glob(os.path.join(arguments.root, place)))
    if arguments.half is not None:
        paths = paths[arguments.half::2]
    wrong, pages, held, missing = [], [], 0, []
    for path in paths:
        with open(os.path.join(arguments.root, path), encoding="utf-8") as f:
            text = f.read()
        blocks = blocks_of(path, text, wrong)
        held += len(re.findall(rf"^ *```(?:{'|'.join(RUN)})$", text, re.M))  # counted otherwise than blocks_of finds them
        for block in blocks:
            if block.kind in RUN and not block.reason and (lacks := block.needs(os.path.dirname(arguments.program))):
                block.reason = f"this machine has no {lacks}"
                missing.append(block)
        pages.append(Page(path, blocks, arguments))
    left_out = [b for page in pages for b in page.blocks if b.reason and b.kind in RUN]
    if arguments.list:
        for b in (b for page in pages for b in page.blocks if b.kind in RUN):
            print(f"{b.page}:{b.line}: {b.kind}: {b.reason or b.text[0]}")
        return 0
    pages.sort(key=lambda page: -sum(len(b.text) for b in page.blocks if b.kind in RUN))  # the longest first
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for page in sorted(pool.map(Page.run, pages), key=lambda p: p.path):
            wrong += page.wrong
            if page.not_compared:
                print(f"{page.path}: {page.not_compared} lines are other, and not compared: kernels of another compiler than {kernels_compiler.USUAL}")
            if page.seconds > 5:
                print(f"{page.path}: {page.seconds:.1f} s")
    for b in left_out:
        print(f"{b.page}:{b.line}: not run: {b.reason}")
    ran = sum(page.ran for page in pages)
    print(f"{ran} blocks ran, {len(left_out)} are not run, the pages hold {held}")
    if ran + len(left_out) != held:
        wrong.append(f"{held - ran - len(left_out)} blocks were neither run nor listed")
    if missing and os.environ.get("CI"):
        wrong += [f"{b.page}:{b.line}: {b.reason}" for b in missing]
    if arguments.update:
        for page in pages:
            page.update()
    print("\n".join(wrong))
    return 1 if wrong and not arguments.update else 0


if __name__ == "__main__":
    sys.exit(main())
