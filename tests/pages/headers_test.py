# SPDX-License-Identifier: Apache-2.0
"""Headers that are installed: docs/library.md names the public ones, projects of others get along with those of the two lists, and what
public ones include is installed. Usage: headers_test.py BUILD"""
import os, re, subprocess, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = sys.argv[1]


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def names(variable):
    words = re.search(rf"^set\({variable}\n(.*?)\)$", text_of("scripts/cmake/TensixHeaders.cmake"), re.M | re.S)[1].split()
    assert len(words) > 5
    return words


PUBLIC, PARTS = names("tensix_public_headers"), names("tensix_part_headers")


def is_of(header, listed):
    return header in listed or os.path.dirname(header) in listed


class Headers(unittest.TestCase):
    def test_page(self):
        table = re.search(r"<!-- headers: .*?<!-- end of headers -->", text_of("docs/library.md"), re.S)[0]
        self.assertEqual(re.findall(r"^\| `([^`]+)` \|", table, re.M), PUBLIC)

    def test_other_projects(self):
        seen = 0
        for folder in ("tests/external_consumer", "tests/external_parts", "tests/external_rtl", "examples/rtl"):
            for at, _, files in os.walk(os.path.join(ROOT, folder)):
                for name in files:
                    if name.endswith((".h", ".cpp")):
                        for header in re.findall(r'^#include "([^"]+)"', text_of(os.path.join(at, name)), re.M):
                            if "/" in header and not header.startswith("examples/"):
                                seen += 1
                                self.assertTrue(is_of(header, PUBLIC + PARTS), f"{os.path.join(at, name)} includes {header}, which is in no list of TensixHeaders.cmake")
        self.assertGreater(seen, 20)

    def test_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            # What is installed, without building: the install script's own list of files.
            with open(os.path.join(BUILD, "cmake_install.cmake"), encoding="utf-8") as f:
                installed = set(re.findall(rf'"{re.escape(ROOT)}/([\w/]+\.(?:h|def))"', f.read()))
            self.assertTrue(100 < len(installed) < 400, len(installed))
            for path in installed:
                os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                os.symlink(os.path.join(ROOT, path), os.path.join(folder, path))
            self.assertFalse([p for p in installed if p.startswith("app/")])
            public = [p for p in sorted(installed) if is_of(p, PUBLIC) and p.endswith(".h")]
            self.assertEqual({os.path.dirname(p) if os.path.dirname(p) in PUBLIC else p for p in public}, set(PUBLIC))
            public.remove("cosim/cci/cci_parameters.h")  # includes CCI, which hardly anybody has
            flags = subprocess.run(["pkg-config", "--cflags", "systemc"], capture_output=True, encoding="utf-8").stdout.split()
            done = subprocess.run([os.environ.get("CXX", "c++"), "-std=c++17", "-MM", *flags, "-I", folder, "-x", "c++", "-"],
                                  input="".join(f'#include "{p}"\n' for p in public), capture_output=True, encoding="utf-8")
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
