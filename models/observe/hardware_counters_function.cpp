// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "models/observe/hardware_counters.h"

namespace tensix {

namespace {

constexpr unsigned threads = 3, grants = 256, ports_a_position = 8;

constexpr const char* bank_names[] = {"INSTRN_THREAD", "FPU", "TDMA_UNPACK", "TDMA_PACK", "L1"};
static_assert(std::size(bank_names) == counter_banks);

struct class_row {
  const char *name, *earlier, *account;
};
constexpr class_row class_rows[] = {
    {"CFG", "", "of the configuration unit"},
    {"SYNC", "", "of the sync unit"},
    {"THCON", "", "of the scalar unit"},
    {"XSEARCH", "", ""},
    {"MOVE", "", "of the mover"},
    {"MATH", "FPU", "of the matrix or the vector unit"},
    {"UNPACK", "", "of an unpacker"},
    {"PACK", "", "of the packer"},
};
static_assert(std::size(class_rows) == counted_classes);

struct wait_row {
  const char *name, *earlier, *condition;
};
constexpr wait_row wait_rows[] = {
    {"THCON_IDLE", "", "STALLWAIT's C0"},
    {"UNPACK_IDLE", "", "STALLWAIT's C1 or C2"},
    {"PACK_IDLE", "", "STALLWAIT's C3"},
    {"MATH_IDLE", "", "STALLWAIT's C4"},
    {"NONZERO_SEM", "", "SEMWAIT for a semaphore that is 0"},
    {"NONFULL_SEM", "", "SEMWAIT for a semaphore at its maximum"},
    {"MOVE_IDLE", "", "STALLWAIT's C9"},
    {"CFG_IDLE", "MMIO_IDLE", "STALLWAIT's C10"},
    {"SFPU_IDLE", "", "STALLWAIT's C11"},
};
static_assert(std::size(wait_rows) == counted_waits);

std::string thread_name(unsigned t) { return "threads.t" + std::to_string(t); }
std::string wait_name(unsigned wait, unsigned t) {
  return std::string("WAITING_FOR_") + wait_rows[wait].name + "_" + std::to_string(t);
}

class table {
 public:
  table() {
    instruction_threads();
    row(counter_bank::fpu, 0, "FPU_COUNTER", {count_kind::matrix_unit}, "units.matrix_unit.busy");
    row(counter_bank::fpu, 1, "SFPU_COUNTER", {count_kind::vector_unit}, "units.vector_unit.busy");
    row(counter_bank::fpu, grants + 1, "MATH_COUNTER", {count_kind::either},
        "cycles in which units.matrix_unit or units.vector_unit is busy");
    tdma_unpack();
    tdma_pack();
    l1();
  }
  std::vector<hardware_counter> rows;

 private:
  hardware_counter& row(counter_bank bank, unsigned select, std::string name, counted what, std::string account,
                        std::string doubt = {}) {
    rows.push_back({bank, 0, select, std::move(name), {}, what, std::move(account), std::move(doubt)});
    return rows.back();
  }
  void not_given(counter_bank bank, unsigned select, std::string name, std::string why, std::string earlier = {}) {
    row(bank, select, std::move(name), {}, {}, std::move(why)).earlier = std::move(earlier);
  }

  void instruction_threads() {
    constexpr counter_bank bank = counter_bank::instrn_thread;
    for (unsigned c = 0; c < counted_classes; ++c) {
      if (static_cast<counted_class>(c) == counted_class::xsearch) continue;  // tied to 0
      for (unsigned t = 0; t < threads; ++t) {
        const std::string number = std::to_string(t), behind = "_INSTRN_AVAILABLE_" + number;
        hardware_counter& r = row(bank, threads * c + t, class_rows[c].name + behind, {count_kind::available, c, t},
                                  "cycles in which an instruction " + std::string(class_rows[c].account) + " is first in t" +
                                      number + " and is issued, or another thread has its unit");
        if (*class_rows[c].earlier) r.earlier = class_rows[c].earlier + behind;
      }
    }
    for (unsigned t = 0; t < threads; ++t)
      row(bank, 24 + t, "THREAD_STALLS_" + std::to_string(t), {count_kind::stalled, 0, t},
          thread_name(t) + ".stall, all reasons but other_thread");
    const char* const implicit =
        "no list says whether what the units wait for by themselves counts, beside STALLWAIT; the accounts of metrics have "
        "both: "
        "srca_owned_by_matrix_unit, srca_not_valid, stallwait, ...";
    const char* const shared[] = {"WAITING_FOR_SRCA_CLEAR", "WAITING_FOR_SRCB_CLEAR", "WAITING_FOR_SRCA_VALID",
                                  "WAITING_FOR_SRCB_VALID"};
    for (unsigned i = 0; i < std::size(shared); ++i) not_given(bank, 27 + i, shared[i], implicit);
    // By threads, and in each by reasons. An earlier list went by reasons, and in each by threads.
    constexpr unsigned first = 31;
    for (unsigned i = 0; i < threads * counted_waits; ++i) {
      const unsigned t = i / counted_waits, wait = i % counted_waits, other_wait = i / threads, other_t = i % threads;
      const bool same = wait == other_wait && t == other_t;
      hardware_counter& r =
          row(bank, first + i, wait_name(wait, t), {count_kind::waiting, wait, t},
              "cycles of " + thread_name(t) + ".stall in which a latched wait waits for " + wait_rows[wait].condition,
              same ? "" : "an earlier list of tt-metal has " + wait_name(other_wait, other_t) + " there");
      if (*wait_rows[wait].earlier) r.earlier = std::string("WAITING_FOR_") + wait_rows[wait].earlier + "_" + std::to_string(t);
    }
    for (unsigned t = 0; t < threads; ++t)
      row(bank, grants + 8 * t, "THREAD_INSTRUCTIONS_" + std::to_string(t), {count_kind::issued, 0, t},
          "instructions that t" + std::to_string(t) + " has issued: " + thread_name(t) + ".busy, if one takes a cycle",
          t == 0 ? ""
                 : "other lists have THREAD_INSTRUCTIONS_" + std::to_string(t) + " at " + std::to_string(grants + t) +
                       ", or there the issued instructions of one class");
    row(bank, 283, "ANY_THREAD_STALL", {count_kind::any_stalled},
        "cycles in which THREAD_STALLS of at least one thread counts");
  }

  void tdma_unpack() {
    constexpr counter_bank bank = counter_bank::tdma_unpack;
    const char* const pipe = "the model has no such point in the math pipeline";
    not_given(bank, 0, "MATH_SRC_DATA_READY", pipe);
    not_given(bank, 1, "MATH_NOT_D2S_STALLED", pipe, "DATA_HAZARD_STALLS_MOVD2A");
    not_given(bank, 3, "MATH_INSTRN_STARTED", pipe);
    not_given(bank, 4, "MATH_INSTRN_AVAILABLE", pipe);
    const char* const port = "the model has no arbiter of the ports that write SrcA and SrcB";
    not_given(bank, 5, "SRCB_WRITE_REQ", port, "SRCB_WRITE_AVAILABLE");
    not_given(bank, 6, "SRCA_WRITE_REQ", port, "SRCA_WRITE_AVAILABLE");
    for (unsigned t = 0; t < 2; ++t)
      for (unsigned u = 0; u < 2; ++u)
        row(bank, 7 + 2 * t + u, "UNPACK" + std::to_string(u) + "_BUSY_THREAD" + std::to_string(t),
            {count_kind::unpacker, u, t},
            "units.unpacker" + std::to_string(u) + ", busy and all stalls, while its last instruction is t" +
                std::to_string(t) + "'s");
    const std::string disputed = "; an earlier list has other names at selects 259 to 262";
    not_given(bank, grants + 3, "SRCB_WRITE_NOT_BLOCKED_OVR", port + disputed, "SRCB_WRITE_ACTUAL");
    not_given(bank, grants + 4, "SRCB_WRITE_NOT_BLOCKED_PORT", port + disputed);
    not_given(bank, grants + 5, "SRCA_WRITE_NOT_BLOCKED_OVR", port + disputed);
    not_given(bank, grants + 6, "SRCA_WRITE_NOT_BLOCKED_PORT", port + disputed, "SRCA_WRITE_ACTUAL");
    not_given(bank, grants + 7, "SRCA_WRITE_TID_EVEN", port, "SRCA_WRITE_THREAD0");
    not_given(bank, grants + 8, "SRCB_WRITE_TID_EVEN", port, "SRCB_WRITE_THREAD0");
    not_given(bank, grants + 9, "SRCA_WRITE_TID_ODD", port, "SRCA_WRITE_THREAD1");
    not_given(bank, grants + 10, "SRCB_WRITE_TID_ODD", port, "SRCB_WRITE_THREAD1");
  }

  void tdma_pack() {
    constexpr counter_bank bank = counter_bank::tdma_pack;
    const char* const read = "the model reads Dst for a whole PACR at a time, and asks for no single read";
    not_given(bank, 11, "PACKER0_DEST_READ_REQ", read, "PACKER_DEST_READ_AVAILABLE");
    row(bank, 18, "PACKER_BUSY", {count_kind::packer}, "cycles in which one of units.packer0 to packer3 is not idle");
    not_given(bank, grants + 11, "DEST_READ_GRANTED_0", read);
    const char* const pipe = "the model has no such point in the math pipeline";
    not_given(bank, grants + 15, "MATH_NOT_STALLED_DEST_WR_PORT", pipe);
    not_given(bank, grants + 16, "MATH_NOT_SCOREBOARD_STALLED", pipe, "AVAILABLE_MATH");
  }

  // Each port of L1 has a request and a grant. Port = 8 x position + slot.
  void l1() {
    struct port {
      const char *name, *earlier;  // `earlier`: what it was in the list before
    };
    static constexpr port ports[] = {
        {"L1_0_UNPACKER_0", ""},
        {"L1_0_UNPACKER_1_ECC", "L1_0_UNIFIED_PACKER"},
        {"L1_0_TDMA_BUNDLE_0_RISC", ""},
        {"L1_0_TDMA_BUNDLE_1_TRISC", ""},
        {"L1_0_NOC_RING0_OUTGOING_0", ""},
        {"L1_0_NOC_RING0_OUTGOING_1", ""},
        {"L1_0_NOC_RING0_INCOMING_0", ""},
        {"L1_0_NOC_RING0_INCOMING_1", ""},
        {"L1_1_PACKER_IF_0", "L1_1_RISC_CORE"},
        {"L1_1_UNPACKER1_EXT_IF_1", "L1_1_EXT_UNPACKER_1"},
        {"L1_1_UNPACKER1_EXT_IF_2", "L1_1_EXT_UNPACKER_2"},
        {"L1_1_UNPACKER1_EXT_IF_3", "L1_1_EXT_UNPACKER_3"},
        {"L1_1_NOC_RING1_OUTGOING_0", ""},
        {"L1_1_NOC_RING1_OUTGOING_1", ""},
        {"L1_1_NOC_RING1_INCOMING_0", ""},
        {"L1_1_NOC_RING1_INCOMING_1", ""},
        {"L1_2_UNPACKER1_EXT_IF_4", "L1_2_NOC_RING2_PORT_0"},
        {"L1_2_UNPACKER1_EXT_IF_5", "L1_2_NOC_RING2_PORT_1"},
        {"L1_2_UNPACKER1_EXT_IF_6", "L1_2_NOC_RING2_PORT_2"},
        {"L1_2_UNPACKER1_EXT_IF_7", "L1_2_NOC_RING2_PORT_3"},
        {"L1_2_NOC_RING0_OUTGOING_2", "L1_2_NOC_RING2_PORT_4"},
        {"L1_2_NOC_RING0_OUTGOING_3", "L1_2_NOC_RING2_PORT_5"},
        {"L1_2_NOC_RING0_INCOMING_2", "L1_2_NOC_RING2_PORT_6"},
        {"L1_2_NOC_RING0_INCOMING_3", "L1_2_NOC_RING2_PORT_7"},
        {"L1_3_NOC_RING1_OUTGOING_2", "L1_3_NOC_RING3_PORT_0"},
        {"L1_3_NOC_RING1_OUTGOING_3", "L1_3_NOC_RING3_PORT_1"},
        {"L1_3_NOC_RING1_INCOMING_2", "L1_3_NOC_RING3_PORT_2"},
        {"L1_3_NOC_RING1_INCOMING_3", "L1_3_NOC_RING3_PORT_3"},
        {"L1_3_EXT_PACKER_2", "L1_3_NOC_RING3_PORT_4"},
        {"L1_3_EXT_PACKER_3", "L1_3_NOC_RING3_PORT_5"},
        {"L1_3_EXT_PACKER_4", "L1_3_NOC_RING3_PORT_6"},
        {"L1_3_EXT_PACKER_5", "L1_3_NOC_RING3_PORT_7"},
        {"L1_4_EXT_PACKER_6", "L1_4_MISC_PORT_0"},
        {"L1_4_EXT_PACKER_7", "L1_4_MISC_PORT_1"},
        {"L1_4_PACKER_IF_1_TAG_SEARCH", "L1_4_MISC_PORT_2"},
        {"L1_4_UNPACKER0_EXT_IF_1", "L1_4_MISC_PORT_3"},
        {"L1_4_UNPACKER0_EXT_IF_2", "L1_4_MISC_PORT_4"},
        {"L1_4_UNPACKER0_EXT_IF_3", "L1_4_MISC_PORT_5"},
        {"L1_4_UNPACKER0_EXT_IF_4", "L1_4_MISC_PORT_6"},
        {"L1_4_UNPACKER0_EXT_IF_5", "L1_4_MISC_PORT_7"},
        {"L1_5_UNPACKER0_EXT_IF_6", ""},
        {"L1_5_UNPACKER0_EXT_IF_7", ""},
    };
    const std::string why =
        "the model's ports are numbered by the same list, but which of a client's ports carries what is the model's own order "
        "(l1.ports and l1.bank_conflicts of metrics have the sums)";
    const std::string reversed = "; tt-llk has had the slots of positions 0 and 1 in the reverse order";
    constexpr unsigned count = static_cast<unsigned>(std::size(ports));
    for (unsigned position = 0; position * ports_a_position < count; ++position)
      for (const bool grant : {false, true})
        for (unsigned p = position * ports_a_position; p < std::min(count, (position + 1) * ports_a_position); ++p) {
          const std::string behind = grant ? "_GRANT" : "";
          std::string doubt = why + (position < 2 ? reversed : "");
          if (*ports[p].earlier) doubt += std::string("; an earlier list has ") + ports[p].earlier + behind + " there";
          not_given(counter_bank::l1, p % ports_a_position + (grant ? grants : 0), ports[p].name + behind, doubt,
                    *ports[p].earlier ? ports[p].earlier + behind : "");
          rows.back().position = position;
        }
  }
};

}  // namespace

const char* name(counter_bank bank) { return bank_names[static_cast<unsigned>(bank)]; }

const std::vector<hardware_counter>& hardware_counters() {
  static const table all;
  return all.rows;
}

const hardware_counter* hardware_counter_at(counter_bank bank, unsigned position, unsigned select) {
  const auto& all = hardware_counters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const hardware_counter& c) {
    return c.bank == bank && c.position == position && c.select == select;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string hardware_counters_markdown() {
  std::string text =
      "# Performance counters, one by one\n\nMade from the table in `models/observe/hardware_counters_function.cpp`; "
      "[counters.md](../counters.md) says what\nthe columns mean.\n";
  const auto cell = [](const std::string& s) { return s.empty() ? std::string() : "`" + s + "`"; };
  for (unsigned b = 0; b < counter_banks; ++b) {
    const auto bank = static_cast<counter_bank>(b);
    const bool l1 = bank == counter_bank::l1;
    text += std::string("\n## ") + name(bank) + "\n\n" + (l1 ? "| position | select |" : "| select |") +
            " name | earlier name | of the model | not given because, or what other lists say |\n" +
            (l1 ? "|---|---|---|---|---|---|\n" : "|---|---|---|---|---|\n");
    for (const hardware_counter& c : hardware_counters())
      if (c.bank == bank)
        text += (l1 ? "| " + std::to_string(c.position) + " | " : "| ") + std::to_string(c.select) + " | " + cell(c.name) +
                " | " + cell(c.earlier) + " | " + (c.given() ? c.account : "not given") + " | " + c.doubt + " |\n";
  }
  return text;
}

}  // namespace tensix
