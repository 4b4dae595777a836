# SPDX-License-Identifier: Apache-2.0
"""Every SC_REPORT_* names an id of models/observe/report_ids.def with the severity that stands there, every id is used, and
docs/diagnoses.md has all of them. Usage: reports_test.py [--update]   (writes the page's table)"""
import glob, os, re, sys, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "diagnoses.md")


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


IDS = {name: (id, severity, meaning) for name, id, severity, meaning in
       re.findall(r'^TENSIX_REPORT\((\w+), "([^"]+)", (\w+), "(.*)"\)$', text_of("models/observe/report_ids.def"), re.M)}
TABLE = "| id | `report_id::` | severity | what |\n|---|---|---|---|\n" + \
        "".join(f"| `{id}` | `{name}` | {severity.lower()} | {meaning} |\n" for name, (id, severity, meaning) in IDS.items())


class Reports(unittest.TestCase):
    def test_sources(self):
        used = set()
        for folder in ("support", "models", "platform", "workload", "observe", "cosim", "testbench", "pages", "app"):
            for path in glob.glob(os.path.join(ROOT, folder, "**", "*.*"), recursive=True):
                if path.endswith((".h", ".cpp")) and "/device/" not in path:
                    text = text_of(path)
                    for severity, id in re.findall(r"\bSC_REPORT_([A-Z]+)\(\s*([^,]+?)\s*,", text):
                        self.assertRegex(id, r"^report_id::\w+$", path)
                        self.assertEqual(IDS[id.split("::")[1]][1], severity, path)
                        used.add(id.split("::")[1])
        self.assertEqual(used, set(IDS))
        self.assertGreater(len(used), 5)

    def test_ids(self):
        self.assertEqual(len({id for id, _, _ in IDS.values()}), len(IDS))
        self.assertEqual(len(IDS), text_of("models/observe/report_ids.def").count("TENSIX_REPORT("))

    def test_page(self):
        self.assertIn(TABLE, text_of(PAGE), "tests/pages/reports_test.py --update writes the table")


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        page = re.sub(r"\| id \| `report_id::`.*?\n(?=\n|\Z)", lambda _: TABLE, text_of(PAGE), flags=re.S)
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(page)
    unittest.main(argv=sys.argv[:1])
