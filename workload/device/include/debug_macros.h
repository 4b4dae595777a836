// For finding errors, at its older place.
#pragma once
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
