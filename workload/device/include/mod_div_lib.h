// SPDX-License-Identifier: Apache-2.0
// Products and quotients, at their older place.
#pragma once
#include "internal/mod_div_lib.h"
