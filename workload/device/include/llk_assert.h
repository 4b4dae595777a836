// SPDX-License-Identifier: Apache-2.0
// LLK_ASSERT.
#pragma once
#include "api/debug/assert.h"
