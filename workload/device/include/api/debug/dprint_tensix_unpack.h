// SPDX-License-Identifier: Apache-2.0
// Registers as text: nothing here.
#pragma once
#include "api/debug/dprint_tensix.h"
