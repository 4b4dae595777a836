// SPDX-License-Identifier: Apache-2.0
// unit_issue.sv in the places of vector, sync, scalar and miscellaneous unit and of the mover.
#include "Vunit_issue.h"
// Verilator's headers stand in front of SystemC's.
#include "cosim/rtl/rtl_issue_units.h"
#include "cosim/rtl/rtl_units.h"
#include "cosim/rtl/verilated_block.h"

namespace tensix {
namespace {

using block = verilated_block<Vunit_issue>;

template <auto Put>
bool put(const char* unit, const char* what, const char* top) {
  return register_rtl(
      {unit, std::string(what) + " (examples/rtl/unit_issue)",
       [top](tile_parts& parts, unit_source source, rtl_environment& environment) { Put(parts, source, environment, top); }});
}

const bool known = put<put_vector_unit<block>>("vector_unit", "issue stage with the scoreboard of LRegs", "vector_issue") &&
                   put<put_sync_unit<block>>("sync_unit", "issue stage: its slot and its mutexes' ports", "sync_issue") &&
                   put<put_scalar_unit<block>>("scalar_unit", "issue stage: who has it, for how long", "scalar_issue") &&
                   put<put_misc_unit<block>>("misc_unit", "issue stage", "misc_issue") &&
                   put<put_mover<block>>("mover", "issue stage of XMOV", "mover_issue");

}  // namespace
}  // namespace tensix
