# SPDX-License-Identifier: Apache-2.0
"""chip_test.py CHIP_BENCH: tiles that do nothing cost next to nothing beside eight that work, in the host's instructions a cycle (callgrind)."""
import re, shutil, subprocess, sys, tempfile

LIMIT = 0.05
SKIPPED = 77  # exit status
SHORT, LONG = 5000, 15000  # cycles: the difference is without construction and the first rounds


def run(bench, others, cycles):
    """Instructions, and packets."""
    with tempfile.NamedTemporaryFile() as out:
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", bench, others, str(cycles)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stdout)[1]), int(re.search(r"(\d+) packets", done.stdout)[1])


def main():
    if not shutil.which("valgrind"):
        print("SKIPPED: valgrind is missing")
        return SKIPPED
    figures = {}
    for others in ("alone", "passive", "polling"):
        (short, few), (long, many) = (run(sys.argv[1], others, cycles) for cycles in (SHORT, LONG))
        figures[others] = (long - short) / (LONG - SHORT), many - few
    alone, packets = figures["alone"]
    wrong = packets < 50
    for others, (instructions, sent) in figures.items():
        more = instructions / alone - 1
        print(f"{others}: {instructions:.1f} instructions a cycle, {100 * more:+.1f} %; {sent} packets in {LONG - SHORT} cycles")
        wrong |= more > LIMIT or sent != packets
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
