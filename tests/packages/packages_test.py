# SPDX-License-Identifier: Apache-2.0
"""The Debian packages of a build: what is in which, what they depend on, and that what is in them works, unpacked into a folder of its
own with nothing else of the repository. Usage: packages_test.py BUILD VERSION (ends with 77 where dpkg is missing, or parts of BUILD)
"""
import glob, os, re, shutil, subprocess, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD, VERSION = os.path.abspath(sys.argv[1]), sys.argv[2]
SHARE = "usr/share/tensix_tlm"
# Package: what it has to hold, and what it has to depend on.
WANTED = {
    "tensix-tlm": (["usr/bin/tensix-tlm", "usr/share/man/man1/tensix-tlm.1", "usr/share/bash-completion/completions/tensix-tlm",
                    "usr/share/zsh/site-functions/_tensix-tlm", f"{SHARE}/configs/blackhole.json", f"{SHARE}/README.md",
                    f"{SHARE}/docs/questions.md", f"{SHARE}/docs/examples/walk.scn", f"{SHARE}/docs/generated/parameters.md",
                    f"{SHARE}/examples/programs/*/*.json", "usr/share/doc/tensix-tlm/copyright"], ["libsystemc", "libc6", "libstdc++6"]),
    "tensix-tlm-kernels": ([f"{SHARE}/workload/device/include/api/*", f"{SHARE}/workload/kernels/device/gelu.cpp",
                            f"{SHARE}/models/isa/instruction_words.h"], ["tensix-tlm", "gcc-riscv64-unknown-elf"]),
    "tensix-tlm-dev": (["usr/include/tensix.h", "usr/include/tensix_tlm/platform/tile.h", "usr/lib/libtensix_tlm.a", "usr/lib/libtensix_cosim.so",
                        "usr/lib/pkgconfig/tensix_cosim.pc", "usr/lib/cmake/tensix_tlm/tensix_tlm-config.cmake", f"{SHARE}/tensix_pkg.sv"],
                       ["tensix-tlm", "libsystemc-dev", "nlohmann-json3-dev", "libboost-dev", "libdw-dev"]),
    "tensix-tlm-rtl": (["usr/bin/tensix-tlm-rtl", f"{SHARE}/cosim/rtl/sv/*.sv", f"{SHARE}/examples/rtl/l1/*.sv", f"{SHARE}/tests/vectors"],
                       ["tensix-tlm-dev", "libsystemc"]),
    "tensix-tlm-ranks": (["usr/lib/tensix_tlm/tensix_mpi.so"], ["tensix-tlm", "libopenmpi", "openmpi-bin"]),
    "python3-tensix-tlm": ([f"{SHARE}/python/tensix_tlm/__init__.py", f"{SHARE}/python/tensix_tlm/columns.json",
                            "usr/lib/python3/dist-packages/tensix_tlm"], ["tensix-tlm", "python3"]),
}
MACHINE_CODE = {"tensix-tlm", "tensix-tlm-dev", "tensix-tlm-rtl", "tensix-tlm-ranks"}


def said(*words, **options):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.work)
        # gzip: a quarter of the time of xz
        said("cpack", "-G", "DEB", "--config", f"{BUILD}/CPackConfig.cmake", "-B", cls.work, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")
        cls.files = {os.path.basename(path).split("_")[0]: path for path in glob.glob(f"{cls.work}/*.deb")}
        cls.root = os.path.join(cls.work, "root")
        for path in cls.files.values():
            said("dpkg", "-x", path, cls.root)

    def field(self, package, name):
        return said("dpkg-deb", "-f", self.files[package], name).strip()

    def listed(self, package):
        lines = [line.split(None, 5) for line in said("dpkg-deb", "-c", self.files[package]).splitlines()]
        return {line[5].split(" -> ")[0][2:]: line for line in lines if not line[0].startswith("d")}

    def environment(self, **more):
        return {"PATH": f"{self.root}/usr/bin:{os.environ['PATH']}", "HOME": self.work, "LC_ALL": "C.UTF-8", **more}

    def test_packages(self):
        optional = {"tensix-tlm-ranks": "tensix_mpi.so", "tensix-tlm-rtl": "examples/rtl/tensix-tlm-rtl"}
        self.assertEqual(set(self.files), {p for p in WANTED if p not in optional or os.path.exists(f"{BUILD}/{optional[p]}")})
        owner = {}
        for package in self.files:
            with self.subTest(package):
                holds, depends = WANTED[package]
                listed = self.listed(package)
                for name in holds:
                    found = [path for path in listed if glob.fnmatch.fnmatch(path, name) or path.startswith(name + "/")]
                    self.assertTrue(found, f"{package} does not hold {name}")
                named = re.findall(r"[^,|]+", self.field(package, "Depends"))
                for name in depends:
                    self.assertTrue(any(n.strip().startswith(name) for n in named), f"{package} does not depend on {name}: {named}")
                for other in WANTED:  # of this very version
                    for n in (n.strip() for n in named):
                        if n.split(" ")[0] == other:
                            self.assertEqual(n, f"{other} (= {VERSION})")
                self.assertEqual(self.field(package, "Version"), VERSION)
                self.assertEqual(self.field(package, "Architecture") == "all", package not in MACHINE_CODE)
                for path, line in listed.items():
                    self.assertNotIn(path, owner, "in two packages")
                    owner[path] = package
                    self.assertFalse("__pycache__" in path or path.endswith(".pyc"), path)
                    self.assertEqual(line[1], "root/root", path)
                    self.assertIn(line[0][7:9], ("r-", "rw") if line[0][0] == "l" else ("r-",), path)  # everybody may read it, and only root change it

    def test_nothing_is_lost(self):
        """What a plain install puts somewhere is in one of them."""
        prefix = os.path.join(self.work, "plain", "usr")
        said("cmake", "--install", BUILD, "--prefix", prefix)
        files = lambda top: {os.path.relpath(os.path.join(at, name), top) for at, _, names in os.walk(top) for name in names}
        self.assertEqual(files(prefix), files(os.path.join(self.root, "usr")))

    def test_program(self):
        run = lambda *words: said("tensix-tlm", *words, cwd=self.work, env=self.environment())
        self.assertEqual(run("--version"), f"tensix-tlm {VERSION}\n")
        self.assertIn("cycles", run("run", "datacopy", "--shape", "32x64", "--config", f"{self.root}/{SHARE}/configs/documented.json"))
        with open(f"{self.root}/usr/share/man/man1/tensix-tlm.1", encoding="utf-8") as f:
            self.assertIn(f"tensix\\-tlm {VERSION}", f.readline())
        if shutil.which("riscv64-unknown-elf-g++"):
            kernel = f"{self.root}/{SHARE}/workload/kernels/device/gelu.cpp"
            self.assertIn("cycles", run("kernel", kernel, "--ct-arg", "1", "--cb", "0=test:bf16:tiles=1", "--cb", "16=:bf16:tiles=1", "--keep-elf", "elf"))
            named = subprocess.run(["strings", "-n", "12", *glob.glob(f"{self.work}/elf/*.elf")], capture_output=True, encoding="utf-8").stdout
            self.assertNotIn(f"{ROOT}/", named, "compiled with headers of the repository")

    def test_python(self):
        code = "import os, tensix_tlm, tensix_tlm.plot_names as n; print(tensix_tlm.find_binary(), n.label('l1.banks'), os.path.exists(n.PARAMETERS), " \
               "tensix_tlm.run('datacopy', shape=(32, 64)).cycles > 0)"
        path = f"{self.root}/usr/lib/python3/dist-packages"
        self.assertEqual(said(sys.executable, "-B", "-c", code, cwd=self.work, env=self.environment(PYTHONPATH=path)).split(),
                         [f"{self.root}/usr/bin/tensix-tlm", "L1:", "banks", "True", "True"])

    def test_readme(self):
        """Its blocks, with the installed pages in the place of the repository."""
        print(said(sys.executable, "-B", f"{ROOT}/tests/pages/run_blocks.py", f"{self.root}/usr/bin/tensix-tlm", "README.md", "--root", f"{self.root}/{SHARE}",
                   env=self.environment()))


if __name__ == "__main__":
    missing = [tool for tool in ("dpkg-deb", "dpkg-shlibdeps", "cpack", "file") if not shutil.which(tool)]
    missing += [name for name in ("tensix-tlm", "libtensix_cosim.so") if not os.path.exists(f"{BUILD}/{name}")]
    if missing:
        print(f"skipped: no {', '.join(missing)} here")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
