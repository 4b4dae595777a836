// SPDX-License-Identifier: Apache-2.0
// CircularBuffer by its name of today.
#pragma once
#include "experimental/circular_buffer.h"

using experimental::CircularBuffer;
