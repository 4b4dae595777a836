// SPDX-License-Identifier: Apache-2.0
#include "workload/kernels/kernel_options.h"

#include <stdexcept>

#include "workload/kernels/kernel_description.h"

namespace tensix {
namespace {

template <class T, size_t n>
T parse(const char* what, const std::string& s, const char* const (&names)[n], unsigned first = 0) {
  std::string known;
  for (size_t i = 0; i < n; ++i) {
    if (s == names[i]) return static_cast<T>(i + first);
    known += (i ? ", " : "") + std::string(names[i]);
  }
  throw std::invalid_argument(std::string("unknown ") + what + " '" + s + "' (known: " + known + ")");
}

constexpr const char* fidelity_names[] = {"lofi", "hifi2", "hifi3", "hifi4"};
constexpr const char* sync_names[] = {"half", "full"};
constexpr const char* broadcast_names[] = {"none", "row", "col", "scalar"};
constexpr const char* throttle_names[] = {"none", "x1", "x2", "x4"};
constexpr const char* stage_names[] = {"none", "unpack", "math", "pack"};
constexpr const char* issue_names[] = {"mop", "direct"};
constexpr const char* loop_names[] = {"position", "face", "tile"};
constexpr const char* reuse_names[] = {"in0", "in1"};

}  // namespace

bool kernel_options::spills() const { return kernel->inner_dimension() && block_k && block_k < tiles_along(k) && !l1_acc; }

math_fidelity parse_fidelity(const std::string& s) { return parse<math_fidelity>("fidelity", s, fidelity_names, 1); }
dst_sync parse_dst_sync(const std::string& s) { return parse<dst_sync>("Dst synchronisation", s, sync_names); }
broadcast parse_broadcast(const std::string& s) { return parse<broadcast>("broadcast", s, broadcast_names); }
unpack_throttle parse_throttle(const std::string& s) { return parse<unpack_throttle>("throttle mode", s, throttle_names); }
isolated_stage parse_isolated_stage(const std::string& s) { return parse<isolated_stage>("stage", s, stage_names); }
issue_mode parse_issue_mode(const std::string& s) { return parse<issue_mode>("way to issue", s, issue_names); }
fidelity_loop parse_fidelity_loop(const std::string& s) { return parse<fidelity_loop>("fidelity loop", s, loop_names, 1); }
operand_reuse parse_reuse(const std::string& s) { return parse<operand_reuse>("operand", s, reuse_names, 1); }
const char* name(math_fidelity f) { return fidelity_names[static_cast<int>(f) - 1]; }
const char* name(dst_sync s) { return sync_names[static_cast<int>(s)]; }
const char* name(broadcast b) { return broadcast_names[static_cast<int>(b)]; }
const char* name(unpack_throttle t) { return throttle_names[static_cast<int>(t)]; }
const char* name(isolated_stage s) { return stage_names[static_cast<int>(s)]; }
const char* name(issue_mode m) { return issue_names[static_cast<int>(m)]; }
const char* name(fidelity_loop l) { return l == fidelity_loop::usual ? "usual" : loop_names[static_cast<int>(l) - 1]; }
const char* name(operand_reuse r) { return r == operand_reuse::chosen ? "chosen" : reuse_names[static_cast<int>(r) - 1]; }

unsigned kernel_options::inputs() const { return kernel->operands() + (bias || kernel->has_constant() ? 1 : 0); }

}  // namespace tensix
