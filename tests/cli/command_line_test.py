# SPDX-License-Identifier: Apache-2.0
"""Help, version, quiet runs, metrics on standard output, and what is said of names that are wrong."""
import json, os, subprocess, unittest

from common import BINARY, Case

STREAM = "l1w 0x1000 0x12345678\nout 0x1000 4\nt0 mark here\nt0 NOP\n"


class CommandLine(Case):
    def test_help_in_all_its_forms(self):
        overview = self.tlm("--help")[0]
        for words in (["-h"], ["help"]):
            self.assertEqual(self.tlm(*words)[0], overview)
        commands = [line.split()[1] for line in overview.splitlines() if line.startswith("  tensix-tlm ")]
        commands = [c for c in commands if c[0] not in "-C"]
        self.assertGreaterEqual(len(commands), 15)
        for command in commands:
            with self.subTest(command=command):
                text = self.tlm("help", command)[0]
                self.assertEqual(self.tlm(command, "--help")[0], text)
                self.assertEqual(self.tlm(command, "-h")[0], text)
                self.assertTrue(text.startswith(f"tensix-tlm {command}"), text)
        err = self.tlm("help", "runn", status=2)[1]
        self.assertIn("did you mean 'run'?", err)

    def test_version(self):
        self.assertEqual(self.tlm("version")[0], self.tlm("--version")[0])

    def test_suggestions_only_when_near(self):
        for words, wanted in ((["rnu"], "did you mean 'run'"), (["frobnicate"], None), (["run", "matmlu"], "did you mean 'matmul'"), (["run", "softmax"], None),
                              (["run", "add", "--frobnicate"], None), (["run", "add", "--sahpe", "1x1"], "did you mean '--shape'"),
                              (["run", "add", "--set", "banks=8"], "did you mean 'l1.banks'"), (["run", "add", "--set", "colour=8"], None),
                              (["run", "add", "--format", "quad"], None), (["completion", "fish"], None), (["completion", "zhs"], "did you mean 'zsh'")):
            with self.subTest(words=words):
                err = self.tlm(*words, status=2)[1]
                if wanted:
                    self.assertIn(wanted, err)
                else:
                    self.assertNotIn("did you mean", err)

    def test_metrics_on_standard_output_and_nothing_else(self):
        self.write("s.scn", STREAM)
        for words in (["run", "add"], ["run", "add", "--sample"], ["stream", "s.scn"]):
            with self.subTest(words=words):
                out, err = self.tlm(*words, "--metrics", "-")
                self.assertEqual(json.loads(out)["format"], "tensix-tlm-metrics")
                self.assertEqual(err, "out 0x1000 78563412\n" if "stream" in words else "")
                self.tlm(*words, "--metrics", "m.json")
                with open(self.path("m.json")) as f:
                    there, here = json.load(f), json.loads(out)
                for m in (there, here):
                    for differs in ("host_seconds", "command", "files"):
                        del m[differs]
                self.assertEqual(there, here)
        self.assertNotIn("-", os.listdir(self.folder))
        self.assertIn("--timeline and --metrics -", self.tlm("run", "add", "--timeline", "--metrics", "-", status=2)[1])
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, "run", "add", "--metrics", "-"], stdout=full, stderr=subprocess.PIPE, encoding="utf-8")
            self.assertEqual(done.returncode, 4)
            self.assertIn("No space left on device", done.stderr)

    def test_a_stream_says_why_if_asked(self):
        self.write("s.scn", "t0 NOP\nb delay 50\nout 0x1000 4\n")
        self.assertEqual(self.tlm("stream", "s.scn")[0].count("\n"), 1)
        out, _ = self.tlm("stream", "s.scn", "--why")
        self.assertIn("\nb delay                         50", out)
        self.assertIn("\nlimited by b's loop (", out)
        self.assertIn("core_b", self.tlm("stream", "s.scn", "--conflicts")[0])

    def test_quiet(self):
        self.write("s.scn", STREAM)
        self.assertEqual(self.tlm("run", "add", "--quiet"), ("", ""))
        self.assertEqual(self.tlm("stream", "s.scn", "--quiet"), ("out 0x1000 78563412\n", ""))
        self.write("bad.scn", "t0 SEMWAIT wait_sem_cond=1 sem_sel=2 stall_res=511\nt0 NOP\nt0 sync\n")
        out, err = self.tlm("stream", "bad.scn", "--quiet", status=3)
        self.assertEqual(out, "")
        self.assertIn("deadlock", err)


if __name__ == "__main__":
    unittest.main()
