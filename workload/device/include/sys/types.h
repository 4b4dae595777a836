// SPDX-License-Identifier: Apache-2.0
// Names of sizes.
#pragma once
#include <stddef.h>
#include <stdint.h>

using uint = unsigned int;
using ushort = unsigned short;
