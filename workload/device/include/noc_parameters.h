// SPDX-License-Identifier: Apache-2.0
// Registers of a network interface, at their other place.
#pragma once
#include "noc/noc_parameters.h"
