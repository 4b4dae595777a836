// SPDX-License-Identifier: Apache-2.0
// Memory is not taken as the program runs (see cstdint).
#pragma once
#include <stddef.h>
