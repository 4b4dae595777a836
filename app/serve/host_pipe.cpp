// SPDX-License-Identifier: Apache-2.0
#include "app/serve/host_pipe.h"

#include <nng/protocol/pair1/pair.h>

#include <stdexcept>

namespace tensix {
namespace {

constexpr nng_duration moment_ms = 100, redial_ms = 20, send_ms = 10000;
// Hosts send at most 2 MiB of data in a message. What is longer ends the connection, as NNG does.
constexpr size_t longest_message = 64u << 20;

void expect(int result, const std::string& what) {
  if (result != 0) throw std::runtime_error(what + ": " + nng_strerror(result));
}

}  // namespace

host_pipe::host_pipe(const std::string& address, role as) {
  expect(nng_pair1_open(&socket_), "a socket of NNG");
  try {
    for (nng_pipe_ev what : {NNG_PIPE_EV_ADD_POST, NNG_PIPE_EV_REM_POST})
      expect(nng_pipe_notify(socket_, what, &host_pipe::changed, this), "a socket of NNG");
    expect(nng_socket_set_ms(socket_, NNG_OPT_RECVTIMEO, moment_ms), NNG_OPT_RECVTIMEO);
    expect(nng_socket_set_ms(socket_, NNG_OPT_SENDTIMEO, send_ms), NNG_OPT_SENDTIMEO);
    expect(nng_socket_set_size(socket_, NNG_OPT_RECVMAXSZ, longest_message), NNG_OPT_RECVMAXSZ);
    // The host listens only when it has started this process.
    for (const char* option : {NNG_OPT_RECONNMINT, NNG_OPT_RECONNMAXT})
      expect(nng_socket_set_ms(socket_, option, redial_ms), option);
    const int result = as == role::dial ? nng_dial(socket_, address.c_str(), nullptr, NNG_FLAG_NONBLOCK)
                                        : nng_listen(socket_, address.c_str(), nullptr, 0);
    expect(result, address);
  } catch (...) {
    nng_close(socket_);
    throw;
  }
}

host_pipe::~host_pipe() { nng_close(socket_); }

// In a thread of NNG.
void host_pipe::changed(nng_pipe pipe, nng_pipe_ev what, void* self) {
  host_pipe& p = *static_cast<host_pipe*>(self);
  const int number = nng_pipe_id(pipe);
  int nobody = 0;
  if (what == NNG_PIPE_EV_ADD_POST) p.host_.compare_exchange_strong(nobody, number);
  else if (p.host_ == number) p.lost_ = true;
  else if (p.host_ != 0) ++p.turned_away_;
}

std::optional<wire_bytes> host_pipe::receive() {
  nng_msg* message = nullptr;
  const int result = nng_recvmsg(socket_, &message, 0);
  if (result == NNG_ETIMEDOUT || result == NNG_EAGAIN || result == NNG_ECLOSED) return std::nullopt;
  expect(result, "to receive a message");
  const auto* const begin = static_cast<const uint8_t*>(nng_msg_body(message));
  wire_bytes bytes(begin, begin + nng_msg_len(message));
  nng_msg_free(message);
  return bytes;
}

// To a host that is gone nothing is sent.
void host_pipe::send(const wire_bytes& message) {
  if (lost_) return;
  wire_bytes bytes = message;
  const int result = nng_send(socket_, bytes.data(), bytes.size(), 0);
  if (result == NNG_ETIMEDOUT && !lost_) throw std::runtime_error("the host takes no answer");
  if (result != 0 && result != NNG_ETIMEDOUT && result != NNG_ECLOSED) expect(result, "to send a message");
}

}  // namespace tensix
