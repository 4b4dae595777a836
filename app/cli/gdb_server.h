// SPDX-License-Identifier: Apache-2.0
// Serves gdb: one client, which looks at threads while they stand still, and lets them go on. What the threads are, and how bytes come
// and go, is others' affair. Nothing that a client sends ends more than its own connection. No SystemC.
// Source: GDB manual, "Remote Protocol": Packets, Stop Reply Packets, General Query Packets, Target Descriptions, RISC-V Features.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>

#include "app/cli/gdb_packets.h"

namespace tensix {

// Threads are numbered from 0 here; gdb counts them from 1.
class gdb_target_if {
 public:
  static constexpr unsigned pc = 32;  // number of the register behind x0..x31
  virtual size_t threads() const = 0;
  virtual std::string thread_text(size_t thread) const = 0;  // "T0, running"
  // Nothing: not known just now.
  virtual std::optional<uint32_t> reg(size_t thread, unsigned number) const = 0;
  virtual uint64_t cycle() const = 0;
  // False: it cannot be done.
  virtual bool set_reg(size_t thread, unsigned number, uint32_t value) = 0;
  // As many of `count` bytes as can be looked at, from `address` on.
  virtual std::string read(size_t thread, uint32_t address, uint32_t count) = 0;
  virtual bool write(size_t thread, uint32_t address, const std::string& bytes) = 0;
  // Stop when these bytes are written (stopped with `watch`); or no longer.
  virtual bool watch(uint32_t address, uint32_t bytes, bool on) = 0;
  // Of `monitor`: lines for people.
  virtual std::string command(const std::string& text) = 0;

 protected:
  ~gdb_target_if() = default;
};

class gdb_line_if {
 public:
  // Bytes that have come, at most `count`; 0: none within the time; -1: nobody is there any more.
  virtual int read(char* bytes, size_t count, int milliseconds) = 0;
  // False: nobody is there any more, or takes anything.
  virtual bool write(const std::string& bytes) = 0;

 protected:
  ~gdb_line_if() = default;
};

class gdb_server {
 public:
  gdb_server(gdb_target_if& target, gdb_line_if& line) : target_(target), line_(line) {}

  enum class order : uint8_t { go, kill, leave };  // leave: gdb has gone, the program goes on without it
  static constexpr unsigned trap = 5, interrupt = 2;
  // A thread has come to a stop: says so, and serves until gdb lets it go on. `text`: for gdb's console. `give_up`: asked now and
  // then; true: as if gdb had gone.
  order stopped(size_t thread, unsigned signal, std::optional<uint32_t> watched = {}, const std::string& text = {});
  int (*give_up)() = nullptr;
  // While the program runs: whether gdb wants it to stop, or has gone. Does not wait.
  bool wants_attention();
  // The program is over: with an exit status.
  void over(unsigned status);

  bool attached() const { return attached_; }
  bool breaks_at(uint32_t address) const { return breakpoints_.count(address) != 0; }
  std::optional<size_t> steps() const { return steps_; }  // the thread that gdb wants to have executed one instruction
  std::optional<size_t> alone() const { return alone_; }  // the only one that it wants to hear of
  bool has_breakpoints() const { return !breakpoints_.empty(); }

 private:
  static constexpr size_t most_breakpoints = 1000;
  gdb_target_if& target_;
  gdb_line_if& line_;
  gdb_packets packets_;
  bool attached_ = true, acknowledges_ = true, goes_ = false;
  std::string last_, stop_reply_;
  size_t current_ = 0;
  std::map<uint32_t, unsigned> breakpoints_;  // by address; how many kinds of them
  std::set<std::pair<uint32_t, uint32_t>> watches_;
  std::optional<size_t> steps_, alone_;

  order leave();
  void send(const std::string& packet);
  bool receive(int milliseconds);
  std::optional<order> handle(const std::string& p);
  std::string answer(const std::string& p);
  std::optional<order> resume(const std::string& p);
  std::optional<size_t> thread_of(const std::string& id) const;
  std::string registers() const;
  std::string one_register(uint64_t number) const;
  std::string set_registers(const std::string& p);
  std::string memory(const std::string& p);
  std::string point(const std::string& p);
  std::string query(const std::string& p);
};

}  // namespace tensix
