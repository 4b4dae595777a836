// SPDX-License-Identifier: Apache-2.0
#include "support/files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "support/files/held_signals.h"

namespace tensix {
namespace {

namespace fs = std::filesystem;

// "/proc/self/fd/7", by which a file without a name is found.
std::string descriptor(int file) { return "/proc/self/fd/" + std::to_string(file); }

// /dev/stdout, /dev/fd/7: another file in its place would not be the one that is meant.
bool is_open_here(const struct stat& file) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd", error)) {
    struct stat other = {};
    if (fstat(std::atoi(entry.path().filename().c_str()), &other) == 0 && other.st_dev == file.st_dev &&
        other.st_ino == file.st_ino)
      return true;
  }
  return false;
}

bool no_room() { return errno == ENOSPC || errno == EDQUOT || errno == EMFILE || errno == ENFILE || errno == ENOMEM; }

}  // namespace

output_file::output_file(const std::string& path, const std::string& whose, bool to_write)
    : shown_("'" + path + "'" + (whose.empty() ? "" : " (" + whose + ")")), path_(path) {
  open(to_write);
}

output_file::~output_file() {
  if (file_ >= 0) close(file_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

void output_file::fail() const {
  const std::string incomplete = way_ == way::direct ? "; what is in it is incomplete" : "";
  throw host_error("cannot write " + shown_ + ": " + std::strerror(errno) + incomplete);
}

void output_file::open(bool to_write) {
  const auto refuse = [this] {
    if (no_room()) fail();
    throw std::runtime_error("cannot write " + shown_ + ": " + std::strerror(errno));
  };
  struct stat there = {};
  const bool exists = stat(path_.c_str(), &there) == 0;
  if (!exists && errno == ENAMETOOLONG) refuse();  // otherwise found out only when the file gets its name
  const bool of_its_own = !exists || (S_ISREG(there.st_mode) && there.st_nlink > 0 && !is_open_here(there));
  if (of_its_own) {
    std::error_code error;
    if (const fs::path target = fs::weakly_canonical(path_, error); !error) path_ = target;  // links stay
    if (exists && access(path_.c_str(), W_OK) != 0) refuse();
    if (open_beside()) {
      if (exists && (fchmod(file_, there.st_mode & 07777) != 0 || fchown(file_, there.st_uid, there.st_gid) != 0)) {
        // It stays the process's own.
      }
      return;
    }
    if (!exists || no_room()) refuse();  // otherwise it is a file of ours in a folder of somebody else's
  }
  way_ = way::direct;
  if (S_ISDIR(there.st_mode)) errno = EISDIR, refuse();
  // A pipe that is opened only to see whether it can be would end for its reader.
  if (to_write ? (file_ = ::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)) < 0 : access(path_.c_str(), W_OK) != 0)
    refuse();
}

bool output_file::open_beside() {
  if (path_.filename().empty()) return errno = EISDIR, false;
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (file_ >= 0 && access(descriptor(file_).c_str(), F_OK) == 0) return true;
  if (file_ < 0 && errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return false;
  if (file_ >= 0) close(file_);
  way_ = way::beside;
  for (unsigned n = 0;; ++n) {
    beside_ = folder / (".tensix-tlm-" + std::to_string(getpid()) + "-" + std::to_string(n));
    file_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ >= 0) return true;
    if (errno == EEXIST) continue;
    beside_.clear();
    return false;
  }
}

void output_file::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail();
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

void output_file::settle() {
  if (way_ != way::direct && fsync(file_) != 0) fail();
}

void output_file::keep() {
  // What some file systems say only when a file is closed must be known before it is in its place.
  const int copy = dup(file_);
  if (copy < 0 || close(copy) != 0) fail();
  publish();
  close(file_);
  file_ = -1;
}

void output_file::publish() {
  if (way_ == way::direct) return;
  const held_signals held;  // while it has a name that is not its own
  if (way_ == way::nameless) {
    const auto name_it = [this](const fs::path& name) {
      return linkat(AT_FDCWD, descriptor(file_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (name_it(path_)) return;
    for (unsigned n = 0; errno == EEXIST; ++n) {  // it takes a name of its own for the moment
      beside_ = path_.parent_path() / (".tensix-tlm-" + std::to_string(getpid()) + "-" + std::to_string(n));
      if (name_it(beside_)) break;
      const int why = errno;
      beside_.clear();
      errno = why;
    }
    if (beside_.empty()) fail();
  }
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) fail();
  beside_.clear();
}

void write_file(const std::string& path, const std::string& whose, std::string_view bytes) {
  output_file file(path, whose);
  file.write(bytes);
  file.keep();
}

void check_writable(const std::string& path, const std::string& whose) { output_file(path, whose, false); }

int nameless_file(const fs::path& folder) {
  const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = (folder / ".tensix-tlm-XXXXXX").string();
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace tensix
