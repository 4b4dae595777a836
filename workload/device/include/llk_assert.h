// LLK_ASSERT.
#pragma once
#include "api/debug/assert.h"
