// SPDX-License-Identifier: Apache-2.0
// The page of --report: one HTML file that asks for nothing outside itself. The numbers are the object of --metrics and what
// else is known of the run, as one JSON object; the scripts of the page draw from it. docs/report.md.
#pragma once
#include <string>
#include <vector>

#include "pages/run/density_recorder.h"
#include "pages/run/l1_recorder.h"
#include "pages/run/link_recorder.h"
#include "pages/run/window_recorder.h"
#include "platform/parameters.h"
#include "testbench/run/bounds.h"
#include "testbench/run/run_report.h"

namespace tensix {

struct html_report {
  const run_report& report;
  const parameters& configuration;
  std::vector<std::string> arguments;  // of the command line, the program's name left out
  std::string subject;                 // what was run, for a heading
  std::string end, end_text;           // "done", "undefined", "gave_up", "deadlock"; what ended the run
  bounds minimum;
  window_recorder::window window;
  uint64_t window_cycles = 0;  // as wanted; 0: not given
  std::vector<window_recorder::moved> movements;
  density_recorder::history density;
  l1_recorder::history l1;
  link_recorder::history links;
};

std::string html_page(const html_report& r);

}  // namespace tensix
