// DataflowBuffer by its name of today.
#pragma once
#include "experimental/dataflow_buffer.h"

using experimental::DataflowBuffer;
