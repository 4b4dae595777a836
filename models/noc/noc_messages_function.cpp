// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_messages_function.h"

#include <cstring>
#include <type_traits>

namespace tensix {

namespace {

// Of a packet, all but the data. Another member of it, and this does not compile.
template <class Packet, class F>
void each_field(Packet& p, F f) {
  auto& [kind, noc, from, to, to_end, multicast, include_source, y_major, path_reserve, linked, address, size, answer_to,
         answer_address, virtual_channel, static_channel, marked, inline_data, byte_enables, enabled, atomic, atomic_data,
         initiator, transaction, first_left, last_left, data] = p;
  (void)data;
  const auto all = [&](auto&... fields) { (f(fields), ...); };
  all(kind, noc, from, to, to_end, multicast, include_source, y_major, path_reserve, linked, address, size, answer_to,
      answer_address, virtual_channel, static_channel, marked, inline_data, byte_enables, enabled, atomic, atomic_data,
      initiator, transaction, first_left, last_left);
}

struct head {
  noc_instant said;
  uint64_t number, cycle;
  uint32_t station, bytes;  // of data
  uint64_t last;            // no padding: what is sent is all set
};

class reader {
 public:
  explicit reader(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}
  bool any() const { return at_ != end_; }
  template <class T>
  void operator()(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
  }
  void data(std::vector<uint8_t>& to, size_t bytes) {
    to.assign(at_, at_ + bytes);
    at_ += bytes;
  }

 private:
  const char *at_, *end_;
};

}  // namespace

void append(std::string& bytes, const noc_message& m) {
  const auto add = [&bytes](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  add(head{m.said, m.number, m.cycle, m.station, m.last ? static_cast<uint32_t>(m.packet.data.size()) : 0, m.last});
  if (m.last) bytes.append(m.packet.data.begin(), m.packet.data.end());
  else each_field(m.packet, add);
}

void read_messages(std::string_view bytes, std::vector<noc_message>& messages) {
  reader next(bytes);
  while (next.any()) {
    head h;
    next(h);
    noc_message& m = messages.emplace_back();
    m.said = h.said;
    m.station = h.station;
    m.number = h.number;
    m.last = h.last;
    m.cycle = h.cycle;
    if (h.last) next.data(m.packet.data, h.bytes);
    else each_field(m.packet, [&next](auto& field) { next(field); });
  }
}

}  // namespace tensix
