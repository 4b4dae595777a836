# SPDX-License-Identifier: Apache-2.0
"""Full disks, limits of files' sizes, read-only folders, closed standard files. Usage: disk_test.py BINARY

Small disks are tmpfs in a mount namespace of the test's own (unshare -rm); without the right to make one, what needs them is
skipped with the reason, and /dev/full and RLIMIT_FSIZE are what is left."""
import ctypes, os, resource, shutil, subprocess, sys, unittest

import common
from common import Case, SCRATCH, WRITERS

IN_NAMESPACE = "TENSIX_FAULTS_NAMESPACE"  # set for the copy of this script that runs in it
needs_mounts = unittest.skipUnless(os.environ.get(IN_NAMESPACE) == "yes", "no right to a mount namespace (unshare -rm)")


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True, stdout=subprocess.DEVNULL)


class Limited(Case):
    """Standard output, and what needs no right."""

    def test_standard_output_that_takes_nothing(self):
        self.inputs()
        with open("/dev/full", "wb") as full:
            for arguments, status in ((["params"], 4), (["--dump-config"], 4), (["kernels"], 4), (["run", "--help"], 4), (["--version"], 4),
                                      (["disasm", "0x26000000"], 4), (["run", "add"], 4), (["run", "add", "--timeline"], 4), (["stream", "s.scn"], 4),
                                      (["elf", "--t0", "t0.elf", "--until", "0x20000=100"], 4), (["sweep", "study.json", "--dry-run"], 3)):
                with self.subTest(arguments=arguments):
                    _, err = self.tlm(*arguments, status=status, stdout=full)
                    self.check_message(err, "standard output", "No space left on device")

    def test_files_that_may_not_grow(self):
        others = self.inputs()
        for name, (arguments, files) in WRITERS.items():
            whole = self.undisturbed(name)
            failed = 0
            for limit in sorted({len(data) - 1 for data in whole.values()} | {0, 4096, 1 << 30}):
                with self.subTest(writer=name, limit=limit):
                    process = self.start(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                    _, err = self.finish(process)
                    written = self.check_files(self.folder, whole, others=others)
                    if limit == 1 << 30:
                        self.assertEqual((process.returncode, written), (0, sorted(files)), err)
                    else:
                        self.assertEqual(process.returncode, 4, err)
                        self.check_message(err, "cannot write '", "File too large")
                        failed += 1
                    for f in written:
                        os.remove(self.path(f))
            self.assertGreaterEqual(failed, 4)

    def test_a_sweep_that_cannot_go_on_leaves_no_child(self):
        self.inputs()
        PR_SET_CHILD_SUBREAPER = 36
        self.assertEqual(ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0)  # children left behind become the test's
        self.addCleanup(ctypes.CDLL(None).prctl, PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        for limit in range(3000, 30000, 3000):
            with self.subTest(limit=limit):
                self.tlm("sweep", "study.json", "--out", "r.jsonl", "--restart", "--jobs", "4", status=3,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                with self.assertRaises(ChildProcessError):
                    os.waitpid(-1, os.WNOHANG)

    def test_a_sweep_whose_files_may_not_grow(self):
        others = self.inputs() + ["whole.jsonl", "r.jsonl.partial"]
        whole = self.whole_sweep()
        for limit in (0, 100, 5000, 50000, len(whole) - 1):
            with self.subTest(limit=limit):
                process = self.start("sweep", "study.json", "--out", "r.jsonl", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                _, err = self.finish(process)
                self.assertEqual(process.returncode, 2 if limit <= 100 else 3, err)  # 2: not even the journal's header; nothing was run
                self.check_message(err, "r.jsonl", "File too large")
                self.check_files(self.folder, {}, others=others)
        self.tlm("sweep", "study.json", "--out", "r.jsonl")
        self.assertEqual(self.read("r.jsonl"), whole)

    def test_closed_standard_files(self):
        """Nothing that is written later may stand where standard output was, or be written into a file that took its place."""
        others = self.inputs()
        whole = {name: self.undisturbed(name) for name in WRITERS}
        sweep = self.whole_sweep()
        others.append("whole.jsonl")
        for closed in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)):
            def close():
                for file in closed:
                    os.close(file)
            for name, (arguments, files) in WRITERS.items():
                with self.subTest(closed=closed, writer=name):
                    process = self.start(*arguments, preexec_fn=close)
                    _, err = self.finish(process)
                    self.assertEqual(process.returncode, 4 if 1 in closed else 0, err)
                    written = self.check_files(self.folder, whole[name], others=others)
                    self.assertEqual(written, sorted(files))
                    if 1 in closed and 2 not in closed:
                        self.check_message(err, "standard output", "Bad file descriptor")
                    for f in written:
                        os.remove(self.path(f))
            with self.subTest(closed=closed, writer="sweep"):
                self.tlm("sweep", "study.json", "--out", "r.jsonl", preexec_fn=close)
                self.assertEqual(self.read("r.jsonl"), sweep)
                os.remove(self.path("r.jsonl"))
                self.check_files(self.folder, {}, others=others)

    def test_special_outputs_are_written_as_they_are(self):
        self.inputs()
        out, _ = self.tlm("run", "add", "--metrics", "/dev/stdout")
        self.assertIn('"format": "tensix-tlm-metrics"', out)
        os.mkfifo(self.path("pipe"))
        reader = subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE)
        self.tlm("run", "add", "--metrics", "pipe")
        self.assertIn(b'"format": "tensix-tlm-metrics"', reader.communicate(timeout=common.LIMIT)[0])
        os.symlink("a.json", self.path("link"))
        self.write("a.json", "old")
        os.chmod(self.path("a.json"), 0o640)
        self.tlm("run", "add", "--metrics", "link")
        self.assertTrue(os.path.islink(self.path("link")))
        self.assertIn(b"tensix-tlm-metrics", self.read("a.json"))
        self.assertEqual(os.stat(self.path("a.json")).st_mode & 0o777, 0o640)


@needs_mounts
class Disks(Case):
    where = SCRATCH

    def disk(self, size, name="disk"):
        os.makedirs(self.path(name), exist_ok=True)
        mount("-t", "tmpfs", "-o", f"size={size}", "none", self.path(name))
        self.addCleanup(subprocess.run, ["umount", "-l", self.path(name)], check=True)
        return self.path(name)

    def test_disks_of_all_sizes(self):
        """Each writer on disks that are full at every one of its outputs; with and without files from before."""
        self.inputs()
        for name, (arguments, files) in WRITERS.items():
            whole = self.undisturbed(name)
            disk = self.disk("64m", name)
            others = self.inputs(name)
            used = sum(-(-os.path.getsize(os.path.join(disk, f)) // 4096) * 4096 for f in others)
            sizes, room = [], used
            for f in files:  # a page too few for each, and about half of it
                pages = -(-len(whole[f]) // 4096) * 4096
                sizes += [room + pages // 2 // 4096 * 4096, room + pages - 4096]
                room += pages
            outcomes = set()
            for before in ({}, {f: b"old" for f in files}):
                for size in sorted({used + 4096 * (1 + len(before)), *(s + 4096 * len(before) for s in sizes), 64 << 20}):
                    with self.subTest(writer=name, size=size, before=bool(before)):
                        for f in files:
                            if os.path.exists(os.path.join(disk, f)):
                                os.remove(os.path.join(disk, f))
                        for f, data in before.items():
                            self.write(os.path.join(name, f), data)
                        mount("-o", f"remount,size={size}", disk)
                        process = self.start(*arguments, cwd=disk)
                        _, err = self.finish(process)
                        mount("-o", "remount,size=64m", disk)
                        written = self.check_files(disk, whole, before, others)
                        outcomes.add(process.returncode)
                        if size == 64 << 20:
                            self.assertEqual((process.returncode, written), (0, sorted(files)), err)
                        elif process.returncode != 0:
                            self.assertEqual(process.returncode, 4, err)
                            self.check_message(err, "cannot write", "No space left on device")
                        else:
                            self.assertEqual(written, sorted(files))
            self.assertEqual(outcomes, {0, 4})

    def test_standard_output_on_a_full_disk(self):
        disk = self.disk("64k")
        for arguments in (["run", "add", "--timeline"], ["params"], ["run", "add"]):
            for room in (0, 4096):
                with self.subTest(arguments=arguments, room=room):
                    for f in os.listdir(disk):
                        os.remove(os.path.join(disk, f))
                    with open(os.path.join(disk, "fill"), "wb") as f:
                        f.write(bytes(65536 - room))
                    with open(os.path.join(disk, "text"), "wb") as text:
                        process = self.start(*arguments, cwd=disk, stdout=text)
                        _, err = self.finish(process)
                    if len(self.tlm(*arguments)[0]) > room:
                        self.assertEqual(process.returncode, 4, err)
                        self.check_message(err, "standard output", "No space left on device")
                    else:
                        self.assertEqual(process.returncode, 0, err)

    def test_the_temporary_file_of_a_long_trace(self):
        disk = self.disk("1m")
        _, err = self.tlm("run", "matmul", "--shape", "1024x1024x512", "--trace", "t.json", "--metrics", "m.json", cwd=disk, status=4)
        self.check_message(err, "cannot write the temporary file for 't.json'", "No space left on device")
        self.assertEqual(os.listdir(disk), [])

    def test_read_only_folder(self):
        disk = self.disk("8m")
        others = self.inputs("disk")
        for f in ("m.json", "r.jsonl"):
            self.write(os.path.join("disk", f), "old")
        mount("-o", "remount,ro", disk)
        for arguments in (["run", "add", "--metrics", "m.json"], ["run", "add", "--out", "c.npy"], ["stream", "s.scn"],
                          ["elf", "--t0", "t0.elf", "--until", "0x20000=100", "--dump", "0x20000:4=d"],
                          ["run", "matmul", "--shape", "2048x2048x2048", "--trace", "t.json"],  # at once, not after the run
                          ["sweep", "study.json", "--out", "r.jsonl"], ["sweep", "study.json", "--out", "s.jsonl"]):
            with self.subTest(arguments=arguments):
                _, err = self.tlm(*arguments, cwd=disk, status=2)
                self.check_message(err, "cannot write", "Read-only file system")
        self.assertEqual(sorted(os.listdir(disk)), sorted([*others, "m.json", "r.jsonl"]))
        self.assertEqual(self.read("disk/m.json"), b"old")

    def test_sweeps_on_disks_of_all_sizes(self):
        self.inputs()
        for ending in ("jsonl", "csv"):
            whole = self.whole_sweep(f"whole.{ending}")
            disk = self.disk("64m", ending)
            others = self.inputs(ending) + ["r." + ending, f"r.{ending}.partial"]
            used = sum(-(-os.path.getsize(os.path.join(disk, f)) // 4096) * 4096 for f in self.inputs(ending))
            statuses = set()
            for size in [used + 4096 * n for n in (1, 2, 4, 11, 20, 28, 31, 35)] + [64 << 20]:
                with self.subTest(size=size, ending=ending):
                    mount("-o", f"remount,size={size}", disk)
                    process = self.start("sweep", "study.json", "--out", f"r.{ending}", cwd=disk)
                    _, err = self.finish(process)
                    statuses.add(process.returncode)
                    self.assertEqual(set(os.listdir(disk)) - set(others), set())
                    if process.returncode == 0:
                        self.assertEqual(self.read(f"{ending}/r.{ending}"), whole)
                        os.remove(os.path.join(disk, f"r.{ending}"))
                        continue
                    self.assertEqual(process.returncode, 3, err)
                    self.check_message(err, f"r.{ending}", "No space left on device", "the same command goes on")
                    self.assertFalse(os.path.exists(os.path.join(disk, f"r.{ending}")))
            self.assertEqual(statuses, {0, 3})

    def test_a_full_disk_loses_nothing_that_was_done(self):
        self.inputs()
        whole, disk = self.whole_sweep(), self.disk("64m")
        self.inputs("disk")
        used = sum(-(-os.path.getsize(os.path.join(disk, f)) // 4096) * 4096 for f in os.listdir(disk))
        done = set()
        for pages in (6, 9, 14, 20, 26):  # a little more room each time
            mount("-o", f"remount,size={used + 4096 * pages}", disk)
            self.tlm("sweep", "study.json", "--out", "r.jsonl", cwd=disk, status=3)
            now = self.points_done("disk/r.jsonl")
            self.assertLessEqual(done, now)
            done = now
        self.assertGreater(len(done), 3)
        mount("-o", "remount,size=64m", disk)
        self.tlm("sweep", "study.json", "--out", "r.jsonl", cwd=disk)
        self.assertEqual(self.read("disk/r.jsonl"), whole)

    def test_merging_onto_a_full_disk(self):
        self.inputs()
        for i in (1, 2):
            self.tlm("sweep", "study.json", "--shard", f"{i}/2", "--out", f"{i}.jsonl")
        disk = self.disk("8k")
        _, err = self.tlm("sweep", "study.json", "--merge", "1.jsonl", "2.jsonl", "--out", "disk/r.jsonl", status=3)
        self.check_message(err, "r.jsonl", "No space left on device")
        self.assertEqual(os.listdir(disk), [])

    @unittest.skipUnless(shutil.which("riscv64-unknown-elf-g++") or "CI" in os.environ, "no compiler for the cores")
    def test_a_kernel_that_is_compiled_on_a_full_disk(self):
        disk = self.disk("64k")
        kernel = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "workload", "kernels", "device", "gelu.cpp")
        environment = dict(os.environ, XDG_CACHE_HOME=disk, TMPDIR=disk)
        process = self.start("kernel", kernel, "--ct-arg", "1", "--cb", "0=test:bf16:tiles=1", "--cb", "16=:bf16:tiles=1", env=environment)
        _, err = self.finish(process)
        self.assertEqual(process.returncode, 4, err)
        self.check_message(err, disk)
        self.assertRegex(err, "No space left on device|when writing output to ")  # the latter with another reason, once in a while

    @unittest.skipIf(SCRATCH == "/tmp", "no other folder for temporary files than /tmp")
    def test_a_full_tmp_does_not_matter_to_a_sweep(self):
        self.inputs()
        whole = self.whole_sweep()
        self.binary = shutil.copy(self.binary, self.path("tensix-tlm"))  # the build may be somewhere in /tmp
        mount("-t", "tmpfs", "-o", "size=4k", "none", "/tmp")
        self.addCleanup(subprocess.run, ["umount", "-l", "/tmp"], check=True)
        with open("/tmp/fill", "wb") as f:
            f.write(bytes(4096))
        self.tlm("sweep", "study.json", "--out", "r.jsonl")
        self.assertEqual(self.read("r.jsonl"), whole)


if __name__ == "__main__":
    if IN_NAMESPACE not in os.environ:
        there = subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
        print("disks: " + ("tmpfs in a mount namespace of its own" if there else "no mount namespace; /dev/full and RLIMIT_FSIZE only"), flush=True)
        os.environ[IN_NAMESPACE] = "yes" if there else "no"
        if there:
            os.execvp("unshare", ["unshare", "-rm", sys.executable, *sys.argv])
    common.main()
