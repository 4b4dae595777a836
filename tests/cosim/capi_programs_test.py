# SPDX-License-Identifier: Apache-2.0
"""Programs of the RISC-V cores in the C library: the same bytes of L1, events and cycles as with `tensix-tlm elf`.

capi_programs_test.py LIBRARY TENSIX_TLM FOLDER (those of tests/elf_programs)
"""
import collections
import ctypes
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from capi_test import load, u64

IDLE, STUCK, E_STATE, E_FILE, E_ARGUMENT = 1, 2, -5, -8, -2
IN_RESET, RUNNING, STOPPED = 0, 1, 2
OUT, BYTES, TILES = 0x100000, 8192, 4
library_path, model, programs = sys.argv[1], sys.argv[2], Path(sys.argv[3])
lib = load(library_path)
lib.tt_program.argtypes, lib.tt_program.restype = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int], ctypes.c_int
lib.tt_core_state.argtypes, lib.tt_core_state.restype = [ctypes.c_void_p, ctypes.c_int], ctypes.c_int
lib.tt_who_waits.restype = ctypes.c_char_p


def words_of(kernel, by_b):
    words = {0xA000: 2, 0xA004: 2, 0xA018: 0}
    if kernel == "matmul":
        words.update({0xA008: 2, 0xA00C: 1, 0xA010: 1, 0xA014: 1})
    if not by_b:
        words[0xA100] = TILES
        if kernel != "datacopy":
            words[0xA120] = TILES
    return words


def data_of(kernel):
    numbers = random.Random(5)
    # BF16 of small magnitude, two bytes each.
    make = lambda: b"".join((0x3F00 + numbers.randrange(256)).to_bytes(2, "little") for _ in range(BYTES // 2))
    return {0x20000: make()} if kernel == "datacopy" else {0x20000: make(), 0x90000: make()}


def of_model(kernel, by_b, folder):
    command = [model, "elf", "--dump", f"{OUT}:{BYTES}=out", "--metrics", "m.json", "--events", "e.jsonl"]
    for address, data in data_of(kernel).items():
        (folder / f"{address}.bin").write_bytes(data)
        command += ["--l1", f"{address}={address}.bin"]
    for address, word in words_of(kernel, by_b).items():
        command += ["--l1w", f"{address}={word}"]
    for core in range(3):
        command += [f"--t{core}", str(programs / f"{kernel}_t{core}.elf")]
    if by_b:
        command += ["--b", str(programs / f"{kernel}_b.elf")]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return json.load(open(folder / "m.json"))["cycles"], (folder / "out").read_bytes(), (folder / "e.jsonl").read_text().splitlines()[1:-1]


class Tile:
    def __init__(self, kernel, by_b):
        self.tile = lib.tt_create(b"blackhole", b"cores=programs")
        assert self.tile, lib.tt_error(None)
        self.begin(kernel, by_b)

    def begin(self, kernel, by_b):
        for core in range(3):
            assert lib.tt_program(self.tile, core, str(programs / f"{kernel}_t{core}.elf").encode(), int(by_b)) == 0, lib.tt_error(self.tile)
        if by_b:
            assert lib.tt_program(self.tile, 3, str(programs / f"{kernel}_b.elf").encode(), 0) == 0, lib.tt_error(self.tile)
        self.fill(kernel, by_b)
        assert lib.tt_events(self.tile, b"crc") == 0

    def fill(self, kernel, by_b):
        for address, data in data_of(kernel).items():
            assert lib.tt_l1_write(self.tile, address, data, len(data)) == 0
        for address, word in words_of(kernel, by_b).items():
            assert lib.tt_l1_write(self.tile, address, word.to_bytes(4, "little"), 4) == 0

    def out(self):
        data = ctypes.create_string_buffer(BYTES)
        assert lib.tt_l1_read(self.tile, OUT, data, BYTES) == 0
        return data.raw

    def events(self):
        lines = []
        while line := lib.tt_event(self.tile):
            lines.append(line.decode())
        return lines


def by_stream(lines, end):
    streams = collections.defaultdict(list)
    for line in lines:
        event = json.loads(line)
        if "s" in event and event["c"] < end:
            streams[event["s"]].append(line)
    return streams


def check(kernel, by_b, tiles, want):
    cycles, out, log = want
    for tile in tiles:
        assert lib.tt_idle(tile.tile) == IDLE, lib.tt_who_waits(tile.tile)
        assert lib.tt_error_count(tile.tile) == 0, lib.tt_error(tile.tile)
        assert tile.out() == out and any(out), (kernel, by_b)
        states = [lib.tt_core_state(tile.tile, core) for core in range(5)]
        assert states == [STOPPED] * 3 + [STOPPED if by_b else IN_RESET, IN_RESET], states
        got, expected = by_stream(tile.events(), cycles), by_stream(log, cycles)
        assert got.keys() == expected.keys(), got.keys() ^ expected.keys()
        for stream in expected:
            assert got[stream] == expected[stream], (kernel, by_b, stream)


with tempfile.TemporaryDirectory() as folder:
    for kernel, by_b in ("datacopy", False), ("datacopy", True), ("matmul", True):
        want = of_model(kernel, by_b, Path(folder))
        cycles = want[0]
        tiles = [Tile(kernel, by_b), Tile(kernel, by_b)]  # one cycle by cycle, the other in leaps, at the same time
        other = random.Random(1)
        while lib.tt_cycle(tiles[0].tile) < cycles:
            assert lib.tt_idle(tiles[0].tile) == 0, (lib.tt_cycle(tiles[0].tile), cycles)
            assert lib.tt_advance(tiles[0].tile, 1) == 0
            if lib.tt_cycle(tiles[1].tile) < lib.tt_cycle(tiles[0].tile):
                assert lib.tt_advance(tiles[1].tile, other.randrange(1, 300)) == 0
        for tile in tiles:
            assert lib.tt_advance(tile.tile, 1000) == 0
        check(kernel, by_b, tiles, want)
        assert lib.tt_reset(tiles[1].tile) == 0
        assert lib.tt_core_state(tiles[1].tile, 0) == IN_RESET
        tiles[1].begin(kernel, by_b)
        assert lib.tt_advance(tiles[1].tile, cycles + 5) == 0
        check(kernel, by_b, tiles[1:], want)
        # Reset in the middle of it, twice; the host writes its words and data again. It takes as long as at first.
        warm = tiles[1]
        assert lib.tt_reset(warm.tile) == 0
        warm.begin(kernel, by_b)
        for part in other.randrange(1, cycles), other.randrange(1, cycles):
            assert lib.tt_advance(warm.tile, part) == 0
            assert lib.tt_warm_reset(warm.tile) == 0, lib.tt_error(warm.tile)
            assert [lib.tt_core_state(warm.tile, core) for core in range(5)] == [IN_RESET] * 5
            assert lib.tt_l1_write(warm.tile, OUT, bytes(BYTES), BYTES) == 0
            warm.fill(kernel, by_b)
        began = lib.tt_cycle(warm.tile)
        assert lib.tt_advance(warm.tile, cycles - 1) == 0 and lib.tt_idle(warm.tile) == 0, (began, lib.tt_who_waits(warm.tile))
        assert lib.tt_advance(warm.tile, 6) == 0 and lib.tt_idle(warm.tile) == IDLE, lib.tt_who_waits(warm.tile)
        assert warm.out() == want[1] and lib.tt_error_count(warm.tile) == 0, lib.tt_error(warm.tile)
        for tile in tiles:
            assert lib.tt_destroy(tile.tile) == 0
        print(f"{kernel}, {'started by B' if by_b else 'started at once'}: {cycles} cycles, as tensix-tlm elf")

# A core that polls for its input sleeps until somebody writes L1.
tile = Tile("datacopy", False)
lib.tt_reset(tile.tile)
for core in range(3):
    assert lib.tt_program(tile.tile, core, str(programs / f"datacopy_t{core}.elf").encode(), 0) == 0
for address, word in {**words_of("datacopy", False), 0xA100: 0}.items():
    lib.tt_l1_write(tile.tile, address, word.to_bytes(4, "little"), 4)
assert lib.tt_advance(tile.tile, 20000) == 0
assert lib.tt_idle(tile.tile) == STUCK
assert b"T0 polls 0xa100" in lib.tt_who_waits(tile.tile).replace(b"0x0000", b"0x"), lib.tt_who_waits(tile.tile)
assert lib.tt_l1_write(tile.tile, 0xA100, TILES.to_bytes(4, "little"), 4) == 0
assert lib.tt_idle(tile.tile) == 0
assert lib.tt_advance(tile.tile, 20000) == 0 and lib.tt_idle(tile.tile) == IDLE
assert lib.tt_core_state(tile.tile, 0) == STOPPED
# NC, which B releases.
with tempfile.TemporaryDirectory() as folder:
    b, nc = str(programs / "relay_b.elf"), str(programs / "relay_nc.elf")
    subprocess.run([model, "elf", "--b", b, "--nc", nc, "--dump", "0xB000:24=out", "--metrics", "m.json"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    cycles, out = json.load(open(Path(folder) / "m.json"))["cycles"], (Path(folder) / "out").read_bytes()
relay = lib.tt_create(b"blackhole", b"cores=programs")
assert lib.tt_program(relay, 3, b.encode(), 0) == 0 and lib.tt_program(relay, 4, nc.encode(), 1) == 0, lib.tt_error(relay)
assert lib.tt_advance(relay, 1) == 0 and lib.tt_core_state(relay, 4) == IN_RESET
assert lib.tt_advance(relay, cycles) == 0 and lib.tt_idle(relay) == IDLE, lib.tt_who_waits(relay)
data = ctypes.create_string_buffer(24)
assert lib.tt_l1_read(relay, 0xB000, data, 24) == 0 and data.raw == out and any(out)
assert [lib.tt_core_state(relay, core) for core in range(5)] == [IN_RESET] * 3 + [STOPPED] * 2
lib.tt_destroy(relay)
# What is refused, with a reason.
assert lib.tt_program(tile.tile, 3, str(programs / "datacopy_b.elf").encode(), 0) == E_STATE  # time has passed
assert lib.tt_push(tile.tile, 0, 0x02000000) == E_STATE and b"cores=programs" in lib.tt_error(tile.tile)
assert lib.tt_request(tile.tile, 0, 0, 0, 0xA000, 4, 0) == E_STATE and lib.tt_ready(tile.tile, 0) == E_STATE
lib.tt_reset(tile.tile)
assert lib.tt_idle(tile.tile) == IDLE
assert lib.tt_program(tile.tile, 0, b"nowhere.elf", 0) == E_FILE and b"nowhere.elf" in lib.tt_error(tile.tile)
assert lib.tt_program(tile.tile, 0, __file__.encode(), 0) == E_FILE
assert lib.tt_program(tile.tile, 5, b"", 0) == E_ARGUMENT and lib.tt_program(tile.tile, 3, b"", 1) == E_ARGUMENT
first = str(programs / "datacopy_t0.elf").encode()
assert lib.tt_program(tile.tile, 0, first, 0) == 0 and lib.tt_program(tile.tile, 1, first, 0) == E_FILE  # they overlap
lib.tt_destroy(tile.tile)
plain = lib.tt_create(b"", b"")
assert lib.tt_program(plain, 0, first, 0) == E_STATE and lib.tt_core_state(plain, 0) == E_STATE
lib.tt_destroy(plain)
assert lib.tt_create(b"", b"cores=none") is None and b"cores=requests" in lib.tt_error(None)
