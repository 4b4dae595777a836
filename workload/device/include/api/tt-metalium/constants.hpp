// SPDX-License-Identifier: Apache-2.0
// Sizes of tiles, at their other place.
#pragma once
#include "tt-metalium/constants.hpp"
