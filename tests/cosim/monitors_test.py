# SPDX-License-Identifier: Apache-2.0
"""What the monitors of cosim/rtl/sv write is what the model writes.   monitors_test.py TENSIX_TLM_MONITORED TENSIX_TLM PINS_PROGRAM
PINS_PROGRAM is monitors_test.sv; the others run with the monitors of the matrix unit's issue stage and of an unpacker in RTL, whose
logs are compared with the model's own."""
import json, os, subprocess, sys, tempfile

MONITORED, MODEL, PINS = (os.path.abspath(a) for a in sys.argv[1:4])
FOLDER = os.path.dirname(os.path.abspath(__file__))
wrong = []
HEAD = {"format": "tensix-tlm-events", "version": 1, "data": "full"}
DATUMS = "".join(f"{i:02x}000700" for i in range(16))
WHOLE, HIGH = ("".join(f"{i:02x}{high:02x}" for i in range(128)) for high in (0, 1))  # a block of Dst, two bytes a datum
EXPECTED = {
    "l1.jsonl": [
        {"s": "l1.5", "n": 0, "c": 1, "addr": "0x12340", "we": 1, "client": 7, "op": 0, "strb": "0xf0", "d": "00000000040506070000000000000000"},
        {"s": "l1.5", "n": 1, "c": 3, "addr": "0x0", "we": 0, "client": 2, "op": 0, "strb": "0xffff", "d": "ff" + "00" * 15},
        {"s": "l1.5", "n": 2, "c": 4, "addr": "0x0", "we": 1, "client": 0, "op": 1, "strb": "0xffff"}],
    "srcb.jsonl": [
        {"s": "srcb.write", "n": 0, "c": 1, "bank": 0, "row": 9, "rows": 1, "d": DATUMS},
        {"s": "srcb.write", "n": 1, "c": 2, "bank": 1, "row": 0, "rows": 64},
        {"s": "handover.srcb", "n": 0, "c": 3, "bank": 1, "owner": 1},
        {"s": "handover.srcb", "n": 1, "c": 4, "bank": 1, "owner": 0}],
    "dst.jsonl": [
        {"s": "dst.write", "n": n, "c": c, "block": block, "by": 3, **d} for n, (c, block, d) in enumerate(
            [(1, 2, {})] + [(c, 8, {}) for c in range(6, 13)] + [(13, 8, {"d": WHOLE})] + [(c, 12, {}) for c in range(14, 21)] +
            [(21, 12, {"d": HIGH}), (22, 13, {"d": WHOLE}), (23, 8, {})])],
    "core.jsonl": [
        {"s": "core.b", "n": n, "c": c, "addr": addr, "we": we, "be": be, "id": i, "d": d} for n, (c, addr, we, be, i, d) in enumerate(
            [(1, "0xffe40000", 1, 15, 0, "aabbccdd"), (5, "0x104", 0, 12, 3, "00003344"), (5, "0x301", 1, 2, 0, "00bb0000"),
             (6, "0x208", 0, 15, 1, "78563412")])],
    "noc.jsonl": [
        {"s": "noc", "n": n, "c": c, "addr": addr, "we": we, "id": i, "last": last, "strb": "0x8000000000000001" if we else "0x" + "f" * 16,
         "d": "ee" + "00" * 62 + "ee" if we else d * 64} for n, (c, addr, we, i, last, d) in enumerate(
            [(1, "0x1000", 1, 4, 0, ""), (3, "0x1040", 1, 4, 1, ""), (6, "0x2000", 0, 2, 0, "11"), (7, "0x2040", 0, 2, 1, "22")])],
    "blocks.jsonl": [
        {"s": "dst.write", "n": n, "c": c, "block": block, "by": 3, "d": d}
        for n, (c, block, d) in enumerate([(13, 8, WHOLE), (21, 12, HIGH), (22, 13, WHOLE)])],
}


def pins():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PINS], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for name, events in EXPECTED.items():
            with open(os.path.join(folder, name)) as f:
                lines = [json.loads(line) for line in f]
            lines[0].pop("writer")
            if lines != [HEAD, *events, {"end": 24}]:
                wrong.append(f"{name}: {lines}")
            path = os.path.join(folder, name)
            if subprocess.run([MODEL, "diff-events", path, path], stdout=subprocess.DEVNULL).returncode:
                wrong.append(f"{name} is no event log")


def events(path, stream):
    with open(path) as f:
        return [e for e in map(json.loads, f) if e.get("s") == stream]


def beside(stream, unit, compare):
    with tempfile.TemporaryDirectory() as folder:
        command = ["stream", os.path.join(FOLDER, "..", *stream.split("/"))]
        subprocess.run([MODEL, *command, "--events", "model.jsonl"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([MONITORED, *command, "--set", f"units.{unit}=rtl", "--set", "rtl.clock=free"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        problem = compare(folder)
        if problem:
            wrong.append(f"{stream}: {problem}")


def accepted(folder):
    if not events(os.path.join(folder, "matrix_unit.jsonl"), "accept.matrix_unit"):
        return "nothing was accepted"
    command = [MODEL, "diff-events", "model.jsonl", "matrix_unit.jsonl", "--only", "accept.matrix_unit"]
    r = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    return r.stdout if r.returncode else None


def given(folder):
    """Banks that the unpacker gives. (The example says so in the cycle behind, when the rows are there, and sees those that come back
    through a register.)"""
    logs = [[(e["c"] + late, e["bank"]) for e in events(os.path.join(folder, name), "handover.srca") if e["owner"] == 1]
            for name, late in (("model.jsonl", 1), ("srca.jsonl", 0))]
    return None if logs[0] and logs[0] == logs[1] else str(logs)


pins()
for stream in ("experiments/TWOBLK-elwmul.scn", "experiments/MVMUL-512.scn", "vectors/D_matmul/gap_bf16_d32.scn"):
    beside(stream, "matrix_unit", accepted)
    beside(stream, "unpacker0", given)
print("\n".join(wrong))
sys.exit(bool(wrong))
