// SPDX-License-Identifier: Apache-2.0
#include "observe/events/issue_coverage.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <string>

#include "models/isa/isa.h"

namespace tensix {
namespace {

// What holds back whatever thread and instruction.
constexpr stall_reason of_the_gate[] = {stall_reason::stallwait, stall_reason::semwait, stall_reason::streamwait,
                                        stall_reason::auto_ttsync};

// What a unit of the model answers to some of its instructions; not every one can have every reason.
std::vector<stall_reason> refusals_of(unit_id unit) {
  using r = stall_reason;
  switch (unit) {
    case unit_id::sync_unit: return {r::mutex, r::other_thread};
    case unit_id::unpacker: return {r::unit_busy, r::unpacr_address_phase};
    case unit_id::matrix_unit:
      return {r::other_thread,     r::pipeline_rule,   r::srca_not_valid, r::srcb_not_valid,
              r::dst_block_hazard, r::dst_unit_switch, r::dst_arbitration};
    case unit_id::packer: return {r::packer_queue_full, r::unit_busy, r::dst_block_hazard};
    case unit_id::vector_unit:
      return {r::other_thread, r::pipeline_rule, r::vector_dependency, r::dst_unit_switch, r::dst_arbitration};
    case unit_id::scalar_unit: return {r::scalar_unit_in_flight, r::l1_port};
    case unit_id::config_unit: return {r::config_pipeline};
    case unit_id::mover: return {r::unit_busy};
    case unit_id::misc_unit:
    case unit_id::nop:
    case unit_id::frontend:
    case unit_id::none: break;
  }
  return {};
}

// `none` first: issued.
std::vector<stall_reason> points_of(unit_id unit) {
  std::vector<stall_reason> all = refusals_of(unit);
  all.insert(all.begin(), stall_reason::none);
  all.insert(all.end(), std::begin(of_the_gate), std::end(of_the_gate));
  return all;
}

struct place {
  unsigned opcode, line;
};
constexpr place places[] = {
#define TENSIX_INSTRUCTION(name, opcode, unit) {opcode, __LINE__},
#define TENSIX_FIELD(instruction, field, low, width)
#include "models/isa/instructions.def"
#undef TENSIX_INSTRUCTION
#undef TENSIX_FIELD
};

// Those that reach a wait gate.
bool counts(unsigned op) {
  const unit_id unit = unit_by_opcode[op];
  return unit != unit_id::frontend && unit != unit_id::none;
}
const char* name_of(unsigned op) { return info(static_cast<opcode>(op)).name; }
std::string name_of(stall_reason point) { return point == stall_reason::none ? "issued" : name(point); }

constexpr unsigned width_of_page = 110;
constexpr int name_column = 14, count_column = 10, reason_column = 26;

void put_counts(std::ostream& out, const std::array<uint64_t, thread_count>& counts) {
  for (const uint64_t n : counts) out << std::right << std::setw(count_column) << n;
}

}  // namespace

issue_coverage::issue_coverage() : of_(opcodes) {}

uint64_t issue_coverage::all_threads(unsigned opcode, unsigned point) const {
  uint64_t sum = 0;
  for (unsigned t = 0; t < thread_count; ++t) sum += of_[opcode][t][point];
  return sum;
}

void issue_coverage::add(event_reader& log) {
  ++logs_;
  while (true) {
    const auto item = log.next();
    if (item == event_reader::item::nothing) return;
    if (item != event_reader::item::event) continue;
    const log_event& e = log.event();
    const event_group group = group_of(e.stream);
    if (group != event_group::issue && group != event_group::wait) continue;
    const unsigned thread = e.stream - event_stream(group);
    const auto word = static_cast<uint32_t>(e.numbers[0]);
    const uint64_t why = group == event_group::wait ? e.numbers[1] : 0;
    const unsigned known = group == event_group::wait ? 3 : 1;
    if ((e.known & known) != known || why >= reasons || (group == event_group::wait && why == 0) || !counts(word >> 24))
      throw event_line_error(log.path() + ": " + stream_name(e.stream) + ", event " + std::to_string(e.ordinal) +
                             ": the word is no instruction that a wait gate has, or the reason none of this version");
    ++of_[word >> 24][thread][why];
    ++(why ? waits_ : issued_);
  }
}

void issue_coverage::print_counts(std::ostream& out, const std::vector<unsigned>& instructions) const {
  for (const unsigned op : instructions) {
    std::string left = name_of(op);
    const auto row = [&](unsigned point) {
      std::array<uint64_t, thread_count> n;
      for (unsigned t = 0; t < thread_count; ++t) n[t] = of_[op][t][point];
      out << "  " << std::left << std::setw(name_column) << left << std::setw(reason_column)
          << name_of(static_cast<stall_reason>(point));
      put_counts(out, n);
      out << "\n";
      left.clear();
    };
    for (unsigned point = 0; point < reasons; ++point)
      if (all_threads(op, point)) row(point);
  }
}

void issue_coverage::print_holes(std::ostream& out, const std::vector<unsigned>& instructions,
                                 const std::vector<stall_reason>& expected) const {
  for (const stall_reason point : expected) {
    if (point != stall_reason::none && !waits_) continue;
    std::map<std::vector<unsigned>, std::string> threads_of;  // by what has not been met
    for (unsigned t = 0; t < thread_count; ++t) {
      std::vector<unsigned> missed;
      for (const unsigned op : instructions)
        if (!of_[op][t][static_cast<unsigned>(point)]) missed.push_back(op);
      if (!missed.empty()) threads_of[missed] += " t" + std::to_string(t);
    }
    for (const auto& [missed, threads] : threads_of) {
      std::string line = "  never" + threads + " " + name_of(point) + ":";
      if (missed.size() == instructions.size()) line += " all " + std::to_string(missed.size());
      else
        for (const unsigned op : missed) {
          const std::string next = std::string(" ") + name_of(op);
          if (line.size() + next.size() > width_of_page) out << line << "\n", line = "   ";
          line += next;
        }
      out << line << "\n";
    }
  }
}

void issue_coverage::print(std::ostream& out, bool holes_alone) const {
  out << logs_ << (logs_ == 1 ? " log: " : " logs: ") << issued_ << " instructions issued, " << waits_ << " waits\n";
  if (!waits_) out << "no log has waits: --event-waits writes them; instructions alone are counted\n";
  uint64_t met = 0, all = 0;
  for (unsigned u = 0; u <= static_cast<unsigned>(unit_id::none); ++u) {
    const auto unit = static_cast<unit_id>(u);
    std::vector<unsigned> instructions;
    for (const place& p : places)
      if (unit_by_opcode[p.opcode] == unit && counts(p.opcode)) instructions.push_back(p.opcode);
    if (instructions.empty()) continue;
    const std::vector<stall_reason> expected = points_of(unit);
    std::map<stall_reason, uint64_t> others;
    uint64_t met_here = 0, all_here = 0;
    for (const unsigned op : instructions)
      for (unsigned point = 0; point < reasons; ++point) {
        const auto reason = static_cast<stall_reason>(point);
        const bool is_expected = std::find(expected.begin(), expected.end(), reason) != expected.end();
        if (!is_expected && all_threads(op, point)) others[reason] += all_threads(op, point);
        if (!is_expected || (point && !waits_)) continue;
        all_here += thread_count;
        for (unsigned t = 0; t < thread_count; ++t) met_here += of_[op][t][point] != 0;
      }
    out << "\n"
        << name(unit) << ": " << met_here << " of " << all_here << " met (" << instructions.size() << " instructions, "
        << thread_count << " threads, " << all_here / thread_count / instructions.size() << " points)";
    met += met_here, all += all_here;
    if (met_here == 0 && others.empty()) {
      out << ": nothing of it\n";
      continue;
    }
    out << "\n";
    if (!holes_alone) {
      out << "  " << std::left << std::setw(name_column + reason_column) << "";
      for (unsigned t = 0; t < thread_count; ++t) out << std::right << std::setw(count_column) << "t" + std::to_string(t);
      out << "\n";
      print_counts(out, instructions);
    }
    print_holes(out, instructions, expected);
    for (const auto& [reason, n] : others) out << "  not the model's: " << n << " waits for " << name(reason) << "\n";
  }
  out << "\n" << met << " of " << all << " met\n";
}

void issue_coverage::print_lcov(std::ostream& out) const {
  out << "TN:tensix-tlm\nSF:models/isa/instructions.def\n";
  uint64_t lines = 0, lines_met = 0, branches = 0, branches_met = 0;
  for (const place& p : places) {
    if (!counts(p.opcode)) continue;
    const uint64_t issued = all_threads(p.opcode, 0);
    const std::vector<stall_reason> expected = points_of(unit_by_opcode[p.opcode]);
    for (unsigned t = 0; t < thread_count; ++t)
      for (size_t branch = 0; branch < (waits_ ? expected.size() : 1); ++branch) {
        const uint64_t n = of_[p.opcode][t][static_cast<unsigned>(expected[branch])];
        out << "BRDA:" << p.line << "," << t << "," << branch << ",";
        if (issued) out << n << "\n";
        else out << "-\n";  // of a line that was not reached
        ++branches, branches_met += issued && n;
      }
    out << "DA:" << p.line << "," << issued << "\n";
    ++lines, lines_met += issued != 0;
  }
  out << "BRF:" << branches << "\nBRH:" << branches_met << "\nLF:" << lines << "\nLH:" << lines_met << "\nend_of_record\n";
}

}  // namespace tensix
