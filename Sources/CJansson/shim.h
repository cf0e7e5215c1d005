#pragma once

#include <jansson.h>

// A macro, which Swift does not import.
static inline json_type netwatch_json_type(const json_t *value) { return json_typeof(value); }
