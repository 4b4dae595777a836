// SPDX-License-Identifier: Apache-2.0
// WAYPOINT, at its older place.
#pragma once
#include "api/debug/waypoint.h"
