// SPDX-License-Identifier: Apache-2.0
// A host of our own beside the real program: it starts run.sh as tt-umd does, loads firmware, launches it, reads what it has computed,
// and goes, or is gone.
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "app/serve/host_pipe.h"
#include "cli/tlm_process.h"
#include "door/golden.h"

using namespace tensix;
using namespace tensix_cli;
using nlohmann::json;

namespace {

// ---- Firmware: RV32 by hand

constexpr unsigned zero = 0, a0 = 10, a1 = 11, a2 = 12, a3 = 13;
uint32_t addi(unsigned d, unsigned s, int32_t n) { return static_cast<uint32_t>(n) << 20 | s << 15 | d << 7 | 0x13; }
uint32_t add(unsigned d, unsigned s, unsigned t) { return t << 20 | s << 15 | d << 7 | 0x33; }
uint32_t srli(unsigned d, unsigned s, unsigned n) { return n << 20 | s << 15 | 5 << 12 | d << 7 | 0x13; }
uint32_t lui(unsigned d, uint32_t n) { return n << 12 | d << 7 | 0x37; }
uint32_t lw(unsigned d, int32_t n, unsigned s) { return static_cast<uint32_t>(n) << 20 | s << 15 | 2 << 12 | d << 7 | 0x03; }
uint32_t sw(unsigned t, int32_t n, unsigned s) {
  const auto u = static_cast<uint32_t>(n);
  return (u >> 5 & 0x7f) << 25 | t << 20 | s << 15 | 2 << 12 | (u & 31) << 7 | 0x23;
}
uint32_t bne(unsigned s, unsigned t, int32_t n) {
  const auto u = static_cast<uint32_t>(n);
  return (u >> 12 & 1) << 31 | (u >> 5 & 63) << 25 | t << 20 | s << 15 | 1 << 12 | (u >> 1 & 15) << 8 | (u >> 11 & 1) << 7 |
         0x63;
}
constexpr uint32_t fence = 0x0ff0000f, jump_to_itself = 0x6f;

// In L1.
constexpr uint32_t go_word = 0x3f0, count_at = 0x400, sum_at = 0x404, thread_at = 0x408, thread_entry = 0x6000;
constexpr uint32_t init = 0x40000000, go = 0x80000000, finished = 0;

// B: lets T0 out of reset, says that it is there, and for each go adds the numbers up to the count.
const std::vector<uint32_t> b_program = {
    lui(a0, 0xffb12),
    lui(a1, 0x46),
    sw(a1, 0x1b0, a0),        // SOFT_RESET_0: T0's bit is not set any more
    sw(zero, go_word, zero),  // done
    fence,
    lw(a1, go_word, zero),
    srli(a1, a1, 24),
    addi(a2, zero, 0x80),
    bne(a1, a2, -16),
    lw(a1, count_at, zero),
    addi(a3, zero, 0),
    add(a3, a3, a1),
    addi(a1, a1, -1),
    bne(a1, zero, -8),
    sw(a3, sum_at, zero),
    fence,
    sw(zero, go_word, zero),
    bne(a0, zero, -52),
};
const std::vector<uint32_t> t0_program = {addi(a0, zero, 0x123), sw(a0, thread_at, zero), jump_to_itself};

// ---- The host

constexpr uint64_t tile_x = 1, tile_y = 2;  // of noc.tile_x, noc.tile_y: 0, 0

class host {
 public:
  host(const std::string& address, host_pipe::role as) : pipe_(address, as) {}
  // The simulator's first message.
  bool greeted(unsigned seconds = 20) {
    const auto first = next(seconds);
    return first && tensix_door::by_hand(*first).command() == 5;
  }
  void send(const wire_bytes& message) { pipe_.send(message); }
  void send(door_command c, uint64_t address, std::vector<uint32_t> data, uint32_t size, uint64_t x = tile_x,
            uint64_t y = tile_y) {
    door_message m;
    m.command = c;
    m.x = x;
    m.y = y;
    m.address = address;
    m.size = size;
    m.data = std::move(data);
    pipe_.send(wire_of(m));
  }
  void write(uint64_t address, const std::vector<uint32_t>& words, uint64_t x = tile_x, uint64_t y = tile_y) {
    send(door_command::write, address, words, static_cast<uint32_t>(4 * words.size()), x, y);
  }
  std::vector<uint32_t> read(uint64_t address, uint32_t size = 4, uint64_t x = tile_x, uint64_t y = tile_y) {
    send(door_command::read, address, {0}, size, x, y);
    const auto answer = next(20);
    REQUIRE(answer);
    return tensix_door::by_hand(*answer).data();
  }
  uint32_t word(uint64_t address) { return read(address).at(0); }
  // As tt-metal waits; false: it lasts too long.
  bool becomes(uint64_t address, uint32_t value) {
    for (unsigned i = 0; i < 100; ++i)
      if (word(address) == value) return true;
    return false;
  }
  void boot() {
    send(door_command::reset_assert, 0, {0}, 4);
    write(0, b_program);
    write(thread_entry, t0_program);
    write(go_word, {init});
    send(door_command::reset_release, 0, {0}, 4);
    REQUIRE(becomes(go_word, finished));
  }
  uint32_t sum_up_to(uint32_t n) {
    write(count_at, {n});
    write(go_word, {go});
    REQUIRE(becomes(go_word, finished));
    return word(sum_at);
  }
  void exit() { send(door_command::exit, 0, {0}, 4, 0, 0); }
  std::optional<wire_bytes> next(unsigned seconds) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (std::chrono::steady_clock::now() < until)
      if (auto message = pipe_.receive()) return message;
    return std::nullopt;
  }
  unsigned turned_away() const { return pipe_.turned_away(); }

 private:
  host_pipe pipe_;
};

// ---- The simulator

class simulator {
 public:
  // `arguments`: null, as tt-umd gives none, or with the program's name.
  simulator(const std::string& file, const std::vector<std::string>* arguments, const std::string& address,
            const temporary_folder& folder, const std::string& name)
      : folder_(folder), name_(name) {
    std::vector<std::string> words = arguments ? *arguments : std::vector<std::string>();
    std::vector<char*> argv;
    for (auto& w : words) argv.push_back(w.data());
    argv.push_back(nullptr);
    const std::string out = folder / (name + ".out");
    pid_ = fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
      setsid();
      close(0);
      const int to = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(to, 1);
      dup2(to, 2);
      if (!address.empty()) setenv("NNG_SOCKET_ADDR", address.c_str(), 1);
      execv(file.c_str(), argv.data());
      _exit(127);
    }
  }
  ~simulator() {
    if (pid_ > 0) kill(-pid_, SIGKILL), waitpid(pid_, nullptr, 0);
  }
  // Its exit code; -1: killed, or it has not ended in time.
  int ends(unsigned seconds = 30) {
    int status = 0;
    for (unsigned i = 0; i < seconds * 50; ++i) {
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return -1;
  }
  pid_t pid() const { return pid_; }
  std::string text() const { return folder_.read(name_ + ".out"); }

 private:
  pid_t pid_ = -1;
  const temporary_folder& folder_;
  const std::string name_;
};

// An address of this machine alone, that nobody has at the moment.
std::string free_address() {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in a{};
  a.sin_family = AF_INET;
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof a;
  REQUIRE(bind(s, reinterpret_cast<sockaddr*>(&a), length) == 0);
  REQUIRE(getsockname(s, reinterpret_cast<sockaddr*>(&a), &length) == 0);
  close(s);
  return "tcp://127.0.0.1:" + std::to_string(ntohs(a.sin_port));
}

std::string set_up(const temporary_folder& folder, arguments more = {}) {
  arguments words = {"serve", "--setup", "sim dir"};  // a name that a shell would take apart
  words.insert(words.end(), more.begin(), more.end());
  const outcome o = run_tlm(folder, words);
  INFO(described(words, o));
  REQUIRE(o.code == 0);
  CHECK_THAT(o.out, Contains("TT_METAL_SIMULATOR="));
  return folder / "sim dir/run.sh";
}

}  // namespace

TEST_CASE("firmware is loaded, started and launched, and its files are there", "[client]") {
  const temporary_folder folder;
  const std::string run = set_up(folder);
  std::string cycles_before;
  for (unsigned again = 0; again < 2; ++again) {  // the same both times
    const std::string address = free_address();
    simulator sim(run, nullptr, address, folder, "sim");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // started before anybody listens, as tt-umd does it
    host h(address, host_pipe::role::listen);
    REQUIRE(h.greeted());
    h.send(door_command::reset_assert, 0, {0}, 4);
    h.send(tensix_door::golden_write);
    CHECK(h.word(go_word) == init);
    h.boot();
    CHECK(h.word(thread_at) == 0x123);
    h.send(tensix_door::golden_read);
    CHECK(tensix_door::by_hand(*h.next(20)).data() == std::vector<uint32_t>{b_program[0]});
    CHECK(h.sum_up_to(10) == 55);
    CHECK(h.sum_up_to(1000) == 500500);

    // DRAM, by raw and by translated coordinates, as much as a host sends at once; registers; reads of part of a word.
    std::vector<uint32_t> much(0x80000);
    for (size_t i = 0; i < much.size(); ++i) much[i] = static_cast<uint32_t>((i + 1) * 2654435761u);
    h.write(0x40000000, much, 0, 0);
    CHECK(h.read(0x40000000, 0x200000, 17, 12) == much);
    CHECK(h.read(0x40000001, 3, 0, 1) == std::vector<uint32_t>{much[0] >> 8});
    CHECK((h.word(0xffb121b0) & 0x47800) == 0x46000);

    // Nobody is there, or nothing; what is no message; then all goes on.
    CHECK(h.read(0, 4, 2, 2) == std::vector<uint32_t>{~0u});
    CHECK(h.read(0x17fffc, 8) == std::vector<uint32_t>{~0u, ~0u});
    CHECK(h.word(0xfff00000) == ~0u);
    h.write(0, {1}, 8, 0);
    h.send({});
    h.send(wire_bytes(1000, 0x5a));
    h.send({tensix_door::golden_write.begin(), tensix_door::golden_write.begin() + 40});
    CHECK(h.sum_up_to(3) == 6);
    h.exit();
    CHECK(sim.ends() == 0);

    const std::string text = sim.text();
    INFO(text);
    for (const char* line :
         {"READ of (2,2), 4 bytes at 0x0: there is a Tensix tile that is not simulated", "beyond the end of L1",
          "at 0xfff00000 there is no register", "WRITE of (8,0)", "a message of 0 bytes is no DeviceRequestResponse",
          "a message of 1000 bytes", "a message of 40 bytes", "clock: a READ", "launch 2 of (1,2): "})
      CHECK_THAT(text, Contains(line));
    const json launches = json::parse(folder.read("sim dir/launches.json"));
    REQUIRE(launches["launches"].size() == 3);
    std::vector<uint64_t> cycles;
    for (const json& l : launches["launches"]) cycles.push_back(l["cycles"].get<uint64_t>());
    CHECK(cycles[0] > 10 * 3);
    CHECK(cycles[1] > cycles[0] + 990 * 2);
    CHECK(cycles[2] < cycles[0]);
    CHECK(launches["launches"][0]["go_word"] == go_word);
    const json metrics = json::parse(folder.read("sim dir/metrics.json"));
    CHECK(metrics["settings"]["end"] == "EXIT");
    CHECK(metrics["settings"]["poll_cycles"] == 100000);
    CHECK_THAT(folder.read("sim dir/report.html"), Contains("</html>"));
    if (again) CHECK(launches.dump() == cycles_before);
    cycles_before = launches.dump();
  }
  const std::string soc = folder.read("sim dir/soc_descriptor.yaml");
  for (const char* line : {"functional_workers:\n  [1-2]", "[0-0, 0-1, 0-11]", "worker_l1_size: 1572864", "worker_endpoint: "})
    CHECK_THAT(soc, Contains(line));
}

TEST_CASE("two tiles run side by side", "[client]") {
  const temporary_folder folder;
  const std::string run = set_up(folder, {"--tiles=2x1"});
  const std::string address = free_address();
  simulator sim(run, nullptr, address, folder, "sim");
  host h(address, host_pipe::role::listen);
  REQUIRE(h.greeted());
  const auto finishes = [&](uint64_t x) {
    for (unsigned i = 0; i < 100; ++i)
      if (h.read(go_word, 4, x, tile_y).at(0) == finished) return true;
    return false;
  };
  for (const uint64_t x : {1u, 2u}) {
    h.send(door_command::reset_assert, 0, {0}, 4, x);
    h.write(0, b_program, x);
    h.write(thread_entry, t0_program, x);
    h.write(go_word, {init}, x);
    h.send(door_command::reset_release, 0, {0}, 4, x);
  }
  for (const uint64_t x : {1u, 2u}) REQUIRE(finishes(x));
  for (const uint64_t x : {1u, 2u}) {
    h.write(count_at, {static_cast<uint32_t>(1000 * x)}, x);
    h.write(go_word, {go}, x);
  }
  for (const uint64_t x : {1u, 2u}) REQUIRE(finishes(x));
  CHECK(h.read(sum_at, 4, 1, tile_y).at(0) == 500500);
  CHECK(h.read(sum_at, 4, 2, tile_y).at(0) == 2001000);
  CHECK(h.read(0, 4, 3, tile_y) == std::vector<uint32_t>{~0u});
  h.exit();
  CHECK(sim.ends() == 0);
  INFO(sim.text());
  CHECK_THAT(sim.text(), Contains("whole tiles are at (1,2), (2,2) (noc.tile_x"));
  const json launches = json::parse(folder.read("sim dir/launches.json"))["launches"];
  REQUIRE(launches.size() == 2);
  CHECK(launches[0]["go"] == launches[1]["go"]);  // what a host writes takes no time
  CHECK(launches[1]["cycles"].get<uint64_t>() > launches[0]["cycles"].get<uint64_t>() + 1000);
  CHECK_THAT(folder.read("sim dir/soc_descriptor.yaml"), Contains("functional_workers:\n  [1-2, 2-2]"));
}

namespace {
// Of a process, what of it lies in memory.
uint64_t resident_kib(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  std::string word;
  uint64_t kib = 0;
  while (status >> word)
    if (word == "VmRSS:") status >> kib;
  return kib;
}

}  // namespace

#ifndef TENSIX_TESTS_SANITIZED  // a sanitizer keeps what is freed
TEST_CASE("a tile that no host has used takes less than 100 KiB", "[client]") {
  const auto resident_kib_of = [](const arguments& tiles, const std::function<void(host&)>& use) {
    const temporary_folder folder;
    const std::string run = set_up(folder, tiles), address = free_address();
    simulator sim(run, nullptr, address, folder, "sim");
    host h(address, host_pipe::role::listen);
    REQUIRE(h.greeted());
    CHECK(h.word(0x100) == 0);
    use(h);
    const uint64_t kib = resident_kib(sim.pid());
    h.exit();
    CHECK(sim.ends() == 0);
    return kib;
  };
  const uint64_t one = resident_kib_of({}, [](host&) {});
  const uint64_t unused = resident_kib_of({"--tiles=14x10"}, [](host&) {});
  const uint64_t used = resident_kib_of({"--tiles=14x10"}, [](host& h) {
    for (uint64_t x = 1; x <= 16; ++x)
      for (uint64_t y = 2; y <= 11; ++y)
        if (x < 8 || x > 9) CHECK(h.read(0x100, 4, x, y) == std::vector<uint32_t>{0});
  });
  INFO(one << " KiB; of 140 tiles, 139 unused, " << unused << "; all used " << used);
  REQUIRE(one > 1000);
  CHECK(unused > one + 139);  // they are there
  CHECK(unused - one < 139 * 100);
  CHECK(used - one < 139 * 1280);
}
#endif

TEST_CASE("a tile that a host uses in the middle of a run is as one that was there before", "[client]") {
  const bool arrives = GENERATE(false, true);  // the packet below, when the tile is used
  const temporary_folder folder;
  const std::string run = set_up(folder, {"--tiles=14x10", arrives ? "--look-cycles=200" : "--look-cycles=50",
                                          "--set=clock_period_fs=" + std::string(arrives ? "500" : "0")}),
                    address = free_address();
  simulator sim(run, nullptr, address, folder, "sim");
  host h(address, host_pipe::role::listen);
  REQUIRE(h.greeted());
  h.boot();
  CHECK(h.sum_up_to(1000) == 500500);
  // A network interface of the first tile sends 16 KiB to one that no host has used.
  constexpr uint64_t x = 7, y = 5;
  constexpr uint32_t from = 0x10000, to = 0x20000, bytes = 16384, niu = 0xFFB20000;
  std::vector<uint32_t> words(bytes / 4);
  for (size_t i = 0; i < words.size(); ++i) words[i] = static_cast<uint32_t>(i * 2654435761u);
  h.write(from, words);
  const auto place = [](uint64_t column, uint64_t row) { return static_cast<uint32_t>(row << 6 | column); };
  h.write(niu, {from, 0, place(tile_x, tile_y), to, 0, place(x, y)});
  h.write(niu + 0x1C, {2u | 1 << 7 | 1 << 13});
  h.write(niu + 0x20, {bytes});
  h.write(niu + 0x40, {1});
  REQUIRE(h.becomes(niu + 0x40, 0));
  if (arrives) CHECK(h.read(to, bytes, x, y) == words);  // what has begun to arrive is there first
  CHECK(h.read(0, 4, x, y) == std::vector<uint32_t>{0});
  for (unsigned i = 0; i < 20 && h.read(to + bytes - 4, 4, x, y).at(0) != words.back(); ++i) continue;
  CHECK(h.read(to, bytes, x, y) == words);
  CHECK(h.read(0xFFB121B0, 4, x, y) == std::vector<uint32_t>{0x47800});
  // The same firmware, later and elsewhere.
  h.send(door_command::reset_assert, 0, {0}, 4, x, y);
  h.write(0, b_program, x, y);
  h.write(thread_entry, t0_program, x, y);
  h.write(go_word, {init}, x, y);
  h.send(door_command::reset_release, 0, {0}, 4, x, y);
  const auto finishes = [&] {
    for (unsigned i = 0; i < 100; ++i)
      if (h.read(go_word, 4, x, y).at(0) == finished) return true;
    return false;
  };
  REQUIRE(finishes());
  h.write(count_at, {1000}, x, y);
  h.write(go_word, {go}, x, y);
  REQUIRE(finishes());
  CHECK(h.read(sum_at, 4, x, y).at(0) == 500500);
  h.exit();
  CHECK(sim.ends() == 0);
  INFO(sim.text());
  const json launches = json::parse(folder.read("sim dir/launches.json"))["launches"];
  REQUIRE(launches.size() == 2);
  CHECK(launches[1]["tile"] == json({x, y}));
  CHECK(launches[0]["cycles"] == launches[1]["cycles"]);
}

TEST_CASE("a host that is gone is as one that has said EXIT", "[client]") {
  const temporary_folder folder;
  const std::string run = set_up(folder, {"--poll-cycles=1000000000", "--set", "noc.tile_x=3"});
  const std::string address = "ipc://" + (folder / "socket");
  simulator sim(run, nullptr, address, folder, "sim");
  {
    host h(address, host_pipe::role::listen);
    REQUIRE(h.greeted());
    CHECK(h.read(0x20, 4, 4, 2) == std::vector<uint32_t>{0});
    h.send(door_command::reset_assert, 0, {0}, 4, 4);
    h.write(0, {addi(a0, a0, 1), bne(a0, zero, -4), jump_to_itself}, 4);  // counts for long
    h.send(door_command::reset_release, 0, {0}, 4, 4);
    h.send(door_command::read, 0x20, {0}, 4, 4, 2);  // it is in the middle of a poll
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  CHECK(sim.ends() == 0);
  CHECK(json::parse(folder.read("sim dir/metrics.json"))["settings"]["end"] == "connection lost");
  CHECK(json::parse(folder.read("sim dir/launches.json"))["launches"].empty());
  CHECK_THAT(folder.read("sim dir/report.html"), Contains("</html>"));
}

TEST_CASE("one host at a time, and one simulator", "[client]") {
  const temporary_folder folder;
  const std::string address = "ipc://" + (folder / "socket");
  const std::vector<std::string> listening = {"tensix-tlm", "serve", "--listen", address, "--quiet"};
  simulator sim(TENSIX_TLM_BINARY, &listening, "", folder, "sim");
  host first(address, host_pipe::role::dial);
  REQUIRE(first.greeted());
  {
    host second(address, host_pipe::role::dial);
    second.write(0x10, {7});
    CHECK(!second.greeted(1));
  }
  CHECK(first.word(0x10) == 0);
  first.exit();
  CHECK(sim.ends() == 0);
  CHECK_THAT(sim.text(), Contains("more connections were refused: one host at a time"));

  const std::string other = "ipc://" + (folder / "other");
  const std::vector<std::string> dialling = {"tensix-tlm", "serve", other, "--quiet"};
  host h(other, host_pipe::role::listen);
  simulator one(TENSIX_TLM_BINARY, &dialling, "", folder, "one");
  REQUIRE(h.greeted());
  simulator two(TENSIX_TLM_BINARY, &dialling, "", folder, "two");
  CHECK(two.ends() == 0);
  CHECK_THAT(two.text(), Contains("it may have another simulator"));
  CHECK(h.word(0) == 0);
  h.exit();
  CHECK(one.ends() == 0);
}

TEST_CASE("a device that fails says so, and its host does not take that for a result", "[client]") {
  const temporary_folder folder;
  const std::string address = "ipc://" + (folder / "socket");
  const std::vector<std::string> words = {"tensix-tlm", "serve", address, "--metrics", folder / "m.json", "--quiet"};
  host h(address, host_pipe::role::listen);
  simulator sim(TENSIX_TLM_BINARY, &words, "", folder, "sim");
  REQUIRE(h.greeted());
  h.send(door_command::reset_assert, 0, {0}, 4);
  h.write(0, {0});  // no instruction
  h.write(go_word, {go});
  h.send(door_command::reset_release, 0, {0}, 4);
  for (unsigned i = 0; i < 5; ++i) h.read(go_word);
  CHECK(h.word(go_word) == ~0u);
  h.exit();
  CHECK(sim.ends() == 1);
  CHECK_THAT(sim.text(), Contains("the device has stopped in cycle") && Contains("incomplete (undefined"));
}

TEST_CASE("what every core of all tiles waits for is said when a launch is stuck", "[client]") {
  const temporary_folder folder;
  const std::string run = set_up(folder, {"--tiles=2x1"}), address = free_address();
  simulator sim(run, nullptr, address, folder, "sim");
  host h(address, host_pipe::role::listen);
  REQUIRE(h.greeted());
  for (const uint32_t x : {1u, 2u}) {
    const uint32_t never_written = 0x500 + 0x100 * x;
    h.write(0, {fence, lw(a1, static_cast<int32_t>(never_written), zero), addi(a2, zero, 1), bne(a1, a2, -12)}, x);
    h.write(go_word, {go}, x);
    h.send(door_command::reset_release, 0, {0}, 4, x);
  }
  for (unsigned i = 0; i < 3; ++i) CHECK(h.word(go_word) == go);
  h.exit();
  CHECK(sim.ends() == 0);
  CHECK_THAT(sim.text(), Contains("nothing can make progress, and a launch of (1,2) is not done"));
  CHECK_THAT(sim.text(), Contains("(0,0) RISC-V B polls 0x00000600 (L1)"));
  CHECK_THAT(sim.text(), Contains("(1,0) RISC-V B polls 0x00000700 (L1)"));
}

TEST_CASE("without a host it does not stay", "[client]") {
  const temporary_folder folder;
  const auto o = tlm_all(folder, {{"serve"},
                                  {"serve", "ipc://" + (folder / "nobody"), "--wait=1"},
                                  {"serve", "no address"},
                                  {"serve", "--listen"},
                                  {"serve", "--setup", "d", "tcp://127.0.0.1:5"},
                                  {"serve", "--jitter", "2"},
                                  {"serve", "--poll-cycles", "0"},
                                  {"serve", "--setup", "/proc/nothing"}});
  check_refused({"serve"}, o[0], {"NNG_SOCKET_ADDR"});
  check_refused({"serve", "--wait=1"}, o[1], {"no host at ipc://", "1 s (--wait)"}, 4);
  check_refused({"serve", "no address"}, o[2], {"no address"});
  check_refused({"serve", "--listen"}, o[3], {"an ADDRESS is missing"});
  check_refused({"serve", "--setup", "d", "ADDRESS"}, o[4], {"--setup"});
  check_refused({"serve", "--jitter"}, o[5], {"--jitter"});
  check_refused({"serve", "--poll-cycles"}, o[6], {"--poll-cycles=0", "1.."});
  check_refused({"serve", "--setup"}, o[7], {"--setup", "/proc/nothing"});
}
