# SPDX-License-Identifier: Apache-2.0
"""Every port of every example's module is a signal of --vcd, of its width, in the scope of its block, and nothing else is there; clk rises
once a cycle at rtl.edge_ps, rst_n is low in front of the first edge only.   ports_test.py TENSIX_TLM_RTL EXAMPLES STREAM"""
import math, os, re, subprocess, sys, tempfile

BLOCKS = {"l1": ["l1"], "unpacker_fetch": ["unpacker0", "unpacker1"], "packer_output": ["packers"], "matrix_issue": ["matrix_unit"],
          "core_source": ["core0", "core1", "core2"], "noc_command": ["noc0", "noc1"]}
PLACES = ["l1", "unpacker0", "unpacker1", "packers", "matrix_unit", "players", "noc0", "noc1"]
wrong = []


def ports_of(source, given):
    """{name: bits}, of unpacked arrays name[i]..., from the module's header; `given`: parameters that are overridden."""
    text = re.sub(r"//[^\n]*", "", open(source).read())
    name = os.path.basename(source)[:-3]
    header = re.search(r"\bmodule\s+%s\b(.*?)\)\s*;" % name, text, re.S)[1]
    known = {k: int(v) for k, v in re.findall(r"parameter\s+int(?:\s+unsigned)?\s+(\w+)\s*=\s*(\d+)", header)}
    known.update(given)

    def value(expression):
        return eval(expression.replace("$clog2", "clog2"), {"clog2": lambda n: math.ceil(math.log2(n))}, known)

    def extent(dimension):
        if ":" not in dimension:
            return value(dimension)
        high, low = dimension.split(":")
        return value(high) - value(low) + 1

    found = {}
    part = r"input|output"
    body = header[re.search(r"\(\s*(?:%s)\b" % part, header).start() + 1:]
    bits = 1
    for declared in re.split(r",(?![^\[]*\])", body):
        m = re.fullmatch(r"\s*(?:(?:%s)\s+logic\s*)?((?:\[[^\]]*\]\s*)*)(\w+)\s*((?:\[[^\]]*\]\s*)*)" % part, declared)
        packed, port, unpacked = m.groups()
        if re.match(r"\s*(%s)\b" % part, declared):
            bits = math.prod(extent(d) for d in re.findall(r"\[([^\]]*)\]", packed))
        names = [port]
        for d in re.findall(r"\[([^\]]*)\]", unpacked):
            names = [f"{n}[{i}]" for n in names for i in range(extent(d))]
        found.update({n: bits for n in names})
    return found


def read(path):
    """{scope: {name: bits}}, and of scopes' clk and rst_n the changes as (ps, value)."""
    scopes, path_now, changes, codes, time = {}, [], {}, {}, 0
    with open(path) as f:
        for line in f:
            word = line.split()
            if line.startswith("$timescale"):
                assert line.split()[1:3] == ["1", "ps"], line
            elif line.startswith("$scope"):
                path_now.append(word[2])
            elif line.startswith("$upscope"):
                path_now.pop()
            elif line.startswith("$var"):
                scopes.setdefault(path_now[-1], {})[word[4]] = int(word[2])
                if word[4] in ("clk", "rst_n"):
                    codes.setdefault(word[3], word[4])
            elif line[0] == "#":
                time = int(line[1:])
            elif line[0] in "01" and line[1:].strip() in codes:
                changes.setdefault(codes[line[1:].strip()], []).append((time, int(line[0])))
    return scopes, changes, time


binary, examples, stream = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    settings = [word for p in PLACES for word in ("--set", f"units.{p}=rtl")]
    for period, edge in ((1000, 0), (2000, 1700)):
        subprocess.run([binary, "stream", stream, *settings, "--set", "rtl.clock=free", "--set", f"clock_period_ps={period}", "--set",
                        f"rtl.edge_ps={edge}", "--vcd", "w.vcd"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        scopes, changes, end = read(os.path.join(folder, "w.vcd"))
        at = edge or period // 2
        if end % period:
            wrong.append(f"the end, {end} ps, is not that of a cycle")
        clk = changes["clk"]
        want = [(0, 0)] + [x for c in range(end // period) for x in ((period * c + at, 1), (period * (c + 1), 0))]
        if clk != want[:-1]:
            wrong.append(f"clk, edge {edge}: {clk[:6]} ... {clk[-4:]}, expected {want[:6]} ... {want[-4:]}")
        if changes["rst_n"] != [(0, 0), (at // 2, 1)]:
            wrong.append(f"rst_n, edge {edge}: {changes['rst_n'][:4]}")
for example, blocks in BLOCKS.items():
    for block in blocks:
        there = scopes.get(block + "_pins", {})
        # The packers of blackhole share one output stream.
        given = {"STREAMS": 1 if not any(n.startswith("l1_word[1]") for n in there) else 4} if example == "packer_output" else {}
        want = ports_of(os.path.join(examples, example, example + ".sv"), given)
        for name in sorted(set(want) | set(there)):
            if want.get(name) != there.get(name):
                wrong.append(f"{block}_pins.{name}: {there.get(name)} bits in the waves, {want.get(name)} in {example}.sv (None: not there)")
print("\n".join(wrong[:40]))
sys.exit(1 if wrong else 0)
