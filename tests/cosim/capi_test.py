# SPDX-License-Identifier: Apache-2.0
"""The C library from Python: ctypes alone. Plays golden vectors on two tiles at once; bytes as expected, cycles as tensix-tlm has.

capi_test.py LIBRARY TENSIX_TLM FILE.scn...
"""
import ctypes
import json
import subprocess
import sys
import tempfile

import capi_ops
from capi_ops import LOAD, POLL, PUSH, STORE

u32, u64, i32, text, tile_t = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p
callback_t = ctypes.CFUNCTYPE(None, ctypes.c_void_p, tile_t, text)
FUNCTIONS = {
    "tt_abi": (i32, []), "tt_create": (tile_t, [text, text]), "tt_destroy": (i32, [tile_t]), "tt_reset": (i32, [tile_t]),
    "tt_warm_reset": (i32, [tile_t]),
    "tt_advance": (i32, [tile_t, u64]), "tt_cycle": (u64, [tile_t]), "tt_ready": (i32, [tile_t, i32]),
    "tt_push": (i32, [tile_t, i32, u32]), "tt_request": (i32, [tile_t, i32, i32, i32, u32, i32, u32]),
    "tt_poll": (i32, [tile_t, i32, i32, u32, u32, i32, u32]), "tt_response": (i32, [tile_t, i32, i32, ctypes.POINTER(u32)]),
    "tt_l1_read": (i32, [tile_t, u32, ctypes.c_void_p, u32]), "tt_l1_write": (i32, [tile_t, u32, ctypes.c_void_p, u32]),
    "tt_l1_bytes": (u64, [tile_t]), "tt_error_count": (u64, [tile_t]), "tt_error": (text, [tile_t]), "tt_idle": (i32, [tile_t]),
    "tt_who_waits": (text, [tile_t]), "tt_events": (i32, [tile_t, text]), "tt_event": (text, [tile_t]),
    "tt_on_event": (i32, [tile_t, callback_t, ctypes.c_void_p]),
}


def load(path):
    library = ctypes.CDLL(path)
    for name, (result, arguments) in FUNCTIONS.items():
        getattr(library, name).restype, getattr(library, name).argtypes = result, arguments
    return library


class Player:
    """One vector on one tile: step() is a cycle."""

    def __init__(self, library, path, events=None, settings=b""):
        self.lib, self.path = library, path
        self.tile = library.tt_create(b"blackhole", settings)
        assert self.tile, library.tt_error(None)
        if events:
            assert library.tt_events(self.tile, b"crc") == 0 and library.tt_on_event(self.tile, events, None) == 0
        self.ops, before, self.after = capi_ops.read(path)
        for where, word, _ in capi_ops.words_of(before):
            assert library.tt_l1_write(self.tile, where, word.to_bytes(4, "little"), 4) == 0
        self.at, self.waits, self.cycles = [0] * 4, [None] * 4, 0
        self.done = [not ops for ops in self.ops]

    def act(self, core):
        lib, tile, data = self.lib, self.tile, u32()
        while not self.done[core]:
            if self.waits[core] in (PUSH, STORE):
                if not lib.tt_ready(tile, core):
                    return
                if self.waits[core] == STORE:
                    assert lib.tt_response(tile, core, 0, data) == 1
            elif self.waits[core] == LOAD:
                if lib.tt_response(tile, core, 0, data) == 0:
                    return
            self.waits[core] = None
            if self.at[core] == len(self.ops[core]):
                self.done[core] = True
                self.cycles = max(self.cycles, lib.tt_cycle(tile))
                return
            kind, a, b, c = self.ops[core][self.at[core]]
            self.at[core] += 1
            if kind == PUSH:
                taken = lib.tt_push(tile, core, a)
            elif kind == POLL:
                taken = lib.tt_poll(tile, core, 0, a, b, 0, c)
            else:
                taken = lib.tt_request(tile, core, 0, int(kind == STORE), a, 4, b)
            assert taken == 1, lib.tt_error(tile)
            self.waits[core] = LOAD if kind == POLL else kind

    def step(self):
        for core in range(4):
            self.act(core)
        assert self.lib.tt_advance(self.tile, 1) == 0, self.lib.tt_error(self.tile)
        return not all(self.done)

    def finish(self):
        for where, word, mask in capi_ops.words_of(self.after):
            b = (ctypes.c_uint8 * 4)()
            assert self.lib.tt_l1_read(self.tile, where, b, 4) == 0
            got = int.from_bytes(bytes(b), "little") & mask
            assert got == word & mask, f"{self.path}: L1 at {where:#x} is {got:#x}, not {word & mask:#x}"
        assert self.lib.tt_destroy(self.tile) == 0


def cycles_of_program(program, path):
    with tempfile.NamedTemporaryFile(suffix=".json") as metrics:
        subprocess.run([program, "stream", path, "--metrics", metrics.name], check=True, capture_output=True)
        return json.load(open(metrics.name))["cycles"]


def main():
    library, program, files = load(sys.argv[1]), sys.argv[2], sys.argv[3:]
    lines = []
    call = callback_t(lambda user, tile, line: lines.append(json.loads(line)))
    for first, second in zip(files, files[1:] + files[:1]):
        players = [Player(library, first, call), Player(library, second)]
        going = list(players)
        while going:
            going = [p for p in going if p.step()]
        for p in players:
            expected = cycles_of_program(program, p.path)
            assert p.cycles == expected, f"{p.path}: {p.cycles} cycles, tensix-tlm {expected}"
            library.tt_advance(p.tile, 3000)  # so that all events are known
            p.finish()
        print(f"{first}: {players[0].cycles} cycles, {len(lines)} events so far")
    assert any(e.get("s") == "issue.t0" for e in lines) and any(str(e.get("s", "")).startswith("l1.") for e in lines)
    assert library.tt_advance(12345, 1) < 0 and b"no such tile" in library.tt_error(None)


if __name__ == "__main__":
    main()
