// SPDX-License-Identifier: Apache-2.0
// Everything for finding errors, at its older place.
#pragma once
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
#include "api/debug/waypoint.h"
