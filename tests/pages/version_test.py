# SPDX-License-Identifier: Apache-2.0
"""One version, which stands in the file VERSION. The program, its man page, traces and pages, the CMake, pkg-config and Debian packages,
the Python module, the newest entry of CHANGELOG.md, CITATION.cff, and the pages that name a version agree with it.

    version_test.py PROGRAM VERSION BUILD
"""
import glob, json, os, re, subprocess, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM, VERSION, BUILD = sys.argv[1:4]


def text_of(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


def program(*words):
    return subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, check=True, encoding="utf-8").stdout


class Version(unittest.TestCase):
    def test_the_build_directory_is_of_this_tree(self):
        self.assertEqual(text_of("VERSION"), VERSION + "\n")

    def test_python_module(self):
        self.assertIn('dynamic = ["version"]', text_of("pyproject.toml"))
        self.assertIn('version = { file = "VERSION" }', text_of("pyproject.toml"))

    def test_man_page(self):
        self.assertIn(f'"tensix\\-tlm {VERSION}"', program("man").splitlines()[0])

    def test_citation(self):
        self.assertEqual(re.findall(r"^version: (\S+)$", text_of("CITATION.cff"), re.M), [VERSION])
        self.assertEqual(re.findall(r"^  version = \{(\S+)\},$", text_of("docs/cite.md"), re.M), [VERSION])

    def test_program(self):
        self.assertEqual(program("--version"), f"tensix-tlm {VERSION}\n")

    def test_trace_waveforms_and_page(self):
        with tempfile.TemporaryDirectory() as folder:
            trace, vcd, page = (os.path.join(folder, name) for name in ("t.json", "t.vcd", "p.html"))
            program("run", "datacopy", "--shape", "32x32", "--trace", trace, "--vcd", vcd, "--report", page)
            with open(trace) as f:
                self.assertIn(f"tensix-tlm {VERSION}", json.dumps(json.load(f)["otherData"]))
            self.assertIn(f"$version tensix-tlm {VERSION} $end", text_of(vcd))
            self.assertIn(f'"program":"{VERSION}"', text_of(page))

    def test_packages(self):
        self.assertIn(f'set(PACKAGE_VERSION "{VERSION}")', text_of(BUILD, "tensix_tlm-config-version.cmake"))
        self.assertIn(f"\nVersion: {VERSION}\n", text_of(BUILD, "tensix_cosim.pc"))
        self.assertIn(f'set(CPACK_PACKAGE_VERSION "{VERSION}")', text_of(BUILD, "CPackConfig.cmake"))

    def test_changelog(self):
        entries = re.findall(r"^## (.*)$", text_of("CHANGELOG.md"), flags=re.M)
        versions = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (?:Unreleased|\d{4}-\d\d-\d\d)", e) for e in entries]
        self.assertTrue(versions and all(versions), f"entries are `## [X.Y.Z] - Unreleased`, or the date: {entries}")
        self.assertEqual(".".join(versions[0].groups()), VERSION)
        numbers = [tuple(map(int, v.groups())) for v in versions]
        self.assertEqual(numbers, sorted(set(numbers), reverse=True), "newest first")
        kinds = set(re.findall(r"^### (.*)$", text_of("CHANGELOG.md"), flags=re.M))
        self.assertLessEqual(kinds, {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"})

    def test_pages(self):
        named = []
        for path in [*glob.glob(os.path.join(ROOT, "*.md")), *glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)]:
            text = text_of(path)
            for wanted in re.findall(r"find_package\(tensix_tlm (\d[\d.]*)", text):
                named.append(path)
                self.assertEqual(wanted, ".".join(VERSION.split(".")[:2]), path)  # the package serves the same minor version
            for wanted in re.findall(r"tensix-tlm (\d+\.\d+\.\d+)", text):
                self.assertEqual(wanted, VERSION, path)
        self.assertTrue(named, "no page says which version find_package asks for")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
