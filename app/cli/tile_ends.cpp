// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tile_ends.h"

#include <algorithm>

namespace tensix {

namespace {

constexpr size_t page = 4096;

void put(rank_writer& to, const account& a) {
  account alone = a;
  alone.report_to(nullptr, "");
  to.put(alone);
}

account account_in(rank_reader& from) {
  account a = from.get<account>();
  a.report_to(nullptr, "");
  return a;
}

}  // namespace

void put(rank_writer& to, const tile_end& end) {
  to.put(end.report.x);
  to.put(end.report.y);
  to.put(end.report.cycles);
  put(to, end.report.matrix_unit);
  to.put(end.report.cores.size());
  for (const activity_report& core : end.report.cores) {
    to.text(core.name);
    put(to, core.activity);
    to.put(core.polled.size());
    for (const polled_report& p : core.polled) {
      to.put(p.address);
      to.text(p.name);
      to.put(p.cycles);
    }
  }
  to.text(end.waits);
  to.text(end.left);
}

tile_end tile_end_of(rank_reader& from) {
  tile_end end;
  end.report.x = from.get<unsigned>();
  end.report.y = from.get<unsigned>();
  end.report.cycles = from.get<uint64_t>();
  end.report.matrix_unit = account_in(from);
  end.report.cores.resize(from.get<size_t>());
  for (activity_report& core : end.report.cores) {
    core.name = from.text();
    core.activity = account_in(from);
    core.polled.resize(from.get<size_t>());
    for (polled_report& p : core.polled) {
      p.address = from.get<uint32_t>();
      p.name = from.text();
      p.cycles = from.get<uint64_t>();
    }
  }
  end.waits = from.text();
  end.left = from.text();
  return end;
}

void put_l1(rank_writer& to, const uint8_t* l1, size_t bytes) {
  for (size_t at = 0; at < bytes; at += page) {
    const size_t here = std::min(page, bytes - at);
    const bool any = std::any_of(l1 + at, l1 + at + here, [](uint8_t b) { return b != 0; });
    to.put<uint8_t>(any);
    if (any) to.bytes.append(reinterpret_cast<const char*>(l1 + at), here);
  }
}

void take_l1(rank_reader& from, uint8_t* l1, size_t bytes) {
  for (size_t at = 0; at < bytes; at += page) {
    const size_t here = std::min(page, bytes - at);
    if (from.get<uint8_t>()) from.copy(l1 + at, here);
    else std::fill_n(l1 + at, here, uint8_t{0});
  }
}

}  // namespace tensix
