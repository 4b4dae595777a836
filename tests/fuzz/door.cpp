// SPDX-License-Identifier: Apache-2.0
// Messages at the door, of any bytes and in any order: the server serves them all, and answers every READ exactly once. An input is
// messages, each behind its length in two bytes.
#include <sstream>

#include "tests/door/fake_device.h"
#include "tests/fuzz/fuzz.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tensix_door::fake_device device;
  tensix_door::fake_host host;
  size_t wanted = 0;
  bool over = false;  // behind EXIT nobody answers
  while (size >= 2) {
    const size_t length = std::min<size_t>(data[0] | data[1] << 8, size - 2);
    host.to_come.emplace_back(data + 2, data + 2 + length);
    data += 2 + length;
    size -= 2 + length;
    const auto m = message_of(host.to_come.back());
    over = over || (m && m->command == door_command::exit);
    const bool waits = m && (m->command == door_command::read || m->command == door_command::smn_read);
    wanted += waits && !over;
  }
  std::ostringstream log;
  door_server server(host, device, clock_policy{100, 10}, log);
  for (bool idle = false; const auto runs = server.serve(idle); idle = !idle) {
    fuzz::expect(*runs >= 1 && *runs <= 10, "it runs for " + std::to_string(*runs) + " cycles");
    device.now += *runs;
    for (const uint32_t word : std::vector<uint32_t>(device.followed)) {
      if (device.now % 20 == 0) device.store(word, 0);
    }
  }
  fuzz::expect(host.answers.size() == wanted, std::to_string(host.answers.size()) + " answers to " + std::to_string(wanted));
  for (const wire_bytes& answer : host.answers) fuzz::expect(!!message_of(answer), "an answer that is no message");
  for (const launch& l : server.launches().all())
    fuzz::expect(!l.done || *l.done >= l.go, "a launch that is done before its go");
  json_of(server.launches().all());
  return 0;
}
