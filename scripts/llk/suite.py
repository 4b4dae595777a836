# SPDX-License-Identifier: Apache-2.0
"""tt-llk's own tests on tensix-tlm: see scripts/llk_suite.sh --help."""
import argparse, glob, json, os, random, shutil, subprocess, sys
from collections import Counter
from pathlib import Path

import perf_table

HERE = Path(__file__).resolve().parent
HEADERS = "blackhole/inc/cfg_defines.h"


def missing(message):
    print(f"llk_suite.sh: {message}", file=sys.stderr)
    sys.exit(2)


def test_of(item):
    return item.nodeid.split("[")[0]


def drawn(items, count, seed):
    """`count` of the variants: one of each test in turn, tests and variants in random order; so no test crowds out the others."""
    chance = random.Random(seed)
    tests = {}
    for item in items:
        tests.setdefault(test_of(item), []).append(item)
    for variants in tests.values():
        chance.shuffle(variants)
    order = sorted(tests)
    chance.shuffle(order)
    turns = max(map(len, tests.values()), default=0)
    return [tests[name][turn] for turn in range(turns) for name in order if turn < len(tests[name])][:count]


def tree(llk, headers, home):
    """Links to the checkout, with what is not in it: headers that its setup script downloads, a compiler."""
    (home / "tests").mkdir(parents=True)
    for entry in llk.iterdir():
        if entry.name not in ("tests", ".git"):
            (home / entry.name).symlink_to(entry)
    for entry in (llk / "tests").iterdir():
        if entry.name not in ("sfpi", "hw_specific"):
            (home / "tests" / entry.name).symlink_to(entry)
    (home / "tests/hw_specific").symlink_to(headers)
    if (llk / "tests/sfpi/compiler/bin/riscv-tt-elf-g++").exists():
        (home / "tests/sfpi").symlink_to(llk / "tests/sfpi")
        return
    for tool in ("riscv64-unknown-elf-g++", "g++"):
        if not shutil.which(tool):
            missing(f"{tool} is missing, and {llk}/tests/sfpi has no compiler: apt-get install gcc-riscv64-unknown-elf g++")
    tools = home / "tests/sfpi/compiler/bin"
    tools.mkdir(parents=True)
    (tools / "riscv-tt-elf-g++").symlink_to(HERE / "riscv-tt-elf-g++")
    for name in ("objcopy", "objdump", "size"):
        (tools / f"riscv-tt-elf-{name}").symlink_to(shutil.which(f"riscv64-unknown-elf-{name}"))


def run_tests(options, files, out, settings):
    """Runs pytest once; the results, a dictionary a variant."""
    shutil.rmtree(out, ignore_errors=True)
    tree(options.llk.resolve(), options.headers.resolve(), out / "home")
    results = out / "results.jsonl"
    environment = {
        **os.environ, "LLK_HOME": str(out / "home"), "CHIP_ARCH": "blackhole", "LLK_RESULTS": str(results),
        "LLK_SAMPLE": str(options.sample), "LLK_SEED": str(options.seed), "TENSIX_TLM": str(options.binary.resolve()),
        "TENSIX_TLM_RUNS": str(out / "runs"), "TENSIX_TLM_OPTIONS": " ".join(settings), "LLK_PERF": str(out / "perf.jsonl"),
        "PYTHONPATH": f"{HERE}:{out / 'home/tests/python_tests'}", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "-o", "log_cli=false", "-p", "suite_plugin", "-p", "no:cacheprovider"]
    command += ["--continue-on-collection-errors"]
    if options.perf:
        command += ["-p", "perf_plugin", "--speed-of-light", "--no-debug-symbols"]
    log = out / "pytest.log"
    with open(log, "w") as written:
        subprocess.run(command + files, cwd=out / "home/tests/python_tests", env=environment, stdout=written, stderr=subprocess.STDOUT)
    if not results.exists():
        missing(f"pytest ran no test; its output, {log}, ends with: {one_line(log.read_text()[-600:], 600)}")
    return [json.loads(line) for line in results.open()]


def one_line(text, limit=200):
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."


def report(results):
    counts = Counter(result["kind"] for result in results)
    alarmed = False
    for result in results:
        commands = " ".join(f"{run}/command" for run in result["runs"])
        if result["kind"] in ("wrong", "refused"):
            print(f"{result['kind']}: {result['test']}: {one_line(result['reason'])}: {commands}")
        elif result["kind"] == "right":
            for line in dict.fromkeys(line for run in result["runs"] for line in (Path(run) / "output").read_text().splitlines()):
                alarmed = True
                print(f"output: {result['test']}: {line}: {commands}")
    for reason, count in Counter(one_line(r["reason"], 120) for r in results if r["kind"] == "left out").most_common():
        print(f"left out, {count}: {reason}")
    print(", ".join(f"{counts[kind]} {kind}" for kind in ("right", "wrong", "refused", "left out")), f"of {len(results)} variants")
    return 1 if counts["wrong"] or counts["refused"] or alarmed else 0


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for option in ("llk", "binary"):
        parser.add_argument(f"--{option}", type=Path, required=True)
    parser.add_argument("--headers", type=Path)
    parser.add_argument("--out", type=Path, default=HERE.parents[1] / "build/llk_suite")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", default="test_*.py")
    parser.add_argument("--hazards", action="store_true")
    parser.add_argument("--perf", action="store_true")
    parser.add_argument("--write-docs", action="store_true")
    options = parser.parse_args()
    tests = options.llk / "tests/python_tests"
    if options.perf:
        options.tests = "perf_*.py"
    files = sorted(os.path.basename(f) for f in glob.glob(str(tests / options.tests)))
    if options.perf:
        files = [f for f in files if f.removesuffix(".py") in perf_table.TESTS]
    if not files:
        missing(f"no {tests}/{options.tests}: --llk wants a checkout of tenstorrent/tt-llk, --tests names of its files")
    options.headers = options.headers or options.llk / "tests/hw_specific"
    if not (options.headers / HEADERS).exists():
        missing(f"no {options.headers / HEADERS}: run CHIP_ARCH=blackhole tests/setup_testing_env.sh in the checkout, or see docs/llk.md")
    if not options.perf:
        sys.exit(report(run_tests(options, files, options.out, ["--hazards warn"] if options.hazards else [])))
    status = report(run_tests(options, files, options.out, []))
    perf_table.show(perf_table.read(options.out / "perf.jsonl"), options.write_docs)
    sys.exit(status)


if __name__ == "__main__":
    main()
