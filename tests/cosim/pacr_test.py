# SPDX-License-Identifier: Apache-2.0
"""diff-events names the PACR behind a packer's beat and the UNPACR behind an unpacker's: of logs in which one beat is changed, in the
packer's output and in L1, for units of the model and in RTL. Which it is, is counted: all have as many beats.
pacr_test.py TENSIX_TLM [TENSIX_TLM_RTL]"""
import json, os, subprocess, sys, tempfile

PACR, UNPACR = 0x41, 0x42
model = sys.argv[1]
wrong = []
with tempfile.TemporaryDirectory() as folder:
    def run(binary, name, *more, what=("datacopy", "--shape", "64x64")):
        subprocess.run([binary, "run", *what, "--events", name, "--event-data", "full", *more], cwd=folder,
                       stdout=subprocess.DEVNULL, check=True)
        return [json.loads(line) for line in open(os.path.join(folder, name))]

    log = run(model, "a.jsonl")
    taken = [e for e in log if e.get("s") == "accept.packers" and int(e["word"], 0) >> 24 == PACR]
    beats = {}  # by packer: the indices of lines
    writes = {}
    for i, e in enumerate(log):
        if e.get("s") == "pack.beat":
            beats.setdefault(e["packer"], []).append(i)
        elif e.get("s", "").startswith("l1.") and e["we"] and 4 <= e["client"] <= 7:
            writes.setdefault((e["client"] - 4, e["addr"]), []).append(i)
    of = {}  # address and packer: the PACRs of its beats, in order
    for packer, lines in beats.items():
        each = len(lines) // len(taken)
        if each * len(taken) != len(lines) or each == 0:
            wrong.append(f"{len(lines)} beats of packer {packer} are not of {len(taken)} PACRs alike")
            continue
        for k, i in enumerate(lines):
            of.setdefault((packer, log[i]["addr"]), []).append((i, taken[k // each]))
    cases = [case for all_of in of.values() for case in all_of][::97]
    for at, lines in list(writes.items())[::89]:
        cases.append((lines[-1], of[at][len(lines) - 1][1]))
    if len(cases) < 6:
        wrong.append(f"only {len(cases)} beats are tried")
    def named(log, cases, said):
        for i, instruction in cases:
            other = dict(log[i], d="ff" * 16 if log[i]["d"] != "ff" * 16 else "00" * 16)
            with open(os.path.join(folder, "b.jsonl"), "w") as out:
                for k, e in enumerate(log):
                    out.write(json.dumps(other if k == i else e, separators=(",", ":")) + "\n")
            r = subprocess.run([model, "diff-events", "a.jsonl", "b.jsonl"], cwd=folder, capture_output=True, text=True)
            for side in ("a.jsonl", "b.jsonl"):
                line = next((l for l in r.stdout.split("\n") if f"{side}: {said}" in l), "")
                if not line.endswith(f'({instruction["word"]}) of T{instruction["thread"]}, issued in cycle {instruction["c"]}'):
                    wrong.append(f"{log[i]}: expected {instruction}, told was: {line}\n{r.stdout}{r.stderr}")
            if log[i]["s"].startswith("l1.") and f"packer{log[i]['client'] - 4}" not in r.stdout and log[i]["we"]:
                wrong.append(f"{log[i]}: the client's name is not there\n{r.stdout}")

    named(log, cases, 'of this beat the instruction is "PACR')
    if len(sys.argv) > 2:
        rtl = run(sys.argv[2], "c.jsonl", "--set", "units.packers=rtl")
        if [e for e in rtl if e.get("s") == "pack.beat"] != [e for e in log if e.get("s") == "pack.beat"]:
            wrong.append("with packers in RTL the beats are of other PACRs")
    # Unpackers: data and exponents of all clients.
    what = ("matmul", "--shape", "64x64x64", "--format", "bfp8")
    log = run(model, "a.jsonl", what=what)
    cases = []
    for client in range(4):
        taken = [e for e in log if e.get("s") == f"accept.unpacker{client & 1}" and int(e["word"], 0) >> 24 == UNPACR]
        reads = [i for i, e in enumerate(log) if e.get("s", "").startswith("l1.") and e["client"] == client]
        each = len(reads) // len(taken)
        if each * len(taken) != len(reads) or each == 0:
            wrong.append(f"{len(reads)} beats of client {client} are not of {len(taken)} UNPACRs alike")
            continue
        all_of = [(i, taken[k // each]) for k, i in enumerate(reads)]
        cases += [all_of[0], all_of[each - 1], all_of[each], all_of[len(all_of) // 2 + 1], all_of[-1]]
    named(log, cases, 'of this read the instruction is "UNPACR')
    if len(sys.argv) > 2:
        for setting in "units.unpacker0=rtl", "units.l1=rtl":
            rtl = run(sys.argv[2], "c.jsonl", "--set", setting, what=what)
            if [e for e in rtl if e.get("s") == "unpack.read"] != [e for e in log if e.get("s") == "unpack.read"]:
                wrong.append(f"with {setting} the reads are of other UNPACRs")
print("\n".join(wrong[:3]))
sys.exit(1 if wrong else 0)
