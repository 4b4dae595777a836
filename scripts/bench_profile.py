# SPDX-License-Identifier: Apache-2.0
"""Where the instructions of a tile go, by folder of the sources: bench.sh --profile."""
import os, re

from bench_workloads import WORKLOADS, profile, quiet

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SMALL, LARGE = 64, 256  # tiles


def owners():
    """Class or function -> the folders that define one of this name; "data" where the file is one of layer 1 (what is computed)."""
    found = {}
    for top in ("support", "models", "platform", "workload", "observe", "cosim", "testbench", "pages", "app"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names, key=lambda n: not n.endswith(".h")):
                if not name.endswith((".h", ".cpp")):
                    continue
                place = os.path.relpath(folder, ROOT) + (", data" if "_function" in name and top == "models" else "")
                with open(os.path.join(folder, name)) as f:
                    text = f.read()
                for pattern in (r"^(?:class|struct) (\w+)(?: final)?(?: :[^;]*)? \{", r"^[\w:<>,&* ]*?\b(\w+)\([^;]*$"):
                    for identifier in re.findall(pattern, text, re.M):
                        found.setdefault(identifier, []).append(place)
    return found


def part_of(function, owner):
    name = function.replace("(anonymous namespace)::", "").replace("non-virtual thunk to ", "")
    if re.match(r"(sc_core|sc_dt|tlm|tlm_utils)::|0x\w+ in libsystemc", name):
        return "SystemC"
    if "tensix::" not in name:
        return "C and C++ library"
    candidates = None  # of the first name that is known; by those that follow it is decided between several
    for identifier in re.findall(r"\w+", name[name.index("tensix::") + len("tensix::"):]):
        places = owner.get(identifier, [])
        if candidates is None:
            candidates = places or None
        elif len(set(candidates)) > 1 and set(places) & set(candidates):
            candidates = [place for place in candidates if place in places]
    return candidates[0] if candidates else "other"


def shares(binary):
    """[part, instructions a tile], the largest first."""
    small, large = (profile([binary], WORKLOADS[0], size, *quiet(binary)) for size in (SMALL, LARGE))
    owner, parts = owners(), {}
    for function, cost in large.own.items():
        part = part_of(function, owner)
        parts[part] = parts.get(part, 0) + (cost[0] - small.own.get(function, (0,))[0]) / (LARGE - SMALL)
    return sorted(parts.items(), key=lambda p: -p[1])


def rows(binary):
    parts = shares(binary)
    total = sum(cost for _, cost in parts)
    shown = [p for p in parts if p[1] >= 0.01 * total]
    rest = total - sum(cost for _, cost in shown)
    return [(name, f"{cost / 1e3:.1f}", f"{100 * cost / total:.1f}") for name, cost in [*shown, ("all others", rest), ("all", total)]]


def text(binary):
    lines = [("datacopy bf16: instructions a tile of", "thousand", "%"), *rows(binary)]
    return "\n".join(f"{name:<40}{thousand:>10}{percent:>8}" for name, thousand, percent in lines)
