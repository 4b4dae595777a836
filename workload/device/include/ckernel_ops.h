// SPDX-License-Identifier: Apache-2.0
// Instructions by name, as in the public kernel library.
#pragma once
#include "tensix/instruction_names.h"
