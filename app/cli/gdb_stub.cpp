// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gdb_stub.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <memory>

#include "app/cli/interruption.h"
#include "app/options/options.h"
#include "models/memory/address_map.h"
#include "support/files/output_file.h"
#include "testbench/run/registers_text.h"

namespace tensix {

// ---- The socket

gdb_stub::socket_line::~socket_line() {
  if (client_ >= 0) close(client_);
}

// Nobody else can connect from then on.
void gdb_stub::socket_line::wait_for_client(uint16_t port) {
  const auto failed = [port](const char* what) {
    throw host_error("--gdb=" + std::to_string(port) + ": " + what + ": " + std::strerror(errno));
  };
  const int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (door < 0) failed("no socket");
  const int yes = 1;
  setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in where = {};
  where.sin_family = AF_INET;
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  where.sin_port = htons(port);
  socklen_t length = sizeof where;
  if (bind(door, reinterpret_cast<sockaddr*>(&where), sizeof where) != 0 || listen(door, 1) != 0 ||
      getsockname(door, reinterpret_cast<sockaddr*>(&where), &length) != 0) {
    const int why = errno;
    close(door);
    errno = why;
    failed("this port cannot be had; give another one, or 0 for any");
  }
  std::cerr << "gdb: waiting on 127.0.0.1:" << ntohs(where.sin_port) << " (gdb: target remote :" << ntohs(where.sin_port) << ")"
            << std::endl;
  do client_ = accept4(door, nullptr, nullptr, SOCK_CLOEXEC);
  while (client_ < 0 && errno == EINTR);
  const int why = errno;
  close(door);
  errno = why;
  if (client_ < 0) failed("no client");
  setsockopt(client_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  const timeval patience = {5, 0};  // with a client that does not read
  setsockopt(client_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

int gdb_stub::socket_line::read(char* bytes, size_t count, int milliseconds) {
  pollfd ready = {client_, POLLIN, 0};
  if (poll(&ready, 1, milliseconds) <= 0) return 0;
  const ssize_t n = recv(client_, bytes, count, 0);
  if (n < 0) return errno == EINTR || errno == EAGAIN ? 0 : -1;
  return n == 0 ? -1 : static_cast<int>(n);
}

bool gdb_stub::socket_line::write(const std::string& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n = send(client_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

// ---- The run

gdb_stub::gdb_stub(uint16_t port, simulation& sim, watched_cores& cores) : sim_(sim), cores_(cores) {
  if (cores.all().empty()) throw usage_error("--gdb: no core runs a program");
  for (const watched_cores::one& c : cores.all()) c.core->set_sleeps_in_polls(false);  // each instruction can be stepped
  cores.look([this](size_t core, uint32_t pc) { return executes(core, pc); }, [this](size_t core) { return executed(core); });
  for (const simulation::whole_tile& t : sim.whole_tiles())
    t.tile.l1_written.push_back([this, &t = t.tile](uint32_t address, uint32_t bytes) { written(t, address, bytes); });
  server_.give_up = interrupted;
  sim.interrupted = [this] {  // where no core executes anything
    if (began_ && server_.wants_attention()) stand(server_.alone().value_or(here_), gdb_server::interrupt);
    return false;
  };
  line_.wait_for_client(port);
}

gdb_stub::~gdb_stub() = default;

// Returns whether the core goes on.
bool gdb_stub::stand(size_t core, unsigned signal, std::optional<uint32_t> watched, const std::string& text) {
  here_ = core;
  if (server_.stopped(core, signal, watched, text) != gdb_server::order::kill) return true;
  sim_.stop_here();
  return false;
}

bool gdb_stub::stand_between(size_t core, unsigned signal, std::optional<uint32_t> watched, const std::string& text) {
  looks_ = core;
  const bool goes_on = stand(core, signal, watched, text);
  looks_.reset();
  return goes_on;
}

bool gdb_stub::comes_to_breakpoint(size_t core, uint32_t pc) const {
  if (!server_.has_breakpoints()) return false;
  for (unsigned n = cores_.together(core, pc); n > 0; --n)
    if (server_.breaks_at(pc + 4 * (n - 1))) return true;
  return false;
}

bool gdb_stub::executes(size_t thread, uint32_t pc) {
  if (!server_.attached()) return true;
  if (!began_) {
    began_ = true;
    return stand_between(thread, gdb_server::trap);
  }
  if (server_.alone() && server_.alone() != thread) {
    if (!passed_ && comes_to_breakpoint(thread, pc)) passed_.emplace(thread, pc);
    constexpr unsigned often = 256;
    return ++quiet_ % often != 0 || !server_.wants_attention() || stand(*server_.alone(), gdb_server::interrupt);
  }
  if (passed_ && passed_->first == thread && !server_.alone()) {
    const auto [core, where] = *passed_;
    passed_.reset();
    return stand_between(thread, gdb_server::trap, {},
                         this->core(core).name + " has passed its breakpoint at " +
                             sim_.place_of(*this->core(core).tile, this->core(core).number, where) +
                             " while another core stepped\n");
  }
  for (held_word& w : ram_words_)
    if (w.core == thread) {
      std::string now = read(thread, w.address, w.bytes);
      if (std::swap(now, w.value); now != w.value) return stand_between(thread, gdb_server::trap, w.address);
    }
  if (comes_to_breakpoint(thread, pc)) return stand_between(thread, gdb_server::trap);
  constexpr unsigned often = 256;
  if (++quiet_ % often == 0 && server_.wants_attention()) return stand_between(thread, gdb_server::interrupt);
  return true;
}

// One that goes alone stops at once, before another one can come to a breakpoint: gdb steps by a breakpoint behind an instruction.
bool gdb_stub::executed(size_t thread) {
  const bool stepped =
      server_.steps() == thread || (server_.alone() == thread && comes_to_breakpoint(thread, core(thread).core->pc()));
  return !stepped || stand_between(thread, gdb_server::trap);
}

void gdb_stub::written(tensix_tile& tile, uint32_t address, uint32_t bytes) {
  if (!began_ || !server_.attached() || looks_) return;  // gdb itself writes while a core stands
  for (const auto& [first, count] : l1_words_)
    if (first < address + bytes && address < first + count) {
      if (core(here_).tile != &tile)
        for (size_t i = 0; i < threads(); ++i)
          if (core(i).tile == &tile) here_ = i;
      stand(server_.alone().value_or(here_), gdb_server::trap, first);
      return;
    }
}

void gdb_stub::finish(const run_result& r, unsigned status) {
  over_ = true;
  if (r.how != run_outcome::done && r.how != run_outcome::interrupted && server_.attached())
    server_.stopped(here_, gdb_server::trap, {},
                    std::string(name(r.how)) + " in cycle " + std::to_string(r.cycles) + ", the run is over\n" + r.text);
  server_.over(status);
}

// ---- What gdb sees

std::string gdb_stub::place(size_t thread) const {
  const watched_cores::one& c = core(thread);
  return c.name + " at " + sim_.place_of(*c.tile, c.number, c.core->pc());
}

std::string gdb_stub::thread_text(size_t thread) const {
  const riscv_core& c = *core(thread).core;
  using condition = riscv_core::condition;
  const char* const state = c.state() == condition::in_reset  ? "in reset"
                            : c.state() == condition::running ? "running"
                            : c.state() == condition::faulted ? "faulted"
                                                              : "has stopped";
  const std::string waits = c.waits_for();
  return core(thread).name + ", " + state + (waits.empty() ? "" : ": " + waits);
}

std::optional<uint32_t> gdb_stub::reg(size_t thread, unsigned number) const {
  const riscv_core& c = *core(thread).core;
  if (number == pc) return c.pc();
  if (number > pc || c.awaits(number)) return {};
  return number ? c.registers().reg[number] : 0;
}

// The pc only of a core that stands before an instruction: any other one may be in the middle of one.
bool gdb_stub::set_reg(size_t thread, unsigned number, uint32_t value) {
  riscv_core& c = *core(thread).core;
  if (over_) return false;
  if (number == pc) {
    if (looks_ != thread || value % 4) return false;
    c.go_to(value);
    return true;
  }
  if (number == 0 || number > pc || c.awaits(number)) return false;
  c.registers().reg[number] = value;
  return true;
}

std::string gdb_stub::read(size_t thread, uint32_t address, uint32_t count) {
  const watched_cores::one& c = core(thread);
  const auto& l1 = c.tile->state().l1;
  if (address < l1.size()) {
    const uint32_t there = static_cast<uint32_t>(std::min<uint64_t>(count, l1.size() - address));
    c.tile->state().bring_l1(address, there);
    return {reinterpret_cast<const char*>(&l1[address]), there};
  }
  std::string bytes;
  while (bytes.size() < count) {  // within words
    char word[4];
    const uint32_t at = address + static_cast<uint32_t>(bytes.size()),
                   n = std::min(4 - at % 4, count - static_cast<uint32_t>(bytes.size()));
    if (at < address || !c.core->look_at(at, word, n)) break;
    bytes.append(word, n);
  }
  return bytes;
}

bool gdb_stub::write(size_t thread, uint32_t address, const std::string& bytes) {
  const watched_cores::one& c = core(thread);
  auto& l1 = c.tile->state().l1;
  const uint32_t count = static_cast<uint32_t>(bytes.size());
  if (over_ || count == 0) return count == 0;
  if (address + uint64_t{count} <= l1.size()) {
    if (c.tile->state().l1_elsewhere()) return false;
    std::memcpy(&l1[address], bytes.data(), count);
    c.tile->note_l1_written(address, count);
    return true;
  }
  return c.core->put_in_data_ram(address, bytes.data(), count);
}

bool gdb_stub::watch(uint32_t address, uint32_t bytes, bool on) {
  const auto same = [&](uint32_t a, uint32_t n) { return a == address && n == bytes; };
  if (address + uint64_t{bytes} <= core(0).tile->state().l1.size()) {
    if (on) l1_words_.emplace_back(address, bytes);
    else
      l1_words_.erase(
          std::remove_if(l1_words_.begin(), l1_words_.end(), [&](const auto& w) { return same(w.first, w.second); }),
          l1_words_.end());
    return true;
  }
  if (!on) {
    ram_words_.erase(
        std::remove_if(ram_words_.begin(), ram_words_.end(), [&](const held_word& w) { return same(w.address, w.bytes); }),
        ram_words_.end());
    return true;
  }
  if (address_map::decode(core_b, address).region != address_region::local_ram) return false;
  bool any = false;
  for (size_t i = 0; i < threads(); ++i)
    if (std::string value = read(i, address, bytes); value.size() == bytes) {
      ram_words_.push_back({i, address, bytes, std::move(value)});
      any = true;
    }
  return any;
}

std::string gdb_stub::command(const std::string& text) {
  const watched_cores::one& c = core(here_);
  const auto contents = [&c] { return std::make_unique<register_contents>(c.tile->state(), c.tile->functions().vector_unit); };
  if (text == "cycle") return std::to_string(cycle()) + "\n";
  if (text == "dst") return dst_text(*contents());
  if (text == "src") return src_text(*contents());
  if (text == "lregs") return lregs_text(*contents());
  if (text == "fifo") {
    const std::string state = sim_.state();
    return state.empty() ? "no thread holds anything\n" : state;
  }
  if (text == "why") {
    const std::string waits = sim_.standing();
    return waits.empty() ? "nobody waits\n" : waits;
  }
  if (text == "where") {
    std::string all;
    for (size_t i = 0; i < threads(); ++i) all += place(i) + "\n";
    return all;
  }
  return "monitor cycle: the present one; where: the place of each core; why: who waits for what; fifo: what threads hold; "
         "dst, "
         "src, lregs: the tile's registers\n";
}

}  // namespace tensix
