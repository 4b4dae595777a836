// DEVICE_PRINT.
#pragma once
#include "api/debug/dprint.h"
