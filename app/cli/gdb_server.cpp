// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gdb_server.h"

#include <algorithm>

namespace tensix {
namespace {

constexpr const char* failed = "E01";
constexpr unsigned cycle_number = 33;
static const char* const register_names[] = {"zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "fp", "s1", "a0",
                                             "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
                                             "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

std::string description() {
  std::string text =
      "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target version=\"1.0\">"
      "<architecture>riscv:rv32</architecture><feature name=\"org.gnu.gdb.riscv.cpu\">";
  for (unsigned n = 0; n < 32; ++n)
    text += std::string("<reg name=\"") + register_names[n] + "\" bitsize=\"32\" type=\"" +
            (n == 1   ? "code_ptr"
             : n == 2 ? "data_ptr"
                      : "int") +
            "\" regnum=\"" + std::to_string(n) + "\"/>";
  return text +
         "<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\" regnum=\"32\"/></feature>"
         "<feature name=\"tensix-tlm.time\"><reg name=\"cycle\" bitsize=\"64\" type=\"uint64\" "
         "regnum=\"33\"/></feature></target>";
}

bool begins(const std::string& text, const char* with) { return text.rfind(with, 0) == 0; }
std::string hex_number(uint64_t value) {
  std::string text;
  do text.insert(text.begin(), "0123456789abcdef"[value & 15]);
  while (value >>= 4);
  return text;
}
std::string word_text(std::optional<uint32_t> value) { return value ? hex_of_bytes(&*value, 4) : "xxxxxxxx"; }

}  // namespace

// ---- The line

void gdb_server::send(const std::string& packet) {
  last_ = gdb_packets::framed(packet);
  if (!line_.write(last_)) attached_ = false;
}

// False: nobody is there any more.
bool gdb_server::receive(int milliseconds) {
  char bytes[4096];
  const int n = line_.read(bytes, sizeof bytes, milliseconds);
  if (n < 0) attached_ = false;
  if (n > 0) packets_.add(bytes, static_cast<size_t>(n));
  return attached_;
}

gdb_server::order gdb_server::leave() {
  attached_ = false;
  breakpoints_.clear();
  for (const auto& [address, bytes] : watches_) target_.watch(address, bytes, false);
  watches_.clear();
  steps_.reset();
  alone_.reset();
  return order::leave;
}

gdb_server::order gdb_server::stopped(size_t thread, unsigned signal, std::optional<uint32_t> watched,
                                      const std::string& text) {
  steps_.reset();
  alone_.reset();
  current_ = thread;
  stop_reply_ = "T0" + std::to_string(signal) + "thread:" + hex_number(thread + 1) + ";";
  if (watched) stop_reply_ += "watch:" + hex_number(*watched) + ";";
  if (goes_) {
    if (!text.empty()) send("O" + hex_of_bytes(text.data(), std::min<size_t>(text.size(), 2000)));
    send(stop_reply_);
  }
  goes_ = false;
  while (attached_) {
    if (give_up && give_up()) break;
    const auto e = packets_.next();
    if (!e) {
      if (!receive(200)) break;
      continue;
    }
    using kind = gdb_packets::event::kind;
    if (e->what == kind::again) {
      if (!line_.write(last_)) break;
      continue;
    }
    if (e->what == kind::interrupt) continue;  // it stands
    if (acknowledges_ && !line_.write(e->what == kind::damaged ? "-" : "+")) break;
    if (e->what == kind::damaged) continue;
    if (e->what == kind::too_long) {
      send(failed);
      continue;
    }
    if (const auto what = handle(e->packet)) {
      if (*what == order::go) goes_ = true;
      if (*what == order::kill) attached_ = false;
      if (*what == order::leave) return leave();
      return *what;
    }
  }
  return leave();
}

bool gdb_server::wants_attention() {
  if (!attached_) return false;
  if (!receive(0)) {
    leave();
    return false;
  }
  while (const auto e = packets_.next())
    if (e->what == gdb_packets::event::kind::interrupt) return true;
  return false;
}

void gdb_server::over(unsigned status) {
  if (!attached_) return;
  if (goes_) send("W" + hex_of_bytes(&status, 1));
  attached_ = false;
}

// ---- Packets

std::optional<gdb_server::order> gdb_server::handle(const std::string& p) {
  if (p.empty()) {
    send("");
    return {};
  }
  switch (p[0]) {
    case 'k': return order::kill;
    case 'D': send("OK"); return order::leave;
    case 'c':
    case 'C': return order::go;
    case 's':
    case 'S': steps_ = current_; return order::go;
    case 'v':
      if (begins(p, "vKill")) {
        send("OK");
        return order::kill;
      }
      if (begins(p, "vCont;")) return resume(p);
      break;
    default: break;
  }
  if (p == "QStartNoAckMode") {
    send("OK");
    acknowledges_ = false;
    return {};
  }
  send(answer(p));
  return {};
}

// vCont;ACTION[:THREAD]...: one thread may step, all others go on with it, for time is the same for all; but if gdb lets only one
// go, it wants to hear of that one.
std::optional<gdb_server::order> gdb_server::resume(const std::string& p) {
  std::optional<size_t> steps, only;
  bool others = false;
  size_t at = 5;
  while (at < p.size()) {
    const size_t end = std::min(p.find(';', at + 1), p.size());
    const std::string action = p.substr(at + 1, end - at - 1);
    at = end;
    const size_t colon = action.find(':');
    const std::string id = colon == std::string::npos ? "-1" : action.substr(colon + 1);
    const auto thread = thread_of(id);
    if (action.empty() || std::string("cCsS").find(action[0]) == std::string::npos || !thread) {
      send(failed);
      return {};
    }
    if ((action[0] == 's' || action[0] == 'S') && !steps) steps = *thread;
    others = others || id == "-1" || id == "0" || (only && only != thread);
    only = *thread;
  }
  steps_ = steps;
  if (!others) alone_ = only;
  return order::go;
}

// "2"; 0 and -1: any, which is the present one.
std::optional<size_t> gdb_server::thread_of(const std::string& id) const {
  if (id == "-1" || id == "0") return current_;
  size_t at = 0;
  const auto number = take_hex(id, at);
  if (!number || at != id.size() || *number == 0 || *number > target_.threads()) return {};
  return *number - 1;
}

std::string gdb_server::answer(const std::string& p) {
  switch (p[0]) {
    case '?': return stop_reply_;
    case 'H': {
      if (p.size() < 3) return failed;
      const auto thread = thread_of(p.substr(2));
      if (!thread) return failed;
      if (p[1] == 'g') current_ = *thread;
      return "OK";
    }
    case 'T': return thread_of(p.substr(1)) ? "OK" : failed;
    case 'g': return registers();
    case 'p': {
      size_t at = 1;
      const auto number = take_hex(p, at);
      return number ? one_register(*number) : failed;
    }
    case 'P':
    case 'G': return set_registers(p);
    case 'm':
    case 'M': return memory(p);
    case 'Z':
    case 'z': return point(p);
    case 'q': return query(p);
    case 'v': return begins(p, "vCont?") ? "vCont;c;C;s;S" : "";
    default: return "";  // not known here
  }
}

std::string gdb_server::one_register(uint64_t number) const {
  if (number < cycle_number) return word_text(target_.reg(current_, static_cast<unsigned>(number)));
  if (number != cycle_number) return failed;
  const uint64_t cycle = target_.cycle();
  return hex_of_bytes(&cycle, 8);
}

std::string gdb_server::registers() const {
  std::string all;
  for (unsigned n = 0; n <= cycle_number; ++n) all += one_register(n);
  return all;
}

// P NUMBER=VALUE, or G with all: those that differ from what they are.
std::string gdb_server::set_registers(const std::string& p) {
  const auto set = [this](uint64_t number, const std::string& text) {
    const auto bytes = bytes_of_hex(text);
    if (!bytes || bytes->size() != 4 || number > gdb_target_if::pc) return false;
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value |= static_cast<uint32_t>(static_cast<uint8_t>((*bytes)[i])) << (8 * i);
    if (target_.reg(current_, static_cast<unsigned>(number)) == value) return true;
    return target_.set_reg(current_, static_cast<unsigned>(number), value);
  };
  if (p[0] == 'P') {
    size_t at = 1;
    const auto number = take_hex(p, at);
    return number && at < p.size() && p[at] == '=' && set(*number, p.substr(at + 1)) ? "OK" : failed;
  }
  if (p.size() < 1 + 8 * size_t{cycle_number}) return failed;
  for (unsigned n = 0; n < cycle_number; ++n) {
    const std::string text = p.substr(1 + 8 * size_t{n}, 8);
    if (text != "xxxxxxxx" && !set(n, text)) return failed;
  }
  return "OK";
}

// mADDRESS,COUNT and MADDRESS,COUNT:BYTES.
std::string gdb_server::memory(const std::string& p) {
  size_t at = 1;
  const auto address = take_hex(p, at);
  if (!address || *address >> 32 || at >= p.size() || p[at++] != ',') return failed;
  const auto count = take_hex(p, at);
  if (!count || *count > gdb_packets::longest) return failed;
  if (p[0] == 'm') {
    const uint32_t most = static_cast<uint32_t>(std::min<uint64_t>(*count, (gdb_packets::longest - 8) / 2));
    if (most == 0) return "";
    const std::string bytes = target_.read(current_, static_cast<uint32_t>(*address), most);
    return bytes.empty() ? failed : hex_of_bytes(bytes.data(), bytes.size());
  }
  if (at >= p.size() || p[at] != ':') return failed;
  const auto bytes = bytes_of_hex(p.substr(at + 1));
  if (!bytes || bytes->size() != *count) return failed;
  return target_.write(current_, static_cast<uint32_t>(*address), *bytes) ? "OK" : failed;
}

// ZKIND,ADDRESS,LENGTH sets, z takes away. 0, 1: a breakpoint; 2: bytes that are written.
std::string gdb_server::point(const std::string& p) {
  if (p.size() < 2 || p[1] > '2' || p[1] < '0') return "";
  size_t at = 3;
  if (p.size() < 4 || p[2] != ',') return failed;
  const auto address = take_hex(p, at);
  if (!address || *address >> 32 || at >= p.size() || p[at++] != ',') return failed;
  const auto length = take_hex(p, at);
  if (!length || *length > 4096) return failed;
  const uint32_t where = static_cast<uint32_t>(*address), bytes = static_cast<uint32_t>(*length);
  const bool sets = p[0] == 'Z';
  if (p[1] == '2') {
    if (watches_.count({where, bytes}) == sets) return "OK";
    if ((sets && watches_.size() >= most_breakpoints) || !target_.watch(where, bytes, sets)) return failed;
    if (sets) watches_.insert({where, bytes});
    else watches_.erase({where, bytes});
    return "OK";
  }
  const unsigned kind = 1u << (p[1] - '0');
  if (sets && breakpoints_.size() >= most_breakpoints) return failed;
  if (sets) breakpoints_[where] |= kind;
  else if (const auto b = breakpoints_.find(where); b != breakpoints_.end() && !(b->second &= ~kind)) breakpoints_.erase(b);
  return "OK";
}

std::string gdb_server::query(const std::string& p) {
  if (begins(p, "qSupported"))
    return "PacketSize=" + hex_number(gdb_packets::longest) + ";qXfer:features:read+;vContSupported+;QStartNoAckMode+";
  if (begins(p, "qXfer:features:read:target.xml:")) {
    static const std::string text = description();
    size_t at = std::string("qXfer:features:read:target.xml:").size();
    const auto from = take_hex(p, at);
    if (!from || at >= p.size() || p[at++] != ',') return failed;
    const auto count = take_hex(p, at);
    if (!count || *from > text.size()) return failed;
    const std::string part = text.substr(*from, std::min<uint64_t>(*count, gdb_packets::longest - 8));
    return (*from + part.size() == text.size() ? "l" : "m") + part;
  }
  if (p == "qC") return "QC" + hex_number(current_ + 1);
  if (p == "qfThreadInfo") {
    std::string all = "m";
    for (size_t t = 0; t < target_.threads(); ++t) all += (t ? "," : "") + hex_number(t + 1);
    return all;
  }
  if (p == "qsThreadInfo") return "l";
  if (begins(p, "qThreadExtraInfo,")) {
    const auto thread = thread_of(p.substr(std::string("qThreadExtraInfo,").size()));
    const std::string text = thread ? target_.thread_text(*thread) : "";
    return thread ? hex_of_bytes(text.data(), text.size()) : failed;
  }
  if (begins(p, "qAttached")) return "1";
  if (begins(p, "qSymbol")) return "OK";
  if (begins(p, "qRcmd,")) {
    const auto command = bytes_of_hex(p.substr(6));
    if (!command) return failed;
    std::string text = target_.command(*command);
    for (size_t at = 0; at < text.size(); at += 2000)
      send("O" + hex_of_bytes(text.data() + at, std::min<size_t>(2000, text.size() - at)));
    return "OK";
  }
  return "";
}

}  // namespace tensix
