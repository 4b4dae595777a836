// SPDX-License-Identifier: Apache-2.0
// What the configuration unit, the scalar unit and the mover are asked beside offers, and what they ask and do.
#include <cstring>

#include "models/contracts/ports.h"
#include "models/mover/mover_if.h"
#include "observe/events/unit_replay.h"

namespace tensix {

void unit_replay::connect_links() {
  connect_questions(
      record_.unit, *unit_, functions_,
      [this](const unit_question& q, const std::function<uint64_t()>&) -> uint64_t {
        const std::string plain = q.name + (" " + q.of);
        auto& all = q.no_effect ? again_ : answers_;
        const auto found = all.find(q.no_effect ? plain : std::to_string(now_cycle()) + ": " + plain);
        // RTL's pin shows in every cycle whether others write a GPR, the model asks where it matters.
        if (found == all.end() && q.name == std::string(question_gpr_port)) return 0;
        if (found == all.end()) {
          differs("the unit asks what is not in the record: " + plain);
          return 0;
        }
        const uint64_t answer = found->second.front();
        if (!q.no_effect || found->second.size() > 1) found->second.pop_front();
        if (found->second.empty()) all.erase(found);
        return answer;
      },
      links_);
  if (auto* const m = dynamic_cast<mover_if*>(unit_.get())) m->config = this;
}

void unit_replay::submit(config_request request) {
  did(config_write_line(request, now_cycle()));
  config_writes_.push_back(std::move(request));
}

void unit_replay::ask(const unit_recording::line& l) {
  using kind = unit_recording::line::kind_t;
  const auto recorded = [&](const std::string& got, uint64_t answer) {
    if (answer != l.from)
      differs(got + std::to_string(answer) + "; in the record " + std::to_string(l.from) + " (" + record_.path + ":" +
              std::to_string(l.number) + ")");
  };
  if (l.kind == kind::request) {
    config_request r;
    r.arrives = l.arrives;
    r.write = l.accepted;
    r.bank = l.owner;
    r.index = l.index;
    r.both_banks = l.word != 0;
    r.words = static_cast<unsigned>(l.data.size() / sizeof r.value[0]);
    std::memcpy(r.value.data(), l.data.data(), l.data.size());
    r.done = [this, n = requests_++](cycle_t cycle) { did(served_line(n, cycle)); };
    dynamic_cast<config_unit_if&>(*unit_).submit(std::move(r));
  } else if (l.kind == kind::overlay_load) {
    recorded("a load of the NoC overlay is served in cycle ", dynamic_cast<config_unit_if&>(*unit_).overlay_load(l.arrives));
  } else if (l.kind == kind::asked) {
    recorded("asked for " + l.text + " of cycle " + std::to_string(l.arrives) + " it says ",
             ask_unit(*unit_, l.text, l.arrives));
  } else if (l.kind == kind::move) {
    uint32_t fields[4];
    std::memcpy(fields, l.data.data(), sizeof fields);
    move_job job;
    job.destination = fields[0];
    job.source = fields[1];
    job.bytes = fields[2];
    job.mode = static_cast<move_mode>(fields[3] & 3);
    job.word = l.word;
    auto& m = dynamic_cast<mover_if&>(*unit_);
    if (m.busy()) return differs("the mover is busy; in the record TDMA-RISC gives it a job");
    m.start(job, l.cycle);
  } else {
    if (l.index >= config_writes_.size())
      return differs("the mover has made " + std::to_string(config_writes_.size()) +
                     " writes to Config; in the record number " + std::to_string(l.index) + " is done (" + record_.path + ":" +
                     std::to_string(l.number) + ")");
    config_writes_[l.index].done(l.cycle);
  }
}

void unit_replay::config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) {
  did(config_line(bank, index, value, cycle));
}
void unit_replay::gprs_written(unsigned, unsigned thread, unsigned first, unsigned count, uint64_t cycle) {
  did(gprs_line(state_, thread, first, count, cycle));
}
void unit_replay::flop_written(unsigned thread, uint32_t word, uint64_t cycle) { did(flop_line(state_, thread, word, cycle)); }

}  // namespace tensix
