// SPDX-License-Identifier: Apache-2.0
#include "app/sweep/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/crc.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "support/files/input_file.h"

namespace tensix {
namespace {

constexpr size_t prefix = 9;  // eight digits of the checksum, a space

std::string checksum(const std::string& text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  char digits[prefix];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(crc.checksum()));
  return digits;
}

// The text of a line that is whole; empty if it is not.
std::string content(const std::string& line) {
  if (line.size() <= prefix || line[prefix - 1] != ' ') return {};
  std::string text = line.substr(prefix);
  return line.compare(0, prefix - 1, checksum(text)) == 0 ? text : std::string();
}

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  throw std::runtime_error("cannot " + what + " '" + path + "': " + std::strerror(errno));
}

}  // namespace

journal::journal(const std::string& path, const nlohmann::ordered_json& header, bool restart, words said)
    : path_(path), said_(said) {
  lock();
  try {
    if (restart && ftruncate(file_, 0) != 0) fail("empty", path_);
    read(header);
  } catch (...) {
    close(file_);
    throw;
  }
}

bool journal::goes_on(const std::string& path, const nlohmann::ordered_json& header) {
  std::ifstream in(path, std::ios::binary);
  std::string first;
  return !next_line(in, first, path) || content(first) == header.dump();
}

journal::~journal() { close(file_); }

// The lock goes with the open file: a killed sweep has none. Its children, which end with it, may still have it for a moment.
void journal::lock() {
  using clock = std::chrono::steady_clock;
  const auto patience = clock::now() + std::chrono::seconds(1);
  for (;;) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) fail("write", path_);
    struct stat ours = {}, named = {};
    if (fstat(file_, &ours) == 0 && !S_ISREG(ours.st_mode)) {
      close(file_);
      throw std::runtime_error("'" + path_ + "', where the sweep keeps what is done, is not a file");
    }
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) {
      if (stat(path_.c_str(), &named) == 0 && ours.st_ino == named.st_ino) return;
      // The sweep that had it has just ended and removed it.
    } else if (errno != EWOULDBLOCK && errno != EINTR) {
      const int why = errno;
      close(file_);
      errno = why;
      fail("lock", path_);
    } else if (clock::now() > patience) {
      close(file_);
      throw std::runtime_error("another sweep is writing this result: it has '" + path_ + "'; wait for it, or choose another " +
                               said_.option);
    }
    close(file_);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void journal::read(const nlohmann::ordered_json& header) {
  std::ifstream in(path_, std::ios::binary);
  if (!in) fail("read", path_);
  bool first = true, other = false;
  const std::string expected = checksum(header.dump()) + " " + header.dump();
  for (std::string line; next_line(in, line, path_);) {
    if (in.eof()) {  // torn; of the header, which is written first, that may be a beginning only
      other = first && expected.compare(0, line.size(), line) != 0;
      break;
    }
    const std::string text = content(line);
    if (first) {
      other = text != header.dump();  // of no journal: empty
      if (other) break;
      first = false;
    } else if (!text.empty()) {  // otherwise its point is run again
      const auto row = nlohmann::ordered_json::parse(text, nullptr, false);
      if (row.is_object() && row.contains("point") && row.at("point").is_number_unsigned())
        rows_[row.at("point").get<uint64_t>()] = {end_ + prefix, text.size()};
    }
    end_ += line.size() + 1;
  }
  if (other)
    throw std::runtime_error("'" + path_ + "' holds points of another " + said_.of +
                             ", other options or another build of tensix-tlm: --restart discards them, another " +
                             said_.option + " leaves them alone");
  if (ftruncate(file_, static_cast<off_t>(end_)) != 0) fail("shorten", path_);
  if (first) write(header.dump());
}

void journal::write(const std::string& text) {
  const std::string line = checksum(text) + " " + text + "\n";
  for (size_t done = 0; done < line.size();) {
    const ssize_t n = pwrite(file_, line.data() + done, line.size() - done, static_cast<off_t>(end_ + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write", path_);
    done += static_cast<size_t>(n);
  }
  end_ += line.size();
}

void journal::append(uint64_t point, const std::string& row) {
  const uint64_t begin = end_;
  write(row);
  rows_[point] = {begin + prefix, row.size()};
}

std::string journal::row(uint64_t point) const {
  const place& p = rows_.at(point);
  std::string text(p.length, '\0');
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = pread(file_, &text[done], text.size() - done, static_cast<off_t>(p.offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("read", path_);
    done += static_cast<size_t>(n);
  }
  return text;
}

void journal::remove() { unlink(path_.c_str()); }

}  // namespace tensix
