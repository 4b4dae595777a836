// SPDX-License-Identifier: Apache-2.0
// As in the public kernel library: functions of one face for the faces of a tile.
#pragma once
#include "llk/sfpu_params.h"
