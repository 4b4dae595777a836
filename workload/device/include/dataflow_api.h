// SPDX-License-Identifier: Apache-2.0
// Functions that move data, at their older place.
#pragma once
#include "api/dataflow/dataflow_api.h"
