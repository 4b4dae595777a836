# SPDX-License-Identifier: Apache-2.0
"""Waveforms with --vcd-data against the event log of the same run: every event is in its signals, in its cycle, and no signal
moves without one.   waves_test.py TENSIX_TLM STREAM..."""
import json, os, re, subprocess, sys, tempfile

CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models/memory/l1_client.h")


def read_vcd(path):
    """Of each signal 'group.name': its values, as a list of (cycle, value), texts too; of a clock the last of a cycle."""
    names, scope, values, cycle, unit = {}, [], {}, 0, 1  # unit: of time, in a cycle
    with open(path) as f:
        for line in f:
            word = line.split()
            if line.startswith("$scope"):
                scope.append(word[2])
            elif line.startswith("$upscope"):
                scope.pop()
            elif line.startswith("$var"):
                name = ".".join(scope[1:] + [word[4]])
                values[name] = values[names[word[3]]] if word[3] in names else []
                names.setdefault(word[3], name)
            elif line.startswith("$comment") and word[2] == "ps":
                unit = int(word[1])
            elif line.startswith("#"):
                cycle = int(line[1:]) // unit
            elif line[0] in "01":
                values[names[line[1:].strip()]].append((cycle, int(line[0])))
            elif line[0] == "b":
                values[names[word[1]]].append((cycle, int(word[0][1:], 2)))
            elif line[0] == "s":
                values[names[word[1]]].append((cycle, word[0][1:]))
    return values, cycle


def by_cycle(changes, end):
    """{cycle: value} where it is not 0."""
    found = {}
    for (begin, value), (stop, _) in zip(changes, changes[1:] + [(end, 0)]):
        if value and value != "-":
            found.update((c, value) for c in range(begin, stop))
    return found


def expected(log, units):
    """The same of all signals, from the events."""
    want = {}

    def put(signal, cycle, value):
        if value:
            want.setdefault(signal, {})[cycle] = value
        else:
            want.get(signal, {}).pop(cycle, None)

    clients = re.findall(r"^  (\w+),?$", re.search(r"enum class l1_client[^{]*{(.*?)}", open(CLIENTS).read(), re.S)[1], re.M)

    def put_bit(signal, cycle, bits):
        row = want.setdefault(signal, {})
        row[cycle] = row.get(cycle, 0) | bits

    def data_of(e):
        return int.from_bytes(bytes.fromhex(e["d"]), "little") if "d" in e else 0

    def number(e, key):
        return int(e[key], 0) if isinstance(e[key], str) else e[key]

    for e in log:
        if "s" not in e:
            continue
        stream, cycle = e["s"], e["c"]
        if stream.startswith("accept."):
            unit = stream[7:]
            put(f"{unit}.issue_valid", cycle, 1)
            put(f"{unit}.issue_thread", cycle, e["thread"])
            put(f"{unit}.issue_word", cycle, number(e, "word"))
        elif stream.startswith("l1."):
            port = f"L1_port{stream[3:]}"
            for name, value in (("gnt", 1), ("we", e["we"]), ("addr", number(e, "addr")), ("client", e["client"]), ("op", e["op"]),
                                ("wstrb", number(e, "strb")), ("data", data_of(e))):
                put(f"{port}.{name}", cycle, value)
            put(f"{port}.client_name", cycle, clients[e["client"]])
        elif stream in ("srca.write", "srcb.write"):
            every = (1 << 64) - 1
            put_bit(f"Src{stream[3].upper()}.bank{e['bank']}_rows_written", cycle, every if e["rows"] > 1 else 1 << e["row"])
        elif stream == "dst.write":
            put_bit("Dst.blocks_written", cycle, 1 << e["block"])
        elif stream == "dst.read":
            put_bit("Dst.blocks_read", cycle, 1 << e["block"])
        elif stream == "pack.beat":
            packer = f"packer{e['packer']}"
            put(f"{packer}.beats", cycle, want.get(f"{packer}.beats", {}).get(cycle, 0) + 1)
            put(f"{packer}.addr", cycle, number(e, "addr"))
            put(f"{packer}.data", cycle, data_of(e))
        elif stream == "config.write":
            for name, value in (("we", 1), ("bank", e["bank"]), ("index", e["index"]), ("value", number(e, "value"))):
                put(f"config.{name}", cycle, value)
        units.add(stream.split(".")[0])
    return want


def held(log, stream, index, value):
    """States: {index: [(cycle, value)]}."""
    found = {}
    for e in log:
        if e.get("s") == stream:
            found.setdefault(e[index], []).append((e["c"], e[value]))
    return found


def check(binary, stream, folder, seen):
    vcd, events = os.path.join(folder, "w.vcd"), os.path.join(folder, "e.jsonl")
    subprocess.run([binary, "stream", stream, "--vcd", vcd, "--vcd-data", "--events", events, "--event-data", "full"], cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    signals, end = read_vcd(vcd)
    log = [json.loads(line) for line in open(events)]
    want = expected(log, seen)
    prefixes = {s.split(".")[0] for s in signals if s.endswith((".issue_thread", ".gnt", "_rows_written", ".beats"))} | {"Dst", "config"}
    wrong = []
    for name, changes in signals.items():
        if name.split(".")[0] not in prefixes or name.endswith("busy"):
            continue
        is_now, should = by_cycle(changes, end), {c: v for c, v in want.get(name, {}).items() if c < end}
        if is_now != should:
            c = min(c for c in {**is_now, **should} if is_now.get(c) != should.get(c))
            wrong.append(f"{os.path.basename(stream)}: {name} in cycle {c} is {is_now.get(c, 0)}, events say {should.get(c, 0)}")
    for name in want:
        if name not in signals:
            wrong.append(f"{os.path.basename(stream)}: no signal {name}")
    for index, states in held(log, "mutex", "index", "holder").items():
        holders = by_cycle(signals[f"mutexes.mutex{index}_held"], end)
        for (c, holder), (stop, _) in zip(states, states[1:] + [(end, 3)]):
            if any(holders.get(x, 0) != (1 << holder if holder < 3 else 0) for x in range(c, stop)):
                wrong.append(f"{os.path.basename(stream)}: mutex {index} from cycle {c} on")
    view = open(os.path.join(folder, "w.gtkw")).read()
    wrong += [f"{os.path.basename(stream)}: the view lacks {name}" for name in signals if f".{name}" not in view]
    return wrong


def main():
    binary, streams, wrong, seen = os.path.abspath(sys.argv[1]), sys.argv[2:], [], set()
    for stream in streams:
        with tempfile.TemporaryDirectory() as folder:
            wrong += check(binary, os.path.abspath(stream), folder, seen)
    missing = {"accept", "l1", "srca", "srcb", "dst", "pack", "config", "sem", "mutex", "issue", "handover"} - seen
    if missing:
        wrong.append(f"no event of {', '.join(sorted(missing))}: the streams do not show their signals")
    print("\n".join(wrong[:30]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
