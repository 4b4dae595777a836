// SPDX-License-Identifier: Apache-2.0
// At its older place.
#pragma once
#include "api/debug/dprint_tensix.h"
