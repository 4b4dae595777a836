"""docs/critical-path.md, "In the source": the advice of `--why`, applied. advice_test.py TENSIX_TLM [Advice.TEST]

Each rule: a kernel that it speaks about, the same kernel cured, and the saving that was told beside the real one. And one of which
nothing is said."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
from functools import lru_cache

PROGRAM = sys.argv.pop(1)
HERE = os.path.dirname(os.path.abspath(__file__))
# A what-if takes calls out of the record: what the compiler does with the shorter loop, and the fetches of its code, it does not know.
TOLERANCE = 0.3


@lru_cache(None)
def run(kernel, round_tiles, block, inits):
    """The run's cycles, its path in the source."""
    buffers = ["0=test:bf16:tiles=64", "1=test:bf16:tiles=64", "16=:bf16:tiles=64"] + (["24=:bf16"] if kernel == "add_multiply" else [])
    command = [PROGRAM, "kernel", os.path.join(HERE, "advice", kernel + ".cpp"), "--arg", "64", "--unchecked", "--include",
               os.path.join(HERE, "advice"), "--why", "--metrics", "-", "--quiet", "--define", f"ROUND={round_tiles}",
               "--define", f"BLOCK={block}", "--define", f"INITS_IN_THE_LOOP={inits}"]
    for b in buffers:
        command += ["--cb", b]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    numbers = json.loads(done.stdout)
    return numbers["cycles"], numbers["path"]["source"]


def told(kernel, begins):
    """The cycles that the advice which begins so says would be saved; None: there is no such advice."""
    for line in run(*kernel)[1]["advice"]:
        if line.startswith(begins):
            return int(re.search(r"would save about ([\d,]+) cycles", line)[1].replace(",", ""))
    return None


class Advice(unittest.TestCase):
    def holds(self, kernel, begins, cured):
        saving, real = told(kernel, begins), run(*kernel)[0] - run(*cured)[0]
        self.assertIsNotNone(saving, run(*kernel)[1]["advice"])
        self.assertLessEqual(abs(saving - real), TOLERANCE * real, f"{kernel}: {begins}: told {saving}, really {real}")
        self.assertIsNone(told(cured, begins), "the cured kernel is told the same")

    def test_inits(self):
        self.holds(("add_only", 1, 1, 1), "inits are", ("add_only", 1, 1, 0))

    def test_circular_buffers(self):
        self.holds(("add_only", 1, 1, 0), "calls of circular buffers are", ("add_only", 8, 1, 0))

    def test_all_together(self):
        for kernel, inits in (("add_multiply", 1), ("add_only", 1), ("add_only", 0)):
            with self.subTest(kernel=kernel, inits=inits):
                self.holds((kernel, 1, 1, inits), "inits, turns at Dst and at buffers", (kernel, 8, 8, inits))

    def test_silent(self):
        self.assertEqual(run("add_only", 8, 8, 0)[1]["advice"], [])

    def test_the_lines_are_the_path(self):
        """Every cycle of the run once; calls are where the user's source has them, in helpers' lines too, and counted."""
        cycles, source = run("add_multiply", 8, 8, 1)
        self.assertEqual(sum(l["core_cycles"] + l["unit_cycles"] for l in source["lines"]) + source["elsewhere"], cycles)
        where = {(l["place"], l["call"]): l["times"] for l in source["lines"]}
        text = {f: pathlib.Path(HERE, "advice", f).read_text().splitlines() for f in ("rounds.h", "add_multiply.cpp")}
        for (place, call), times in where.items():
            if place.startswith("("):
                self.assertEqual(times, 0)
                continue
            file, line = place.split(":")
            self.assertIn(file, text, "not a file of the user's")
            if call:
                self.assertRegex(text[file][int(line) - 1], rf"\b{call}\b", place)
        self.assertTrue(any(call for _, call in where))
        self.assertIn(("(boot, arguments)", ""), where)


class Packs(unittest.TestCase):
    def packs(self, rounds):
        """Of two formats in turn, the packer reconfigured before each."""
        command = [PROGRAM, "kernel", os.path.join(HERE, "advice/reconfigured.cpp"), "--arg", "32", "--unchecked", "--include",
                   os.path.join(HERE, "advice"), "--why", "--metrics", "-", "--quiet", "--define", f"ROUND={rounds}", "--define",
                   f"BLOCK={rounds}", "--cb", "0=test:bf16:tiles=32", "--cb", "16=:bf16:tiles=32", "--cb", "17=:fp32:tiles=32"]
        numbers = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        return numbers["cycles"], numbers["path"]["source"]["advice"]

    def test_reconfigured_in_turn(self):
        (slow, advice), (cured, less) = self.packs(1), self.packs(8)
        saving = int(re.search(r"inits, turns .* would save about ([\d,]+) cycles", "\n".join(advice))[1].replace(",", ""))
        self.assertLessEqual(abs(saving - (slow - cured)), TOLERANCE * (slow - cured), f"told {saving}, really {slow - cured}")
        self.assertNotIn("before the loop", "\n".join(advice + less), "it would pack the other format wrongly")
        self.assertNotIn("turns", "\n".join(less))


if __name__ == "__main__":
    unittest.main()
