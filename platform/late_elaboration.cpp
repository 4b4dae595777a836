// SPDX-License-Identifier: Apache-2.0
#include "platform/late_elaboration.h"

#include <memory>
#include <utility>
#include <vector>

#include "models/observe/report_ids.h"
#include "models/time/calendar.h"

namespace tensix {

// "board.left": a module `board` with one `left` in it, in which they are made.
struct late_elaboration::parents : sc_core::sc_module {
  parents(const sc_core::sc_module_name& name, const std::string& rest, const std::function<void()>& make) : sc_module(name) {
    if (rest.empty()) make();
    else inner = make_parents(rest, make);
  }
  static std::unique_ptr<parents> make_parents(const std::string& names, const std::function<void()>& make) {
    const size_t dot = names.find('.');
    return std::make_unique<parents>(names.substr(0, dot).c_str(), dot == std::string::npos ? "" : names.substr(dot + 1), make);
  }
  std::unique_ptr<parents> inner;
};

namespace {
// The name of one, empty if there is none.
std::string a_process(const std::vector<sc_core::sc_object*>& objects) {
  for (sc_core::sc_object* o : objects) {
    if (sc_core::sc_process_handle(o).valid()) return o->name();
    if (std::string found = a_process(o->get_child_objects()); !found.empty()) return found;
  }
  return {};
}
}  // namespace

late_elaboration::late_elaboration(const std::string& parent, const std::function<void()>& make)
    : context_(new sc_core::sc_simcontext) {
  const calendar::apart here;
  const sc_core::sc_time resolution = sc_core::sc_get_time_resolution();
  const bool usual = resolution == sc_core::sc_time(1, sc_core::SC_PS);
  const double seconds = resolution.to_seconds();
  exchange();
  if (!usual) sc_core::sc_set_time_resolution(seconds, sc_core::SC_SEC);
  parents_ = parents::make_parents(parent, make);
  sc_core::sc_curr_simcontext->initialize(true);
  const std::string process = a_process(sc_core::sc_get_top_level_objects());
  exchange();
  if (!process.empty())
    SC_REPORT_FATAL(report_id::parts, ("a part that tensix_tile::reset has built anew has a process of SystemC, " + process +
                                       ", which nobody would run; it may have activations (models/time/calendar.h)")
                                          .c_str());
}

late_elaboration::~late_elaboration() {
  const calendar::apart here;
  exchange();
  parents_.reset();
  delete sc_core::sc_curr_simcontext;
  exchange();
}

void late_elaboration::exchange() { std::swap(sc_core::sc_curr_simcontext, context_); }

}  // namespace tensix
