// SPDX-License-Identifier: Apache-2.0
// For finding errors, at its older place.
#pragma once
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
