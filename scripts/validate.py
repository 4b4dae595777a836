# SPDX-License-Identifier: Apache-2.0
"""Compares tensix-tlm with the measurements in tests/experiments. Started by validate.sh; sensitivity.py uses it as a module."""
import argparse, csv, json, math, os, shutil, statistics, subprocess, sys
from multiprocessing.pool import ThreadPool

import assumptions, wrap_docs

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "experiments")
MEDIAN_LIMIT = 0.2  # percent, over all experiments
P90_LIMIT = 3.0  # percent
SINGLE_LIMIT = 10.0  # percent, for one experiment; or
SINGLE_LIMIT_CYCLES = 2.0  # cycles of a whole stretch of time, if that is more


class Failure(Exception):
    """A stream did not run."""


def table(name):
    with open(os.path.join(FOLDER, name), newline="") as f:
        return list(csv.DictReader(f))


def load():
    rows = table("experiments.csv")
    for row in rows:
        row["files"] = row["files"].split()
        row["measured"] = float(row["measured"])
        row["tolerance"] = float(row["tolerance"])
    return rows


def play(binary, name, settings=()):
    """The marks of one stream: the first passing of each."""
    command = [binary, "stream", os.path.join(FOLDER, name), *settings]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    marks = {}
    for line in done.stdout.splitlines():
        words = line.split()
        if len(words) == 4 and words[0] == "mark":
            marks.setdefault(words[1], int(words[3]))
    return marks


def evaluate(experiment, marks):
    names = dict(marks[experiment["files"][0]])
    for index, name in enumerate(experiment["files"]):
        names[f"f{index}"] = argparse.Namespace(**marks[name])
    return eval(experiment["expression"], {"__builtins__": {}}, names)


def simulate(binary, experiments, settings=(), jobs=1):
    """The value of each experiment, and the constant that its expression adds."""
    files = sorted({name for e in experiments for name in e["files"]})
    with ThreadPool(jobs) as pool:
        marks = dict(zip(files, pool.map(lambda name: play(binary, name, settings), files)))
    nothing = {name: dict.fromkeys(m, 0) for name, m in marks.items()}
    return {e["id"]: (evaluate(e, marks), evaluate(e, nothing)) for e in experiments}


def percentile(values, percent):
    """By rank: the smallest value that at least so many percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def summary(percents):
    percents = [abs(p) for p in percents]
    return {"experiments": len(percents), "median_percent": statistics.median(percents), "p90_percent": percentile(percents, 90),
            "largest_percent": max(percents)}


def allowed(result):
    """SINGLE_LIMIT_CYCLES is for a stretch of time as a whole; a value that is one per instruction or iteration has only the percentage."""
    percent = abs(result["measured"]) * SINGLE_LIMIT / 100
    return percent if "/" in result["unit"] else max(percent, SINGLE_LIMIT_CYCLES)


def compare(binary, jobs):
    experiments = load()
    simulated = simulate(binary, experiments, jobs=jobs)
    results = []
    for e in experiments:
        value, constant = simulated[e["id"]]
        error = value - e["measured"]
        net = e["measured"] - constant
        results.append({"id": e["id"], "family": e["family"], "measured": e["measured"], "simulated": value, "unit": e["unit"],
                        "certainty": e["certainty"], "error": error, "error_percent": 100 * error / e["measured"],
                        "net_error_percent": 100 * error / net if net > 0 else None})
    families = {}
    for r in results:
        families.setdefault(r["family"], []).append(r["error_percent"])
    return {"experiments": results, "families": {name: summary(errors) for name, errors in families.items()},
            "overall": summary(r["error_percent"] for r in results),
            "overall_net": summary(r["net_error_percent"] for r in results if r["net_error_percent"] is not None),
            "beyond_limit": [r["id"] for r in results if abs(r["error"]) > allowed(r)]}


def check(outcome):
    """What is not as it should be: a list of sentences."""
    with open(os.path.join(ROOT, "docs", "sources.md")) as f:
        text = f.read()
    headings = [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]
    explained = {row["id"]: row for row in table("explained.csv")}
    results = {r["id"]: r for r in outcome["experiments"]}
    found = []
    for what, value, limit in (("median", outcome["overall"]["median_percent"], MEDIAN_LIMIT),
                               ("90th percentile", outcome["overall"]["p90_percent"], P90_LIMIT)):
        if value > limit:
            found.append(f"{what} of the absolute errors is {value:.2f} %, more than {limit:g} %")
    for name in outcome["beyond_limit"]:
        r, row = results[name], explained.get(name)
        off = f"{name} is off by {r['error_percent']:+.1f} % ({r['error']:+.3f} {r['unit']})"
        if row is None:
            found.append(f"{off} and is not in tests/experiments/explained.csv")
        elif abs(r["error_percent"]) > float(row["at_most_percent"]):
            found.append(f"{off}; tests/experiments/explained.csv allows {row['at_most_percent']} %")
    for name, row in explained.items():
        if name not in results:
            found.append(f"explained.csv: there is no experiment {name}")
        elif row["section"] not in headings or name not in text:
            found.append(f"explained.csv: docs/sources.md says nothing of {name}, or has no heading '{row['section']}'")
        elif name not in outcome["beyond_limit"]:
            found.append(f"explained.csv: {name} is within the limits and needs no entry any more")
    return found


def rows_of(outcome):
    for r in outcome["experiments"]:
        yield [r["id"], f"{r['measured']:g}", f"{r['simulated']:.6g}", f"{r['error_percent']:+.1f}", f"{r['error']:+.3f}", r["unit"], r["certainty"], r["family"]]


def summary_rows(outcome):
    for name, s in [*outcome["families"].items(), ("all", outcome["overall"]), ("all, net", outcome["overall_net"])]:
        yield [name, str(s["experiments"]), *(f"{s[key]:.2f}" for key in ("median_percent", "p90_percent", "largest_percent"))]


HEAD = ["experiment", "measured", "simulated", "error %", "error", "unit", "certainty", "family"]
SUMMARY_HEAD = ["family", "experiments", "median %", "90th percentile %", "largest %"]
NET = "all, net: relative to the measured value without the clock reads of the measurement, a constant"


def aligned(head, rows, left):
    """Columns as wide as their widest cell; those in `left` begin at the left."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip() for line in lines)


def markdown(head, rows, left):
    cells = [head, ["---" if i in left else "---:" for i in range(len(head))], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in cells)


def draw(outcome, path, shaded=P90_LIMIT, widest=SINGLE_LIMIT, named=P90_LIMIT, kinds=True):
    """Errors by family: nine of ten must lie in the shaded stripe; points beyond `named` percent have their name."""
    try:
        import matplotlib
    except ImportError:
        sys.exit("validate.sh: matplotlib is missing, so there is no plot; on Debian or Ubuntu: apt-get install python3-matplotlib")
    matplotlib.use("svg")
    from matplotlib import pyplot
    # Same input, same file: no date, no random identifiers; text stays text, so no font is embedded.
    matplotlib.rcParams.update({"svg.hashsalt": "tensix-tlm", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9})
    families = list(outcome["families"])
    figure, axes = pyplot.subplots(figsize=(7.5, 0.38 * len(families) + 1.0))
    axes.axvspan(-shaded, shaded, color="0.92", linewidth=0)
    axes.axvline(0, color="0.6", linewidth=0.8)
    # A family a row, an experiment a point; points of nearly the same error stand on top of one another.
    shades = {"exact": "#1f5fa8", "close": "#d9730d", "guess": "#777777"}
    for row, family in enumerate(families):
        axes.axhline(row, color="0.85", linewidth=0.5, zorder=0)
        points = [(round(r["error_percent"] / 0.25), r) for r in outcome["experiments"] if r["family"] == family]
        stacked = {place: 0 for place, _ in points}
        for place, r in points:
            height = stacked[place]
            stacked[place] += 1
            step = min(0.13, 0.8 / sum(other == place for other, _ in points))
            up = (height + 1) // 2 * (-step if height % 2 else step)
            axes.plot(r["error_percent"], row - up, "o", markersize=4, color=shades[r["certainty"]], markeredgewidth=0)
            if abs(r["error_percent"]) > named:
                side = 1 if r["error_percent"] > 0 else -1
                if abs(r["error_percent"]) > 0.7 * widest:
                    side = -side  # inwards
                axes.annotate(r["id"].removeprefix(family + "-"), (r["error_percent"], row), (6 * side, -3), textcoords="offset points",
                              ha="left" if side > 0 else "right", fontsize=7, color="0.25")
    for certainty in dict.fromkeys(r["certainty"] for r in outcome["experiments"] if kinds):
        axes.plot([], [], "o", markersize=4, color=shades[certainty], markeredgewidth=0, label=f"{certainty} stream")
    ends = max(widest, 1.05 * outcome["overall"]["largest_percent"])
    axes.set(xlim=(-ends, ends), ylim=(len(families) - 0.5, -0.5), xlabel="simulated less measured, percent of what was measured on silicon (grey: nine of ten must lie here)")
    axes.set_yticks(range(len(families)), [f"{f} ({outcome['families'][f]['experiments']})" for f in families])
    axes.tick_params(axis="y", length=0)
    if kinds:
        axes.legend(loc="lower right", frameon=True, fontsize=8)
    figure.tight_layout()
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": "validate.sh"})
    pyplot.close(figure)


def wrapped(text):
    return "\n".join(wrap_docs.rewrap(text.split("\n")))


def page(outcome):
    beyond = [f"{row['id']} ({row['section']})" for row in table("explained.csv")]
    return f"""What the experiments are: [tests/experiments](../tests/experiments/README.md). 

![errors by family](validation.svg)

A point is an experiment, a row a family. Blue: the same words, waits and synchronisation as were timed; orange: the RISC-V side or the formats are approximated.

### Summary

Absolute errors; the percentile is by rank. {NET[0].upper()}{NET[1:]} of 8 to 32 cycles that the published value contains.

{markdown(SUMMARY_HEAD, summary_rows(outcome), (0,))}

The test `validation` holds the model to a median of at most {MEDIAN_LIMIT:g} %, a 90th percentile of at most {P90_LIMIT:g} %, and no experiment off by more than {SINGLE_LIMIT:g} % or {SINGLE_LIMIT_CYCLES:g} cycles, whichever is larger (a value per
instruction or iteration: {SINGLE_LIMIT:g} %). Exceptions, with where [sources.md](sources.md) deals with them: {', '.join(beyond) or 'none'}.

### Every experiment

`error` is in the unit of the measured value.

{markdown(HEAD, rows_of(outcome), (0, 5, 6, 7))}
"""


def fill(regions, options, write=True):
    """Writes what stands between the marks of each region of docs/validation.md; the text around them is written by hand. Returns the
    names of those that were otherwise; without `write` that is all."""
    path = os.path.join(ROOT, "docs", "validation.md")
    with open(path) as f:
        text = f.read()
    stale = []
    for name, new in regions.items():
        begin, end = f"<!-- {name}: written by scripts/validate.sh {options} -->\n", f"<!-- end of {name} -->"
        if begin not in text or end not in text:
            sys.exit(f"validate.sh: {path} lacks '{begin.strip()}' or '{end}'")
        first, last = text.index(begin) + len(begin), text.index(end)
        if text[first:last] != new:
            stale.append(name)
        text = text[:first] + new + text[last:]
    if write:
        with open(path, "w") as f:
            f.write(text)
    return stale


def parsed(prog="validate.sh", settings=False):
    """Options of each kind of comparison, with the absolute path of the program and at least one job."""
    parser = argparse.ArgumentParser(prog=prog, add_help=False)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plot", metavar="FILE")
    parser.add_argument("--write-docs", action="store_true")
    parser.add_argument("--check", action="store_true")
    if settings:
        parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    binary = shutil.which(options.binary)
    if binary is None:
        sys.exit(f"validate.sh: no such program: {options.binary}")
    options.binary, options.jobs = os.path.abspath(binary), max(1, options.jobs)
    return options


def end_check(found):
    for sentence in found:
        print(f"validate.sh: {sentence}", file=sys.stderr)
    if found:
        sys.exit(1)
    print("check: within the limits", file=sys.stderr)


def main():
    options = parsed()
    try:
        outcome = compare(options.binary, options.jobs)
    except Failure as failure:
        sys.exit(f"validate.sh: {failure}")

    if options.json:
        print(json.dumps(outcome, indent=2))
    else:
        print(aligned(HEAD, rows_of(outcome), (0, 5, 6, 7)))
        print("\n" + aligned(SUMMARY_HEAD, summary_rows(outcome), (0,)))
        print("\n" + NET)
    if options.plot:
        draw(outcome, options.plot)
    if options.write_docs:
        draw(outcome, os.path.join(ROOT, "docs", "validation.svg"))
        assumed = assumptions.section(assumptions.survey(options.binary, options.jobs), markdown)
        fill({"experiments": wrapped(page(outcome)), "assumptions": wrapped(assumed)}, "--write-docs")
    if options.check:
        end_check(check(outcome) + [f"docs/validation.md, {name}: is not what was measured; --write-docs" for name in
                                    fill({"experiments": wrapped(page(outcome))}, "--write-docs", write=False)])


if __name__ == "__main__":
    main()
