"""Pins of RTL in the waveforms, under the time axis of the tile: an instruction issues over the pins of the matrix unit exactly in the
cycles, with the words, in which the tile says so, in every mode of the clock.   pins_test.py TENSIX_TLM_RTL STREAM..."""
import os, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from waves_test import by_cycle, read_vcd


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


def main():
    binary, wrong, seen = os.path.abspath(sys.argv[1]), [], 0
    for stream in sys.argv[2:]:
        for clock in ("lazy", "gated", "free"):
            with tempfile.TemporaryDirectory() as folder:
                vcd = os.path.join(folder, "w.vcd")
                command = [binary, "stream", os.path.abspath(stream), "--set", "units.matrix_unit=rtl", "--set", f"rtl.clock={clock}"]
                subprocess.run([*command, "--vcd", vcd, "--vcd-data"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
                signals, end = read_vcd(vcd)
                pins, tile = issues_over_pins(signals, end), issues_of_tile(signals, end)
                seen += len(tile)
                if pins != tile:
                    cycle = min(c for c in {**pins, **tile} if pins.get(c) != tile.get(c))
                    wrong.append(f"{os.path.basename(stream)}, {clock}: cycle {cycle}: pins {pins.get(cycle)}, tile {tile.get(cycle)}")
    if not seen:
        wrong.append("the streams have no instruction of the matrix unit")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
