// SPDX-License-Identifier: Apache-2.0
// An answer with an error that somebody asks an L1 for (rtl.l1_error_client, rtl.l1_error_at; docs/cosim.md).
#pragma once
#include <string>

#include "models/memory/l1_protocol.h"

namespace tensix {

// What an L1 has that gives such answers.
struct l1_errors_if {
  // At the end of a run: an error that was asked for and that no transfer has had; empty: none.
  virtual std::string unmet() const = 0;

 protected:
  ~l1_errors_if() = default;
};

class l1_injected_error {
 public:
  explicit l1_injected_error(const l1_parameters& p) : client_(p.error_client), at_(p.error_at), left_(p.error_at) {}
  // To be asked of each transfer that L1 would take, in the order of the requests.
  bool hits(const l1_access* access) { return left_ && access && access->client == client_ && --left_ == 0; }
  std::string unmet() const {
    if (left_ == 0) return {};
    const uint32_t asked = at_ - left_;
    return "rtl.l1_error_at=" + std::to_string(at_) + ": no transfer was answered with an error: " + name(client_) +
           " has asked L1 for " + std::to_string(asked) + (asked == 1 ? " transfer" : " transfers");
  }

 private:
  const l1_client client_;
  const uint32_t at_;
  uint32_t left_;
};

}  // namespace tensix
