// SPDX-License-Identifier: Apache-2.0
// Bytes from a client of the gdb server, in pieces of any length: it serves them all, ends when they end, and what it sends is whole
// packets with their sums. An input is pieces, each behind its length in a byte.
#include <algorithm>
#include <string>

#include "app/cli/gdb_server.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

namespace {

class target : public gdb_target_if {
 public:
  std::string bytes = std::string(64, '\0');
  uint32_t regs[33] = {};
  size_t threads() const override { return 3; }
  std::string thread_text(size_t thread) const override {
    fuzz::expect(thread < threads(), "a thread that there is not");
    return "T" + std::to_string(thread);
  }
  std::optional<uint32_t> reg(size_t thread, unsigned number) const override {
    fuzz::expect(thread < threads() && number <= pc, "a register that there is not");
    return number == 7 ? std::nullopt : std::optional(regs[number]);
  }
  uint64_t cycle() const override { return 1234; }
  bool set_reg(size_t thread, unsigned number, uint32_t value) override {
    fuzz::expect(thread < threads() && number <= pc, "a register that there is not");
    regs[number] = value;
    return true;
  }
  std::string read(size_t, uint32_t address, uint32_t count) override {
    fuzz::expect(count <= gdb_packets::longest / 2, "more than fits into a packet");
    return address < bytes.size() ? bytes.substr(address, count) : "";
  }
  bool write(size_t, uint32_t address, const std::string& b) override {
    if (address + b.size() > bytes.size()) return false;
    bytes.replace(address, b.size(), b);
    return true;
  }
  bool watch(uint32_t address, uint32_t, bool) override { return address < bytes.size(); }
  std::string command(const std::string& text) override { return text + text + text; }
};

class line : public gdb_line_if {
 public:
  line(const uint8_t* data, size_t size) : data_(data), left_(size) {}
  std::string sent;
  int read(char* bytes, size_t count, int) override {
    if (left_ == 0) return -1;
    const size_t n = std::min({size_t{data_[0]}, left_ - 1, count});
    std::copy(data_ + 1, data_ + 1 + n, bytes);
    data_ += 1 + n;
    left_ -= 1 + n;
    return static_cast<int>(n);
  }
  bool write(const std::string& bytes) override {
    sent += bytes;
    return true;
  }

 private:
  const uint8_t* data_;
  size_t left_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  target t;
  line l(data, size);
  gdb_server server(t, l);
  for (size_t stops = 0; server.attached() && stops <= size; ++stops) {
    if (server.stopped(stops % 3, gdb_server::trap) != gdb_server::order::go) break;
    fuzz::expect(!server.steps() || *server.steps() < 3, "a thread that there is not steps");
    server.wants_attention();
  }
  server.over(0);
  fuzz::expect(!server.attached(), "it goes on without a client");
  gdb_packets heard;
  heard.add(l.sent.data(), l.sent.size());
  while (const auto e = heard.next())
    fuzz::expect(e->what == gdb_packets::event::kind::packet || e->what == gdb_packets::event::kind::again,
                 "a damaged packet was sent");
  return 0;
}
