// SPDX-License-Identifier: Apache-2.0
#include "app/serve/door_server.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace tensix {
namespace {

door_place place_of(const door_message& m) { return {m.x, m.y}; }

std::string text_of(const door_message& m) {
  char text[64];
  std::snprintf(text, sizeof text, ", %u bytes at 0x%llx", m.size, static_cast<unsigned long long>(m.address));
  const bool of_bytes = m.command != door_command::reset_assert && m.command != door_command::reset_release;
  return name_of(m.command) + " of " + text_of(place_of(m)) + (of_bytes ? text : "");
}

// FNV-1a over words.
uint64_t hash_of(const std::vector<uint32_t>& words) {
  uint64_t h = 0xcbf29ce484222325;
  for (uint32_t w : words) h = (h ^ w) * 0x100000001b3;
  return h;
}

uint32_t words_of(uint32_t bytes) { return bytes / 4 + (bytes % 4 != 0); }

}  // namespace

door_server::door_server(message_pipe& pipe, device_door& device, const clock_policy& clock, std::ostream& log)
    : pipe_(pipe), device_(device), clock_(clock), log_(log), launches_(device) {}

void door_server::greet() {
  door_message hello;
  hello.command = door_command::exit;
  hello.data = {0};
  hello.size = 4;
  pipe_.send(wire_of(hello));
}

std::optional<uint64_t> door_server::serve(bool idle) {
  idle_ = idle;
  while (end_.empty()) {
    if (poll_) {
      if (!poll_over()) return std::min(clock_.look_cycles, poll_->until - device_.cycle());
      continue;
    }
    if (interrupted && interrupted()) return 0;
    if (const auto m = next()) handle(*m);
  }
  return std::nullopt;
}

void door_server::serve_failed() {
  if (poll_) answer(poll_->read, std::vector<uint32_t>(words_of(poll_->read.size), ~0u));
  poll_.reset();
  while (end_.empty() && !(interrupted && interrupted())) {
    const auto m = next();
    if (!m) continue;
    if (m->command == door_command::exit) end_ = name_of(m->command);
    if (m->command == door_command::read || m->command == door_command::smn_read)
      answer(*m, std::vector<uint32_t>(words_of(std::min(m->size, most_read_bytes)), ~0u));
  }
}

// The next that can be read; nothing: not within a moment, or the host is gone.
std::optional<door_message> door_server::next() {
  const bool gone = pipe_.lost();  // before it is looked whether it has left something
  const auto bytes = pipe_.receive();
  if (!bytes) {
    if (gone) end_ = "connection lost";
    return std::nullopt;
  }
  ++messages_;
  auto m = message_of(*bytes);
  if (!m) refuse("a message of " + std::to_string(bytes->size()) + " bytes is no DeviceRequestResponse: dropped");
  return m;
}

void door_server::handle(const door_message& m) {
  switch (m.command) {
    case door_command::write: return write(m);
    case door_command::read: return read(m);
    case door_command::reset_assert:
      idle_ = false;
      done(m, [&] { device_.assert_reset(place_of(m)); });
      return;
    case door_command::reset_release:
      idle_ = false;
      done(m, [&] { device_.release_reset(place_of(m)); });
      return;
    case door_command::exit: end_ = name_of(m.command); return;
    case door_command::smn_read:  // is waited for, as READ is
      refuse(name_of(m.command) + ": a Blackhole device has no such memory; answered with ones");
      return answer(m, std::vector<uint32_t>(words_of(std::min(m.size, most_read_bytes)), ~0u));
  }
  refuse(name_of(m.command) + " is none that a Blackhole device is sent: dropped");
}

void door_server::write(const door_message& m) {
  const uint64_t bytes = std::min<uint64_t>(m.data.size() * uint64_t{4}, m.size);
  if (bytes != m.size || bytes != m.data.size() * uint64_t{4})
    refuse(text_of(m) + ", with " + std::to_string(m.data.size()) + " words of data: " + std::to_string(bytes) +
           " bytes are written (tt-umd sends whole words only)");
  if (bytes == 0) return;
  wire_bytes data(m.data.size() * 4);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<uint8_t>(m.data[i / 4] >> (8 * (i % 4)));
  idle_ = false;
  if (!done(m, [&] { device_.write(place_of(m), m.address, data.data(), static_cast<uint32_t>(bytes)); })) return;
  launches_.written(place_of(m), m.address, m.data);
  // What the host has changed itself is no news to it.
  for (auto a = answered_.lower_bound({{place_of(m), 0}, 0}); a != answered_.end();) {
    const auto& [where, read] = a->first;
    if (!(where.first == place_of(m)) || where.second >= m.address + bytes) break;
    a = m.address < where.second + read ? answered_.erase(a) : std::next(a);
  }
}

void door_server::read(const door_message& m) {
  if (m.size > most_read_bytes) {
    refuse(text_of(m) + ": more than " + std::to_string(most_read_bytes) + " bytes; answered with no data");
    return answer(m, {});
  }
  std::vector<uint32_t> words;
  if (!done(m, [&] { words = contents(m); })) return answer(m, std::vector<uint32_t>(words_of(m.size), ~0u));
  launches_.polled(place_of(m), m.address, m.size);
  const auto before = answered_.find({{place_of(m), m.address}, m.size});
  if (before == answered_.end() || before->second != hash_of(words)) return news(m, std::move(words));
  poll_ = poll{m, std::move(words), device_.cycle() + clock_.poll_cycles};
}

// Whether the poll is answered, in the present cycle.
bool door_server::poll_over() {
  std::vector<uint32_t> words = contents(poll_->read);
  if (words == poll_->before && device_.cycle() < poll_->until && !idle_ && !pipe_.lost()) return false;
  const door_message m = poll_->read;
  if (words == poll_->before && idle_ && launches_.awaited(place_of(m), m.address) &&
      stuck_.insert({place_of(m), m.address}).second)
    log_ << "serve: cycle " << device_.cycle() << ": nothing can make progress, and a launch of " << text_of(place_of(m))
         << " is not done:\n"
         << device_.who_waits();
  poll_.reset();
  news(m, std::move(words));
  return true;
}

std::vector<uint32_t> door_server::contents(const door_message& m) {
  wire_bytes bytes(words_of(m.size) * size_t{4});
  device_.read(place_of(m), m.address, bytes.data(), m.size);
  std::vector<uint32_t> words(bytes.size() / 4);
  for (size_t i = 0; i < bytes.size(); ++i) words[i / 4] |= static_cast<uint32_t>(bytes[i]) << (8 * (i % 4));
  return words;
}

void door_server::news(const door_message& read, std::vector<uint32_t> words) {
  answered_[{{place_of(read), read.address}, read.size}] = hash_of(words);
  answer(read, std::move(words));
}

void door_server::answer(const door_message& read, std::vector<uint32_t> words) {
  door_message m = read;
  m.data = std::move(words);
  pipe_.send(wire_of(m));
}

template <class Access>
bool door_server::done(const door_message& m, Access access) {
  try {
    access();
    return true;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    refuse(text_of(m) + ": " + e.what() + (m.command == door_command::read ? "; answered with ones" : ""));
    return false;
  }
}

void door_server::refuse(const std::string& what) {
  ++refused_;
  constexpr size_t most_said = 100;
  if (said_.size() > most_said || !said_.insert(what).second) return;
  log_ << "serve: " << (said_.size() > most_said ? "more messages were refused; they are not named any more" : what) << "\n";
}

}  // namespace tensix
