# SPDX-License-Identifier: Apache-2.0
"""Drives the issue pins of a unit's RTL from a record of tensix-tlm (docs/records.md) in cocotb, and compares its answers.

    tensix-tlm run matmul --record matrix_unit=unit.jsonl
    RECORD=unit.jsonl make SIM=icarus TOPLEVEL=matrix_issue MODULE=issue_cocotb ...    (cocotb's Makefile.sim, 1.9)
    RECORD=unit.jsonl make SIM=icarus COCOTB_TOPLEVEL=matrix_issue COCOTB_TEST_MODULES=issue_cocotb ...    (2.0)

The pins are those of tt_issue_if, with the prefix issue_; packed arrays are one value, thread 0 lowest.
"""
import json
import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge

NEVER = 2**64 - 1
REASONS = {"srca_owned_by_matrix_unit": 1, "srcb_owned_by_matrix_unit": 2, "srca_not_valid": 3, "srcb_not_valid": 4,
           "dst_block_hazard": 5, "dst_unit_switch": 6, "dst_arbitration": 7, "unit_busy": 8, "pipeline_rule": 9, "other_thread": 10,
           "l1_port": 12, "stallwait": 16, "mutex": 19, "config_pipeline": 20, "scalar_unit_in_flight": 21,
           "vector_dependency": 23}  # tt_issue_pkg
# Further inputs of examples/rtl/matrix_issue: bits a thread, and the value of an offer.
MATRIX_PINS = {
    "use_src": (2, lambda o: o["src_banks"]),
    "use_cycles": (2, lambda o: ["one", "shiftxb", "mova2d", "zeroacc"].index(o["takes"])),
    "use_latency": (2, lambda o: ["cycles", "compute", "move", "zeroacc"].index(o["latency"])),
    "use_rule": (3, lambda o: ["other", "reads_dst", "to_dst", "dst_to_a", "b_to_a", "dst_to_b"].index(o["rule"])),
    "use_waits": (128, lambda o: blocks(o, "waits")),
    "use_writes": (128, lambda o: blocks(o, "writes")),
    "use_dst": (1, lambda o: int(blocks(o, "reads") | blocks(o, "writes") != 0)),
    "dst_turn": (1, lambda o: int("turn" not in o)),
    "dst_why": (5, lambda o: REASONS.get(o.get("turn"), 0)),
}


def number(value):
    return int(value, 16) if isinstance(value, str) else value


def blocks(offer, name):
    return number(offer[name + "_low"]) | number(offer[name + "_high"]) << 64


class Record:
    """What a record says, by cycle."""

    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            header, *lines = [json.loads(line) for line in file]
        if header["format"] != "tensix-tlm-unit" or header["version"] != 6:
            raise ValueError(f"{path}: no record of version 6; --record UNIT=FILE writes one")
        if "end" not in lines[-1]:
            raise ValueError(f"{path}: has no last line: it was cut off")
        self.unit, self.configuration, self.end = header["unit"], header["configuration"], lines[-1]["end"]
        self.offers, self.drained, self.wrote = {}, {}, {}
        others = []  # blocks of Dst that others have written since the offer before
        for line in lines:
            if "readable" in line:
                others.append(line)
            elif "offer" in line:
                self.offers.setdefault(line["offer"], []).append(line)
                for block in others:
                    if block["from"] <= line["offer"]:
                        self.wrote[line["offer"]] = self.wrote.get(line["offer"], 0) | 1 << block["readable"]
                others = []
            elif "drained" in line:
                self.drained.setdefault(line["drained"], []).append(line)


async def replay(dut, record, clock=None):
    """Drives every cycle of the record from reset on; returns the number of offers. Raises AssertionError at the first difference."""
    cocotb.start_soon((clock or Clock(dut.clk, 2)).start())
    matrix = hasattr(dut, "use_waits")
    if matrix != (record.unit == "matrix_unit"):
        raise ValueError(f"a record of {record.unit}, and RTL with{'' if matrix else 'out'} the matrix unit's further pins (use_waits, ...)")
    taken, drained_from, compared = [0, 0, 0], [0, 0, 0], 0
    dut.issue_valid.value = dut.issue_word.value = dut.issue_number.value = dut.rst_n.value = 0
    if matrix:
        for pin in MATRIX_PINS:
            getattr(dut, pin).value = 7 if pin == "dst_turn" else 0
        dut.own.value = dut.wrote.value = 0
        for name, value in record.configuration["matrix_unit"].items():
            if hasattr(dut, name):
                getattr(dut, name).value = int(value)
    for _ in range(3):
        await RisingEdge(dut.clk)
    dut.rst_n.value = 1
    for cycle in range(record.end + 1):
        offers = record.offers.get(cycle, [])
        dut.issue_valid.value = sum(1 << o["thread"] for o in offers)
        dut.issue_word.value = sum(number(o["word"]) << 32 * o["thread"] for o in offers)
        dut.issue_number.value = sum(n << 32 * t for t, n in enumerate(taken))
        if matrix and offers:
            dut.own.value = offers[0]["own"]  # as the first of the cycle sees it
            for pin, (bits, value) in MATRIX_PINS.items():
                others = 7 & ~sum(1 << o["thread"] for o in offers) if pin == "dst_turn" else 0
                getattr(dut, pin).value = others | sum(value(o) << bits * o["thread"] for o in offers)
        if matrix:
            dut.wrote.value = record.wrote.get(cycle, 0)
        await FallingEdge(dut.clk)
        await ReadOnly()
        drained = int(dut.issue_drained.value)
        for t in range(3):
            assert (drained >> t & 1) == (cycle >= drained_from[t]), (
                f"cycle {cycle}: issue_drained[{t}] is {drained >> t & 1}; in the record it is drained from cycle {drained_from[t]} on")
        for o in offers:
            t = o["thread"]
            got = (int(dut.issue_ready.value) >> t & 1, int(dut.issue_reason.value) >> 5 * t & 31, int(dut.issue_hold.value) >> 8 * t & 255)
            if o["accepted"]:
                expected = (1, got[1], min(o["hold"], 254))
                taken[t] += 1
                drained_from[t] = NEVER
            else:
                expected = (0, REASONS[o["reason"]], got[2])
            assert got == expected, (f"cycle {cycle}: {o['word']} of thread {t}: ready, reason, hold are {got}; "
                                     f"in the record {expected}")
            compared += 1
        for line in record.drained.get(cycle, []):
            drained_from[line["thread"]] = line["from"]
        await RisingEdge(dut.clk)
    return compared


@cocotb.test()
async def answers_as_recorded(dut):
    record = Record(os.environ["RECORD"])
    assert await replay(dut, record) > 0, "the record has no offers"
