// SPDX-License-Identifier: Apache-2.0
// The pseudo-code of docs/l1-protocol.md written down once more: one plain loop over cycles, beats as flags, nothing shared with
// the model.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "models/memory/l1.h"

namespace tensix::l1_reference {

inline constexpr uint32_t memory_bytes = 1 << 16;
inline constexpr int clients_count = static_cast<int>(l1_client::count);
inline constexpr unsigned blocking_threads = 3;

struct outcome {
  cycle_t done = never, first_beat = 0;
  uint32_t bank_stall = 0, port_stall = 0;
  std::vector<uint8_t> data;
  bool in_slot = true;
  bool operator==(const outcome& o) const {
    return done == o.done && first_beat == o.first_beat && bank_stall == o.bank_stall && port_stall == o.port_stall &&
           data == o.data && in_slot == o.in_slot;
  }
};

struct request {
  // Made in cycle `call`; or, if `after` is a request, in the cycle of its completion, within the call back; or by a thread, as
  // soon as its last b_transport has returned and `call` cycles have gone by.
  cycle_t call = 0, delay = 0;
  int after = -1, thread = -1;
  l1_client client = l1_client::noc;
  bool write = false, poll = false, by_initiator = false;
  l1_operation operation = l1_operation::plain;
  uint8_t ahead = 0, stream = 0;
  uint32_t lanes = 1, address = 0, bytes = 16, row_bytes = 0, row_stride = 0, rows = 1;
  std::vector<uint8_t> data, enables;
  std::vector<std::pair<cycle_t, uint32_t>> rates;  // cycle, lanes
};

struct traffic {
  l1_parameters parameters;
  std::vector<request> requests;
  l1_storage before;  // the bytes of L1
};

struct result {
  std::vector<outcome> of;
  l1_storage bytes;
  std::vector<uint64_t> port_beats, bank_beats, bank_conflicts;
};

struct transfer {
  size_t number = 0;
  const request* r = nullptr;
  cycle_t start = 0, done = never, first_beat = never;
  uint32_t lanes = 1;
  std::vector<uint32_t> words;  // of its beats
  std::vector<bool> served;
  uint32_t bank_blocked = 0, port_blocked = 0;
  bool waits() const { return std::count(served.begin(), served.end(), true) < static_cast<long>(served.size()); }
};

class l1 {
 public:
  explicit l1(const traffic& t) : t_(t), p_(t.parameters) {
    r_.of.resize(t.requests.size());
    r_.bytes = t.before;
    r_.port_beats.resize(p_.ports);
    r_.bank_beats.resize(p_.banks);
    r_.bank_conflicts.resize(p_.banks);
  }
  result run() {
    std::vector<std::vector<size_t>> of_thread(blocking_threads);
    for (size_t i = 0; i < t_.requests.size(); ++i)
      if (t_.requests[i].thread >= 0) of_thread[static_cast<size_t>(t_.requests[i].thread)].push_back(i);
    std::vector<size_t> next(blocking_threads, 0);
    std::vector<cycle_t> calls(blocking_threads, never);
    for (unsigned k = 0; k < blocking_threads; ++k)
      if (!of_thread[k].empty()) calls[k] = t_.requests[of_thread[k][0]].call + t_.requests[of_thread[k][0]].delay;
    for (cycle_t c = 0; completed_ < t_.requests.size() && c < 1000000; ++c) {
      complete(c);
      for (unsigned k = 0; k < blocking_threads; ++k) {  // threads that b_transport has returned to
        if (calls[k] != never || next[k] >= of_thread[k].size()) continue;
        const size_t now = of_thread[k][next[k]];
        if (r_.of[now].done != c) continue;
        if (++next[k] < of_thread[k].size()) {
          const request& then = t_.requests[of_thread[k][next[k]]];
          calls[k] = c + then.call + then.delay;
        }
      }
      for (size_t i = 0; i < t_.requests.size(); ++i) {
        const request& r = t_.requests[i];
        if (r.after < 0 && r.thread < 0 && r.call == c) add(i, c);
        for (const auto& [when, lanes] : r.rates)
          if (when == c)
            for (transfer& x : list_)
              if (x.number == i) x.lanes = lanes;
      }
      for (unsigned k = 0; k < blocking_threads; ++k)
        if (calls[k] == c) add(of_thread[k][next[k]], c, 0), calls[k] = never;
      arbitrate(c);
    }
    return r_;
  }

 private:
  const traffic& t_;
  const l1_parameters& p_;
  result r_;
  std::vector<transfer> list_;
  std::map<uint32_t, cycle_t> free_bank_, free_port_;
  std::map<uint32_t, int> last_;
  uint64_t turn_ = 0;
  size_t completed_ = 0;

  uint32_t bank(uint32_t word) const { return word % p_.banks; }
  bool narrow(const request& r) const { return r.write && r.bytes < 16; }

  void add(size_t number, cycle_t c) { add(number, c, t_.requests[number].delay); }
  void add(size_t number, cycle_t c, cycle_t delay) {
    const request& r = t_.requests[number];
    transfer x;
    x.number = number;
    x.r = &r;
    x.start = c + delay;
    x.lanes = r.lanes;
    const bool by_rows = r.row_bytes != 0;
    for (uint32_t row = 0; row < (by_rows ? r.rows : 1); ++row) {
      const uint32_t from = r.address + row * r.row_stride, to = from + (by_rows ? r.row_bytes : r.bytes);
      for (uint32_t w = from / 16; w * 16 < to; ++w) x.words.push_back(w);
    }
    x.served.resize(x.words.size());
    size_t at = list_.size();
    list_.push_back(x);
    while (at > 0 && list_[at - 1].r->ahead > 0 &&
           std::make_pair(list_[at - 1].start, list_[at - 1].r->ahead) > std::make_pair(x.start, r.ahead)) {
      std::swap(list_[at - 1], list_[at]);
      --at;
    }
  }

  void complete(cycle_t c) {
    for (size_t i = 0; i < list_.size();) {
      if (list_[i].done != c) {
        ++i;
        continue;
      }
      const transfer x = list_[i];
      list_.erase(list_.begin() + static_cast<long>(i));
      ++completed_;
      outcome& o = r_.of[x.number];
      o.done = c;
      o.first_beat = x.first_beat;
      const int64_t lost = static_cast<int64_t>(c - x.start) - static_cast<int64_t>((x.words.size() + x.lanes - 1) / x.lanes);
      const uint32_t most = lost > 0 ? static_cast<uint32_t>(lost) : 0;
      o.port_stall = std::min(most, x.port_blocked);
      o.bank_stall = std::min(most - o.port_stall, x.bank_blocked);
      move(*x.r, o);
      for (size_t k = 0; k < t_.requests.size(); ++k)
        if (t_.requests[k].after == static_cast<int>(x.number)) add(k, c);
    }
  }

  void move(const request& r, outcome& o) {
    o.data = r.data;
    if (r.by_initiator) return;
    const uint32_t in_row = r.row_bytes ? r.row_bytes : r.bytes;
    for (uint32_t i = 0; i < r.bytes; ++i) {
      uint8_t& byte = r_.bytes[r.address + i / in_row * r.row_stride + i % in_row];
      if (!r.write) o.data[i] = byte;
      else if (r.enables.empty() || r.enables[i % in_row % r.enables.size()]) byte = r.data[i];
    }
  }

  size_t choose(l1_policy policy, const std::vector<size_t>& asking, int last) const {
    size_t best = asking[0];
    for (size_t i : asking) {
      const transfer &x = list_[i], &y = list_[best];
      const int client = static_cast<int>(x.r->client), other = static_cast<int>(y.r->client);
      const auto behind = [&](int who) { return who > last ? who - last : who - last + clients_count; };
      if (policy == l1_policy::round_robin && behind(client) < behind(other)) best = i;
      if (policy == l1_policy::fixed && client < other) best = i;
      if (policy == l1_policy::oldest && x.start < y.start) best = i;
    }
    return best;
  }

  void arbitrate(cycle_t c) {
    std::vector<size_t> competing;
    std::set<std::tuple<int, unsigned, bool>> seen;
    for (size_t i = 0; i < list_.size(); ++i) {
      const transfer& x = list_[i];
      if (x.start > c || !x.waits()) continue;
      const bool first = seen.insert({static_cast<int>(x.r->client), x.r->stream, x.r->write}).second;
      if (first && competing.size() < 40) competing.push_back(i);
    }
    const size_t n = competing.size();
    if (n == 0) return;
    std::map<size_t, std::vector<size_t>> windows;  // beats
    std::map<uint32_t, std::vector<size_t>> asking;
    std::map<uint32_t, unsigned> asked;
    for (size_t i : competing) {
      const transfer& x = list_[i];
      const auto first = static_cast<size_t>(std::find(x.served.begin(), x.served.end(), false) - x.served.begin());
      for (size_t b = first; b < std::min<size_t>(first + x.lanes, x.words.size()); ++b) {
        if (x.served[b]) continue;
        windows[i].push_back(b);
        auto& a = asking[bank(x.words[b])];
        if (a.empty() || a.back() != i) a.push_back(i);
        ++asked[bank(x.words[b])];
      }
    }
    std::map<uint32_t, size_t> winner;
    for (const auto& [b, who] : asking) winner[b] = choose(p_.bank_policy, who, last_.count(b) ? last_[b] : clients_count - 1);
    std::vector<size_t> order;
    if (p_.port_policy == l1_policy::round_robin) {
      for (size_t k = 0; k < n; ++k) order.push_back(competing[(turn_ + k) % n]);
    } else {
      for (std::vector<size_t> left = competing; !left.empty();) {
        order.push_back(choose(p_.port_policy, left, 0));
        left.erase(std::find(left.begin(), left.end(), order.back()));
      }
    }
    std::set<uint32_t> banks_taken, ports_taken;
    for (size_t i : order) {
      transfer& x = list_[i];
      bool bank_refused = false, port_refused = false;
      for (size_t beat : windows[i]) {
        auto ports = p_.client_ports[static_cast<size_t>(x.r->client)];
        std::sort(ports.begin(), ports.end());
        const auto port =
            std::find_if(ports.begin(), ports.end(), [&](uint32_t q) { return free_port_[q] <= c && !ports_taken.count(q); });
        if (port == ports.end()) {
          port_refused = true;
          break;
        }
        const uint32_t b = bank(x.words[beat]);
        if (free_bank_[b] > c || banks_taken.count(b) || (n > 1 && winner[b] != i)) {
          bank_refused = true;
          ++r_.bank_conflicts[b];
          continue;
        }
        banks_taken.insert(b);
        ports_taken.insert(*port);
        x.served[beat] = true;
        ++r_.port_beats[*port];
        ++r_.bank_beats[b];
        if (x.first_beat == never) x.first_beat = c;
        if (n > 1 && asked[b] > 1) last_[b] = static_cast<int>(x.r->client);
        const bool accumulates = x.r->operation == l1_operation::accumulate;
        const bool keeps = x.r->operation == l1_operation::atomic || narrow(*x.r);
        const cycle_t hold = accumulates ? p_.accumulate_bank_cycles : keeps ? p_.atomic_cycles : 1;
        free_bank_[b] = c + hold;
        free_port_[*port] = c + (accumulates ? 1 : hold);
      }
      if (!x.waits()) x.done = c + (x.r->operation == l1_operation::atomic ? p_.atomic_cycles : 1);
      if (bank_refused) ++x.bank_blocked;
      else if (port_refused) ++x.port_blocked;
    }
    if (n > 1) ++turn_;
  }
};

}  // namespace tensix::l1_reference
