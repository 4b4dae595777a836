// Functions that move data, at their older place.
#pragma once
#include "api/dataflow/dataflow_api.h"
