// The parts of a core. Each has its own state and asks the others through this.
#pragma once
#include <string>

#include "models/riscv_core/riscv_core_causes.h"
#include "models/riscv_core/riscv_core_execute.h"
#include "models/riscv_core/riscv_core_fetch.h"
#include "models/riscv_core/riscv_core_l1.h"
#include "models/riscv_core/riscv_core_memory.h"
#include "models/riscv_core/riscv_core_parameters.h"
#include "models/riscv_core/riscv_core_polls.h"
#include "models/riscv_core/riscv_core_stores.h"
#include "models/riscv_core/riscv_core_surroundings.h"
#include "models/riscv_core/riscv_core_time.h"

namespace tensix {

struct riscv_core_parts {
  const unsigned number;  // T0, T1, T2, B
  const riscv_core_parameters parameters;
  const riscv_core_surroundings around;
  core_process_if& process;
  tlm::tlm_initiator_socket<>& bus;  // to the port: everything but L1

  // In the core's slot their processes run in this order.
  core_time time;
  core_execute execute;
  core_fetch fetch;
  core_memory memory;
  core_stores stores;
  core_polls polls;
  core_causes causes;
  core_l1 l1;

  riscv_core_parts(unsigned core, const riscv_core_parameters& p, const riscv_core_surroundings& s, core_process_if& to,
                   callback main, tlm::tlm_initiator_socket<>& to_port, l1_initiator& to_l1)
      : number(core),
        parameters(p),
        around(s),
        process(to),
        bus(to_port),
        time(*this, slot_of(slot::riscv, core), main),
        execute(*this),
        fetch(*this),
        memory(*this, slot_of(slot::riscv, core)),
        stores(*this, slot_of(slot::riscv, core)),
        polls(*this, slot_of(slot::riscv, core)),
        causes(*this, core, s.causes),
        l1(*this, to_l1) {}
};

}  // namespace tensix
