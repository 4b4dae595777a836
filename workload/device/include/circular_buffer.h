// SPDX-License-Identifier: Apache-2.0
// A circular buffer as the core knows it, at its older place.
#pragma once
#include "internal/circular_buffer_interface.h"
