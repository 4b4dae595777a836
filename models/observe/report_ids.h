// SPDX-License-Identifier: Apache-2.0
// Ids of SC_REPORT_*, which platforms filter, count and act by: sc_report_handler::set_actions(report_id::undefined, ...). Each with
// its severity and meaning: report_ids.def, from which docs/diagnoses.md has them.
#pragma once

namespace tensix::report_id {

#define TENSIX_REPORT(name, id, severity, meaning) inline constexpr char name[] = id;
#include "models/observe/report_ids.def"
#undef TENSIX_REPORT

}  // namespace tensix::report_id
