"""Runs tensix-tlm from Python, for notebooks and scripts; wants nothing but the standard library.

    import tensix_tlm
    m = tensix_tlm.run("matmul", shape="128x128x256", format="bf16", set={"l1.banks": 16})
    m["cycles"], m["kernel"]["limited_by"]
    tensix_tlm.stream("a.scn")["marks"]
    for row in tensix_tlm.sweep("configs/studies/example.json"): print(row["axes"], row["metrics"]["cycles"])

What does not end as it should is an Error with the program's message. The program is the argument `binary` of each function, or
$TENSIX_TLM, or build/release/tensix-tlm beside this folder, or tensix-tlm on the PATH.
"""
import csv, json, os, shutil, subprocess, tempfile

_HERE = os.path.dirname(os.path.abspath(__file__))


class Error(Exception):
    """The program did not do what was asked for. `status`: its exit status; `metrics`: what it wrote nevertheless, or None."""

    def __init__(self, message, status=None, metrics=None):
        super().__init__(message)
        self.status, self.metrics = status, metrics


def find_binary(binary=None):
    built = os.path.join(os.path.dirname(_HERE), "build", "release", "tensix-tlm")
    wanted = binary or os.environ.get("TENSIX_TLM") or (built if os.path.exists(built) else "tensix-tlm")
    found = shutil.which(os.path.expanduser(wanted))
    if not found:
        raise Error(f"there is no program '{wanted}': build it (scripts/demo.sh), or name it in $TENSIX_TLM")
    return os.path.abspath(found)


def _options(settings):
    """fp32_dest=True, l1_tiles=4, set={"l1.banks": 8} as the command line has them; None and False: not given."""
    words = []
    for name, value in settings.items():
        option = "--" + name.replace("_", "-")
        if name == "set":
            words += [f"--set={parameter}={_text(v)}" for parameter, v in (value or {}).items()]
        elif value is True:
            words.append(option)
        elif value is not None and value is not False:
            words.append(f"{option}={_text(value)}")
    return words


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _call(binary, words):
    return subprocess.run([find_binary(binary), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace")


def _measured(binary, words):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "metrics.json")
        done = _call(binary, [*words, f"--metrics={file}"])
        metrics = None
        if os.path.exists(file):
            with open(file, encoding="utf-8") as f:
                metrics = json.load(f)
    if done.returncode != 0:
        raise Error(done.stderr.strip() or f"tensix-tlm ended with status {done.returncode}", done.returncode, metrics)
    return metrics, done.stdout


def run(kernel, binary=None, **options):
    """The metrics (docs/metrics.md) of a built-in kernel. Options as on the command line: shape="64x64", format="bf16", out="c.npy",
    config="documented", set={"l1.banks": 16}, ... ; underscores stand for hyphens."""
    return _measured(binary, ["run", kernel, *_options(options)])[0]


def stream(file, binary=None, **options):
    """The metrics of a stream file, with "marks" (a list of name, core, cycle) and "out" (a list of address, bytes)."""
    metrics, text = _measured(binary, ["stream", os.fspath(file), *_options(options)])
    words = [line.split() for line in text.splitlines() if line.startswith("out ")]
    metrics["out"] = [{"address": int(w[1], 16), "bytes": bytes.fromhex(w[2])} for w in words]
    return metrics


def sweep(study, binary=None, out=None, allow_failures=False, **options):
    """The rows of a study: a file's name, or its content as a dict (whose paths are relative to the working directory). `out` keeps the
    result, and what is done if it is interrupted. Points that fail are an Error unless allow_failures."""
    with tempfile.TemporaryDirectory() as folder:
        file, made = study, None
        try:
            if isinstance(study, dict):
                made = tempfile.NamedTemporaryFile("w", suffix=".json", prefix=".study-", dir=".", delete=False, encoding="utf-8")
                with made:
                    json.dump(study, made)
                file = made.name
            result = os.fspath(out) if out else os.path.join(folder, "result.jsonl")
            done = _call(binary, ["sweep", os.fspath(file), f"--out={result}", *_options(options)])
        finally:
            if made:
                os.remove(made.name)
        if done.returncode not in (0, 1):
            raise Error(done.stderr.strip(), done.returncode)
        rows = read_result(result)
    failed = [r for r in rows if r["outcome"] != "done"]
    if failed and not allow_failures:
        point = failed[0].get("point")
        raise Error(f"{len(failed)} of {len(rows)} points failed; point {point}: {failed[0]['outcome']}: {failed[0]['message']}", 1)
    return rows


def read_result(file):
    """The rows of a sweep's result. JSON lines: as they are written; CSV: columns by name, numbers as numbers."""
    with open(file, newline="", encoding="utf-8") as f:
        if os.fspath(file).endswith(".csv"):
            return [{name: _value(text) for name, text in row.items()} for row in csv.DictReader(f)]
        return [json.loads(line) for line in f]


def _value(text):
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text, text)


def columns(row):
    """A row of JSON lines as a CSV of the same sweep has it: {"l1.banks": 8, "cycles": 376, "units.packer0.busy": 106, ...}."""
    flat = {"point": row["point"], **row["axes"], "outcome": row["outcome"], "message": row["message"]}

    def add(name, node):
        if isinstance(node, dict):
            for key, value in node.items():
                add(f"{name}.{key}", value)
        elif not isinstance(node, list):
            flat.setdefault(name, node)
        elif name == "marks":
            for mark in node:
                flat.setdefault(f"marks.{mark['name']}.{mark['core']}", mark["cycle"])
        elif node and isinstance(node[0], (int, float)):
            flat.setdefault(f"{name}_sum", sum(node))
        else:
            flat.setdefault(name, "; ".join(map(str, node)))

    for name, node in (row["metrics"] or {}).items():
        if name not in ("format", "version"):
            add(name, node)
    for name, value in (row["parameters"] or {}).items():
        flat.setdefault(name, value)
    return flat


def parameters(config=None, binary=None, **options):
    """All parameters: name -> {"value", "unit", "meaning"}, of a configuration and settings as in run()."""
    words = _options({"config": config, **options})
    listing, dump = _call(binary, ["params", *words]), _call(binary, ["--dump-config", *words])
    for done in (listing, dump):
        if done.returncode != 0:
            raise Error(done.stderr.strip(), done.returncode)
    lines, result = listing.stdout.splitlines(), {}
    for head, meaning in zip(lines, lines[1:]):
        if head.startswith(" ") or not meaning.startswith("    "):
            continue
        name, _, rest = head.partition(" ")
        value = json.loads(dump.stdout)
        for part in name.split("."):
            value = value[part]
        unit = rest.strip()[len(_text(value)):].strip()
        result[name] = {"value": value, "unit": unit, "meaning": meaning.strip()}
    return result
