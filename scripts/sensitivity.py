# SPDX-License-Identifier: Apache-2.0
"""What each parameter of the configuration `blackhole` does to the experiments. Started by sensitivity.sh."""
import argparse, glob, json, os, shutil, statistics, subprocess, sys, tempfile
from multiprocessing.pool import ThreadPool

import validate

# Parameters that cannot matter in this configuration. (beginning of the name, why) Those that are no timing: tensix-tlm params --steps.
NOT_USED = [
    ("name", "no timing"),
    ("throttle.arbitration.", "only with throttle.shared_ports, which is varied"),
    ("packer.read_interfaces", "changes what a PACR selects, and the streams are written for four"),
    ("l1.client_ports.packer1", "only with packer.topology independent"),
    ("l1.client_ports.packer2", "only with packer.topology independent"),
    ("l1.client_ports.packer3", "only with packer.topology independent"),
    ("l1.client_ports.riscv_nc", "only where a program runs on NC"),
    ("riscv_core.instruction_cache_bytes_nc", "only where a program runs on NC"),
    ("start.nc_cycles", "only where a program runs on NC"),
]
KERNELS = [
    ["matmul", "--shape", "64x64x64"],
    ["add", "--shape", "64x64", "--broadcast", "row"],
    ["matmul", "--shape", "32x64x32", "--format", "bfp8", "--fp32-dest", "--fidelity", "hifi4"],
    ["datacopy", "--shape", "128x128", "--format", "fp32"],
    ["datacopy", "--shape", "64x64", "--throttle", "x1"],
    ["datacopy", "--shape", "64x64", "--throttle", "x2"],
    ["datacopy", "--shape", "128x128", "--feed-bytes", "512"],
    ["datacopy", "--shape", "128x128", "--format", "bfp8", "--seed", "2"],
]


def flat(node, prefix=""):
    for key, value in node.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def steps(binary):
    """name -> (values one step down and up, refused ones with the reason, why it is no lever or None), as `tensix-tlm levers` takes them."""
    found, last = {}, None
    text = subprocess.run([binary, "params", "--steps"], check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in text.splitlines():
        if line.startswith("    refused "):
            found[last][1].append(line.removeprefix("    refused "))
            continue
        head, _, rest = line.partition(":")
        last = head.split(" ")[0]
        none = rest.removeprefix(" none, it ") if rest.startswith(" none, it ") else None
        found[last] = ([] if none else rest.split(), [], none)
    return found


def compiled(binary):
    """A kernel on simulated cores, for riscv_core.* and what only their pushes meet; as far as the build has compiled it."""
    programs = [os.path.join(os.path.dirname(binary), "examples", "elf", f"add_{core}.elf") for core in ("t0", "t1", "t2", "b")]
    if not all(map(os.path.exists, programs)):
        return []
    sizes = [word for address in ("0xA000", "0xA004") for word in ("--l1w", f"{address}=4")]
    return [["elf", *(word for core, path in zip(("t0", "t1", "t2", "b"), programs) for word in (f"--{core}", path)), *sizes]]


def workloads(binary):
    """What is no experiment: the streams of tests/sensitivity, one or two a unit, built-in kernels, a compiled one, a selection of the
    golden vectors."""
    streams = sorted(glob.glob(os.path.join(validate.ROOT, "tests", "sensitivity", "*.scn")))
    vectors = []
    for folder, every in (("I_config", 2), ("J_flow", 1), ("H_unpack", 4), ("G_pack", 4), ("E_moves", 4), ("F_sfpu", 4)):
        vectors += sorted(glob.glob(os.path.join(validate.ROOT, "tests", "vectors", folder, "*.scn")))[::every]
    return [*(["stream", s] for s in streams), *(["run", *k] for k in KERNELS), *compiled(binary), *(["stream", v] for v in vectors)]


def outcomes(binary, settings):
    """Cycles and accounts of each workload, as a generator: the caller stops at the first difference of cycles."""
    with tempfile.TemporaryDirectory() as folder:
        metrics = os.path.join(folder, "metrics.json")
        for arguments in workloads(binary):
            done = subprocess.run([binary, *arguments, *settings, "--metrics", metrics], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            cycles, accounts = [], None  # it did not run to its end
            if os.path.exists(metrics):
                with open(metrics) as f:
                    values = json.load(f)
                cycles, accounts = [values["cycles"]], [values["units"], values["threads"]]
                os.remove(metrics)
            cycles += [int(line.split()[3]) for line in done.stdout.splitlines() if line.startswith("mark ")]
            yield " ".join(os.path.basename(a) if a.endswith(".elf") else a for a in arguments).replace(validate.ROOT + os.sep, ""), cycles, accounts


def main():
    parser = argparse.ArgumentParser(prog="sensitivity.sh", add_help=False)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    binary = shutil.which(options.binary)
    if binary is None:
        sys.exit(f"sensitivity.sh: no such program: {options.binary}")
    binary, jobs = os.path.abspath(binary), max(1, options.jobs)

    parameters = dict(flat(json.loads(subprocess.run([binary, "--dump-config"], check=True, stdout=subprocess.PIPE).stdout)))
    experiments = validate.load()
    families = list(dict.fromkeys(e["family"] for e in experiments))
    base = validate.simulate(binary, experiments, jobs=jobs)

    tried = steps(binary)
    variations, refused, unused = [], [], []
    for name, value in parameters.items():
        if options.only not in name:
            continue
        values, not_taken, none = tried.get(name, ([], [], "no timing"))
        reason = next((why for beginning, why in NOT_USED if name.startswith(beginning)), none)
        if reason:
            unused.append(f"{name}: {reason}")
            continue
        refused += [f"{name}={line}" for line in not_taken]
        variations += [(name, value, candidate) for candidate in values]

    def effect(variation):
        name, _, candidate = variation
        try:
            varied = validate.simulate(binary, experiments, ["--set", f"{name}={candidate}"])
        except validate.Failure as failure:
            return failure
        return {f: statistics.mean(100 * (varied[e["id"]][0] / base[e["id"]][0] - 1) for e in experiments if e["family"] == f) for f in families}, varied != base

    with ThreadPool(jobs) as pool:
        effects = list(pool.map(effect, variations, chunksize=1))

    rows, moved, failed = [], set(), []
    for (name, value, candidate), result in zip(variations, effects):
        if isinstance(result, validate.Failure):
            failed.append(f"{name}={candidate}: {str(result).splitlines()[0]}")
            moved.add(name)
        elif result[1]:
            moved.add(name)
            label = f"{name} {str(value).lower() if isinstance(value, bool) else value} -> {candidate}"
            rows.append([label, *(f"{result[0][f]:+.2f}" if abs(result[0][f]) >= 0.005 else "." for f in families)])
    print("Mean change of the simulated value, percent")
    print(validate.aligned(["parameter", *families], rows, (0,)))

    idle = list(dict.fromkeys(name for name, _, _ in variations if name not in moved))
    reference = list(outcomes(binary, [])) if idle else []

    def elsewhere(name):
        in_accounts = None
        for variation in variations:
            if variation[0] == name:
                for before, after in zip(reference, outcomes(binary, ["--set", f"{name}={variation[2]}"])):
                    what = f"-> {variation[2]}: {before[0]}"
                    if before[1] != after[1]:
                        return what if after[1] else what + " does not run"
                    if before[2] != after[2]:
                        in_accounts = in_accounts or what + " (only in who waits for what)"
        return in_accounts

    with ThreadPool(jobs) as pool:
        seen = dict(zip(idle, pool.map(elsewhere, idle, chunksize=1)))

    def listing(title, lines):
        print(f"\n{title}: {len(lines)}")
        for line in lines:
            print(f"  {line}")

    listing("Streams that do not run with the value", failed)
    listing("Refused values, skipped", refused)
    listing("Not varied", unused)
    listing("No effect on the experiments, but elsewhere", [f"{name} {how}" for name, how in seen.items() if how])
    listing(f"Idle: no effect on the experiments and on {len(reference)} other streams and kernels",
            [name for name, how in seen.items() if not how])


if __name__ == "__main__":
    main()
