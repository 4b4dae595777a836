// Instruction fetch: the L0 instruction cache (direct-mapped lines of 16 bytes, predecoded when they come) and its prefetcher.
#include <algorithm>
#include <cstring>

#include "models/riscv_core/riscv_core.h"

namespace tensix {

void riscv_core::invalidate_instruction_cache() {
  for (code_line& l : code_) l.line = no_line;
  ++lines_changed_;
}

const riscv_core::code_line* riscv_core::present(uint32_t line) const {
  const code_line& l = code_[line & (code_.size() - 1)];
  return l.line == line ? &l : nullptr;
}

bool riscv_core::on_its_way(uint32_t line) const {
  for (const line_fetch& f : fetches_)
    if (f.busy && f.line == line) return true;
  return false;
}

// False: as many are on their way as can be.
bool riscv_core::fetch(uint32_t line, cycle_t cycle) {
  for (line_fetch& f : fetches_) {
    if (f.busy) continue;
    f.busy = true;
    ++fetches_out_;
    f.line = line;
    f.by = causes() && !reliving_ ? event_at(t_) : 0;
    f.issued = t_;
    const auto tag = static_cast<uint32_t>(&f - fetches_.data());
    send(transfer(tag, tlm::TLM_READ_COMMAND, line * line_bytes, f.data, line_bytes), cycle);
    return true;
  }
  return false;
}

void riscv_core::fetched(line_fetch& f) {
  f.busy = false;
  --fetches_out_;
  code_line& l = *line_of(f.line);
  l.line = f.line;
  l.ready = now_cycle() - 1 + parameters_.fetch_cycles;
  l.by = {f.by, use(path_kind::l1_access), now_cycle() - 1 - f.issued, use(path_kind::code_fetch), parameters_.fetch_cycles};
  std::memcpy(l.word.data(), f.data, line_bytes);
  for (unsigned i = 0; i < 4; ++i) l.d[i] = decode_riscv(l.word[i]);
  ++lines_changed_;
  fetched_.notify();
}

void riscv_core::look_ahead(code_line& from) {
  from.looked_ahead = lines_changed_;
  if (s_.csr.cfg0 & riscv_csrs::disable_prefetch) return;
  for (uint32_t line = from.line + 1; line <= from.line + parameters_.prefetch_lines; ++line)
    if (line < around_.l1_bytes / line_bytes && !present(line) && !on_its_way(line) && !fetch(line, t_)) return;
}

// The line that holds pc_, once it is there; nullptr: there is none.
const riscv_core::code_line* riscv_core::next_line() {
  if (t_ > horizon_ || fetches_out_) sync(t_);  // what is on its way may displace what is there
  if (pc_ % 4 || pc_ >= around_.l1_bytes) {
    undefined(pc_ % 4 ? "jump to an address that is not a multiple of 4" : "instructions can be fetched from L1 only", t_);
    return nullptr;
  }
  const uint32_t line = pc_ / line_bytes;
  code_line& l = *line_of(line);
  if (l.line != line) {
    const cycle_t wanted = t_;
    while (l.line != line) {
      if (!on_its_way(line)) fetch(line, std::max(wanted, now_cycle()));
      wait_for(stall_reason::instruction_fetch, wanted, fetched_);
    }
  }
  if (l.ready > t_) {
    if (causes()) await(l.by);
    stall(stall_reason::instruction_fetch, t_, l.ready);
    awaited_count_ = 0;
    t_ = l.ready;
  }
  if (l.looked_ahead != lines_changed_) look_ahead(l);
  return &l;
}

}  // namespace tensix
