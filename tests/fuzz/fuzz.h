// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share. A target is a function of some bytes: whatever they are, it returns. What does not hold ends the
// program, as a crash does, and libFuzzer (or driver.cpp) keeps the bytes.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace fuzz {

inline void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "FINDING: %s\n", what.c_str());
  std::abort();
}

inline std::string text_of(const uint8_t* data, size_t size) { return {reinterpret_cast<const char*>(data), size}; }

// A file of these bytes that has a path for as long as this lives, but no place on a disk.
class memory_file {
 public:
  explicit memory_file(const std::string& bytes) : fd_(memfd_create("fuzz", MFD_CLOEXEC)) {
    expect(fd_ >= 0 && write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "memfd_create");
    path_ = "/proc/self/fd/" + std::to_string(fd_);
  }
  ~memory_file() { close(fd_); }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;
  const std::string& path() const { return path_; }

 private:
  int fd_;
  std::string path_;
};

// False: `f` refused its input by an Error whose message begins with `origin`, says more, and is no library's. Any other exception,
// std::bad_alloc among them, is a finding.
template <class Error, class F>
bool accepted(const std::string& origin, F&& f) {
  try {
    f();
    return true;
  } catch (const Error& e) {
    const std::string what = e.what();
    const bool placed = what.compare(0, origin.size(), origin) == 0 && what.size() > origin.size();
    const size_t library = what.find("[json.exception.");  // further behind it is the input that is cited
    expect(placed && (library == std::string::npos || library > origin.size() + 2), "a message without context: " + what);
    expect(what.size() < 100000, "a message of " + std::to_string(what.size()) + " bytes");
    return false;
  } catch (const std::exception& e) {
    expect(false, std::string("not the exception of this input: ") + e.what());
    return false;
  }
}

}  // namespace fuzz
