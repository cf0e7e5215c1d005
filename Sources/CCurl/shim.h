#pragma once

// Only what the Swift importer cannot express belongs here: curl's variadic functions, one typed
// wrapper for each kind of argument. No logic.

#include <curl/curl.h>
