# SPDX-License-Identifier: Apache-2.0
"""docs/critical-path.md, "What it does not know": what `--why` predicts, beside what really happens.
predictions_test.py TENSIX_TLM [Predictions.TEST | Pieces.TEST]

Five built-in kernels in six configurations, three compiled ones and two whole programs in four each. For each resource of the path that has a parameter: a run in which the parameter is twice
as large predicts, by "if halved", the run as it is; for a rate (bytes or lanes a cycle) the run as it is predicts that with
twice the rate. It is right to 3 % of the run, or marked as unsure; few may be. A prediction knows no other conflicts at L1 than
those that were: where the two runs differ in those on their paths, that is told as the reason, and may be as wrong as that.

And: what a run without `--why` says from pieces of its path, beside the whole path."""
import json
import os
import re
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

PROGRAM = sys.argv.pop(1)
KERNELS = {
    "datacopy": ["run", "datacopy", "--shape", "128x256"],
    "add": ["run", "add", "--shape", "128x256"],
    "sub": ["run", "sub", "--shape", "128x128", "--broadcast", "row"],
    "mul": ["run", "mul", "--shape", "128x128", "--fidelity", "hifi4"],
    "matmul": ["run", "matmul", "--shape", "96x96x128", "--fidelity", "hifi2"],
}
CONFIGURATIONS = {
    "blackhole": [],
    "documented": ["--config", "documented"],
    "a slow producer": ["--feed-bytes", "16"],
    "fp32": ["--format", "fp32"],
    "slow loads": ["--set", "riscv.l1_load_cycles=16"],
    "throttled": ["--throttle", "x1"],
}
HERE = os.path.dirname(os.path.abspath(__file__))
SQUARE = "test:bf16:shape=96x96:capacity=9"
COMPILED = {
    "fences": ["kernel", os.path.join(HERE, "fences.cpp"), "--unchecked", "--cb", "16=:bf16:tiles=1"],
    "sum": ["kernel", os.path.join(HERE, "sum.cpp"), "--cb", "0=test:bf16:tiles=16", "--cb", "1=test:bf16:tiles=16", "--cb", "16=:bf16:tiles=16"],
    "matmul": ["kernel", os.path.join(HERE, "../../workload/kernels/device/matmul.cpp"), *["--ct-arg", "3"] * 3, "--cb", f"0={SQUARE}",
               "--cb", f"1={SQUARE}", "--cb", "16=:bf16:shape=96x96"],
}
COMPILED_CONFIGURATIONS = {
    "blackhole": [],
    "slow loads": ["--set", "riscv.local_load_cycles=4", "--set", "riscv.register_load_cycles=10", "--set", "riscv.l1_load_cycles=16"],
    "slow fetches": ["--set", "riscv_core.fetch_cycles=24", "--set", "riscv_core.mispredict_cycles=8"],
    "a slow consumer": ["--set", "feed.producer_bytes_per_cycle=64", "--set", "feed.consumer_bytes_per_cycle=4"],
}
PROGRAMS = {name: ["program", os.path.join(HERE, f"../../examples/programs/{name}/{name}.json")] for name in ("add", "matmul")}
PROGRAM_CONFIGURATIONS = {
    "blackhole": [],
    "slow DRAM": ["--set", "dram.read_cycles=400"],
    "slow channels": ["--set", "dram.channel_mb_per_second=6000"],
    "far": ["--set", "noc.hop_cycles=20"],
}
RATES = {"packer.interface_bytes", "packer.write_lanes", "feed.producer_bytes_per_cycle", "feed.consumer_bytes_per_cycle",
         "dram.channel_mb_per_second"}
LARGEST = 10          # resources of a run that are tried
WORTH_TRYING = 0.002  # of the run: what is shorter than that is not
TOLERANCE = 0.03      # of the run
UNSURE = 1 / 3          # of the predictions, at most


def run(arguments):
    done = subprocess.run([PROGRAM, *arguments, "--why", "--metrics", "-"], capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr
    metrics = json.loads(done.stdout)
    path = metrics["path"]
    assert path["contradictions"] == 0, arguments
    assert sum(r["cycles"] for r in path["resources"]) == path["cycles"] == metrics["cycles"], arguments
    return metrics


def conflicts(metrics):
    """Cycles that the path lost to ports and banks of L1."""
    return sum(r["cycles"] for r in metrics["path"]["resources"] if r["name"].endswith(("conflicts", "l1 access")))


def setting(parameter, value):
    return ["--set", f"{parameter}={value}"]


def tried(arguments):
    """(resource, predicted, real, cycles of the run that predicts) of each resource; or the reason why it was not tried."""
    base = run(arguments)
    if isinstance(base, str):
        return [(None, base.strip(), None, None, None, None)]
    rows, seen = [], set()
    for r in base["path"]["resources"][:LARGEST]:
        name = r["parameter"]
        if not name or name in seen or r["cycles"] < WORTH_TRYING * base["cycles"]:
            continue
        seen.add(name)
        value = base["parameters"][name]
        if not isinstance(value, int) or value == 0:
            continue
        other = run(arguments + setting(name, 2 * value))
        if isinstance(other, str):
            rows.append((name, other.strip().splitlines()[-1], None, None, None, None))
            continue
        predicting, real = (base, other) if name in RATES else (other, base)
        match = [x for x in predicting["path"]["resources"] if x["parameter"] == name and x["cycles"]]
        predicted = match[0]["run_if_halved"] if match else predicting["cycles"]
        unsure = match[0]["unsure"] if match else predicting["path"]["unsure"]
        rows.append((name, predicted, real["cycles"], predicting["cycles"], unsure, conflicts(real) - conflicts(predicting)))
    return rows


class Predictions(unittest.TestCase):
    def compare(self, kernels, configurations):
        """How many predictions were compared; those that are not right."""
        cases = [(k, c) for k in kernels for c in configurations]
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda case: tried(kernels[case[0]] + configurations[case[1]]), cases))
        compared, unsure, far = 0, 0, []
        for (kernel, configuration), rows in zip(cases, results):
            for name, predicted, real, cycles, is_unsure, conflicts_more in rows:
                if real is None:
                    print(f"{kernel:9} {configuration:16} {name}: not tried: {predicted}")
                    continue
                error = (predicted - real) / cycles
                compared += 1
                unsure += is_unsure
                print(f"{kernel:9} {configuration:16} {name:34} {cycles:7} predicts {predicted:7}, really {real:7}  {100 * error:+5.1f} %{' ?' if is_unsure else ''}")
                if abs(error) > TOLERANCE and not is_unsure:
                    more = conflicts_more / cycles
                    error = 0 if min(more, 0) <= -error <= max(more, 0) else error + more
                    print(f"{kernel:9} {configuration:16} reason: {conflicts_more:+} cycles of conflicts at L1; {100 * error:+.1f} % remain")
                if abs(error) > TOLERANCE and not is_unsure:
                    far.append((kernel, configuration, name, round(100 * error, 1)))
        print(f"{compared} compared, {unsure} unsure, {len(far)} further off than {100 * TOLERANCE:.0f} %")
        self.assertLessEqual(unsure, UNSURE * compared)
        return compared, far

    def test_five_kernels_in_six_configurations(self):
        compared, far = self.compare(KERNELS, CONFIGURATIONS)
        self.assertGreater(compared, 100)
        self.assertEqual(far, [])

    def test_compiled_kernels(self):
        compared, far = self.compare(COMPILED, COMPILED_CONFIGURATIONS)
        self.assertGreater(compared, 20)
        self.assertEqual(far, [])

    def test_programs(self):
        compared, far = self.compare(PROGRAMS, PROGRAM_CONFIGURATIONS)
        self.assertGreater(compared, 20)
        self.assertEqual(far, [])


TWO_PHASES = ["kernel", os.path.join(HERE, "two_phases.cpp"), "--unchecked", "--cb", "0=test:bf16:tiles=3000", "--cb", "16=:bf16:tiles=3000"]
LONG = [["run", "datacopy", "--shape", "1024x2048"], ["run", "add", "--shape", "1024x2048"],
        ["run", "matmul", "--shape", "1024x512x512", "--fidelity", "lofi"],
        ["run", "add", "--shape", "2048x1024", "--feed-bytes", "16"]]
FAR = 4  # points of a hundred


class Pieces(unittest.TestCase):
    def printed(self, arguments):
        text = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout
        line = next(each for each in text.splitlines() if each.startswith("limited by "))
        looked_at = re.search(r"of which ([0-9.]+) % were looked at, in (\d+) piece", line)
        self.assertTrue(looked_at, line)
        first = re.match(r"limited by (.+?) \((\d+) % of the critical path", line)
        others = re.search(r"; then ([^;]*)", line)
        shares = {first[1]: int(first[2])}
        for other in others[1].split(", ") if others else []:
            name, percent = re.match(r"(.+) (\d+) %$", other).groups()
            shares[name] = int(percent)
        return line, shares, float(looked_at[1])

    def whole(self, arguments):
        path = run(arguments)["path"]
        shares = {}
        for r in path["resources"]:
            shares[r["holder"]] = shares.get(r["holder"], 0) + 100 * r["cycles"] / path["cycles"]
        return shares

    def compare(self, arguments):
        line, shares, looked_at = self.printed(arguments)
        whole = self.whole(arguments)
        print(line, {name: round(share, 1) for name, share in whole.items() if share > 5}, sep="\n")
        self.assertLess(looked_at, 80, line)
        for name, share in shares.items():
            self.assertLess(abs(share - whole.get(name, 0)), FAR, line)
        for name, share in whole.items():
            self.assertTrue(share < 10 + FAR or name in shares, f"{name} {share:.0f} %: {line}")
        return shares

    def test_long_runs(self):
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(self.compare, LONG))

    def test_what_changes_in_the_middle(self):
        """Copying, several chains are equally long: which of them is the path is chance, but not that it is no other unit's."""
        line, shares, _ = self.printed(TWO_PHASES)
        vector = shares.pop("vector_unit")
        self.assertLess(abs(vector - self.whole(TWO_PHASES)["vector_unit"]), FAR, line)
        self.assertGreater(max(shares.values()), 10, line)


if __name__ == "__main__":
    unittest.main()
