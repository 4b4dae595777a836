# SPDX-License-Identifier: Apache-2.0
"""Pins of RTL in the waveforms, under the time axis of the tile, in every mode of the clock: an instruction issues over the pins of
the matrix unit exactly in the cycles, with the words, in which the tile says so; as many pins of L1 have gnt in a cycle as ports
carry a beat; and every example shows pins under its own name.   pins_test.py TENSIX_TLM_RTL STREAM..."""
import collections, os, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from waves_test import by_cycle, read_vcd

BLOCKS = {"l1": "l1", "unpacker0": "unpacker0", "unpacker1": "unpacker1", "packers": "packers", "matrix_unit": "matrix_unit", "vector_unit": "vector_unit",
          "config_unit": "config_unit", "sync_unit": "sync_unit", "scalar_unit": "scalar_unit", "misc_unit": "misc_unit", "mover": "mover",
          "players": "core0", "noc0": "noc0", "noc1": "noc1"}
wrong, seen = [], collections.Counter()


def issues_over_pins(signals, end):
    valid, ready, words = (by_cycle(signals[f"matrix_unit_pins.issue_{name}"], end) for name in ("valid", "ready", "word"))
    found = {}
    for cycle, bits in valid.items():
        taken = bits & ready.get(cycle, 0)
        if taken:
            thread = taken.bit_length() - 1
            found[cycle] = (thread, words.get(cycle, 0) >> (32 * thread) & 0xFFFFFFFF)
    return found


def issues_of_tile(signals, end):
    words, threads = (by_cycle(signals[f"matrix_unit.issue_{name}"], end) for name in ("word", "thread"))
    return {c: (threads.get(c, 0), words.get(c, 0)) for c in by_cycle(signals["matrix_unit.issue_valid"], end)}


def grants(signals, end, prefix):
    """Per cycle, how many of the signals whose names begin so are high."""
    high = collections.Counter()
    for name in signals:
        if name.startswith(prefix[0]) and prefix[1] in name:
            high.update(by_cycle(signals[name], end).keys())
    return dict(high)


def compare(stream, units, clock):
    with tempfile.TemporaryDirectory() as folder:
        vcd = os.path.join(folder, "w.vcd")
        settings = [word for u in units for word in ("--set", f"units.{u}=rtl")]
        command = [os.path.abspath(sys.argv[1]), "stream", os.path.abspath(stream), *settings, "--set", f"rtl.clock={clock}"]
        subprocess.run([*command, "--vcd", vcd, "--vcd-data"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        signals, end = read_vcd(vcd)
    where = f"{os.path.basename(stream)}, {clock}"
    for u in units:
        if not any(s.startswith(f"{BLOCKS[u]}_pins.") for s in signals):
            wrong.append(f"{where}: no pins of {u}")
    pairs = []
    if "matrix_unit" in units:
        pairs.append(("matrix_unit", issues_over_pins(signals, end), issues_of_tile(signals, end)))
    if "l1" in units:
        pairs.append(("l1", grants(signals, end, ("l1_pins.l1_gnt", "")), grants(signals, end, ("L1_port", ".gnt"))))
    for unit, pins, tile in pairs:
        seen[unit] += len(tile)
        if pins != tile:
            cycle = min(c for c in {**pins, **tile} if pins.get(c) != tile.get(c))
            wrong.append(f"{where}, {unit}: cycle {cycle}: pins {pins.get(cycle)}, tile {tile.get(cycle)}")


for path in sys.argv[2:]:
    for mode in ("lazy", "gated", "free"):
        for which in (["matrix_unit"], ["l1"], ["unpacker0", "unpacker1", "packers", "players"], ["noc0", "noc1"],
                      ["vector_unit", "config_unit", "sync_unit", "scalar_unit", "misc_unit", "mover"]):
            compare(path, which, mode)
if not seen["matrix_unit"] or not seen["l1"]:
    wrong.append("the streams have no instruction of the matrix unit, or no access to L1")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
