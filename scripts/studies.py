# SPDX-License-Identifier: Apache-2.0
"""Runs studies and writes their numbers and pictures into the pages. Started by studies.sh.

A page (docs/studies/NAME.md) says itself what it shows, in comments that Markdown does not display:

  <!-- table  study: NAME; where: axis=value, ...; rows: axis, ...; columns: axis; value: WHAT; over: axis=value -->
  ... the table ...
  <!-- end -->

  <!-- value  study: NAME; where: axis=value, ...; value: WHAT --> ... <!-- end -->

  <!-- plot  study: NAME; FILE.svg; arguments of plot_sweep.py -->

  <!-- plot  command: arguments of tensix-tlm that runs levers or optimise; FILE.svg; arguments of plot_sweep.py, for its result -->

docs/levers.md is such a page too.

`where` must leave one point for every cell. WHAT is a name of VALUES below, or the dotted name of a metric (docs/metrics.md), or
share:NAME for a metric as percentage of the cycles. With `over` a cell is divided by that of the point which has these values
instead. `digits` sets the digits behind the point. Several values, separated by commas, stand in as many columns.
"""
import argparse, json, os, re, shlex, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STUDIES = os.path.join(ROOT, "configs", "studies")
TILE = 32


class Wrong(Exception):
    pass


def metric(row, name):
    """A metric by its dotted name; a stall or unit that is not there counts 0."""
    node = row["metrics"]
    for part in name.split("."):
        if not isinstance(node, dict):
            raise Wrong(f"no metric {name}")
        if part not in node:
            if ".stall." in name:
                return 0
            raise Wrong(f"no metric {name} (there are {', '.join(node)})")
        node = node[part]
    return node


def shape(row):
    return [int(n) for n in metric(row, "kernel.shape").split("x")]


def tile_products(row):
    products = 1
    for n in shape(row):
        products *= -(-n // TILE)
    return products


def waits(row):
    """The largest stall of a unit or thread, as a share of the cycles."""
    cycles = metric(row, "cycles")
    most = max(
        ((n, owner, why) for group in ("units", "threads") for owner, a in metric(row, group).items() for why, n in a["stall"].items()),
        default=None,
    )
    return f"{most[1]}: {most[2]} {100 * most[0] / cycles:.0f} %" if most else "nobody"


def bytes_per_cycle(*clients):
    return lambda row: sum(metric(row, f"bandwidth.{c}.bytes") for c in clients) / metric(row, "cycles")


# name: (head of the column, digits, function of a row)
VALUES = {
    "cycles": ("cycles", 0, lambda row: metric(row, "cycles")),
    "cycles/tile": ("cycles/tile", 1, lambda row: metric(row, "cycles") / metric(row, "kernel.tiles")),
    "speed-up": ("speed-up", 2, lambda row: metric(row, "kernel.tiles") / metric(row, "cycles")),  # with `over`
    "cycles/product": ("cycles a tile product", 1, lambda row: metric(row, "cycles") / tile_products(row)),
    "operations/cycle": ("operations/cycle", 0, lambda row: metric(row, "kernel.operations") / metric(row, "cycles")),
    "unpacked": ("bytes/cycle", 1, bytes_per_cycle("unpacker0", "unpacker1")),
    "packed": ("bytes/cycle", 1, bytes_per_cycle("pack")),
    "L1": ("L1 bytes/cycle", 1, bytes_per_cycle("unpacker0", "unpacker1", "pack")),
    "limit": ("limited by", None, lambda row: metric(row, "kernel.limited_by").split(";")[0]),
    "waits": ("longest wait", None, waits),
}


def value_of(row, what):
    if what in VALUES:
        return VALUES[what][2](row)
    if what.startswith("share:"):
        return 100 * metric(row, what[6:]) / metric(row, "cycles")
    return metric(row, what)


def text_of(value, what, digits):
    if isinstance(value, str):
        return value
    if digits is None:
        digits = VALUES[what][1] if what in VALUES else 0 if isinstance(value, int) or what.startswith("share:") else 1
    return f"{value:,.{digits}f}" + (" %" if what.startswith("share:") else "")


def plain(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def settings(text):
    """'a=1, b=x' as a dictionary."""
    result = {}
    for piece in filter(None, (p.strip() for p in text.split(","))):
        name, equals, value = piece.partition("=")
        if not equals:
            raise Wrong(f"'{piece}' is no axis=value")
        result[name.strip()] = value.strip()
    return result


def names(text):
    return [n.strip() for n in text.split(",") if n.strip()]


class Results:
    """The rows of every study that has been run."""

    def __init__(self, binary, jobs, folder):
        self.binary, self.jobs, self.folder, self.rows, self.results = binary, jobs, folder, {}, {}

    def path(self, study):
        return os.path.join(self.folder, study + ".jsonl")

    def of(self, study):
        if study not in self.rows:
            file = os.path.join(STUDIES, study + ".json")
            if not os.path.exists(file):
                raise Wrong(f"there is no study {os.path.relpath(file, ROOT)}")
            command = [self.binary, "sweep", file, "--out", self.path(study), "--jobs", str(self.jobs)]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0:
                raise Wrong(f"{shlex.join(command)} ended with {done.returncode}: {done.stdout.strip()}")
            with open(self.path(study), encoding="utf-8") as lines:
                self.rows[study] = [json.loads(line) for line in lines]
        return self.rows[study]

    def result(self, command):
        """The result file (--out) of a command."""
        if command not in self.results:
            file = os.path.join(self.folder, f"output{len(self.results)}.json")
            words = [self.binary, *shlex.split(command), "--out", file, "--jobs", str(self.jobs)]
            done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if done.returncode != 0:
                raise Wrong(f"{shlex.join(words)} ended with {done.returncode}: {done.stderr.strip()}")
            self.results[command] = file
        return self.results[command]

    def select(self, study, where):
        rows = self.of(study)
        known = {name for row in rows for name in row["axes"]}
        for name in where:
            if name not in known:
                raise Wrong(f"study {study} has no axis {name} (it has {', '.join(sorted(known))})")
        return [row for row in rows if all(plain(row["axes"].get(n, "")) == v for n, v in where.items())]

    def one(self, study, where):
        rows = self.select(study, where)
        if len(rows) != 1:
            raise Wrong(f"{len(rows)} points of {study} have {where}: expected one")
        return rows[0]


def cell(results, study, where, what, options):
    value = value_of(results.one(study, where), what)
    if "over" in options:
        value = value / value_of(results.one(study, {**where, **settings(options["over"])}), what)
    digits = int(options["digits"]) if "digits" in options else 2 if "over" in options else None
    return text_of(value, what, digits)


def different(rows, axis):
    seen = []
    for row in rows:
        v = plain(row["axes"].get(axis, ""))
        if v not in seen:
            seen.append(v)
    return seen


def table(results, options):
    study, where, whats = options["study"], settings(options.get("where", "")), names(options["value"])
    left, across = names(options["rows"]), options.get("columns", "").strip()
    rows = results.select(study, where)
    heads = different(rows, across) if across else [None]
    keys = []
    for row in rows:
        key = tuple(plain(row["axes"].get(a, "")) for a in left)
        if key not in keys:
            keys.append(key)
    label = options.get("label", across)
    head = [*left]
    for what in whats:
        if what in VALUES:
            title = VALUES[what][0]
        else:  # units.NAME.stall.REASON: the unit and the reason
            parts = [p for p in what.split(":")[-1].split(".") if p not in ("units", "threads", "stall")]
            title = " ".join(parts)
        head += [f"{label} {h}" + (f", {title}" if len(whats) > 1 else "") if h is not None else title for h in heads]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for key in keys:
        cells = [
            cell(results, study, {**where, **dict(zip(left, key)), **({across: h} if h is not None else {})}, what, options)
            for what in whats
            for h in heads
        ]
        lines.append("| " + " | ".join([*key, *cells]) + " |")
    return "\n\n" + "\n".join(lines) + "\n\n"


def plot(results, options, folder, python):
    file = os.path.join(folder, options["file"])
    if "command" in options:
        result = results.result(options["command"])
    else:
        results.of(options["study"])
        result = results.path(options["study"])
    command = [python, os.path.join(ROOT, "scripts", "plot_sweep.py"), result, *shlex.split(options["arguments"]), "--out", file]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Wrong(f"{shlex.join(command)} ended with {done.returncode}: {done.stdout.strip()}")


DIRECTIVE = re.compile(r"<!-- (table|value|plot)\s(.*?)-->", re.S)
END = "<!-- end -->"


def options_of(kind, text):
    options = {}
    for piece in (p.strip() for p in re.split(r"[;\n]", text) if p.strip()):
        name, colon, value = piece.partition(":")
        if not colon:
            raise Wrong(f"'{piece}' is no name: value")
        options[name.strip()] = value.strip()
    source = "command" if "command" in options else "study"
    for needed in {"table": ["study", "rows", "value"], "value": ["study", "value"], "plot": [source, "file", "arguments"]}[kind]:
        if needed not in options:
            raise Wrong(f"a {kind} needs {needed}")
    return options


def filled(text, results, draw):
    """The page with its numbers as they are now; `draw` takes the options of each plot."""
    out, at = [], 0
    for found in DIRECTIVE.finditer(text):
        if found.start() < at:
            raise Wrong(f"line {text[:found.start()].count(chr(10)) + 1}: an '{END}' is missing")
        try:
            options = options_of(found.group(1), found.group(2))
            out.append(text[at : found.end()])
            at = found.end()
            if found.group(1) == "plot":
                draw(options)
                continue
            end = text.find(END, at)
            if end < 0:
                raise Wrong(f"'{END}' is missing")
            where = settings(options.get("where", ""))
            out.append(table(results, options) if found.group(1) == "table" else cell(results, options["study"], where, options["value"], options))
            at = end
        except (Wrong, ValueError, ZeroDivisionError, TypeError) as e:
            raise Wrong(f"line {text[:found.start()].count(chr(10)) + 1}: {e}") from e
    return "".join(out) + text[at:]


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--binary", required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--no-plots", action="store_true")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--folder", default=os.path.join(ROOT, "docs", "studies"))  # of the pages
    given = parser.parse_args()
    known = {f[:-3]: os.path.join(given.folder, f) for f in sorted(os.listdir(given.folder)) if f.endswith(".md") and f != "README.md"}
    if given.folder == os.path.join(ROOT, "docs", "studies"):
        known["levers"] = os.path.join(ROOT, "docs", "levers.md")
    for page in given.pages:
        if page not in known:
            sys.exit(f"studies.sh: there is no study '{page}' (there are {', '.join(known)})")
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        results = Results(os.path.abspath(given.binary), given.jobs, folder)
        for page in given.pages or known:
            file = known[page]
            with open(file, encoding="utf-8") as f:
                before = f.read()
            draw = (lambda options: None) if given.check or given.no_plots else (lambda options: plot(results, options, os.path.dirname(file), given.python))
            try:
                after = filled(before, results, draw)
            except Wrong as e:
                sys.exit(f"studies.sh: {os.path.relpath(file, ROOT)}, {e}")
            if after == before:
                print(f"{page}: as the model has it")
                continue
            old, new = before.split("\n"), after.split("\n")
            changed = [i for i, (a, b) in enumerate(zip(old, new)) if a != b]
            where = f"line {changed[0] + 1}" if changed else "its end"
            stale.append(page)
            if given.check:
                print(f"{page}: differs from the model in {max(1, len(changed))} lines, first {where}:")
                if changed:
                    print(f"  page:  {old[changed[0]]}\n  model: {new[changed[0]]}")
            else:
                with open(file, "w", encoding="utf-8") as f:
                    f.write(after)
                print(f"{page}: written")
    if given.check and stale:
        sys.exit(f"studies.sh: {', '.join(stale)}: the numbers are not what the model gives; scripts/studies.sh writes them anew")


if __name__ == "__main__":
    main()
