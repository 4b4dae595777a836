// SPDX-License-Identifier: Apache-2.0
// A network interface as its tile knows it: registers for the cores, sockets for packets, and L1. By this it can be exchanged
// (platform/tile_parts.h).
#pragma once
#include <functional>
#include <string>
#include <systemc>

#include "models/contracts/part_memory.h"
#include "models/memory/noc_registers_if.h"
#include "models/noc/noc_socket.h"
#include "models/observe/account.h"

namespace tensix {

class noc_interface_if : public sc_core::sc_module, public noc_registers_if, public part_memory {
 public:
  virtual noc_initiator_socket& to_noc() = 0;
  virtual noc_target_socket& from_noc() = 0;

  account& activity() { return account_; }
  // Commands, packets and answers: none is in it, and it waits for none.
  virtual bool idle() const = 0;
  // Something in it goes on by itself; false: it is idle, or only waits for answers.
  virtual bool busy() const { return !idle(); }
  // For the report of a deadlock: what it waits for, empty if nothing.
  virtual std::string waits_for() const { return {}; }
  // To be called when a register may have changed by itself; may be unset.
  std::function<void()> changed;

 protected:
  explicit noc_interface_if(const sc_core::sc_module_name& name) : sc_module(name) {}
  account account_;
};

}  // namespace tensix
