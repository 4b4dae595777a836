# SPDX-License-Identifier: Apache-2.0
"""Stream files as flat lists of operations, for players in Python and SystemVerilog.

capi_ops.py FILE.scn writes them to standard output, a line each, all numbers hexadecimal:
  CORE 0 WORD 0 0        push             CORE 2 ADDRESS 0 0            load, value unused
  CORE 1 ADDRESS VALUE 0 store            CORE 3 ADDRESS MASK VALUE     poll until (word & MASK) == VALUE
  5 0 ADDRESS WORD 0     L1 before        6 0 ADDRESS WORD MASK         L1 behind
"""
import os
import sys

PUSH, STORE, LOAD, POLL = range(4)
TTSYNC = 0xFFE80004
CORES = ["t0", "t1", "t2", "b"]


class Unsupported(Exception):
    pass


def read(path):
    """(operations of each core, {address: byte} of L1 before, the same of the expected outputs)"""
    ops, before, after = [[] for _ in CORES], {}, {}
    for line in open(path):
        words = line.split("#")[0].split()
        if not words:
            continue
        name, rest = words[0], words[1:]
        if name == "l1":
            data = bytes.fromhex("".join(rest[1:]))
            before.update({int(rest[0], 0) + i: b for i, b in enumerate(data)})
        elif name == "l1w":
            for i, w in enumerate(rest[1:]):
                before.update({int(rest[0], 0) + 4 * i + k: b for k, b in enumerate(int(w, 0).to_bytes(4, "little"))})
        elif name == "fill":
            before.update({int(rest[0], 0) + i: int(rest[2], 0) for i in range(int(rest[1], 0))})
        elif name in CORES:
            core, what, numbers = CORES.index(name), rest[0], rest[1:]
            to = ops[core]
            if what == "push" and all(w[0].isdigit() for w in numbers):
                to += [(PUSH, int(w, 0), 0, 0) for w in numbers]
            elif what == "st":
                to.append((STORE, int(numbers[0], 0), int(numbers[1], 0), 0))
            elif what == "ld":
                to.append((LOAD, int(numbers[0], 0), 0, 0))
            elif what == "poll" and len(numbers) == 3:
                to.append((POLL, *(int(n, 0) for n in numbers)))
            elif what == "mark":
                pass  # takes no time
            elif what == "sync":
                if core < 3:
                    to.append((LOAD, TTSYNC, 0, 0))
            else:
                raise Unsupported(f"{path}: {line.strip()}")
        elif name not in ("base", "maxclk", "out"):
            raise Unsupported(f"{path}: {line.strip()}")
    expected = os.path.splitext(path)[0] + ".expect"  # experiments have none
    for line in open(expected) if os.path.exists(expected) else ():
        words = line.split()
        if words and words[0] == "out":
            after.update({int(words[1], 0) + i: b for i, b in enumerate(bytes.fromhex(words[2]))})
    for core in range(3):
        ops[core].append((LOAD, TTSYNC, 0, 0))  # the implied sync
    return ops, before, after


def words_of(contents):
    """(address, word, mask of the bytes that are there) of every word with contents"""
    for base in sorted({a & ~3 for a in contents}):
        there = [base + i in contents for i in range(4)]
        yield base, sum(contents.get(base + i, 0) << 8 * i for i in range(4)), sum(255 << 8 * i for i in range(4) if there[i])


if __name__ == "__main__":
    all_ops, l1_before, l1_after = read(sys.argv[1])
    for number, of_core in enumerate(all_ops):
        for op in of_core:
            print("%x %x %x %x %x" % (number, *op))
    for where, word, _ in words_of(l1_before):
        print("5 0 %x %x 0" % (where, word))
    for where, word, mask in words_of(l1_after):
        print("6 0 %x %x %x" % (where, word, mask))
