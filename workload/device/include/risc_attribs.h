// SPDX-License-Identifier: Apache-2.0
// Attributes, at their older place.
#pragma once
#include "internal/risc_attribs.h"
