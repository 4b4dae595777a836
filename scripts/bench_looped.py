# SPDX-License-Identifier: Apache-2.0
"""A kernel as a stream of any length. `run --dump-stream` lays all tiles side by side in L1; here the last ones come again and again.

Dumped with few tiles and with twice as many, a core's steps differ by those of the further tiles, and by numbers: these are the body
of a loop. They read and write the same bytes in every round, which no cycle depends on."""
import os, re, subprocess

CORE = re.compile(r"(t[0-2]|b) ")
NUMBER = re.compile(r"\b(0x[0-9a-f]+|\d+)\b")


def dumped(binary, kernel, tiles, folder):
    name = os.path.join(folder, f"dumped_{tiles}.scn")
    subprocess.run([binary, *kernel(tiles, folder), "--quiet", "--dump-stream", name], stdout=subprocess.DEVNULL, check=True)
    steps = {}
    with open(name) as f:
        for line in f:
            core = CORE.match(line)
            steps.setdefault(core[1] if core else "", []).append(line.split("#")[0].rstrip())
    return steps


def kinds(steps):
    return [NUMBER.sub("", step) for step in steps]


def with_loop(core, few, more, rounds):
    """The steps of `more`, those that `few` has not `rounds` times."""
    a, b = kinds(few), kinds(more)
    head = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), len(a))
    tail = len(b) - (len(a) - head)
    if a[head:] != b[tail:]:
        raise ValueError(f"{core}: further tiles are not one piece of its steps")
    return [*more[:head], f"{core} loop {rounds}", *more[head:tail], f"{core} endloop", *more[tail:]] if tail > head else more


def looped(binary, kernel, tiles, rounds, folder):
    """Lines of a stream of tiles * (1 + rounds) tiles; kernel: (tiles, folder) -> arguments of tensix-tlm."""
    few, more = (dumped(binary, kernel, n, folder) for n in (tiles, 2 * tiles))
    lines = more.pop("")
    for core, steps in more.items():
        lines += with_loop(core, few[core], steps, rounds)
    return lines
