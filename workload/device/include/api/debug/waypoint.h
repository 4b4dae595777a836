// SPDX-License-Identifier: Apache-2.0
// WAYPOINT("ABCD"): where a core is, for TT-Metalium's watcher. Here the host knows: it reads the cores' program counters.
#pragma once
#define WAYPOINT(name) static_cast<void>(0)
