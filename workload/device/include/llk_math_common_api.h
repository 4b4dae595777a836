// SPDX-License-Identifier: Apache-2.0
// As in the public kernel library.
#pragma once
#include "llk/start.h"
