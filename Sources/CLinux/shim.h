#pragma once

// What Glibc's Swift module lacks, or what Swift 6 refuses to import: Linux-only calls, and globals
// without concurrency annotations. No logic.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// spawn.h with _GNU_SOURCE brings an fd_set unlike that of Glibc's module, which then counts as an
// error: only its one function that the module lacks. The first argument is the file actions.
int posix_spawn_file_actions_addclosefrom_np(void *file_actions, int from);
