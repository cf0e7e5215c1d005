#pragma once

// What is sent to the journal comes from Swift, where the macros that add a C file and line would name
// this one.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
