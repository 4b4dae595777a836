// SPDX-License-Identifier: Apache-2.0
// Compile-time arguments, at their older place.
#pragma once
#include "api/compile_time_args.h"
