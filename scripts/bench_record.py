# SPDX-License-Identifier: Apache-2.0
"""Instructions and simulated mispredictions a tile against those on record (tests/benchmarks/instructions.json): bench.sh --check and --record.

They repeat exactly, but only for one environment: another compiler, library or valgrind gives others for the same source.
So a figure is compared only with one that was recorded in the same environment, and there is no check without."""
import json, os, platform, re, subprocess
from multiprocessing.pool import ThreadPool

from bench_workloads import WORKLOADS, instructions

RECORD = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "benchmarks", "instructions.json")
LIMIT = 0.03  # by which a figure may grow
SKIPPED = 77  # exit status
FIGURES = {"process": "instructions in the whole process", "simulation": "instructions in the simulation",
           "mispredicted": "mispredicted branches in the whole process"}


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout


def compiler_of(binary):
    """What the compiler wrote into the program; the C library's own start files say GCC in any case."""
    text = output_of("readelf", "-p", ".comment", binary)
    found = re.search(r"(clang) version (\d[\d.]*)", text) or re.search(r"(GCC): \(.*\) (\d[\d.]*)", text)
    return f"{found[1]} {found[2]}" if found else "unknown"


def flags_of(binary):
    """As CMake's cache beside the program has them, warnings left out."""
    try:
        with open(os.path.join(os.path.dirname(binary), "CMakeCache.txt")) as f:
            cache = dict(re.findall(r"^(\w+):\w+=(.*)$", f.read(), re.M))
    except FileNotFoundError:
        return "unknown"
    build = cache.get("CMAKE_BUILD_TYPE", "")
    flags = f"{cache.get('CMAKE_CXX_FLAGS', '')} {cache.get('CMAKE_CXX_FLAGS_' + build.upper(), '')}".split()
    whole_program = ["LTO"] if cache.get("CMAKE_INTERPROCEDURAL_OPTIMIZATION", "") in ("ON", "TRUE", "1") else []
    return " ".join([flag for flag in flags if not flag.startswith("-W")] + whole_program)


def environment(binary):
    with open("/proc/cpuinfo") as f:
        avx2 = re.search(r"^flags.*\bavx2\b", f.read(), re.M) is not None
    system = platform.freedesktop_os_release()
    systemc = re.search(r"libsystemc\S*", output_of("ldd", binary))
    return {"compiler": compiler_of(binary), "flags": flags_of(binary), "system": f"{system['ID']} {system.get('VERSION_ID', '')}",
            "libc": os.confstr("CS_GNU_LIBC_VERSION"), "systemc": systemc[0] if systemc else "static",
            "valgrind": output_of("valgrind", "--version").strip(), "machine": f"{platform.machine()}{' avx2' if avx2 else ''}"}


def measure(binary, jobs):
    with ThreadPool(jobs) as pool:
        figures = pool.map(lambda w: instructions(binary, w), WORKLOADS, chunksize=1)
    return {w.name: {"unit": w.unit, **{key: round(f[key]) for key in FIGURES}} for w, f in zip(WORKLOADS, figures)}


def load():
    try:
        with open(RECORD) as f:
            return json.load(f)
    except FileNotFoundError:
        return []


def record(binary, jobs):
    """Puts this environment's figures on record, in the place of its former ones."""
    here = environment(binary)
    if "unknown" in here.values():
        return f"bench.sh: --record wants a program in its build folder: {here}"
    records = [r for r in load() if r["environment"] != here] + [{"environment": here, "instructions": measure(binary, jobs)}]
    with open(RECORD, "w") as f:
        json.dump(records, f, indent=1)
        f.write("\n")
    print(f"recorded for {', '.join(here.values())}: {RECORD}")
    return 0


def check(binary, jobs):
    """An exit status: 0, 1 if a figure has grown by more than LIMIT, SKIPPED if there is none for this environment."""
    here, records = environment(binary), load()
    known = next((r for r in records if r["environment"] == here), None)
    if known is None:
        print("bench.sh: SKIPPED: no instructions are on record for this environment, and those of another cannot be compared with")
        for r in records:
            print("  differs: " + "; ".join(f"{key} {value!r}, here {here[key]!r}" for key, value in r["environment"].items() if value != here[key]))
        print("  scripts/bench.sh --record puts them on record: on a state that is known to be good")
        return SKIPPED
    grown, shrunk, mispredicted = [], [], []
    print(f"{'workload':<18}{'a':<12}{'':<44}{'on record':>12}{'now':>12}{'change':>9}")
    for name, now in measure(binary, jobs).items():
        for key, where in FIGURES.items():
            before = known["instructions"][name][key]
            change = now[key] / before - 1
            print(f"{name:<18}{now['unit']:<12}{where:<44}{before:>12,}{now[key]:>12,}{100 * change:>+8.2f}%")
            if key == "mispredicted":
                mispredicted.append(change)
            elif change > LIMIT:
                grown.append(f"{name}: {100 * change:.1f} % more {where}")
            elif change < -LIMIT:
                shrunk.append(name)
    mean = sum(mispredicted) / len(mispredicted)  # of one workload they change by some percent with where functions lie
    print(f"mispredicted branches, mean of the workloads: {100 * mean:+.2f} %")
    if mean > LIMIT:
        grown.append(f"mean of the workloads: {100 * mean:.1f} % more mispredicted branches")
    if shrunk:
        print("less than on record, so put it on record (scripts/bench.sh --record): " + ", ".join(dict.fromkeys(shrunk)))
    for text in grown:
        print(f"bench.sh: {text} than on record; {100 * LIMIT:.0f} % are allowed. If it must be: scripts/bench.sh --record, and why")
    return 1 if grown else 0
