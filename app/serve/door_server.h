// SPDX-License-Identifier: Apache-2.0
// What a simulator does with the messages of its host: writes and resets at once, a READ when its time has come. No SystemC.
//
// Time: nothing on the wire carries it, so a host's waiting is what makes it pass. A READ of bytes that were read before and have
// the same contents is a poll: it lets the device run until they change, or as long as clock_policy says. Everything else is done
// between two cycles, and takes none.
#pragma once
#include <iosfwd>
#include <optional>
#include <set>
#include <string>

#include "app/serve/device_door.h"
#include "app/serve/door_message.h"
#include "app/serve/launch_log.h"

namespace tensix {

struct clock_policy {
  uint64_t poll_cycles = 100000;  // that a poll lets the device run, at most
  uint64_t look_cycles = 1000;    // from one look at the polled bytes to the next: a poll may see a change so much later
};

class message_pipe {
 public:
  virtual ~message_pipe() = default;
  // Nothing: none has come within a moment.
  virtual std::optional<wire_bytes> receive() = 0;
  virtual void send(const wire_bytes& message) = 0;
  // The host is not there any more. What it has sent before may still be received.
  virtual bool lost() = 0;
};

class door_server {
 public:
  // All must outlive it. `log` gets a line for whatever is refused or dropped.
  door_server(message_pipe& pipe, device_door& device, const clock_policy& clock, std::ostream& log);

  // The host waits for this one before it sends anything.
  void greet();
  // In the present cycle: does what the host wants until the device has to run for it; returns for how many cycles, at most. Then
  // it is to be called again, or sooner if nothing goes on any more (`idle`). Nothing: the host has said EXIT, or is gone.
  std::optional<uint64_t> serve(bool idle);
  // Asked while no message comes; true: serve returns 0. Unset: never.
  std::function<bool()> interrupted;
  // The device has failed and does not run any more. From now on it answers every READ with ones, which no host takes for a result.
  // Until EXIT, or until the host is gone.
  void serve_failed();

  const launch_log& launches() const { return launches_; }
  // How the host went: "EXIT", "connection lost"; empty: it has not.
  const std::string& end() const { return end_; }
  uint64_t messages() const { return messages_; }
  uint64_t refused() const { return refused_; }

 private:
  static constexpr uint32_t most_read_bytes = 4u << 20;
  struct poll {
    door_message read;
    std::vector<uint32_t> before;
    uint64_t until;  // cycle
  };
  message_pipe& pipe_;
  device_door& device_;
  const clock_policy clock_;
  std::ostream& log_;
  launch_log launches_;
  std::optional<poll> poll_;
  bool idle_ = false;  // until something is done to the device
  using read_bytes = std::pair<std::pair<door_place, uint64_t>, uint32_t>;
  std::map<read_bytes, uint64_t> answered_;  // a hash of the last answer
  std::set<std::string> said_;               // refusals: each is said once
  std::set<std::pair<door_place, uint64_t>> stuck_;
  uint64_t messages_ = 0, refused_ = 0;
  std::string end_;

  std::optional<door_message> next();
  void handle(const door_message& m);
  void read(const door_message& m);
  void write(const door_message& m);
  bool poll_over();
  std::vector<uint32_t> contents(const door_message& m);
  void news(const door_message& read, std::vector<uint32_t> words);  // of the device; what was answered is remembered
  void answer(const door_message& read, std::vector<uint32_t> words);
  template <class Access>
  bool done(const door_message& m, Access access);
  void refuse(const std::string& what);
};

}  // namespace tensix
