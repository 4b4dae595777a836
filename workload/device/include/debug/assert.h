// ASSERT, at its older place.
#pragma once
#include "api/debug/assert.h"
