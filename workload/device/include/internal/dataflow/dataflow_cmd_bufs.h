// SPDX-License-Identifier: Apache-2.0
// Which initiator does what.
#pragma once
#include "tensix/noc_interface.h"
