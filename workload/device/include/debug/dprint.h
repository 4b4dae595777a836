// SPDX-License-Identifier: Apache-2.0
// DPRINT, at its older place.
#pragma once
#include "api/debug/dprint.h"
