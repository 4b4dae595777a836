// SPDX-License-Identifier: Apache-2.0
// Contract 2, L1: how a client moves bytes. TLM-2.0 base protocol, one extension, and two phases that may be ignored. Who
// initiates does so by an l1_initiator (l1_initiator.h), which takes any legal answer; what follows is how l1_memory answers.
//
//   ownership     The initiator keeps payload and data as they are until it gets BEGIN_RESP (or TLM_COMPLETED); L1 copies
//                 nothing but the data, holds a reference until then, and adds no extension.
//   request       nb_transport_fw(BEGIN_REQ, t): the transfer competes for ports and banks from the cycle now + t on. L1
//                 returns TLM_UPDATED with END_REQ, or TLM_COMPLETED with an error status.
//   completion    nb_transport_bw(BEGIN_RESP, 0) in slot l1 of the first cycle in which all beats are done; the initiator
//                 returns TLM_COMPLETED, or sends END_RESP later, for which the next response on its socket waits. A write's
//                 bytes are in L1 from that moment on, a read's are as of that moment.
//   back-pressure There is none: any number of transfers may be outstanding; a client's reads are served one after the other
//                 in the order of their requests, and so are its writes.
//   burst         `data_length` bytes from `address` on, moved in 16-byte beats, up to `lanes` beats a cycle within a window of
//                 `lanes` beats. With the extension: `rows` rows of `row_bytes` bytes, `row_stride` bytes apart.
//   narrow write  One of fewer than 16 bytes holds bank and port for l1.atomic_cycles, as an atomic does.
//   rate change   Extended phase RATE_CHANGE with the same payload: `lanes` of the extension was changed; counts from this
//                 cycle on.
//   granted?      Extended phase GRANTED with the same payload and a time t of no cycle or one: TLM_UPDATED if its last beat has had
//                 its bank before the cycle now + t, of which all requests before must have been made; otherwise TLM_ACCEPTED, also
//                 from an L1 that does not say.
//   b_transport   One blocking access from a thread process: waits until it is done, returns a delay of zero.
//   debug         transport_dbg reaches all of L1 without time, from its construction on.
//   DMI           A permission. If it is granted for tensix_state::l1, initiators may move data themselves (data_by_dmi);
//                 otherwise the data is in the payload, and what is needed at another time goes by transport_dbg.
//
// docs/l1-protocol.md has all of it, and the arbitration as pseudo-code.
#pragma once
#include <cstdint>
#include <tlm>

#include "models/memory/l1_client.h"
#include "models/memory/l1_parameters.h"
#include "models/time/calendar.h"

namespace tensix {

struct l1_access : tlm::tlm_extension<l1_access> {
  l1_client client = l1_client::noc;
  l1_operation operation = l1_operation::plain;
  uint32_t lanes = 1;                                // beats a cycle
  uint32_t row_bytes = 0, row_stride = 0, rows = 1;  // row_bytes 0: one row of data_length bytes
  // 1 + number of a core whose requests may be made before their time: they count in the order of their first cycles, behind
  // everybody else's of the same cycle. 0: in the order of the calls.
  uint8_t ahead = 0;
  // Of a client that has several, each with an order of its own (an RTL client has one for each of its ports).
  uint8_t stream = 0;
  bool poll = false;         // of a loop that does the same again and again: it meets others like it only
  bool data_by_dmi = false;  // the initiator moves the data itself (DMI or transport_dbg); L1 only times
  // Filled at completion: cycles the transfer took longer than lanes alone would have allowed.
  uint32_t bank_stall_cycles = 0, port_stall_cycles = 0;
  cycle_t first_beat = 0;  // cycle of the first beat granted

  tlm::tlm_extension_base* clone() const override { return new l1_access(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const l1_access&>(other); }
};

// What L1, of `size` bytes, says at once of a request with the extension `access` (null: without). TLM_INCOMPLETE_RESPONSE: it
// takes it. TLM_OK_RESPONSE: there is nothing to do (TLM_IGNORE_COMMAND).
inline tlm::tlm_response_status l1_response_to(const tlm::tlm_generic_payload& payload, const l1_access* access,
                                               uint64_t size) {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  const uint32_t bytes = payload.get_data_length(), streaming = payload.get_streaming_width();
  if (bytes == 0 || (streaming && streaming < bytes)) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() && payload.get_byte_enable_length() == 0) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (!payload.get_data_ptr() && !(access && access->data_by_dmi)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  const uint64_t length =
      access && access->row_bytes ? uint64_t{access->rows - 1} * access->row_stride + access->row_bytes : uint64_t{bytes};
  const uint64_t address = payload.get_address();
  return address < size && length <= size - address ? tlm::TLM_INCOMPLETE_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

DECLARE_EXTENDED_PHASE(RATE_CHANGE);
DECLARE_EXTENDED_PHASE(GRANTED);

}  // namespace tensix
