// SPDX-License-Identifier: Apache-2.0
// The host at the other end of an NNG pair1 socket. No SystemC.
#pragma once
#include <nng/nng.h>

#include <atomic>
#include <string>

#include "app/serve/door_server.h"

namespace tensix {

class host_pipe : public message_pipe {
 public:
  enum class role : uint8_t { dial, listen };
  // Dials, again and again until there is somebody, or listens: this address and no other. Throws std::runtime_error.
  host_pipe(const std::string& address, role as);
  ~host_pipe() override;
  host_pipe(const host_pipe&) = delete;
  host_pipe& operator=(const host_pipe&) = delete;

  // There is or was a host. Whoever else comes is refused, which pair1 sees to.
  bool met() const { return host_ != 0; }
  std::optional<wire_bytes> receive() override;
  void send(const wire_bytes& message) override;
  bool lost() override { return lost_; }
  // Others that were refused.
  unsigned turned_away() const { return turned_away_; }

 private:
  nng_socket socket_{};
  std::atomic<int> host_{0};  // the pipe's number
  std::atomic<bool> lost_{false};
  std::atomic<unsigned> turned_away_{0};
  static void changed(nng_pipe pipe, nng_pipe_ev what, void* self);
};

}  // namespace tensix
