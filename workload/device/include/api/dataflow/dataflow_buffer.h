// SPDX-License-Identifier: Apache-2.0
// DataflowBuffer by its name of today.
#pragma once
#include "experimental/dataflow_buffer.h"

using experimental::DataflowBuffer;
