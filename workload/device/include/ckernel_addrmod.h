// SPDX-License-Identifier: Apache-2.0
// Operands of instructions by name, address modifiers, as in the public kernel library.
#pragma once
#include "llk/instruction_parameters.h"
