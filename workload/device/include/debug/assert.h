// SPDX-License-Identifier: Apache-2.0
// ASSERT, at its older place.
#pragma once
#include "api/debug/assert.h"
