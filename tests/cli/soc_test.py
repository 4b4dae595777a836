# SPDX-License-Identifier: Apache-2.0
"""--soc: what of a chip's description becomes parameters, and what is refused."""
import itertools, json, unittest

from common import Case

COLUMNS = [*range(1, 8), *range(10, 17)]
DRAM = [["0-0", "0-1", "0-11"], ["0-2", "0-10", "0-3"], ["0-9", "0-4", "0-8"], ["0-5", "0-7", "0-6"],
        ["9-0", "9-1", "9-11"], ["9-2", "9-10", "9-3"], ["9-9", "9-4", "9-8"], ["9-5", "9-7", "9-6"]]


def workers(missing=()):
    return [f"{x}-{y}" for y in range(2, 12) for x in COLUMNS if x not in missing]


def described(**other):
    """A chip as tt-metal's files have it. `other`: members in the place of these; None: left out."""
    all = {"grid": {"x_size": 17, "y_size": 12}, "arch_name": "BLACKHOLE", "dram": DRAM, "functional_workers": workers(),
           "worker_l1_size": 1499136, "dram_bank_size": 4294967296, "eth_l1_size": 262144, **other}
    return json.dumps({k: v for k, v in all.items() if v is not None})  # JSON is YAML


class Soc(Case):
    def dumped(self, *words, **other):
        self.write("chip.yaml", described(**other))
        return json.loads(self.tlm("program", "--soc", "chip.yaml", *words, "--dump-config")[0])

    def test_whole(self):
        p = self.dumped()
        self.assertEqual([p["noc"]["harvested_columns"], p["dram"]["harvested_channels"], p["dram"]["channel_mib"], p["l1"]["size_kib"]],
                         [0, 0, 4096, 1536])  # worker_l1_size is what software uses of L1

    def test_columns(self):
        for missing in itertools.chain(itertools.combinations(COLUMNS, 1), [(1, 16), (2, 7, 10), tuple(COLUMNS[:7])]):
            mask = sum(1 << COLUMNS.index(x) for x in missing)
            self.assertEqual(self.dumped(functional_workers=workers(missing))["noc"]["harvested_columns"], mask)

    def test_channels(self):
        for channel in range(8):
            self.assertEqual(self.dumped(dram=DRAM[:channel] + DRAM[channel + 1:])["dram"]["harvested_channels"], 1 << channel)

    def test_settings_come_later(self):
        self.assertEqual(self.dumped("--set", "dram.channel_mib=8")["dram"]["channel_mib"], 8)

    def test_refused(self):
        for other, words in [({"arch_name": "WORMHOLE_B0"}, "BLACKHOLE"), ({"arch_name": None}, "arch_name"), ({"grid": None}, "grid"),
                             ({"grid": {"x_size": 16, "y_size": 12}}, "17 x 12"), ({"dram": None}, "dram"), ({"dram": 7}, "dram"),
                             ({"dram": [["0-0", "0-1", "0-2"]]}, "dram"), ({"functional_workers": None}, "functional_workers"),
                             ({"functional_workers": workers()[1:]}, "9 of the 10 tiles of column 1"), ({"functional_workers": ["8-3"]}, "8-3"),
                             ({"functional_workers": ["1_2"]}, "1_2"), ({"functional_workers": workers(COLUMNS[:8])}, "at most 7"),
                             ({"dram": DRAM[2:]}, "one fused off"), ({"dram_bank_size": "much"}, "dram_bank_size")]:
            self.write("chip.yaml", described(**other))
            self.assertIn(words, self.tlm("program", "--soc", "chip.yaml", "--dump-config", status=2)[1])
        for text in ["", "[", "a: [b", "17", "\x00"]:
            self.write("chip.yaml", text)
            self.assertIn("chip.yaml", self.tlm("program", "--soc", "chip.yaml", "--dump-config", status=2)[1])
        self.tlm("program", "--soc", "nowhere.yaml", "--dump-config", status=2)

    def test_place_of_the_tile(self):
        self.write("chip.yaml", described(functional_workers=workers((2,))))
        _, said = self.tlm("program", "--soc", "chip.yaml", "--set", "noc.tile_x=13", "--dump-config", status=2)
        self.assertIn("13 are left", said)


if __name__ == "__main__":
    unittest.main()
