// SPDX-License-Identifier: Apache-2.0
// Compares online: the model's events come by event_sink_if (from an event_probe), those that RTL, or another simulation, says it
// saw by seen(). No files. Side 0 is the model, side 1 what was seen.
#pragma once
#include <functional>

#include "observe/events/event_comparison.h"

namespace tensix {

class event_checker : public event_sink_if {
 public:
  explicit event_checker(event_comparison_settings settings) : comparison_(std::move(settings)) {}

  void happened(const log_event& e) override { comparison_.happened(0, e), look(); }
  void watermark(uint64_t cycle) override { comparison_.watermark(0, cycle), look(); }

  // Ordinals are counted here; those of the events do not matter.
  void seen(const log_event& e) { comparison_.happened(1, e), look(); }
  void seen_watermark(uint64_t cycle) { comparison_.watermark(1, cycle), look(); }
  // Both sides are at their end.
  void finish() {
    comparison_.end(0);
    comparison_.end(1);
    look();
  }

  // As many differences as settings.most have been found; what comes is looked at no more.
  bool stopped() const { return comparison_.finished(); }
  size_t errors() const { return comparison_.found().size(); }
  const event_divergence& error(size_t i) const { return comparison_.found()[i]; }
  // What diff-events would say of it.
  std::string report(size_t i) const { return text_of(error(i), comparison_.settings()) + waits_[i]; }
  std::string unused() const { return unused_allowances(comparison_.settings()); }
  uint64_t compared() const { return comparison_.compared(); }

  // Asked at each difference, to be appended to its report: who waits in the model (tensix_tile::who_waits). Unset: nothing.
  std::function<std::string()> who_waits;

 private:
  event_comparison comparison_;
  std::vector<std::string> waits_;
  void look() {
    while (waits_.size() < errors()) {
      const std::string who = who_waits ? who_waits() : "";
      waits_.push_back(who.empty() ? "" : "who waits in the model now:\n" + who);
    }
  }
};

}  // namespace tensix
