# SPDX-License-Identifier: Apache-2.0
"""Links of the pages lead somewhere, headings included, and files that they name in backquotes are there. Usage: links_test.py"""
import glob, os, re, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGES = [os.path.relpath(p, ROOT) for p in (os.path.join(ROOT, "README.md"), os.path.join(ROOT, "CONTRIBUTING.md"),
                                            *sorted(glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)))]
FOLDERS = ("app", "pages", "testbench", "cosim", "observe", "workload", "platform", "models", "support", "python", "examples", "configs", "scripts", "tests", "docs", "third_party")
# NAME and UNIT stand for names, tally_unit is an invented one (docs/extending.md).
NAMED = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./*-]+)(?:/|`|:| )")


def text_of(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as f:
        return re.sub(r"^ *```.*?^ *```$", "", f.read(), flags=re.M | re.S)


def anchors(page):
    """Of its headings, as GitHub makes them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text_of(page), re.M)}


class Links(unittest.TestCase):
    def test_links(self):
        wrong, seen = [], 0
        for page in PAGES:
            for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
                if link.startswith("http"):
                    continue
                seen += 1
                path, _, anchor = link.partition("#")
                target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                if not os.path.exists(os.path.join(ROOT, target)):
                    wrong.append(f"{page}: {link}: there is no {target}")
                elif anchor and target.endswith(".md") and anchor not in anchors(target):
                    wrong.append(f"{page}: {link}: {target} has no such heading")
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 200)

    def test_files(self):
        wrong, seen = [], 0
        for page in PAGES:
            for name in NAMED.findall(text_of(page)):
                seen += 1
                path = os.path.join(ROOT, name.rstrip("."))
                if not re.search("NAME|UNIT|tally_unit", name) and not glob.glob(path) and not glob.glob(path + "*"):
                    wrong.append(f"{page}: `{name}` is not there")
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 200)


if __name__ == "__main__":
    unittest.main()
