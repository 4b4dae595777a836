// SPDX-License-Identifier: Apache-2.0
// RTL of the issue stage of the vector, sync, scalar and miscellaneous unit and of the mover, in their places and beside them
// (docs/cosim-units.md). RTL says which instruction starts when and why the others wait; what it computes, and what follows from it
// (semaphores, GPRs, requests of L1, what SFPLOADMACRO schedules, the mover's copies), is the model's.
//
//   put_vector_unit<verilated_block<Vmine>>(parts, source, environment, "mine");
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>

#include "cosim/rtl/issue_adapter.h"
#include "cosim/rtl/issue_shadow.h"
#include "cosim/rtl/unit_issue_pins.h"
#include "models/misc_unit/misc_unit.h"
#include "models/mover/mover.h"
#include "models/scalar_unit/scalar_unit.h"
#include "models/sync_unit/sync_unit.h"
#include "models/vector_unit/vector_unit.h"
#include "models/vector_unit/vector_unit_table_function.h"
#include "platform/tile_parts.h"

namespace tensix {

// ---- What an instruction needs of each unit

inline unit_use use_of(const vector_unit_parameters& p, uint32_t word) {
  const bool exchange = vector_unit_function::keeps_second_cycle(word);
  const sfpu::dst_use dst = sfpu::row_of(opcode_of(word)).dst;
  const uint32_t more = p.issue_cycles - 1, occupied = (exchange ? p.exchange_cycles : 1) + more;
  const uint32_t latency = vector_unit_function::multiplies(word) ? p.multiply_add_cycles + more : occupied;
  unit_use u;
  u.slot = true;
  u.cycles = p.issue_cycles;
  u.first_waits = opcode_of(word) != opcode::SFPNOP;  // the sub-unit of exchanges
  u.first_takes = exchange;
  u.first_cycles = occupied;
  u.second_waits = vector_unit_function::lregs_read(word);
  u.second_takes = vector_unit_function::lregs_written(word);
  u.second_cycles = latency;
  u.empty = latency - 1 + p.drain_cycles;
  if (dst == sfpu::dst_use::writes) u.empty = std::max(u.empty, more + p.dst_access_cycles);
  u.asks = dst != sfpu::dst_use::none;
  return u;
}
inline unit_use use_of(const sync_unit_parameters& p, uint32_t word) {
  unit_use u;
  const opcode op = opcode_of(word);
  if (op == opcode::ATGETM || op == opcode::ATRELM) {
    const unsigned m = word & 0xffff;
    if (!sync_unit_function::is_mutex(m)) return u;
    u.first_waits = u.first_takes = 1u << m;
    u.first_cycles = u.empty = 1;
    u.asks = op == opcode::ATGETM;
    return u;
  }
  u.slot = true;
  u.cycles = 1;
  if (op == opcode::SEMINIT || op == opcode::SEMPOST || op == opcode::SEMGET) u.empty = p.latency_cycles;
  return u;
}
// `cycles`: for which the instruction has the unit.
inline unit_use use_of(const scalar_unit_parameters& p, uint32_t word, uint32_t cycles) {
  unit_use u;
  u.slot = u.holds = u.asks = true;
  u.cycles = opcode_of(word) == opcode::FLUSHDMA ? 1 : cycles;  // from the cycle on in which its conditions hold
  if (scalar_timing_of(word) == scalar_timing::atomic) {
    u.first_waits = u.first_takes = 1;
    u.first_cycles = p.atomic_cycles;
  }
  return u;
}

template <class Unit>
constexpr unit_reasons reasons_of() {
  if constexpr (std::is_same_v<Unit, vector_unit>)
    return {stall_reason::other_thread, stall_reason::pipeline_rule, stall_reason::vector_dependency};
  if constexpr (std::is_same_v<Unit, sync_unit>) return {stall_reason::other_thread, stall_reason::mutex};
  if constexpr (std::is_same_v<Unit, scalar_unit>)
    return {stall_reason::scalar_unit_in_flight, stall_reason::scalar_unit_in_flight};
  return {};
}

// ---- What the port of each unit is told. `Unit` is the class of the model, `Base` the adapter or shadow that derives from it.

template <class Unit, class Base>
class told_by_unit : public Base {
 protected:
  using Base::Base;

  template <class Port>
  void tell(Port& port) {
    port.use = [this](const issue_request& r) { return use(r); };
    port.beyond = [this](unsigned thread, cycle_t now) { return beyond(thread, now); };
  }
  // Behind Unit::turn: with what the scalar unit keeps of a refusal.
  unit_turn turn_with(const issue_request& r, const issue_response& answer) const {
    unit_turn t{answer};
    if constexpr (std::is_same_v<Unit, scalar_unit>) {
      t.keeps = !answer.accepted && this->keeps_unit(r.thread);
      t.tried = !answer.accepted && this->unit_free() > r.cycle;
    }
    return t;
  }

 private:
  unit_use use(const issue_request& r) const {
    if constexpr (std::is_same_v<Unit, vector_unit> || std::is_same_v<Unit, sync_unit>) {
      return use_of(this->parameters_, r.word);
    } else if constexpr (std::is_same_v<Unit, scalar_unit>) {
      return use_of(this->parameters_, r.word, this->duration(r.word));
    } else {
      unit_use u;
      u.asks = std::is_same_v<Unit, mover>;
      u.empty = u.asks;
      return u;
    }
  }
  cycle_t beyond(unsigned thread, cycle_t now) const {
    if constexpr (std::is_same_v<Unit, vector_unit>) return std::max(now, this->beside_until(thread));
    else if constexpr (std::is_same_v<Unit, scalar_unit>) return Unit::memory_idle_from(thread, now);
    else return now;
  }
};

// ---- In the place of a unit

template <class Block>
struct unit_issue_port_holder {
  mutable unit_issue_port<Block> port;
};

template <class Unit, class Block>
using issue_unit_adapter =
    told_by_unit<Unit, issue_adapter<unit_issue_port<Block>, Unit,
                                     std::is_same_v<Unit, vector_unit> ? refusals_count::yes : refusals_count::no>>;

template <class Unit, class Block>
class rtl_issue_unit : protected unit_issue_port_holder<Block>, public issue_unit_adapter<Unit, Block> {
 public:
  using model_unit = Unit;
  // `model`: what the constructor of Unit takes behind the name.
  template <class... Model>
  rtl_issue_unit(const char* name, rtl_environment& environment, const char* top, Model&&... model)
      : unit_issue_port_holder<Block>{{top, name, reasons_of<Unit>(), environment, unit_source::rtl}},
        issue_unit_adapter<Unit, Block>(name, this->port, std::forward<Model>(model)...) {
    this->tell(this->port);
    if constexpr (!std::is_same_v<Unit, misc_unit>)
      this->port.turn = [this](const issue_request& r) { return this->turn_with(r, Unit::turn(r)); };
  }

 private:
  void starts(const issue_request& r) override {
    if constexpr (std::is_same_v<Unit, vector_unit> || std::is_same_v<Unit, sync_unit>) this->start(r);
    else if constexpr (std::is_same_v<Unit, misc_unit> || std::is_same_v<Unit, mover>) Unit::offer(r);
    // An instruction of the scalar unit has started with its turn.
  }
};

// Stores of cores to semaphores get their slot from RTL, too.
template <class Block>
class rtl_sync_unit : public rtl_issue_unit<sync_unit, Block> {
 public:
  using rtl_issue_unit<sync_unit, Block>::rtl_issue_unit;

 private:
  cycle_t slot_for_store(cycle_t cycle) override {
    const cycle_t accepted = std::max(cycle, this->port.slot_free());
    this->port.take_slot(accepted + 1);
    return accepted;
  }
};

// ---- Beside a unit

template <class Unit, class Block>
using issue_unit_shadow = told_by_unit<Unit, issue_shadow<Unit, unit_issue_port<Block>, asked_first::model>>;

template <class Unit, class Block>
class shadow_issue_unit : protected unit_issue_port_holder<Block>, public issue_unit_shadow<Unit, Block> {
 public:
  template <class... Model>
  shadow_issue_unit(const char* name, rtl_environment& environment, const char* top, Model&&... model)
      : unit_issue_port_holder<Block>{{top, name, reasons_of<Unit>(), environment, unit_source::shadow}},
        issue_unit_shadow<Unit, Block>(name, environment, this->port, std::forward<Model>(model)...) {
    this->tell(this->port);
  }
};

// RTL is told what the model has been told; where the model had another reason, that it is its turn.
template <class Unit, class Block>
class shadow_asking_unit : public shadow_issue_unit<Unit, Block> {
 public:
  template <class... Arguments>
  explicit shadow_asking_unit(Arguments&&... arguments)
      : shadow_issue_unit<Unit, Block>(std::forward<Arguments>(arguments)...) {
    this->port.turn = [this](const issue_request& r) {
      return asked_.cycle == r.cycle && asked_.thread == r.thread && asked_.word == r.word ? told_ : unit_turn();
    };
  }

 private:
  issue_request asked_{0, 0, never};  // the last one for which the model has asked
  unit_turn told_;

  issue_response turn(const issue_request& r) override {
    const issue_response answer = Unit::turn(r);
    asked_ = r;
    told_ = this->turn_with(r, answer);
    return answer;
  }
};

template <class Block>
class shadow_sync_unit : public shadow_asking_unit<sync_unit, Block> {
 public:
  using shadow_asking_unit<sync_unit, Block>::shadow_asking_unit;

 private:
  cycle_t slot_for_store(cycle_t cycle) override {
    const cycle_t rtl = std::max(cycle, this->port.slot_free()), model = this->sync_unit::slot_for_store(cycle);
    this->compare("a core's store has the slot", rtl, model);
    this->port.take_slot(model + 1);
    return model;
  }
};

// ---- What is put into a tile, by units.NAME

template <class Rtl, class Shadow, class... Model>
auto issue_unit_of(unit_source source, const char* name, rtl_environment& environment, const char* top, Model&&... model) {
  std::unique_ptr<typename Rtl::model_unit> unit;
  if (source == unit_source::shadow) unit = std::make_unique<Shadow>(name, environment, top, std::forward<Model>(model)...);
  else unit = std::make_unique<Rtl>(name, environment, top, std::forward<Model>(model)...);
  return unit;
}

template <class Block>
void put_vector_unit(tile_parts& parts, unit_source source, rtl_environment& e, const char* top) {
  parts.vector_unit = [source, &e, top](const tile_context& c) {
    return issue_unit_of<rtl_issue_unit<vector_unit, Block>, shadow_asking_unit<vector_unit, Block>>(
        source, "vector_unit", e, top, c.configuration.vector_unit, c.functions.vector_unit, c.dst_turn);
  };
}
template <class Block>
void put_sync_unit(tile_parts& parts, unit_source source, rtl_environment& e, const char* top) {
  parts.sync_unit = [source, &e, top](const tile_context& c) {
    return issue_unit_of<rtl_sync_unit<Block>, shadow_sync_unit<Block>>(source, "sync_unit", e, top, c.configuration.sync_unit,
                                                                        c.state, c.functions.sync_unit);
  };
}
template <class Block>
void put_scalar_unit(tile_parts& parts, unit_source source, rtl_environment& e, const char* top) {
  parts.scalar_unit = [source, &e, top](const tile_context& c) {
    auto unit = issue_unit_of<rtl_issue_unit<scalar_unit, Block>, shadow_asking_unit<scalar_unit, Block>>(
        source, "scalar_unit", e, top, c.configuration.scalar_unit, c.state, c.functions.scalar_unit, c.hand_over);
    unit->l1.bind(*c.l1);
    return unit;
  };
}
template <class Block>
void put_misc_unit(tile_parts& parts, unit_source source, rtl_environment& e, const char* top) {
  parts.misc_unit = [source, &e, top](const tile_context& c) {
    return issue_unit_of<rtl_issue_unit<misc_unit, Block>, shadow_issue_unit<misc_unit, Block>>(
        source, "misc_unit", e, top, c.functions.misc_unit, c.hand_over);
  };
}
template <class Block>
void put_mover(tile_parts& parts, unit_source source, rtl_environment& e, const char* top) {
  parts.mover = [source, &e, top](const tile_context& c) {
    auto unit = issue_unit_of<rtl_issue_unit<mover, Block>, shadow_asking_unit<mover, Block>>(
        source, "mover", e, top, c.configuration.mover, c.state, c.functions.mover, l1_client::mover, l1_client::mover_writes);
    unit->l1.bind(*c.l1);
    return unit;
  };
}

}  // namespace tensix
