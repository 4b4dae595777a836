// SPDX-License-Identifier: Apache-2.0
#include "packers.h"

#include <algorithm>

namespace own {
using namespace tensix;

output::output(const sc_core::sc_module_name& name, unsigned which, const packer_parameters& numbers, uint32_t most_cycles)
    : sc_module(name),
      lanes_(numbers.write_lanes),
      most_cycles_(most_cycles),
      step_(slot_of(slot::packer0, which), method<&output::step>(this)) {
  l1.usual.client = static_cast<l1_client>(static_cast<unsigned>(l1_client::packer0) + which);
  l1.usual.lanes = lanes_;
}

void output::end(unsigned thread, cycle_t ready) {
  queue_.push_back({{}, ready, static_cast<int>(thread)});
  if (!writing_) step_.arm(queue_.front().ready);
}

void output::drop_ends(cycle_t cycle) {
  while (!queue_.empty() && queue_.front().ends_thread >= 0 && queue_.front().ready <= cycle) {
    finished(static_cast<unsigned>(queue_.front().ends_thread), cycle);
    queue_.pop_front();
  }
}

// Takes what lies one behind the other and is there when its turn comes as one transfer; what came at once is not parted.
void output::step() {
  const cycle_t c = step_.begin();
  if (writing_) return;
  drop_ends(c);
  if (queue_.empty()) return;
  if (queue_.front().ready > c) return step_.arm(queue_.front().ready);
  const uint32_t address = queue_.front().beat.address;
  data_.clear();
  cycle_t came = never;
  for (const entry& e : queue_) {
    if (e.ready != came && (e.ready > c + writing_ / lanes_ || writing_ >= most_cycles_ * lanes_)) break;
    came = e.ready;
    if (e.ends_thread >= 0) continue;
    if (e.beat.address != address + 16 * writing_) break;
    data_.insert(data_.end(), e.beat.data, e.beat.data + 16);
    ++writing_;
  }
  l1.send(l1.get(tlm::TLM_WRITE_COMMAND, address, data_.data(), static_cast<uint32_t>(16 * writing_)));
}

void output::written(l1_payload& t) {
  t.expect_ok();
  const cycle_t c = now_cycle();
  for (size_t left = writing_; left > 0; drop_ends(c)) queue_.pop_front(), --left;
  written_beats += writing_;
  waiting_ -= writing_;
  writing_ = 0;
  moved(c);
  if (!queue_.empty()) step_.arm(c);
}

packers::packers(const sc_core::sc_module_name& name, const tile_context& c, uint32_t later, uint32_t most_cycles)
    : tensix_unit(name), c_(c), numbers_(c.configuration.packer) {
  numbers_.pipeline_latency_cycles += later;
  static constexpr const char* names[] = {"output0", "output1", "output2", "output3"};
  for (unsigned i = 0; i < 4; ++i) {
    output_[i] = std::make_unique<output>(names[i], i, numbers_, most_cycles);
    output_[i]->l1.bind(*c.l1);
    output_[i]->moved = [this](cycle_t cycle) { notify(cycle); };
    output_[i]->finished = [this](unsigned thread, cycle_t cycle) {
      --under_way_[thread];
      drained_[thread] = std::max(drained_[thread], cycle);
      notify(cycle);
    };
  }
  c.functions.packers_are(*this, *this);
}

issue_response packers::offer(const issue_request& r) {
  if (read_until_ > r.cycle) return issue_response::refuse(stall_reason::unit_busy, read_until_);
  for (const auto& o : output_)
    if (o->waiting() > numbers_.output_buffer_beats + (numbers_.pipeline_latency_cycles + 16) * numbers_.write_lanes)
      return issue_response::refuse(stall_reason::packer_queue_full, never);
  if (const cycle_t from = c_.dst.readable_from(c_.functions.packer.dst_reads(r.word, r.thread)); from > r.cycle) {
    refusals_.refused(account_, stall_reason::dst_block_hazard, r.cycle);
    return issue_response::refuse(stall_reason::dst_block_hazard, from);
  }
  refusals_.accepted(account_, r.cycle);

  for (auto& stream : job_.beats) stream.clear();
  c_.functions.packer.execute(r.word, r.thread, job_);
  c_.functions.packer.commit(job_.store);
  ++taken;
  const bool independent = numbers_.topology == packer_topology::independent;
  const unsigned select = insn::PACR::read_intf_sel(r.word);
  const unsigned streams = !independent ? 1u : select ? select : 1u;  // which of them hears of this PACR
  const auto out = static_cast<data_format>(cfg::THCON_SEC0_REG1_Out_data_format(c_.state.bank(r.thread)));
  const uint32_t from_dst = numbers_.counts_dst_datums && !job_.from_l1 ? 8u * job_.dst_datum_bytes : 0u;
  const uint32_t bits = std::max<uint32_t>(datum_bits(out), from_dst), bits_a_cycle = 8 * numbers_.interface_bytes,
                 rows = std::max<uint32_t>(job_.rows, 1);
  const auto cycles_for = [&](uint32_t datums) { return std::max(1u, (datums * bits + bits_a_cycle - 1) / bits_a_cycle); };
  read_until_ = r.cycle + cycles_for((job_.datums_in + rows - 1) / rows);
  worked(r, r.cycle, read_until_);
  for (unsigned i = 0; i < 4; ++i) {
    if (!(streams >> i & 1)) continue;
    for (const pack_beat& b : job_.beats[i]) {
      if (b.action != pack_beat::action_t::write)
        c_.state.diagnose.undefined("own packers", static_cast<int>(r.thread), r.word, "they do not accumulate in L1");
      const cycle_t read = b.datums ? std::min(r.cycle + cycles_for(b.datums), read_until_) : read_until_;
      output_[i]->put(b, read + numbers_.pipeline_latency_cycles);
    }
    ++under_way_[r.thread];
    output_[i]->end(r.thread, read_until_ + numbers_.pipeline_latency_cycles);
  }
  return issue_response::accept(r.cycle + 1);
}

cycle_t packers::drained_from(unsigned thread, cycle_t now) const {
  return under_way_[thread] ? never : std::max(now, drained_[thread]);
}

unit_traffic packers::traffic() const {
  unit_traffic all;
  for (const auto& o : output_) all.bytes += 16 * o->written_beats;
  return all;
}

// PACRs taken, in the place of tile sizes; nothing else is known here.
std::array<uint32_t, 4> packers::signals(unsigned, unsigned input, unsigned) {
  return input == 0 ? std::array<uint32_t, 4>{taken, taken, taken, taken} : std::array<uint32_t, 4>{};
}
bool packers::tdma_load(uint32_t offset, uint32_t& value) const {
  if (offset == register_offset) return value = own_register + 1, true;  // so that it is seen who answers
  return c_.functions.packer.tdma_load(offset, value);
}
bool packers::tdma_store(uint32_t offset, uint32_t value) {
  if (offset == register_offset) return own_register = value, true;
  return c_.functions.packer.tdma_store(offset, value);
}

}  // namespace own
