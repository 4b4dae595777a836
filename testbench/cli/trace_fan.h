// Several observers of one run: accounts and threads tell one, which tells all.
#pragma once
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "models/observe/account.h"
#include "platform/tile.h"

namespace tensix {

class trace_fan : public trace_sink {
 public:
  using issue_listener = std::function<void(unsigned thread, uint32_t word, cycle_t cycle)>;
  void add(trace_sink& sink, issue_listener issued) {
    sinks_.push_back(&sink);
    issued_.push_back(std::move(issued));
  }
  // Once all have been added; without any the tile is left alone.
  void attach(tensix_tile& tile) {
    if (sinks_.empty()) return;
    for (const auto& accounts : {tile.thread_accounts(), tile.unit_accounts()})
      for (const auto& [name, a] : accounts) {
        names_.push_back(name);
        a->report_to(this, names_.back().c_str());
      }
    for (unsigned t = 0; t < thread_count; ++t)
      tile.thread(t).on_issue = [this](unsigned thread, uint32_t word, cycle_t cycle) {
        for (const auto& tell : issued_) tell(thread, word, cycle);
      };
  }
  void counted(const char* who, stall_reason why, uint64_t from, uint64_t to) override {
    for (trace_sink* s : sinks_) s->counted(who, why, from, to);
  }

 private:
  std::vector<trace_sink*> sinks_;
  std::vector<issue_listener> issued_;
  std::deque<std::string> names_;
};

}  // namespace tensix
