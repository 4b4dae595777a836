# SPDX-License-Identifier: Apache-2.0
"""Parameters of structure: each moves what it should, by as much as it should, and no datum."""
import filecmp, glob, json, os, unittest

from common import BINARY, ROOT, Case, page

KERNELS = {
    "matmul": ["matmul", "--shape", "128x128x96", "--fidelity", "hifi4"],
    "mul": ["mul", "--shape", "128x128", "--fidelity", "hifi3"],
    "wide": ["matmul", "--shape", "128x96x64", "--fp32-dest", "--format", "fp32", "--out-format", "fp32"],
    "spills": ["matmul", "--shape", "128x128x128", "--block-k", "2", "--fp32-dest"],
    "to_dst": ["datacopy", "--shape", "128x128", "--format", "fp32", "--out-format", "fp32", "--fp32-dest"],
    "transpose": ["transpose", "--shape", "96x128", "--format", "fp32", "--out-format", "fp32", "--fp32-dest"],
    "untilize": ["untilize", "--shape", "64x512"],
    "reduce": ["reduce", "--shape", "128x128", "--op", "sum", "--axis", "w"],
    "unary": ["unary", "--op", "gelu", "--shape", "64x128"],
    "four_packers": ["add", "--shape", "128x128", "--config", "documented"],
}
ONE_AT_A_TIME = ["src.banks=3", "src.banks=4", "dst.rows=2048", "dst.sections=4", "matrix_unit.rows_per_cycle=2", "vector_unit.issue_cycles=3",
                 "unpacker.fetches_in_flight=1", "frontend.issue_width=2", "frontend.replay_entries=64", "frontend.mop_count_bits=16"]


def settings(*all):
    return [word for s in all for word in ("--set", s)]


def contents(path):
    with open(path, "rb") as f:
        return f.read()


def busy(metrics, unit):
    return metrics["units"][unit]["busy"]


class Structure(Case):
    def run_kernel(self, name, *what):
        out = self.path(f"{name}{len(what)}{'-'.join(what)}.npy".replace("/", "_"))
        return self.metrics("run", *KERNELS[name], "--out", out, *settings(*what)), out

    def test_data_are_the_same(self):
        for name in KERNELS:
            _, usual = self.run_kernel(name)
            for one in ONE_AT_A_TIME:
                what = ["dst.rows=2048", one] if one == "dst.sections=4" else [one]
                metrics, out = self.run_kernel(name, *what)
                self.assertEqual(metrics["end"], "done", (name, what))
                self.assertTrue(filecmp.cmp(usual, out, shallow=False), (name, what))

    # So many fills go to the unpacker's banks before the matrix unit takes one; the next one waits for ever.
    def test_banks_are_how_far_an_unpacker_is_ahead(self):
        for banks in (2, 3, 4):
            for unpacker in (0, 1):
                for fills in (banks, banks + 1):
                    fill = f"t0 UNPACR_NOP unpacker_select={unpacker} set_dvalid=1 stall_clr_cntrl=1 unpack_pop=1\n"
                    self.write("ahead.scn", fills * fill + f"t0 STALLWAIT stall_res=0x1ff wait_res={2 << unpacker}\nt0 SEMPOST sem_sel=1\n")
                    out, err = self.tlm("stream", self.path("ahead.scn"), "--set", f"src.banks={banks}", status=0 if fills == banks else 3)
                    self.assertEqual("deadlock" in err, fills != banks, (banks, fills, err))

    def test_rows_a_cycle(self):
        usual, _ = self.run_kernel("matmul")
        products = 4 * 4 * 3 * 16 * 4  # tiles of M, N and K, MVMULs of a tile's product, phases
        for rows in (1, 2, 4):
            slow, _ = self.run_kernel("matmul", f"matrix_unit.rows_per_cycle={rows}")
            self.assertEqual(busy(slow, "matrix_unit") - busy(usual, "matrix_unit"), products * (8 // rows - 1), rows)

    def test_phases_at_once(self):
        busy_with = lambda fidelity, *what: busy(self.metrics("run", *KERNELS["matmul"][:-1], fidelity, *settings(*what)), "matrix_unit")
        for at_once in (2, 4):
            for phases, fidelity in enumerate(("lofi", "hifi2", "hifi3", "hifi4"), 1):
                as_many = ("lofi", "hifi2", "hifi3", "hifi4")[-(-phases // at_once) - 1]
                self.assertEqual(busy_with(fidelity, f"matrix_unit.phases_at_once={at_once}"), busy_with(as_many), (fidelity, at_once))

    # The same additions in the same order for mul; for a product of matrices in another order, which Dst rounds.
    def test_phases_at_once_compute_what_the_fidelity_says(self):
        for fidelity in ("hifi2", "hifi3", "hifi4"):
            results = []
            for at_once in (1, 2, 4):
                out = self.path(f"mul{at_once}.npy")
                self.tlm("run", *KERNELS["mul"][:-1], fidelity, "--out", out, "--set", f"matrix_unit.phases_at_once={at_once}")
                results.append(contents(out))
                accuracy = self.metrics("run", *KERNELS["matmul"][:-1], fidelity, "--fp32-dest", "--set", f"matrix_unit.phases_at_once={at_once}")["accuracy"]
                error = accuracy["max_abs_error"]
                self.assertLessEqual(error, 1.01 * (first if at_once > 1 else error), (fidelity, at_once))
                first = error if at_once == 1 else first
            self.assertEqual(results[1:], results[:-1], fidelity)
        lofi = self.path("lofi.npy")
        self.tlm("run", *KERNELS["mul"][:-1], "lofi", "--out", lofi)
        self.assertNotEqual(contents(lofi), results[0])

    def test_vector_rate(self):
        abs = ["run", "unary", "--op", "abs", "--shape", "64x64"]  # an instruction a cycle
        for cycles in (2, 5):
            self.assertEqual(busy(self.metrics(*abs, *settings(f"vector_unit.issue_cycles={cycles}")), "vector_unit"), cycles * busy(self.metrics(*abs), "vector_unit"))

    def test_capacity_of_dst(self):
        for name, tiles in (("matmul", 8), ("wide", 4)):
            for what, more in (([], 1), (["dst.rows=2048"], 2), (["dst.rows=2048", "dst.sections=4"], 1)):
                metrics, _ = self.run_kernel(name, *what)
                self.assertEqual(metrics["kernel"]["chosen"]["dst_tiles"], tiles * more, (name, what))
        # Larger sub-blocks need fewer tiles in L1: a cycle each.
        fed = lambda *what: self.metrics("run", *KERNELS["matmul"], *settings("feed.producer_bytes_per_cycle=2048", *what))["bounds"]["producer"]["cycles"]
        mt, nt, kt = 4, 4, 3
        self.assertEqual(fed(), 2 * (mt // 2 + nt) * kt)  # sub-blocks of 2x4 tiles
        self.assertEqual(fed("dst.rows=2048"), (mt + nt) * kt)  # one of 4x4

    # Without T2, which would pack them, T1 computes as many blocks as there are parts, and waits.
    def test_parts_of_dst(self):
        tile = 16  # MVMULs, and a SETRWC for each row of tiles
        done = {}
        for name, parts, rows, what in (("chip", 2, 2, []), ("more", 4, 2, ["dst.rows=2048", "dst.sections=4"]), ("larger", 2, 4, ["dst.rows=2048"])):
            self.tlm("run", "matmul", "--shape", "256x256x32", "--dump-stream", self.path("all.scn"), *settings(*what))
            with open(self.path("all.scn"), encoding="utf-8") as f:
                self.write("without.scn", "".join(line for line in f if not line.startswith("t2 ")))
            self.tlm("stream", self.path("without.scn"), "--metrics", self.path("m.json"), *settings(*what), status=3)
            with open(self.path("m.json"), encoding="utf-8") as f:
                done[name] = busy(json.load(f), "matrix_unit") - parts * rows * (4 * tile + 1)
        self.assertEqual(len(set(done.values())), 1, done)  # what is left: T1's preparations

    # The words of a loop, and a sync: cycles from one mark to the other, and what came of it.
    def loop(self, words, *what, times=16, status=0, load=None):
        record = f"t1 REPLAY len={load or len(words)} load_mode=1\n" + "".join(f"t1 {w}\n" for w in words)
        self.write("loop.scn", f"{record}t1 sync\nt1 mark a\n" + times * f"t1 REPLAY len={load or len(words)}\n" + "t1 sync\nt1 mark b\n")
        out, err = self.tlm("stream", self.path("loop.scn"), *settings(*what), status=status)
        if status:
            return err
        at = {line.split()[1]: int(line.split()[3]) for line in out.splitlines() if line.startswith("mark ")}
        return at["b"] - at["a"]

    def test_entries_of_the_replay_buffer(self):
        words = ["SETRWC", "INCRWC rwc_d=1"] * 8
        usual = self.loop(words)
        for entries in (16, 31, 33, 64):
            self.assertEqual(self.loop(words, f"frontend.replay_entries={entries}"), usual, entries)
        refused = self.loop(words, "frontend.replay_entries=15", status=1)
        for part in ("REPLAY", "needs 16 entries", "has 15", "frontend.replay_entries"):
            self.assertIn(part, refused)
        # What the chip's has no room for: 40 words, each replay of them all.
        long = ["SETRWC"] * 39 + ["INCRWC rwc_d=1"]
        self.assertIn("needs 40 entries", self.loop(long, "frontend.replay_entries=39", status=1))
        self.assertEqual(self.loop(long, "frontend.replay_entries=40", times=20) - self.loop(long, "frontend.replay_entries=40", times=10), 10 * 40)

    def test_bits_of_loop_counts(self):
        def mop(inner, *what, status=0):
            config = [1, inner, 0x02000000, 0x02000000, 0x02000000, 0x37000000, 0x02000000, 0x37000000, 0x37000000]  # SETRWC
            self.write("mop.scn", "".join(f"t1 st {0xFFB80000 + 4 * i:#x} {w:#x}\n" for i, w in enumerate(config)) + "t1 MOP mop_type=1\n")
            if status:
                return self.tlm("stream", self.path("mop.scn"), *settings(*what), status=status)[1]
            return busy(self.metrics("stream", self.path("mop.scn"), *settings(*what)), "matrix_unit")
        self.assertEqual([mop(n) for n in (7, 1023, 1024 + 5)], [7, 1023, 5])  # the chip's ten bits
        self.assertEqual([mop(n, "frontend.mop_count_bits=12") for n in (7, 1023, 1024 + 5)], [7, 1023, 1029])
        self.assertEqual(mop(7, "frontend.mop_count_bits=3"), 7)
        refused = mop(8, "frontend.mop_count_bits=3", status=1)
        for part in ("MOP", "loop count of 8", "3 bits, at most 7", "frontend.mop_count_bits"):
            self.assertIn(part, refused)

    # An UNPACR of a face of BF16 fetches for 4 cycles; its data are 14 more on their way.
    def test_fetches_in_flight(self):
        def unpack(*what):
            metrics = self.metrics("run", "datacopy", "--shape", "256x256", "--isolate", "unpack", *settings(*what))
            return metrics["cycles"]
        faces = unpack("unpacker.fetches_in_flight=1") // (4 + 14)
        self.assertIn(faces, range(4 * 64 - 8, 4 * 64 + 17))
        two = unpack("unpacker.fetches_in_flight=2")
        self.assertAlmostEqual(two / (4 * 64), (4 + 14) / 2, delta=0.9)
        self.assertEqual(unpack("unpacker.fetches_in_flight=63"), unpack())
        why = self.metrics("run", "datacopy", "--shape", "256x256", "--isolate", "unpack", *settings("unpacker.fetches_in_flight=1"))["kernel"]["limited_by"]
        self.assertIn("pipeline", why)

    # Two units' instructions go together, two of one unit do not; and nothing near what takes effect some cycles later.
    def test_issue_width(self):
        pairs, width = ["SFPLOADI", "INCRWC rwc_d=2"] * 16, "frontend.issue_width=2"
        rate = lambda words, *what: (self.loop(words, *what, times=24) - self.loop(words, *what, times=8)) / 16
        self.assertEqual((rate(pairs), rate(pairs, width)), (32, 16))
        same = ["INCRWC rwc_d=2"] * 16
        self.assertEqual((rate(same), rate(same, width)), (16, 16))
        nops = ["SFPLOADI", "INCRWC rwc_d=2", "NOP"] * 8
        self.assertEqual((rate(nops), rate(nops, width)), (24, 24))
        far = ["NOP"] + pairs[:29]
        self.assertEqual((rate(far), rate(far, width)), (30, 1 + 8 + 11))
        self.assertIn("frontend.issue_width is 2: use 1", self.loop(["SFPLOADMACRO"], width, status=1))
        # It waits for what it waited for, and the path says so.
        gelu = lambda *what: self.metrics("run", *KERNELS["unary"], "--why", *settings(*what))
        one, two = gelu(), gelu(width)
        self.assertLess(two["cycles"], one["cycles"])
        self.assertEqual(sum(r["cycles"] for r in two["path"]["resources"]), two["cycles"])

    # Every twenty-fifth golden vector, whose programs count cycles in instructions.
    def test_vectors_are_the_same(self):
        outputs = lambda text: [line for line in text.splitlines() if line.startswith("out ")]
        vectors = sorted(glob.glob(os.path.join(ROOT, "tests", "vectors", "*", "*.scn")))
        self.assertGreater(len(vectors), 500)
        for vector in vectors[::25]:
            usual = outputs(self.tlm("stream", vector)[0])
            self.assertTrue(usual, vector)
            for what in (["frontend.issue_width=2"], ["frontend.issue_width=4", "frontend.gate_fifo_entries=4", "unpacker.fetches_in_flight=1"]):
                self.assertEqual(outputs(self.tlm("stream", vector, *settings(*what))[0]), usual, (vector, what))

    # WRCFG is seen two instructions behind it, whatever these are: also where they could go together.
    def test_configuration_is_as_old_as_ever(self):
        for filler in ("INCRWC", "NOP", "SETADC"):
            program = "t1 SETDMAREG payload_sig_sel=7\nt1 SETRWC\nt1 SFPLOADI\n" + 6 * f"t1 WRCFG\nt1 {filler}\nt1 SFPLOADI\n"
            self.write("w.scn", program.replace("t1 WRCFG", "t1 WRCFG cfg_reg=100"))
            cycles = [self.metrics("stream", self.path("w.scn"), *settings(*what))["cycles"] for what in ([], ["frontend.issue_width=2"])]
            self.assertEqual(cycles[0], cycles[1], filler)

    def test_refusals(self):
        matmul = ["run", *KERNELS["matmul"]]
        for what, says in (
            (["src.banks=1"], "2..4"),
            (["src.banks=5"], "2..4"),
            (["dst.rows=1536"], "no power of two"),
            (["dst.sections=3"], "no power of two"),
            (["dst.sections=4"], "dst.rows=2048"),
            (["matrix_unit.rows_per_cycle=3"], "no power of two"),
            (["matrix_unit.phases_at_once=3"], "no power of two"),
            (["src.banks=4", "units.unpacker0=rtl"], "pins of RTL"),
            (["dst.rows=2048", "units.packers=shadow"], "pins of RTL"),
            (["matrix_unit.rows_per_cycle=4", "units.matrix_unit=rtl"], "pins of RTL"),
            (["frontend.issue_width=2", "units.config_unit=rtl"], "pins of RTL"),
            (["frontend.issue_width=4"], "FIFO of 2"),
            (["frontend.replay_entries=65"], "1..64"),
            (["frontend.mop_count_bits=0"], "1..16"),
            (["unpacker.fetches_in_flight=0"], "1..64"),
        ):
            self.assertIn(says, self.tlm(*matmul, *settings(*what), status=2)[1], what)
        for options, what, says in (
            (["--dst-sync", "full"], "dst.rows=2048", "--dst-sync half"),
            (["--trace", "t.json"], "src.banks=3", "leave them out"),
            (["--vcd", "t.vcd"], "src.banks=3", "leave them out"),
            (["--events", "t.events"], "dst.rows=2048", "leave those options"),
            (["--record", "matrix_unit=t.rec"], "src.banks=4", "leave those options"),
            (["--events", "t.events"], "frontend.issue_width=2", "leave those options"),
            (["--vcd", "t.vcd"], "frontend.issue_width=2", "leave it out"),
            (["--dump-stream", "t.scn"], "matrix_unit.phases_at_once=2", "each fidelity phase by itself"),
        ):
            self.assertIn(says, self.tlm(*matmul, *options, "--set", what, status=2)[1], options)

    # A bank that is kept while the matrix unit goes on comes back after two: programs count on that.
    def test_programs_that_count_on_two_banks(self):
        keep = "t0 UNPACR_NOP set_dvalid=1 stall_clr_cntrl=1 unpack_pop=1\nt1 SETC16 setc16_reg=3 setc16_value=1\nt1 SETRWC clear_ab_vld=1\n"
        register = {line.split("(")[1].split(",")[0]: line.split(",")[1].strip() for line in page("models", "registers", "config_fields.def").splitlines() if line.startswith("THREAD_CONFIG_FIELD(")}
        self.write("keep.scn", keep.replace("setc16_reg=3", f"setc16_reg={register['CLR_DVALID_SrcA_Disable']}"))
        self.tlm("stream", self.path("keep.scn"))
        self.assertIn("counts on two banks", self.tlm("stream", self.path("keep.scn"), "--set", "src.banks=3", status=1)[1])

    # Fills of SrcA or SrcB with 0, minus infinity or 1, or with nothing: then it is what was there so many fills before as there are
    # banks. With other banks than two it is said if that is read and differs.
    def test_programs_that_read_what_they_have_not_written(self):
        def said(which, values, banks, reads=True):
            unpack = f"t0 UNPACR_NOP unpacker_select={which} set_dvalid=1 stall_clr_cntrl=1 unpack_pop=1 "
            words = [unpack + ("clr_to1_fmt_ctrl=3" if v is None else f"src_clr_val_ctrl={v} clr_to1_fmt_ctrl=1") for v in values]
            read = ("MOVB2D" if which else "MOVA2D") if reads else "NOP"
            self.write("stale.scn", "\n".join(words) + "\n" + len(values) * f"t1 {read}\nt1 SETRWC clear_ab_vld={1 << which}\n")
            warning = self.tlm("stream", self.path("stale.scn"), "--set", f"src.banks={banks}")[1]
            self.assertRegex(warning, rf"^(warning: cycle \d+, thread T1, matrix_unit: \S+ \({read}\): reads rows of Src{'AB'[which]} that nothing has written .* src.banks=2.*\n)?$")
            return warning != ""
        def differs(values, banks):
            held = lambda n: next((values[i] for i in range(n, -1, -banks) if values[i] is not None), 0)
            as_on_chip = lambda n: next((values[i] for i in range(n, -1, -2) if values[i] is not None), 0)
            return any(v is None and held(n) != as_on_chip(n) for n, v in enumerate(values))
        for values in ([2, 0, None], [0, 2, None], [2, 2, 2, None], [2, 0, 2, None], [0, 2, 2, None], [2, 1, 0, 2, None, 1], [2, 1, 0, 1, None, None, 2], [1, 2, 1, 2, None, None], [None, None, None]):
            for banks in (2, 3, 4):
                for which in (0, 1):
                    self.assertEqual(said(which, values, banks), differs(values, banks), (values, banks, which))
        self.assertEqual(said(0, [2, 0, None], 3, reads=False), False)

    def test_what_only_built_in_kernels_use_is_said(self):
        self.write("nothing.scn", "t0 SETRWC\n")
        for what in ("dst.rows=2048", "matrix_unit.phases_at_once=2"):
            self.assertIn("only built-in kernels", self.metrics("stream", self.path("nothing.scn"), "--set", what)["kernel"]["notes"][-1])

    def test_compiled_programs_stay_as_they_are(self):
        elf = lambda core: os.path.join(os.path.dirname(BINARY), "examples", "elf", f"add_{core}.elf")
        if not os.path.exists(elf("t0")):
            self.skipTest("the build has no compiler for the cores")
        words = ["elf", *(word for core in ("t0", "t1", "t2") for word in (f"--{core}", elf(core)))]
        words += [word for address in ("0xA000", "0xA004") for word in ("--l1w", f"{address}=4")]
        words += ["--l1w", "0xA100=16", "--l1w", "0xA120=16"]
        tensors = []
        for i, address in enumerate(("0x20000", "0x90000")):
            tensors += ["--l1", f"{address}={self.path(f'{i}.npy')}:bf16"]
            self.tlm("run", "datacopy", "--shape", "128x128", "--seed", str(i + 1), "--out", self.path(f"{i}.npy"))
        def ran(*what):
            sum = self.path("sum.bin")
            cycles = self.metrics(*words, *tensors, "--dump", f"0x100000:32768={sum}", *settings(*what))["cycles"]
            return cycles, contents(sum)
        usual = ran()
        self.assertTrue(any(usual[1]))
        for what in ("dst.rows=2048", "matrix_unit.phases_at_once=4", "frontend.replay_entries=64", "frontend.mop_count_bits=16"):
            self.assertEqual(ran(what), usual, what)
        for what in ("src.banks=3", "src.banks=4", "matrix_unit.rows_per_cycle=1", "vector_unit.issue_cycles=4", "frontend.issue_width=2", "unpacker.fetches_in_flight=1"):
            self.assertEqual(ran(what)[1], usual[1], what)

    def test_shared_ports(self):
        add = ["run", "add", "--shape", "256x256", "--isolate", "unpack"]
        same = "l1.client_ports.unpacker1=0,35-41"
        cycles = lambda *what: self.metrics(*add, *settings(*what))["cycles"]
        warning = lambda *what: self.tlm(*add, *settings(*what))[1]
        text = warning("throttle.shared_ports=true")
        for part in ("warning: ", "throttle.arbitration.x4_x4=x2,x2: 32 + 32", "128", "throttle.bytes.x2=64, throttle.bytes.x1=32", same):
            self.assertIn(part, text)
        for what in (["throttle.shared_ports=false"], [same], ["throttle.shared_ports=true", "throttle.bytes.x2=64", "throttle.bytes.x1=32"], ["throttle.shared_ports=true", "throttle.arbitration.x4_x4=x4,x4"]):
            self.assertEqual(warning(*what), "", what)
        self.assertEqual(self.tlm(*add, "--config", "documented")[1], "")
        # Done as the warning says, the two ways to share ports agree.
        shared, ports = cycles("throttle.shared_ports=true", "throttle.bytes.x2=64", "throttle.bytes.x1=32"), cycles(same)
        self.assertLess(abs(shared - ports) / ports, 0.1)
        self.assertGreater(cycles("throttle.shared_ports=true") / ports, 1.5)


if __name__ == "__main__":
    unittest.main()
