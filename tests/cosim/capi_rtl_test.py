# SPDX-License-Identifier: Apache-2.0
"""RTL in tiles of the C library, beside tiles of models in the same process, each with a clock of its own.

capi_rtl_test.py LIBRARY BUG_LIBRARY STOPPING_LIBRARY LIBRARY_OF_MODELS FILE.scn... (the last one: where the errors show)

LIBRARY has the blocks of examples/rtl: bytes, cycles and events are the model's. The others have matrix_issue with an error planted
in it, and with an assertion that fails: a shadow's differences, and the assertion, are records with their cycles.
"""
import ctypes
import json
import re
import sys

from capi_test import Player, callback_t, i32, load, u64

E_CHECK, E_ARGUMENT, E_UNDEFINED = -7, -2, -6
UNITS = ("units.matrix_unit=rtl", "units.l1=rtl", "units.unpacker0=rtl units.unpacker1=rtl units.packers=rtl",
         "units.matrix_unit=shadow units.packers=shadow units.unpacker0=shadow units.l1=shadow",
         "units.l1=rtl units.unpacker0=rtl units.unpacker1=rtl units.packers=rtl units.matrix_unit=rtl")
CLOCKS = ("rtl.clock=lazy", "rtl.clock=gated clock_period_ps=750", "rtl.clock=free clock_period_ps=740 clock_period_fs=741",
          "rtl.clock=free rtl.edge_ps=300")


def records(lib, tile):
    lib.tt_error_at.restype, lib.tt_error_at.argtypes = ctypes.c_char_p, [ctypes.c_void_p, u64, ctypes.POINTER(i32), ctypes.POINTER(u64)]
    code, cycle, all_ = i32(), u64(), []
    for i in range(lib.tt_error_count(tile)):
        text = lib.tt_error_at(tile, i, code, cycle).decode()
        all_.append((code.value, cycle.value, text))
    return all_


def by_stream(lines):
    streams = {}
    for line in lines:
        event = json.loads(line)
        if "s" in event:
            streams.setdefault(event["s"], []).append(event)
    return streams


def play(lib, path, settings):
    """A player at its end, and its events."""
    lines = []
    call = callback_t(lambda user, tile, line: lines.append(line))
    player = Player(lib, path, call, settings.encode())
    player.call = call
    while player.step():
        pass
    return player, lines


def main():
    rtl, bug, stopping, models = (load(path) for path in sys.argv[1:5])
    files = sys.argv[5:]
    turn = 0
    for path in files:
        model, expected = play(models, path, "")
        assert models.tt_advance(model.tile, 3000) == 0
        for units in UNITS:
            clock = CLOCKS[turn % len(CLOCKS)]
            turn += 1
            player, lines = play(rtl, path, f"{units} {clock}")
            assert player.cycles == model.cycles, (path, units, clock, player.cycles, model.cycles)
            assert rtl.tt_advance(player.tile, 3000) == 0
            assert records(rtl, player.tile) == [], records(rtl, player.tile)
            got, want = by_stream(lines), by_stream(expected)
            assert got.keys() == want.keys(), (path, units, clock, got.keys() ^ want.keys())
            for stream in want:
                assert got[stream] == want[stream], (path, units, clock, stream, [pair for pair in zip(got[stream], want[stream]) if pair[0] != pair[1]][:1])
            player.finish()  # compares L1
        model.finish()
        print(f"{path}: {model.cycles} cycles, {len(expected)} events, the same with RTL")
    # Two at once, a cycle of each by turns.
    players = [Player(rtl, path, settings=b"units.matrix_unit=rtl rtl.clock=" + mode) for path, mode in zip(files, (b"free", b"gated"))]
    going = [0, 1]
    while going:
        going = [i for i in going if players[i].step()]
    cycles = [p.cycles for p in players]
    for i, p in enumerate(players):
        model, _ = play(models, p.path, "")
        assert model.cycles == cycles[i], (p.path, model.cycles, cycles[i])
        p.finish()
        model.finish()

    # A shadow whose RTL has a bug.
    path = files[-1]
    model, _ = play(models, path, "")
    shadow, _ = play(bug, path, "units.matrix_unit=shadow rtl.clock=free")
    found = records(bug, shadow.tile)
    assert found and shadow.cycles == model.cycles
    for code, cycle, text in found:
        assert code == E_CHECK and "matrix_unit" in text and "ELWMUL" in text and "RTL" in text and "model" in text, text
    assert 0 < found[0][1] < model.cycles, found[0]
    print(f"{len(found)} differences, the first in cycle {found[0][1]}: {found[0][2]}")
    # In its place: other cycles, as its events show.
    in_place, _ = play(bug, path, "units.matrix_unit=rtl")
    assert in_place.cycles != model.cycles
    # An assertion ends the tile in its cycle, and nothing else.
    tile = Player(stopping, path, settings=b"units.matrix_unit=rtl")
    other = Player(stopping, path)
    failed = 0
    while not failed:
        for core in range(4):
            tile.act(core)
        failed = stopping.tt_advance(tile.tile, 1)
    assert failed == E_CHECK, failed
    code, cycle, text = records(stopping, tile.tile)[-1]
    assert code == E_CHECK and "has stopped" in text and int(re.search(r"cycle (\d+)", text).group(1)) <= cycle == stopping.tt_cycle(tile.tile), (cycle, text)
    assert stopping.tt_advance(tile.tile, 1) == E_UNDEFINED and stopping.tt_idle(tile.tile) == 2
    print(f"cycle {cycle}: {text}")
    while other.step():
        pass
    assert other.cycles == model.cycles
    assert stopping.tt_reset(tile.tile) == 0 and stopping.tt_cycle(tile.tile) == 0 and stopping.tt_advance(tile.tile, 100) == 0
    for lib, p in ((stopping, tile), (bug, shadow), (bug, in_place), (models, model)):
        assert lib.tt_destroy(p.tile) == 0
    other.finish()

    # What cannot be is refused, with what to do.
    for lib, settings, advice in ((models, "units.l1=rtl", "c-library.md"), (bug, "units.l1=shadow", "matrix_unit (issue stage"),
                                  (rtl, "units.players=rtl", "cores=programs"), (rtl, "units.matrix_unit=rtl rtl.edge_ps=900 clock_period_ps=800", "rtl.edge_ps"),
                                  (models, "clock_period_ps=511", "512"), (models, "clock_period_fs=1000", "999")):
        assert not lib.tt_create(b"blackhole", settings.encode()), settings
        assert advice in lib.tt_error(None).decode(), (settings, lib.tt_error(None))


if __name__ == "__main__":
    main()
