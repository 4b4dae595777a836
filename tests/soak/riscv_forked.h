// SPDX-License-Identifier: Apache-2.0
// Work in a child process: SystemC allows one simulation a process, and what was built before a fork need not be built again.
#pragma once
#include <functional>
#include <string>

namespace tensix::soak {

// What `work` returns, worked out in a child that is ended after `seconds`. A child that dies adds a line that says how.
std::string in_child(const std::function<std::string()>& work, unsigned seconds = 60);

}  // namespace tensix::soak
